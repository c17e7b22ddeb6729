"""§15.3 Which artifact of a given merged trace is which one of its parents, whatever made it and named it how."""

from collections.abc import Mapping
from typing import Any

from tollens.core.graph.index import Index
from tollens.core.integrity.canonical import canonical_json
from tollens.core.merge.parents import Side
from tollens.core.merge.renaming import turned
from tollens.core.merge.views import View
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.wire.encode import to_value


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
    contents = _contents(found)
    said = {(side, name): content for side, view in sides.items() for name, content in _contents(view.index).items()}
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


def _contents(index: Index) -> dict[str, bytes]:
    """What each id of a trace says; where it is there several times, all of that."""
    found: dict[str, bytes] = {}
    for artifact in index.trace.artifacts:
        if artifact.artifact_id is not None:
            found[artifact.artifact_id] = found.get(artifact.artifact_id, b"") + _content(artifact)
    return found


def _content(artifact: Any) -> bytes:
    """What an artifact says, without the ids in it, which a merge may have changed; and whether it can be read."""
    held = turned("artifacts", to_value(artifact), lambda place, name: "")
    return canonical_json([isinstance(artifact, Unrecognized), held])
