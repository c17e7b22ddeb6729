"""§10.4a The fingerprint of a reasoning result: what it was computed over, and by what."""

from collections.abc import Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.index import Index
from tollens.core.model.artifacts import (
    ConformanceResultArtifact,
    CoSimulationResultArtifact,
    FormalModelArtifact,
    StateSpaceAnalysisResultArtifact,
    VerificationGoalArtifact,
    VerificationResultArtifact,
)
from tollens.core.validate.examples import a_model, a_verification_goal, an_action, an_artifact, an_open_result
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted

_WHOLE = {"task_checksum": "scheme:00", "engine": "imandrax", "model_artifact_id": "model", "model_revision": 1}
_ABOUT_F = {"task_checksum": "scheme:00", "target_symbol": "f"}


WithEngine = VerificationResultArtifact | ConformanceResultArtifact | CoSimulationResultArtifact
"""The results that name their engine beside the fingerprint."""


def _place(position: int, member: str) -> str:
    return pointer("artifacts", position, "payload", "fingerprint", member)


def _with(**members: object) -> list[dict[str, object]]:
    return [a_model(revision=1), a_verification_goal(), an_open_result(fingerprint=_WHOLE | members)]


@rule(
    "FPR001",
    "error",
    "10.4a",
    "The model of a fingerprint exists",
    prose="`model_artifact_id` is the model that the task was taken from (§10.4a): an artifact of this trace, or a "
    "reference.",
    hint="Add the model, or correct the id.",
    good={"artifacts": _with()},
    bad={"artifacts": _with(model_artifact_id="a9")},
)
def models_exist(index: Index) -> Iterator[Finding]:
    for position, fingerprint in index.fingerprints:
        name = fingerprint.model_artifact_id
        if name is not None and name not in index.artifact_at and name not in index.reference_ids:
            yield Finding(
                _place(position, "model_artifact_id"),
                f"the result was computed over {quoted(name)}, which is no artifact of this trace",
            )


@rule(
    "FPR002",
    "error",
    "10.4a",
    "The model of a fingerprint is a formal model",
    prose="`model_artifact_id` names the FormalModel artifact that the task was taken from (§10.4a).",
    hint="Name the formal model.",
    good={"artifacts": [*_with(), an_artifact("source")]},
    bad={"artifacts": [*_with(model_artifact_id="source"), an_artifact("source")]},
)
def models_are_formal(index: Index) -> Iterator[Finding]:
    for position, fingerprint in index.fingerprints:
        if fingerprint.model_artifact_id is None:
            continue
        source = index.artifact(fingerprint.model_artifact_id)
        if source is not None and not isinstance(source, FormalModelArtifact):
            yield Finding(
                _place(position, "model_artifact_id"),
                f"the result was computed over {quoted(source.artifact_id)}, which is no FormalModel",
            )


@rule(
    "FPR003",
    "warning",
    "10.4a",
    "A fingerprint repeats the revision of its model",
    prose="`model_revision` is the model's revision at compute time (§10.4a), and artifacts are immutable (§7.3), so "
    "the model that is named still has it.",
    hint="Name the revision of the model that the result was computed over, by the artifact that is that revision.",
    good={"artifacts": _with()},
    bad={"artifacts": _with(model_revision=2)},
)
def revisions_agree(index: Index) -> Iterator[Finding]:
    for position, fingerprint in index.fingerprints:
        if fingerprint.model_revision is None or fingerprint.model_artifact_id is None:
            continue
        source = index.artifact(fingerprint.model_artifact_id)
        if source is not None and source.revision not in (None, fingerprint.model_revision):
            yield Finding(
                _place(position, "model_revision"),
                f"the result was computed over revision {quoted(fingerprint.model_revision)} of "
                f"{quoted(source.artifact_id)}, which is revision {quoted(source.revision)}",
            )


@rule(
    "FPR004",
    "warning",
    "10.4a",
    "A task checksum is not empty",
    prose="`task_checksum` is a strong hash of the task (§10.4a); an empty one tells no two tasks apart.",
    hint="Compute the checksum, or leave the fingerprint out.",
    good={"artifacts": _with()},
    bad={"artifacts": _with(task_checksum="")},
)
def checksums_say_something(index: Index) -> Iterator[Finding]:
    for position, fingerprint in index.fingerprints:
        if not fingerprint.task_checksum:
            yield Finding(_place(position, "task_checksum"), "the task checksum is empty")


