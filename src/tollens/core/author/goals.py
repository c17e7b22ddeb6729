"""§18.1 Goals: declared, amended and dropped; what was, stays to be read in the action that changed it.

A goal has no revisions in the text, so it changes in place, and a governance action (`RecordAudit`) keeps what it said
before. It is never removed. Its criteria are added by `tollens.core.author.acceptance`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tollens.core.author.edits import appended, removed, replaced
from tollens.core.author.entries import only
from tollens.core.author.governance import governed
from tollens.core.errors import MisuseError
from tollens.core.graph.elements import identities
from tollens.core.model import Goal, GoalStatus, GovernanceActionType
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document

CERTIFICATION = "criteria_review"
"""The member of a goal that says who approved its criteria; the goal contract, a companion of the text, has it."""


def goal_at(document: Document, name: str) -> tuple[int, Goal]:
    """The goal of that id, with its place in the list of goals.

    Raises:
        MisuseError: There is none, there are several, or it cannot be read as a goal.
    """
    place, goal = only(document.trace, "goals", "goal_id", name)
    assert isinstance(goal, Goal)
    return place, goal


def goal_set(
    document: Document,
    name: str,
    *,
    intent: str | None = None,
    scope: Sequence[str] = (),
    at: str,
    by: str,
) -> Document:
    """Declare a goal, or amend one: its intent, what it touches; a goal that was dropped becomes active again.

    A certification was given for the goal as it was, so amending takes it away.

    Args:
        document: The trace.
        name: Id of the goal.
        intent: The change and why, in plain language; needed for a new goal.
        scope: Files and symbols that it touches, besides those that it has.
        at: When, as RFC 3339.
        by: Who says so.

    Raises:
        MisuseError: Something is missing, or nothing would change.
    """
    if intent is not None and not intent.strip():
        raise MisuseError("the intent is empty", "Say what is to change, and why.")
    if not name.strip() or any(not entry.strip() for entry in scope):
        raise MisuseError("an id or an entry of the scope is empty", "Name the goal, the file or the symbol.")
    if name not in (said for _, said in identities(document.trace.goals, "goal_id")):
        if intent is None:
            raise MisuseError(f"the goal {quoted(name)} is new and has no intent", "Say it with --intent.")
        return appended(
            document,
            "/goals",
            {
                "goal_id": name,
                "intent": intent,
                "intent_author": by,
                "authored_at": milliseconds(at),
                "scope": list(dict.fromkeys(scope)),
                "acceptance": [],
                "status": GoalStatus.GoalActive.value,
                "meta_action_id": None,
            },
        )
    _, goal = goal_at(document, name)
    became: dict[str, Any] = {}
    if intent not in (None, goal.intent):
        became |= {"intent": intent, "intent_author": by}
    if added := [entry for entry in dict.fromkeys(scope) if entry not in goal.scope]:
        became["scope"] = [*goal.scope, *added]
    if goal.status in (GoalStatus.GoalAbandoned, GoalStatus.GoalScratch):
        became["status"] = GoalStatus.GoalActive.value
    if not became:
        raise MisuseError(f"the goal {quoted(name)} says so already", "Name what is to change: --intent, --scope.")
    return changed(document, name, became, label=f"Amend the goal {name}", at=at, by=by)


def goal_dropped(document: Document, name: str, *, reason: str = "", at: str, by: str) -> Document:
    """Give a goal up: it stays in the record, with the status `GoalAbandoned` (§18.1).

    Raises:
        MisuseError: It is given up already.
    """
    if goal_at(document, name)[1].status is GoalStatus.GoalAbandoned:
        raise MisuseError(f"the goal {quoted(name)} is abandoned already")
    status = {"status": GoalStatus.GoalAbandoned.value}
    return changed(document, name, status, label=f"Drop the goal {name}", reason=reason, definition=False, at=at, by=by)


def changed(
    document: Document,
    name: str,
    became: Mapping[str, object],
    *,
    label: str,
    reason: str = "",
    definition: bool = True,
    at: str,
    by: str,
) -> Document:
    """Change members of a goal, and append the action that keeps what they were.

    Args:
        document: The trace.
        name: Id of the goal.
        became: What its members become.
        label: What is done, in a few words.
        reason: Why.
        definition: Whether the change is one of what "done" means, so that a certification no longer covers it.
        at: When, as RFC 3339.
        by: Who does it.
    """
    place, _ = goal_at(document, name)
    held: dict[str, Any] = document.value["goals"][place]
    was = {member: held.get(member) for member in became}
    result: dict[str, object] = {"goal_id": name, "was": was, "became": dict(became)}
    after = document
    for member, value in became.items():
        after = replaced(after, f"/goals/{place}/{member}", value)
    if definition and held.get(CERTIFICATION) is not None:
        was[CERTIFICATION] = held[CERTIFICATION]
        result["became"] = {**became, CERTIFICATION: None}
        after = removed(after, f"/goals/{place}/{CERTIFICATION}")
    return governed(after, GovernanceActionType.RecordAudit, label=label, rationale=reason, result=result, at=at, by=by)


def certification_withdrawn(before: Document, after: Document, name: str) -> bool:
    """Whether a change took the certification of the goal `name` away."""
    return _certification(before, name) is not None and _certification(after, name) is None


def _certification(document: Document, name: str) -> object:
    if name not in (said for _, said in identities(document.trace.goals, "goal_id")):
        return None
    return document.value["goals"][goal_at(document, name)[0]].get(CERTIFICATION)


def milliseconds(at: str) -> int:
    """A time in RFC 3339 as the goal contract writes it: whole milliseconds since 1970 in UTC.

    >>> milliseconds("1970-01-01T00:00:01.5Z")
    1500
    """
    since = datetime.fromisoformat(at) - datetime.fromisoformat("1970-01-01T00:00:00Z")
    return (since.days * 86_400 + since.seconds) * 1_000 + since.microseconds // 1_000
