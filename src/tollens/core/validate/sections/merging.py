"""§15.3 A merged trace accounts for every prior result exactly once."""

from collections.abc import Collection, Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.elements import known
from tollens.core.graph.grounds import results_to_establish_again
from tollens.core.graph.index import Index
from tollens.core.model.artifacts import (
    CarriedForwardArtifact,
    ResidualArtifact,
)
from tollens.core.model.merging import CarriedForwardBasis, MergeEvent
from tollens.core.model.residuals import ResidualKind, ResidualPayload, ResidualStatus
from tollens.core.validate.consequence import RESULTS
from tollens.core.validate.examples import MERGE, a_model, a_residual, a_verification_goal, an_artifact, an_open_result
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted

KINDS = ("merge", "rebase", "cherry-pick", "squash")
"""How two lines of reasoning may have been combined."""

_CARRIED = {"result_id": "result", "basis": "closure_disjoint", "closure": ["f"]}
_PROOF = [a_model(), a_verification_goal(), an_open_result()]


def _carried(name: str = "carried", **payload: object) -> dict[str, object]:
    return an_artifact(name, "CarriedForward", _CARRIED | payload, derived_from=["result"])


@rule(
    "MRG001",
    "warning",
    "15.3",
    "A merge has two parents",
    prose="A merge event records two-parent provenance: the traces that were combined, ours and theirs, and the "
    "ancestor of both (§15.3). They are two, and neither they nor the ancestor are the merged trace.",
    hint="Name the two traces.",
    good={"merge": MERGE},
    bad={"merge": MERGE | {"parents": ["ours"]}},
)
def two_parents(index: Index) -> Iterator[Finding]:
    event = index.trace.merge
    if not isinstance(event, MergeEvent):
        return
    if len(event.parents) != 2:
        yield Finding("/merge/parents", f"the merge names {len(event.parents)} parents")
    elif index.trace.trace_id in event.parents:
        place = event.parents.index(index.trace.trace_id)
        yield Finding(pointer("merge", "parents", place), "the merged trace is a parent of itself")
    elif event.parents[0] == event.parents[1]:
        yield Finding("/merge/parents/1", f"both parents of the merge are {quoted(event.parents[0])}")
    if event.base is not None and event.base == index.trace.trace_id:
        yield Finding("/merge/base", "the merged trace is its own base")


@rule(
    "MRG002",
    "error",
    "15.3",
    "A merge is of a known kind",
    prose="`kind` is merge, rebase, cherry-pick or squash (§15.3).",
    hint="Use one of the four.",
    good={"merge": MERGE | {"kind": "cherry-pick"}},
    bad={"merge": MERGE | {"kind": "blend"}},
)
def known_kind(index: Index) -> Iterator[Finding]:
    event = index.trace.merge
    if isinstance(event, MergeEvent) and event.kind not in KINDS:
        yield Finding("/merge/kind", f"{quoted(event.kind)} is none of {', '.join(KINDS)}")


@rule(
    "MRG003",
    "error",
    "15.3",
    "The result that is carried forward exists",
    prose="`result_id` of a CarriedForward artifact is the carried-over reasoning result (§15.3).",
    hint="Add the result, or correct the id.",
    good={"artifacts": [*_PROOF, _carried()]},
    bad={"artifacts": [*_PROOF, _carried(result_id="a9")]},
)
def carried_results_exist(index: Index) -> Iterator[Finding]:
    for position, carried in index.of(CarriedForwardArtifact):
        if carried.payload.result_id not in index.artifact_at:
            yield Finding(
                pointer("artifacts", position, "payload", "result_id"),
                f"{quoted(carried.payload.result_id)} is carried forward, and no artifact of this trace",
            )


@rule(
    "MRG004",
    "error",
    "15.3",
    "Only reasoning results are carried forward",
    prose="What is carried forward is a reasoning result (§15.3): a VerificationResult, StateSpaceAnalysisResult, "
    "ConformanceResult or CoSimulationResult.",
    hint="Name the result.",
    good={"artifacts": [*_PROOF, _carried()]},
    bad={"artifacts": [*_PROOF, _carried(result_id="goal")]},
)
def results_are_carried(index: Index) -> Iterator[Finding]:
    for position, carried in index.of(CarriedForwardArtifact):
        found = index.artifact(carried.payload.result_id)
        if found is not None and not isinstance(found, RESULTS):
            yield Finding(
                pointer("artifacts", position, "payload", "result_id"),
                f"{quoted(found.artifact_id)} is carried forward, and no reasoning result",
            )


