"""§15.3 Which artifact of a given merged trace is which one of its parents, whatever made it and named it how."""

from collections.abc import Mapping
from typing import Any

from tollens.core.graph.index import Index
from tollens.core.integrity.canonical import canonical_json
from tollens.core.merge.parents import Side
from tollens.core.merge.views import View
from tollens.core.wire.encode import to_value

_NAMING = frozenset(
    {"goal_artifact_id", "target_artifact_id", "reference_artifact_id", "input_artifact_ids", "fingerprint"}
)
"""Members of a payload that hold ids, which a merge may have changed."""


def names_in(
    found: Index, sides: Mapping[Side, View], united: Mapping[tuple[Side, str], str]
) -> dict[tuple[Side, str], str]:
    """What the artifacts of the parents are called in the merged trace, where they say there what they said.

    As this would call them; as they were called; or by what they say, where one artifact says it. What is taken for one
    is not taken for another, so that a result that was dropped is not found in its twin.

    Args:
        found: Of the merged trace.
        sides: Its parents.
        united: What a merge of them calls the artifacts here.
    """
    contents = {artifact.artifact_id: _content(artifact) for _, artifact in found.artifacts}
    wanted = [(side, artifact) for side, view in sides.items() for _, artifact in view.index.artifacts]
    said = {(side, artifact.artifact_id): _content(artifact) for side, artifact in wanted}
    names: dict[tuple[Side, str], str] = {}
    for key, content in said.items():
        name = united.get(key, key[1])
        if contents.get(name) == content:
            names[key] = name
    taken = set(names.values())
    by_content: dict[bytes, list[str]] = {}
    for name, content in contents.items():
        if name not in taken:
            by_content.setdefault(content, []).append(name)
    for key, content in said.items():
        alike = [] if key in names else by_content.get(content, [])
        if key[1] in alike or len(alike) == 1:
            names[key] = key[1] if key[1] in alike else alike[0]
            alike.remove(names[key])
    return names


def _content(artifact: Any) -> bytes:
    """What an artifact says, without the ids in it."""
    held = to_value(artifact)
    payload = held.get("payload")
    said = {name: value for name, value in payload.items() if name not in _NAMING} if isinstance(payload, dict) else {}
    return canonical_json([held.get("artifact_type"), held.get("name"), held.get("summary"), said])
