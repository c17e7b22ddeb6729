"""§10.3, §10.4 Goals and results are about things that exist, and do not contradict themselves."""

from collections.abc import Iterator

from msgspec import UnsetType

from tollens.core.diagnostics import pointer
from tollens.core.graph.index import Index
from tollens.core.model.artifacts import (
    VerificationGoalArtifact,
    VerificationResultArtifact,
)
from tollens.core.model.payloads.verification import PropertyStatus
from tollens.core.validate.examples import (
    a_model,
    a_verification_goal,
    an_action,
    an_open_result,
)
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted


def _payload(position: int, *member: str | int) -> str:
    return pointer("artifacts", position, "payload", *member)


def _proof_of(property_status: str) -> dict[str, object]:
    """A proof that lists a property with that status."""
    proof = {"proof_pp": "qed", "properties": [{"name": "p", "status": property_status, "src": "p"}]}
    return {
        "reproducibility": {"status": "reproducible"},
        "artifacts": [
            a_model(),
            a_verification_goal(),
            an_open_result(status="proved", result={"proved": proof}),
        ],
    }


@rule(
    "PAY001",
    "error",
    "10.3",
    "What a verification goal is about exists",
    prose="`target_artifact_id` is the artifact that the goal asks about (§10.3): one of this trace, or a reference.",
    hint="Add the missing artifact, or correct the id.",
    good={"artifacts": [a_model(), a_verification_goal()]},
    bad={"artifacts": [a_verification_goal()]},
)
def goal_targets_exist(index: Index) -> Iterator[Finding]:
    for position, asked in index.of(VerificationGoalArtifact):
        if not index.resolves(asked.payload.target_artifact_id):
            yield Finding(
                _payload(position, "target_artifact_id"),
                f"the goal is about {quoted(asked.payload.target_artifact_id)}, which is no artifact of this trace",
            )


@rule(
    "PAY002",
    "error",
    "10.4",
    "The goal that a result answers exists",
    prose="`goal_artifact_id` is the goal that the verdict is about (§10.4); without it the verdict is about nothing.",
    hint="Add the goal, or correct the id.",
    good={"artifacts": [a_model(), a_verification_goal(), an_open_result()]},
    bad={"artifacts": [an_open_result()]},
)
def answered_goals_exist(index: Index) -> Iterator[Finding]:
    for position, result in index.of(VerificationResultArtifact):
        if result.payload.goal_artifact_id not in index.artifact_at:
            yield Finding(
                _payload(position, "goal_artifact_id"),
                f"the result answers {quoted(result.payload.goal_artifact_id)}, which is no artifact of this trace",
            )


@rule(
    "PAY003",
    "error",
    "10.4",
    "A result answers a verification goal",
    prose="`goal_artifact_id` names a VerificationGoal artifact (§10.3, §10.4), not an artifact of another type.",
    hint="Name the goal.",
    good={"artifacts": [a_model(), a_verification_goal(), an_open_result()]},
    bad={"artifacts": [a_model(), an_open_result(about="model")]},
)
def results_answer_goals(index: Index) -> Iterator[Finding]:
    for position, result in index.of(VerificationResultArtifact):
        answered = index.artifact(result.payload.goal_artifact_id)
        if answered is not None and not isinstance(answered, VerificationGoalArtifact):
            yield Finding(
                _payload(position, "goal_artifact_id"),
                f"the result answers {quoted(answered.artifact_id)}, which is no VerificationGoal",
            )


@rule(
    "PAY004",
    "warning",
    "10.4",
    "A result repeats the number of its goal",
    prose="`goal_id` of a result and of the goal that it names are the same number (§10.3, §10.4).",
    hint="Correct the number, or the goal that is named.",
    good={"artifacts": [a_model(), a_verification_goal(), an_open_result()]},
    bad={"artifacts": [a_model(), a_verification_goal(), an_open_result(goal_id=2)]},
)
def goal_numbers_agree(index: Index) -> Iterator[Finding]:
    for position, result in index.of(VerificationResultArtifact):
        answered = index.artifact(result.payload.goal_artifact_id)
        if isinstance(answered, VerificationGoalArtifact) and answered.payload.goal_id != result.payload.goal_id:
            yield Finding(
                _payload(position, "goal_id"),
                f"the result is for goal {quoted(result.payload.goal_id)}, and the goal that it names is "
                f"{quoted(answered.payload.goal_id)}",
            )


@rule(
    "PAY005",
    "warning",
    "10.4",
    "A proof holds no unproved property",
    prose="`ProvedResult` lists properties with a status each (§10.3, §10.4); one that is not `proved` contradicts the "
    "verdict.",
    hint="Correct the status of the property, or the verdict.",
    good=_proof_of("proved"),
    bad=_proof_of("refuted"),
)
def proofs_are_proved(index: Index) -> Iterator[Finding]:
    for position, result in index.of(VerificationResultArtifact):
        proof = result.payload.result.proved
        if isinstance(proof, UnsetType):
            continue
        for place, item in enumerate(proof.properties):
            if item.status is not PropertyStatus.Proved:
                yield Finding(
                    _payload(position, "result", "proved", "properties", place, "status"),
                    f"the property {quoted(item.name)} of a proof is {item.status.value}",
                )


@rule(
    "PAY016",
    "warning",
    "10.4",
    "A goal is stated before its result",
    prose="A result answers a goal that was put to the reasoner (§10.3, §10.4), so the goal is no later than the "
    "result. What is later, and who made what, is decided as in LIN003.",
    hint="Correct the producer of one of the two.",
    good={
        "actions": [an_action(1, outputs=["goal"]), an_action(2, "Verify", outputs=["result"])],
        "artifacts": [a_model(), a_verification_goal(), an_open_result()],
    },
    bad={
        "actions": [an_action(1, "Verify", outputs=["result"]), an_action(2, outputs=["goal"])],
        "artifacts": [a_model(), a_verification_goal(), an_open_result()],
    },
)
def goals_come_first(index: Index) -> Iterator[Finding]:
    maker = index.production.maker
    for position, result in index.of(VerificationResultArtifact):
        asked = result.payload.goal_artifact_id
        at = index.artifact_at.get(asked)
        if at is None or maker[at] <= maker[position] or asked in result.derived_from:
            continue  # of what it derives from, LIN003 says whether it is later
        if index.later(maker[at], maker[position]):
            yield Finding(
                _payload(position, "goal_artifact_id"),
                f"{quoted(result.artifact_id)} answers {quoted(asked)}, which a later action made",
            )
