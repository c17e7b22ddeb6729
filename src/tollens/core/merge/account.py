"""§15.3 What became of one prior result in a merge, and why."""

import enum
from typing import NamedTuple

from tollens.core.merge.parents import Side
from tollens.core.model.merging import CarriedForwardBasis


class Bucket(enum.Enum):
    """Which of the three accounts a merged trace gives of a prior result."""

    CarriedForward = "CarriedForward"
    NeedsRereasoning = "NeedsRereasoning"
    Reestablished = "Reestablished"


class Account(NamedTuple):
    """What became of a prior result.

    Attributes:
        sides: The parents that have it: one, or both in the same words.
        result_id: Its id there.
        merged_id: Its id in the merged trace.
        bucket: What became of it.
        basis: On what it is carried forward; `None` where it is not.
        closure: The ids of the components that it rests on, sorted: those that were checked, as far as they are known.
        touched: Of these, and of what it would newly rest on, those that differ in the merged model, sorted.
        via_assumptions: What it is carried forward under: ids of residuals, else of the model that says so.
        reason: Why, as a sentence without a full stop.
        by: The result that establishes it again; `None` where none does.
    """

    sides: tuple[Side, ...]
    result_id: str
    merged_id: str
    bucket: Bucket
    basis: CarriedForwardBasis | None = None
    closure: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    via_assumptions: tuple[str, ...] = ()
    reason: str = ""
    by: str | None = None

    @property
    def from_(self) -> str:
        """The parents that have it, as one word: `ours`, `theirs` or `both`."""
        return self.sides[0].value if len(self.sides) == 1 else "both"
