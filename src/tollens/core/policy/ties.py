"""Whether a formula rests on what actions and artifacts have to do with one another: who made, read, derives from what.

What does not, such as `G(EditFile → F(RunTests))`, is decided by each action's own record, whatever else is damaged.
"""

from tollens.core.policy.plan import Plan, TooDeepError, is_type, planned
from tollens.core.policy.syntax import Atom, Binary, Field, Formula, FunctionCall, Name, PredicateCall, TypeCall, Unary
from tollens.core.policy.vocabulary import ACTION_TYPES, ARTIFACT_TYPES, CATEGORIES, PREDICATES

BY_POSITION = frozenset({"G", "F", "X", "U", "P", "H", "S", "S_last"})
"""The operators that look at positions alone."""

OF_OTHERS = frozenset({"inputs", "outputs", "output_count", "target_artifact_id", "derived_from"})
"""Fields of an action that are read of artifacts."""

_FLOWS = frozenset({"inputs", "outputs", "ancestors"})
_OWN_TYPES = frozenset(ACTION_TYPES) - ARTIFACT_TYPES
_OWN = frozenset({*CATEGORIES, "action", "has_rationale", "start_event", "end_event"})


def is_own(name: str) -> bool:
    """Whether an atom is decided by the record of the action at the position, or by the events of the trace."""
    return name in _OWN_TYPES or name in _OWN or (name not in PREDICATES and not name[:1].isupper())


def rests_on_ties(formula: Formula) -> bool:
    """Whether a formula asks who made, read or derives from what."""
    try:
        return any(map(_is_a_tie, planned(formula).within()))
    except TooDeepError:
        return True


def _is_a_tie(plan: Plan) -> bool:
    match plan.node:
        case Atom(name=name):
            return plan.bound or (plan.here and not is_own(name))
        case TypeCall():
            return not plan.parts[0].bound
        case Unary(operator=operator) | Binary(operator=operator):
            return operator not in BY_POSITION
        case FunctionCall(name=name):
            return name in _FLOWS
        case Field(name=name):
            return name in OF_OTHERS
        case Name(name=name):
            return plan.here and name in OF_OTHERS
        case PredicateCall(name=name, terms=terms):
            typed = any(isinstance(term, Name) and is_type(term.name) for term in terms)
            return typed or len(terms) > 1 or name == "high_stakes_path"
        case _:
            return False
