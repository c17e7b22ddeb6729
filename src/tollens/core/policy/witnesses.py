"""What a verdict rests on, asked for as formulas: where the trigger fires, where the policy is violated or met.

A policy such as `G(α → β)` says something only where α holds. Each question about a policy is itself a formula made
from the policy's, so that the evaluator answers it as it answers any other (policy companion, PL §5).
"""

from collections.abc import Callable
from typing import cast

from tollens.core.policy.engine import Steps, run
from tollens.core.policy.syntax import (
    And,
    Field,
    Formula,
    Implies,
    Name,
    Not,
    Or,
    Quantified,
    Term,
    Truth,
    Unary,
)

_NOWHERE = Truth(False)


def trigger(formula: Formula) -> Formula:
    """Holds of a trace in which the policy demands something.

    What has no trigger, such as a prohibition, demands something always.

    >>> from tollens.core.policy.parser import parse
    >>> from tollens.core.policy.printer import printed
    >>> printed(trigger(parse("G(EditFile → F(RunTests))"))), printed(trigger(parse("G(¬GitCommit)")))
    ('F(EditFile)', 'F(true)')
    """
    return run(_trigger(formula))


def _trigger(formula: Formula) -> Steps[Formula]:
    match formula:
        case Unary(operator="G", body=body):
            return Unary("F", (yield _trigger(body)))
        case Implies(left=left):
            return left
        case Quantified(quantifier="∀", variable=variable, source=source, body=body):
            return Quantified("∃", variable, source, (yield _trigger(body)))
        case And(parts=parts):
            return cast(Formula, (yield _any_of(parts, _trigger)))
        case _:
            return Truth(True)


def violation(formula: Formula) -> Formula:
    """Holds at the positions that violate a policy which fails: where the body of `G` does not hold."""
    return run(_violation(formula))


def _violation(formula: Formula) -> Steps[Formula]:
    match formula:
        case Unary(operator="G", body=body):
            return Not(body)
        case Implies(right=right):
            return cast(Formula, (yield _violation(right)))
        case And(parts=parts) | Or(parts=parts):
            return cast(Formula, (yield _any_of(parts, _violation)))
        case Quantified(quantifier="∀", variable=variable, source=source, body=body) if _fixed(source):
            return _some(variable, source, (yield _violation(body)))
        case Not(body=body):
            return cast(Formula, (yield _violation_of_not(body)))
        case _:
            return _NOWHERE


def _violation_of_not(body: Formula) -> Steps[Formula]:
    match body:
        case Unary(operator="F", body=found):
            return found
        case Not(body=inside):
            return cast(Formula, (yield _violation(inside)))
        case Quantified(quantifier="∃", variable=variable, source=source, body=found) if _fixed(source):
            return _some(variable, source, (yield _violation_of_not(found)))
        case Or(parts=parts):
            return cast(Formula, (yield _any_of(parts, _violation_of_not)))
        case _:
            return _NOWHERE


def evidence(formula: Formula) -> Formula:
    """Holds at the positions that a policy which holds rests on: where the trigger fires and the body holds."""
    return run(_evidence(formula))


def _evidence(formula: Formula) -> Steps[Formula]:
    match formula:
        case Unary(operator="G", body=Implies(left=left) as whole):
            return And((left, whole))  # what α names is what β speaks of
        case Unary(operator="G", body=Quantified(quantifier="∀", variable=variable, source=source) as whole):
            return And((Quantified("∃", variable, source, Truth(True)), whole))
        case Unary(operator="F", body=body):
            return body
        case And(parts=parts):
            return cast(Formula, (yield _any_of(parts, _evidence)))
        case Quantified(quantifier="∀", variable=variable, source=source, body=body) if _fixed(source):
            return _some(variable, source, (yield _evidence(body)))
        case _:
            return _NOWHERE


def _any_of(parts: tuple[Formula, ...], ask: Callable[[Formula], Steps[Formula]]) -> Steps[Formula]:
    found: list[Formula] = []
    for part in parts:
        found.append((yield ask(part)))
    asked = [part for part in found if part is not _NOWHERE]
    return Or(tuple(asked)) if len(asked) > 1 else asked[0] if asked else _NOWHERE


def _some(variable: str, source: Term | None, body: Formula) -> Formula:
    return _NOWHERE if body is _NOWHERE else Quantified("∃", variable, source, body)


def _fixed(source: Term | None) -> bool:
    """Whether a source is the same at every position, by its form."""
    while isinstance(source, Field):
        source = source.term
    return isinstance(source, Name) and source.name != "a"


def conjuncts(formula: Formula) -> tuple[Formula, ...]:
    """The parts of a formula that each must hold."""
    found: list[Formula] = []
    pending = [formula]
    while pending:
        part = pending.pop()
        if isinstance(part, And):
            pending.extend(reversed(part.parts))
        else:
            found.append(part)
    return tuple(found)
