"""Each verb: what it prints, what it writes, how it ends."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import tollens
from tollens import projections
from tollens.testing.transcripts import Transcript

VALID: dict[str, Any] = {
    "trace_id": "t1",
    "spec_version": "1.11",
    "assistant": "an agent",
    "model": "a model",
    "timestamp": "2026-01-01T00:00:00Z",
    "trigger": {"type": "TaskReceived"},
    "actions": [
        {"id": 1, "category": "activity", "type": "ReadFile", "label": "Read", "rationale": "first", "outputs": ["a1"]}
    ],
    "outcome": {"type": "ProcessCompleted"},
    "artifacts": [{"artifact_id": "a1", "artifact_type": "SourceCode", "producer_action_id": 1}],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a valid, an invalid and an unreadable file."""
    monkeypatch.chdir(tmp_path)
    Path("valid.json").write_text(json.dumps(VALID))
    Path("invalid.json").write_text(json.dumps(VALID | {"actions": [VALID["actions"][0]] * 2, "x_extra": 1}))
    Path("broken.json").write_text('{"trace_id": ')
    return tmp_path


class TestValidate:
    def test_the_json_of_one_file_is_an_object(self, folder: Path) -> None:
        ended = tollens("validate", "invalid.json", "--json")
        found = json.loads(ended.out)
        assert ended.status == 1
        assert list(found) == ["file", "valid", "spec_version", "counts", "diagnostics"]
        assert (found["file"], found["valid"], found["spec_version"]) == ("invalid.json", False, "1.11")
        assert list(found["counts"]) == ["error", "warning", "info"]
        assert sum(found["counts"].values()) == len(found["diagnostics"])
        for diagnostic in found["diagnostics"]:
            assert list(diagnostic) == ["code", "severity", "path", "section", "message", "hint"]
        assert ("IDN003", "/actions/1/id") in [(one["code"], one["path"]) for one in found["diagnostics"]]

    def test_the_json_of_several_files_is_a_list_and_the_worst_decides(self, folder: Path) -> None:
        ended = tollens("validate", "valid.json", "broken.json", "invalid.json", "missing.json", "--json")
        found = json.loads(ended.out)
        assert ended.status == 2
        assert [(one["file"], one["valid"]) for one in found] == [
            ("valid.json", True),
            ("broken.json", False),
            ("invalid.json", False),
            ("missing.json", False),
        ]
        assert [one["diagnostics"][0]["code"] for one in found[1:]] == ["WIRE001", "WIRE020", "FILE001"]

    @pytest.mark.parametrize(
        ("names", "status"),
        [
            (["valid.json"], 0),
            (["invalid.json"], 1),
            (["valid.json", "invalid.json"], 1),
            (["broken.json"], 2),
            (["."], 2),
        ],
    )
    def test_the_exit_status(self, names: list[str], status: int, folder: Path) -> None:
        assert tollens("validate", *names).status == status
        assert tollens("validate", *names, "--json").status == status

    def test_the_text_explains_each_rule_once_and_lists_its_places(self, folder: Path) -> None:
        many = [VALID["actions"][0] | {"outputs": []}] * 15
        Path("many.json").write_text(json.dumps(VALID | {"actions": many, "artifacts": []}))
        out = tollens("validate", "many.json").out
        assert out.count("error IDN003  Action ids are unique  §8.1") == 1
        assert out.count("  /actions/") == 10
        assert "… and 4 more: --all lists them" in out
        assert out.count("What to do:") == 1
        assert tollens("validate", "many.json", "--all").out.count("  /actions/") == 14

    def test_options_may_stand_anywhere(self, folder: Path) -> None:
        assert tollens("validate", "--json", "valid.json") == tollens("validate", "valid.json", "--json")
        assert len(json.loads(tollens("validate", "valid.json", "--json", "valid.json").out)) == 2

    def test_yaml_with_a_repeated_member(self, folder: Path) -> None:
        tollens("convert", "valid.json", "-o", "valid.yaml")
        assert tollens("validate", "valid.yaml").status == 0
        with Path("valid.yaml").open("a") as file:
            file.write("trace_id: again\n")
        (found,) = json.loads(tollens("validate", "valid.yaml", "--json").out)["diagnostics"]
        assert (found["code"], found["path"]) == ("WIRE002", "/trace_id")


