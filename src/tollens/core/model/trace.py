"""§5 The trace: the complete record of one work session."""

from tollens.core.model.actions import Action
from tollens.core.model.artifacts import Artifact
from tollens.core.model.base import Record
from tollens.core.model.events import AnyEvent
from tollens.core.model.goals import AnyGoal
from tollens.core.model.links import TraceLineage, TraceLink
from tollens.core.model.merging import MergeEvent
from tollens.core.model.meta_actions import MetaAction
from tollens.core.model.policies import Policy, PolicyEvaluation
from tollens.core.model.references import ReferenceArtifact
from tollens.core.model.reproducibility import ExecutionEnvironment, TraceReproducibility
from tollens.core.model.residuals import Residual
from tollens.core.model.review import Comment, ReviewItem
from tollens.core.model.signatures import Signature
from tollens.core.model.unrecognized import Kept
from tollens.core.shown import html_of


class Metrics(Record, frozen=True, kw_only=True):
    """Counts over the record (§5.1). `meta_action_count` comes from §8.4."""

    total_actions: int | None = None
    decision_points: int | None = None
    parallel_blocks: int | None = None
    loops: int | None = None
    max_loop_iterations: int | None = None
    meta_action_count: int | None = None


class Trace(Record, frozen=True, kw_only=True):
    """The typed record of an agent's work session (§5).

    Attributes:
        actions: The ground truth, in the order of the steps (§8).
        residuals: The deprecated carrier of the residual surface; read, no longer written (§13.7).
        content_hash: `sha256:` and 64 hexadecimal digits, over everything but the excluded members (§12.4).
        merge: Two-parent provenance of a merged trace (§15.3).
        repo, branch, commit_sha: Binding metadata of the sync layer (§5), outside the content hash.
    """

    trace_id: str
    spec_version: str
    assistant: str
    model: str
    timestamp: str
    trigger: AnyEvent
    actions: tuple[Action, ...] = ()
    meta_actions: tuple[Kept[MetaAction], ...] = ()
    outcome: AnyEvent
    artifacts: tuple[Artifact, ...] = ()
    reference_artifacts: tuple[Kept[ReferenceArtifact], ...] = ()
    policies: tuple[Kept[Policy], ...] = ()
    policy_evaluations: tuple[Kept[PolicyEvaluation], ...] = ()
    execution_environments: tuple[Kept[ExecutionEnvironment], ...] = ()
    reproducibility: Kept[TraceReproducibility] | None = None
    comments: tuple[Kept[Comment], ...] = ()
    review_items: tuple[Kept[ReviewItem], ...] = ()
    residuals: tuple[Kept[Residual], ...] = ()
    goals: tuple[AnyGoal, ...] = ()
    trace_links: tuple[Kept[TraceLink], ...] = ()
    trace_lineage: Kept[TraceLineage] | None = None
    files_modified: tuple[str, ...] = ()
    metrics: Kept[Metrics] | None = None
    content_hash: str | None = None
    signatures: tuple[Kept[Signature], ...] = ()
    merge: Kept[MergeEvent] | None = None
    repo: str | None = None
    branch: str | None = None
    commit_sha: str | None = None

    def _repr_html_(self) -> str | None:
        return html_of(self)
