"""§3.2 The lineage of a trace as a graph: every artifact with what it was made from and what is known of it."""

from collections.abc import Iterator

from tollens.core.derive.record.contents import artifact_line
from tollens.core.derive.residuals.established import Established
from tollens.core.model import Unrecognized
from tollens.core.view.document import LineageNode


def lineage(established: Established) -> Iterator[LineageNode]:
    """A node for each artifact, in the order of the trace; what derives from itself does so here, too."""
    index, freshness, contested = established.index, established.freshness, established.contested
    maker, parents, held = index.production.maker, index.parents, index.artifact_at
    for at, artifact in enumerate(index.trace.artifacts):
        line = artifact_line(artifact)
        name = line.artifact_id or (artifact.path if isinstance(artifact, Unrecognized) else "")
        verdict = freshness.get(name)
        yield LineageNode(
            artifact_id=name,
            type=line.type,
            name=line.name,
            status=line.status,
            maker=max(maker[at], -1),
            parents=tuple(parents[at]),
            outside=tuple(dict.fromkeys(parent for parent in line.derived_from if parent not in held)),
            freshness=None if verdict is None else verdict.verdict.value,
            contested_by=contested[name][1] if name in contested else None,
            replaced_by=index.replaced.get(name),
        )
