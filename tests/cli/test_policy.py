"""`tollens policy`: what is listed, shown, explained, linted and tested."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import tollens
from tollens.core.validate.examples import an_action
from tollens.core.validate.rule import MINIMAL


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def policy(name: str, formula: str, **members: Any) -> str:
    file = f"{name}.json"
    Path(file).write_text(json.dumps({"id": name, "formula": formula, **members}), "utf-8")
    return file


def test_the_list_has_the_packs_and_what_the_project_has() -> None:
    told = json.loads(tollens("policy", "list", "--json").out)
    assert {one["source"] for one in told} == {
        f"the pack {name}" for name in ("evidence", "goals", "review", "workflow")
    }
    policy("mine", "F(EditFile)")
    Path("tollens.toml").write_text('[policies]\nsources = ["mine.json"]\npacks = ["goals"]\n', "utf-8")
    again = json.loads(tollens("policy", "list", "--json").out)
    assert len(again) == len(told) + 1
    assert (again[0]["policy_id"], again[0]["level"]) == ("mine", "pure_temporal")
    assert tollens("policy", "list", "mine.json").out == "mine.json\n  mine  warning  mine\n"


def test_a_policy_is_shown_whole() -> None:
    text = tollens("policy", "show", "review/assumptions_are_located").out
    for part in (
        "severity   warning",
        "∀ r ∈ residuals .",
        "level      structural",
        "an assumption",
        "example    failed:",
    ):
        assert part.lower() in text.lower()
    (told,) = json.loads(tollens("policy", "show", "review/assumptions_are_located", "--json").out)
    assert told["policy"]["formula"].startswith("∀ r ∈ residuals")
    assert [one["expected"] for one in told["examples"]] == [["passed"], ["failed"]]


def test_a_formula_is_explained_in_words_and_in_a_trace() -> None:
    formula = "G(GitCommit → P(RunTests))"
    assert tollens("policy", "explain", "--formula", formula).out.splitlines() == [
        f"formula: {formula}",
        "  at every action:",
        "    if:",
        "      it is a GitCommit",
        "    then:",
        "      at some earlier action:",
        "        it is a RunTests",
    ]
    actions = [an_action(1, "EditFile"), an_action(2, "GitCommit")]
    Path("t.json").write_text(json.dumps(MINIMAL | {"actions": actions}), "utf-8")
    text = tollens("policy", "explain", "--formula", formula, "--trace", "t.json").out
    assert "in t.json: failed" in text
    assert "holds at action 2, fails at action 1" in text
    assert text.endswith("violated at action 2\n")
    (told,) = json.loads(tollens("policy", "explain", "--formula", formula, "--trace", "t.json", "--json").out)
    assert told["status"] == "failed"
    assert told["outline"][2]["at"]["true_ids"] == [2]


def test_lint_tells_errors_from_warnings() -> None:
    assert tollens("policy", "lint", policy("good", "F(EditFile)")).status == 0
    warned = policy("warned", "G(EditFil → P(ReadFile))")
    ended = tollens("policy", "lint", warned)
    assert ended.status == 0
    assert "Did you mean `EditFile`?" in ended.out
    assert tollens("policy", "lint", warned, "--strict").status == 1
    assert tollens("policy", "lint", policy("bad", "∀ x ∈ nowhere . x.id = 1")).status == 1
    assert tollens("policy", "lint", "--formula", "G((").status == 1
    (told,) = json.loads(tollens("policy", "lint", "--formula", "G((", "--json").out)
    assert told["fault"]
    assert told["diagnostics"] == []


EXAMPLES = {
    "passes": [{"title": "a run", "trace": {"actions": [{"type": "RunTests"}]}}, "told in words"],
    "fails": [{"title": "no run", "trace": {"actions": [{"type": "EditFile"}]}}],
}


def test_a_policy_is_tried_on_its_examples() -> None:
    assert tollens("policy", "test", policy("good", "F(RunTests)", examples=EXAMPLES)).status == 0
    ended = tollens("policy", "test", policy("bad", "F(EditFile)", examples=EXAMPLES))
    assert ended.status == 1
    assert ended.out.splitlines()[:2] == [
        "FAILED    bad: 0 of 2 examples agree; 1 told in words only",
        "            a run: expected passed or not_applicable, and it is failed",
    ]
    (told,) = json.loads(tollens("policy", "test", "bad.json", "--json").out)
    assert [one["agrees"] for one in told["examples"]] == [False, None, False]
    assert tollens("policy", "test", policy("broken", "F((", examples=EXAMPLES)).status == 1


def test_an_example_that_is_no_trace_agrees_with_nothing() -> None:
    odd = {"passes": [{"title": "odd", "trace": {"actions": [{"type": ["RunTests"]}]}}]}
    ended = tollens("policy", "test", policy("odd", "true", examples=odd))
    assert ended.status == 1
    assert "its trace is none: /actions/0" in ended.out


def test_nothing_to_test_is_no_success() -> None:
    words = policy("words", "F(RunTests)", examples={"passes": "a run", "fails": "none"})
    ended = tollens("policy", "test", words)
    assert ended.status == 2
    assert "nothing to test" in ended.err


def test_the_packs_pass_their_own_examples() -> None:
    assert tollens("policy", "test").status == 0
    assert tollens("policy", "lint", "--strict").status == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["explain"],
        ["explain", "--formula", "G(("],
        ["list", "--trace", "t.json"],
        ["test", "--formula", "true"],
        ["show", "nothing"],
        ["lint", "--high-stakes", "x"],
        ["vanish"],
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str]) -> None:
    assert tollens("policy", *arguments).status == 2
