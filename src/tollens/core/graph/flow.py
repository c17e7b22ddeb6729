"""§3.2 How artifacts flow between actions, read once: who made what, and every step that does not point back.

Rules about lineage look at the short lists kept here; on a sound trace all of them are empty.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tollens.core.graph.elements import Recognized
from tollens.core.model.actions import KnownAction
from tollens.core.model.artifacts import Artifact, KnownArtifact, ResidualArtifact
from tollens.core.model.unrecognized import Unrecognized

Place = tuple[int, int]
"""Position of an action or artifact, and the place in one of its lists."""


UNKNOWN = -1
"""In place of the position of an action: no action is known to have made the artifact."""

DISPUTED = -2
"""In place of the position of an action: the record says different things about who made the artifact."""


class Production(NamedTuple):
    """Which action made which artifact.

    Attributes:
        maker: For each position of an artifact the position of the action that made it, by `producer_action_id` or by
            `outputs`; or `UNKNOWN` or `DISPUTED`. Of a residual the action that lists it, else the one that gave rise
            to it, which is what its producer says (§13.1).
        lister: For each position of an artifact the position of the first action that lists it among its outputs, or
            `UNKNOWN`.
        missing_outputs: Outputs that are no artifact.
        relisted: Outputs that an earlier action lists already.
        missing_producers: Positions of artifacts whose producer does not exist.
        unlisted: Positions of artifacts whose producer does not list them, though it or another action could; never
            of one that several actions list, nor of a residual (§13.1).
    """

    maker: list[int]
    lister: list[int]
    missing_outputs: tuple[Place, ...]
    relisted: tuple[Place, ...]
    missing_producers: tuple[int, ...]
    unlisted: tuple[int, ...]


class Derivation(NamedTuple):
    """The steps from artifacts to their parents.

    Attributes:
        parents: For each position of an artifact the positions of its parents among the artifacts.
        missing: Parents that are neither artifact nor reference artifact.
        forward: Parents at the same or a later place in the list; every cycle has one.
        late: Parents made at a later position than the child.
    """

    parents: list[Sequence[int]]
    missing: tuple[Place, ...]
    forward: tuple[Place, ...]
    late: tuple[Place, ...]


class Consumption(NamedTuple):
    """The steps from actions to their inputs.

    Attributes:
        inputs: For each position of an action the positions of its inputs among the artifacts.
        missing: Inputs that are neither artifact nor reference artifact.
        own: Inputs that the action makes itself.
        late: Inputs made at a later position.
    """

    inputs: list[Sequence[int]]
    missing: tuple[Place, ...]
    own: tuple[Place, ...]
    late: tuple[Place, ...]


def production(
    actions: Recognized[KnownAction],
    artifacts: Recognized[KnownArtifact],
    action_at: Mapping[int, int],
    artifact_at: Mapping[str, int],
    count: int,
) -> Production:
    """Read who made what; `count` is the number of all artifacts."""
    # An artifact that states no producer gets a `None` here, like one whose producer is not in the trace.
    produced = list(map(action_at.get, artifacts.each("producer_action_id")))
    unique = count == len(artifact_at)
    lister = _agreed(actions, artifacts, produced) if unique and len(artifacts) == count else None
    missing: list[Place] = []
    again: dict[Place, int] = {}
    if lister is None:
        lister, missing, again = _outputs(actions, artifact_at, count)
    maker = list(lister)
    for at in again.values():
        maker[at] = DISPUTED
    astray: list[int] = []
    unlisted: list[int] = []
    recognized = None if len(actions) == len(action_at) else {position for position, _ in actions}
    told = enumerate(zip(artifacts.positions, produced, strict=True))
    for place in [place for place, (position, made) in told if made != maker[position]]:  # few of very many
        position, artifact, made = artifacts.positions[place], artifacts.elements[place], produced[place]
        if artifact.producer_action_id is None or (not unique and artifact_at[artifact.artifact_id] != position):
            continue
        if made is None:
            astray.append(position)
        elif maker[position] == UNKNOWN:
            maker[position] = made
            if not isinstance(artifact, ResidualArtifact) and (recognized is None or made in recognized):
                unlisted.append(position)
        elif maker[position] != DISPUTED and not isinstance(artifact, ResidualArtifact):
            maker[position] = DISPUTED
            unlisted.append(position)
    return Production(maker, lister, tuple(missing), tuple(again), tuple(astray), tuple(unlisted))


def _agreed(
    actions: Recognized[KnownAction], artifacts: Recognized[KnownArtifact], produced: Sequence[int | None]
) -> list[int] | None:
    """Who lists each artifact, if all that is listed says so, too: each output names the action as its producer.

    Then no output is missing or listed twice, and none of them needs to be looked up, which takes longer than all else.

    Args:
        actions: Of the trace.
        artifacts: All of the trace, no two with one id.
        produced: For each artifact the position of the action that it names as its producer, if there is one.
    """
    if not isinstance(actions.positions, range):  # some are not recognized
        return None
    outputs = list(actions.each("outputs"))
    lister = [
        made if made is not None and name in outputs[made] else UNKNOWN
        for name, made in zip(artifacts.each("artifact_id"), produced, strict=True)
    ]
    return lister if sum(map(len, outputs)) == len(lister) - lister.count(UNKNOWN) else None


def _outputs(
    actions: Recognized[KnownAction], artifact_at: Mapping[str, int], count: int
) -> tuple[list[int], list[Place], dict[Place, int]]:
    """Who lists each artifact first, what is no artifact, and the places and artifacts of what is listed again."""
    lister = [UNKNOWN] * count
    missing: list[Place] = []
    again: dict[Place, int] = {}
    for position, action in actions:
        for place, name in enumerate(action.outputs):
            at = artifact_at.get(name)
            if at is None:
                missing.append((position, place))
            elif lister[at] == UNKNOWN:
                lister[at] = position
            elif lister[at] != position:
                again[position, place] = at
    return lister, missing, again


def derivation(
    artifacts: Recognized[KnownArtifact],
    artifact_at: Mapping[str, int],
    references: set[str],
    maker: Sequence[int],
) -> Derivation:
    """Read the steps from artifacts to their parents."""
    parents: list[Sequence[int]] = [()] * len(maker)
    missing: list[Place] = []
    forward: list[Place] = []
    late: list[Place] = []
    for position, artifact in artifacts:
        if not artifact.derived_from:
            continue
        made = maker[position]
        parents[position] = known = []
        for place, parent in enumerate(artifact.derived_from):
            at = artifact_at.get(parent)
            if at is None:
                if parent not in references:
                    missing.append((position, place))
                continue
            known.append(at)
            if at >= position:
                forward.append((position, place))
            if maker[at] > made >= 0:
                late.append((position, place))
    return Derivation(parents, tuple(missing), tuple(forward), tuple(late))


def parents_of_all(
    derived: Derivation, artifacts: Sequence[Artifact], artifact_at: Mapping[str, int]
) -> Sequence[Sequence[int]]:
    """The parents of every artifact, also of those that are not recognized, as far as these name them.

    Ignoring an element must not cut the way through it. A parent that is named twice counts once.
    """
    found: list[Sequence[int]] = [above if len(above) < 2 else tuple(dict.fromkeys(above)) for above in derived.parents]
    for position, artifact in enumerate(artifacts):
        if isinstance(artifact, Unrecognized):
            named = (artifact_at.get(name) for name in artifact.texts("derived_from"))
            found[position] = tuple(dict.fromkeys(at for at in named if at is not None))
    return found


def children_of_all(parents: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    """For each position of an artifact the positions of those that derive directly from it, in list order."""
    found: list[list[int] | tuple[()]] = [()] * len(parents)
    for position, above in enumerate(parents):
        for at in above:
            below = found[at]
            if isinstance(below, list):
                below.append(position)
            else:
                found[at] = [position]
    return found


def consumption(
    actions: Recognized[KnownAction],
    artifact_at: Mapping[str, int],
    references: set[str],
    maker: Sequence[int],
    count: int,
) -> Consumption:
    """Read the steps from actions to their inputs; `count` is the number of all actions."""
    inputs: list[Sequence[int]] = [()] * count
    missing: list[Place] = []
    own: list[Place] = []
    late: list[Place] = []
    for position, action in actions:
        if not action.inputs:
            continue
        disputed: list[int] = []
        inputs[position] = known = []
        for place, name in enumerate(action.inputs):
            at = artifact_at.get(name)
            if at is None:
                if name not in references:
                    missing.append((position, place))
                continue
            known.append(at)
            if maker[at] >= position:
                (own if maker[at] == position else late).append((position, place))
            elif maker[at] == DISPUTED:
                disputed.append(place)
        if disputed:
            outputs = frozenset(action.outputs)
            own.extend((position, place) for place in disputed if action.inputs[place] in outputs)
    return Consumption(inputs, tuple(missing), tuple(own), tuple(late))
