"""What a merge writes: links, provenance, review items, accounts that replace earlier ones, lost coverage."""

from typing import Any

import tollens
from tests.unit.core.merge.branches import branch, merged, model, proof
from tollens.core.graph.merges import doers
from tollens.core.merge.places import Kind
from tollens.core.merge.provenance import former_names
from tollens.core.validate.check import validate
from tollens.core.validate.examples import a_policy
from tollens.core.wire.document import Document

Value = dict[str, Any]


def errors(document: Document) -> set[str]:
    return {found.code for found in validate(document).diagnostics if found.severity == "error"}


def the_merge(document: Document) -> Value:
    """The record of the last merge."""
    held: Value = document.value["actions"][-1]["result"]["merged"]
    return held


def accounts(document: Document) -> list[tuple[str, str, str | None]]:
    """Id, status or basis, and what it supersedes, of each account."""
    found = []
    for artifact in document.value["artifacts"]:
        payload = artifact.get("payload") or {}
        if artifact["artifact_type"] == "CarriedForward":
            found.append((artifact["artifact_id"], payload["basis"], artifact["supersedes"]))
        elif payload.get("kind") in ("needs_rereasoning", "coverage_regression"):
            found.append((artifact["artifact_id"], payload["status"], artifact["supersedes"]))
    return found


BASE = model("m1", "let h x = x\n\nlet f x = h x\n\nlet g x = x")
NEXT = model("m2", "let h x = x\n\nlet f x = h x\n\nlet g x = x + 1", supersedes="m1")
OURS = branch("ours", BASE, proof("p", "f", "m1"))
THEIRS = branch("theirs", BASE, NEXT)
START = branch("base", BASE)
AGAINST = model("m2", "let h x = x + 1\n\nlet f x = h x\n\nlet g x = x", supersedes="m1")
HOSTILE = branch("theirs", BASE, AGAINST)


def test_the_record_tells_where_everything_comes_from() -> None:
    made = merged(OURS, THEIRS, START).document
    record = the_merge(made)
    assert [parent["trace_id"] for parent in record["parents"]] == ["ours", "theirs"]
    assert all(parent["content_hash"].startswith("sha256:") for parent in record["parents"])
    assert record["from"]["theirs"] == {"artifacts": ["m2"], "actions": [3]}
    assert record["renamed"]["theirs"]["actions"] == {"3": 2}
    assert set(record["change_set"]) >= {"changed", "added", "removed", "renamed"}
    assert made.value["merge"] == {"parents": ["ours", "theirs"], "base": "base", "kind": "merge"}
    links = [(link["from_trace_id"], link["to_trace_id"]) for link in made.value["trace_links"]]
    assert links == [("merged", "ours"), ("merged", "theirs")]
    assert not errors(made)


def test_names_are_followed_back_through_merges() -> None:
    first = merged(branch("ours", BASE), branch("theirs", model("m1", "let other x = x"))).document
    (name,) = the_merge(first)["renamed"]["theirs"]["artifacts"]
    taken = branch("third", model(name, "let taken x = x"), model("m1", "let third x = x"))
    second = merged(taken, first, trace_id="twice").document
    names = {artifact["artifact_id"] for artifact in second.value["artifacts"]}
    found = former_names(second.value["actions"])[Kind.Artifact]
    assert sorted(found.values()) == ["m1", "m1"] and set(found) <= names and name not in found
    again = merged(second, first, trace_id="again").document
    assert {artifact["artifact_id"] for artifact in again.value["artifacts"]} == names
    assert not errors(second)


def test_two_definitions_of_a_policy_are_a_question() -> None:
    other = {**a_policy("p"), "name": "another"}
    made = merged(branch("ours", BASE, policies=[a_policy("p")]), branch("theirs", BASE, policies=[other])).document
    (item,) = made.value["review_items"]
    assert item["target"] == {"target_type": "policy", "target_id": "p"}
    assert item["blocking"] and item["status"] == "open" and "policy p" in item["title"]
    assert made.value["actions"][-1]["result"]["review_item_ids"] == [item["review_item_id"]]


def test_metrics_are_counted_anew() -> None:
    ours = branch("ours", BASE, metrics={"total_actions": 1, "max_loop_iterations": 2, "x": 1})
    made = merged(ours, branch("theirs", BASE, NEXT, metrics={"loops": 9, "max_loop_iterations": 3})).document
    assert made.value["metrics"] == {"total_actions": 3, "loops": 0, "max_loop_iterations": 3, "x": 1}


def test_an_account_that_says_the_same_is_kept() -> None:
    first = merged(OURS, THEIRS, START).document
    assert accounts(first) == [("carried-p", "closure_disjoint", None)]
    second = merged(first, THEIRS, START, trace_id="again").document
    assert accounts(second) == accounts(first)
    assert len(second.value["artifacts"]) == len(first.value["artifacts"])


def test_an_account_that_no_longer_holds_is_superseded() -> None:
    first = merged(OURS, THEIRS, START).document
    second = merged(first, branch("third", BASE, AGAINST), START, trace_id="again").document
    assert accounts(second) == [("carried-p", "closure_disjoint", None), ("rereason-p", "open", "carried-p")]
    assert not errors(second)


def test_of_two_accounts_that_stand_the_other_is_closed() -> None:
    carried = merged(OURS, THEIRS, START, trace_id="one").document
    doubted = merged(OURS, HOSTILE, START, trace_id="two").document
    assert accounts(doubted) == [("rereason-p", "open", None)]
    both = merged(carried, doubted, OURS, trace_id="both").document
    assert not errors(both)
    standing = {name: (status, old) for name, status, old in accounts(both)}
    replaced = {old for _, old in standing.values()}
    left = [name for name, (status, _) in standing.items() if name not in replaced and status != "addressed"]
    assert left == ["rereason-p"]
    assert any(status == "addressed" and old == "carried-p" for status, old in standing.values())


