"""Python as a model language: definitions, and all that each may mention (§10.4a).

Names are resolved by scopes, attributes by their name alone: `x.fee` mentions every definition called `fee`, because
what `x` is cannot be known. Where a name may be reached by its text (`getattr`, `eval`), a definition rests on all.
"""

from collections.abc import Sequence

from tollens.core.ports import Definitions
from tollens.plugins.languages.python.linking import link
from tollens.plugins.languages.python.parsed import Module
from tollens.plugins.languages.python.units import parse


class Python:
    """The language `python`."""

    name = "python"
    version = 1

    def parse(self, text: str) -> Module:
        """The units of one text."""
        return parse(text)

    def link(self, texts: Sequence[Module]) -> Definitions:
        """The definitions of texts that stand together."""
        return link(texts)


PLUGIN = Python()
