"""§15.3 Which line each model of the merged trace is of: that of the models of the parents that it is or joins."""

from collections.abc import Mapping
from functools import cached_property

from tollens.core.merge.alignment import Alignment
from tollens.core.merge.parents import Side
from tollens.core.merge.views import View


class Placement:
    """The lines of the merged models.

    Args:
        alignment: Of the lines of the parents.
        merged: The merged trace.
        names: The id that an artifact of a side has in the merged trace, where that is another one.
    """

    def __init__(self, alignment: Alignment, merged: View, names: Mapping[tuple[Side, str], str]) -> None:
        self._merged = merged
        models = merged.models
        stated: dict[str, int] = {}
        for side in Side:
            parent = alignment.views[side].models
            for text, held in enumerate(parent.texts):
                stated.setdefault(names.get((side, held.artifact_id), held.artifact_id), alignment.of(side, text))
        by_line: dict[int, int] = {}
        for text, line in enumerate(models.line_of):
            if models.texts[text].artifact_id in stated:
                by_line.setdefault(line, stated[models.texts[text].artifact_id])
        self._of_a_parent = {text for text, held in enumerate(models.texts) if held.artifact_id in stated}
        self._of = [
            stated.get(held.artifact_id, by_line.get(models.line_of[text], alignment.count + text))
            for text, held in enumerate(models.texts)
        ]

    @cached_property
    def standing(self) -> dict[int, list[int]]:
        """The current texts of the merged trace in each line."""
        found: dict[int, list[int]] = {}
        for text in self._merged.judge.sight.states.now.texts:
            found.setdefault(self.of(text), []).append(text)
        return found

    def of(self, text: int) -> int:
        """The number of the line that a text of the merged trace is of; one beyond all where neither parent has it."""
        return self._of[text]

    def is_displaced(self, number: int) -> bool:
        """Whether the parents' own records, read together, replace all models of a line by models of others."""
        models = self._merged.models
        lines = {models.line_of[text] for text, line in enumerate(self._of) if line == number}
        return bool(lines) and all(self.is_of_a_parent(text) for line in lines for text in models.standing(line))

    def is_of_a_parent(self, text: int) -> bool:
        """Whether a text of the merged trace is an artifact of one of its parents."""
        return text in self._of_a_parent
