"""§13 The residual surface: gaps and defeaters hang off what they are about."""

from collections.abc import Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.elements import known
from tollens.core.graph.index import Index
from tollens.core.model.artifacts import ResidualArtifact
from tollens.core.model.residuals import ResidualKind, ResidualPayload, ResidualStatus
from tollens.core.model.review import TargetType
from tollens.core.validate.examples import a_residual, an_action, an_artifact
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.targets import dangling
from tollens.core.validate.wording import quoted
from tollens.core.wire.versions import version_of

_ABOUT_A1 = {"target_type": "artifact", "target_id": "a1"}


def _surface(index: Index) -> Iterator[tuple[ResidualPayload, tuple[str | int, ...]]]:
    """Every residual, as an artifact or as an entry of the legacy list, with the place of its members."""
    for position, artifact in index.of(ResidualArtifact):
        yield artifact.payload, ("artifacts", position, "payload")
    for position, entry in known(index.trace.residuals):
        yield entry, ("residuals", position)


@rule(
    "RES001",
    "error",
    "13.1",
    "What a residual targets exists",
    prose="`target` says where the gap bites, or which claim a Defeater contests (§13.1, §14.1); a reviewer navigates "
    "by it (§13.2).",
    hint="Correct the target; an action is named by its id as text.",
    good={"artifacts": [an_artifact("a1"), a_residual(anchors=("a1",), target=_ABOUT_A1)]},
    bad={"artifacts": [a_residual(target={"target_type": "action", "target_id": "9"})]},
)
def targets_exist(index: Index) -> Iterator[Finding]:
    for gap, place in _surface(index):
        if gap.target is not None and (message := dangling(index, gap.target)) is not None:
            yield Finding(pointer(*place, "target", "target_id"), message)


@rule(
    "RES002",
    "error",
    "13.1",
    "A defeater, and only a defeater, says what it attacks",
    prose="`defeater_kind` is set iff the kind is Defeater (§13.1): `rebuts` the claim, `undermines` the evidence or "
    "`undercuts` the inference.",
    hint="Add or remove `defeater_kind`, or correct `kind`.",
    good={"artifacts": [an_artifact("a1"), a_residual(anchors=("a1",), kind="defeater", defeater_kind="rebuts")]},
    bad={"artifacts": [a_residual(kind="assumption", defeater_kind="rebuts")]},
)
def defeaters_say_what_they_attack(index: Index) -> Iterator[Finding]:
    for gap, place in _surface(index):
        if (gap.kind is ResidualKind.Defeater) != (gap.defeater_kind is not None):
            message = (
                "a defeater does not say what it attacks"
                if gap.defeater_kind is None
                else f"defeater_kind is set, and the residual is of the kind {gap.kind.value}"
            )
            yield Finding(pointer(*place, "defeater_kind"), message)


@rule(
    "RES003",
    "error",
    "13.1",
    "The artifacts that a residual relates to exist",
    prose="`related_artifact_ids` are affected or supporting artifacts, or a Defeater's counter-evidence (§13.1).",
    hint="Add the missing artifact, or correct the id.",
    good={"artifacts": [an_artifact("a1"), a_residual(anchors=("a1",), related_artifact_ids=["a1"])]},
    bad={"artifacts": [an_artifact("a1"), a_residual(anchors=("a1",), related_artifact_ids=["a9"])]},
)
def related_exist(index: Index) -> Iterator[Finding]:
    for gap, place in _surface(index):
        for at, name in enumerate(gap.related_artifact_ids):
            if not index.resolves(name):
                yield Finding(
                    pointer(*place, "related_artifact_ids", at),
                    f"the residual relates to {quoted(name)}, which is no artifact of this trace",
                )


@rule(
    "RES004",
    "error",
    "13.1",
    "The action that gave rise to a residual exists",
    prose="`introduced_by_action_id` is the action that gave rise to the residual (§13.1).",
    hint="Correct the id, or leave it out.",
    good={"actions": [an_action(1)], "artifacts": [a_residual(introduced_by_action_id=1)]},
    bad={"artifacts": [a_residual(introduced_by_action_id=9)]},
)
def introducers_exist(index: Index) -> Iterator[Finding]:
    for gap, place in _surface(index):
        number = gap.introduced_by_action_id
        if number is not None and number not in index.action_at:
            yield Finding(
                pointer(*place, "introduced_by_action_id"),
                f"the residual was introduced by action {quoted(number)}, which does not exist",
            )


