"""§12.3 Which reasoning results claim something that nobody could check again."""

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
    stated = index.trace.reproducibility
    if isinstance(stated, TraceReproducibility) and stated.status is ReproducibilityStatus.Reproducible:
        return []
    replaced = {artifact.supersedes for _, artifact in index.artifacts}
    repeatable = _repeatable_actions(index)
    bundled = {name for _, bundle in index.of(ReproductionBundleArtifact) for name in bundle.payload.artifact_ids}
    made = index.production.at
    left = [
        (position, name)
        for position, name in claims(index)
        if name not in replaced and name not in bundled and made.get(name, -1) not in repeatable
    ]
    if left:
        validated = _upstream_of_validations(index)
        left = [(position, name) for position, name in left if name not in validated]
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
    """Positions of the actions that state to be reproducible, or that a bundle replays."""
    found = {
        position
        for position, action in index.actions
        if action.reproducibility is not None and action.reproducibility.status is ReproducibilityStatus.Reproducible
    }
    for _, bundle in index.of(ReproductionBundleArtifact):
        found.update(index.action_at[number] for number in bundle.payload.entry_action_ids if number in index.action_at)
    return found


def _can_be_repeated(action: KnownAction) -> bool:
    if action.reproducibility is not None:
        return action.reproducibility.status is not ReproducibilityStatus.NotReproducible
    return any(isinstance(shown, Evidence) and shown.typ is EvidenceType.CommandOutput for shown in action.evidence)


def _upstream_of_validations(index: Index) -> set[str]:
    """The artifacts that a repeatable validation rests on: one walk back from all of them at once."""
    reached: set[str] = set()
    walked: set[int] = set()
    work: list[str] = []
    for _, action in index.actions:
        if action.type in VALIDATING and _can_be_repeated(action):
            work.extend(action.inputs)
            for name in action.outputs:
                output = index.artifact(name)
                if output is not None:
                    work.extend(output.derived_from)
    made, artifact_at = index.production.at, index.artifact_at
    artifacts, actions = index.trace.artifacts, index.trace.actions
    while work:
        name = work.pop()
        if name in reached:
            continue
        reached.add(name)
        if name in artifact_at:
            work.extend(getattr(artifacts[artifact_at[name]], "derived_from", ()))
        if name in made and made[name] not in walked:
            walked.add(made[name])
            work.extend(getattr(actions[made[name]], "inputs", ()))
    return reached
