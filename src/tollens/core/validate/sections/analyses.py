"""§10.5 to §10.10 Analyses, checks, replays, tests and bundles rest on things that exist."""

from collections.abc import Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.elements import known
from tollens.core.graph.index import Index
from tollens.core.model.artifacts import (
    ArtifactCommon,
    ConformanceResultArtifact,
    CoSimulationResultArtifact,
    GeneratedTestsArtifact,
    ReproductionBundleArtifact,
    ResidualArtifact,
    StateSpaceAnalysisResultArtifact,
)
from tollens.core.model.payloads.conformance import CosimulationStatus
from tollens.core.validate.examples import (
    a_conformance_check,
    a_model,
    a_reference,
    an_action,
    an_analysis,
    an_artifact,
)
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted

_COSIMULATION = {"target_artifact_id": "model", "status": "error"}
_TESTS = {"function": "f", "language": "python", "source_analysis_artifact_id": "analysis"}


def _payload(position: int, *member: str | int) -> str:
    return pointer("artifacts", position, "payload", *member)


def _diverging(status: str) -> dict[str, object]:
    """A replay with that status and a divergence point."""
    replay = _COSIMULATION | {"status": status, "divergence_points": [{"step": 3}]}
    return {
        "reproducibility": {"status": "reproducible"},
        "artifacts": [a_model(), an_artifact("run", "CoSimulationResult", replay)],
    }


def _test_of_region(number: int) -> dict[str, object]:
    """A test of the region of that number, made from an analysis with one region."""
    tests = _TESTS | {"tests": [{"name": "t", "region_index": number, "code": "f(1)"}]}
    return {
        "reproducibility": {"status": "reproducible"},
        "artifacts": [
            a_model(),
            an_analysis(regions=[{"constraints": ["x > 0"]}]),
            an_artifact("tests", "GeneratedTests", tests),
        ],
    }


@rule(
    "PAY006",
    "error",
    "10.5",
    "What a state-space analysis is about exists",
    prose="`target_artifact_id` is the artifact whose behaviour was split into regions (§10.5).",
    hint="Add the missing artifact, or correct the id.",
    good={"artifacts": [a_model(), an_analysis()]},
    bad={"artifacts": [an_analysis()]},
)
def analysis_targets_exist(index: Index) -> Iterator[Finding]:
    for position, result in index.of(StateSpaceAnalysisResultArtifact):
        if not index.resolves(result.payload.target_artifact_id):
            yield Finding(
                _payload(position, "target_artifact_id"),
                f"the analysis is about {quoted(result.payload.target_artifact_id)}, "
                "which is no artifact of this trace",
            )


@rule(
    "PAY007",
    "error",
    "10.6",
    "The reference of a conformance check exists",
    prose="`reference_artifact_id` is the approved reference (§10.6, §11): a reference artifact, or an artifact of "
    "this trace.",
    hint="Add the reference, or correct the id.",
    good={"artifacts": [a_model(), a_conformance_check()], "reference_artifacts": [a_reference()]},
    bad={"artifacts": [a_model(), a_conformance_check()]},
)
def conformance_references_exist(index: Index) -> Iterator[Finding]:
    for position, result in index.of(ConformanceResultArtifact):
        if not index.resolves(result.payload.reference_artifact_id):
            yield Finding(
                _payload(position, "reference_artifact_id"),
                f"the check is against {quoted(result.payload.reference_artifact_id)}, which is no reference artifact",
            )


@rule(
    "PAY008",
    "error",
    "10.6",
    "What a conformance check is about exists",
    prose="`target_artifact_id` is the artifact that was checked (§10.6).",
    hint="Add the missing artifact, or correct the id.",
    good={"artifacts": [a_model(), a_conformance_check()], "reference_artifacts": [a_reference()]},
    bad={"artifacts": [a_conformance_check()], "reference_artifacts": [a_reference()]},
)
def conformance_targets_exist(index: Index) -> Iterator[Finding]:
    for position, result in index.of(ConformanceResultArtifact):
        if not index.resolves(result.payload.target_artifact_id):
            yield Finding(
                _payload(position, "target_artifact_id"),
                f"the check is about {quoted(result.payload.target_artifact_id)}, which is no artifact of this trace",
            )