@rule(
    "RES005",
    "warning",
    "13.1",
    "A residual has one origin",
    prose="`producer_action_id` of a Residual artifact is its `introduced_by_action_id`, when known (§13.1).",
    hint="Correct the one that is wrong.",
    good={
        "actions": [an_action(1), an_action(2)],
        "artifacts": [a_residual(introduced_by_action_id=1) | {"producer_action_id": 1}],
    },
    bad={
        "actions": [an_action(1), an_action(2)],
        "artifacts": [a_residual(introduced_by_action_id=1) | {"producer_action_id": 2}],
    },
)
def one_origin(index: Index) -> Iterator[Finding]:
    for position, artifact in index.of(ResidualArtifact):
        number, producer = artifact.payload.introduced_by_action_id, artifact.producer_action_id
        if number is None or producer in (None, number):
            continue
        if number in index.action_at and producer in index.action_at:
            yield Finding(
                pointer("artifacts", position, "producer_action_id"),
                f"{quoted(artifact.artifact_id)} was introduced by action {quoted(number)} and made by "
                f"action {quoted(producer)}",
            )


@rule(
    "RES006",
    "warning",
    "13.1",
    "The summary of a residual is its statement",
    prose="`summary` of a Residual artifact is the statement, so that generic tooling shows the gap (§13.1). The "
    "text's own example (§13.6, r3) departs from it.",
    hint="Copy the statement, or leave the summary out.",
    good={"artifacts": [a_residual(summary="not checked")]},
    bad={"artifacts": [a_residual(summary="all is well")]},
)
def summary_is_statement(index: Index) -> Iterator[Finding]:
    for position, artifact in index.of(ResidualArtifact):
        if artifact.summary is not None and artifact.summary != artifact.payload.statement:
            yield Finding(
                pointer("artifacts", position, "summary"),
                f"the summary of {quoted(artifact.artifact_id)} is not its statement",
            )


@rule(
    "RES007",
    "warning",
    "13.1",
    "A residual derives from what it is about",
    prose="`derived_from` of a Residual artifact holds its target, when that is an artifact, and its "
    "`related_artifact_ids` (§13.1): that is what places the gap in the lineage.",
    hint="Add the missing ids to `derived_from`.",
    good={"artifacts": [an_artifact("a1"), a_residual(anchors=("a1",), target=_ABOUT_A1)]},
    bad={"artifacts": [an_artifact("a1"), a_residual(target=_ABOUT_A1)]},
)
def anchored(index: Index) -> Iterator[Finding]:
    for position, artifact in index.of(ResidualArtifact):
        target = artifact.payload.target
        wanted = artifact.payload.related_artifact_ids
        if target is not None and target.target_type is TargetType.ArtifactTarget and target.target_id is not None:
            wanted = (target.target_id, *wanted)
        held = artifact.derived_from if len(wanted) < 4 else frozenset(artifact.derived_from)
        missing = [name for name in wanted if name not in held and index.resolves(name)]
        if missing:
            more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            yield Finding(
                pointer("artifacts", position, "derived_from"),
                f"{quoted(artifact.artifact_id)} is about {quoted(missing[0])}{more}, and does not derive from it",
            )


