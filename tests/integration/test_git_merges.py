"""Traces in the merges of git: drivers and hook in real repositories, by the git that is installed."""

import copy
import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import tollens
from tests.integration.git_repositories import begin, git, isolate
from tests.unit.core.derive.traces import answer, artifact, document, goal
from tollens.apps import wiring
from tollens.core.validate.check import validate
from tollens.runtime.git import repository
from tollens.runtime.git_merges.kinds import kind_of

pytestmark = [
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
    pytest.mark.skipif(os.name != "posix", reason="the program that git runs here is a shell script"),
]

Value = dict[str, Any]
FILE = "work.trace.json"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, and a `tollens` on the path, which is this one."""
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "tollens"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tollens "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    home = tmp_path / "work"
    home.mkdir()
    isolate(monkeypatch, home)
    return home


def traced(*names: str) -> Value:
    """A trace with a model of two functions, and a proof of each of these."""
    text = "def f(x):\n    return x\n\n\ndef g(x):\n    return x + 1\n"
    held = [artifact("model", "FormalModel", {"model_language": "python", "formal_code": text, "symbols": ["f", "g"]})]
    for name in names:
        held.append(goal(f"goal-{name}", target_symbol=name, src=f"total {name}"))
        held.append(answer(f"proof-{name}", goal=f"goal-{name}"))
        mark = {"task_checksum": "elsewhere:1", "target_symbol": name, "model_artifact_id": "model"}
        held[-1]["payload"]["fingerprint"] = mark
    return copy.deepcopy(document(artifacts=held).value)


def commit(message: str, text: str, file: str = FILE) -> str:
    Path(file).write_text(text)
    git("add", "--all")
    git("commit", "--quiet", "-m", message)
    return git("rev-parse", "HEAD")


def written(value: Value) -> str:
    return json.dumps(value, indent=1) + "\n"


@pytest.fixture
def branches(folder: Path) -> Path:
    """Two branches with a proof each beyond a common trace."""
    begin()
    assert tollens("git", "install").status == 0
    commit("base", written(traced()))
    git("checkout", "--quiet", "-b", "topic")
    commit("prove g", written(traced("g")))
    git("checkout", "--quiet", "main")
    commit("prove f", written(traced("f")))
    return folder


def merged(kind: str) -> Value:
    """The trace that was merged: whole, valid, of both sides, and the folder as clean as it was."""
    value: Value = json.loads(Path(FILE).read_bytes())
    assert value["merge"]["kind"] == kind
    names = {each["artifact_id"] for each in value["artifacts"]}
    assert {"proof-f", "proof-g"} <= names
    carried = {each["payload"]["result_id"] for each in value["artifacts"] if each["artifact_type"] == "CarriedForward"}
    assert carried == {"proof-f", "proof-g"}
    assert validate(wiring.load(FILE)).valid
    assert sorted(each.name for each in Path().iterdir()) == [".git", ".gitattributes", FILE]
    return value


class TestMerging:
    def test_a_merge_brings_both_sides_together(self, branches: Path) -> None:
        said = subprocess.run(("git", "merge", "topic", "-m", "both"), capture_output=True, text=True, check=True)
        merged("merge")
        assert git("status", "--porcelain") == ""
        assert f"{FILE}: merged by tollens: 2 carried forward" in said.stderr
        assert "establish again" not in said.stderr + said.stdout  # the hook has nothing to tell
        for parent in ("HEAD^1", "HEAD^2"):
            before = branches.parent / "before.json"
            before.write_text(git("show", f"{parent}:{FILE}"))
            told = json.loads(tollens("diff", str(before), FILE, "--exit-code", "--json").out)
            assert (told["loss"], told["kept"], told["related"]) == (False, 1, True)

    def test_a_squash_says_so_and_the_hook_tells_what_is_left(self, branches: Path) -> None:
        """One side changed the function that the other proved something of."""
        value = traced("f")
        later = copy.deepcopy(value["artifacts"][0]) | {"artifact_id": "model-2", "supersedes": "model"}
        later["payload"]["formal_code"] = later["payload"]["formal_code"].replace("x + 1", "x + 2")
        commit("change g", written(value | {"artifacts": [*value["artifacts"], later]}))
        said = subprocess.run(("git", "merge", "--squash", "topic"), capture_output=True, text=True, check=True)
        assert json.loads(Path(FILE).read_bytes())["merge"]["kind"] == "squash"
        assert f"{FILE}: after merges there is 1 thing to establish again\n  tollens next {FILE}" in said.stderr
        assert tollens("git", "post-merge", "1").err.startswith(f"{FILE}: after merges")

    def test_a_cherry_pick(self, branches: Path) -> None:
        git("cherry-pick", "topic")
        merged("cherry-pick")

    @pytest.mark.parametrize("backend", ["--merge", "--apply"])
    def test_a_rebase(self, backend: str, branches: Path) -> None:
        git("checkout", "--quiet", "topic")
        git("rebase", backend, "main")
        merged("rebase")
        assert git("status", "--porcelain") == ""

    def test_what_cannot_be_read_is_a_conflict_and_never_a_broken_file(self, branches: Path) -> None:
        ours = Path(FILE).read_bytes()
        git("checkout", "--quiet", "topic")
        commit("break it", "{]\n")
        git("checkout", "--quiet", "main")
        said = subprocess.run(("git", "merge", "topic"), capture_output=True, text=True, check=False)
        assert said.returncode == 1
        assert f"{FILE}: conflict: theirs cannot be read" in said.stderr
        assert "ours is left in place" in said.stderr
        assert Path(FILE).read_bytes() == ours
        assert [line.split()[2] for line in git("ls-files", "--unmerged").splitlines()] == ["1", "2", "3"]
        assert sorted(each.name for each in Path().iterdir()) == [".git", ".gitattributes", FILE]
        git("merge", "--abort")
        assert git("status", "--porcelain") == ""

    def test_a_revert_is_no_merge(self, branches: Path) -> None:
        """Beyond the commit that is taken back there is another one, so that git asks the driver."""
        before = git("rev-parse", "HEAD")
        commit("prove both", written(traced("f", "g")))
        said = subprocess.run(("git", "revert", "--no-edit", before), capture_output=True, text=True, check=False)
        assert said.returncode == 1
        assert "a revert takes back" in said.stderr


class TestDriving:
    """The driver by itself, given what git would give it."""

    def drive(self, base: str, ours: str, theirs: str, path: str = FILE) -> tuple[int, str]:
        for name, text in (("O", base), ("A", ours), ("B", theirs)):
            Path(name).write_text(text)
        ended = tollens("merge", "--driver", "O", "A", "B", f"--path={path}", "--at", "2026-01-01T00:00:00Z")
        assert ended.out == ""
        return ended.status, ended.err

    def test_without_a_base_git_gives_an_empty_file(self, folder: Path) -> None:
        status, _ = self.drive("", written(traced("f")), written(traced("g")), "-odd name.yaml")
        assert status == 0
        assert Path("A").read_text().startswith("trace_id:")
        assert wiring.load_from(Path("A").read_bytes(), "x.yaml").value["merge"]["base"] is None

    @pytest.mark.parametrize("side", [0, 1, 2])
    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("{]", "cannot be read"),
            ('{"name": "a package", "version": "1"}', "is no trace"),
            ('{"trace_id": "t", "trace_id": "t", "actions": []}', "would lose something"),
            ('{"type": "user"}\n{"type": "user"}\n', "cannot be read"),
            (written(traced() | {"spec_version": "9.0"}), "cannot be merged"),
        ],
    )
    def test_in_doubt_ours_stays(self, side: int, text: str, why: str, folder: Path) -> None:
        texts = [written(traced()), written(traced("f")), written(traced("g"))]
        texts[side] = text
        status, err = self.drive(*texts)
        assert status == 1
        assert why in err
        assert f"{FILE}: conflict: " in err
        assert Path("A").read_text() == texts[1]

    def test_it_takes_little_else(self, folder: Path) -> None:
        for more in (["-o", "x"], ["t.json"], ["--base", "b"], ["--json"]):
            assert tollens("merge", "--driver", "O", "A", "B", *more).status == 2
        assert "--path goes with --driver" in tollens("merge", "a", "b", "-o", "c", "--path", "d").err


class TestKinds:
    @pytest.mark.parametrize(
        ("words", "kind"),
        [
            ("git merge topic", "merge"),
            ("/usr/bin/git -C x -c a.b=c --no-pager merge --squash topic", "squash"),
            ("git merge --sq topic", "squash"),
            ("git merge --squash --no-squash topic", "merge"),
            ("git merge -- --squash", "merge"),
            ("git cherry-pick -x topic", "cherry-pick"),
            ("git.exe rebase -i main", "rebase"),
            ("git pull origin main", "merge"),
            ("git revert HEAD", "revert"),
            ("git cp topic", "cherry-pick"),
            ("git sq topic", "squash"),
            ("git odd topic", "merge"),
            ("git shell topic", "merge"),
            ("git stash pop", "merge"),
            ("gitk merge --squash", "rebase"),
            ("git", "merge"),
        ],
    )
    def test_by_the_command_of_git(self, words: str, kind: str, folder: Path) -> None:
        begin()
        for name, text in (("cp", "cherry-pick -x"), ("sq", "-c a.b=c merge --squash"), ("odd", "'"), ("shell", "!x")):
            git("config", f"alias.{name}", text)
        place = repository(".")
        assert place is not None
        assert kind_of(place, [("/bin/sh", "-c", "git rebase"), tuple(words.split()), ("git", "rebase")]) == kind

    def test_by_what_is_in_progress_where_no_command_tells(self, folder: Path) -> None:
        begin()
        place = repository(".")
        assert place is not None
        for name, kind in (
            ("REVERT_HEAD", "revert"),
            ("CHERRY_PICK_HEAD", "cherry-pick"),
            ("rebase-apply/applying", "cherry-pick"),
            ("rebase-merge/onto", "rebase"),
        ):
            path = Path(".git", name)
            path.parent.mkdir(exist_ok=True)
            path.touch()
            assert kind_of(place, []) == kind


class TestInstall:
    def install(self, *words: str) -> Value:
        ended = tollens("git", "install", *words, "--json")
        assert (ended.status, ended.err) == (0, "")
        found: Value = json.loads(ended.out)
        return found

    def test_what_is_registered_and_twice_is_as_good_as_once(self, folder: Path) -> None:
        begin()
        Path("a b.json").write_text("{}")
        made = self.install("a b.json", "*.yaml")
        assert git("config", "merge.tollens.driver") == "tollens merge --driver %O %A %B --path=%P"
        assert git("config", "diff.tollens.textconv") == "tollens git textconv"
        text = Path(".gitattributes").read_text()
        assert text == '"a b.json" merge=tollens diff=tollens\n*.yaml merge=tollens diff=tollens\n'
        assert git("check-attr", "merge", "a b.json") == "a b.json: merge: tollens"
        assert (made["scope"], made["hook_state"], made["traces"]) == ("repository", "written", 1)
        hook = Path(".git/hooks/post-merge")
        assert os.access(hook, os.X_OK)
        before = hook.read_bytes()
        again = self.install("a b.json", "*.yaml")
        assert (again["settings"], again["lines"], again["hook_state"]) == ([], [], "kept")
        assert (Path(".gitattributes").read_text(), hook.read_bytes()) == (text, before)

    def test_a_hook_that_ends_before_the_hint_is_told(self, folder: Path) -> None:
        begin()
        hook = Path(".git/hooks/post-merge")
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/bin/sh\necho theirs\nexit 0\n")
        hook.chmod(0o755)
        made = self.install()
        assert made["hook_state"] == "appended"
        assert "has an exit or exec of its own" in made["remarks"][0]

    def test_what_others_wrote_stays(self, folder: Path) -> None:
        begin()
        Path(".gitattributes").write_text("*.png binary")
        hook = Path(".git/hooks/post-merge")
        hook.parent.mkdir(exist_ok=True)
        hook.write_text("#!/usr/bin/env bash\nset -e\necho theirs")
        hook.chmod(0o755)
        assert self.install()["hook_state"] == "appended"
        assert Path(".gitattributes").read_text() == "*.png binary\n*.trace.json merge=tollens diff=tollens\n"
        assert hook.read_text().startswith("#!/usr/bin/env bash\nset -e\necho theirs\n# >>> tollens")
        assert stat.S_IMODE(hook.stat().st_mode) == 0o755
        made = self.install("--uninstall")
        assert (made["settings"], made["hook_state"]) == (["merge.tollens", "diff.tollens"], "removed")
        assert Path(".gitattributes").read_text() == "*.png binary\n"
        assert hook.read_text() == "#!/usr/bin/env bash\nset -e\necho theirs\n"
        assert self.install("--uninstall")["hook_state"] == "absent"

    def test_all_of_it_is_taken_back(self, folder: Path) -> None:
        begin()
        before = git("config", "--list", "--local")
        self.install("--no-hook")
        assert not Path(".git/hooks/post-merge").exists()
        self.install()
        self.install("--uninstall")
        assert git("config", "--list", "--local") == before
        assert not Path(".gitattributes").exists()
        assert not Path(".git/hooks/post-merge").exists()

    @pytest.mark.parametrize(
        ("make", "word"),
        [
            (lambda hook: hook.write_text("#!/usr/bin/env python3\n"), "no shell script"),
            (lambda hook: hook.write_bytes(b"\x7fELF"), "no shell script"),
            (lambda hook: hook.symlink_to("/dev/null"), "is a link"),
        ],
    )
    def test_a_hook_that_cannot_be_added_to_is_left(self, make: Any, word: str, folder: Path) -> None:
        begin()
        hook = Path(".git/hooks/post-merge")
        hook.parent.mkdir(exist_ok=True)
        make(hook)
        held = hook.read_bytes()
        made = self.install()
        assert made["hook_state"] == "left"
        assert any(word in remark and "tollens git post-merge" in remark for remark in made["remarks"])
        assert hook.read_bytes() == held

    def test_where_others_look_after_hooks_none_is_written(self, folder: Path) -> None:
        begin()
        git("config", "core.hooksPath", ".hooks")
        made = self.install()
        assert (made["hook"], made["hook_state"]) == (None, "left")
        assert any("'.hooks'" in remark for remark in made["remarks"])
        assert not Path(".hooks").exists()

    def test_in_a_worktree_it_is_for_the_repository(self, folder: Path) -> None:
        begin()
        git("commit", "--quiet", "--allow-empty", "-m", "first")
        git("worktree", "add", "--quiet", "beside")
        os.chdir("beside")
        made = self.install()
        assert Path(made["hook"]).resolve() == (folder / ".git/hooks/post-merge").resolve()
        assert Path(made["attributes"]).resolve() == (folder / "beside/.gitattributes").resolve()

    def test_for_all_repositories_of_the_user(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(folder / "settings"))
        monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        made = self.install("--global", "trace.json")
        assert (made["scope"], made["hook"], made["traces"]) == ("user", None, None)
        assert (folder / "config/git/attributes").read_text() == "trace.json merge=tollens diff=tollens\n"
        begin()
        assert git("check-attr", "merge", "trace.json") == "trace.json: merge: tollens"
        git("config", "--global", "core.attributesFile", str(folder / "other"))
        self.install("--global")
        assert (folder / "other").exists()
        self.install("--global", "--uninstall")
        assert not (folder / "other").exists()
        assert "tollens" not in (folder / "settings").read_text()

    @pytest.mark.parametrize("pattern", ["", " ", "!x", "[attr]x y", "a\nb", "\x1b"])
    def test_what_is_no_pattern_is_refused_before_anything_is_written(self, pattern: str, folder: Path) -> None:
        begin()
        before = git("config", "--list", "--local")
        assert tollens("git", "install", "ok.json", pattern).status == 2
        assert git("config", "--list", "--local") == before
        assert not Path(".gitattributes").exists()

    def test_it_says_what_is_missing(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert "no git repository" in tollens("git", "install").err
        begin()
        out = tollens("git", "install").out
        assert "no file here is a trace" in out
        assert "commit .gitattributes" in out
        monkeypatch.setenv("PATH", os.environ["PATH"].partition(os.pathsep)[2])
        if shutil.which("tollens") is None:
            assert "tollens is not on the path" in tollens("git", "install").out
        assert tollens("git", "install", "--uninstall", "x").status == 2
        assert tollens("git", "textconv").status == 2
        assert tollens("git", "textconv", "x", "--global").status == 2


class TestDiff:
    def test_git_compares_evidence(self, branches: Path) -> None:
        shown = git("diff", "topic", "main")
        removed = [line for line in shown.splitlines() if line.startswith("-V")]
        assert removed == ["-VerificationResult proof-g: proved, holds: g: f is total"]

    def test_what_is_no_trace_is_shown_as_it_is(self, folder: Path) -> None:
        Path("x.json").write_bytes(b"{]\xff\x1b[2J\n")
        ended = tollens("git", "textconv", "x.json")
        assert (ended.status, ended.err) == (0, "")
        assert ended.out.splitlines()[1] == "{]\\xff\\x1b[2J"
        assert ended.out.startswith("no trace: ")