@rule(
    "PAY009",
    "error",
    "10.7",
    "What a co-simulation replayed exists",
    prose="`target_artifact_id` and `input_artifact_ids` are the model and the recorded inputs of the replay (§10.7).",
    hint="Add the missing artifact, or correct the id.",
    good={"artifacts": [a_model(), an_artifact("run", "CoSimulationResult", _COSIMULATION)]},
    bad={"artifacts": [an_artifact("run", "CoSimulationResult", _COSIMULATION)]},
)
def replayed_exist(index: Index) -> Iterator[Finding]:
    for position, result in index.of(CoSimulationResultArtifact):
        if not index.resolves(result.payload.target_artifact_id):
            yield Finding(
                _payload(position, "target_artifact_id"),
                f"the replay is of {quoted(result.payload.target_artifact_id)}, which is no artifact of this trace",
            )
        for place, name in enumerate(result.payload.input_artifact_ids):
            if not index.resolves(name):
                yield Finding(
                    _payload(position, "input_artifact_ids", place),
                    f"the replay used {quoted(name)}, which is no artifact of this trace",
                )


@rule(
    "PAY010",
    "warning",
    "10.7",
    "A replay that matched has no divergence",
    prose="`Matched` says that the replay agreed with the recorded run (§10.7); a divergence point says that it left "
    "it.",
    hint="Correct the status, or remove the divergence points.",
    good=_diverging("mismatched"),
    bad=_diverging("matched"),
)
def matches_do_not_diverge(index: Index) -> Iterator[Finding]:
    for position, result in index.of(CoSimulationResultArtifact):
        if result.payload.status is CosimulationStatus.Matched and result.payload.divergence_points:
            yield Finding(
                _payload(position, "divergence_points"),
                f"{quoted(result.artifact_id)} matched, and lists where it diverged",
            )


@rule(
    "PAY011",
    "error",
    "10.8",
    "The analysis that tests were made from exists",
    prose="`source_analysis_artifact_id` is the analysis whose regions the tests cover (§10.8).",
    hint="Add the analysis, or correct the id.",
    good={"artifacts": [a_model(), an_analysis(), an_artifact("tests", "GeneratedTests", _TESTS)]},
    bad={"artifacts": [an_artifact("tests", "GeneratedTests", _TESTS)]},
)
def source_analyses_exist(index: Index) -> Iterator[Finding]:
    for position, tests in index.of(GeneratedTestsArtifact):
        if tests.payload.source_analysis_artifact_id not in index.artifact_at:
            yield Finding(
                _payload(position, "source_analysis_artifact_id"),
                f"the tests come from {quoted(tests.payload.source_analysis_artifact_id)}, "
                "which is no artifact of this trace",
            )


@rule(
    "PAY012",
    "error",
    "10.8",
    "Tests are made from a state-space analysis",
    prose="`source_analysis_artifact_id` names a StateSpaceAnalysisResult artifact (§10.5, §10.8).",
    hint="Name the analysis.",
    good={"artifacts": [a_model(), an_analysis(), an_artifact("tests", "GeneratedTests", _TESTS)]},
    bad={"artifacts": [a_model("analysis"), an_artifact("tests", "GeneratedTests", _TESTS)]},
)
def sources_are_analyses(index: Index) -> Iterator[Finding]:
    for position, tests in index.of(GeneratedTestsArtifact):
        source = index.artifact(tests.payload.source_analysis_artifact_id)
        if source is not None and not isinstance(source, StateSpaceAnalysisResultArtifact):
            yield Finding(
                _payload(position, "source_analysis_artifact_id"),
                f"the tests come from {quoted(source.artifact_id)}, which is no StateSpaceAnalysisResult",
            )


@rule(
    "PAY013",
    "warning",
    "10.8",
    "The region of a test is one of the analysis",
    prose="`region_index` counts the regions of the source analysis from 0 (§10.8). Nothing is said here of an "
    "analysis that lists no regions.",
    hint="Correct the index.",
    good=_test_of_region(0),
    bad=_test_of_region(1),
)
def regions_exist(index: Index) -> Iterator[Finding]:
    for position, tests in index.of(GeneratedTestsArtifact):
        source = index.artifact(tests.payload.source_analysis_artifact_id)
        if not isinstance(source, StateSpaceAnalysisResultArtifact):
            continue
        count = len(source.payload.regions)
        for place, test in enumerate(tests.payload.tests):
            if test.region_index is None:
                continue
            if test.region_index < 0 or (count and test.region_index >= count):
                yield Finding(
                    _payload(position, "tests", place, "region_index"),
                    f"the test {quoted(test.name)} covers region {quoted(test.region_index)} of {count}",
                )


