"""§13.2 Contested claims: what an open defeater targets, and what rests on that.

A dispute passes through elements that are not recognized: ignoring one must not settle it.
"""

from collections.abc import Iterable

from tollens.core.derive.surface import Defeater
from tollens.core.graph.grounds import rests_on
from tollens.core.model import Artifact


def contested(artifacts: Iterable[Artifact], defeaters: Iterable[Defeater]) -> dict[str, tuple[str, str]]:
    """What is contested, directly or through what it rests on.

    A result rests on its goal, a goal on its model, a model on the code it was made from. A model does not rest on the
    model that it replaces.

    Args:
        artifacts: Of the trace.
        defeaters: All of them; only those that stand contest anything.

    Returns:
        By artifact id: the id of the artifact that is contested, and the id of the defeater.
    """
    found: dict[str, tuple[str, str]] = {}
    for defeater in defeaters:
        if defeater.open:
            for name in defeater.about:
                found.setdefault(name, (name, defeater.residual_id))
    if not found:
        return found
    children: dict[str, list[str]] = {}
    for artifact in artifacts:
        if artifact.artifact_id is not None:
            for parent in rests_on(artifact):
                children.setdefault(parent, []).append(artifact.artifact_id)
    waiting = list(reversed(found))
    while waiting:
        name = waiting.pop()
        for child in children.get(name, ()):
            if child not in found:
                found[child] = found[name]
                waiting.append(child)
    return found
