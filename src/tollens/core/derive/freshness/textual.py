"""The textual checksum of the reference implementation (§10.4a), for fingerprints that it wrote.

It is taken over the texts of the definitions whose names a definition's text holds as words, directly or not. It sees
neither operators nor primed names nor what stands inside of modules, so whoever compares by it must make sure first
that the true closure holds nothing more.
"""

import hashlib
import re
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from tollens.core.derive.freshness.model_state import Hit
from tollens.core.derive.freshness.models import Models
from tollens.core.graph.closure import Closures

PREFIX = "sha256:"
"""What its checksums begin with; they state no scheme."""

_STORED = re.compile(r"sha256:[0-9a-f]{64}")
_LANGUAGE = "iml"

_BEGIN = re.compile(
    r"^(?=(?:let|type|and|verify|instance|lemma|theorem|axiom|module|open|include|eval)\b|#|\[@@)", re.MULTILINE
)
_VALUE = re.compile(r"(?:let(?:\s+rec)?|and)\s+([a-zA-Z_][\w']*)")
_TYPE = re.compile(r"type\s+(?:\([^)]*\)\s*|'\w+\s+)?([a-zA-Z_][\w']*)")
_WORD = re.compile(r"\w+")
_COMMENT = re.compile(r"\(\*|\*\)")


class Textual(NamedTuple):
    """A checksum, and the names of the definitions that it covers."""

    checksum: str
    names: frozenset[str]


class TextualModel:
    """One model text, split as the reference implementation splits it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def of(self, symbol: str) -> Textual | None:
        """The checksum of the definition of that name with what it covers, or `None` where there is none."""
        if symbol not in self._items:
            return None
        reached = {symbol}
        work = [symbol]
        while work:
            for name in self._mentioned[work.pop()]:
                if name not in reached:
                    reached.add(name)
                    work.append(name)
        joined = "\n".join(" ".join(self._items[name].split()) for name in sorted(reached))
        digest = hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()
        return Textual(PREFIX + digest, frozenset(reached))

    @cached_property
    def _items(self) -> dict[str, str]:
        values: dict[str, str] = {}
        types: dict[str, str] = {}
        for part in _BEGIN.split(without_comments(self._text)):
            if value := _VALUE.match(part):
                values[value[1]] = part
            elif kind := _TYPE.match(part):
                types[kind[1]] = part
        return types | values

    @cached_property
    def _mentioned(self) -> dict[str, list[str]]:
        return {
            name: [word for word in dict.fromkeys(_WORD.findall(text)) if word in self._items]
            for name, text in self._items.items()
        }


def without_comments(text: str) -> str:
    """The text without `(* … *)`, which may stand inside one another; one that is not closed runs to the end.

    >>> without_comments("let a = 1 (* one (* and *) more *) let b = 2")
    'let a = 1  let b = 2'
    """
    kept: list[str] = []
    depth = start = 0
    for mark in _COMMENT.finditer(text):
        if mark[0] == "(*":
            if depth == 0:
                kept.append(text[start : mark.start()])
            depth += 1
        elif depth:
            depth -= 1
            start = mark.end()
    if depth == 0:
        kept.append(text[start:])
    return "".join(kept)


class TextualCheck:
    """Checks stored checksums by the textual form, as far as it covers all that the true closure holds."""

    def __init__(self) -> None:
        self._models: dict[str, TextualModel] = {}
        self._simple: dict[Closures, bool] = {}

    def holds(self, stored: str, hits: Sequence[Hit], models: Models) -> bool:
        """Whether a stored checksum is the textual one of the only definition that a symbol names."""
        if len(hits) != 1 or not _STORED.fullmatch(stored):
            return False
        (hit,) = hits
        closures, text = hit.linked.closures, models.texts[hit.text].text
        if text is None or models.texts[hit.text].language != _LANGUAGE or not self._is_simple(closures):
            return False
        if text not in self._models:
            self._models[text] = TextualModel(text)
        found = self._models[text].of(hit.name)
        return found is not None and found.checksum == stored and found.names.issuperset(closures.names(hit.at))

    def _is_simple(self, closures: Closures) -> bool:
        """Whether no definition rests on anything that it does not name, so that closures are what they mention."""
        if closures not in self._simple:
            held = closures.definitions
            self._simple[closures] = not any(held.common) and not any(
                each.whole or each.hint for each in held.definitions
            )
        return self._simple[closures]
