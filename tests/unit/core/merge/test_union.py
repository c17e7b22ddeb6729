"""What two traces become as one: by examples of each kind of thing."""

from typing import Any

import pytest

from tollens.core.errors import MisuseError
from tollens.core.merge import parents
from tollens.core.merge.parents import Side
from tollens.core.merge.places import Kind
from tollens.core.merge.union import Union, unite
from tollens.core.validate.examples import (
    a_comment,
    a_policy,
    a_reference,
    a_review_item,
    an_action,
    an_artifact,
)
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

Value = dict[str, Any]


def trace(name: str, **members: Any) -> Document:
    return Document.of({**MINIMAL, "trace_id": name, **members})


def united(ours: Value, theirs: Value, base: Value | None = None) -> Union:
    both = parents(trace("ours", **ours), trace("theirs", **theirs), None if base is None else trace("base", **base))
    return unite(both, "merged", "2026-01-02T00:00:00Z", "someone")


def code(name: str, text: str, **members: Any) -> Value:
    return an_artifact(name, summary=text, **members)


def ids(elements: list[Value], key: str) -> list[Any]:
    return [element[key] for element in elements]


def test_actions_of_ours_stay_and_those_of_theirs_come_after_above_them() -> None:
    start = [an_action(1, outputs=["a"])]
    held = [code("a", "x", producer_action_id=1)]
    ours = {"actions": [*start, an_action(2, label="ours")], "artifacts": held}
    later = [an_action(2, label="theirs", inputs=["a"], outputs=["b"]), an_action(9, label="last", inputs=["b"])]
    theirs = {"actions": [*start, *later], "artifacts": [*held, code("b", "y", producer_action_id=2)]}
    made = united(ours, theirs)
    assert [(each["id"], each["label"]) for each in made.value["actions"]] == [
        (1, "a step"),
        (2, "ours"),
        (3, "theirs"),
        (9, "last"),
    ]
    assert made.value["artifacts"][1]["producer_action_id"] == 3
    assert made.actions[Side.Theirs, 2] == 3 and made.actions[Side.Ours, 2] == 2
    assert made.shared[Kind.Action] == {1} and made.added[Kind.Action] == (3, 9)


def test_what_rests_on_something_else_is_something_else_though_it_reads_the_same() -> None:
    def branch(text: str) -> Value:
        actions = [an_action(1, outputs=["a"]), an_action(2, inputs=["a"], outputs=["b"])]
        made = [code("a", text, producer_action_id=1), code("b", "same", producer_action_id=2, derived_from=["a"])]
        return {"actions": actions, "artifacts": made}

    made = united(branch("x"), branch("y"))
    assert len(made.value["artifacts"]) == 4 and len(made.value["actions"]) == 4
    b = made.names[Side.Theirs, "b"]
    assert b != "b"
    held = {artifact["artifact_id"]: artifact for artifact in made.value["artifacts"]}
    assert held[b]["derived_from"] == [made.names[Side.Theirs, "a"]]
    assert made.value["actions"][3]["outputs"] == [b]


def test_a_name_depends_on_what_is_named_alone() -> None:
    one = united({"artifacts": [code("a", "x")]}, {"artifacts": [code("a", "y")]})
    more = united({"artifacts": [code("a", "x"), code("c", "z")]}, {"artifacts": [code("d", "w"), code("a", "y")]})
    name = one.names[Side.Theirs, "a"]
    assert name == more.names[Side.Theirs, "a"]
    assert name.startswith("a-") and len(name) == len("a-") + 8


def test_numbers_and_booleans_are_told_apart() -> None:
    ours, theirs = ({"artifacts": [an_artifact("a", "CommandResult", {"exit_code": code})]} for code in (1, True))
    assert len(united(ours, theirs).value["artifacts"]) == 2


