"""The action for GitHub, the hooks for pre-commit and the job for GitLab, run as far as a machine without these can."""

import json
import os
import re
import shutil
import subprocess
import sys
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.integration.loopback import send, served
from tests.integration.pipelines import REPOSITORY, TOLLENS, Ended, Runner
from tests.unit.core.derive.traces import action, answer, document, goal, model

if sys.platform == "win32" or shutil.which("bash") is None:
    pytest.skip("bash is not installed", allow_module_level=True)

GOOD = document(actions=[action(1, "ReadFile")]).value
BAD = document(artifacts=[model(), goal(), answer("vr", "refuted")]).value
MARKER = "<!-- tollens:report tollens -->"


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    made = Runner(tmp_path, REPOSITORY / "action.yml")
    (made.work / "traces/deep er").mkdir(parents=True)
    put(made, "traces/deep er/good.json", GOOD)
    return made


def put(runner: Runner, name: str, value: Any) -> None:
    (runner.work / name).write_text(json.dumps(value))


def comments(runner: Runner) -> list[dict[str, Any]]:
    held: list[dict[str, Any]] = json.loads(runner.comments.read_text())
    return held


class TestAction:
    TRACES = {"traces": "traces/**/*.json"}

    def test_where_nothing_stands_against_the_work_the_job_passes(self, runner: Runner) -> None:
        ended = runner.run(self.TRACES)
        assert not ended.failed, ended.log
        assert ended.outputs["status"] == "0"
        assert ended.summary.startswith(f"{MARKER}\n### Tollens: `traces/deep er/good.json` passes the gate")
        (comment,) = comments(runner)
        assert comment["body"] == ended.summary
        assert "codeql-action" not in ended.log
        for form in ("comment", "sarif", "junit", "json"):
            assert Path(ended.outputs[form]).stat().st_size

    def test_where_something_does_everything_is_told_before_the_job_fails(self, runner: Runner) -> None:
        put(runner, "traces/bad.json", BAD)
        ended = runner.run(self.TRACES | {"sarif": "true"})
        assert ended.failed
        assert ended.outputs["status"] == "1"
        assert "::error file=traces/bad.json,title=A claim is refuted (refuted)::" in ended.log
        assert "tollens: traces/bad.json does not pass: " in ended.log
        assert "1 of 2 traces does not pass the gate" in comments(runner)[0]["body"]
        assert '[github/codeql-action/upload-sarif {"sarif_file": ' in ended.log
        assert "https://github.example/owner/work/blob/abc" not in ended.summary  # no file of the work is named

    def test_without_the_gate_the_job_passes_all_the_same(self, runner: Runner) -> None:
        put(runner, "traces/bad.json", BAD)
        ended = runner.run(self.TRACES | {"gate": "false"})
        assert not ended.failed
        assert ended.outputs["status"] == "1"

    def test_the_comment_takes_the_place_of_the_one_before_and_of_no_other(self, runner: Runner) -> None:
        bot = {"login": "github-actions[bot]"}
        others = [
            {"id": 1, "user": {"login": "mallory"}, "body": f"{MARKER}\nmine"},
            {"id": 2, "user": bot, "body": "<!-- tollens:report other -->\nof another report"},
            {"id": 3, "user": bot, "body": None},
            {"id": 4, "user": bot, "body": f"text before\n{MARKER}"},
            {"id": 5, "user": {"login": "github-actions[bot]\tx"}, "body": f"{MARKER}\nmine"},
        ]
        runner.comments.write_text(json.dumps([*others, {"id": 6, "user": bot, "body": f"{MARKER}\r\nold"}]))
        first = runner.run(self.TRACES)
        assert [one["id"] for one in comments(runner)] == [1, 2, 3, 4, 5, 6]
        assert comments(runner)[:5] == others
        assert comments(runner)[5]["body"] == first.summary
        put(runner, "traces/bad.json", BAD)
        second = Runner.run(fresh(runner), self.TRACES)
        assert comments(runner)[5]["body"] == second.summary != first.summary

    def test_two_keys_are_two_comments(self, runner: Runner) -> None:
        runner.run(self.TRACES | {"key": "one"})
        fresh(runner).run(self.TRACES | {"key": "two"})
        assert [one["body"].splitlines()[0] for one in comments(runner)] == [
            f"<!-- tollens:report {key} -->" for key in ("one", "two")
        ]

    @pytest.mark.parametrize("what", ["all", "reading", "writing"])
    def test_a_token_that_may_not_comment_is_a_warning(self, runner: Runner, what: str) -> None:
        ended = runner.run(self.TRACES, FORBIDDEN=what)
        assert not ended.failed
        assert "::warning title=Tollens::The comment could not be written." in ended.log
        assert ended.summary

    def test_without_a_pull_request_or_a_wish_there_is_no_comment(self, runner: Runner) -> None:
        assert not runner.run(self.TRACES, pull="").failed
        assert not fresh(runner).run(self.TRACES | {"comment": "false"}).failed
        assert comments(runner) == []

    @pytest.mark.parametrize("traces", ["no/such/*.json", "", "\n\n", "traces"])
    def test_no_trace_is_no_pass(self, runner: Runner, traces: str) -> None:
        ended = runner.run({"traces": traces})
        assert ended.failed
        assert "::error title=Tollens::No file matches the input traces" in ended.log
        assert comments(runner) == []

    def test_a_trace_that_is_named_and_missing_is_no_pass(self, runner: Runner) -> None:
        ended = runner.run({"traces": "traces/**/*.json\ngone.json"})
        assert ended.failed
        assert ended.outputs["status"] == "2"
        assert "::error file=gone.json,title=The trace could not be read" in ended.log

    def test_a_pattern_that_nothing_matches_is_told(self, runner: Runner) -> None:
        ended = runner.run({"traces": "traces/**/*.json\nno/%/*.json\ntraces"})
        assert not ended.failed
        for pattern in ("no/%25/*.json", "traces"):
            assert f"::warning title=Tollens::No file matches this line of the input traces: {pattern}\n" in ended.log

    def test_a_name_may_look_like_a_pattern(self, runner: Runner) -> None:
        put(runner, "traces/a[1].json", GOOD)
        ended = runner.run({"traces": "traces/a[1].json"})
        assert not ended.failed, ended.log
        assert "`traces/a[1].json`" in ended.summary

    def test_a_bash_that_does_not_know_two_stars_misses_no_trace_in_silence(self, runner: Runner) -> None:
        old = runner.work / "old-bash"
        old.write_text('shopt() { case " $* " in *" globstar "*) return 1 ;; esac; builtin shopt "$@"; }\n')
        ended = runner.run(self.TRACES, BASH_ENV=str(old))
        assert ended.failed
        assert ended.outputs["status"] == "2"
        assert "::error title=Tollens::This bash takes ** for one folder" in ended.log
        assert not fresh(runner).run({"traces": "traces/*/*.json"}, BASH_ENV=str(old)).failed

    @pytest.mark.parametrize("name", ["comment", "sarif"])
    def test_a_wish_that_is_neither_true_nor_false_is_told(self, runner: Runner, name: str) -> None:
        ended = runner.run(self.TRACES | {name: "yes"})
        assert not ended.failed
        assert f"::warning title=Tollens::The input {name} is neither true nor false, and taken as false." in ended.log

    def test_two_reports_of_one_job_do_not_mix(self, runner: Runner) -> None:
        first = runner.run(self.TRACES)
        assert runner.run(self.TRACES | {"key": "a -->"}).failed
        second = runner.run(self.TRACES | {"key": "two"})
        assert second.outputs["comment"] != first.outputs["comment"]
        assert Path(first.outputs["comment"]).read_text() == first.summary

    def test_a_word_that_is_neither_true_nor_false_lets_nothing_pass(self, runner: Runner) -> None:
        ended = runner.run(self.TRACES | {"strict": "yes"})
        assert ended.failed
        assert "::error title=Tollens::The input strict is neither true nor false." in ended.log
        put(runner, "traces/bad.json", BAD)
        assert fresh(runner).run(self.TRACES | {"gate": "yes"}).failed

    def test_a_trace_that_cannot_be_read_is_told_and_fails_the_job(self, runner: Runner) -> None:
        (runner.work / "traces/none.json").write_text("[]")
        ended = runner.run(self.TRACES)
        assert ended.failed
        assert ended.outputs["status"] == "2"
        assert "could not be checked" in comments(runner)[0]["body"]

    def test_policies_projects_and_options(self, runner: Runner) -> None:
        policy = {"id": "commits", "name": "it commits", "severity": "warning", "formula": "F(GitCommit)"}
        (runner.work / "our policies.json").write_text(json.dumps([policy]))
        given = self.TRACES | {"policy": "our policies.json\n\nevidence\n"}
        assert not runner.run(given).failed
        assert fresh(runner).run(given | {"strict": "true"}).failed
        (runner.work / "base.toml").write_text('[policies.severity]\ncommits = "error"\n')
        ended = fresh(runner).run(given | {"project": "base.toml", "link": "https://h.example/{trace}"})
        assert ended.failed
        assert "violated policy" in ended.summary
        assert "<https://h.example/traces/deep%20er/good.json#/policies/commits>" in ended.summary

    def test_misuse_fails_the_job_and_says_why(self, runner: Runner) -> None:
        ended = runner.run(self.TRACES | {"key": "a -->"})
        assert ended.failed
        assert "tollens: tollens: --key 'a -->' is no name" in ended.log

    def test_what_a_pull_request_brings_is_no_command(self, runner: Runner) -> None:
        names = [
            "$(touch pwned).json",
            "`touch pwned`.json",
            "; touch pwned;.json",
            "-o.json",
            "a\n::error::x.json",
            "*.json",
        ]
        for name in names:
            (runner.work / "traces" / name).write_text("[]")
        put(runner, "traces/::set-output name=x::y.json", BAD)
        put(runner, "::error::z.json", BAD)
        (runner.work / "msgspec.py").write_text("open('pwned', 'w')")
        hostile = {"traces": "*.json\ntraces/*.json\n$(touch pwned)\n; touch pwned", "policy": "$(touch pwned)"}
        for inputs in (hostile, hostile | {"policy": "", "link": "https://x/$(touch${IFS}pwned){trace}"}):
            ended = fresh(runner).run(inputs)
            assert not list(runner.work.rglob("pwned"))
            commands = [line for line in ended.log.splitlines() if line.startswith("::")]
            assert all(
                re.match(r"::(error|warning|notice) (file=[^:]*,title=[^:]*|title=Tollens)::", one) for one in commands
            )

    def test_an_old_python_is_told(self, runner: Runner) -> None:
        ended = runner.run(self.TRACES, TOO_OLD="1")
        assert ended.failed
        assert "::error title=Tollens::Python 3.11 or later is needed" in ended.log

    def test_python_imports_nothing_of_the_pull_request(self, runner: Runner) -> None:
        calls = runner.run(self.TRACES).calls.splitlines()
        assert calls
        assert all(call.startswith("python -I ") for call in calls)
        assert calls[-1].endswith(f"{REPOSITORY}[yaml]")


