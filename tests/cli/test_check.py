"""`tollens check`: its exit status, its JSON, what a person reads, and what it writes."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import tollens
from tollens.core.validate.examples import a_policy, an_action, an_artifact
from tollens.core.validate.rule import MINIMAL
from tools.policies_json import OUTPUTS, VERDICT

ROW = [
    "policy_id",
    "name",
    "severity",
    "status",
    "applicable",
    "violating_action_ids",
    "violating_artifact_ids",
    "evidence_action_ids",
    "evidence_artifact_ids",
    "undetermined",
    "message",
]
HOLDS, FAILS, UNDECIDED = "F(EditFile)", "G(¬EditFile)", "G(EditFile → completed)"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def trace(name: str = "trace.json", **members: Any) -> str:
    actions = [an_action(1, "EditFile", outputs=["a1"]), an_action(2, "GitCommit")]
    held = MINIMAL | {"actions": actions, "artifacts": [an_artifact("a1")]} | members
    Path(name).write_text(json.dumps(held), "utf-8")
    return name


def policy(formula: str, name: str = "p", **members: Any) -> str:
    file = f"{name}.json"
    Path(file).write_text(json.dumps({"id": name, "severity": "error", "formula": formula, **members}), "utf-8")
    return file


@pytest.mark.parametrize(
    ("arguments", "status", "gate"),
    [
        (["--formula", HOLDS], 0, "passed"),
        (["--formula", "G(DeleteFile → P(Approve))"], 0, "passed"),
        (["--formula", FAILS], 1, "blocked"),
        (["--formula", UNDECIDED], 1, "blocked"),
        (["--formula", UNDECIDED, "--allow-unknown"], 0, "passed"),
        (["--formula", FAILS, "--allow-unknown"], 1, "blocked"),
        (["--formula", "G(("], 2, "unchecked"),
        (["--formula", HOLDS, "--formula", FAILS], 1, "blocked"),
        (["--policy", "mild.json"], 0, "passed"),
        (["--policy", "mild.json", "--strict"], 1, "blocked"),
        (["--policy", "workflow/work_begins_and_ends"], 0, "passed"),
        ([], 2, "unchecked"),
    ],
)
def test_the_exit_status_and_the_gate_are_one(arguments: list[str], status: int, gate: str) -> None:
    policy(FAILS, "mild", severity="warning")
    for options in ([], ["--json"], ["--all"]):
        ended = tollens("check", trace(), *arguments, *options)
        assert ended.status == status, ended
    assert json.loads(tollens("check", "trace.json", *arguments, "--json").out)["gate"] == gate


def test_the_json_has_what_is_promised() -> None:
    out = json.loads(tollens("check", trace(), "--formula", FAILS, "--json").out)
    assert set(out) == {"file", "gate", "message", "policies", "disabled"}
    (row,) = out["policies"]
    assert list(row)[: len(ROW)] == ROW
    assert (row["policy_id"], row["name"], row["severity"], row["status"]) == ("formula", FAILS, "error", "failed")
    assert (row["applicable"], row["violating_action_ids"], row["violating_artifact_ids"]) == (True, [1], ["a1"])
    assert (row["evidence_action_ids"], row["undetermined"], row["blocking"]) == ([], [], True)


def test_a_missing_fact_is_told() -> None:
    (row,) = json.loads(tollens("check", trace(), "--formula", UNDECIDED, "--json").out)["policies"]
    assert row["status"] == "unknown"
    (fact,) = row["undetermined"]
    assert fact["fact"] == "completed"
    assert fact["action_ids"] == [1]
    assert "exit code" in fact["why"]


def test_missing_facts_are_listed_once_and_what_is_left_out_is_said() -> None:
    """The sentence has the first; the list goes on from there."""
    formula = "G(EditFile → completed ∧ high_stakes_path ∧ faild ∧ GitComit)"
    ended = tollens("check", trace(), "--formula", formula)
    told = [line.split()[0] for line in ended.out.splitlines() if "missing" in line]
    assert told == ["also", "also", "and"]
    assert "and 1 more missing: --all lists all" in ended.out
    everything = tollens("check", "trace.json", "--formula", formula, "--all").out
    for fact in ("GitComit", "completed", "high_stakes_path"):
        assert f"also missing: {fact}: " in everything
    assert "also missing: faild: " not in everything


def test_several_traces_are_a_list_and_end_in_a_summary() -> None:
    Path("broken.json").write_text("{", "utf-8")
    good = trace("good.json", actions=[an_action(1, "ReadFile")], artifacts=[])
    names = [good, trace("bad.json"), "broken.json", "gone.json"]
    ended = tollens("check", *names, "--formula", FAILS, "--json")
    assert ended.status == 2
    told = json.loads(ended.out)
    assert [(one["file"], one["gate"]) for one in told] == [
        ("good.json", "passed"),
        ("bad.json", "blocked"),
        ("broken.json", "unchecked"),
        ("gone.json", "unchecked"),
    ]
    text = tollens("check", *names, "--formula", FAILS).out
    assert text.endswith(
        "\n4 traces: 1 passed, 1 blocked, 2 not checked\n"
        "  blocked     bad.json\n  not checked broken.json\n  not checked gone.json\n"
    )
    assert tollens("check", good, "bad.json", "--formula", FAILS).status == 1


def test_paths_of_high_stakes_are_those_of_the_project_the_trace_and_the_command() -> None:
    edit = an_action(1, "EditFile", evidence=[{"type": "FileRef", "ref": "payments/charge.py"}])
    trace(actions=[edit], artifacts=[])
    asked = ["check", "trace.json", "--formula", "G(¬(EditFile ∧ high_stakes_path))"]
    assert tollens(*asked).status == 1  # nothing says what is of high stakes, so it cannot be told
    assert json.loads(tollens(*asked, "--json").out)["policies"][0]["status"] == "unknown"
    assert tollens(*asked, "--high-stakes", "risk/").status == 0
    assert tollens(*asked, "--high-stakes", "payments/").status == 1
    Path("tollens.toml").write_text('[policies]\nhigh_stakes_paths = ["payments/"]\n', "utf-8")
    assert tollens(*asked, "--high-stakes", "risk/").status == 1
    assert tollens(*asked, "--high-stakes", "risk/", "--no-project").status == 0


PROJECT = """
[policies]
sources = ["policies"]
packs = ["goals"]

