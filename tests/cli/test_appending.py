"""The verbs that add to a trace: where they write, what they refuse, and that nothing is lost between two of them."""

import json
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import Ended, Stream, tollens
from tollens.apps.cli.commands import _appending
from tollens.core.errors import MisuseError
from tollens.core.validate.examples import an_action, an_artifact
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

TRACE: dict[str, Any] = {
    **MINIMAL,
    "actions": [an_action(1, outputs=["a1"])],
    "artifacts": [an_artifact("a1", producer_action_id=1)],
    "x_vendor": {"kept": 1.0},
}
AT = "2026-05-01T10:00:00Z"
WHO = ("--by", "reviewer", "--at", AT)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with one trace."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(_appending.AUTHOR, raising=False)
    Path("trace.json").write_text(json.dumps(TRACE))
    return tmp_path


def _comment(*arguments: str, name: str = "trace.json") -> Ended:
    return tollens("comment", name, "--on", "a1", "--body", "Which inputs?", *WHO, *arguments)


def _read(name: str = "trace.json") -> Any:
    return json.loads(Path(name).read_text())


class TestWhereItGoes:
    def test_into_the_file_itself_which_keeps_the_rest(self) -> None:
        assert _comment() == Ended(0, "trace.json: added action 2 (AddComment), comment c1\n", "")
        after = _read()
        assert after.pop("comments")[0]["body"] == "Which inputs?"
        assert after["actions"][:1] == TRACE["actions"]
        assert {**after, "actions": TRACE["actions"]} == TRACE

    def test_to_another_file_which_leaves_the_first_as_it_is(self) -> None:
        before = Path("trace.json").read_bytes()
        assert _comment("-o", "out.json").out.startswith("out.json: added ")
        assert Path("trace.json").read_bytes() == before
        assert len(_read("out.json")["comments"]) == 1

    def test_to_standard_output_with_the_account_beside_it(self) -> None:
        ended = _comment("-o", "-")
        assert len(json.loads(ended.out)["comments"]) == 1
        assert ended.err == "added action 2 (AddComment), comment c1\n"

    def test_from_standard_input_to_standard_output(self, monkeypatch: pytest.MonkeyPatch) -> None:
        stream = Stream()
        stream.buffer.write(json.dumps(TRACE).encode())
        stream.buffer.seek(0)
        monkeypatch.setattr(sys, "stdin", stream)
        assert len(json.loads(_comment(name="-").out)["comments"]) == 1

    def test_the_account_as_json(self) -> None:
        assert json.loads(_comment("--json").out) == {
            "file": "trace.json",
            "added": [
                {"member": "actions", "id": "2", "kind": "AddComment"},
                {"member": "comments", "id": "c1", "kind": ""},
            ],
            "changed": [],
            "unsealed": [],
        }
        resolved = tollens("comment", "trace.json", "--resolve", "c1", *WHO, "--json")
        assert json.loads(resolved.out)["changed"] == [{"member": "comments", "id": "c1", "kind": ""}]

    def test_a_trace_and_json_do_not_share_standard_output(self) -> None:
        ended = _comment("-o", "-", "--json")
        assert (ended.status, ended.out) == (2, "")
        assert "cannot hold both" in ended.err

    def test_yaml_stays_yaml(self) -> None:
        tollens("convert", "trace.json", "-o", "trace.yaml")
        assert _comment(name="trace.yaml").status == 0
        assert Path("trace.yaml").read_text().startswith("trace_id:")
        tollens("convert", "trace.yaml", "-o", "back.json")
        assert len(_read("back.json")["comments"]) == 1

    def test_comments_of_yaml_are_not_lost_in_silence(self) -> None:
        tollens("convert", "trace.json", "-o", "trace.yaml")
        assert _comment(name="trace.yaml").err == ""
        with Path("trace.yaml").open("a") as file:
            file.write("# mind this\n")
        assert "not kept where they comment" in _comment(name="trace.yaml").err
        assert "mind this" not in Path("trace.yaml").read_text()

    @pytest.mark.skipif(os.name != "posix", reason="modes and links of POSIX")
    def test_a_link_stays_a_link_and_the_mode_stays(self) -> None:
        Path("link.json").symlink_to("trace.json")
        Path("trace.json").chmod(0o640)
        assert _comment(name="link.json").status == 0
        assert Path("link.json").is_symlink()
        assert stat.S_IMODE(Path("trace.json").stat().st_mode) == 0o640
        assert len(_read()["comments"]) == 1
        assert sorted(path.name for path in Path().iterdir()) == ["link.json", "trace.json"]

    def test_the_same_request_gives_the_same_bytes(self) -> None:
        assert _comment("-o", "-") == _comment("-o", "-")


