"""§7.1, §15.3 Which lines of models of several traces are one model.

They are where the record says so: both hold the same artifact, or are of one file, of one component, or were made from
the same sources (see `derive/freshness/models.py`). Two artifacts that share an id and nothing else are one where the
base had that id, since both sides have it from there; else only where they define a name in common and nothing that
they state tells them apart.
"""

from collections.abc import Container, Iterator, Mapping
from functools import cached_property

from tollens.core.derive.freshness.models import ModelText, keys
from tollens.core.derive.freshness.open_succession import apart
from tollens.core.merge.parents import Side
from tollens.core.merge.views import View

Which = Side | None
"""One of the traces that come together; `None` is the base."""


class Alignment:
    """The lines of the parents and their base, numbered together.

    Args:
        views: Of the base, if there is one, then of ours and of theirs.
    """

    def __init__(self, views: Mapping[Which, View]) -> None:
        self.views = views
        nodes = [(which, line) for which, view in views.items() for line in range(len(view.models.members))]
        self._root = list(range(len(nodes)))
        self._node = {node: number for number, node in enumerate(nodes)}
        self._join_by_keys()
        self._join_by_ids()
        numbers: dict[int, int] = {}
        found = [numbers.setdefault(self._find(number), len(numbers)) for number in range(len(nodes))]
        self.count = len(numbers)
        self.number = {node: found[at] for node, at in self._node.items()}

    def of(self, which: Which, text: int) -> int:
        """The number of the line that a text of one of the traces is of."""
        return self.number[which, self.views[which].models.line_of[text]]

    @cached_property
    def lines(self) -> list[dict[Which, list[int]]]:
        """For each number the lines of each trace."""
        found: list[dict[Which, list[int]]] = [{} for _ in range(self.count)]
        for (which, line), number in self.number.items():
            found[number].setdefault(which, []).append(line)
        return found

    def standing(self, number: int, which: Which) -> tuple[int, ...]:
        """The current texts of a trace in a line."""
        lines = self.lines[number].get(which, ())
        return tuple(text for line in lines for text in self.views[which].standing[line])

    @cached_property
    def where(self) -> list[str]:
        """A name for each line, which its components begin with: its file, its component, or its first model.

        As the base has it, else as ours has it: so it is the same in every later merge of the same traces. Of several
        lines with one name all but the first are numbered, in the order of their texts, whichever side has which.
        """
        found = [""] * self.count
        held: dict[str, list[tuple[list[tuple[str, str]], int]]] = {}
        for number in range(self.count):
            members = [text for which in self.views for text in self._members(number, which)]
            name = next((text.file for text in members if text.file is not None), None)
            name = name or next((text.component for text in members if text.component is not None), None)
            name = name or next((text.artifact_id for text in members if text.artifact_id), "model")
            held.setdefault(name, []).append((sorted((text.language, text.text or "") for text in members), number))
        for name, lines in held.items():
            for count, (_, number) in enumerate(sorted(lines)):
                found[number] = name if not count else self._free(f"{name}#{count + 1}", held)
        return found

    def _free(self, name: str, held: Container[str]) -> str:
        """A name that no line has by itself."""
        while name in held:
            name += "#"
        return name

    def _members(self, number: int, which: Which) -> Iterator[ModelText]:
        models = self.views[which].models
        for line in self.lines[number].get(which, ()):
            for text in models.members[line]:
                yield models.texts[text]

    def _find(self, at: int) -> int:
        while self._root[at] != at:
            self._root[at] = self._root[self._root[at]]
            at = self._root[at]
        return at

    def _join(self, one: tuple[Which, int], other: tuple[Which, int]) -> None:
        first, second = sorted((self._find(self._node[one]), self._find(self._node[other])))
        self._root[second] = first

    def _join_by_keys(self) -> None:
        first: dict[object, tuple[Which, int]] = {}
        for which, view in self.views.items():
            for text, line in enumerate(view.models.line_of):
                for key in keys(view.models.texts[text]):
                    if key[0] != "id":
                        self._join((which, line), first.setdefault(key, (which, line)))

    def _join_by_ids(self) -> None:
        known: dict[str, list[tuple[Which, int]]] = {}
        for which, view in self.views.items():
            for text, held in enumerate(view.models.texts):
                for other, same in known.get(held.artifact_id, ()):
                    if held.artifact_id and self._is_one((other, same), (which, text)):
                        line = view.models.line_of[text]
                        self._join((other, self.views[other].models.line_of[same]), (which, line))
                known.setdefault(held.artifact_id, []).append((which, text))

    def _is_one(self, one: tuple[Which, int], other: tuple[Which, int]) -> bool:
        """Whether two models of one id are versions of one model."""
        held, also = (self.views[which].models.texts[text] for which, text in (one, other))
        if apart(held, also):
            return False
        if None in (one[0], other[0]) or (held.language, held.text) == (also.language, also.text):
            return True
        names = [self.views[which].judge.sight.states.defines(text) for which, text in (one, other)]
        return names[0] is None or names[1] is None or not names[0].isdisjoint(names[1])
