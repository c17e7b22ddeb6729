"""The verbs that state goals and gaps, contest and certify: what they write, what they refuse, how they end."""

import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import Ended, tollens
from tollens.core.validate.examples import a_model, a_proof, a_residual, a_verification_goal

TRACE: dict[str, Any] = {
    "trace_id": "t1",
    "spec_version": "1.11",
    "assistant": "an agent",
    "model": "a model",
    "timestamp": "2026-01-01T00:00:00Z",
    "trigger": {"type": "TaskReceived"},
    "actions": [],
    "outcome": {"type": "ProcessCompleted"},
    "artifacts": [a_model(), a_verification_goal(), a_proof(), a_residual("r1", ("model",))],
    "x_vendor": {"kept": 1.0},
}
WHO = ("--by", "reviewer", "--at", "2026-01-02T03:04:05Z")
GOAL = ("set", "g1", "--intent", "make it safe")
CRITERION = ("g1", "add", "--kind", "property", "--symbol", "f", "--label", "f is safe")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The working directory, with a trace."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TOLLENS_BY", raising=False)
    Path("trace.json").write_text(json.dumps(TRACE))


def held(name: str = "trace.json") -> dict[str, Any]:
    value: dict[str, Any] = json.loads(Path(name).read_text())
    return value


def done(verb: str, *arguments: str) -> Ended:
    ended = tollens(verb, "trace.json", *arguments, *WHO)
    assert ended.status == 0, ended.err
    return ended


def refused(verb: str, *arguments: str) -> str:
    before = Path("trace.json").read_bytes()
    ended = tollens(verb, "trace.json", *arguments, *WHO)
    assert (ended.status, ended.out) == (2, "")
    assert Path("trace.json").read_bytes() == before
    return ended.err


def test_a_goal_is_stated_asked_for_certified_and_given_up() -> None:
    assert "added goal g1" in done("goal", *GOAL, "--scope", "f").out
    made = json.loads(done("accept", *CRITERION, "--json").out)
    assert made["added"] == [{"member": "acceptance", "id": "c1", "kind": "Property"}]
    assert made["changed"] == [{"member": "goals", "id": "g1", "kind": ""}]
    assert held()["goals"][0]["acceptance"][0]["acceptance_id"] == "c1"
    ended = tollens("certify", "trace.json", "g1", "--verdict", "approved", "--by", "auditor")
    assert ended.status == 0
    assert held()["goals"][0]["criteria_review"]["reviewed_by"] == "auditor"
    done("goal", "drop", "g1", "--note", "gone")
    assert held()["goals"][0]["status"] == "GoalAbandoned"
    assert held()["x_vendor"] == {"kept": 1.0}
    assert tollens("validate", "trace.json").status == 0


def test_a_change_of_the_definition_says_that_the_certification_is_gone() -> None:
    done("goal", *GOAL)
    done("accept", *CRITERION)
    assert tollens("certify", "trace.json", "g1", "--verdict", "approved", "--by", "auditor").status == 0
    assert "certification of g1 no longer covers it" in done("accept", *CRITERION).err
    assert tollens("certify", "trace.json", "g1", "--verdict", "approved", "--by", "auditor").status == 0
    assert "certification of g1 no longer covers it" in done("goal", "set", "g1", "--scope", "g").err


@pytest.mark.parametrize(
    ("name", "said"),
    [("an agent", "did the work"), ("reviewer", "wrote the criterion 'c1'"), (" ", "needs to know who")],
)
def test_who_may_not_certify(name: str, said: str) -> None:
    done("goal", *GOAL)
    done("accept", *CRITERION)
    ended = tollens("certify", "trace.json", "g1", "--verdict", "approved", "--by", name)
    assert ended.status == 2
    assert said in ended.err
    assert "criteria_review" not in held()["goals"][0]


def test_a_criterion_may_be_optional_and_have_a_formula_from_a_file_or_the_line() -> None:
    done("goal", *GOAL)
    formula = {"and": [{"atom": {"kind": "Property", "binding": {"symbol": "f"}}}]}
    Path("all.json").write_text(json.dumps(formula))
    rest = ("g1", "add", "--kind", "property", "--label", "all", "--id")
    done("accept", *rest, "x", "--formula", "all.json", "--optional")
    done("accept", *rest, "y", "--formula", json.dumps(formula), "--required", "--covers", "safe")
    done("accept", *rest, "z")
    one, two, three = held()["goals"][0]["acceptance"]
    assert (one["acceptance_id"], one["formula"], one["required"]) == ("x", formula, False)
    assert (two["formula"], two["required"], two["covers"]) == (formula, True, ["safe"])
    assert "required" not in three


def test_a_criterion_that_nothing_resolves_is_said_to_be_one() -> None:
    done("goal", *GOAL)
    assert "bound to nothing" in done("accept", "g1", "add", "--kind", "change", "--label", "it was shown").err
    assert "bound to nothing" not in done("accept", *CRITERION).err


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("{", "the formula"),
        ("[]", "no object"),
        ('{"and": NaN}', "the formula"),
        ("missing.json", "does not exist"),
        ('{"and": [], "and": []}', "the formula"),
    ],
)
def test_a_formula_that_cannot_be_read_is_refused(formula: str, said: str) -> None:
    done("goal", *GOAL)
    assert said in refused("accept", *CRITERION, "--formula", formula)


