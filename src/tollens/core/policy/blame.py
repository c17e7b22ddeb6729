"""Which elements a policy fails for: the residuals, artifacts or goals of which its quantified body does not hold."""

from collections.abc import Sequence

from tollens.core.policy.engine import Steps, TooLargeError, run
from tollens.core.policy.evaluation import Evaluation
from tollens.core.policy.frames import Frame, Rows
from tollens.core.policy.masks import positions
from tollens.core.policy.plan import Plan, TooDeepError
from tollens.core.policy.quantifiers import Tried, tried
from tollens.core.policy.syntax import And, Formula, Implies, Not, Quantified, Unary
from tollens.core.policy.values import Element


def blamed(evaluation: Evaluation, formula: Formula) -> Sequence[Element]:
    """The elements, in the order in which they are met, each once; none where they are too many to be looked at."""
    try:
        found: list[Element] = []
        run(_blamed(evaluation, evaluation.plan(formula), evaluation.base, 1, False, found))
    except (TooLargeError, TooDeepError):
        return ()
    return list(dict.fromkeys(found))


def _blamed(
    evaluation: Evaluation, plan: Plan, frame: Frame, need: int, denied: bool, found: list[Element]
) -> Steps[None]:
    """Go down to what is wrong in the rows that are needed.

    Args:
        evaluation: Evaluates the parts.
        plan: What is false in these rows; where it is `denied`, what is true.
        frame: Where.
        need: The rows.
        denied: Whether an odd number of negations is around.
        found: Takes the elements.
    """
    node = plan.node
    parts: Sequence[Plan] = ()
    match node:
        case Not():
            yield _blamed(evaluation, plan.parts[0], frame, need, not denied, found)
        case And() if not denied:
            parts = plan.parts
        case Implies() if not denied:
            parts = plan.parts[1:]
        case Unary(operator="G") if not denied and frame is evaluation.base:
            parts, need = plan.parts, evaluation.shared.facts.full
        case Unary(operator="F") if denied and frame is evaluation.base:
            parts, need = plan.parts, evaluation.shared.facts.full
        case Quantified(quantifier=quantifier) if quantifier == ("∃" if denied else "∀"):
            yield _elements(evaluation, plan, frame, need, denied, found)
    for part in parts:
        masks = yield evaluation.formula(part, frame, need)
        wrong = need & (masks.true if denied else masks.false)
        if wrong:
            yield _blamed(evaluation, part, frame, wrong, denied, found)


def _elements(
    evaluation: Evaluation, plan: Plan, frame: Frame, need: int, denied: bool, found: list[Element]
) -> Steps[None]:
    if frame is evaluation.base and not plan.here:
        frame, need = Rows([0], {}), 1
    held: Tried = yield tried(evaluation, plan, frame, need)
    wrong = held.adds.true if denied else held.adds.false
    node = plan.node
    if isinstance(node, Quantified):
        column = held.rows.columns[node.variable]
        found += [column[row] for row in positions(wrong) if isinstance(column[row], Element)]
        yield _blamed(evaluation, plan.parts[-1], held.rows, wrong, denied, found)
