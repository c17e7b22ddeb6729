"""What holds whatever a dependency is, is carried over a change of it; nothing else is (§15.3, UninterpretedOpaque)."""

from typing import Any

import pytest

from tests.unit.core.derive import traces
from tests.unit.core.merge.branches import AGAIN, CARRIED, branch, buckets, model, proof, results
from tollens.core.merge.report import ResultReport
from tollens.core.model import CarriedForwardBasis

BEFORE = "let h x = x\n\nlet k x = x\n\nlet f x = h x + k x"
OPAQUE = {"assumptions": [{"target": "h", "abstraction": "uninterpreted"}]}


def after(change: str, *, symbol: str = "f", **payload: Any) -> ResultReport:
    """What becomes of a proof over a model with assumptions once theirs has another text."""
    base = branch("base", model("m1", BEFORE))
    ours = branch("ours", model("m1", BEFORE, payload=payload or OPAQUE), proof("vr1", symbol, "m1"))
    (found,) = results(ours, branch("theirs", model("m1", change)), base).values()
    return found


def test_a_change_of_what_may_be_anything_carries_with_the_assumption_cited() -> None:
    found = after(BEFORE.replace("h x = x", "h x = x - 1"))
    assert (found.bucket, found.basis) == (CARRIED, CarriedForwardBasis.UninterpretedOpaque)
    assert (found.via_assumptions, found.touched) == (("m1",), ("m1:h",))


@pytest.mark.parametrize(
    "change",
    [
        BEFORE.replace("h x = x", "h x = x - 1").replace("k x = x", "k x = x + 9"),  # another dependency as well
        BEFORE.replace("let h x = x\n\n", ""),  # deleted
        BEFORE.replace("h x = x", "h x y = x - y"),  # of another type
        BEFORE.replace("h x = x", 'h x = "a"'),
        BEFORE.replace("h x = x", "h x = match x with _ -> 1"),  # of a type that is not known
        BEFORE.replace("h x = x", "h x = x - 1").replace("h x + k x", "h x - k x"),  # the target itself
    ],
)
def test_more_than_that_does_not_carry(change: str) -> None:
    assert after(change).bucket is AGAIN


def test_the_type_at_which_it_is_used_must_stay() -> None:
    base = "let h x = x\n\nlet f x = h x = h x"
    ours = branch("ours", model("m1", base, payload=OPAQUE), proof("vr1", "f", "m1"))
    theirs = branch("theirs", model("m1", base.replace("h x = x", "h x = x - 1", 1)))
    (found,) = results(ours, theirs, branch("base", model("m1", base))).values()
    assert found.bucket is AGAIN
    assert "used at the same types" in found.reason


@pytest.mark.parametrize("abstraction", ["pinned", "contract", "concrete", "Uninterpreted", None])
def test_no_other_abstraction_says_that_anything_would_do(abstraction: str | None) -> None:
    changed = BEFORE.replace("h x = x", "h x = x - 1")
    assert after(changed, assumptions=[{"target": "h", "abstraction": abstraction}]).bucket is AGAIN


def test_the_target_itself_may_not_be_anything() -> None:
    assert after(BEFORE.replace("h x = x", "h x = x - 1"), symbol="h").bucket is AGAIN


def test_what_another_model_assumes_says_nothing() -> None:
    held = [model("m1", BEFORE), model("m2", "let z x = x", payload=OPAQUE)]
    ours = branch("ours", *held, proof("vr1", "f", "m1"))
    theirs = branch("theirs", model("m1", BEFORE.replace("h x = x", "h x = x - 1")), held[1])
    assert buckets(ours, theirs, branch("base", *held)) == {"vr1": AGAIN}


@pytest.mark.parametrize(("status", "bucket"), [("open", CARRIED), ("addressed", AGAIN)])
def test_residuals_of_the_model_say_so_as_well(status: str, bucket: object) -> None:
    gap = traces.residual("r1", "assumption", ("m1",), status=status)
    gap["metadata"] = {"symbol": "h", "abstraction": "uninterpreted"}
    base = branch("base", model("m1", BEFORE))
    ours = branch("ours", model("m1", BEFORE), [gap], proof("vr1", "f", "m1"))
    theirs = branch("theirs", model("m1", BEFORE.replace("h x = x", "h x = x - 1")))
    (found,) = results(ours, theirs, base).values()
    assert found.bucket is bucket
    assert found.via_assumptions == (("r1",) if bucket is CARRIED else ())


def test_an_edit_of_it_that_nobody_modelled_is_not_of_a_known_type() -> None:
    edit = [traces.artifact("d1", "Diff", metadata={"symbol": "h"})]
    ours = branch("ours", model("m1", BEFORE, payload=OPAQUE), proof("vr1", "f", "m1"))
    theirs = branch("theirs", model("m1", BEFORE, payload=OPAQUE), edit)
    assert buckets(ours, theirs, branch("base", model("m1", BEFORE, payload=OPAQUE))) == {"vr1": AGAIN}
