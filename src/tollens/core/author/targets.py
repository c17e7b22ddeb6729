"""§14.1 What a person names as the target of a comment, review item or residual."""

from difflib import get_close_matches

from tollens.core.errors import MisuseError
from tollens.core.graph.index import Index
from tollens.core.model import TargetRef, TargetType
from tollens.core.validate.targets import dangling
from tollens.core.validate.wording import quoted

FORMS = "trace, action:12, artifact:a3, reference_artifact:…, policy:…, policy_evaluation:…, or the id of an artifact"
"""How a target is written, for help texts."""

_KINDS = {kind.value: kind for kind in TargetType}
_BARE = (TargetType.ArtifactTarget, TargetType.ReferenceArtifactTarget, TargetType.PolicyTarget)
"""What an id by itself may be of. An action's is a number, and would be mistaken for something else too easily."""


def target(index: Index, said: str) -> TargetRef:
    """What `said` names in the trace.

    The word of a kind before a colon is always the kind: an artifact whose id begins like that is written
    `artifact:ID`.

    Raises:
        MisuseError: It names nothing, or more than one thing.

    >>> from tollens.core.wire.document import Document
    >>> index = Index(Document.of({"actions": [{"id": 12}], "artifacts": [{"artifact_id": "a3"}]}).trace)
    >>> target(index, "action:12").target_id, target(index, "a3").target_type.value
    ('12', 'artifact')
    """
    if said == TargetType.TraceTarget.value:
        return TargetRef(target_type=TargetType.TraceTarget, target_id=index.trace.trace_id or None)
    kind, colon, name = said.partition(":")
    if colon and kind in _KINDS:
        return _of_kind(index, _KINDS[kind], name)
    found = [made for kind in _BARE if dangling(index, made := TargetRef(target_type=kind, target_id=said)) is None]
    if not found:
        raise MisuseError(f"{quoted(said)} is nothing in this trace", _advice(index, said))
    if len(found) > 1:
        ways = " or ".join(f"{one.target_type.value}:{said}" for one in found)
        raise MisuseError(f"{quoted(said)} names {len(found)} things in this trace", f"Write {ways}.")
    return found[0]


def _of_kind(index: Index, kind: TargetType, name: str) -> TargetRef:
    if kind is TargetType.TraceTarget:
        linked = {edge.to_trace_id for edge in index.trace.trace_links if hasattr(edge, "to_trace_id")}
        if name != index.trace.trace_id and name not in linked:
            raise MisuseError(f"{quoted(name)} is neither this trace nor one that it links to", "Write trace.")
    made = TargetRef(target_type=kind, target_id=name)
    message = "the target has no id" if not name else dangling(index, made)
    if message is not None:
        raise MisuseError(message, _advice(index, name))
    return TargetRef(target_type=kind, target_id=str(int(name))) if kind is TargetType.ActionTarget else made


def _advice(index: Index, name: str) -> str:
    near = get_close_matches(name, index.artifact_at, n=1) if len(index.artifact_at) <= _FEW else []
    meant = f"Did you mean {near[0]}? " if near else ""
    return f"{meant}A target is {FORMS}."


_FEW = 10_000
"""Ids among which a similar one is looked for: comparing takes its time."""