def test_a_gap_is_declared_seen_waived_and_tracked() -> None:
    declared = (
        "declare",
        "--kind",
        "unverified",
        "--statement",
        "no refunds",
        "--target",
        "result",
        "--severity",
        "high",
    )
    made = json.loads(done("residual", *declared, "--check", "add a goal", "--tag", "x", "--json").out)
    assert made["added"] == [{"member": "artifacts", "id": "r2", "kind": "Residual"}]
    done("residual", "promote", "r2", "--title", "Verify refunds", "--blocking", "--assignee", "author")
    assert held()["review_items"][0]["assignee"] == "author"
    seen = json.loads(done("residual", "acknowledge", "r2", "--json").out)
    assert [one["id"] for one in seen["added"]] == ["2", "r2-v2"]
    done("residual", "waive", "r2", "--note", "by contract")
    assert held()["artifacts"][-1]["payload"]["status"] == "waived"
    assert tollens("validate", "trace.json").status == 0


def test_a_claim_is_contested_and_the_challenge_shows() -> None:
    made = done(
        "contest", "result", "--attacks", "rebuts", "--statement", "it fails", "--evidence", "r1", "--severity", "low"
    )
    assert "added artifact r2 (Residual)" in made.out
    found = json.loads(tollens("review", "trace.json", "--json").out)
    assert [(one["residual_id"], one["about"]) for one in found["defeaters"]] == [("r2", ["result"])]


@pytest.mark.parametrize(
    ("verb", "arguments", "said"),
    [
        ("goal", ("set",), "set needs GOAL"),
        ("goal", ("set", "g1"), "no intent"),
        ("goal", ("set", "g1", "--note", "x"), "--note does not go with set"),
        ("goal", ("drop", "g9"), "no goal 'g9'"),
        ("goal", ("ls", "g1"), "--goal does not go with ls"),
        ("goal", ("ls", "-o", "copy.json"), "--output does not go with ls"),
        ("goal", (*GOAL, "--engine", "x=1"), "--engine does not go with set"),
        ("accept", CRITERION, "no goal 'g1'"),
        ("certify", ("g1", "--verdict", "approved"), "no goal 'g1'"),
        ("certify", ("g1", "--verdict", "maybe"), "invalid choice"),
        ("contest", ("nothing", "--attacks", "rebuts", "--statement", "x"), "no artifact"),
        ("residual", ("declare", "--statement", "x"), "declare needs --kind"),
        ("residual", ("declare", "--kind", "limitation"), "declare needs --statement"),
        ("residual", ("declare", "r1", "--kind", "limitation", "--statement", "x"), "does not go with declare"),
        ("residual", ("declare", "--kind", "limitation", "--statement", "x", "--target", "action:9"), "does not exist"),
        ("residual", ("declare", "--kind", "defeater", "--statement", "x"), "invalid choice"),
        ("residual", ("waive", "r1"), "needs a reason"),
        ("residual", ("waive",), "waive needs ID"),
        ("residual", ("promote", "r1"), "promote needs --title"),
        ("residual", ("acknowledge", "r1", "--title", "x"), "--title does not go with acknowledge"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_written(verb: str, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused(verb, *arguments)


def test_a_copy_leaves_the_trace_as_it_was() -> None:
    before = Path("trace.json").read_bytes()
    done("goal", *GOAL, "-o", "copy.json")
    assert Path("trace.json").read_bytes() == before
    assert held("copy.json")["goals"][0]["goal_id"] == "g1"


def test_the_same_request_writes_the_same_bytes() -> None:
    done("residual", "waive", "r1", "--note", "so", "-o", "one.json")
    done("residual", "waive", "r1", "--note", "so", "-o", "two.json")
    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()


def test_a_sealed_trace_is_left_alone() -> None:
    Path("trace.json").write_text(json.dumps(TRACE | {"content_hash": "sha256:00"}))
    for verb, arguments in (
        ("goal", GOAL),
        ("residual", ("waive", "r1", "--note", "so")),
        ("contest", ("result", "--attacks", "rebuts", "--statement", "x")),
    ):
        assert "sealed" in refused(verb, *arguments)


def commands_of(page: Path) -> list[list[str]]:
    """The command lines of a page, without the name of the program."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    lines = "".join(blocks).replace("\\\n", " ").splitlines()
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("tollens ")]


@pytest.mark.parametrize("page", ["declare-gaps", "contest-a-claim", "comment-and-track", "continue-a-trace"])
def test_the_commands_of_a_guide_run_one_after_the_other(page: str, repository: Path) -> None:
    shutil.copy(repository / "examples/payments.json", "trace.json")
    lines = commands_of(repository / f"docs/how-to/{page}.md")
    assert len(lines) > 2
    for line in lines:
        ended = tollens(*line)
        assert ended.status == 0, f"{line}: {ended.err}"
    assert tollens("validate", "trace.json").status == 0


def test_the_goals_are_listed_with_what_the_evidence_says() -> None:
    assert "no goal is declared" in tollens("goal", "trace.json", "ls").out
    done("goal", *GOAL)
    done("accept", *CRITERION)
    listed = tollens("goal", "trace.json", "ls")
    assert (listed.status, listed.out.splitlines()[0]) == (0, "g1  make it safe")
    assert "not reviewed" in listed.out
    found = json.loads(tollens("goal", "trace.json", "ls", "--json").out)
    assert list(found) == ["file", "goals"]
    assert [(goal["goal_id"], goal["certified"]) for goal in found["goals"]] == [("g1", None)]
    assert tollens("certify", "trace.json", "g1", "--verdict", "approved", "--by", "auditor").status == 0
    assert json.loads(tollens("goal", "trace.json", "ls", "--json").out)["goals"][0]["certified"] is True