class TestWhoAndWhen:
    ASK = ("comment", "trace.json", "--on", "a1", "--body", "x")

    def test_nobody_is_guessed(self) -> None:
        before = Path("trace.json").read_bytes()
        ended = tollens(*self.ASK)
        assert ended.status == 2
        assert "Say --by NAME, or set TOLLENS_BY" in ended.err
        assert tollens(*self.ASK, "--by", " ").status == 2
        assert Path("trace.json").read_bytes() == before

    def test_the_environment_may_say_who_and_an_option_wins(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(_appending.AUTHOR, "reviewer")
        assert tollens(*self.ASK).status == tollens(*self.ASK, "--by", "agent").status == 0
        assert [comment["author"] for comment in _read()["comments"]] == ["reviewer", "agent"]

    def test_a_time_has_its_zone(self) -> None:
        ended = tollens(*self.ASK, "--by", "x", "--at", "2026-05-01")
        assert ended.status == 2
        assert "no time with its zone" in ended.err


class TestSeals:
    @pytest.fixture(autouse=True)
    def _sealed(self) -> None:
        Path("trace.json").write_text(json.dumps({**TRACE, "content_hash": "sha256:00"}))

    @pytest.mark.parametrize("options", [(), ("--unseal",), ("-o", "out.json"), ("--unseal", "-o", "trace.json")])
    def test_a_seal_is_never_broken_in_silence(self, options: tuple[str, ...]) -> None:
        before = Path("trace.json").read_bytes()
        ended = _comment(*options)
        assert ended.status == 2
        assert "sealed by content_hash" in ended.err
        assert "tollens succeed" in ended.err
        assert Path("trace.json").read_bytes() == before
        assert not Path("out.json").exists()

    def test_a_copy_may_go_on_without_it_and_says_so(self) -> None:
        ended = _comment("-o", "out.json", "--unseal")
        assert ended.status == 0
        assert "dropped content_hash: the copy is not sealed" in ended.out
        assert "content_hash" not in _read("out.json")
        assert _read()["content_hash"] == "sha256:00"
        said = json.loads(_comment("-o", "out.json", "--unseal", "--json").out)
        assert said["unsealed"] == ["content_hash"]

    def test_a_successor_needs_no_unsealing(self) -> None:
        before = Path("trace.json").read_bytes()
        assert tollens("succeed", "trace.json", "-o", "next.json", "--id", "t2", *WHO).status == 0
        assert Path("trace.json").read_bytes() == before


class TestRefusals:
    @pytest.mark.parametrize(
        "arguments",
        [
            ("--on", "a9", "--body", "x"),
            ("--on", "a1"),
            ("--body", "x"),
            ("--resolve", "c9"),
            ("--resolve", "c1", "--body", "x"),
            ("--reply-to", "c9", "--body", "x"),
        ],
    )
    def test_nothing_is_written_when_the_request_makes_no_sense(self, arguments: tuple[str, ...]) -> None:
        before = Path("trace.json").read_bytes()
        ended = tollens("comment", "trace.json", *arguments, *WHO)
        assert (ended.status, ended.out) == (2, "")
        assert Path("trace.json").read_bytes() == before

    def test_a_file_that_would_lose_something_is_not_written_back(self) -> None:
        Path("trace.json").write_text(json.dumps(TRACE)[:-1] + ', "assistant": "again"}')
        before = Path("trace.json").read_bytes()
        ended = _comment()
        assert ended.status == 2
        assert "would lose something: /assistant" in ended.err
        assert Path("trace.json").read_bytes() == before
        assert _comment("-o", "out.json").status == 0

    def test_what_was_wrong_before_is_said_and_stops_nothing(self) -> None:
        Path("trace.json").write_text(json.dumps({**TRACE, "actions": TRACE["actions"] * 2}))
        ended = _comment()
        assert ended.status == 0
        assert tollens("validate", "trace.json").status == 1

    def test_a_change_that_makes_a_trace_worse_is_refused(self) -> None:
        bad = Document.of({**TRACE, "comments": [{"comment_id": ""}]})
        worse = Document.of({**bad.value, "actions": [*TRACE["actions"], an_action(1)]})
        _appending.refuse_worse(bad, bad)
        with pytest.raises(MisuseError, match="IDN003 /actions/1/id"):
            _appending.refuse_worse(bad, worse)

    def test_what_is_no_trace(self) -> None:
        Path("broken.json").write_text("{")
        Path("session.jsonl").write_text('{"a": 1}\n{"b": 2}\n')
        for name in ("broken.json", "session.jsonl", "missing.json", "."):
            ended = _comment(name=name)
            assert (ended.status, ended.out) == (2, "")
            assert "Traceback" not in ended.err
        assert "tollens capture" in _comment(name="session.jsonl").err

    def test_control_characters_are_kept_in_the_file_and_escaped_on_the_screen(self) -> None:
        artifact = an_artifact("\x1b[31m\nforged")
        Path("trace.json").write_text(json.dumps({**TRACE, "artifacts": [artifact]}))
        ended = tollens("comment", "trace.json", "--on", "\x1b[31m\nforge", "--body", "x", *WHO)
        assert "\x1b" not in ended.err
        assert len(ended.err.splitlines()) == 2


def test_of_many_at_a_time_none_is_lost() -> None:
    command = [sys.executable, "-m", "tollens", "comment", "trace.json", "--on", "a1", "--body"]
    running = [subprocess.Popen([*command, str(number), *WHO], stdout=subprocess.DEVNULL) for number in range(8)]
    assert [process.wait() for process in running] == [0] * 8
    after = _read()
    assert sorted(comment["body"] for comment in after["comments"]) == [str(number) for number in range(8)]
    assert [comment["comment_id"] for comment in after["comments"]] == [f"c{number}" for number in range(1, 9)]
    assert [action["id"] for action in after["actions"]] == list(range(1, 10))
    assert sorted(path.name for path in Path().iterdir()) == ["trace.json"]


def test_the_guide_shows_what_is_printed(repository: Path) -> None:
    page = (repository / "docs/how-to/comment-and-track.md").read_text("utf-8")
    (shown,) = re.findall(r"^```json\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    shutil.copy(repository / "examples/payments.json", "trace.json")
    for line in re.findall(r"^tollens (.*)$", page, re.MULTILINE):
        ended = tollens(*shlex.split(line))
        assert ended.status == 0, line
        if "--json" in line:
            assert json.loads(ended.out) == json.loads(shown)


class TestReviewItem:
    def test_from_open_to_resolved(self) -> None:
        opened = tollens("review-item", "trace.json", "open", "--title", "Lock the row", "--blocking", *WHO)
        assert opened.out == "trace.json: added action 2 (CreateReviewItem), review item ri1\n"
        assert tollens("review-item", "trace.json", "acknowledge", "ri1", *WHO).status == 0
        settled = tollens("review-item", "trace.json", "resolve", "ri1", "--note", "Locked", *WHO)
        assert settled.out == "trace.json: added action 4 (ResolveReviewItem); changed review item ri1\n"
        (item,) = _read()["review_items"]
        assert (item["status"], item["resolution_note"], item["target"]["target_type"]) == (
            "resolved",
            "Locked",
            "trace",
        )
        assert tollens("validate", "trace.json").status == 0

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("open",), "Say it with --title"),
            (("open", "ri1", "--title", "x"), "gets its id by itself"),
            (("open", "--title", "x", "--note", "y"), "how an item was settled"),
            (("resolve",), "which review item to resolve?"),
            (("resolve", "ri1", "--blocking", "--on", "a1"), "--on, --blocking is said when"),
            (("waive", "ri9"), "there is no review item 'ri9'"),
            (("close", "ri1"), "invalid choice: 'close'"),
        ],
    )
    def test_what_does_not_fit_the_step_is_refused(self, arguments: tuple[str, ...], message: str) -> None:
        ended = tollens("review-item", "trace.json", *arguments, *WHO)
        assert ended.status == 2
        assert message in ended.err