@rule(
    "RES008",
    "warning",
    "13.2",
    "A defeater anchors to the claim that it contests",
    prose="A Defeater anchors, by `target` or `derived_from`, to the claim it contests (§13.2); without an anchor it "
    "contests nothing, and no claim is blocked by it.",
    hint="Set the target, or derive it from the contested artifact.",
    good={"artifacts": [an_artifact("a1"), a_residual(anchors=("a1",), kind="defeater", defeater_kind="rebuts")]},
    bad={"artifacts": [a_residual(kind="defeater", defeater_kind="rebuts")]},
)
def defeaters_contest_something(index: Index) -> Iterator[Finding]:
    for position, artifact in index.of(ResidualArtifact):
        gap = artifact.payload
        if gap.kind is ResidualKind.Defeater and gap.target is None and not artifact.derived_from:
            yield Finding(pointer("artifacts", position), f"{quoted(artifact.artifact_id)} contests nothing")
    for position, entry in known(index.trace.residuals):
        if entry.kind is ResidualKind.Defeater and entry.target is None and not entry.related_artifact_ids:
            yield Finding(pointer("residuals", position), f"{quoted(entry.residual_id)} contests nothing")


@rule(
    "RES010",
    "info",
    "13.2",
    "A defeater cites its counter-evidence",
    prose="A Defeater cites the counter-evidence in `related_artifact_ids` (§13.2). It stands without, but a reader "
    "then has the challenge alone.",
    hint="Name the artifacts that speak against the claim.",
    good={
        "artifacts": [
            an_artifact("a1"),
            a_residual(anchors=("a1",), kind="defeater", defeater_kind="rebuts", related_artifact_ids=["a1"]),
        ]
    },
    bad={"artifacts": [an_artifact("a1"), a_residual(anchors=("a1",), kind="defeater", defeater_kind="rebuts")]},
)
def defeaters_cite(index: Index) -> Iterator[Finding]:
    for gap, place in _surface(index):
        if gap.kind is ResidualKind.Defeater and not gap.related_artifact_ids:
            yield Finding(pointer(*place, "related_artifact_ids"), "the defeater cites no counter-evidence")


@rule(
    "RES009",
    "warning",
    "13.7",
    "New traces hold residuals as artifacts",
    prose="Since 1.8 the top-level list `residuals` is read but no longer written (§5, §13.7).",
    hint="Fold the list into Residual artifacts: `tollens upgrade --only residuals`.",
    good={
        "spec_version": "1.7",
        "residuals": [{"residual_id": "r1", "kind": "assumption", "statement": "sorted input"}],
    },
    bad={"residuals": [{"residual_id": "r1", "kind": "assumption", "statement": "sorted input"}]},
)
def no_legacy_list(index: Index) -> Iterator[Finding]:
    if index.trace.residuals and (version_of(index.trace.spec_version) or ()) >= (1, 8):
        yield Finding("/residuals", "the deprecated list of residuals is in use")


@rule(
    "RES011",
    "warning",
    "13.3",
    "A waived residual says why",
    prose="`waived` records an explicit, auditable decision to accept a gap permanently (§13.3), and a Defeater is "
    "waived only by one (§13.2). There is something to audit where `rationale` says why, or a comment or review item "
    "targets the residual.",
    hint="State `rationale`, or record the decision in a comment or review item that targets the residual.",
    good={"artifacts": [a_residual(status="waived", rationale="one user at a time, by contract")]},
    bad={"artifacts": [a_residual(status="waived")]},
)
def waived_for_a_reason(index: Index) -> Iterator[Finding]:
    discussed: frozenset[str | None] | None = None
    for position, artifact in index.of(ResidualArtifact):
        if artifact.payload.status is not ResidualStatus.ResidualWaived or artifact.payload.rationale:
            continue
        discussed = _discussed(index) if discussed is None else discussed
        if artifact.artifact_id not in discussed:
            yield Finding(
                pointer("artifacts", position, "payload", "status"),
                f"{quoted(artifact.artifact_id)} is waived, and nothing says why",
            )
    for position, entry in known(index.trace.residuals):
        if entry.status is ResidualStatus.ResidualWaived and not entry.rationale:
            yield Finding(
                pointer("residuals", position, "status"), f"{quoted(entry.residual_id)} is waived, and nothing says why"
            )


def _discussed(index: Index) -> frozenset[str | None]:
    """The ids of the artifacts that a comment or review item is about."""
    targets = [remark.target for _, remark in known(index.trace.comments)]
    targets += [item.target for _, item in known(index.trace.review_items)]
    return frozenset(target.target_id for target in targets if target.target_type is TargetType.ArtifactTarget)
