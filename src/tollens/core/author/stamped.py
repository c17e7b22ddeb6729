"""§10.4a, §15.2 The successor in which results carry fingerprints: all of the trace goes along, and stays as it was."""

from collections.abc import Sequence
from typing import Any

from tollens.core.author.edits import replaced
from tollens.core.author.seal import unsealed
from tollens.core.author.successors import lineage, refuse_id
from tollens.core.author.trace_links import linked
from tollens.core.derive.freshness.stamping import Stamp
from tollens.core.model.links import TraceRelationship
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value

_NOTE = "Fingerprints of the models that were current when the results were made."


def stamped(predecessor: Document, stamps: Sequence[Stamp], trace_id: str, *, at: str, by: str) -> Document:
    """Start a successor in which results carry the fingerprints that they lacked.

    Only the member `fingerprint` of their payloads differs. The predecessor may be sealed; its successor is not, being
    another trace.

    Args:
        predecessor: The trace that the fingerprints were computed in.
        stamps: The fingerprints.
        trace_id: The id of the new trace.
        at: When, as RFC 3339.
        by: Who stamps.

    Raises:
        MisuseError: The id is taken in the chain, or the predecessor has none.
    """
    refuse_id(predecessor.trace, trace_id)
    document = replaced(unsealed(predecessor), "/trace_id", trace_id)
    document = replaced(document, "/trace_lineage", lineage(predecessor.trace))
    document = replaced(document, "/artifacts", _with(document.value["artifacts"], stamps))
    return linked(
        document,
        predecessor.trace.trace_id,
        TraceRelationship.Supersedes,
        note=_NOTE,
        outputs=(),
        result={"stamped": [stamp.artifact_id for stamp in stamps]},
        at=at,
        by=by,
    )


def _with(artifacts: list[Any], stamps: Sequence[Stamp]) -> list[Any]:
    """The artifacts as they stand, each stamped one with its fingerprint."""
    made = list(artifacts)
    for stamp in stamps:
        held = made[stamp.position]
        made[stamp.position] = {**held, "payload": {**held["payload"], "fingerprint": to_value(stamp.fingerprint)}}
    return made
