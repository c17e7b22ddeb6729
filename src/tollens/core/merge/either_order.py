"""§8, §15.3 Of which results it is plain that they are judged alike whichever side of a merge comes first.

With the sides in the other order, what only ours did stands behind what only theirs did (see `turns.py`). All that both
did before, up to the fork, stays in front of both, in its order. So for a result from before the fork, whatever either
side did comes later, in both orders: neither which of these came first, nor by how much, is asked for it, unless

- two of them are about one thing, so that the later one counts: a line of models has a text of either side, or there
  are edits, of which the last one is looked at;
- the record leaves open what replaced what, by the order of the models;
- or the numbers of the actions that move make known what was not: who made an artifact, and in what order.

Where none of this is so, all that such a result is judged by is the same in both orders: the models that stand, since
each line has its last text from one side or from both together; the models as they were when it was made; which engine
versions and unread texts came after it, since all that the sides state did; and the models that a merge would add.
"""

from functools import cached_property

from tollens.core.derive.freshness.subjects import About
from tollens.core.merge.placement import Placement
from tollens.core.merge.turns import Turn
from tollens.core.merge.views import View


class EitherOrder:
    """Tells of results of a merged trace whether the other order of the sides can say something else of them.

    Args:
        turn: What moves in the other order.
        view: The merged trace as it is, with the models that it needs.
        placement: Of its models in the lines.
        completed: Whether it has all models that would be added to it in the other order.
    """

    def __init__(self, turn: Turn, view: View, placement: Placement, *, completed: bool) -> None:
        self._turn = turn
        self._view = view
        self._placement = placement
        self._completed = completed

    def is_alike(self, subject: About | None) -> bool:
        """Whether a result is surely judged alike in either order."""
        return (
            subject is not None and subject.made is not None and subject.made < self._turn.fork and self._says_nothing
        )

    @cached_property
    def _says_nothing(self) -> bool:
        """Whether the order of what came after the fork says nothing of what came before."""
        index, judge = self._view.index, self._view.judge
        return (
            self._completed
            and index.in_id_order
            and not (index.unread_artifacts or index.production.missing_producers)
            and not judge.sight.states.doubtful
            and not judge.is_edited_from(self._turn.fork)
            and not self._both_in_one_line
        )

    @property
    def _both_in_one_line(self) -> bool:
        """Whether a line has a text that moves, and one from after the fork that does not."""
        moving: set[int] = set()
        staying: set[int] = set()
        actions, turn = self._view.index.trace.actions, self._turn
        end = len(turn.body)  # what makes the models of the merge comes last in either order
        for text, held in enumerate(self._view.models.texts):
            if held.made is not None and turn.fork <= held.made < end:
                lines = moving if actions[held.made].id in turn.alone else staying
                lines.add(self._placement.of(text))
        return not moving.isdisjoint(staying)
