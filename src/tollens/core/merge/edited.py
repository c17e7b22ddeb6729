"""§15.3 What one side edited since the base without modelling it, and which components of the other side that touches.

A Diff changes code that results rest on whether or not anyone formalized it again. A symbol or component that it states
counts as changed. A file or source that it states counts as changed, unless the side modelled it after that: its model
then says what changed. Words that name a symbol in passing count, unless the side has a model that defines the symbol.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from tollens.core.derive.freshness.models import ModelText
from tollens.core.derive.freshness.touched import Edits, Old, Subject, Touch
from tollens.core.merge.alignment import Alignment
from tollens.core.merge.identity import plain_names
from tollens.core.merge.parents import Side
from tollens.core.merge.reach import Node
from tollens.core.merge.views import View


class Edited:
    """The edits of one side since the base.

    Args:
        alignment: Of the lines of both sides.
        side: Whose edits.
        before: The base, or without one the other side: what this has as well is no edit of the side alone.
    """

    def __init__(self, alignment: Alignment, side: Side, before: View) -> None:
        self._alignment = alignment
        self.side = side
        self._view = alignment.views[side]
        index, known = self._view.index, before.index
        old = Old(
            _Shared(index.trace.artifacts, known.trace.artifacts, known.artifact_at, "artifact_id"),
            _Shared(index.trace.actions, known.trace.actions, known.action_at, "id"),
        )
        self.edits = Edits(index, None, old)

    @property
    def any(self) -> bool:
        """Whether there are edits."""
        return self.edits.any

    def touch(self, node: Node, held: ModelText, declared: str | None) -> str | None:
        """What edited a component of the other side, as words; `None` where nothing did.

        Args:
            node: The component.
            held: The text of the other side that it stands in.
            declared: The id that is declared for it.
        """
        if not self.any:
            return None
        components = frozenset(each for each in (held.component, declared) if each is not None)
        files = frozenset((*held.origins, *((held.file,) if held.file is not None else ())))
        found = self.edits.since(Subject(node.place[1], components, files, held.origins), None)
        return None if found is None or self._told_by_a_model(found, node) else found.what

    def mentioned(self, text: str, defined: Collection[str]) -> str | None:
        """A symbol that was edited, that a text holds as a word, and that no model of the other side defines."""
        names = self.edits.symbols
        if not names:
            return None
        return min(((plain_names(text) & names) - set(defined)), default=None)

    def _told_by_a_model(self, edit: Touch, node: Node) -> bool:
        """Whether a model of this side says better than the edit whether it changed the component."""
        if edit.exact:
            return False
        standing = self._alignment.standing(node.place[0], self.side)
        if not standing or any(self._view.why_unread(text) is not None for text in standing):
            return False
        if edit.words:
            defined = (self._view.judge.sight.states.defines(text) or () for text in standing)
            return any(node.place[1] in names for names in defined)
        made = [self._view.models.texts[text].made for text in standing]
        return self._view.index.in_id_order and all(at is not None and at > edit.place for at in made)


class _Shared(Collection[int]):
    """The positions of what another trace has as well, told when asked for.

    Args:
        elements: Of the side.
        others: Of the other trace.
        at: Where the other trace has each id.
        member: What holds the id.
    """

    def __init__(self, elements: Sequence[Any], others: Sequence[Any], at: dict[Any, int], member: str) -> None:
        self._elements, self._others, self._at, self._member = elements, others, at, member

    def __contains__(self, position: object) -> bool:
        element = self._elements[position]  # type: ignore[call-overload]
        other = self._at.get(getattr(element, self._member))
        return other is not None and bool(self._others[other] == element)

    def __iter__(self) -> Iterator[int]:
        return (position for position in range(len(self._elements)) if position in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)