@rule(
    "PAY014",
    "error",
    "10.10",
    "What a reproduction bundle holds exists",
    prose="A bundle names the actions to replay, the artifacts and the environments that this needs (§10.10).",
    hint="Add what is missing, or correct the id.",
    good={
        "actions": [an_action(1)],
        "artifacts": [an_artifact("bundle", "ReproductionBundle", {"entry_action_ids": [1]})],
    },
    bad={"artifacts": [an_artifact("bundle", "ReproductionBundle", {"entry_action_ids": [9]})]},
)
def bundles_are_whole(index: Index) -> Iterator[Finding]:
    for position, bundle in index.of(ReproductionBundleArtifact):
        for place, number in enumerate(bundle.payload.entry_action_ids):
            if number not in index.action_at:
                yield Finding(
                    _payload(position, "entry_action_ids", place),
                    f"the bundle replays action {quoted(number)}, which does not exist",
                )
        for place, name in enumerate(bundle.payload.artifact_ids):
            if not index.resolves(name):
                yield Finding(
                    _payload(position, "artifact_ids", place),
                    f"the bundle holds {quoted(name)}, which is no artifact of this trace",
                )
        for place, name in enumerate(bundle.payload.environment_ids):
            if name not in index.environment_ids:
                yield Finding(
                    _payload(position, "environment_ids", place),
                    f"the bundle needs the environment {quoted(name)}, which the trace does not describe",
                )


@rule(
    "PAY015",
    "info",
    "13.4",
    "An incomplete analysis is declared as a gap",
    prose="Where `complete` is false, the residual surface should summarize the coverage gap (§13.4), so that a "
    "reviewer need not walk every analysis. A residual that targets, relates to or derives from the analysis does.",
    hint="Declare an Unverified residual about the analysis.",
    good={"artifacts": [a_model(), an_analysis(complete=True)]},
    bad={"artifacts": [a_model(), an_analysis(complete=False)]},
)
def incompleteness_is_declared(index: Index) -> Iterator[Finding]:
    partial = [
        (position, result)
        for position, result in index.of(StateSpaceAnalysisResultArtifact)
        if result.payload.complete is False
    ]
    if not partial:
        return
    declared = _declared(index)
    for position, result in partial:
        if result.artifact_id not in declared:
            yield Finding(
                _payload(position, "complete"), f"no residual says that {quoted(result.artifact_id)} is incomplete"
            )


def _declared(index: Index) -> set[str]:
    """The ids of artifacts that some residual is about."""
    found: set[str] = set()
    for _, residual in index.of(ResidualArtifact):
        found.update(residual.payload.related_artifact_ids, residual.derived_from)
        if residual.payload.target is not None and residual.payload.target.target_id is not None:
            found.add(residual.payload.target.target_id)
    for _, entry in known(index.trace.residuals):
        found.update(entry.related_artifact_ids)
        if entry.target is not None and entry.target.target_id is not None:
            found.add(entry.target.target_id)
    return found


@rule(
    "PAY017",
    "warning",
    "3.2",
    "What a result is about was made before it",
    prose="An analysis, a check, a replay and generated tests are made from artifacts that exist (§3.2, §10.5 to "
    "§10.8): their target, their inputs and their source are no later than they are. What is later, and who made "
    "what, is decided as in LIN003, which speaks of those that the result also derives from.",
    hint="Correct the id, or the producer of one of the two.",
    good={
        "actions": [an_action(1, outputs=["model"]), an_action(2, outputs=["analysis"])],
        "artifacts": [a_model(), an_analysis()],
    },
    bad={
        "actions": [an_action(1, outputs=["analysis"]), an_action(2, outputs=["model"])],
        "artifacts": [a_model(), an_analysis()],
    },
)
def subjects_come_first(index: Index) -> Iterator[Finding]:
    maker, artifact_at = index.production.maker, index.artifact_at
    for position, result, member, name in _subjects(index):
        made, subject = maker[position], artifact_at.get(name)
        if subject is None or maker[subject] <= made:  # nearly all of them
            continue
        if index.later(maker[subject], made) and name not in result.derived_from:
            yield Finding(
                _payload(position, *member),
                f"{quoted(result.artifact_id)} is made from {quoted(name)}, which a later action made",
            )


def _subjects(index: Index) -> Iterator[tuple[int, ArtifactCommon, tuple[str | int, ...], str]]:
    """Position and artifact of each result, and the place and id of each artifact that it was made from."""
    for position, analysis in index.of(StateSpaceAnalysisResultArtifact):
        yield position, analysis, ("target_artifact_id",), analysis.payload.target_artifact_id
    for position, check in index.of(ConformanceResultArtifact):
        yield position, check, ("target_artifact_id",), check.payload.target_artifact_id
        yield position, check, ("reference_artifact_id",), check.payload.reference_artifact_id
    for position, replay in index.of(CoSimulationResultArtifact):
        yield position, replay, ("target_artifact_id",), replay.payload.target_artifact_id
        for place, name in enumerate(replay.payload.input_artifact_ids):
            yield position, replay, ("input_artifact_ids", place), name
    for position, tests in index.of(GeneratedTestsArtifact):
        yield position, tests, ("source_analysis_artifact_id",), tests.payload.source_analysis_artifact_id
