"""§10.4a The reasoning-result fingerprint: what freshness (§18.3) compares."""

from tollens.core.model.base import Record


class ReasoningFingerprint(Record, frozen=True, kw_only=True):
    """The task that a reasoning result was computed over (§10.4a).

    Attributes:
        task_checksum: Hash of the target and its dependency closure; states its own scheme.
        task_shape: Weaker, structural hash for re-pairing after a rename or move.
        target_symbol: The symbol that the result is about; its absence from the current model means Detached.
        engine_version: An advanced version makes the result Stale even on an equal checksum.
        model_artifact_id: The FormalModel that the task was taken from.
        model_revision: That model's revision at compute time.
    """

    task_checksum: str
    task_shape: str | None = None
    target_symbol: str | None = None
    engine: str | None = None
    engine_version: str | None = None
    model_artifact_id: str | None = None
    model_revision: int | None = None
