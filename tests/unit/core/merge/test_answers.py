"""Accounts beside those of earlier merges: exactly one stands for each result, whatever stood before."""

from typing import Any

import pytest

from tollens.core.graph.index import Index
from tollens.core.merge.account import Account, Bucket
from tollens.core.merge.answers import Answers
from tollens.core.merge.coverage import Regression
from tollens.core.merge.parents import Side
from tollens.core.model import CarriedForwardBasis
from tollens.core.validate.check import validate
from tollens.core.validate.examples import a_model, a_residual, a_verification_goal, an_artifact, an_open_result
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value

Value = dict[str, Any]
RESULTS = [a_model(), a_verification_goal(), an_open_result("p"), an_open_result("q")]
MERGE = {"merge": {"parents": ["ours", "theirs"], "base": None, "kind": "merge"}}


def carried(**members: Any) -> Account:
    basis = CarriedForwardBasis.ClosureDisjoint
    given = {"basis": basis, "closure": ("f",), "reason": "nothing differs", **members}
    return Account((Side.Ours,), "p", "p", Bucket.CarriedForward, **given)


def again(*touched: str, name: str = "p") -> Account:
    return Account((Side.Ours,), name, name, Bucket.NeedsRereasoning, touched=touched, reason="it was touched")


RENEWED = Account((Side.Ours,), "p", "p", Bucket.Reestablished, reason="q does", by="q")


def answered(artifacts: list[Value], *accounts: Account, action: int = 9) -> tuple[list[Value], list[Value]]:
    """The artifacts with the accounts added, and those that were added; no rule is broken by them."""
    document = Document.of({**MINIMAL, **MERGE, "artifacts": artifacts})
    answers = Answers(Index(document.trace), [one["artifact_id"] for one in artifacts], action, "merged")
    for account in accounts:
        answers.account(account)
    made = [to_value(one) for one in answers.made]
    actions = [{"id": n, "category": "governance", "type": "LinkTrace", "label": "m", "rationale": "r"} for n in (8, 9)]
    for one in actions:
        one["outputs"] = [
            each["artifact_id"] for each in (*artifacts, *made) if each.get("producer_action_id") == one["id"]
        ]
    after = Document.of({**MINIMAL, **MERGE, "actions": actions, "artifacts": [*artifacts, *made]})
    assert not [found for found in validate(after).diagnostics if found.severity == "error"]
    return [*artifacts, *made], made


def short(made: list[Value]) -> list[tuple[str, str, str | None]]:
    return [
        (one["artifact_id"], one["payload"].get("status") or one["payload"]["basis"], one["supersedes"]) for one in made
    ]


@pytest.mark.parametrize("account", [carried(), again("f")])
def test_what_stands_and_says_the_same_is_kept(account: Account) -> None:
    held, first = answered(RESULTS, account, action=8)
    assert len(first) == 1
    assert answered(held, account)[1] == []


def test_what_was_touched_before_stays_touched() -> None:
    held, _ = answered(RESULTS, again("f", "g"), action=8)
    assert answered(held, again("f"))[1] == [] and answered(held, again())[1] == []
    assert short(answered(held, again("h"))[1])[0][1:] == ("open", "rereason-p")


def test_a_doubt_takes_the_place_of_a_warrant() -> None:
    held, _ = answered(RESULTS, carried(), action=8)
    assert short(answered(held, again("f"))[1]) == [("rereason-p", "open", "carried-p")]


def test_a_warrant_closes_a_doubt() -> None:
    held, _ = answered(RESULTS, again("f"), action=8)
    made = answered(held, carried())[1]
    assert short(made) == [
        ("carried-p", "closure_disjoint", None),
        ("closed-rereason-p", "addressed", "rereason-p"),
    ]
    assert made[1]["payload"]["rationale"] == "p is accounted for again, by carried-p"


def test_a_warrant_over_something_else_takes_the_place_of_the_other() -> None:
    held, _ = answered(RESULTS, carried(), action=8)
    ((name, _, old),) = short(answered(held, carried(closure=("f", "g")))[1])
    assert name.startswith("carried-p-") and old == "carried-p"


def test_what_is_established_again_needs_no_account_and_closes_the_doubt() -> None:
    assert answered(RESULTS, RENEWED)[1] == []
    held, _ = answered(RESULTS, again("f"), action=8)
    (closed,) = answered(held, RENEWED)[1]
    assert closed["payload"]["status"] == "addressed" and closed["payload"]["rationale"].endswith("by q")


def test_a_doubt_about_several_results_is_replaced_for_each() -> None:
    both = a_residual("both", ("p", "q"), kind="needs_rereasoning", related_artifact_ids=["p", "q"])
    made = answered(
        [*RESULTS, both], again("f"), carried(reason="q is not touched")._replace(result_id="q", merged_id="q")
    )[1]
    assert short(made) == [("rereason-p", "open", "both"), ("carried-q", "closure_disjoint", None)]


def test_two_warrants_become_one() -> None:
    one = an_artifact(
        "one", "CarriedForward", {"result_id": "p", "basis": "closure_disjoint", "closure": ["f"]}, derived_from=["p"]
    )
    document = Document.of({**MINIMAL, **MERGE, "artifacts": [*RESULTS, one, {**one, "artifact_id": "two"}]})
    answers = Answers(Index(document.trace), ["one", "two"], 9, "merged")
    answers.account(carried())
    assert short([to_value(made) for made in answers.made]) == [("closed-two", "addressed", "two")]


def test_lost_coverage_that_was_told_is_not_told_again() -> None:
    def told(artifacts: list[Value], *added: str) -> list[Value]:
        index = Index(Document.of({**MINIMAL, "artifacts": artifacts}).trace)
        answers = Answers(index, [one["artifact_id"] for one in artifacts], 9, "merged")
        answers.regression(Regression("g", added, (), ("p",)))
        return [to_value(one) for one in answers.made]

    (first,) = told(RESULTS, "tax", "vat")
    assert first["payload"]["target"] == {"target_type": "trace", "target_id": "merged"}
    assert told([*RESULTS, first], "tax") == []
    waived = {**first, "payload": {**first["payload"], "status": "waived"}}
    assert told([*RESULTS, waived], "tax") == []
    (second,) = told([*RESULTS, first], "fee")
    assert second["supersedes"] == first["artifact_id"] and second["metadata"]["merge"]["added"] == [
        "fee",
        "tax",
        "vat",
    ]
