"""`record` and `guide`: work recorded a command at a time, and guides whose commands run as printed."""

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.program import Ended, tollens

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
START = ("start", "--assistant", "a", "--model", "m", "--task", "cap it")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def record(*arguments: str) -> Ended:
    return tollens("record", "t.json", *arguments)


def test_each_thing_is_told_and_recorded() -> None:
    assert record(*START, "--id", "t1").err == "t.json: start t1\n"
    done = record("action", "RunTests", "--label", "test", "--why", "to see", "--command", "pytest", "--exit-code", "1")
    assert (done.status, done.err) == (0, "t.json: action 1, made commandresult1\n")
    Path("m.py").write_text("def cap(x): return min(x, 50)\n")
    model = record("artifact", "FormalModel", "--text", "m.py", "--language", "python", "--name", "m", "--json")
    assert json.loads(model.out) == {"file": "t.json", "id": "formalmodel1", "made": []}
    assert record("goal", "g1", "--intent", "cap it", "--scope", "m.py").status == 0
    assert record("residual", "assumption", "--statement", "none below 0", "--severity", "low").status == 0
    ended = record("finish", "--complete", "done", "--json")
    assert json.loads(ended.out)["actions"] == 1
    assert tollens("validate", "t.json").status == 0
    trace = json.loads(Path("t.json").read_text())
    assert trace["outcome"] == {"type": "ProcessCompleted", "summary": "done"}
    assert trace["artifacts"][0]["payload"]["status"] == "failed"


def test_what_may_run_anything_has_passed_when_its_output_shows_tests() -> None:
    record(*START)
    Path("out.txt").write_bytes(b"\xff\nTests:       5 passed, 5 total\n")
    said = ("action", "RunTests", "--label", "x", "--why", "y", "--command", "npm test", "--exit-code", "0")
    assert record(*said).status == 0
    assert record(*said, "--output", "out.txt").status == 0
    assert "'none.txt' does not exist" in record(*said, "--output", "none.txt").err
    record("finish")
    payloads = [each.get("payload", {}) for each in json.loads(Path("t.json").read_text())["artifacts"]]
    assert [each["status"] for each in payloads if "command" in each] == ["unknown", "passed"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("action", "RunTest", "--label", "x", "--why", "y"), "Did you mean RunTests?"),
        (("action", "--label", "x", "--why", "y"), "action needs WHAT"),
        (("action", "RunTests", "--label", "x"), "action needs --why"),
        (("action", "RunTests", "--label", "x", "--why", "y", "--exit-code", "0"), "--exit-code goes with --command"),
        (("action", "RunTests", "--label", "x", "--why", "y", "--output", "o"), "--output goes with --command"),
        (("action", "EditFile", "--label", "x", "--why", "y", "--makes", "Nothing:x"), "no artifact type 'Nothing'"),
        (("action", "EditFile", "--label", "x", "--why", "y", "--makes", "Residual:x"), "more to it than a name"),
        (("artifact", "SourceCode", "--text", "x"), "go with a FormalModel"),
        (("artifact", "FormalModel", "--language", "iml"), "needs --text"),
        (("artifact", "FormalModel", "--language", "iml", "--text", "none"), "none"),
        (("residual", "guess", "--statement", "x"), "The kinds are assumption"),
        (("residual", "defeater", "--statement", "x"), "tollens contest"),
        (("goal", "g1", "--intent", "x", "--task", "y"), "--task does not go with goal"),
        (("finish", "--complete", "x", "--abort", "y"), "contradict"),
        (START, "under way"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_recorded(arguments: tuple[str, ...], told: str) -> None:
    assert record(*START).status == 0
    before = Path("t.json.journal").read_bytes()
    ended = record(*arguments)
    assert ended.status == 2
    assert told in ended.err
    assert Path("t.json.journal").read_bytes() == before


def test_a_recording_that_was_cut_off_is_recovered_with_its_gaps() -> None:
    record(*START)
    with Path("t.json.journal").open("ab") as journal:
        journal.write(
            b'{"action":{"id":1,"category":"activity","type":"RunTests","label":"l","rationale":"r"},"open":true}\n'
        )
        journal.write(b'{"torn')
    ended = record("recover")
    assert ended.status == 0
    assert "whose end is not recorded: 1" in ended.err
    assert "line 3 of the journal" in ended.err
    assert not Path("t.json.journal").exists()
    assert tollens("validate", "t.json").status == 0
    assert json.loads(Path("t.json").read_text())["outcome"]["type"] == "ProcessInterrupted"


def test_a_recording_is_given_up_with_a_reason() -> None:
    record(*START)
    assert record("finish", "--abort", "too hard").status == 0
    assert json.loads(Path("t.json").read_text())["outcome"] == {"type": "ProcessAborted", "reason": "too hard"}
    assert record("finish").status == 2


def test_the_commands_of_both_guides_run_one_after_the_other() -> None:
    produced, reviewed = (tollens("guide", which) for which in ("produce", "review"))
    assert tollens("guide") == produced
    for line in _commands(produced):
        assert tollens(*line).status == 0, line
    judged = {shlex.join(line): tollens(*line) for line in _commands(reviewed)}
    assert len(judged) > 9
    assert {ended.status for ended in judged.values()} <= {0, 1}
    unreached = ["resolve trace.json"]  # the goal has no criteria
    assert [line for line, ended in judged.items() if ended.status] == unreached


def _commands(guide: Ended) -> list[list[str]]:
    """The command lines of a guide, without the name of the program."""
    lines = [line for block in BLOCK.findall(guide.out) for line in block.splitlines()]
    assert all(line.startswith("tollens ") for line in lines)
    return [shlex.split(line)[1:] for line in lines]


def test_the_end_of_a_recording_says_what_was_taken_out_and_what_to_look_at() -> None:
    record(*START)
    key = "sk-ant-" + "api03-Zk3q9TtW5xYb7Lm2Rv8N"
    record("action", "EditFile", "--label", f"use {key}", "--why", "to see", "--path", "a.py")
    record("action", "EditFile", "--label", f"keep {key}", "--why", "to see", "--path", "b.py", "--no-redact")
    assert record("finish").err.splitlines() == [
        "t.json is written: 2 actions",
        "  taken out: API key (1)",
        "  entries in which no secrets were looked for: 2",
        "to look at it: tollens review t.json",
    ]
