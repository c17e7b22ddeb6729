"""§18.1 Criteria of a goal: the list only grows, so that a definition of done cannot be moved to meet the work.

What a criterion says of its author, its time and whether it is required is a companion's, the goal contract; the text
has no such members, and its readers keep them (§2.2).
"""

from typing import Any, NamedTuple

from tollens.core.author.edits import appended
from tollens.core.author.goals import CERTIFICATION, changed, goal_at, milliseconds
from tollens.core.author.identifiers import next_id
from tollens.core.errors import MisuseError
from tollens.core.graph.elements import identities
from tollens.core.graph.index import Index
from tollens.core.model import AcceptanceKind, GoalStatus
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document

_MEMBERS = {
    AcceptanceKind.Change: ("symbol", "file"),
    AcceptanceKind.Property: ("symbol", "property"),
    AcceptanceKind.Obligation: ("policy_id",),
    AcceptanceKind.Gap: ("residual_id",),
}
"""The members of each kind's binding (§18.1)."""

OPTIONS = {"policy_id": "--policy", "residual_id": "--residual"}
"""How a member is given on the command line where that is not its own name."""


class Criterion(NamedTuple):
    """What is to be added to a goal.

    Attributes:
        kind: What it asks for.
        label: What it means, in plain language.
        symbol, file, property, policy_id, residual_id: Its binding: what resolves it.
        formula: A formula over criteria, which then drives the resolution (§18.1).
        required: Whether the goal waits for it; `None` leaves it unsaid, which means that it does.
        covers: Clauses of the intent that it is about.
        name: Its id; the next free one when empty.
    """

    kind: AcceptanceKind
    label: str
    symbol: str | None = None
    file: str | None = None
    property: str | None = None
    policy_id: str | None = None
    residual_id: str | None = None
    formula: object = None
    required: bool | None = None
    covers: tuple[str, ...] = ()
    name: str = ""


def is_bound(criterion: Criterion) -> bool:
    """Whether something resolves it; otherwise its status is what its author says (§18.2)."""
    binding = (getattr(criterion, member) for members in _MEMBERS.values() for member in members)
    return criterion.formula is not None or any(said is not None for said in binding)


def criterion_added(document: Document, goal: str, criterion: Criterion, *, at: str, by: str) -> Document:
    """Add a criterion at the end of a goal's list.

    A certification was given for the list as it was, so adding takes it away, by an action that keeps it.

    Args:
        document: The trace.
        goal: Id of the goal.
        criterion: What is asked for.
        at: When, as RFC 3339.
        by: Who says so; the author of the criterion.

    Raises:
        MisuseError: The criterion does not make sense, or the goal cannot take one.
    """
    place, held = goal_at(document, goal)
    if held.status is GoalStatus.GoalAbandoned:
        raise MisuseError(f"the goal {quoted(goal)} is abandoned", f"tollens goal TRACE set {goal} takes it up again.")
    taken = [name for _, name in identities(held.acceptance, "acceptance_id")]
    if criterion.name and criterion.name in taken:
        raise MisuseError(f"{quoted(goal)} has a criterion {quoted(criterion.name)} already", "Give another --id.")
    item = _item(document, criterion, criterion.name or next_id(taken, "c"))
    item |= {"author": by, "authored_at": milliseconds(at)}
    if document.value["goals"][place].get(CERTIFICATION) is not None:
        label = f"Add the criterion {item['acceptance_id']} to the goal {goal}"
        reason = "The definition of done grew, so that it has to be certified anew."
        document = changed(document, goal, {}, label=label, reason=reason, at=at, by=by)
    return appended(document, f"/goals/{place}/acceptance", item)


def _item(document: Document, criterion: Criterion, name: str) -> dict[str, Any]:
    """The criterion as it is written (§18.6)."""
    if not criterion.label.strip():
        raise MisuseError("the label is empty", "Say in plain language what the criterion means: --label.")
    item: dict[str, Any] = {"acceptance_id": name, "kind": criterion.kind.value, "label": criterion.label}
    if binding := _binding(document, criterion):
        item["binding"] = binding
    if criterion.formula is not None:
        item["formula"] = criterion.formula
    if criterion.required is not None:
        item["required"] = criterion.required
    if criterion.covers:
        item["covers"] = list(criterion.covers)
    return item


def _binding(document: Document, criterion: Criterion) -> dict[str, str]:
    """What resolves it, by its kind (§18.1)."""
    fitting = _MEMBERS[criterion.kind]
    given = {member: getattr(criterion, member) for members in _MEMBERS.values() for member in members}
    binding = {member: said for member, said in given.items() if said is not None}
    kind = criterion.kind.value
    ways = " or ".join(OPTIONS.get(member, f"--{member}") for member in fitting)
    for member, said in binding.items():
        option = OPTIONS.get(member, f"--{member}")
        if member not in fitting:
            raise MisuseError(f"{option} does not fit a {kind} criterion", f"It is bound by {ways}.")
        if not said.strip():
            raise MisuseError(f"{option} is empty", f"A {kind} criterion is bound by {ways}.")
    if criterion.kind is AcceptanceKind.Change and "file" in binding and "symbol" not in binding:
        raise MisuseError("a Change criterion names a symbol, and the file beside it", "Add --symbol.")
    index = Index(document.trace)
    if criterion.residual_id is not None and criterion.residual_id not in index.residual_ids:
        message = f"{quoted(criterion.residual_id)} is no residual of this trace"
        raise MisuseError(message, "tollens residuals TRACE lists them; tollens residual TRACE declare adds one.")
    return binding
