"""§8.4 Meta-actions: units of intent over the atomic actions. A claim about structure, not evidence."""

from tollens.core.model.base import Record, Word


class MetaActionStatus(Word):
    """Whether the intent was achieved (§8.4)."""

    MetaCompleted = "completed"
    MetaPartial = "partial"
    MetaAbandoned = "abandoned"


class MetaActionSource(Word):
    """How the grouping was determined, most faithful first (§8.4)."""

    PlanDeclared = "plan_declared"
    TurnSegmented = "turn_segmented"
    IntentInferred = "intent_inferred"


class MetaAction(Record, frozen=True, kw_only=True):
    """A unit of intent (§8.4). `action_ids` is a contiguous, ordered slice of the timeline."""

    id: str
    title: str
    intent: str | None = None
    action_ids: tuple[int, ...] = ()
    outcome: str | None = None
    status: MetaActionStatus | None = None
    source: MetaActionSource | None = None
    parent_id: str | None = None
    produced_artifact_ids: tuple[str, ...] = ()
    residual_ids: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
