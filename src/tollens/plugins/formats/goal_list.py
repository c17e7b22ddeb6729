"""The goals of a trace as text: what each is for, and what the evidence says of it. `resolution` says why."""

from collections.abc import Iterator, Sequence

from tollens.core.derive.goals import ResolvedGoal
from tollens.plugins.text.lines import Line, Tone
from tollens.plugins.text.printable import clip, one_line

_CERTIFIED = {True: "certified", False: "not certified", None: "certification unknown"}
_STATE: dict[bool, tuple[Tone, str]] = {True: ("good", "reached"), False: ("warn", "not reached")}


def lines(goals: Sequence[ResolvedGoal], width: int) -> Iterator[Line]:
    """Two lines a goal."""
    if not goals:
        yield (("dim", "no goal is declared: tollens goal TRACE set ID --intent … declares one"),)
    for goal in goals:
        yield ("head", one_line(goal.goal_id)), "  ", clip(goal.intent, max(width - len(goal.goal_id) - 2, 1))
        done = sum(item.status == "AcceptDone" for item in goal.acceptance)
        yield (
            "  ",
            _STATE[goal.reached],
            f"  {done} of {len(goal.acceptance)} criteria done, {goal.open_gaps} open gaps",
            ("dim", f"  {goal.status or 'status not stated'}, {_CERTIFIED[goal.certified]}"),
        )