def fresh(runner: Runner) -> Runner:
    """The runner for another run over the same repository."""
    shutil.rmtree(runner._temp)
    runner._temp.mkdir()
    return runner


class TestHooks:
    """The hooks, run by pre-commit with the program that is here in the place of one that it would install."""

    @pytest.fixture
    def project(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        pytest.importorskip("pre_commit", reason="pre-commit is not installed")
        hooks = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_bytes())
        for hook in hooks:
            hook["language"] = "system"
            del hook["additional_dependencies"]
        (tmp_path / "work/traces").mkdir(parents=True)
        (tmp_path / "programs").mkdir()
        program = tmp_path / "programs/tollens"
        program.write_text(TOLLENS)
        program.chmod(0o755)
        work = tmp_path / "work"
        (work / ".pre-commit-config.yaml").write_text(json.dumps({"repos": [{"repo": "local", "hooks": hooks}]}))
        (work / "package.json").write_text("{}")
        (work / "one.trace.json").write_text(json.dumps(GOOD))
        (work / "traces/two.json").write_text(json.dumps(GOOD))
        monkeypatch.setenv("PATH", f"{tmp_path / 'programs'}{os.pathsep}{os.environ['PATH']}")
        monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "home"))
        for variable in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):
            monkeypatch.delenv(variable, raising=False)
        subprocess.run(["git", "init", "-q"], cwd=work, check=True)
        return work

    def run(self, project: Path, hook: str) -> tuple[int, str]:
        subprocess.run(["git", "add", "-A"], cwd=project, check=True)
        command = [sys.executable, "-m", "pre_commit", "run", hook, "--all-files", "--verbose"]
        ended = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
        return ended.returncode, ended.stdout + ended.stderr

    def test_traces_are_validated_and_other_files_are_not(self, project: Path) -> None:
        status, told = self.run(project, "tollens-validate")
        assert status == 0, told
        assert "one.trace.json: valid" in told
        assert "traces/two.json: valid" in told
        assert "package.json" not in told
        (project / "traces/two.json").write_text(json.dumps({**GOOD, "actions": [{"id": 1}]}))
        status, told = self.run(project, "tollens-validate")
        assert status == 1
        assert "traces/two.json: invalid" in told

    def test_policies_are_checked(self, project: Path) -> None:
        (project / "tollens.toml").write_text('[policies]\nsources = ["policies.json"]\n')
        policy = {"id": "p", "name": "it does it", "severity": "error", "formula": "F(ReadFile)"}
        (project / "policies.json").write_text(json.dumps([policy]))
        assert self.run(project, "tollens-check")[0] == 0
        policy["formula"] = "F(GitCommit)"
        (project / "policies.json").write_text(json.dumps([policy]))
        status, told = self.run(project, "tollens-check")
        assert status == 1
        assert "BLOCKED" in told

    def test_what_stands_against_the_work_is_refused(self, project: Path) -> None:
        assert self.run(project, "tollens-gate")[0] == 0
        (project / "traces/two.json").write_text(json.dumps(BAD))
        status, told = self.run(project, "tollens-gate")
        assert status == 1
        assert "traces/two.json: not passed" in told
        assert "refuted" in told

    @pytest.mark.parametrize("hook", ["tollens-validate", "tollens-check", "tollens-gate"])
    def test_the_name_of_a_file_is_no_option(self, project: Path, hook: str) -> None:
        name = "-oone.trace.json"
        (project / name).write_text(json.dumps({**GOOD, "actions": [{"id": 1}]}))
        status, told = self.run(project, hook)
        assert status
        assert name in told
        assert json.loads((project / "one.trace.json").read_text()) == GOOD


