"""IML, the modelling language of Imandra, read with the grammar of `tree-sitter-iml` (§10.4a)."""

from collections.abc import Mapping, Sequence

from tollens.core.ports import Definitions, Outline
from tollens.plugins.languages.iml.linking import link
from tollens.plugins.languages.iml.parts import Text
from tollens.plugins.languages.iml.plain import outline
from tollens.plugins.languages.iml.splitting import parse_text


class Iml:
    """Values, types with their constructors and fields, modules, operators, axioms and lemmas, statements."""

    name = "iml"
    version = 1

    def parse(self, text: str) -> Text:
        """What one text says by itself; what could not be read is kept as such."""
        return parse_text(text)

    def outline(self, text: str) -> Outline | None:
        """What a text of plain functions defines and uses; `None` of any other."""
        return outline(text)

    def link(self, texts: Sequence[Text]) -> Definitions:
        """The definitions of texts that stand together, each mention resolved within them."""
        return link(texts)

    def typings(self, texts: Sequence[str]) -> Mapping[str, str]:
        """The types of functions and those at which they use others, as far as they follow from plain expressions."""
        from tollens.plugins.languages.iml.typing import typings

        return typings(texts)


PLUGIN = Iml()