def test_absent_and_empty_are_one() -> None:
    made = united({"artifacts": [code("a", "x")]}, {"artifacts": [code("a", "x", derived_from=[], supersedes=None)]})
    assert made.value["artifacts"] == [code("a", "x")]


def test_an_artifact_and_a_reference_do_not_share_a_name() -> None:
    made = united({"reference_artifacts": [a_reference("x")]}, {"artifacts": [code("x", "y")]})
    assert made.value["artifacts"][0]["artifact_id"].startswith("x-")


def test_what_rests_on_itself_is_never_taken_for_another() -> None:
    def knot(text: str) -> Value:
        return {"artifacts": [code("a", text, derived_from=["b"]), code("b", "z", derived_from=["a"])]}

    assert len(united(knot("x"), knot("x")).value["artifacts"]) == 2
    assert len(united(knot("x"), knot("y")).value["artifacts"]) == 4


def test_only_who_changed_a_review_item_is_followed() -> None:
    opened, resolved = a_review_item("i"), a_review_item("i", status="resolved")
    waived = a_review_item("i", status="waived")
    base: Value = {"review_items": [opened]}

    def items(ours: Value, theirs: Value, before: Value | None = base) -> list[str]:
        made = united({"review_items": [ours]}, {"review_items": [theirs]}, before)
        return ids(made.value["review_items"], "status")

    assert items(resolved, opened) == items(opened, resolved) == items(resolved, resolved) == ["resolved"]
    assert items(resolved, waived) == ["resolved", "waived"]
    assert items(resolved, opened, None) == ["resolved", "open"]


def test_answers_follow_the_comment_that_they_answer() -> None:
    theirs = {"comments": [a_comment("c", body="theirs"), a_comment("d", thread_parent_id="c")]}
    made = united({"comments": [a_comment("c")]}, theirs)
    first, second, third = made.value["comments"]
    assert second["body"] == "theirs" and second["comment_id"] != first["comment_id"]
    assert third["thread_parent_id"] == second["comment_id"]


def test_two_definitions_stand_and_are_a_difference() -> None:
    ours, theirs = {"policies": [a_policy("p")]}, {"policies": [{**a_policy("p"), "name": "another"}]}
    verdict = {"policy_id": "p", "status": "passed"}
    made = united(ours, theirs | {"policy_evaluations": [verdict]}, ours)
    (difference,) = made.differences
    assert (difference.member, difference.name, difference.both_changed) == ("policies", "p", False)
    assert ids(made.value["policies"], "policy_id") == ["p", difference.theirs]
    assert made.value["policy_evaluations"][0]["policy_id"] == difference.theirs
    assert united(ours, theirs).differences[0].both_changed


def test_an_environment_that_was_edited_does_not_make_its_actions_others() -> None:
    def branch(note: str) -> Value:
        procedure = {"kind": "manual"}
        again = {"status": "reproducible", "reproduction_kind": "manual_reproduction", "procedure": procedure}
        held = {"environment_id": "e", "kind": "toolchain", "name": "one", "notes": note}
        return {
            "actions": [an_action(1, reproducibility={**again, "environment_id": "e"})],
            "execution_environments": [held],
        }

    made = united(branch("x"), branch("y"))
    assert len(made.value["actions"]) == 1 and len(made.value["execution_environments"]) == 2


def test_observations_are_told_apart_by_their_actions() -> None:
    def branch(label: str) -> Value:
        first = {"observation_id": "o", "statement": "pure"}
        second = {"statement": "so", "derived_from": ["o"]}
        return {"actions": [an_action(1, label=label, observations=[first, second])]}

    made = united(branch("ours"), branch("theirs"))
    _, second = made.value["actions"]
    name = second["observations"][0]["observation_id"]
    assert name.startswith("o-") and second["observations"][1]["derived_from"] == [name]


def test_elements_without_a_name_are_there_once() -> None:
    odd = {"artifact_type": "SourceCode", "summary": "no id"}
    made = united({"artifacts": [odd, "text"]}, {"artifacts": ["text", odd, 7]})
    assert made.value["artifacts"] == [odd, "text", 7]


