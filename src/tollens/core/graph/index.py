"""Every identity of a trace resolved once (§7, §8): what the checks and the derived views look things up in."""

from collections.abc import Iterable
from typing import TypeVar

from tollens.core.model.actions import KnownAction
from tollens.core.model.artifacts import KnownArtifact
from tollens.core.model.trace import Trace
from tollens.core.model.unrecognized import Unrecognized

T = TypeVar("T")


def known(elements: Iterable[T | Unrecognized]) -> list[tuple[int, T]]:
    """The recognized elements of a list, each with its position."""
    return [(position, element) for position, element in enumerate(elements) if not isinstance(element, Unrecognized)]


class Index:
    """Look-up tables over one trace. Of several elements with one id, the first one counts.

    Attributes:
        trace: The trace.
        action_at: Position of each action id in `trace.actions`.
        artifact_at: Position of each artifact id in `trace.artifacts`.
        actions, artifacts: The recognized elements with their positions, in list order.
        reference_ids: Ids of the reference artifacts.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.action_at: dict[int, int] = {}
        self.artifact_at: dict[str, int] = {}
        self.actions: list[tuple[int, KnownAction]] = known(trace.actions)
        self.artifacts: list[tuple[int, KnownArtifact]] = known(trace.artifacts)
        for position, action in enumerate(trace.actions):
            if action.id is not None:
                self.action_at.setdefault(action.id, position)
        for position, artifact in enumerate(trace.artifacts):
            if artifact.artifact_id is not None:
                self.artifact_at.setdefault(artifact.artifact_id, position)
        self.reference_ids = {reference.reference_artifact_id for _, reference in known(trace.reference_artifacts)}
