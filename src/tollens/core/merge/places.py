"""§15.3 Where a trace names its own elements: one table of all places.

A merge gives some elements of a parent another name, and whatever refers to them must follow. The table says for each
member of the model what it names; members that are no name (texts, counts, names from outside such as files, symbols,
components and other traces) have no row. Members of open JSON that this project itself writes names into stand in a
second one. Everything else in open JSON, and every member that is not known, stays as it is.
"""

import enum
from collections.abc import Mapping
from typing import Any, NamedTuple

from tollens.core.derive.freshness.models import JOINS
from tollens.core.graph.merges import MERGED
from tollens.core.model import (
    ActionCommon,
    ActionReproducibility,
    ArtifactCommon,
    CarriedForwardPayload,
    Comment,
    ConformanceResultPayload,
    CosimulationResultPayload,
    DecisionOption,
    ExecutionEnvironment,
    ExpectedOutput,
    GapBinding,
    GatewayAction,
    GeneratedTestsPayload,
    Goal,
    GovernanceAction,
    MetaAction,
    ObligationBinding,
    Observation,
    Policy,
    PolicyEvaluation,
    ReasoningFingerprint,
    ReferenceArtifact,
    ReproductionBundlePayload,
    Residual,
    ResidualPayload,
    ReviewItem,
    StateSpaceAnalysisResultPayload,
    TargetType,
    TraceLink,
    TraceReproducibility,
    VerificationGoalPayload,
    VerificationResultPayload,
)


class Kind(enum.Enum):
    """What an element is that is named.

    Artifacts, reference artifacts and entries of the deprecated list of residuals share one space of names, since
    `derived_from`, inputs and targets may name any of them (§7.3, §11, §13.7).
    """

    Artifact = "artifacts"
    Action = "actions"
    MetaAction = "meta_actions"
    Policy = "policies"
    Environment = "execution_environments"
    Observation = "observations"
    Comment = "comments"
    ReviewItem = "review_items"
    Goal = "goals"
    Link = "trace_links"

    __hash__ = object.__hash__  # each member is one object, and Enum's own hash is a slow call for each look-up


class Role(enum.Enum):
    """How an element has a name in it."""

    Own = "own"  # its own
    Rests = "rests"  # what it says depends on what is named
    Maker = "maker"  # the action that gave rise to it
    Makes = "makes"  # what it made
    Aside = "aside"  # it names something that may change without it, or comes later
    Recorded = "recorded"  # a merge recorded where it comes from


class Place(NamedTuple):
    """A place where a name stands.

    Attributes:
        kind: Of what is named.
        role: Whose name it is.
        also: Of what else it may be, where nothing of `kind` has the name.
    """

    kind: Kind
    role: Role = Role.Rests
    also: Kind | None = None


_ARTIFACT, _ACTION, _POLICY = Place(Kind.Artifact), Place(Kind.Action), Place(Kind.Policy)
_META = Place(Kind.MetaAction, Role.Aside)
_ENVIRONMENT = Place(Kind.Environment, Role.Aside)

