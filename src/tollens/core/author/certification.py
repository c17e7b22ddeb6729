"""Who approved what "done" means (§18.1): the certification of a goal's criteria, by someone other than the doer.

The text says whether a goal is met (§18.2); whether it asks for the right thing is a person's judgement, which the
companion on goals records as `criteria_review`. A name is what is compared here, and nobody's identity is proved by it.
"""

from collections.abc import Iterator
from typing import Any, Literal, get_args

from tollens.core.author.goals import CERTIFICATION, changed, goal_at, milliseconds
from tollens.core.errors import MisuseError
from tollens.core.graph.merges import doers
from tollens.core.model import GoalStatus, Trace
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document

Verdict = Literal["approved", "changes_requested"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
"""What may be said of a goal's criteria."""

AGENT = "agent"
"""The companion's word for the one that did the work."""


def is_doer(trace: Trace, name: str) -> bool:
    """Whether a name is that of an agent which did the work; letters' case and blanks around do not tell apart."""
    return _alike(name) in map(_alike, (AGENT, *doers(trace)))


def certified(document: Document, goal: str, verdict: Verdict, *, note: str = "", at: str, by: str) -> Document:
    """Record a judgement of a goal's criteria, and the action that keeps an earlier one.

    Args:
        document: The trace.
        goal: Id of the goal.
        verdict: Whether the criteria are the right ones.
        note: Why, or what is to change.
        at: When, as RFC 3339.
        by: Who judges.

    Raises:
        MisuseError: Whoever judges did the work or wrote a criterion, or there is nothing to judge.
    """
    place, held = goal_at(document, goal)
    if held.status is GoalStatus.GoalAbandoned:
        raise MisuseError(f"the goal {quoted(goal)} is abandoned", "Nothing is to be certified about it.")
    if not held.acceptance:
        raise MisuseError(
            f"the goal {quoted(goal)} has no criterion", "Say first what done means: tollens accept TRACE GOAL add."
        )
    if is_doer(document.trace, by):
        raise MisuseError(
            f"{quoted(by)} did the work, and does not certify what done means", "Have it judged by someone else."
        )
    written = [name for author, name in _authors(document.value["goals"][place]) if _alike(author) == _alike(by)]
    if written:
        raise MisuseError(
            f"{quoted(by)} wrote the criterion {quoted(written[0])}, and does not certify it",
            "Have the goal judged by someone who wrote none of its criteria.",
        )
    review = {"reviewed_by": by, "at": milliseconds(at), "verdict": verdict, "note": note or None}
    label = f"{_DONE[verdict]} the criteria of the goal {goal}"
    return changed(document, goal, {CERTIFICATION: review}, label=label, reason=note, definition=False, at=at, by=by)


_DONE: dict[Verdict, str] = {"approved": "Certify", "changes_requested": "Request changes of"}


def _authors(goal: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The author of each criterion that names one, with the criterion's id."""
    items = goal.get("acceptance")
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict) and isinstance(author := item.get("author"), str):
            yield author, str(item.get("acceptance_id", item.get("id", "")))


def _alike(name: str) -> str:
    return " ".join(name.split()).casefold()