[policies.severity]
mild = "error"

[policies.disabled]
loud = "it is being rewritten"
misspelt = "it is not here"
"""


def test_the_project_says_what_is_checked() -> None:
    Path("policies").mkdir()
    policy(FAILS, "policies/mild", severity="info", id="mild")
    policy(FAILS, "policies/loud", id="loud")
    Path("tollens.toml").write_text(PROJECT, "utf-8")
    ended = tollens("check", trace(), "--json")
    told = json.loads(ended.out)
    assert ended.status == 1
    assert [row["policy_id"] for row in told["policies"] if row["blocking"]] == ["mild"]
    assert {row["source"] for row in told["policies"]} == {"policies/mild.json", "the pack goals"}
    assert told["disabled"] == [
        {"policy_id": "loud", "reason": "it is being rewritten", "source": "policies/loud.json"}
    ]
    text = tollens("check", "trace.json").out
    assert "disabled: it is being rewritten" in text
    assert "speaks of policies that are not here: misspelt" in text
    assert tollens("check", "trace.json", "--no-project").status == 2
    Path("inner").mkdir()
    assert tollens("check", "trace.json", "--project", "tollens.toml").status == 1


def test_a_project_that_cannot_be_read_is_no_pass() -> None:
    Path("tollens.toml").write_text("[polices]\n", "utf-8")
    ended = tollens("check", trace(), "--formula", HOLDS)
    assert (ended.status, ended.out) == (2, "")
    assert "polices is no setting" in ended.err


def test_the_text_tells_what_fails_and_folds_what_holds() -> None:
    ended = tollens("check", trace(), "--formula", FAILS, "--formula", HOLDS, "--formula", "G(Lint → F(Explain))")
    assert ended.out.splitlines() == [
        "trace.json: BLOCKED",
        "  1 of 3 policies blocks: 1 failed, 1 passed, 1 did not apply",
        "  FAILED   formula: G(¬EditFile)  error · --formula",
        "           it does not hold: 1 action against it",
        "           actions: 1",
        "           artifacts: a1",
        "  passed   formula-2",
        "  n/a      formula-3",
    ]


def test_nothing_of_a_policy_speaks_to_the_terminal_or_forges_a_line() -> None:
    held = {"id": "evil", "name": "x\n  passed   security\x1b[2J", "severity": "error", "formula": FAILS}
    Path("evil.json").write_text(json.dumps(held), "utf-8")
    ended = tollens("check", trace(), "--policy", "evil.json")
    assert "\x1b" not in ended.out
    assert not any(line.startswith("  passed") for line in ended.out.splitlines())


def test_a_misspelt_type_is_told_and_never_lets_a_policy_sleep() -> None:
    asked = ("check", trace(), "--formula", "G(EditFil → P(ReadFile))")
    ended = tollens(*asked)
    assert ended.status == 1
    assert "POL101" in ended.out
    assert "Did you mean `EditFile`?" in " ".join(ended.out.split())
    (row,) = json.loads(tollens(*asked, "--json").out)["policies"]
    assert (row["status"], row["applicable"]) == ("unknown", None)
    assert row["undetermined"] == [
        {
            "fact": "EditFil",
            "why": "'EditFil' is no action or artifact type of the text; did you mean `EditFile`?",
            "action_ids": [],
        }
    ]
    Path("tollens.toml").write_text('[policies]\ntypes = ["EditFil"]\n', "utf-8")
    assert tollens(*asked).status == 0


def test_verdicts_are_written_and_the_hash_is_spoken_of() -> None:
    policy(FAILS)
    ended = tollens("check", trace(), "--policy", "p.json", "--write", "-o", "out.json", "--residuals", "--json")
    assert ended.status == 1
    assert json.loads(ended.out)["residuals"][0]["source"] == "policy_derived"
    assert "content hash" in ended.err
    made = json.loads(Path("out.json").read_text("utf-8"))
    assert [(one["policy_id"], one["status"]) for one in made["policy_evaluations"]] == [("p", "failed")]
    assert made["artifacts"][-1]["payload"]["statement"].startswith("The policy p does not hold")
    assert "policy_evaluations" not in json.loads(Path("trace.json").read_text("utf-8"))
    assert tollens("validate", "out.json").status == 0
    assert tollens("check", "out.json", "--write").status == 1
    assert json.loads(Path("out.json").read_text("utf-8")) == made


def test_a_sealed_trace_is_not_written() -> None:
    trace(content_hash="sha256:00")
    ended = tollens("check", "trace.json", "--formula", HOLDS, "--write")
    assert ended.status == 2
    assert "sealed" in ended.err
    assert tollens("check", "trace.json", "--formula", HOLDS, "--write", "-o", "o.json", "--unseal").status == 0


def test_what_could_not_be_checked_is_not_written() -> None:
    ended = tollens("check", trace(), "--write", "-o", "out.json")
    assert (ended.status, Path("out.json").exists()) == (2, False)


@pytest.mark.parametrize(
    "arguments",
    [
        ["-o", "x.json"],
        ["--unseal"],
        ["--write", "-o", "-"],
        ["other.json", "--write"],
        ["--formula", " "],
        ["--policy", "nothing"],
        ["--project", "none.toml"],
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str]) -> None:
    assert tollens("check", trace(), *arguments).status == 2


def test_a_session_can_be_checked(repository: Path) -> None:
    ended = tollens("check", str(repository / "examples/claude-code-session.jsonl"), "--policy", "workflow", "--json")
    statuses = {row["policy_id"]: row["status"] for row in json.loads(ended.out)["policies"]}
    assert statuses["research_before_edit"] == "passed"
    assert statuses["tests_pass_before_commit"] == "unknown"


def own(formula: str, **members: Any) -> dict[str, Any]:
    return a_policy("p1", formula=formula, **members)


@pytest.mark.parametrize(
    ("policies", "evaluations", "causes"),
    [
        ([own(HOLDS)], [], []),
        ([own(FAILS)], [], ["violated policy"]),
        ([own(FAILS, severity="warning")], [], []),
        ([own(UNDECIDED)], [], ["undecided policy"]),
        ([own("G((")], [], ["undecided policy"]),
        ([own(FAILS)], [{"policy_id": "p1", "status": "passed"}], ["violated policy"]),
        ([own(FAILS)], [{"policy_id": "p1", "status": "failed"}], ["violated policy"]),
        ([own(HOLDS)], [{"policy_id": "p1", "status": "failed"}], ["failed"]),
    ],
)
def test_the_gate_of_the_review_counts_the_policies_of_the_trace(
    policies: list[Any], evaluations: list[Any], causes: list[str]
) -> None:
    trace(policies=policies, policy_evaluations=evaluations)
    ended = tollens("review", "trace.json", "--gate", "--json")
    assert ended.status == (1 if causes else 0)
    assert [reason["cause"] for reason in json.loads(ended.out)["gate"]["reasons"]] == causes
    steps = json.loads(tollens("next", "trace.json", "--json").out)["steps"]
    assert bool([step for step in steps if step["kind"] == "fix"]) is bool(causes)


def test_the_review_shows_a_policy_beside_what_is_recorded_of_it() -> None:
    trace(policies=[own(FAILS)], policy_evaluations=[{"policy_id": "p1", "status": "passed"}])
    (line,) = [line for line in tollens("review", "trace.json").out.splitlines() if "recorded: " in line]
    assert line.split() == ["failed", "p1", "error", "·", "at", "1", "·", "recorded:", "passed", "·", "p1"]


def test_the_members_of_the_json_are_those_that_the_page_lists() -> None:
    Path("tollens.toml").write_text('[policies.severity]\ngone = "info"\n', "utf-8")
    trace(goals=[{"goal_id": 1}])
    told = json.loads(tollens("check", "trace.json", "--formula", FAILS, "--residuals", "--json").out)
    assert set(told) == {name for name, _, _ in OUTPUTS["check"][1]}
    (verdict,) = told["policies"]
    assert list(verdict) == [name for name, _, _ in VERDICT]
    for verb in ("list", "show", "lint", "explain", "test"):
        printed = json.loads(tollens("policy", verb, "goals", "--json").out)
        members = {name for name, _, _ in OUTPUTS[f"policy {verb}"][1]}
        held = printed[0]["examples"][0] if verb == "test" else printed[0]
        listed = {name for name, _, _ in OUTPUTS["policy list"][1]} if verb == "show" else set()
        assert set(held) == members | listed, verb
