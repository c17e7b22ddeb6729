"""A small model language for tests of what stands on languages: each definition begins a line with `let`.

What a definition mentions are the names that its text holds as words. A definition that holds `unknown` cannot be
resolved, and one that begins with `axiom` is a hint.
"""

import re
from collections.abc import Hashable, Sequence

from tollens.core.ports import Definition, Definitions, Language, Unread

_COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
_DEFINITION = re.compile(r"^(let|axiom)\s+(\S+)(.*?)(?=^(?:let|axiom)\b|\Z)", re.DOTALL | re.MULTILINE)
_WORD = re.compile(r"[\w']+")

Parsed = tuple[tuple[str, str, str], ...]


class Plain:
    """The language, called `iml` so that the checksums of the reference implementation are tried on it."""

    name = "iml"
    version = 1

    def __init__(self) -> None:
        self.parsed = 0
        self.linked = 0

    def parse(self, text: str) -> Parsed:
        """Split a text into kind, name and normal form."""
        self.parsed += 1
        bare = _COMMENT.sub(" ", text)
        return tuple((found[1], found[2], " ".join(found[0].split())) for found in _DEFINITION.finditer(bare))

    def link(self, texts: Sequence[Hashable]) -> Definitions:
        """Resolve words to the definitions of their own text, else to those of all."""
        self.linked += 1
        read = [(source, *each) for source, text in enumerate(texts) for each in text]  # type: ignore[attr-defined]
        places: dict[str, list[tuple[int, int]]] = {}
        for at, (source, _, name, _) in enumerate(read):
            places.setdefault(name, []).append((source, at))
        made = []
        for source, kind, name, normal in read:
            mentions: list[int] = []
            shape: list[str | int] = []
            for word in _WORD.findall(normal):
                known = places.get(word, [])
                meant = [at for text, at in known if text == source][-1:] or [at for _, at in known]
                mentions += meant if word != name else []
                shape.append("" if word == name else meant[0] if meant else word)
            unresolved = "unknown" in normal
            made.append(
                Definition(
                    name, source, normal, tuple(shape), tuple(dict.fromkeys(mentions)), unresolved, kind == "axiom"
                )
            )
        return Definitions(tuple(made), tuple("" for _ in texts))


def language_of(name: str) -> Language[Hashable] | Unread:
    """The language for models in `iml`; others cannot be read."""
    return Plain() if name == "iml" else Unread(f"models in {name!r} cannot be read")
