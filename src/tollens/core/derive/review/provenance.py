"""§3.2, §8.4, §18 The lineage of an artifact, a unit of intent or a goal: what it was made from, what came of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Literal, NamedTuple

import msgspec

from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.goals.resolution import ResolvedGoal
from tollens.core.derive.record.contents import ArtifactLine, artifact_line
from tollens.core.derive.residuals.established import Established
from tollens.core.errors import MisuseError
from tollens.core.graph.index import Index
from tollens.core.graph.lineage import distances, topological
from tollens.core.graph.units import produced, unit_of
from tollens.core.model import AcceptanceKind, Unrecognized
from tollens.core.validate.wording import quoted

REFERENCE = "reference artifact"
"""Stands for the type of a parent that lies outside the trace (§11)."""

MISSING = "missing"
"""Stands for the type of a parent that nothing has the id of."""

_FEW = 10_000
"""Ids among which a similar one is looked for: comparing takes its time."""


class Relative(msgspec.Struct, frozen=True):
    """One artifact in a lineage.

    Attributes:
        type: Of the artifact; `unrecognized` where it could not be read, `reference artifact` where it lies outside
            the trace, `missing` where nothing has this id.
        status: That of its payload, such as `proved` or `open`.
        action_id: The action that made it; `null` where that is not known for sure.
        meta_action_id: The meta-action that lists it as produced.
        distance: Steps from what was asked for; 0 for that itself.
        derived_from: Ids of what it derives from directly.
        freshness: `Fresh`, `Stale` or `Detached`, of a reasoning result (§18.3).
        contested_by: The defeater that contests it or what it rests on (§13.2).
        replaced_by: The last later version that says to replace it (§7.3).
    """

    artifact_id: str
    type: str
    name: str = ""
    status: str = ""
    action_id: int | None = None
    meta_action_id: str | None = None
    distance: int = 0
    derived_from: tuple[str, ...] = ()
    freshness: str | None = None
    contested_by: str | None = None
    replaced_by: str | None = None


class Provenance(msgspec.Struct, frozen=True):
    """The lineage of an artifact; of a meta-action through what it says it produced (§8.4); of a goal through evidence.

    Attributes:
        id: What was asked for.
        kind: What that is.
        title: Of a meta-action, or the intent of a goal; empty for an artifact.
        subject: The artifact itself; for a meta-action all that it and those inside it produced, for a goal the
            artifacts that are evidence for its items, in list order.
        ancestors: Everything that the subject derives from, parents before children; references and missing ones last.
        descendants: Everything that derives from the subject, parents before children.
        versions: Ids of all versions of the artifact, the oldest first (§7.3); empty for what is no artifact.
        current: Ids of those of them that nothing replaces.
        cyclic: Whether something here derives from itself, which a lineage must not (§3.2).
    """

    id: str
    kind: Literal["artifact", "meta_action", "goal"]
    title: str
    subject: tuple[Relative, ...]
    ancestors: tuple[Relative, ...]
    descendants: tuple[Relative, ...]
    versions: tuple[str, ...]
    current: tuple[str, ...]
    cyclic: bool


class _Standing(NamedTuple):
    """What is known about artifacts beside their lineage."""

    established: Established
    units: Mapping[int, str]


class _Subject(NamedTuple):
    """What was asked for, and the positions of the artifacts that stand for it."""

    kind: Literal["artifact", "meta_action", "goal"]
    title: str
    members: Sequence[int]


def provenance(evaluation: Evaluation, name: str, depth: int | None = None) -> Provenance:
    """The lineage of the artifact of that id, else of the meta-action, else of the goal of that id.

    Args:
        evaluation: What stands in the trace, and what became of its goals.
        name: The id.
        depth: Most steps to go either way; `None` to go to the end.

    Raises:
        MisuseError: There is none.
    """
    established = evaluation.established
    index = established.index
    kind, title, members = _subject(index, evaluation.resolution.goals, name)
    up = distances(index.parents, members, depth)
    down = distances(index.children, members, depth)
    standing = _Standing(established, unit_of(index))
    versions, current = _versions(index, members[0] if kind == "artifact" else None)
    return Provenance(
        id=name,
        kind=kind,
        title=title,
        subject=tuple(_relative(standing, member, 0) for member in members),
        ancestors=(*_relatives(standing, up), *_outside(index, up, depth)),
        descendants=tuple(_relatives(standing, down)),
        versions=versions,
        current=current,
        cyclic=_goes_round(index, members, up, down),
    )


def _subject(index: Index, goals: Iterable[ResolvedGoal], name: str) -> _Subject:
    at, unit = index.artifact_at.get(name), index.meta_at.get(name)
    if at is not None:
        return _Subject("artifact", "", (at,))
    if unit is not None and not isinstance(index.trace.meta_actions[unit], Unrecognized):
        title = next(each.title for _, each in index.meta_actions if each.id == name)
        return _Subject("meta_action", title, produced(index, unit))
    goal = next((goal for goal in goals if goal.goal_id == name), None)
    if goal is None:
        raise _unknown(index, goals, name)
    items = (item for item in goal.acceptance if item.kind != AcceptanceKind.Obligation.value)  # it rests on policies
    found = {index.artifact_at[each] for item in items for each in item.evidence if each in index.artifact_at}
    return _Subject("goal", goal.intent, sorted(found))


def lineage_of_all(established: Established) -> tuple[Relative, ...]:
    """Every artifact of the trace, parents before children, then the references and missing ones that these name.

    Args:
        established: What stands in the trace. Nothing was asked for in particular, so that every distance is 0.
    """
    index = established.index
    standing = _Standing(established, unit_of(index))
    found: dict[str, Relative] = {}
    for at in topological(index):
        relative = _relative(standing, at, 0)
        found.setdefault(relative.artifact_id, relative)  # of several with one id the first counts
    return (*found.values(), *_outside(index, dict.fromkeys(range(len(index.parents)), -1), None))


def _versions(index: Index, at: int | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if at is None:
        return (), ()
    read = index.lines
    return tuple(_ids(index, read.versions(at))), tuple(_ids(index, read.current(at)))


def _ids(index: Index, positions: Iterable[int]) -> Iterator[str]:
    for at in positions:
        artifact = index.trace.artifacts[at]
        yield artifact.artifact_id or (artifact.path if isinstance(artifact, Unrecognized) else "")


def _goes_round(index: Index, members: Iterable[int], up: Mapping[int, int], down: Mapping[int, int]) -> bool:
    """Whether something is both before and after the subject, or its own parent."""
    inside = set(members)
    return any(at in down for at in up if at not in inside) or any(at in index.parents[at] for at in inside)


def _relatives(standing: _Standing, found: Mapping[int, int]) -> Iterator[Relative]:
    """All but those that it began with, parents before children."""
    order = topological(standing.established.index)
    if not isinstance(order, range):
        rank = {at: place for place, at in enumerate(order)}
        inner = sorted(found, key=rank.__getitem__)
    else:
        inner = sorted(found)
    for at in inner:
        if found[at]:
            yield _relative(standing, at, found[at])


def _relative(standing: _Standing, at: int, distance: int) -> Relative:
    established = standing.established
    index = established.index
    line: ArtifactLine = artifact_line(index.trace.artifacts[at])
    (name,) = _ids(index, (at,))
    verdict = established.freshness.get(name)
    made = index.production.maker[at]
    return Relative(
        artifact_id=name,
        type=line.type,
        name=line.name,
        status=line.status,
        action_id=index.trace.actions[made].id if made >= 0 else None,
        meta_action_id=standing.units.get(at),
        distance=distance,
        derived_from=tuple(dict.fromkeys(line.derived_from)),
        freshness=None if verdict is None else verdict.verdict.value,
        contested_by=established.contested[name][1] if name in established.contested else None,
        replaced_by=index.replaced.get(name),
    )


def _outside(index: Index, found: Mapping[int, int], depth: int | None) -> Iterator[Relative]:
    """Parents that are no artifacts of the trace, in the order in which they are reached."""
    seen: set[str] = set()
    for at, steps in found.items():
        if depth is not None and steps >= depth:
            continue
        for name in artifact_line(index.trace.artifacts[at]).derived_from:
            if name not in index.artifact_at and name not in seen:
                seen.add(name)
                yield Relative(name, REFERENCE if name in index.reference_ids else MISSING, distance=steps + 1)


def _unknown(index: Index, goals: Iterable[ResolvedGoal], name: str) -> MisuseError:
    known = [*index.artifact_at, *index.meta_at, *(goal.goal_id for goal in goals)]
    near = get_close_matches(name, known, n=3) if len(known) <= _FEW else []
    advice = f"Did you mean: {', '.join(near)}" if near else "tollens show TRACE lists the artifacts and meta-actions"
    return MisuseError(f"the trace has no artifact, meta-action or goal {quoted(name)}", advice)
