"""Fingerprints of symbols, and for results that lack one (§10.4a): from the model of their time, or not at all."""

from typing import Any

import pytest

from tests.unit.core.derive import traces
from tests.unit.core.derive.freshness.test_verdicts import CLAMP, CLAMP_FROM_ONE, OTHER, goal, model, proof
from tests.unit.core.derive.plain import language_of
from tollens.core.author.stamped import stamped
from tollens.core.derive.freshness.stamping import Printed, Stamps, printed, stamps
from tollens.core.derive.freshness.verdicts import freshness
from tollens.core.errors import MisuseError
from tollens.core.graph.index import Index
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document

AT = "2026-01-02T00:00:00Z"
OPAQUE = {"closure": ["m1:clamp", "m1:low"], "via_assumptions": ["m1"]}


def document(*artifacts: dict[str, Any], **members: Any) -> Document:
    numbers = sorted({each["producer_action_id"] for each in artifacts if "producer_action_id" in each})
    steps = [traces.action(number, "Explain") for number in numbers]
    return traces.document(artifacts=list(artifacts), actions=steps, **members)


def stamps_of(*artifacts: dict[str, Any]) -> Stamps:
    return stamps(Index(document(*artifacts).trace), language_of)


def print_of(*artifacts: dict[str, Any], symbol: str = "clamp", model: str | None = None) -> Printed:
    return printed(Index(document(*artifacts).trace), language_of, symbol, model)


class TestStamps:
    def test_from_the_model_of_its_time(self) -> None:
        later = model("m2", CLAMP_FROM_ONE, 4, supersedes="m1", revision=2)
        found = stamps_of(model("m1", revision=1), goal(), proof(), later)
        (stamp,) = found.made
        then = print_of(model("m1"))
        assert stamp.fingerprint.task_checksum == then.task_checksum
        assert stamp.fingerprint.task_shape == then.task_shape
        assert (stamp.fingerprint.target_symbol, stamp.fingerprint.engine) == ("clamp", "an engine")
        assert (stamp.fingerprint.model_artifact_id, stamp.fingerprint.model_revision) == ("m1", 1)
        assert found.left == ()

    def test_a_result_that_has_one_keeps_it(self) -> None:
        assert stamps_of(model("m1"), goal(), proof({"task_checksum": "x:1"})) == ((), ())

    @pytest.mark.parametrize(
        ("artifacts", "why"),
        [
            ((goal("elsewhere"), proof()), "not in the trace"),
            ((model("m1", made=4), goal(), proof()), "made after it"),
            ((model("m1"), goal(), proof(made=None)), "does not say which model"),
            ((model("m1", OTHER), goal(), proof()), "no definition of 'clamp'"),
            ((model("m1", language="lean"), goal(), proof()), "cannot be read"),
            (
                (
                    model("m1"),
                    goal(),
                    proof(),
                    traces.artifact("d", "Diff", producer_action_id=5, metadata={"symbol": "clamp"}),
                ),
                "stale now",
            ),
        ],
    )
    def test_nothing_where_that_is_not_known(self, artifacts: tuple[dict[str, Any], ...], why: str) -> None:
        found = stamps_of(*artifacts)
        assert found.made == ()
        (left,) = found.left
        assert why in left.why

    @pytest.mark.parametrize(
        ("account", "why"),
        [
            (traces.residual("r1", "needs_rereasoning", ("vr",)), "it needs to be established again, by 'r1'"),
            (
                traces.artifact("c1", "CarriedForward", {"result_id": "vr", "basis": "uninterpreted_opaque"} | OPAQUE),
                "what it rests on changed since, by 'c1'",
            ),
        ],
    )
    def test_nothing_where_a_merge_put_it_behind_a_model_that_it_was_not_computed_over(
        self, account: dict[str, Any], why: str
    ) -> None:
        merged = (model("m1"), model("m2", CLAMP_FROM_ONE, 2, supersedes="m1"), goal(), proof(), account)
        assert stamps_of(*merged[:-1]).made
        found = stamps_of(*merged)
        assert (found.made, [each.why for each in found.left]) == ((), [why])

    def test_a_whole_target(self) -> None:
        found = stamps_of(model("m1"), goal(symbol=None), proof())
        (stamp,) = found.made
        assert stamp.fingerprint.target_symbol is None
        assert stamp.fingerprint.task_checksum != print_of(model("m1")).task_checksum


class TestStamped:
    def test_only_the_fingerprint_differs(self) -> None:
        before = document(model("m1"), goal(), proof(), x_vendor=1, content_hash="sha256:00")
        found = stamps(Index(before.trace), language_of)
        after = stamped(before, found.made, "t2", at=AT, by="someone")
        old, new = before.value["artifacts"], after.value["artifacts"]
        assert (new[0], new[1]) == (old[0], old[1])
        assert {**new[2]["payload"], "fingerprint": None} == {**old[2]["payload"], "fingerprint": None}
        assert (after.trace.trace_id, after.value["x_vendor"]) == ("t2", 1)
        assert "content_hash" not in after.value
        assert before.value["artifacts"] == old

    def test_it_is_a_valid_successor(self) -> None:
        before = document(model("m1"), goal(), proof())
        after = stamped(before, stamps(Index(before.trace), language_of).made, "t2", at=AT, by="someone")
        assert {each.code for each in validate(after).diagnostics if each.severity == "error"} <= {
            each.code for each in validate(before).diagnostics if each.severity == "error"
        }
        (link,) = after.value["trace_links"]
        assert (link["from_trace_id"], link["to_trace_id"], link["relationship"]) == ("t2", "t1", "supersedes")
        assert after.value["trace_lineage"]["parent_trace_id"] == "t1"
        assert after.value["actions"][-1]["type"] == "LinkTrace"
        (verdict,) = freshness(Index(after.trace), language_of).values()
        assert (verdict.verdict.value, verdict.basis) == ("Fresh", "checksum")

    def test_an_id_that_is_taken_is_refused(self) -> None:
        with pytest.raises(MisuseError):
            stamped(document(), (), "t1", at=AT, by="someone")


class TestPrinted:
    def test_the_closure(self) -> None:
        found = print_of(model("m1", f"{CLAMP}\n{OTHER}"))
        assert (found.symbol, found.model_artifact_id, found.closure) == ("clamp", "m1", ("clamp", "lo"))
        assert found.task_checksum.startswith("tollens-iml-1:sha256:")

    def test_an_older_model(self) -> None:
        both = (model("m1"), model("m2", CLAMP_FROM_ONE, 2, supersedes="m1"))
        assert print_of(*both, model="m1").task_checksum == print_of(both[0]).task_checksum
        assert print_of(*both).task_checksum != print_of(*both, model="m1").task_checksum

    @pytest.mark.parametrize(
        ("artifacts", "arguments", "message"),
        [
            ((model("m1", OTHER),), {}, "in no current model"),
            ((model("m1"), model("m2")), {}, "more than once: in m1, m2"),
            ((model("m1"),), {"model": "m9"}, "no formal model"),
            ((model("m1", language="lean"),), {}, "cannot be read"),
            ((model("m1", language="lean"),), {"model": "m1"}, "cannot be read"),
        ],
    )
    def test_what_names_no_single_definition_is_refused(
        self, artifacts: tuple[dict[str, Any], ...], arguments: dict[str, str], message: str
    ) -> None:
        with pytest.raises(MisuseError) as caught:
            print_of(*artifacts, **arguments)
        assert message in caught.value.message
