"""§7.3 Artifacts are immutable: a later version is a new artifact that supersedes its predecessor."""

from collections.abc import Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.cycles import cycle_of
from tollens.core.graph.index import Index
from tollens.core.model.artifacts import KnownArtifact, VerificationResultArtifact
from tollens.core.validate.consequence import RESULTS
from tollens.core.validate.examples import a_model, a_verification_goal, an_action, an_artifact, an_open_result
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted


@rule(
    "REV001",
    "error",
    "7.3",
    "What an artifact supersedes exists",
    prose="`supersedes` identifies the replaced predecessor (§7.3), which stays in the record.",
    hint="Keep the predecessor in the trace, or correct the id.",
    good={"artifacts": [an_artifact("a1"), an_artifact("a2", supersedes="a1")]},
    bad={"artifacts": [an_artifact("a2", supersedes="a9")]},
)
def predecessors_exist(index: Index) -> Iterator[Finding]:
    known = index.artifact_at
    for position, artifact, old in index.superseding:
        if old not in known:
            yield Finding(
                pointer("artifacts", position, "supersedes"),
                f"{quoted(artifact.artifact_id)} supersedes {quoted(old)}, which is no artifact of this trace",
            )


@rule(
    "REV002",
    "error",
    "7.3",
    "No artifact supersedes itself",
    prose="A predecessor comes before what replaces it (§7.3), so a chain of versions never returns to where it was.",
    hint="Correct the step that points the wrong way.",
    good={"artifacts": [an_artifact("a1"), an_artifact("a2", supersedes="a1"), an_artifact("a3", supersedes="a2")]},
    bad={"artifacts": [an_artifact("a1", supersedes="a2"), an_artifact("a2", supersedes="a1")]},
)
def chains_end(index: Index) -> Iterator[Finding]:
    edges = _forward(index)
    if not edges:
        return
    replaced = {
        position: [index.artifact_at[old]] for position, _, old in index.superseding if old in index.artifact_at
    }
    cycle = cycle_of(replaced)
    for position, at in edges:
        if position in cycle and cycle.get(at) == cycle[position]:
            what = "itself" if at == position else f"{quoted(index.trace.artifacts[at].artifact_id)}, a successor of it"
            yield Finding(
                pointer("artifacts", position, "supersedes"),
                f"{quoted(index.trace.artifacts[position].artifact_id)} supersedes {what}",
            )


def _forward(index: Index) -> list[tuple[int, int]]:
    """The steps to an artifact at the same or a later place in the list: every cycle has one."""
    artifact_at = index.artifact_at
    return [
        (position, artifact_at[old]) for position, _, old in index.superseding if artifact_at.get(old, -1) >= position
    ]


@rule(
    "REV003",
    "error",
    "7.3",
    "A predecessor is the earlier of the two",
    prose="A predecessor existed before what replaces it (§7.3). What is later, and who made what, is decided as in "
    "LIN003.",
    hint="Correct `supersedes`, or the producer of one of the two.",
    good={
        "actions": [an_action(1, outputs=["a1"]), an_action(2, outputs=["a2"])],
        "artifacts": [an_artifact("a1"), an_artifact("a2", supersedes="a1")],
    },
    bad={
        "actions": [an_action(1, outputs=["a1"]), an_action(2, outputs=["a2"])],
        "artifacts": [an_artifact("a2"), an_artifact("a1", supersedes="a2")],
    },
)
def predecessors_are_earlier(index: Index) -> Iterator[Finding]:
    for position, artifact, old in index.superseding:
        if index.later(index.recorder(old), index.recorder(artifact.artifact_id)):
            other = index.artifact(old)
            if other is not None and other.supersedes == artifact.artifact_id:
                continue  # REV002 says so
            yield Finding(
                pointer("artifacts", position, "supersedes"),
                f"{quoted(artifact.artifact_id)} supersedes {quoted(old)}, which a later action made",
            )


@rule(
    "REV004",
    "warning",
    "7.3",
    "Revisions grow along a chain",
    prose="`revision` identifies the version number (§7.3), so the successor's is greater than its predecessor's.",
    hint="Number the versions upwards.",
    good={"artifacts": [an_artifact("a1", revision=1), an_artifact("a2", revision=2, supersedes="a1")]},
    bad={"artifacts": [an_artifact("a1", revision=3), an_artifact("a2", revision=1, supersedes="a1")]},
)
def revisions_grow(index: Index) -> Iterator[Finding]:
    for position, artifact, name in index.superseding:
        if artifact.revision is None:
            continue
        old = index.artifact(name)
        if old is None or old is artifact or old.revision is None or old.supersedes == artifact.artifact_id:
            continue
        if artifact.revision <= old.revision:
            yield Finding(
                pointer("artifacts", position, "revision"),
                f"{quoted(artifact.artifact_id)} is revision {quoted(artifact.revision)} and supersedes "
                f"{quoted(old.artifact_id)}, which is revision {quoted(old.revision)}",
            )


@rule(
    "REV005",
    "warning",
    "7.3",
    "A revision is not negative",
    prose="`revision` identifies the version number (§7.3).",
    hint="Number the versions from 0 or 1 upwards.",
    good={"artifacts": [an_artifact("a1", revision=0)]},
    bad={"artifacts": [an_artifact("a1", revision=-1)]},
)
def revisions_count(index: Index) -> Iterator[Finding]:
    for position, artifact in index.artifacts:
        if artifact.revision is not None and artifact.revision < 0:
            yield Finding(
                pointer("artifacts", position, "revision"),
                f"{quoted(artifact.artifact_id)} is revision {quoted(artifact.revision)}",
            )


@rule(
    "REV006",
    "warning",
    "7.3",
    "A reasoning result is replaced by another answer to the same question",
    prose="`supersedes` identifies a replaced predecessor in the evolution of one thing (§7.3). A verification result "
    "is replaced by a verification of the same goal, another reasoning result by a result of its own type; anything "
    "else would take a refutation out of sight without answering it.",
    hint="Leave `supersedes` out, or correct it.",
    good={
        "artifacts": [
            a_model(),
            a_verification_goal(),
            an_open_result(),
            a_verification_goal("other", goal_id=2),
            an_open_result("again") | {"supersedes": "result"},
        ]
    },
    bad={
        "artifacts": [
            a_model(),
            a_verification_goal(),
            an_open_result(),
            a_verification_goal("other", goal_id=2),
            an_open_result("again", about="other", goal_id=2) | {"supersedes": "result"},
        ]
    },
)
def answers_are_replaced_by_answers(index: Index) -> Iterator[Finding]:
    for position, artifact, name in index.superseding:
        old = index.artifact(name)
        if isinstance(old, RESULTS) and not _same_question(old, artifact):
            yield Finding(
                pointer("artifacts", position, "supersedes"),
                f"{quoted(artifact.artifact_id)} supersedes the reasoning result {quoted(old.artifact_id)}, and "
                "answers another question",
            )


def _same_question(old: KnownArtifact, new: KnownArtifact) -> bool:
    if isinstance(old, VerificationResultArtifact) and isinstance(new, VerificationResultArtifact):
        return old.payload.goal_artifact_id == new.payload.goal_artifact_id or (
            old.payload.goal_id == new.payload.goal_id
        )
    return type(old) is type(new)
