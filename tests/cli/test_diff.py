"""`tollens diff`: losses first, one exit status, nothing of a trace unescaped."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import tollens
from tests.cli.test_verbs_agree import TURNED, edited, proved


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, value: dict[str, Any]) -> str:
    Path(name).write_text(json.dumps(value), "utf-8")
    return name


def test_a_gate_for_no_evidence_lost(folder: Path) -> None:
    before, after = proved(), proved()
    edited(after, "model", "x + 1", "x + 2")
    names = write("a.json", before), write("b.json", after)
    ended = tollens("diff", *names, "--exit-code")
    assert (ended.status, ended.err) == (1, "")
    assert "outdated" in ended.out
    assert "proof" in ended.out
    assert tollens("diff", *names).status == 0
    back = tollens("diff", *reversed(names), "--exit-code")
    assert back.status == 0
    assert "no evidence lost" in back.out


def test_the_json_has_the_files_and_every_row(folder: Path) -> None:
    before, after = proved(), proved()
    del after["artifacts"][2]
    ended = tollens("diff", write("a.json", before), write("b.json", after), "--json")
    told = json.loads(ended.out)
    assert (told["files"], told["loss"]) == (["a.json", "b.json"], True)
    assert [(each["change"], each["before"]["artifact_id"]) for each in told["evidence"]] == [("lost", "proof")]
    assert [item["change"] for goal in told["goals"] for item in goal["items"]] == ["fell"]
    assert told["losses"] == 2


@pytest.mark.parametrize("name", TURNED)
def test_a_trace_against_itself_is_as_it_was(name: str, folder: Path) -> None:
    make, turn = TURNED[name]
    value = make()
    turn(value)
    file = write("a.json", value)
    told = json.loads(tollens("diff", file, file, "--json", "--exit-code").out)
    assert (told["loss"], told["kept"]) == (False, told["before"]["pieces"])
    assert not any(told[member] for member in ("evidence", "gaps", "goals", "policies"))


def test_what_is_hostile_in_a_trace_is_escaped(folder: Path) -> None:
    before, after = proved(), proved()
    before["artifacts"][1]["payload"]["description"] = "\x1b[2J\u202etotal"
    del after["artifacts"][2]
    ended = tollens("diff", write("a.json", before), write("b.json", after))
    assert "\x1b" not in ended.out + ended.err
    assert "\u202e" not in ended.out + ended.err
    assert "\\x1b[2J" in ended.out


def test_long_lists_are_cut_and_losses_never(folder: Path) -> None:
    def residuals(word: str, number: int) -> list[dict[str, Any]]:
        payload = {"kind": "unverified", "severity": "low", "status": "open"}
        return [
            {
                "artifact_id": f"{word}{at}",
                "artifact_type": "Residual",
                "payload": {**payload, "statement": f"{word} {at}"},
            }
            for at in range(number)
        ]

    before = proved() | {"artifacts": residuals("gone", 60)}
    names = write("a.json", before), write("b.json", proved() | {"artifacts": residuals("new", 60)})
    out = tollens("diff", *names).out
    assert out.count("vanished") == 60
    assert out.count("gap opened") == 40
    assert "… and 20 more changes that are no loss: --all shows them" in out
    assert tollens("diff", *names, "--all").out.count("gap opened") == 60


def test_what_cannot_be_compared(folder: Path) -> None:
    file = write("a.json", proved())
    Path("no.json").write_text("{]")
    for names in ((file, "no.json"), ("no.json", file), (file, "absent.json")):
        ended = tollens("diff", *names, "--exit-code")
        assert (ended.status, ended.out) == (2, "")
        assert names[0] in ended.err or names[1] in ended.err
    assert "standard input" in tollens("diff", "-", "-").err
    write("b.json", proved() | {"artifacts": [{"artifact_id": "a"}]})
    ended = tollens("diff", file, "b.json", "--exit-code")
    assert ended.status == 1
    assert "b.json is no valid trace" in ended.err
    assert "invalid" in ended.out
