"""§13.2 Contested claims: what an open defeater targets, and what rests on that.

A dispute passes through elements that are not recognized: ignoring one must not settle it.
"""

from collections.abc import Iterable, Mapping

from tollens.core.derive.residuals.surface import Defeater
from tollens.core.graph.grounds import rests_on
from tollens.core.model import Artifact, PolicyEvaluation

EVALUATED = ("policy", "policy_evaluation")
"""The kinds of targets that contest the evaluation of a policy."""


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


def dispute_of(
    evaluation: PolicyEvaluation, aimed: Mapping[str, str], contested: Mapping[str, tuple[str, str]]
) -> tuple[str, str] | None:
    """What of an evaluation is contested, the policy or an artifact that it rests on, and by which defeater.

    Args:
        evaluation: Of a policy.
        aimed: By the id of a policy: the defeater that targets it or its evaluation, as `targeted` gives it.
        contested: What artifacts are contested.
    """
    name = evaluation.policy_id
    if name in aimed:
        return name, aimed[name]
    rested = next((one for one in evaluation.evidence_artifact_ids if one in contested), None)
    return None if rested is None else (rested, contested[rested][1])


def targeted(defeaters: Iterable[Defeater], *kinds: str) -> dict[str, str]:
    """By the id of what is no artifact: the first open defeater that targets it as one of those kinds."""
    found: dict[str, str] = {}
    for defeater in defeaters:
        kind, _, name = defeater.target.partition(" ")
        if defeater.open and kind in kinds:
            found.setdefault(name, defeater.residual_id)
    return found
