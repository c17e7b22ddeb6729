"""§3.2, §7.3, §15.3: artifacts form a lineage that only points back."""

from collections.abc import Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.index import Index
from tollens.core.validate.rule import Finding, rule


@rule(
    "LIN001",
    "error",
    "7.3",
    "Every parent exists",
    prose="`derived_from` names the immediate inputs of an artifact: artifacts of this trace, or reference artifacts "
    "(§11). A name that stands for nothing breaks the chain from an output to what it rests on (§1).",
    hint="Add the missing artifact, or correct the id.",
    good={
        "artifacts": [
            {"artifact_id": "a1", "artifact_type": "SourceCode"},
            {"artifact_id": "a2", "artifact_type": "Diff", "derived_from": ["a1"]},
        ]
    },
    bad={"artifacts": [{"artifact_id": "a2", "artifact_type": "Diff", "derived_from": ["a9"]}]},
)
def parents_exist(index: Index) -> Iterator[Finding]:
    known = index.artifact_at
    for position, artifact in index.artifacts:
        for place, parent in enumerate(artifact.derived_from):
            if parent not in known and parent not in index.reference_ids:
                yield Finding(
                    pointer("artifacts", position, "derived_from", place),
                    f"{artifact.artifact_id!r} derives from {parent!r}, which is no artifact of this trace",
                )