def goal(*scope: str, acceptance: tuple[Value, ...] = ()) -> Value:
    return {"goal_id": "g", "intent": "it is right", "scope": list(scope), "acceptance": list(acceptance)}


def lost(ours: Document, theirs: Document, base: Document | None = None) -> list[tuple[str, list[str], list[str]]]:
    report = merged(ours, theirs, base).report
    return [(one.goal_id, list(one.added), list(one.removed)) for one in report.coverage_regressions]


def in_file(text: str, name: str = "m1", **members: Any) -> Any:
    return model(name, text, metadata={"path": "src/fees.py"}, **members)


class TestCoverage:
    """Goals whose scope gained what nothing proves."""

    def test_a_file_gained_a_definition_that_no_list_of_symbols_states(self) -> None:
        base, more = in_file("let fee x = x"), in_file("let fee x = x\n\nlet tax x = x", "m2", supersedes="m1")
        ours = branch("ours", base, goals=[goal("src/fees.py")])
        theirs = branch("theirs", base, more)
        assert lost(ours, theirs, branch("base", base)) == [("g", ["tax"], [])]
        assert lost(theirs, ours, branch("base", base)) == [("g", ["tax"], [])]
        made = merged(ours, theirs, branch("base", base)).document
        (gap,) = [a for a in made.value["artifacts"] if a["artifact_id"] == "coverage-g"]
        assert gap["payload"]["kind"] == "coverage_regression" and "m2" in gap["derived_from"]
        again = merged(made, theirs, branch("base", base), trace_id="again").document
        assert len(again.value["artifacts"]) == len(made.value["artifacts"])

    def test_what_is_proved_and_carried_covers_it(self) -> None:
        base, more = in_file("let fee x = x"), in_file("let fee x = x\n\nlet tax x = x", "m2", supersedes="m1")
        ours = branch("ours", base, goals=[goal("src/fees.py")])
        proved = branch("theirs", base, more, proof("p", "tax", "m2"))
        assert lost(ours, proved, branch("base", base)) == []
        refuted = branch("theirs", base, more, proof("p", "tax", "m2", "refuted"))
        assert lost(ours, refuted, branch("base", base)) == [("g", ["tax"], [])]

    def test_names_that_only_look_alike_are_not_in_scope(self) -> None:
        base = model("m1", "let pay x = x")
        more = model("m2", "let pay x = x\n\nlet pay_fee x = x", supersedes="m1")
        ours = branch("ours", base, goals=[goal("pay")])
        assert lost(ours, branch("theirs", base, more), branch("base", base)) == []

    def test_a_scope_that_lost_something_did_not_regress(self) -> None:
        base = in_file("let fee x = x\n\nlet old x = x")
        less = in_file("let fee x = x", "m2", supersedes="m1")
        ours = branch("ours", base, goals=[goal("src/fees.py")])
        assert lost(ours, branch("theirs", base, less), branch("base", base)) == []

    def test_selectors_of_criteria_cover_too(self) -> None:
        proved = {"atom": {"kind": "Property", "binding": {"symbol": {"var": "f"}}}}
        every = {"forall": {"in": {"glob": "src/**"}, "as": "f", "holds": proved}}
        item = {"acceptance_id": "c", "kind": "Property", "label": "all", "formula": every}
        base, more = in_file("let fee x = x"), in_file("let fee x = x\n\nlet tax x = x", "m2", supersedes="m1")
        ours = branch("ours", base, goals=[goal(acceptance=(item,))])
        assert lost(ours, branch("theirs", base, more), branch("base", base)) == [("g", ["tax"], [])]

    def test_what_cannot_be_read_counts_as_gained(self) -> None:
        base = in_file("let fee x = x")
        more = model("m9", "definition", "unheard-of", metadata={"path": "src/fees.py"})
        ours = branch("ours", base, goals=[goal("src/fees.py")])
        assert lost(ours, branch("theirs", base, more), branch("base", base)) == [("g", ["m9"], [])]


def told(ours: Document, theirs: Document) -> list[tuple[str, str]]:
    return [(one.code, one.path) for one in merged(ours, theirs).report.diagnostics if one.code > "MRG103"]


def test_what_is_left_open_is_told() -> None:
    ours = branch("ours", model("m1", "let f x = x"), goals=[goal("f")], x_vendor=1)
    theirs = branch("theirs", model("m1", "let g x = x"), goals=[goal("g")], x_vendor=2)
    assert told(ours, theirs) == [("MRG104", "/goals"), ("MRG105", "/x_vendor")]
    rule = {**a_policy("p"), "formula": "F(artifact_id = 'm1')"}
    named = branch("ours", model("m1", "let f x = x"), policies=[rule])
    assert told(named, branch("theirs", model("m1", "let g x = x"))) == [("MRG106", "/policies/0/formula")]


def test_who_worked_on_either_side_certifies_nothing() -> None:
    review = {"reviewed_by": "their agent", "at": 10, "verdict": "approved"}
    aim = goal("f", acceptance=({"acceptance_id": "c", "kind": "Change", "label": "it changes"},))
    ours = branch("ours", BASE, goals=[{**aim, "criteria_review": review}], assistant="our agent")
    assert tollens.evaluate(ours).resolution.goals[0].certified is True
    made = merged(ours, branch("theirs", BASE, NEXT, assistant="their agent")).document
    assert doers(made.trace) == ("our agent", "their agent")
    assert tollens.evaluate(made).resolution.goals[0].certified is False
    twice = merged(branch("third", BASE, assistant="third"), made, trace_id="twice").document
    assert doers(twice.trace) == ("third", "our agent", "their agent")
