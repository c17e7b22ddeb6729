"""`tollens merge`: what it writes and says, how it ends, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import tollens
from tests.unit.core.merge.branches import branch, model, proof

TEXT = "let h x = x\n\nlet f x = h x\n\nlet g x = x * 2"
AT = ("--at", "2026-01-02T00:00:00Z")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TOLLENS_BY", raising=False)
    again = proof("vr3", "g", "m1")[1] | {"supersedes": "vr2"}
    again["payload"]["goal_artifact_id"] = "vr2-goal"
    sides = {
        "base": branch("base", model("m1", TEXT)),
        "ours": branch("ours", model("m1", TEXT), proof("vr1", "f", "m1"), proof("vr2", "g", "m1")),
        "theirs": branch("theirs", model("m1", TEXT.replace("x * 2", "x * 3"))),
        "renewed": branch("more", [again]),
        "other": branch("more", [proof("vr3", "g", "m1")[1] | {"supersedes": "vr2"}]),
    }
    for name, document in sides.items():
        Path(f"{name}.json").write_bytes(document.to_bytes())
    return tmp_path


def merge(*more: str, out: str = "merged.json") -> Any:
    return tollens("merge", "ours.json", "theirs.json", "--base", "base.json", "-o", out, *AT, *more)


def test_the_merged_trace_and_what_is_said_of_it(folder: Path) -> None:
    found = merge("--json")
    assert found.status == 0
    told = json.loads(found.out)
    assert list(told) == ["file", "total", "change_set", "results", "coverage_regressions", "diagnostics"]
    assert told["total"] is True
    assert told["change_set"] == {"changed": ["m1:g"], "added": [], "removed": [], "renamed": []}
    assert [(each["result_id"], each["from"], each["bucket"], each["basis"]) for each in told["results"]] == [
        ("vr1", "ours", "CarriedForward", "closure_disjoint"),
        ("vr2", "ours", "NeedsRereasoning", None),
    ]
    written = json.loads(Path("merged.json").read_text())
    assert written["trace_id"] == "merge-ours-theirs"
    assert written["merge"] == {"parents": ["ours", "theirs"], "base": "base", "kind": "merge"}
    assert tollens("validate", "merged.json").status == 0


def test_the_same_input_gives_the_same_bytes(folder: Path) -> None:
    merge()
    merge(out="again.json")
    assert Path("merged.json").read_bytes() == Path("again.json").read_bytes()


def test_the_text_says_what_to_do_first(folder: Path) -> None:
    told = merge().out.split("\n")
    assert "1 carried forward, 1 to establish again" in told[0]
    words = [line.split()[0] for line in told[1:] if line[:3].strip()]
    assert words == ["changed", "to", "carried"]


def test_where_it_goes(folder: Path) -> None:
    found = merge(out="-")
    assert json.loads(found.out)["trace_id"] == "merge-ours-theirs"
    assert "1 carried forward" in found.err
    before = Path("ours.json").read_bytes()
    assert merge(out="ours.json").status == 0  # as git asks of a merge driver
    assert Path("ours.json").read_bytes() != before
    merge(out="merged.yaml")
    assert tollens("validate", "merged.yaml").status == 0


def test_who_when_what_and_how_are_recorded(folder: Path) -> None:
    merge("--by", "someone", "--kind", "rebase", "--id", "t9")
    written = json.loads(Path("merged.json").read_text())
    assert (written["trace_id"], written["merge"]["kind"]) == ("t9", "rebase")
    assert written["actions"][-1]["request"] == {"at": AT[1], "by": "someone"}
    merge()
    assert json.loads(Path("merged.json").read_text())["actions"][-1]["request"]["by"] == "tollens merge"


def test_results_given_beside(folder: Path) -> None:
    told = json.loads(merge("--with", "renewed.json", "--json").out)
    assert [(each["result_id"], each["bucket"], each["by"]) for each in told["results"]] == [
        ("vr1", "CarriedForward", None),
        ("vr2", "Reestablished", "vr3"),
    ]
    told = json.loads(merge("--with", "other.json", "--json").out)
    assert told["results"][1]["bucket"] == "NeedsRereasoning"
    assert "'vr3' supersedes it, and answers another question" in told["results"][1]["reason"]


def test_an_account_is_checked(folder: Path) -> None:
    asked = ("--base", "base.json", "--parents", "ours.json", "theirs.json")
    merge()
    assert tollens("merge", "--check", "merged.json", *asked).status == 0
    value = json.loads(Path("merged.json").read_text())
    value["artifacts"] = [each for each in value["artifacts"] if each["artifact_id"] != "carried-vr1"]
    Path("merged.json").write_text(json.dumps(value))
    found = tollens("merge", "--check", "merged.json", *asked, "--json")
    assert found.status == 1
    told = json.loads(found.out)
    assert list(told) == ["file", "holds", "total", "counts", "diagnostics"]
    assert (told["holds"], told["total"], told["counts"]["none"]) == (False, False, 1)
    text = tollens("merge", "--check", "merged.json", *asked).out
    assert "the account does not hold" in text
    assert "MCK004" in text
    assert tollens("merge", "--check", "merged.json", "--parents", "theirs.json", "ours.json").status == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ours.json"], "a merge is of two traces"),
        (["ours.json", "theirs.json"], "where the merged trace goes"),
        (["ours.json", "theirs.json", "-o", "-", "--json"], "standard output"),
        (["ours.json", "missing.json", "-o", "m.json"], "missing.json"),
        (["ours.json", "later.json", "-o", "m.json"], "theirs cannot be merged"),
        (["ours.json", "theirs.json", "--base", "empty.json", "-o", "m.json"], "empty.json: the file is empty"),
        (["ours.json", "package.json", "-o", "m.json"], "package.json: this is no trace"),
        (["ours.json", "theirs.json", "--base", "package.json", "-o", "m.json"], "package.json: this is no trace"),
        (["ours.json", "-", "--base", "-", "-o", "m.json"], "standard input cannot be several traces"),
        (["ours.json", "theirs.json", "-o", "m.json", "--parents", "a", "b"], "--parents goes with --check"),
        (["ours.json", "theirs.json", "-o", "m.json", "--engine", "e"], "names no version"),
        (["--check", "ours.json"], "checked against its parents"),
        (["--check", "ours.json", "--parents", "ours.json", "theirs.json", "-o", "m.json"], "--output says nothing"),
        (["ours.json", "theirs.json", "-o", "m.json", "--kind", "blend"], "invalid choice"),
        (["ours.json", "theirs.json", "-o", "m.json", "--id", "ours"], "cannot have the id of ours"),
        (["ours.json", "theirs.json", "--base", "base.json", "-o", "m.json", "--id", "base"], "the id of the base"),
    ],
)
def test_what_is_refused(folder: Path, arguments: list[str], said: str) -> None:
    Path("later.json").write_text('{"trace_id": "t", "spec_version": "2.0"}')
    Path("empty.json").touch()
    Path("package.json").write_text('{"name": "a package", "version": "1"}')
    found = tollens("merge", *arguments)
    assert found.status == 2
    assert said in found.err
    assert not Path("m.json").exists()


def test_a_damaged_parent_is_merged_as_far_as_it_can_be_and_said_to_be_damaged(folder: Path) -> None:
    value = json.loads(Path("theirs.json").read_text())
    value["actions"].append({"id": "nine"})
    value["x_vendor"] = "\u001b[31m"
    Path("theirs.json").write_text(json.dumps(value))
    found = merge()
    assert found.status == 0
    assert "error WIRE" in found.err
    written = json.loads(Path("merged.json").read_text())
    assert {"id": "nine"} in written["actions"]


def test_what_has_no_hash_is_merged_and_claims_none(folder: Path) -> None:
    value = json.loads(Path("theirs.json").read_text()) | {"x_vendor": "\ud800"}
    Path("theirs.json").write_text(json.dumps(value))
    assert merge().status == 0
    recorded = json.loads(Path("merged.json").read_text())["actions"][-1]["result"]["merged"]["parents"]
    assert [each["content_hash"] is None for each in recorded] == [False, True]


def test_an_id_that_nobody_chose_is_none_of_the_parents(folder: Path) -> None:
    value = json.loads(Path("base.json").read_text()) | {"trace_id": "merge-ours-theirs"}
    Path("base.json").write_text(json.dumps(value))
    assert merge().status == 0
    made = json.loads(Path("merged.json").read_text())
    assert made["merge"]["base"] == "merge-ours-theirs"
    assert made["trace_id"].startswith("merge-") and made["trace_id"] != "merge-ours-theirs"


def test_a_base_that_is_none_is_told(folder: Path) -> None:
    found = tollens("merge", "ours.json", "base.json", "--base", "theirs.json", "-o", "merged.json", *AT)
    assert found.status == 0
    assert "MRG107" not in found.out  # a model that was edited in place is there
    found = tollens("merge", "theirs.json", "ours.json", "--base", "renewed.json", "-o", "merged.json", *AT)
    assert "warning" in found.out and "MRG107 /merge/base: 'more' does not seem to be what both came from" in found.out


def test_a_policy_refuses_a_merged_trace_that_drops_a_result(folder: Path) -> None:
    asked = ("--policy", "evidence/prior_results_are_accounted_for")
    merge()
    assert tollens("check", "merged.json", *asked).status == 0
    assert "1 did not apply" in tollens("check", "ours.json", *asked, "--all").out
    value = json.loads(Path("merged.json").read_text())
    value["artifacts"] = [each for each in value["artifacts"] if each["artifact_id"] != "rereason-vr2"]
    Path("merged.json").write_text(json.dumps(value))
    assert tollens("check", "merged.json", *asked).status == 1