class TestLink:
    def test_by_file_or_by_id(self) -> None:
        Path("other.json").write_text(json.dumps({**TRACE, "trace_id": "t9"}))
        assert tollens("link", "trace.json", "--to", "other.json", "--relationship", "SameTask", *WHO).status == 0
        assert tollens("link", "trace.json", "--to", "t0", "--relationship", "reruns", *WHO).status == 0
        links = _read()["trace_links"]
        assert [(link["to_trace_id"], link["relationship"]) for link in links] == [
            ("t9", "same_task"),
            ("t0", "reruns"),
        ]

    @pytest.mark.parametrize(
        ("to", "word", "message"),
        [
            ("missing.json", "reruns", "there is no file 'missing.json'"),
            ("t0", "likes", "'likes' is none of supersedes"),
            ("trace.json", "reruns", "'t1' is this trace"),
            ("broken.txt", "reruns", "broken.txt: "),
        ],
    )
    def test_what_cannot_be_linked_is_refused(self, to: str, word: str, message: str) -> None:
        Path("broken.txt").write_text("{")
        ended = tollens("link", "trace.json", "--to", to, "--relationship", word, *WHO)
        assert ended.status == 2
        assert message in ended.err


class TestSucceed:
    def test_it_says_what_went_along(self) -> None:
        ended = tollens("succeed", "trace.json", "-o", "next.json", "--id", "t2", *WHO)
        assert ended == Ended(
            0,
            "next.json: t2 supersedes t1; went along: 0 goals, 0 residuals, 0 review items, 0 policies, 0 references\n",
            "",
        )
        assert tollens("validate", "next.json").status == 0

    def test_the_example_is_succeeded_twice(self, repository: Path) -> None:
        payments = str(repository / "examples/payments.json")
        assert tollens("succeed", payments, "-o", "p2.json", "--id", "p2", *WHO).status == 0
        asked = ("--address", "r-rate", "--note", "No rate is left", "--json")
        said = json.loads(tollens("succeed", "p2.json", "-o", "p3.json", "--id", "p3", *WHO, *asked).out)
        assert {"member": "actions", "id": "2", "kind": "RecordAudit"} in said["added"]
        assert tollens("validate", "p3.json").status == 0
        assert _read("p3.json")["trace_lineage"]["chain_position"] == 5

    @pytest.mark.parametrize("out", ["trace.json", "./trace.json", "link.json"])
    def test_a_predecessor_is_never_replaced(self, out: str) -> None:
        Path("link.json").symlink_to("trace.json")
        before = Path("trace.json").read_bytes()
        ended = tollens("succeed", "trace.json", "-o", out, "--id", "t2", *WHO)
        assert ended.status == 2
        assert "not replaced by its successor" in ended.err
        assert Path("trace.json").read_bytes() == before

    def test_a_successor_on_standard_output(self) -> None:
        ended = tollens("succeed", "trace.json", "-o", "-", "--id", "t2", *WHO)
        assert json.loads(ended.out)["trace_id"] == "t2"
        assert "t2 supersedes t1" in ended.err
        assert tollens("succeed", "trace.json", "-o", "-", "--id", "t2", *WHO, "--json").status == 2

    def test_a_residual_is_closed_in_the_successor_once_there_is_evidence(self) -> None:
        gap = {"artifact_id": "r1", "artifact_type": "Residual", "payload": {"kind": "unverified", "statement": "x"}}
        Path("trace.json").write_text(json.dumps({**TRACE, "artifacts": [*TRACE["artifacts"], gap]}))
        assert tollens("succeed", "trace.json", "-o", "next.json", "--id", "t2", *WHO).status == 0
        closing = ("succeed", "next.json", "--address", "r1", "--note", "Checked", *WHO)
        assert tollens(*closing, "--evidence", "a1").status == 2
        assert tollens(*closing).out == "next.json: added action 2 (RecordAudit), artifact r1-v2 (Residual)\n"
        assert tollens("validate", "next.json").status == 0

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((), "there is nothing to do"),
            (("--id", "t2"), "a successor is a file of its own"),
            (("--id", "t2", "-o", "out.json", "--evidence", "a1"), "has no evidence yet"),
            (("--id", "t2", "-o", "out.json", "--unseal"), "no seal to drop"),
            (("--address", "r1", "--model", "m"), "are said when a successor is started"),
            (("--address", "r1", "--note", "x"), "this trace succeeds none"),
        ],
    )
    def test_what_does_not_go_together_is_refused(self, arguments: tuple[str, ...], message: str) -> None:
        ended = tollens("succeed", "trace.json", *arguments, *WHO)
        assert ended.status == 2
        assert message in ended.err
        assert not Path("out.json").exists()
