"""The built-in languages pass the suite that every language must pass, and the suite notices one that does not."""

from collections.abc import Hashable, Sequence

import pytest
from msgspec.structs import replace

from tollens.core.ports import Definition, Definitions
from tollens.plugins.languages import LANGUAGES
from tollens.testing.languages import check_language

TEXTS = {
    "iml": (
        "let low = 0\n\nlet clamp x = if x < low then low else x\n",
        "type t = A | B of int\nlet f (A | B _) = low",
    ),
    "python": (
        "LOW = 0\n\ndef clamp(x):\n    return max(x, LOW)\n",
        "class C:\n    def m(self):\n        return clamp(1)\n",
    ),
}


def test_every_built_in_language_has_texts() -> None:
    assert set(TEXTS) == set(LANGUAGES.names())


@pytest.mark.parametrize("name", TEXTS)
def test_a_built_in_language_passes(name: str) -> None:
    check_language(LANGUAGES.get(name), TEXTS[name])


class Words:
    """A language in which each line defines its first word and mentions those after it."""

    name = "words"
    version = 1

    def parse(self, text: str) -> Hashable:
        return tuple(tuple(line.split()) for line in text.splitlines() if line.strip())

    def outline(self, text: str) -> None:
        return None

    def link(self, texts: Sequence[Hashable]) -> Definitions:
        lines = [(source, line) for source, text in enumerate(texts) for line in text]  # type: ignore[attr-defined]
        named = {line[0]: at for at, (_, line) in enumerate(lines)}
        found = (
            Definition(
                line[0], source, " ".join(line), (), tuple(sorted({named[word] for word in line if word in named}))
            )
            for source, line in lines
        )
        return Definitions(tuple(found), ("",) * len(texts))


class Astray(Words):
    """Mentions what is not there."""

    def link(self, texts: Sequence[Hashable]) -> Definitions:
        linked = super().link(texts)
        return replace(linked, definitions=tuple(replace(each, mentions=(99,)) for each in linked.definitions))


def test_a_small_language_passes() -> None:
    check_language(Words(), ("a b\nb", "c a"))


def test_a_language_that_mentions_nothing_there_is_noticed() -> None:
    with pytest.raises(AssertionError, match="a mention is a definition"):
        check_language(Astray(), ("a b\nb",))
