"""Where the actions and artifacts of a trace are gathered while a session is put together: ids in order, no gaps."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from tollens.core.model import (
    ActionReproducibility,
    ActionType,
    ActivityAction,
    ActivityActionType,
    DecisionOption,
    Evidence,
    ExecutionMetadata,
    GatewayAction,
    GatewayActionType,
    GovernanceAction,
    JsonObject,
    KnownAction,
    KnownArtifact,
    Observation,
    ReasoningActionType,
)


class Draft(msgspec.Struct):
    """An action that may still get observations, outputs and a place in a meta-action (§8)."""

    id: int
    type: ActionType
    label: str
    rationale: str
    detail: str | None = None
    inputs: list[str] = msgspec.field(default_factory=list)
    outputs: list[str] = msgspec.field(default_factory=list)
    evidence: list[Evidence] = msgspec.field(default_factory=list)
    observations: list[Observation] = msgspec.field(default_factory=list)
    execution: ExecutionMetadata | None = None
    reproducibility: ActionReproducibility | None = None
    request: dict[str, object] | None = None
    result_summary: str | None = None
    options: tuple[DecisionOption, ...] = ()
    decision_basis: str | None = None
    meta_action_id: str | None = None

    def note(self, statement: str, *derived_from: str) -> None:
        """Add an observation (§9.2)."""
        self.observations.append(Observation(statement=statement, derived_from=derived_from))

    def frozen(self) -> KnownAction:
        """The action as a value."""
        kind = self.type
        if isinstance(kind, ReasoningActionType):
            raise TypeError("a session has no reasoning actions")
        if isinstance(kind, GatewayActionType):
            return GatewayAction(
                type=kind,
                id=self.id,
                label=self.label,
                rationale=self.rationale,
                detail=self.detail,
                inputs=tuple(self.inputs),
                outputs=tuple(self.outputs),
                evidence=tuple(self.evidence),
                observations=tuple(self.observations),
                execution=self.execution,
                meta_action_id=self.meta_action_id,
                options=self.options,
                decision_basis=self.decision_basis,
            )
        if isinstance(kind, ActivityActionType):
            return ActivityAction(type=kind, **self._performed())  # type: ignore[arg-type]
        return GovernanceAction(type=kind, **self._performed())  # type: ignore[arg-type]

    def _performed(self) -> dict[str, object]:
        return {
            "id": self.id,
            "label": self.label,
            "rationale": self.rationale,
            "detail": self.detail,
            "inputs": tuple(self.inputs),
            "outputs": tuple(self.outputs),
            "evidence": tuple(self.evidence),
            "observations": tuple(self.observations),
            "execution": self.execution,
            "reproducibility": self.reproducibility,
            "meta_action_id": self.meta_action_id,
            "request": None if self.request is None else JsonObject.of(self.request),
            "result_summary": self.result_summary,
        }


class Ledger:
    """The actions and artifacts so far, in order.

    Attributes:
        drafts: The actions; ids count from 1.
        artifacts: The artifacts, each after those that it derives from.
    """

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.artifacts: list[KnownArtifact] = []
        self._numbers: Counter[str] = Counter()

    def action(self, kind: ActionType, label: str, rationale: str) -> Draft:
        """Add an action."""
        draft = Draft(len(self.drafts) + 1, kind, label, rationale)
        self.drafts.append(draft)
        return draft

    def frozen(self) -> Iterator[KnownAction]:
        """The actions as values; the drafts go one by one, so that both are not there at once."""
        self.drafts.reverse()
        while self.drafts:
            yield self.drafts.pop().frozen()

    def new_id(self, kind: str) -> str:
        """A fresh artifact id, such as `diff-3`."""
        self._numbers[kind] += 1
        return f"{kind}-{self._numbers[kind]}"

    def add(self, artifact: KnownArtifact, producer: Draft | None = None) -> str:
        """Add an artifact, as an output of its producer if it has one; gives its id."""
        self.artifacts.append(artifact)
        if producer is not None:
            producer.outputs.append(artifact.artifact_id)
        return artifact.artifact_id
