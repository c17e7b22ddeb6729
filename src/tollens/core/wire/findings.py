"""What the reader finds: faults, unknown members, alternative spellings, each in words (codes WIRE010 to WIRE021)."""

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from tollens.core.diagnostics import Diagnostic, Severity, pointer
from tollens.core.model import Trace
from tollens.core.model.base import json_type
from tollens.core.wire import spellings
from tollens.core.wire.reading import Reading, Spelled
from tollens.core.wire.shapes import section_of

Path = tuple[str | int, ...]

REMARKS = 1_000
"""Different unknown members that are named one by one; the others are counted."""
COMPARED = 500
"""Different unknown words for which the nearest known one is looked for."""


class Fault:
    """What stands for a value that does not fit."""


FAULT = Fault()

_READ_AS: Mapping[spellings.Kind, str] = {
    "word": "`{}` is read as `{}`",
    "member": "`{}` is read as `{}`",
    "blob": "`{}` stands in place of `{}`, which is read as empty",
    "number": "`{}` is an integer and is read as text",
    "implied": "the type `{}` says what `{}` leaves unsaid",
}


class Findings:
    """Gathers what one reading finds.

    Args:
        newer: The file states a later version: a word that is not known may be right there, so it is a warning.
    """

    def __init__(self, newer: bool) -> None:
        self._unknown_severity: Severity = "warning" if newer else "error"
        self._faults: list[Diagnostic] = []
        self._spelled: list[Spelled] = []
        self._unknown: dict[tuple[str, str], tuple[Path, int]] = {}
        self._near: dict[tuple[str, tuple[str, ...]], str | None] = {}

    @property
    def count(self) -> int:
        """How many faults there are so far."""
        return len(self._faults)

    def messages(self, since: int) -> tuple[str, ...]:
        """The messages of the faults after the first `since`."""
        return tuple(fault.message for fault in self._faults[since:])

    def reading(self, trace: Trace) -> Reading:
        """The trace with all that was found."""
        return Reading(trace, (*self._faults, *self._unknown_members(), *self._spellings()), tuple(self._spelled))

    # ── faults ───────────────────────────────────────────────────────────────────────────────────────────────────

    def add(self, faults: Iterable[Diagnostic]) -> None:
        """Take faults that were found elsewhere."""
        self._faults.extend(faults)

    def missing(self, cls: type, name: str, path: Path, called: str = "") -> Fault:
        """A required member is missing in the object at `path`."""
        message = f"`{name}` is missing in {called or cls.__name__}"
        return self._fault("WIRE010", (*path, name), message, section_of(cls), f"Add `{name}`.")

    def mistyped(self, value: Any, wanted: str, path: Path) -> Fault:
        """A value is of another JSON type."""
        hint = "Write [] for an empty list, or leave it out." if wanted == "an array" and value is None else ""
        return self._fault("WIRE011", path, f"Expected {wanted}, got {json_type(value)}", "16.1", hint)

    def unknown_word(self, word: str, known: list[str], path: Path, code: str = "WIRE012") -> Fault:
        """A word is none of a closed enumeration, or (`WIRE013`) no constructor of a tagged union."""
        near = self._nearest(word[:64], tuple(known))
        hint = f"Did you mean {near!r}?" if near else f"Use one of: {', '.join(known)}."
        message = f"{_clipped(word)!r} is none of the words that may stand here"
        return self._fault(code, path, message, "16.1", hint, self._unknown_severity)

    def _nearest(self, word: str, known: tuple[str, ...]) -> str | None:
        """The known word most like another; of very many different ones only the first are compared, as it is slow."""
        if (word, known) not in self._near:
            if len(self._near) >= COMPARED:
                return None
            self._near[word, known] = next(iter(difflib.get_close_matches(word, known, n=1, cutoff=0.75)), None)
        return self._near[word, known]

    def misplaced(self, cls: type, name: str, tag_field: str, path: Path) -> Fault:
        """A member belongs to another constructor of the union."""
        message = f"`{name}` does not belong to {cls.__name__}"
        return self._fault("WIRE014", (*path, name), message, section_of(cls), f"Remove it, or correct `{tag_field}`.")

    def contradiction(self, cls: type, message: str, path: Path) -> Fault:
        """Members that fit one by one cannot stand together."""
        return self._fault("WIRE015", path, message, section_of(cls), "Correct one of the two.")

    def _fault(
        self, code: str, path: Path, message: str, section: str, hint: str, severity: Severity = "error"
    ) -> Fault:
        self._faults.append(Diagnostic(code, severity, pointer(*path), message, section, hint))
        return FAULT

    # ── remarks: said once for all their places ──────────────────────────────────────────────────────────────────

    def unknown_member(self, cls: type, name: str, path: Path) -> None:
        """A member that the model does not know."""
        place = (cls.__name__, name)
        first, count = self._unknown.get(place, ((*path, name), 0))
        self._unknown[place] = (first, count + 1)

    def spelled(self, path: Path, row: spellings.Row) -> None:
        """An alternative spelling was read."""
        self._spelled.append(Spelled(path, row))

    def _unknown_members(self) -> list[Diagnostic]:
        remarks = []
        for (record, name), (first, count) in list(self._unknown.items())[:REMARKS]:
            shown = _clipped(name)
            message = f"`{shown}` is no member of {record}; it is kept, not read{_places(count)}"
            if name in spellings.INLINE_PAYLOADS:
                message = (
                    f"`{name}` is version 1.0's form of an artifact; read only in a trace without artifacts"
                    f"{_places(count)}"
                )
            remarks.append(Diagnostic("WIRE020", "info", pointer(*first), message, "16.1"))
        if len(self._unknown) > REMARKS:
            message = f"{len(self._unknown) - REMARKS} more unknown members are kept, not read"
            remarks.append(Diagnostic("WIRE020", "info", "", message, "16.1"))
        return remarks

    def _spellings(self) -> list[Diagnostic]:
        places: dict[spellings.Row, list[Path]] = {}
        for path, row in self._spelled:
            places.setdefault(row, []).append(path)
        remarks = []
        for row, paths in places.items():
            message = f"{_READ_AS[row.kind].format(row.alternative, row.canonical)}{_places(len(paths))}"
            hint = "`tollens upgrade` writes the text's own spelling."
            remarks.append(Diagnostic("WIRE021", "info", pointer(*paths[0]), message, "16.1", hint))
        return remarks


def _places(count: int) -> str:
    return f" ({count} places, the first one here)" if count > 1 else ""


def _clipped(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