class TestGitlab:
    """The job, with an environment that stands ready."""

    @pytest.fixture
    def project(self, tmp_path: Path) -> Path:
        programs = tmp_path / ".tollens-environment/bin"
        programs.mkdir(parents=True)
        (programs / "tollens").write_text(TOLLENS)
        (programs / "tollens").chmod(0o755)
        (programs / "python").symlink_to(sys.executable)
        (tmp_path / "traces").mkdir()
        (tmp_path / "traces/a b.json").write_text(json.dumps(GOOD))
        return tmp_path

    def run(self, project: Path, **variables: str) -> Ended:
        job = yaml.safe_load((REPOSITORY / "ci/gitlab.yml").read_bytes())[".tollens"]
        script = "\n".join(job["script"][2:])
        ended = subprocess.run(
            ["sh", "-eu", "-c", script],
            cwd=project,
            env={"PATH": os.environ["PATH"], **job["variables"], **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        return Ended(ended.returncode != 0, ended.stdout + ended.stderr, "", {"status": str(ended.returncode)}, "")

    def test_reports_stand_where_the_job_says(self, project: Path) -> None:
        ended = self.run(project)
        assert ended.outputs["status"] == "0", ended.log
        artifacts = yaml.safe_load((REPOSITORY / "ci/gitlab.yml").read_bytes())[".tollens"]["artifacts"]
        for path in artifacts["reports"].values():
            assert (project / path).stat().st_size
            assert Path(path).parts[0] in artifacts["paths"]

    def test_the_gate_and_the_comment(self, project: Path) -> None:
        (project / "traces/bad.json").write_text(json.dumps(BAD))
        notes = Notes()
        with served(notes.respond) as address:
            token = {**TestCommentOnGitlab.VARIABLES, "CI_API_V4_URL": address, "no_proxy": "*"}
            assert self.run(project, **token).outputs["status"] == "1"
        assert [each["body"] for each in notes.held] == [(project / "tollens-report/comment.md").read_text()]
        ended = self.run(project, TOLLENS_GATE="false")
        assert ended.outputs["status"] == "0"
        assert "traces/bad.json: not passed" in ended.log
        (project / "traces/none.json").write_text("[]")
        assert self.run(project, TOLLENS_GATE="false").outputs["status"] == "2"

    def test_what_is_neither_true_nor_false_is_a_gate_and_what_matches_nothing_is_told(self, project: Path) -> None:
        (project / "traces/bad.json").write_text(json.dumps(BAD))
        assert self.run(project, TOLLENS_GATE="yes").outputs["status"] == "1"
        ended = self.run(project, TOLLENS_TRACES="none/*.json traces/a*.json")
        assert ended.outputs["status"] == "0", ended.log
        assert "No file matches none/*.json of TOLLENS_TRACES." in ended.log
        assert self.run(project, TOLLENS_TRACES="gone.json traces/a*.json").outputs["status"] == "2"

    def test_options_and_no_trace(self, project: Path) -> None:
        assert self.run(project, TOLLENS_OPTIONS="--formula F(GitCommit)").outputs["status"] == "1"
        ended = self.run(project, TOLLENS_TRACES="none/*.json")
        assert ended.outputs["status"] == "2"
        assert "No file matches TOLLENS_TRACES" in ended.log


class Notes:
    """GitLab's notes on merge request 7 of project 3, of which 5 may write the own."""

    def __init__(self, *bodies: tuple[int, str | None]) -> None:
        self.held = [{"id": at, "author": {"id": who}, "body": body} for at, (who, body) in enumerate(bodies, 1)]
        self.asked: list[str] = []
        self.refused: dict[str, tuple[int, dict[str, str]]] = {}

    def respond(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        assert handler.headers["PRIVATE-TOKEN"] == "a token"
        self.asked.append(f"{handler.command} {handler.path}")
        notes = "/projects/3/merge_requests/7/notes"
        answer: Any = {}
        path, _, query = handler.path.partition("?")
        if handler.command in self.refused:
            status, headers = self.refused[handler.command]
            return send(handler, b"{}", status, **headers)
        match handler.command, path.removeprefix(notes):
            case "GET", "/user":
                answer = {"id": 5}
            case "GET", "":
                page = int(re.fullmatch(r"per_page=100&page=(\d+)", query)[1])  # type: ignore[index]
                answer = self.held[100 * (page - 1) : 100 * page]
            case "POST", "":
                self.held.append({"id": len(self.held) + 1, "author": {"id": 5}, "body": json.loads(body)["body"]})
            case "PUT", number:
                self.held[int(number.removeprefix("/")) - 1]["body"] = json.loads(body)["body"]
            case _:
                raise AssertionError(handler.path)
        return send(handler, json.dumps(answer).encode())


class TestCommentOnGitlab:
    """The part of the job that puts the report on the merge request."""

    VARIABLES = {"TOLLENS_COMMENT_TOKEN": "a token", "CI_MERGE_REQUEST_PROJECT_ID": "3", "CI_MERGE_REQUEST_IID": "7"}
    TEXT = f"{MARKER}\nthe report\n"

    def put(self, notes: Notes, folder: Path, monkeypatch: pytest.MonkeyPatch, **variables: str) -> None:
        script = yaml.safe_load((REPOSITORY / "ci/gitlab.yml").read_bytes())[".tollens"]["script"][2]
        part = script.split("<<'COMMENT'\n")[1].split("\nCOMMENT\n")[0]
        (folder / "tollens-report").mkdir()
        (folder / "tollens-report/comment.md").write_text(self.TEXT)
        monkeypatch.chdir(folder)
        with served(notes.respond) as address:
            for name, value in {**self.VARIABLES, "CI_API_V4_URL": address, "no_proxy": "*", **variables}.items():
                monkeypatch.setenv(name, value)
            exec(compile(part, "ci/gitlab.yml", "exec"), {})

    def test_it_is_written_where_there_is_none(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        others = [(4, self.TEXT), (5, "another"), (5, f"x\n{MARKER}"), (5, "")]
        notes = Notes(*others)
        self.put(notes, tmp_path, monkeypatch)
        assert [each["body"] for each in notes.held] == [*(body for _, body in others), self.TEXT]

    def test_it_takes_the_place_of_the_one_before(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        notes = Notes(*[(4, "x")] * 150, (4, self.TEXT), (5, f"{MARKER}\r\nold"))
        self.put(notes, tmp_path, monkeypatch)
        assert (len(notes.held), notes.held[150]["author"], notes.held[151]["body"]) == (152, {"id": 4}, self.TEXT)
        assert notes.asked[-1] == "PUT /projects/3/merge_requests/7/notes/152"

    @pytest.mark.parametrize(
        ("command", "status", "headers"),
        [
            ("GET", 401, {}),
            ("POST", 403, {}),
            ("GET", 302, {"Location": "/elsewhere"}),
            ("POST", 307, {"Location": "/x"}),
        ],
    )
    def test_one_that_cannot_be_written_is_told(
        self,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        command: str,
        status: int,
        headers: dict[str, str],
    ) -> None:
        notes = Notes()
        notes.refused[command] = status, headers
        self.put(notes, tmp_path, monkeypatch)
        assert not notes.held
        assert f"The comment could not be written (HTTP {status})." in capsys.readouterr().out
        assert not any("elsewhere" in each or "/x" in each for each in notes.asked)

    @pytest.mark.parametrize("address", ["nothing://x", "http://127.0.0.1:1"])
    def test_a_service_that_is_not_there_is_told_without_the_token(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
    ) -> None:
        self.put(Notes(), tmp_path, monkeypatch, CI_API_V4_URL=address)
        told = capsys.readouterr().out
        assert "could not be written (URLError)" in told
        assert "a token" not in told

    def test_what_is_no_note_is_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.put(Notes((5, None)), tmp_path, monkeypatch)
        assert "could not be written (AttributeError)" in capsys.readouterr().out
