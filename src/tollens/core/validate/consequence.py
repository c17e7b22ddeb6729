"""§12.3 Which reasoning results claim something that nobody could check again."""

from collections.abc import Iterator, Sequence

from tollens.core.graph.flow import DISPUTED, UNKNOWN
from tollens.core.graph.index import Index
from tollens.core.model.actions import ActivityActionType, KnownAction, ReasoningActionType
from tollens.core.model.artifacts import (
    ConformanceResultArtifact,
    CoSimulationResultArtifact,
    ReproductionBundleArtifact,
    StateSpaceAnalysisResultArtifact,
    VerificationResultArtifact,
)
from tollens.core.model.evidence import Evidence, EvidenceType
from tollens.core.model.payloads.conformance import ConformanceStatus, CosimulationStatus
from tollens.core.model.payloads.verification import VerificationResultStatus
from tollens.core.model.reproducibility import ReproducibilityStatus, TraceReproducibility

RESULTS = (
    VerificationResultArtifact,
    StateSpaceAnalysisResultArtifact,
    ConformanceResultArtifact,
    CoSimulationResultArtifact,
)
"""The reasoning results: what claims something, and what a merge accounts for (§15.3)."""

VALIDATING = frozenset(
    {
        ActivityActionType.RunTests,
        ActivityActionType.RunCommand,
        ActivityActionType.TypeCheck,
        ActivityActionType.ManualVerification,
        ReasoningActionType.Verify,
        ReasoningActionType.ConformanceCheck,
        ReasoningActionType.CoSimulate,
    }
)
"""The actions that can validate something."""


def neither_reproducible_nor_validated(index: Index) -> list[tuple[int, str]]:
    """Position and id of each consequential reasoning result without a way to check it again, in list order."""
    repeatable = _repeatable_actions(index)
    bundled = {name for _, bundle in index.of(ReproductionBundleArtifact) for name in bundle.payload.artifact_ids}
    maker = index.production.maker
    left = [
        (position, name)
        for position, name in claims(index)
        if name not in index.replaced and name not in bundled and maker[position] not in repeatable
    ]
    if left:
        validated = _upstream_of_validations(index)
        left = [(position, name) for position, name in left if not validated[position]]
    return left


def claims(index: Index) -> list[tuple[int, str]]:
    """Position and id of each reasoning result that claims something, in list order."""
    found = [
        (position, result.artifact_id)
        for position, result in index.of(VerificationResultArtifact)
        if result.payload.status is not VerificationResultStatus.VrUnknown
    ]
    found += [
        (position, analysis.artifact_id)
        for position, analysis in index.of(StateSpaceAnalysisResultArtifact)
        if analysis.payload.regions
    ]
    found += [
        (position, check.artifact_id)
        for position, check in index.of(ConformanceResultArtifact)
        if check.payload.status is not ConformanceStatus.ConformanceUnknown
    ]
    found += [
        (position, replay.artifact_id)
        for position, replay in index.of(CoSimulationResultArtifact)
        if replay.payload.status is not CosimulationStatus.ErrorStatus
    ]
    return sorted(found)


def _repeatable_actions(index: Index) -> set[int]:
    """Positions of the actions that are reproducible by what they or the trace state, or that a bundle replays.

    `UNKNOWN` and `DISPUTED` are among them where the trace states it.
    """
    stated = index.trace.reproducibility
    of_the_trace = stated.status if isinstance(stated, TraceReproducibility) else None
    found = {
        at for at, _, stated in index.stating.reproducibility if stated.status is ReproducibilityStatus.Reproducible
    }
    if of_the_trace is ReproducibilityStatus.Reproducible:
        found.update((UNKNOWN, DISPUTED), (at for at, action in index.actions if action.reproducibility is None))
    for _, bundle in index.of(ReproductionBundleArtifact):
        found.update(index.action_at[number] for number in bundle.payload.entry_action_ids if number in index.action_at)
    return found


def _can_be_repeated(action: KnownAction) -> bool:
    if action.reproducibility is not None:
        return action.reproducibility.status is not ReproducibilityStatus.NotReproducible
    return any(isinstance(shown, Evidence) and shown.typ is EvidenceType.CommandOutput for shown in action.evidence)


def _validated_directly(index: Index) -> Iterator[Sequence[int]]:
    """What each repeatable validation consumes, and what its outputs derive from, as positions of artifacts."""
    inputs, parents, artifact_at = index.consumption.inputs, index.derivation.parents, index.artifact_at
    stated = [(at, action) for at, action, _ in index.stating.reproducibility]
    shown = [(at, action) for at, action in index.stating.evidence if action.reproducibility is None]
    for position, action in (*stated, *shown):
        if action.type in VALIDATING and _can_be_repeated(action):
            yield inputs[position]
            yield from (parents[artifact_at[name]] for name in action.outputs if name in artifact_at)


def _upstream_of_validations(index: Index) -> bytearray:
    """For each position of an artifact whether a repeatable validation rests on it: one walk back from all of them."""
    inputs, parents, maker = index.consumption.inputs, index.derivation.parents, index.production.maker
    reached, walked = bytearray(len(parents)), bytearray(len(inputs))
    pending = list(_validated_directly(index))
    while pending:
        for at in pending.pop():
            if reached[at]:
                continue
            reached[at] = 1
            pending.append(parents[at])
            made = maker[at]
            if made >= 0 and not walked[made]:
                walked[made] = 1
                pending.append(inputs[made])
    return reached
