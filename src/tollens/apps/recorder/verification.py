"""A reasoner's answer as artifacts: the goal put to it, the result, and what that rests on (§10.3 to §10.4a)."""

from typing import TYPE_CHECKING

from tollens.core.author.recording import Recording
from tollens.core.errors import MisuseError
from tollens.core.model import (
    ReasoningFingerprint,
    VerificationGoalArtifact,
    VerificationGoalKind,
    VerificationGoalPayload,
    VerificationResultArtifact,
    VerificationResultPayload,
    VerificationResultStatus,
    VerificationResultVariant,
)
from tollens.core.wire.document import Document

if TYPE_CHECKING:
    from tollens.core.model import ProvedResult, RefutedResult, SatResult, UnknownResult


def question(
    recording: Recording, name: str, claim: str, model: str, symbol: str | None, source: str
) -> VerificationGoalArtifact:
    """The goal that is put to a reasoner; its id is left open.

    Raises:
        MisuseError: There is no such model.
    """
    held = recording.artifacts.get(model)
    if held is None or held.get("artifact_type") != "FormalModel":
        raise MisuseError(f"there is no formal model {model!r} in the recording", "Record it first, and use its id.")
    number = sum(each.get("artifact_type") == "VerificationGoal" for each in recording.artifacts.values()) + 1
    payload = VerificationGoalPayload(
        goal_id=number,
        kind=VerificationGoalKind.VerifyGoal,
        description=claim,
        src=source,
        target_artifact_id=model,
        target_symbol=symbol,
    )
    return VerificationGoalArtifact(artifact_id="", name=name, derived_from=(model,), payload=payload)


def answer(
    asked: VerificationGoalArtifact,
    goal: str,
    result: "ProvedResult | RefutedResult | SatResult | UnknownResult",
    engine: str,
    fingerprint: ReasoningFingerprint | None,
) -> VerificationResultArtifact:
    """The answer to the goal that was recorded under the id `goal`; its own id is left open."""
    variant = VerificationResultVariant.of(result)
    payload = VerificationResultPayload(
        goal_id=asked.payload.goal_id,
        goal_artifact_id=goal,
        status=VerificationResultStatus(variant.tag),
        engine=engine,
        result=variant,
        fingerprint=fingerprint,
    )
    parents = (goal, asked.payload.target_artifact_id)
    return VerificationResultArtifact(artifact_id="", name=asked.name, derived_from=parents, payload=payload)


def fingerprint(
    recording: Recording, model: str, symbol: str | None, engine: str, version: str | None
) -> tuple[ReasoningFingerprint | None, str]:
    """The fingerprint of a symbol as the models stand now, or nothing and the reason."""
    from tollens.apps import wiring

    if symbol is None:
        return None, "it names no symbol"
    try:
        found = wiring.fingerprint_of(_models(recording), symbol, model)
    except MisuseError as error:
        return None, error.message
    return (
        ReasoningFingerprint(
            task_checksum=found.task_checksum,
            task_shape=found.task_shape,
            target_symbol=found.symbol,
            engine=engine,
            engine_version=version,
            model_artifact_id=found.model_artifact_id,
            model_revision=found.model_revision,
        ),
        "",
    )


def _models(recording: Recording) -> Document:
    """The models that were recorded, and the actions that made them."""
    models = [each for each in recording.artifacts.values() if each.get("artifact_type") == "FormalModel"]
    makers = sorted({each["producer_action_id"] for each in models if each.get("producer_action_id")})
    whole = recording.document(closed=False).value
    return Document.of({**whole, "actions": [recording.actions[number] for number in makers], "artifacts": models})