class TestReview:
    def test_the_json_holds_all_of_it(self, folder: Path) -> None:
        ended = tollens("review", "invalid.json", "--json")
        found = json.loads(ended.out)
        assert ended.status == 1
        assert list(found) == [
            "file",
            "version",
            "trace_id",
            "spec_version",
            "assistant",
            "model",
            "timestamp",
            "valid",
            "counts",
            "gate",
            "look_first",
            "asked",
            "instructions",
            "outcome",
            "actions",
            "artifacts",
            "changes",
            "runs",
            "last_passing_tests",
            "decisions",
            "refused",
            "claims",
            "declared",
            "gaps",
            "defeaters",
            "derived",
            "freshness",
            "goals",
            "policies",
            "review_items",
            "unrecognized",
            "signatures",
            "capture",
            "faults",
        ]
        assert (found["valid"], found["unrecognized"], found["capture"]) == (False, 0, None)

    def test_a_trace_is_judged(self, folder: Path) -> None:
        assert tollens("review", "valid.json").status == 0
        assert tollens("review", "invalid.json").status == 1
        assert tollens("review", "broken.json").status == 2

    def test_a_session_is_captured_and_reviewed_like_its_trace(self, repository: Path, folder: Path) -> None:
        session = str(repository / "examples/claude-code-session.jsonl")
        assert tollens("capture", session, "-o", "trace.json").status == 0
        of_the_session, of_the_trace = (
            json.loads(tollens("review", name, "--json").out) for name in (session, "trace.json")
        )
        assert of_the_session | {"file": ""} == of_the_trace | {"file": ""}

    @pytest.mark.parametrize("text", ["", "no json", "[1]", "{}", '{"a": 1}\n{"b": 2}\n', "\x00\x01", '"x"'])
    def test_what_is_neither_is_refused(self, text: str, folder: Path) -> None:
        Path("other").write_text(text)
        ended = tollens("review", "other")
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.startswith("tollens: ")
        assert "internal error" not in ended.err


class TestShow:
    def test_every_element_has_a_line(self, repository: Path) -> None:
        example = repository / "examples/payments.json"
        out = tollens("show", str(example)).out
        for artifact in json.loads(example.read_bytes())["artifacts"]:
            assert f"\n  {artifact['artifact_id']} " in out

    def test_one_action_whole(self, folder: Path) -> None:
        found = json.loads(tollens("show", "valid.json", "--action", "1", "--json").out)
        assert (found["path"], found["value"]) == ("/actions/0", VALID["actions"][0])
        assert "rationale: first" in tollens("show", "valid.json", "--action", "1").out

    def test_one_artifact_whole_with_its_links(self, folder: Path) -> None:
        found = json.loads(tollens("show", "valid.json", "--artifact", "a1", "--json").out)
        assert (found["kind"], found["made_by"], found["value"]) == ("artifact", ["action 1"], VALID["artifacts"][0])

    @pytest.mark.parametrize("option", [["--action", "7"], ["--artifact", "a7"]])
    def test_no_such_element(self, option: list[str], folder: Path) -> None:
        ended = tollens("show", "valid.json", *option)
        assert (ended.status, ended.out) == (2, "")
        assert "the trace has no" in ended.err

    def test_unrecognized_elements_are_shown_as_such(self, folder: Path) -> None:
        broken = {"id": 2, "category": "activity", "type": "Teleport", "label": "jump", "rationale": ""}
        Path("new.json").write_text(json.dumps(VALID | {"actions": [broken]}))
        assert "unrecognized" in tollens("show", "new.json").out
        assert "not recognized: " in tollens("show", "new.json", "--action", "2").out