NAMES: Mapping[tuple[type, str], Place] = {
    (ArtifactCommon, "artifact_id"): Place(Kind.Artifact, Role.Own),
    (ArtifactCommon, "producer_action_id"): Place(Kind.Action, Role.Maker),
    (ArtifactCommon, "derived_from"): _ARTIFACT,
    (ArtifactCommon, "supersedes"): _ARTIFACT,
    (VerificationGoalPayload, "target_artifact_id"): _ARTIFACT,
    (VerificationResultPayload, "goal_artifact_id"): _ARTIFACT,
    (ReasoningFingerprint, "model_artifact_id"): _ARTIFACT,
    (StateSpaceAnalysisResultPayload, "target_artifact_id"): _ARTIFACT,
    (ConformanceResultPayload, "reference_artifact_id"): _ARTIFACT,
    (ConformanceResultPayload, "target_artifact_id"): _ARTIFACT,
    (CosimulationResultPayload, "target_artifact_id"): _ARTIFACT,
    (CosimulationResultPayload, "input_artifact_ids"): _ARTIFACT,
    (GeneratedTestsPayload, "source_analysis_artifact_id"): _ARTIFACT,
    (ReproductionBundlePayload, "entry_action_ids"): _ACTION,
    (ReproductionBundlePayload, "artifact_ids"): _ARTIFACT,
    (ReproductionBundlePayload, "environment_ids"): _ENVIRONMENT,
    (CarriedForwardPayload, "result_id"): _ARTIFACT,
    (CarriedForwardPayload, "via_assumptions"): _ARTIFACT,
    (ResidualPayload, "related_artifact_ids"): _ARTIFACT,
    (ResidualPayload, "introduced_by_action_id"): Place(Kind.Action, Role.Maker),
    (Residual, "residual_id"): Place(Kind.Artifact, Role.Own),
    (ActionCommon, "id"): Place(Kind.Action, Role.Own),
    (ActionCommon, "inputs"): _ARTIFACT,
    (ActionCommon, "outputs"): Place(Kind.Artifact, Role.Makes),
    (ActionCommon, "meta_action_id"): _META,
    (GatewayAction, "supporting_inputs"): _ARTIFACT,
    (DecisionOption, "next_action_id"): Place(Kind.Action, Role.Aside),
    (Observation, "observation_id"): Place(Kind.Observation, Role.Own),
    (Observation, "derived_from"): Place(Kind.Artifact, also=Kind.Observation),
    (ActionReproducibility, "input_artifact_ids"): _ARTIFACT,
    (ActionReproducibility, "environment_id"): _ENVIRONMENT,
    (ExpectedOutput, "artifact_ids"): _ARTIFACT,
    (MetaAction, "id"): Place(Kind.MetaAction, Role.Own),
    (MetaAction, "action_ids"): _ACTION,
    (MetaAction, "parent_id"): _META,
    (MetaAction, "produced_artifact_ids"): _ARTIFACT,
    (MetaAction, "residual_ids"): _ARTIFACT,
    (ReferenceArtifact, "reference_artifact_id"): Place(Kind.Artifact, Role.Own),
    (Policy, "policy_id"): Place(Kind.Policy, Role.Own),
    (Policy, "reference_artifact_id"): _ARTIFACT,
    (PolicyEvaluation, "policy_id"): _POLICY,
    (PolicyEvaluation, "checked_at_action_id"): _ACTION,
    (PolicyEvaluation, "evidence_action_ids"): _ACTION,
    (PolicyEvaluation, "evidence_artifact_ids"): _ARTIFACT,
    (PolicyEvaluation, "violating_action_ids"): _ACTION,
    (PolicyEvaluation, "violating_artifact_ids"): _ARTIFACT,
    (ExecutionEnvironment, "environment_id"): Place(Kind.Environment, Role.Own),
    (TraceReproducibility, "required_artifact_ids"): _ARTIFACT,
    (TraceReproducibility, "required_environment_ids"): _ENVIRONMENT,
    (Comment, "comment_id"): Place(Kind.Comment, Role.Own),
    (Comment, "thread_parent_id"): Place(Kind.Comment, Role.Aside),
    (ReviewItem, "review_item_id"): Place(Kind.ReviewItem, Role.Own),
    (Goal, "goal_id"): Place(Kind.Goal, Role.Own),
    (Goal, "meta_action_id"): _META,
    (ObligationBinding, "policy_id"): _POLICY,
    (GapBinding, "residual_id"): _ARTIFACT,
    (TraceLink, "link_id"): Place(Kind.Link, Role.Own),
}
"""What each member of the model names. `TargetRef` is not here: what it names depends on its type."""

FROM, RENAMED = "from", "renamed"
"""Members of the record of a merge (see `provenance`)."""


class Keys(NamedTuple):
    """An object whose members are called as elements are."""

    place: Place


_BY_KIND = {kind: Place(kind, Role.Recorded) for kind in Kind}
WITH = "with"
"""Stands for the side of further traces, which the merge took results from."""

_SIDES = ("ours", "theirs", WITH)
_RECORD = {
    FROM: {side: {kind.value: place for kind, place in _BY_KIND.items()} for side in _SIDES},
    RENAMED: {side: {kind.value: Keys(place) for kind, place in _BY_KIND.items()} for side in _SIDES},
}

OPEN: Mapping[tuple[type, str], Mapping[str, Any]] = {
    (ArtifactCommon, "metadata"): {JOINS: _ARTIFACT},
    (GovernanceAction, "result"): {
        "residual_id": _ARTIFACT,
        "stamped": _ARTIFACT,
        "review_item_id": Place(Kind.ReviewItem, Role.Aside),
        "review_item_ids": Place(Kind.ReviewItem, Role.Aside),
        "comment_id": Place(Kind.Comment, Role.Aside),
        "link_id": Place(Kind.Link, Role.Aside),
        "link_ids": Place(Kind.Link, Role.Aside),
        "goal_id": Place(Kind.Goal, Role.Aside),
        MERGED: _RECORD,
    },
}
"""Members of open JSON that this project writes names into: of the metadata of joined models, and of what governance
actions result in."""

IN_FORMULAS: Mapping[str, Place] = {"policy_id": _POLICY, "residual_id": _ARTIFACT, "reference": _ARTIFACT}
"""Members of the criteria in a formula of acceptance (§18.1), wherever they stand in it."""

TARGETS = {
    TargetType.ActionTarget.value: Kind.Action,
    TargetType.ArtifactTarget.value: Kind.Artifact,
    TargetType.ReferenceArtifactTarget.value: Kind.Artifact,
    TargetType.PolicyTarget.value: Kind.Policy,
    TargetType.PolicyEvaluationTarget.value: Kind.Policy,
}


def place_of(cls: type, name: str) -> Place | None:
    """The row of a member, which may be inherited; `None` where it names nothing."""
    found: Place | None = row(NAMES, cls, name)
    return found


def row(table: Mapping[tuple[type, str], Any], cls: type, name: str) -> Any:
    """What a table holds of a member, which may be inherited; `None` where it has no row."""
    return next((table[parent, name] for parent in cls.__mro__ if (parent, name) in table), None)
