"""Names that nobody knows: no trace can say what a policy with one demands, so none passes it in silence (§13.5).

What the language, the project or the trace itself has is known. Of the rest every part of a formula that names it is
undetermined, and a formula that holds for other reasons, or is about nothing that occurs, is not decided either: a
misspelt name must never look like a policy that is kept.
"""

from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple, cast

from tollens.core.model.artifacts import ArtifactRole
from tollens.core.model.policies import PolicySelector
from tollens.core.policy.engine import Shared
from tollens.core.policy.printer import printed
from tollens.core.policy.remarks import Stranger, listed
from tollens.core.policy.syntax import Formula, Node, Untold, children, replaced
from tollens.core.policy.vocabulary import ACTION_TYPES, ARTIFACT_TYPES, CATEGORIES, OLDER_TYPES, OPEN_TYPES
from tollens.core.policy.words import fold, words_of
from tollens.core.validate.wording import quoted


class Unheard(NamedTuple):
    """A part of a policy that names what nobody knows.

    Attributes:
        fact: The part.
        why: Which name, and what may have been meant.
    """

    fact: str
    why: str


class Known(NamedTuple):
    """A policy as far as it can be understood over a trace.

    Attributes:
        formula: The formula, with every part that cannot be undetermined.
        conditions: The conditions of `applies_when` that cannot.
        parts: Those parts of the formula.
    """

    formula: Formula
    conditions: tuple[Unheard, ...]
    parts: tuple[Unheard, ...]


def understood(
    formula: Formula, strangers: Sequence[Stranger], shared: Shared, conditions: tuple[Unheard, ...] = ()
) -> Known:
    """A formula over a trace that may have what the language does not.

    Args:
        formula: The formula, or a part of it.
        strangers: The names in it that neither the language nor the project knows.
        shared: The trace.
        conditions: What of `applies_when` is not understood.
    """
    left = {id(stranger.node): stranger.why for stranger in strangers if not _met(stranger, shared)}
    if not left:
        return Known(formula, conditions, ())
    instead: dict[int, Node] = {}
    unheard: dict[Unheard, None] = {}
    for part, why in _parts(formula, left):
        text = printed(part)
        instead[id(part)] = Untold(text, why, start=part.start, end=part.end)
        unheard[Unheard(text, why)] = None
    return Known(cast(Formula, replaced(formula, instead)), conditions, tuple(unheard))


def _parts(formula: Formula, strange: dict[int, str]) -> Iterator[tuple[Formula, str]]:
    """The smallest formulas that have these nodes inside, in the order of the text; none inside another."""
    found: set[int] = set()
    pending: list[tuple[Node, Formula]] = [(formula, formula)]
    while pending:
        node, around = pending.pop()
        if id(around) in found:
            continue
        around = node if isinstance(node, Formula) else around
        if id(node) in strange:
            found.add(id(around))
            yield around, strange[id(node)]
        else:
            pending.extend((child, around) for child in reversed(children(node)))


def _met(stranger: Stranger, shared: Shared) -> bool:
    """Whether a trace has what a name stands for."""
    match stranger.sort:
        case "type":
            return shared.facts.has_type(stranger.name)
        case "text":
            return bool(shared.facts.atom(stranger.name).true)
        case "field":
            return shared.elements.has_open_member(stranger.name)
        case _:
            return False


def unheard_conditions(selector: PolicySelector, types: Sequence[str], shared: Shared) -> tuple[Unheard, ...]:
    """The conditions of `applies_when` that name what nobody knows.

    Args:
        selector: The conditions.
        types: Further type names that are used on purpose.
        shared: The trace.
    """
    facts, artifacts = shared.facts, shared.record.index.artifacts
    all_types = {*ACTION_TYPES, *ARTIFACT_TYPES, *OLDER_TYPES, *OPEN_TYPES, *types}
    roles = words_of(ArtifactRole)
    found: list[Unheard] = []
    for member, said in (("action_type", selector.action_type), ("artifact_type", selector.artifact_type)):
        if said is not None and said not in all_types and not facts.has_type(said):
            found.append(_unheard_condition(member, said, all_types, "name it as a type of the project"))
    if selector.category is not None and fold(selector.category) not in CATEGORIES:
        found.append(_unheard_condition("category", selector.category, CATEGORIES))
    role, stated = selector.artifact_role, {held.artifact_role for _, held in artifacts}
    if role is not None and fold(role) not in roles and ArtifactRole(role) not in stated:
        found.append(_unheard_condition("artifact_role", role, roles))
    patterns = (*(() if selector.path_matches is None else (selector.path_matches,)), *selector.path_matches_any)
    if not all(pattern.strip() for pattern in patterns):
        found.append(Unheard("applies_when", "one of its patterns of paths is empty; leave it out"))
    return tuple(found)


def _unheard_condition(member: str, said: str, known: Collection[str], otherwise: str = "") -> Unheard:
    near = next(iter(get_close_matches(said[:64], sorted(known), n=1)), None)
    advice = f"did you mean `{near}`?" if near else otherwise or f"it is one of {listed(sorted(known))}"
    return Unheard(f"applies_when.{member} = {quoted(said)}", f"nobody knows {quoted(said)}; {advice}")