class TestWriting:
    def test_convert_there_and_back_changes_nothing(self, folder: Path) -> None:
        assert tollens("convert", "invalid.json", "-o", "a.yaml").status == 0
        assert tollens("convert", "a.yaml", "-o", "b.json").status == 0
        assert json.loads(Path("b.json").read_text()) == json.loads(Path("invalid.json").read_text())

    def test_to_decides_over_the_name(self, folder: Path) -> None:
        out = tollens("convert", "valid.json", "-o", "-", "--to", "yaml").out
        assert out.startswith("trace_id: t1\n")
        assert json.loads(tollens("convert", "valid.json", "-o", "-").out) == VALID

    def test_what_is_wrong_with_the_input_is_said(self, folder: Path) -> None:
        bad = {f"artifact {number}": 1 for number in range(8)}
        Path("bad.json").write_text(json.dumps(VALID | {"artifacts": [bad] * 8}))
        ended = tollens("convert", "bad.json", "-o", "out.json")
        assert ended.status == 0
        assert "more errors: tollens validate lists them" in ended.err

    def test_upgrade(self, folder: Path) -> None:
        residual = {"residual_id": "r1", "kind": "assumption", "statement": "sorted", "rationale": "told so"}
        Path("old.json").write_text(json.dumps(VALID | {"spec_version": "1.5", "residuals": [residual]}))
        assert tollens("upgrade", "old.json", "-o", "new.json").status == 0
        new = json.loads(Path("new.json").read_text())
        assert (new["spec_version"], new["residuals"]) == ("1.11", [])
        assert new["artifacts"][1]["payload"]["rationale"] == "told so"
        assert tollens("upgrade", "old.json", "--only", "residuals", "-o", "folded.json").status == 0
        assert json.loads(Path("folded.json").read_text()) == new | {"spec_version": "1.5"}

    def test_upgrade_says_what_it_did_to_a_hash(self, folder: Path) -> None:
        Path("old.json").write_text(json.dumps(VALID | {"spec_version": "1.5", "content_hash": "sha256:0"}))
        assert "UPG011" in tollens("upgrade", "old.json", "-o", "new.json").err

    def test_a_failure_to_read_writes_nothing(self, folder: Path) -> None:
        for verb in ("convert", "upgrade", "capture"):
            assert tollens(verb, "broken.json", "-o", "out.json").status == 2
        assert not Path("out.json").exists()

    def test_the_account_of_a_capture(self, repository: Path, folder: Path) -> None:
        session = str(repository / "examples/claude-code-session.jsonl")
        ended = tollens("capture", session, "-o", "trace.json")
        assert (ended.status, ended.out) == (0, "")
        assert "claude-code, completed; " in ended.err
        assert tollens("validate", "trace.json").status == 0
        found = json.loads(tollens("capture", session, "-o", "trace.json", "--json").out)
        assert (found["format"], found["output"]) == ("claude-code", "trace.json")
        refused = tollens("capture", session, "-o", "-", "--json")
        assert (refused.status, refused.out) == (2, "")

    def test_what_a_capture_takes_out(self, folder: Path) -> None:
        token = "ghp" + "_" + "a1" * 18
        Path("s.jsonl").write_bytes(Transcript().prompt(f"use {token} of ada@example.org").say("done").data())
        Path("key").write_text("0123456789abcdef0123")
        Path("short").write_text("0123456789")

        def prompt(*options: str) -> str:
            ended = tollens("capture", "s.jsonl", "-o", "trace.json", *options)
            assert ended.status == 0, ended.err
            assert ("1 secret taken out" in ended.err) == ("--no-redact" not in options and "email" not in options)
            trigger: str = json.loads(Path("trace.json").read_text())["trigger"]["description"]
            return trigger

        by_chance = prompt(), prompt()
        assert by_chance[0] != by_chance[1]
        assert re.fullmatch(r"use \[redacted:API-key:[0-9a-f]{10}\] of ada@example.org", by_chance[0])
        assert prompt("--redact-key", "key") == prompt("--redact-key", "key")
        assert re.search(r"\] of \[redacted:email:[0-9a-f]{10}\]\Z", prompt("--redact", "email"))
        assert prompt("--no-redact") == f"use {token} of ada@example.org"
        assert '"secrets_kept": true' in Path("trace.json").read_text()
        for wrong in (["--redact", "names"], ["--redact-key", "short"], ["--no-redact", "--redact", "home"]):
            assert tollens("capture", "s.jsonl", "-o", "trace.json", *wrong).status == 2


class TestSchema:
    @pytest.mark.parametrize("format", projections.FILES)
    def test_each_format_is_printed_as_shipped(self, format: str) -> None:
        ended = tollens("schema", "--format", format)
        assert (ended.status, ended.out) == (0, projections.projection(format))

    def test_json_schema_is_the_default(self) -> None:
        assert tollens("schema").out == tollens("schema", "--format", "json-schema").out
