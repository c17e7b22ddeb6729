"""Where in a trace, and where in the code, something stands: a JSON pointer, and a changed file with a line.

A line is told only where a recorded change of the file numbers its lines, and is the first line of the last such change
that differs: what was changed later without numbers may have moved it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from tollens.core.diagnostics import pointer
from tollens.core.graph.index import Index
from tollens.core.graph.inventory import Inventory, normal_path
from tollens.core.model.artifacts import DiffArtifact
from tollens.core.model.unrecognized import Unrecognized

_HUNK = re.compile(r"@@ -\d{1,9}(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? @@")

_DIGITS = 9
"""Of the place of an element; no list is longer."""

_LONGEST = 1000
"""Characters of a path; a longer one is none."""


class Place(NamedTuple):
    """A file of the work, as the record names it, and a line from 1 on where the record numbers one."""

    file: str = ""
    line: int | None = None


NOWHERE = Place()


_NO_LINES: Mapping[str, Sequence[int]] = MappingProxyType({})


class Places:
    """Where the elements of one trace stand. Of several elements with one id, the first one counts.

    Args:
        index: Of the trace.
        lines: The lines of its file on which the elements of each list begin, as far as they are known.
    """

    def __init__(self, index: Index, lines: Mapping[str, Sequence[int]] = _NO_LINES) -> None:
        self._index = index
        self._inventory = Inventory(index)
        self._of_elements = lines

    def artifact(self, name: str) -> str:
        """The pointer to an artifact or, by its id, to a residual of the deprecated list; empty where neither is."""
        at = self._index.artifact_at.get(name)
        return pointer("artifacts", at) if at is not None else self._pointers("residuals", "residual_id").get(name, "")

    def residual(self, name: str) -> str:
        """The pointer to a residual; one that is not recognized may be named by it."""
        return self.artifact(name) or (name if name.startswith("/") else "")

    def action(self, number: int) -> str:
        """The pointer to an action."""
        at = self._index.action_at.get(number)
        return "" if at is None else pointer("actions", at)

    def policy(self, name: str) -> str:
        """The pointer to a policy of the trace; one that is not recognized may be named by it."""
        return self._pointers("policies", "policy_id").get(name, "") or (name if name.startswith("/policies/") else "")

    def review_item(self, name: str) -> str:
        """The pointer to a review item."""
        return self._pointers("review_items", "review_item_id").get(name, "")

    def line(self, path: str) -> int | None:
        """The line of the trace's file on which the element begins that a pointer leads into."""
        _, member, place, *_ = [*path.split("/", 3), "", ""]
        lines = self._of_elements.get(member, ())
        if not place.isdecimal() or len(place) > _DIGITS or int(place) >= len(lines):
            return None
        return lines[int(place)] if len(lines) == len(getattr(self._index.trace, member, ())) else None

    def of_artifact(self, name: str) -> Place:
        """The one file that an artifact is about; nowhere where it is about several, or about none that is relative."""
        at = self._index.artifact_at.get(name)
        files = () if at is None else self._inventory.files(at)
        return self.of_file(files[0]) if len(files) == 1 else NOWHERE

    def of_artifacts(self, names: Iterable[str]) -> Place:
        """The file of the first of some artifacts that is about one file."""
        return next((place for place in map(self.of_artifact, names) if place.file), NOWHERE)

    def of_file(self, path: str) -> Place:
        """A file that the record names, with a line where a change of it has one; nowhere where it is not relative."""
        shown = relative(path)
        return Place(shown, self._lines.get(shown)) if shown else NOWHERE

    def of_action(self, number: int | None) -> Place:
        """The file of the first thing that an action made that is about one file."""
        at = None if number is None else self._index.action_at.get(number)
        return NOWHERE if at is None else self.of_artifacts(getattr(self._index.trace.actions[at], "outputs", ()))

    @cached_property
    def _lines(self) -> dict[str, int]:
        """The first line that the last numbered change of each file changed."""
        found: dict[str, int] = {}
        for position, diff in self._index.of(DiffArtifact):
            held: dict[str, Any] = {} if diff.metadata is None else diff.metadata.value
            patch, files = held.get("patch"), self._inventory.files(position)
            if isinstance(patch, str) and len(files) == 1 and held.get("abandoned") is not True:
                line = first_changed_line(patch)
                if line is not None:
                    found[relative(files[0])] = line
        return found

    def _pointers(self, member: str, name: str) -> dict[str, str]:
        if member not in self._known:
            held: dict[str, str] = {}
            for at, element in enumerate(getattr(self._index.trace, member)):
                known = not isinstance(element, Unrecognized)
                identity = getattr(element, name, None) if known else element.text(name)
                if isinstance(identity, str):
                    held.setdefault(identity, pointer(member, at))
            self._known[member] = held
        return self._known[member]

    @cached_property
    def _known(self) -> dict[str, dict[str, str]]:
        return {}


def first_changed_line(patch: str) -> int | None:
    r"""The first line, in the file as it became, that a unified diff adds, or before which it removes one.

    >>> first_changed_line("@@ -3,2 +7,3 @@\n kept\n+new\n kept\n")
    8
    >>> first_changed_line("@@\n-old\n+new\n") is None
    True
    """
    line: int | None = None
    for text in _lines_of(patch):
        numbered = _HUNK.match(text)
        if numbered:
            line = int(numbered[1])
        elif line is not None and text[:1] in ("+", "-"):
            return max(line, 1)
        elif line is not None and text[:1] in (" ", ""):
            line += 1
    return None


def _lines_of(text: str) -> Iterator[str]:
    """The lines one by one: what is looked for stands near the beginning of a text that may be large."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end + 1


def relative(path: str) -> str:
    r"""A path within the work, with `/` between its parts; empty where it leads out of it, or is no path.

    >>> relative("./payments\\capture.py"), relative("/etc/passwd"), relative("a/../../b"), relative("C:/x")
    ('payments/capture.py', '', '', '')
    """
    shown = normal_path(path)
    parts = shown.split("/")
    if not shown or len(shown) > _LONGEST or not shown.isprintable() or shown[0] in "/~" or ":" in parts[0]:
        return ""
    return "" if ".." in parts else shown