def test_a_list_that_is_none_is_refused_with_its_place() -> None:
    with pytest.raises(MisuseError, match="theirs cannot be merged: what stands at /actions is no list"):
        united({}, {"actions": {"1": {}}})


class TestGroups:
    """Meta-actions."""

    @staticmethod
    def branch(*labels: str, groups: list[Value] | None = None, own: str = "") -> Value:
        actions = [an_action(number, label=label) for number, label in enumerate(labels, 1)]
        for group in groups or []:
            for number in group["action_ids"]:
                actions[number - 1]["meta_action_id"] = group["id"]
        return {"actions": actions, "meta_actions": groups or []}

    def test_what_went_on_apart_is_split(self) -> None:
        m = {"id": "m", "title": "work"}
        ours = self.branch("a", "b", groups=[{**m, "action_ids": [1, 2]}])
        theirs = self.branch("a", "c", groups=[{**m, "action_ids": [1, 2], "outcome": "done"}])
        made = united(ours, theirs)
        first, second = made.value["meta_actions"]
        assert first == ours["meta_actions"][0]
        assert second["action_ids"] == [3] and second["outcome"] == "done" and second["id"] != "m"
        assert [action.get("meta_action_id") for action in made.value["actions"]] == ["m", "m", second["id"]]
        assert not made.set_aside

    def test_what_only_theirs_went_on_with_stays_one(self) -> None:
        m = {"id": "m", "title": "work"}
        ours = self.branch("a", groups=[{**m, "action_ids": [1]}])
        theirs = self.branch("a", "c", groups=[{**m, "action_ids": [1, 2], "status": "completed"}])
        made = united(ours, theirs, ours)
        assert made.value["meta_actions"] == [{**m, "action_ids": [1, 2], "status": "completed"}]

    def test_what_only_theirs_groups_is_grouped(self) -> None:
        theirs = self.branch("a", "b", groups=[{"id": "m", "title": "work", "action_ids": [1, 2]}])
        made = united(self.branch("a", "b"), theirs)
        assert made.value["meta_actions"] == theirs["meta_actions"]
        assert [action["meta_action_id"] for action in made.value["actions"]] == ["m", "m"]

    def test_what_both_group_otherwise_is_as_ours_has_it_and_the_other_set_aside(self) -> None:
        ours = self.branch("a", "b", groups=[{"id": "m", "title": "one", "action_ids": [1]}])
        theirs = self.branch("a", "b", groups=[{"id": "n", "title": "two", "action_ids": [1, 2]}])
        made = united(ours, theirs)
        assert made.value["meta_actions"] == ours["meta_actions"]
        assert made.set_aside == {"meta_actions": theirs["meta_actions"]}

    def test_what_encloses_the_later_part_encloses_nothing_else(self) -> None:
        inner, outer = (
            {"id": "in", "title": "step", "parent_id": "out"},
            {"id": "out", "title": "goal", "action_ids": []},
        )
        ours = self.branch("a", "b", groups=[{**inner, "action_ids": [1]}, outer])
        theirs = self.branch("a", "c", groups=[{**inner, "action_ids": [1, 2]}, outer])
        made = united(ours, theirs)
        held = {group["id"]: group for group in made.value["meta_actions"]}
        assert len(held) == 4
        later = next(group for group in held.values() if group.get("action_ids") == [3])
        assert later["parent_id"] not in ("out", None) and held[later["parent_id"]]["title"] == "goal"


