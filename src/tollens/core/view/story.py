"""§8.4 The story of a trace: what was done, action by action, in the units of intent of the record."""

from collections.abc import Iterable, Iterator, Sequence

from tollens.core.derive.record.abandoned import abandoned_units
from tollens.core.derive.record.contents import UNRECOGNIZED
from tollens.core.derive.record.runs import Results, outcome_of
from tollens.core.derive.review.claims import AGAINST, FOR, Claim
from tollens.core.derive.review.report import Review
from tollens.core.graph.index import Index
from tollens.core.model import ActivityAction, MetaAction, ReasoningAction, Unrecognized
from tollens.core.view.document import Outcome, Story, StoryAction, StoryUnit

_ALONE = -1
"""The unit of an action that belongs to none."""


def story(index: Index, review: Review) -> Story:
    """Tell a trace as a story; each action belongs to one unit, or to none.

    Args:
        index: Of the trace.
        review: Of the trace.
    """
    units = _units_of_actions(index)
    return Story(tuple(_units(index, units)), tuple(_actions(index, review, units)))


def _units_of_actions(index: Index) -> list[int]:
    """The innermost meta-action of each action, by position: one that lists it, else the one that it names."""
    grouping, nesting = index.grouping, index.nesting
    units = list(grouping.lister)
    for at, others in grouping.also.items():
        # Inner meta-actions are numbered after those around them.
        units[at] = max((units[at], *others), key=lambda unit: (nesting.get(unit, (-1, 0))[0], -unit))
    for at, action in enumerate(index.trace.actions):
        if units[at] == _ALONE:
            named = action.text("meta_action_id") if isinstance(action, Unrecognized) else action.meta_action_id
            units[at] = _ALONE if named is None else index.meta_at.get(named, _ALONE)
    return units


def _units(index: Index, units: Sequence[int]) -> Iterator[StoryUnit]:
    dropped = abandoned_units(index.trace)
    runs = _runs(units)
    for position, meta in enumerate(index.trace.meta_actions):
        own = tuple(runs.get(position, ()))
        if isinstance(meta, MetaAction):
            yield StoryUnit(
                id=meta.id,
                title=meta.title,
                intent=meta.intent or "",
                outcome=meta.outcome or "",
                status="" if meta.status is None else meta.status.value,
                source="" if meta.source is None else meta.source.value,
                parent_id=meta.parent_id if meta.parent_id in index.meta_at and position in index.nesting else None,
                abandoned=meta.id in dropped,
                actions=own,
            )
        else:
            name, title = meta.text("id") or meta.path, meta.text("title") or ""
            yield StoryUnit(name, title, "", "", UNRECOGNIZED, "", None, False, own)


def _runs(units: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
    """The actions of each unit as runs of a first position and a length."""
    found: dict[int, list[tuple[int, int]]] = {}
    for at, unit in enumerate(units):
        if unit == _ALONE:
            continue
        own = found.setdefault(unit, [])
        if own and sum(own[-1]) == at:
            own[-1] = (own[-1][0], own[-1][1] + 1)
        else:
            own.append((at, 1))
    return found


def _actions(index: Index, review: Review, units: Sequence[int]) -> Iterator[StoryAction]:
    results = Results(index.trace.artifacts)
    ran = {run.action_id for run in review.runs}
    reasoned = _verdicts(index, review.claims)
    for at, action in enumerate(index.trace.actions):
        if isinstance(action, Unrecognized):
            label = action.text("label") or action.text("type") or ""
            yield StoryAction(action.id, UNRECOGNIZED, UNRECOGNIZED, label, "", units[at])
            continue
        outcome: Outcome = ""
        if isinstance(action, ActivityAction):
            outcome = _ended(action, results, action.id in ran)
        elif isinstance(action, ReasoningAction):
            outcome = reasoned.get(at, "")
        category = type(action).__name__.removesuffix("Action").lower()
        yield StoryAction(action.id, category, action.type.value, action.label, outcome, units[at])


def _ended(action: ActivityAction, results: Results, ran: bool) -> Outcome:
    """How an action ended; that this is not known says something of a command only."""
    outcome, _, _ = outcome_of(action, [result.payload.value for result in results.of(action)])
    if outcome == "passed" and results.unread(action):
        outcome = "unknown"
    return "" if outcome == "unknown" and not ran else outcome


def _verdicts(index: Index, claims: Iterable[Claim]) -> dict[int, Outcome]:
    """What the results of each action say, by the position of the action: the worst of them."""
    found: dict[int, Outcome] = {}
    maker, artifact_at = index.production.maker, index.artifact_at
    for claim in claims:
        at = artifact_at.get(claim.artifact_id or "")
        if at is None or maker[at] < 0:
            continue
        said: Outcome = "failed" if claim.verdict in AGAINST else "passed" if claim.verdict in FOR else "unknown"
        before = found.get(maker[at], "passed")
        found[maker[at]] = min(before, said, key=("failed", "unknown", "passed").index)
    return found
