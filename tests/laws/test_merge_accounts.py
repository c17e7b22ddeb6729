"""§15.3 Whatever two sides do to a model, each prior result has one account, and what is carried still holds."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.core.merge.branches import CARRIED, branch, checked, diff, merged, model, proof
from tollens.core.derive.freshness.verdicts import freshness
from tollens.core.errors import MisuseError
from tollens.core.graph.index import Index
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.plugins.languages import language_of
from tollens.testing import mutations

NAMES = "abcd"
BODIES = ("x", "x + 1", "a x", "b x + 1", "c x", "d (a x)", "ext x")
FEW = settings(max_examples=60)

texts = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(BODIES), min_size=1)
"""A model: what each function does."""

changes = st.dictionaries(st.sampled_from(NAMES), st.sampled_from((*BODIES, None)), max_size=2)
"""What a side makes of it; `None` takes a function away."""


def written(functions: dict[str, str]) -> str:
    return "\n\n".join(f"let {name} x = {body}" for name, body in functions.items())


@st.composite
def sides(draw: st.DrawFn) -> dict[str, Document]:
    """A base, and two sides that changed it, in place or by a later version, and proved things, or only edited."""
    before = draw(texts)
    made: dict[str, Document] = {"base": branch("base", model("m1", written(before)))}
    for name in ("ours", "theirs"):
        after = {key: body for key, body in (before | draw(changes)).items() if body is not None}
        steps: list[Any] = [model("m1", written(before))]
        proved = "m1"
        if draw(st.booleans()):
            steps.append(model(f"{name}-m2", written(after), supersedes="m1"))
            proved = f"{name}-m2"
        else:
            steps = [model("m1", written(after))]
        symbols = draw(st.lists(st.sampled_from(NAMES), max_size=3, unique=True))
        steps += [proof(f"{name}-{symbol}", symbol, proved) for symbol in symbols]
        if draw(st.integers(0, 4)) == 0:
            steps.append(diff(f"{name}-edit", metadata={"symbol": draw(st.sampled_from((*NAMES, "ext")))}))
        made[name] = branch(name, *steps)
    if draw(st.integers(0, 3)) == 0:
        del made["base"]
    return made


@FEW
@given(sides())
def test_each_result_has_one_account_and_it_holds_when_it_is_recomputed(given: dict[str, Document]) -> None:
    made = merged(**given)
    assert made.report.total
    held = [name for side in ("ours", "theirs") for name in given[side].trace.artifacts]
    results = [each.artifact_id for each in held if type(each).__name__ == "VerificationResultArtifact"]
    assert sorted(each.result_id for each in made.report.results) == sorted(str(name) for name in results)
    found = checked(made.document, **given)
    assert found.holds, found.diagnostics
    errors = {said.code for side in ("ours", "theirs") for said in validate(given[side]).diagnostics}
    assert {said.code for said in validate(made.document).diagnostics if said.severity == "error"} <= errors


@FEW
@given(sides())
def test_what_is_carried_is_fresh_in_the_merged_trace(given: dict[str, Document]) -> None:
    made = merged(**given)
    verdicts = freshness(Index(made.document.trace), language_of)
    for each in made.report.results:
        if each.bucket is CARRIED:
            assert verdicts[each.merged_id].verdict.value == "Fresh", each
            assert not each.touched
            assert each.closure


@FEW
@given(sides())
def test_it_does_not_matter_which_side_is_which(given: dict[str, Document]) -> None:
    swapped = given | {"ours": given["theirs"], "theirs": given["ours"]}
    one, other = merged(**given).report, merged(**swapped).report
    told = [
        {(each.result_id, each.bucket, each.closure, each.touched) for each in made.results} for made in (one, other)
    ]
    assert told[0] == told[1]
    assert one.change_set == other.change_set


@settings(max_examples=25)
@given(sides())
def test_merging_once_more_changes_no_account(given: dict[str, Document]) -> None:
    made = merged(**given)
    again = merged(**(given | {"ours": made.document}), trace_id="again")
    before = {each.merged_id: each.bucket for each in made.report.results}
    after = {each.merged_id: each.bucket for each in again.report.results}
    assert {name: bucket for name, bucket in after.items() if bucket is CARRIED}.keys() <= {
        name for name, bucket in before.items() if bucket is CARRIED
    }
    assert after.keys() == before.keys()


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(sides(), st.data())
def test_a_merge_and_its_check_agree_on_damaged_traces(given: dict[str, Document], data: st.DataObject) -> None:
    which = data.draw(st.sampled_from(sorted(given)))
    damaged = given | {which: Document.of(data.draw(mutations.mutated(given[which].value)).value)}
    try:
        made = merged(**damaged)
    except MisuseError:
        return
    found = checked(made.document, **damaged)
    assert found.holds, found.diagnostics