class TestVerdicts:
    """Evaluations of policies."""

    @staticmethod
    def branch(label: str, *statuses: str) -> Value:
        held = [{"policy_id": "p", "status": status, "checked_at_action_id": 1} for status in statuses]
        return {"actions": [an_action(1, label=label)], "policy_evaluations": held, "policies": [a_policy("p")]}

    def statuses(self, ours: Value, theirs: Value) -> list[str]:
        return ids(united(ours, theirs).value["policy_evaluations"], "status")

    def test_nobody_evaluated_what_came_of_both(self) -> None:
        assert self.statuses(self.branch("x", "passed"), self.branch("y", "passed")) == ["passed", "passed", "unknown"]

    def test_what_failed_has_the_last_word(self) -> None:
        assert self.statuses(self.branch("x", "failed"), self.branch("y", "passed")) == ["passed", "failed"]
        assert self.statuses(self.branch("x", "passed"), self.branch("y", "failed")) == ["passed", "failed"]
        assert self.statuses(self.branch("x", "failed", "passed"), self.branch("y")) == ["failed", "passed", "unknown"]

    def test_where_one_parent_has_all_its_word_stands(self) -> None:
        both = self.branch("x", "passed")
        assert self.statuses(both, both) == ["passed"]
        assert self.statuses({"policies": [a_policy("p")]}, both) == ["passed"]


class TestWhole:
    """What the trace says of itself."""

    def test_the_outcome_claims_no_more_than_either(self) -> None:
        def branch(label: str, outcome: str) -> Value:
            return {"actions": [an_action(1, label=label)], "outcome": {"type": outcome}}

        done, broken = branch("x", "ProcessCompleted"), branch("y", "ProcessAborted")
        assert united(done, broken).value["outcome"] == united(broken, done).value["outcome"] == broken["outcome"]
        assert united(done, {"outcome": broken["outcome"]}).value["outcome"] == done["outcome"]

    def test_what_one_says_of_reproducibility_is_not_said_of_both(self) -> None:
        stated = {"status": "reproducible", "entrypoints": ["make"], "required_artifact_ids": ["a"]}
        ours = {"actions": [an_action(1, label="x")], "artifacts": [code("a", "x")]}
        theirs = {"actions": [an_action(1, label="y")], "artifacts": [code("a", "y")], "reproducibility": stated}
        made = united(ours, theirs)
        held = made.value["reproducibility"]
        assert held["status"] == "partially_reproducible" and held["entrypoints"] == ["make"]
        assert held["required_artifact_ids"] == [made.names[Side.Theirs, "a"]]
        assert held["limitations"] == ["Stated for the part that comes from theirs alone."]
        both = united(ours | {"reproducibility": {"status": "not_reproducible"}}, theirs)
        assert both.value["reproducibility"]["status"] == "not_reproducible"
        assert united(ours | {"reproducibility": "text"}, theirs).set_aside == {"reproducibility": stated}

    def test_what_the_text_does_not_know_is_kept(self) -> None:
        ours = {"high_stakes_paths": ["a"], "x_one": 1, "x_same": 1, "x_both": 1}
        theirs = {"high_stakes_paths": ["b", "a"], "x_two": 2, "x_same": 1, "x_both": 2}
        made = united(ours, theirs)
        assert made.value["high_stakes_paths"] == ["a", "b"]
        assert (made.value["x_one"], made.value["x_two"], made.value["x_both"]) == (1, 2, 1)
        assert made.set_aside == {"x_both": 2}
        assert united(ours, theirs, {"x_both": 1}).value["x_both"] == 2

    def test_nothing_of_the_exact_content_of_a_parent_is_claimed(self) -> None:
        ours = {"content_hash": "sha256:00", "commit_sha": "abc", "branch": "x", "trace_lineage": {"chain_position": 1}}
        value = united(ours, {}).value
        assert not {"content_hash", "commit_sha", "branch", "repo", "signatures", "trace_lineage"} & set(value)

    def test_files_that_either_changed_are_listed_once(self) -> None:
        made = united({"files_modified": ["a", "b"]}, {"files_modified": ["c", "a"]})
        assert made.value["files_modified"] == ["a", "b", "c"]
