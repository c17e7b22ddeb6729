"""What changed in evidence between two traces, as text: losses first, then the rest; and the evidence of one trace."""

from collections.abc import Iterable, Iterator

from tollens.core.derive.comparison.pieces import Piece
from tollens.core.derive.comparison.report import (
    Comparison,
    EvidenceChange,
    GapChange,
    GoalChange,
    Held,
    ItemChange,
    PolicyChange,
)
from tollens.core.derive.evaluation import Evaluation
from tollens.plugins.text.lines import Line, Tone
from tollens.plugins.text.printable import clip_start, one_line, wrap

MOST = 40
"""Rows that are no loss which are shown, unless all are asked for. A loss is never cut."""

_WORD = 14
"""Columns of the word that begins a row."""

_GOOD = frozenset({"strengthened", "gained", "rose", "closed"})


def lines(before: str, after: str, told: Comparison, width: int, *, everything: bool) -> Iterator[Line]:
    """What changed.

    Args:
        before, after: Names of the two files.
        told: What to show.
        width: Columns.
        everything: Whether no list is cut.
    """
    room = max(16, (width - 40) // 2)
    names = f"{clip_start(before, room)} to {clip_start(after, room)}"
    yield (
        ("head", names),
        ": ",
        ("bad", _losses(told)) if told.loss else ("good", "no evidence lost"),
        f", {_rest(told)}",
    )
    if not told.related:
        text = "the second trace does not name the first one: that they belong together rests on you"
        yield from _row("note", "dim", text, width)
    if told.before.valid and not told.after.valid:
        yield from _row("invalid", "bad", "the second trace is invalid, and the first is not", width)
    rows = [*map(_evidence, told.evidence), *map(_gap, told.gaps), *_goals(told.goals), *map(_policy, told.policies)]
    rows.sort(key=lambda row: not row[0])
    losses = sum(loss for loss, *_ in rows)
    shown = rows if everything else rows[: losses + MOST]
    for loss, word, text, more in shown:
        tone: Tone = "bad" if loss else "good" if word in _GOOD else "dim"
        yield from _row(word, tone, text, width)
        for line in wrap(more, width - _WORD - 3) if more else ():
            yield (("dim", f"{'':<{_WORD + 3}}{line}"),)
    if len(rows) > len(shown):
        yield (("dim", f"… and {len(rows) - len(shown)} more changes that are no loss: --all shows them"),)


_Row = tuple[bool, str, str, str]
"""Whether it is a loss, its first word, what it is about, and why."""


def _losses(told: Comparison) -> str:
    number = told.losses or 1
    return f"{number} loss{'' if number == 1 else 'es'}"


def _rest(told: Comparison) -> str:
    gained = sum(change.change == "gained" for change in told.evidence)
    return f"{told.kept} of {told.before.pieces} pieces as they were" + (f", {gained} gained" if gained else "")


def _evidence(change: EvidenceChange) -> _Row:
    before, after = (None if held is None else _held(held) for held in (change.before, change.after))
    held = change.before or change.after
    assert held is not None
    name = held.artifact_id or (change.type if held.action_id is None else f"{change.type} of action {held.action_id}")
    way = f"{before} before, {after} now" if before and after else before or after or ""
    return change.loss, change.change, f"{name}  {change.subject}", "; ".join(filter(None, (way, change.reason)))


def _held(held: Held) -> str:
    """A piece of evidence in words; what it is worth is left out where its verdict says so."""
    worth = "" if held.standing == "holds" or (held.standing == "undecided" and not held.why) else held.standing
    worth = "" if worth == "refuted" else worth
    return f"{held.verdict}{f' and {worth}' if worth else ''}{f' ({held.artifact_id})' if held.artifact_id else ''}"


def _gap(change: GapChange) -> _Row:
    lowered = f", {change.severity_before} before" if change.change == "lowered" else ""
    about = f"{change.residual_id}  {change.severity} {change.kind.replace('_', ' ')}{lowered}: {change.statement}"
    why = "it was open, and nothing says that it was closed" if change.change == "vanished" else ""
    return change.loss, f"gap {change.change}"[:_WORD], about, why


def _goals(changes: Iterable[GoalChange]) -> Iterator[_Row]:
    for change in changes:
        before, after = change.before, change.after
        way = [] if before is None else [f"{_reached(before.reached)} {before.progress:.0%} before"]
        way += [] if after is None else [f"{_reached(after.reached)} {after.progress:.0%} now"]
        if before is not None and after is not None:
            way += ["no longer certified"] if before.certified and not after.certified else []
            way += ["a policy fails over its work now"] if after.governed is False is not before.governed else []
        yield change.loss, f"goal {change.change}", f"{change.goal_id}  {change.intent}", ", ".join(way)
        for item in change.items:
            yield _item(change.goal_id, item)


def _reached(reached: bool) -> str:
    return "reached" if reached else "open"


def _item(goal: str, change: ItemChange) -> _Row:
    before, after = (status.removeprefix("Accept").lower() for status in (change.before, change.after))
    way = f"{before} before, {after} now" if before and after else before or after
    about = f"{goal}/{change.acceptance_id}  {change.label}"
    return change.loss, change.change, about, "; ".join(filter(None, (way, change.reason)))


def _policy(change: PolicyChange) -> _Row:
    about = f"{change.policy_id}  {change.name}"
    return change.loss, f"policy {change.change}"[:_WORD], about, change.reason


def _row(word: str, tone: Tone, text: str, width: int) -> Iterator[Line]:
    for number, line in enumerate(wrap(one_line(text), width - _WORD - 3)):
        yield "  ", (tone, f"{'' if number else word:<{_WORD}} "), line


def evidence_lines(evaluation: Evaluation, held: Iterable[Piece]) -> Iterator[Line]:
    """The evidence of one trace, a line each: what `git diff` compares instead of the JSON. No line is cut.

    Args:
        evaluation: Of the trace.
        held: Its pieces of evidence.
    """
    trace = evaluation.trace
    yield (f"trace {one_line(trace.trace_id)}: {'valid' if evaluation.report.valid else 'invalid'}",)
    for piece in held:
        name = piece.artifact_id or ("" if piece.action_id is None else f"action {piece.action_id}")
        later = f", replaced by {piece.replaced_by}" if piece.replaced_by is not None else ""
        worth = "" if later else f", {piece.standing}{f' ({piece.why})' if piece.why else ''}"
        yield (one_line(f"{piece.type} {name}: {piece.verdict}{later}{worth}: {piece.subject}"),)
    for gap in (*evaluation.established.defeaters, *evaluation.established.gaps):
        yield (one_line(f"gap {gap.residual_id}: {gap.status}, {gap.severity} {gap.kind}: {gap.statement}"),)
    for goal in evaluation.resolution.goals:
        yield (one_line(f"goal {goal.goal_id}: {_reached(goal.reached)}, {goal.progress:.0%}: {goal.intent}"),)
        for item in goal.acceptance:
            status = item.status.removeprefix("Accept").lower()
            by = f" by {', '.join(item.evidence)}" if item.evidence else ""
            yield (one_line(f"  {goal.goal_id}/{item.acceptance_id}: {status}{by}: {item.label}"),)
    for policy in evaluation.policies:
        recorded = f", recorded as {policy.recorded}" if policy.recorded else ""
        yield (one_line(f"policy {policy.policy_id}: {policy.status}{recorded}: {policy.name}"),)