@rule(
    "MRG005",
    "error",
    "15.3",
    "A prior result is in one bucket",
    prose="For every carried-over reasoning result a merged trace holds exactly one of: a CarriedForward artifact, a "
    "NeedsRereasoning residual, or a freshly established result (§15.3). A NeedsRereasoning residual is about its "
    "target when that is a result, else about the results that it relates to or derives from. Two residuals about "
    "one result are one bucket. An account that is superseded, such as that of an earlier merge, and a residual that "
    "is addressed no longer count.",
    hint="Remove what does not hold: a result is either provably unaffected, or to be established again.",
    good={
        "merge": MERGE,
        "artifacts": [*_PROOF, an_open_result("other"), _carried(), _carried("carried too", result_id="other")],
    },
    bad={"merge": MERGE, "artifacts": [*_PROOF, _carried(), _carried("carried again")]},
)
def one_bucket(index: Index) -> Iterator[Finding]:
    carried: set[str] = set()
    replaced = index.replaced
    for position, artifact in index.of(CarriedForwardArtifact):
        if artifact.artifact_id in replaced:
            continue
        name = artifact.payload.result_id
        if name in carried:
            yield Finding(
                pointer("artifacts", position, "payload", "result_id"), f"{quoted(name)} is carried forward twice"
            )
        carried.add(name)
    for place, names in _rereasoned(index, replaced):
        for name in names:
            if name in carried:
                yield Finding(
                    pointer(*place), f"{quoted(name)} is carried forward and said to need to be established again"
                )


def _rereasoned(
    index: Index, replaced: Collection[str] | None = None
) -> Iterator[tuple[tuple[str | int, ...], tuple[str, ...]]]:
    """The place of each NeedsRereasoning residual and the results that it is about.

    Given the ids of the artifacts that are `replaced`, only the residuals that still stand.
    """
    for position, artifact in index.of(ResidualArtifact):
        if artifact.payload.kind is not ResidualKind.NeedsRereasoning:
            continue
        if replaced is None or not (artifact.artifact_id in replaced or _addressed(artifact.payload)):
            yield ("artifacts", position), _about(index, artifact.payload, artifact.derived_from)
    for position, entry in known(index.trace.residuals):
        if entry.kind is ResidualKind.NeedsRereasoning and (replaced is None or not _addressed(entry)):
            yield ("residuals", position), _about(index, entry, ())


def _addressed(gap: ResidualPayload) -> bool:
    return gap.status is ResidualStatus.ResidualAddressed


def _about(index: Index, gap: ResidualPayload, parents: tuple[str, ...]) -> tuple[str, ...]:
    return results_to_establish_again(gap, parents, lambda name: isinstance(index.artifact(name), RESULTS))


@rule(
    "MRG006",
    "warning",
    "15.3",
    "No prior result is dropped",
    prose="A merged trace accounts for every carried-over reasoning result (§15.3). One that is neither carried "
    "forward nor said to need re-reasoning may have been freshly established during the merge; that cannot be told "
    "from the file unless it supersedes another result, or another one supersedes it.",
    hint="Carry the result forward, declare NeedsRereasoning, or let the fresh result supersede the prior one.",
    good={"merge": MERGE, "artifacts": [*_PROOF, _carried()]},
    bad={"merge": MERGE, "artifacts": _PROOF},
)
def none_dropped(index: Index) -> Iterator[Finding]:
    if not isinstance(index.trace.merge, MergeEvent):
        return
    settled = {artifact.payload.result_id for _, artifact in index.of(CarriedForwardArtifact)}
    for _, names in _rereasoned(index):
        settled.update(names)
    results = [entry for entry in index.artifacts if isinstance(entry[1], RESULTS)]
    for _, result in results:
        if result.supersedes is not None:
            settled.update((result.supersedes, result.artifact_id))
    for position, result in results:
        if result.artifact_id not in settled:
            yield Finding(
                pointer("artifacts", position),
                f"{quoted(result.artifact_id)} is neither carried forward nor said to need to be established again",
            )


@rule(
    "MRG007",
    "warning",
    "15.3",
    "What is carried forward has a witness",
    prose="`closure` is the falsifiable witness: the components that were checked against the change set. On the basis "
    "UninterpretedOpaque, `via_assumptions` are the assumptions relied upon (§15.3). Without them nobody can check "
    "that carrying was sound.",
    hint="State the components that were checked, and the assumptions.",
    good={"artifacts": [*_PROOF, _carried(basis="uninterpreted_opaque", via_assumptions=["g is uninterpreted"])]},
    bad={"artifacts": [*_PROOF, _carried(basis="uninterpreted_opaque")]},
)
def carried_with_witness(index: Index) -> Iterator[Finding]:
    for position, carried in index.of(CarriedForwardArtifact):
        payload = carried.payload
        if not payload.closure:
            yield Finding(
                pointer("artifacts", position, "payload", "closure"),
                f"{quoted(payload.result_id)} is carried forward, and not said what was checked",
            )
        if payload.basis is CarriedForwardBasis.UninterpretedOpaque and not payload.via_assumptions:
            yield Finding(
                pointer("artifacts", position, "payload", "via_assumptions"),
                f"{quoted(payload.result_id)} is carried forward on assumptions that are not named",
            )


@rule(
    "MRG008",
    "warning",
    "15.3",
    "What needs re-reasoning is named",
    prose="A NeedsRereasoning residual flags an established result whose evidence a merge disturbed (§13.1, §15.3): it "
    "targets, relates to or derives from that result.",
    hint="Target the result.",
    good={"artifacts": [*_PROOF, a_residual(anchors=("result",), kind="needs_rereasoning")]},
    bad={"artifacts": [a_residual(kind="needs_rereasoning")]},
)
def rereasoning_names_results(index: Index) -> Iterator[Finding]:
    for place, names in _rereasoned(index):
        if not names:
            yield Finding(pointer(*place), "the residual does not say which result needs to be established again")
