"""The goals of a trace as text: what each is for, and what the evidence says of it. `resolution` says why."""

from collections.abc import Iterator, Sequence

from tollens.core.derive.goals.resolution import ResolvedGoal
from tollens.plugins.text.lines import Line, Tone
from tollens.plugins.text.printable import clip, columns, one_line

_CERTIFIED = {True: "certified", False: "not certified", None: "not reviewed"}
_STATE: dict[bool, tuple[Tone, str]] = {True: ("good", "reached"), False: ("warn", "not reached")}


def lines(goals: Sequence[ResolvedGoal], width: int) -> Iterator[Line]:
    """Two lines a goal."""
    if not goals:
        yield (("dim", "no goal is declared: tollens goal TRACE set ID --intent TEXT declares one"),)
    for goal in goals:
        name = clip(goal.goal_id, width // 2)
        yield ("head", name), "  ", clip(goal.intent, width - columns(name) - 2)
        done = sum(item.status == "AcceptDone" for item in goal.acceptance)
        criteria = f"{done} of {len(goal.acceptance)} criteria done" if goal.acceptance else "no criteria"
        gaps = f"{goal.open_gaps} open gap{'' if goal.open_gaps == 1 else 's'}"
        yield (
            "  ",
            _STATE[goal.reached],
            f"  {criteria}, {gaps}",
            ("dim", f"  {one_line(goal.status) or 'status not stated'}, {_CERTIFIED[goal.certified]}"),
        )
