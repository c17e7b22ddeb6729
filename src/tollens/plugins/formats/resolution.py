"""Resolved goals as text: a line an item with its status, what it rests on, and what is missing."""

from collections.abc import Iterable, Iterator

from tollens.core.derive.goals.resolution import ResolvedGoal, ResolvedItem
from tollens.core.derive.review.resolved import Resolved
from tollens.core.model.goals import Freshness
from tollens.plugins.text.lines import Line, Tone
from tollens.plugins.text.printable import clip, clip_start, one_line, wrap

MOST = 8
"""Ids listed of a kind, unless all are asked for."""

_TONES: dict[str, Tone] = {"done": "good", "doing": "warn", "todo": "warn", "blocked": "bad"}
_BASES = {
    "absence": "only because nothing was found for what it denies",
    "met": "evidence exists; it may be contested or outdated",
    "text": "the change names it in words only",
    "model": "a formal model lists it; no change of code does",
}


def lines(name: str, told: Resolved, goals: Iterable[ResolvedGoal], width: int, *, everything: bool) -> Iterator[Line]:
    """The goals, then what bears on all of them.

    Args:
        name: Of the file.
        told: What was resolved.
        goals: Those to show.
        width: Columns.
        everything: Whether no list is cut.
    """
    shown = tuple(goals)
    yield (("head", clip_start(name, width)),)
    if not shown:
        yield (("warn", "  no goal is declared: nothing says what the work was to establish"),)
    for goal in shown:
        yield ()
        yield from _goal(goal, width, everything)
    yield ()
    yield from _rest(told, width, everything)


def _goal(goal: ResolvedGoal, width: int, everything: bool) -> Iterator[Line]:
    word, tone = _word(goal)
    facts = f"{word}  {goal.progress:.0%}  "
    yield (tone, facts), ("head", clip(f"{goal.goal_id}: {goal.intent}", width - len(facts)))
    for item in goal.acceptance:
        yield from _item(item, width, everything)
    if not goal.acceptance:
        yield (("warn", "  it asks for nothing, so nothing can reach it"),)
    axes = [_axis("certified", goal.certified, "no review of its criteria is recorded")]
    axes.append(_axis("governed", goal.governed, "policies were not evaluated"))
    yield (("dim", f"  {' · '.join(axes)}"),)
    yield from _listed("open gaps", goal.open_gap_ids, width, everything)
    yield from _listed("cone", tuple(map(str, goal.cone)), width, everything)


def _word(goal: ResolvedGoal) -> tuple[str, Tone]:
    """Whether it is reached; one that nobody pursues is told as such."""
    if goal.reached:
        return "reached", "good"
    if any(item.status == "AcceptBlocked" for item in goal.acceptance):
        return "blocked", "bad"
    return ("open", "warn") if goal.active else (goal.status.removeprefix("Goal").lower(), "dim")


def _axis(word: str, value: bool | None, unknown: str) -> str:
    return f"{word} is unknown ({unknown})" if value is None else word if value else f"not {word}"


def _item(item: ResolvedItem, width: int, everything: bool) -> Iterator[Line]:
    word = item.status.removeprefix("Accept").lower()
    optional = "" if item.required else " (optional)"
    head = f"  {word:<9}"
    first, *others = wrap(f"{item.label or item.acceptance_id}{optional}", width - len(head))
    yield (_TONES.get(word, "warn"), head), first
    indent = " " * len(head)
    for other in others:
        yield (f"{indent}{other}",)
    about = f"{item.kind or 'no kind'} {item.acceptance_id}"
    evidence = _few(item.evidence, everything)
    for line in wrap(f"{about} · {f'by {evidence}' if evidence else 'no evidence'}", width - len(indent)):
        yield (("dim", f"{indent}{line}"),)
    for note in filter(None, (item.reason, _BASES.get(item.basis, ""))):
        for line in wrap(note, width - len(indent)):
            yield (f"{indent}{line}",)
    if item.counterexample is not None:
        yield (("bad", f"{indent}{clip(f'counterexample: {item.counterexample}', width - len(indent))}"),)


def _rest(told: Resolved, width: int, everything: bool) -> Iterator[Line]:
    outdated = [verdict for verdict in told.freshness if verdict.verdict is not Freshness.Fresh]
    for verdict in outdated if everything else outdated[:MOST]:
        text = f"{verdict.verdict.value.lower()}: {verdict.artifact_id}: {verdict.reason}"
        yield (("bad", clip(text, width)),)
    if not everything and len(outdated) > MOST:
        yield (("dim", f"… and {len(outdated) - MOST} more results that no longer hold: --all shows them"),)
    disputed = told.contested if everything else told.contested[:MOST]
    for each in disputed:
        yield (("bad", clip(f"contested: {each.artifact_id} by {', '.join(each.defeaters)}", width)),)
    if len(told.contested) > len(disputed):
        yield (("dim", f"… and {len(told.contested) - len(disputed)} more contested: --all shows them"),)
    yield from _listed("exploration", tuple(map(str, told.exploration)), width, everything)


def _listed(word: str, names: tuple[str, ...], width: int, everything: bool) -> Iterator[Line]:
    if names:
        for number, line in enumerate(wrap(_few(names, everything), width - 14)):
            yield (("dim", f"  {'' if number else word:<12}{line}"),)


def _few(names: tuple[str, ...], everything: bool) -> str:
    shown = names if everything else names[:MOST]
    more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    return f"{', '.join(map(one_line, shown))}{more}"