@rule(
    "FPR005",
    "warning",
    "10.4a",
    "A result and its fingerprint name one engine",
    prose="Both `engine` of a result and `engine` of its fingerprint are the reasoner that produced it (§10.4, "
    "§10.4a).",
    hint="Correct the one that is wrong.",
    good={
        "artifacts": [a_model(revision=1), a_verification_goal(), an_open_result(fingerprint=_WHOLE, engine="imandrax")]
    },
    bad={"artifacts": [a_model(revision=1), a_verification_goal(), an_open_result(fingerprint=_WHOLE, engine="z3")]},
)
def engines_agree(index: Index) -> Iterator[Finding]:
    for position, fingerprint in index.fingerprints:
        artifact = index.trace.artifacts[position]
        if fingerprint.engine is None or not isinstance(artifact, WithEngine):
            continue
        if artifact.payload.engine not in (None, fingerprint.engine):
            yield Finding(
                _place(position, "engine"),
                f"the fingerprint names the engine {quoted(fingerprint.engine)}, the result "
                f"{quoted(artifact.payload.engine)}",
            )


@rule(
    "FPR006",
    "warning",
    "10.4a",
    "A result is computed over a model that exists",
    prose="The task of a fingerprint was taken from the model that it names (§10.4a), so that model is no later than "
    "the result. What is later, and who made what, is decided as in LIN003.",
    hint="Name the model that the result was computed over.",
    good={
        "actions": [an_action(1, "Formalize", outputs=["model"]), an_action(2, "Verify", outputs=["result"])],
        "artifacts": _with(),
    },
    bad={
        "actions": [an_action(1, "Verify", outputs=["result"]), an_action(2, "Formalize", outputs=["model"])],
        "artifacts": _with(),
    },
)
def models_come_first(index: Index) -> Iterator[Finding]:
    maker = index.production.maker
    for position, fingerprint in index.fingerprints:
        source = index.artifact_at.get(fingerprint.model_artifact_id or "")
        if source is not None and maker[source] > maker[position] and index.later(maker[source], maker[position]):
            yield Finding(
                _place(position, "model_artifact_id"),
                f"the result was computed over {quoted(fingerprint.model_artifact_id)}, which a later action made",
            )


@rule(
    "FPR007",
    "warning",
    "10.4a",
    "A result and its fingerprint are about one symbol",
    prose="`target_symbol` of a fingerprint is the symbol that the result is about, and freshness is decided by it "
    "(§10.4a, §18.3). An analysis, and the goal that a verification answers, name that symbol too; of two that differ "
    "a change to one would go unseen. A name with and without its module is one symbol.",
    hint="Correct the one that is wrong.",
    good={"artifacts": [a_model(), a_verification_goal(target_symbol="M.f"), an_open_result(fingerprint=_ABOUT_F)]},
    bad={"artifacts": [a_model(), a_verification_goal(target_symbol="g"), an_open_result(fingerprint=_ABOUT_F)]},
)
def symbols_agree(index: Index) -> Iterator[Finding]:
    for position, fingerprint in index.fingerprints:
        said, told = fingerprint.target_symbol, _symbol_of(index, position)
        if said is None or told is None or f".{said}".endswith(f".{told}") or f".{told}".endswith(f".{said}"):
            continue
        yield Finding(
            _place(position, "target_symbol"),
            f"the fingerprint is about {quoted(said)}, and the result about {quoted(told)}",
        )


def _symbol_of(index: Index, position: int) -> str | None:
    """The symbol that an analysis, or the goal of a verification, names."""
    artifact = index.trace.artifacts[position]
    if isinstance(artifact, VerificationResultArtifact):
        goal = index.artifact(artifact.payload.goal_artifact_id)
        return goal.payload.target_symbol if isinstance(goal, VerificationGoalArtifact) else None
    return artifact.payload.target_symbol if isinstance(artifact, StateSpaceAnalysisResultArtifact) else None
