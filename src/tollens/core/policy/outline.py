"""Where each part of a formula holds in a trace, fails, or cannot be told: the lines of an explanation, located."""

from collections.abc import Sequence
from typing import NamedTuple

from tollens.core.policy.engine import Shared
from tollens.core.policy.evaluation import Evaluation
from tollens.core.policy.explain import Said
from tollens.core.policy.masks import positions
from tollens.core.policy.remarks import Stranger
from tollens.core.policy.strangers import understood
from tollens.core.policy.syntax import Formula, Quantified

_MOST = 200
"""Lines of an explanation that are located: each takes an evaluation."""

_FEW = 8
"""Actions that are named of each sort."""


class Located(NamedTuple):
    """Where a part of a formula has which value.

    Attributes:
        true, false, unknown: At how many actions.
        true_ids, false_ids, unknown_ids: The first of them.
    """

    true: int
    false: int
    unknown: int
    true_ids: tuple[int, ...]
    false_ids: tuple[int, ...]
    unknown_ids: tuple[int, ...]


def located(outline: Sequence[Said], shared: Shared, strangers: Sequence[Stranger] = ()) -> tuple[Located | None, ...]:
    """For each line of an explanation where its part holds.

    `None` where the line is only a word, where the part speaks of a variable that is bound around it, and beyond the
    first lines of a long explanation.

    Args:
        outline: The explanation.
        shared: The trace.
        strangers: The names in the formula that nobody knows.
    """
    evaluation = Evaluation(shared)
    free = _standing_alone(outline)
    return tuple(
        None
        if said.formula is None or not alone or number >= _MOST
        else _where(understood(said.formula, strangers, shared).formula, evaluation, shared)
        for number, (said, alone) in enumerate(zip(outline, free, strict=True))
    )


def _standing_alone(outline: Sequence[Said]) -> list[bool]:
    """Whether each line is inside no quantifier, so that no variable of one can stand in it."""
    found: list[bool] = []
    within: int | None = None
    for said in outline:
        if within is not None and said.depth <= within:
            within = None
        found.append(within is None)
        if within is None and isinstance(said.formula, Quantified):
            within = said.depth
    return found


def _where(formula: Formula, evaluation: Evaluation, shared: Shared) -> Located:
    masks = evaluation.everywhere(formula)
    actions = shared.facts.actions
    true, false = masks.true & actions, masks.false & actions
    unknown = actions & ~(true | false)
    ids = [shared.record.ids_of(positions(mask)[:_FEW]) for mask in (true, false, unknown)]
    return Located(true.bit_count(), false.bit_count(), unknown.bit_count(), ids[0], ids[1], ids[2])
