"""`tollens bind` and `tollens status`, in real repositories."""

import json
import os
import shutil
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import Ended, tollens
from tests.cli.test_verbs import VALID
from tests.integration.git_repositories import begin, commit, copied, git, isolate
from tollens.runtime.binding.notes import put_note
from tollens.runtime.git import repository

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

ZEROS = "sha256:" + "0" * 64


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    isolate(monkeypatch, tmp_path)
    return tmp_path


@pytest.fixture
def code(folder: Path) -> str:
    """A repository with one commit of code, and a trace beside it; the commit."""
    write()
    return copied(folder)


def write(name: str = "trace.json", **members: Any) -> None:
    Path(name).write_text(json.dumps(VALID | members, indent=2, ensure_ascii=False) + "\n")


def trace(name: str = "trace.json") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(name).read_bytes())
    return found


def bind(*options: str) -> dict[str, Any]:
    ended = tollens("bind", "trace.json", "--json", *options)
    assert ended.status == 0, ended.err
    found: dict[str, Any] = json.loads(ended.out)
    return found


def refused(*options: str) -> str:
    before, notes = Path("trace.json").read_bytes(), note_tip()
    head = git("rev-parse", "--verify", "--quiet", "HEAD", check=False)
    ended: Ended = tollens("bind", "trace.json", *options)
    assert (ended.status, ended.out) == (2, "")
    assert (Path("trace.json").read_bytes(), note_tip()) == (before, notes)
    assert git("rev-parse", "--verify", "--quiet", "HEAD", check=False) == head
    return ended.err


def status(name: str = "trace.json") -> dict[str, Any]:
    ended = tollens("status", name, "--json")
    found: dict[str, Any] = json.loads(ended.out)
    assert ended.status == (0 if found["state"] in ("bound", "synced") else 1)
    return found


def note_tip() -> str:
    return git("rev-parse", "--verify", "--quiet", "refs/notes/ponens", check=False)


def note(revision: str = "HEAD") -> str:
    return git("notes", "--ref=ponens", "show", revision, check=False)


class TestBind:
    def test_trace_and_commit_name_one_another(self, code: str) -> None:
        hashed = tollens("hash", "trace.json").out.strip()
        made = bind()
        assert made["written"] == ["repo", "branch", "commit_sha", "content_hash"]
        held = trace()
        assert [held[name] for name in made["written"]] == ["org/name", "main", code, hashed]
        assert note() == f"Trace-Id: t1\nContent-Hash: {hashed}"
        assert "secret" not in Path("trace.json").read_text()
        assert tollens("hash", "trace.json").out.strip() == hashed
        assert tollens("validate", "trace.json").status == 0

    def test_twice_is_as_good_as_once(self, code: str) -> None:
        bind()
        before, tip, stat = Path("trace.json").read_bytes(), note_tip(), Path("trace.json").stat()
        made = bind()
        assert (made["written"], made["note"]) == ([], "kept")
        assert (Path("trace.json").read_bytes(), note_tip()) == (before, tip)
        assert Path("trace.json").stat().st_mtime_ns == stat.st_mtime_ns

    def test_committing_the_trace_does_not_unbind_it(self, code: str) -> None:
        bind()
        commit("trace", trace_json=Path("trace.json").read_text())
        assert bind()["commit"] == code
        assert status()["state"] == "synced"

    def test_a_moved_head_is_bound_anew(self, code: str) -> None:
        bind()
        newer = commit("more", code_py="x = 2\n")
        made = bind()
        assert (made["commit"], made["written"]) == (newer, ["commit_sha"])
        assert note(newer) == note(code)

    def test_the_note_of_another_trace_stays(self, code: str) -> None:
        git("notes", "--ref=ponens", "add", "-m", "Trace-Id: other\nGrade: A", "HEAD")
        assert "'other'" in refused()
        made = bind("--replace")
        assert made["replaced"] == "Trace-Id: other\nGrade: A\n"
        assert note().splitlines()[0] == "Trace-Id: t1"
        assert "Grade" not in note()

    def test_what_others_wrote_beside_stays(self, code: str) -> None:
        git("notes", "--ref=ponens", "add", "-m", "Trace-Id: t1\nGrade: A\n\nby hand", "HEAD")
        bind()
        lines = note().splitlines()
        assert lines[0] == "Trace-Id: t1"
        assert lines[2:] == ["Grade: A", "", "by hand"]

    def test_changed_content_is_not_bound_in_silence(self, code: str) -> None:
        bind()
        write(**{**trace(), "assistant": "another"})
        assert "--rehash" in refused()
        made = bind("--rehash")
        assert made["written"] == ["content_hash"]
        assert made["replaced"].startswith("Trace-Id: t1")
        assert status()["state"] == "synced"
        write(**{**trace(), "assistant": "a third", "signatures": [{"signer": "x"}]})
        assert "signatures" in refused("--rehash")

    def test_the_branch_is_left_out_where_there_is_none(self, code: str) -> None:
        git("checkout", "--quiet", "--detach")
        made = bind()
        assert made["branch"] is None
        assert "branch" not in trace()
        assert any("detached" in remark for remark in made["remarks"])

    @pytest.mark.parametrize(
        ("address", "repo"),
        [
            ("git@example.org:org/name.git", "org/name"),
            ("ssh://git@example.org:22/group/sub/name", "group/sub/name"),
            ("https://token@example.org/org/name/?x=secret#y", "org/name"),
            ("/srv/git/name.git", None),
            ("file:///srv/git/name.git", None),
            ("C:\\git\\name", None),
            ("../name", None),
        ],
    )
    def test_the_repository_is_named_by_its_remote(self, address: str, repo: str | None, folder: Path) -> None:
        begin(address)
        write()
        commit("work")
        assert bind()["repo"] == repo
        assert "secret" not in Path("trace.json").read_text()

    def test_work_that_no_commit_has_is_said(self, code: str) -> None:
        Path("code.py").write_text("x = 2\n")
        assert any("code.py" in remark for remark in bind()["remarks"])

    @pytest.mark.parametrize("hostile", ["a\nTrace-Id: b", "\x1b[31m", " x", "", "x\u2028y", "a\0b"])
    def test_an_id_that_fits_on_no_line_is_refused(self, hostile: str, code: str) -> None:
        write(trace_id=hostile)
        refused()
        assert note_tip() == ""

    @pytest.mark.parametrize("odd", ["--help", "-x", "$(touch pwned)", "; rm -rf /", "é → ü", "a: b", "=%s%n"])
    def test_an_id_is_never_anything_but_a_text(self, odd: str, code: str) -> None:
        write(trace_id=odd)
        bind("--trailer")
        assert note().splitlines()[0] == f"Trace-Id: {odd}"
        found = json.loads(tollens("status", "--commit", "HEAD", "--json").out)
        assert (found["note"]["trace_ids"], found["trailers"]) == ([odd], [odd])
        assert status()["state"] == "synced"
        assert not Path("pwned").exists()

    @pytest.mark.parametrize("odd", ["--output=x", "HEAD", "main", "a b", "0" * 40, "zz", "HEAD~1", 5])
    def test_a_commit_in_a_trace_is_never_anything_but_a_name(self, odd: Any, code: str) -> None:
        commit("more", code_py="x = 2\n")
        write(commit_sha=odd, content_hash=tollens("hash", "trace.json").out.strip())
        assert status()["state"] == ("unbound" if odd == 5 else "stale")
        assert not Path("x").exists()

    def test_a_file_whose_name_is_an_option(self, code: str) -> None:
        shutil.copy("trace.json", "--x.json")
        assert tollens("bind", "./--x.json").status == 0
        commit("trace", **{"--x_json": Path("--x.json").read_text()})
        assert json.loads(tollens("status", "./--x.json", "--json").out)["state"] == "synced"

    def test_what_readers_disagree_on_is_not_bound(self, code: str) -> None:
        Path("trace.json").write_text('{"trace_id": "t0", "trace_id": "t1"}')
        refused()

    def test_two_writers_lose_nothing(self, code: str) -> None:
        others = [commit(f"work {number}", code_py=f"x = {number}\n") for number in range(5)]
        names = [f"trace{number}.json" for number in range(5)]
        for number, name in enumerate(names):
            write(name, trace_id=f"t{number}")

        def binding(number: int) -> None:
            assert tollens("bind", names[number], "--commit", others[number]).status == 0

        threads = [threading.Thread(target=binding, args=(number,)) for number in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [note(one).splitlines()[0] for one in others] == [f"Trace-Id: t{number}" for number in range(5)]

    def test_a_writer_in_between_loses_nothing(self, code: str, folder: Path) -> None:
        newer = commit("more", code_py="x = 2\n")
        place = repository(str(folder))
        assert place is not None
        seen: list[str | None] = []

        def decide(old: str | None) -> str:
            if not seen:
                git("notes", "--ref=ponens", "add", "-m", "Trace-Id: a", newer)
                git("notes", "--ref=ponens", "add", "-m", "Trace-Id: b", code)
            seen.append(old)
            return f"{old or ''}Trace-Id: c\n"

        assert put_note(place, code, decide)
        assert seen == [None, "Trace-Id: b\n"]
        assert (note(newer), note(code)) == ("Trace-Id: a", "Trace-Id: b\nTrace-Id: c")

    def test_notes_that_cannot_be_written_are_said(self, code: str) -> None:
        Path(".git/refs/notes/ponens").mkdir(parents=True)
        Path(".git/refs/notes/ponens/x").write_text(f"{code}\n")
        assert "could not be written" in refused()

    def test_a_note_needs_no_name_of_a_person(self, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("NAME", "EMAIL"):
            monkeypatch.delenv(f"GIT_COMMITTER_{name}")
        git("config", "user.useConfigOnly", "true")
        bind()
        assert git("log", "-1", "--format=%cn", "refs/notes/ponens") == "tollens"


class TestTrailer:
    def test_it_is_added_to_a_commit_that_nobody_has(self, code: str) -> None:
        git("add", "trace.json")
        made = bind("--trailer")
        head = git("rev-parse", "HEAD")
        assert (made["trailer"], made["amended"], made["commit"]) == ("added", code, head)
        assert git("log", "-1", "--format=%B") == "work\n\nTrace-Id: t1"
        assert git("log", "-1", "--format=%an %cn %s %T", code) == git("log", "-1", "--format=%an %cn %s %T", head)
        assert git("status", "--short").split() == ["AM", "trace.json"]
        assert bind("--trailer")["trailer"] == "present"
        assert git("rev-parse", "HEAD") == head

    def test_traces_that_a_message_names_besides_are_remarked_upon(self, code: str) -> None:
        def others() -> list[str]:
            return [remark for remark in bind()["remarks"] if "other traces" in remark]

        git("commit", "-q", "--amend", "--no-edit", "--trailer", "Trace-Id: t1")
        assert others() == []
        git("commit", "-q", "--amend", "--no-edit", "--trailer", "Trace-Id: t2", "--trailer", "Trace-Id: t\x1b[3m")
        assert others() == ["the message of the commit names other traces, too: 't2', 't\\x1b[3m'"]

    @pytest.mark.parametrize("holder", ["branch", "tag", "remote"])
    def test_a_published_commit_is_never_rewritten(self, holder: str, code: str) -> None:
        where = {"branch": "heads/other", "tag": "tags/v1", "remote": "remotes/origin/main"}[holder]
        git("update-ref", f"refs/{where}", "HEAD")
        assert "git commit --trailer 'Trace-Id: t1'" in refused("--trailer")

    def test_a_signed_commit_is_never_rewritten(self, code: str) -> None:
        raw = git("cat-file", "commit", "HEAD").replace("\n\n", "\ngpgsig -----BEGIN\n x\n\n", 1)
        Path("raw").write_text(raw)
        git("update-ref", "HEAD", git("hash-object", "-t", "commit", "-w", "raw"))
        assert "signed" in refused("--trailer")
        assert "goes to HEAD" in refused("--trailer", "--commit", code)

    def test_nothing_is_rewritten_in_the_middle_of_a_merge(self, code: str) -> None:
        Path(".git/MERGE_HEAD").write_text(f"{code}\n")
        assert "middle" in refused("--trailer")


class TestStatus:
    def test_the_states_in_their_order(self, code: str) -> None:
        found = status()
        assert (found["state"], found["next"]) == ("unbound", "tollens bind trace.json")
        bind("--no-note")
        found = status()
        assert (found["state"], found["next"]) == ("bound", "tollens bind trace.json")
        bind()
        found = status()
        assert (found["state"], found["next"], found["reachable"]) == ("synced", "", True)
        commit("more", code_py="x = 2\n")
        found = status()
        assert (found["state"], found["next"]) == ("stale", "tollens bind trace.json")
        write(**{**trace(), "assistant": "another"})
        assert (found := status())["state"] == "dirty"
        assert "tollens succeed" in found["next"]
        write(**{name: held for name, held in trace().items() if name != "commit_sha"})
        assert status()["state"] == "unbound"

    def test_no_hash_that_agrees_is_no_agreement(self, code: str) -> None:
        write(commit_sha=code)
        found = status()
        assert (found["state"], found["next"]) == ("dirty", "tollens bind trace.json")
        bind()
        write(**{**trace(), "content_hash": None})
        assert status()["state"] == "synced"  # the note says it

    def test_content_of_two_readings_is_not_what_was_recorded(self, code: str) -> None:
        bind()
        text = Path("trace.json").read_text()
        Path("trace.json").write_text(text.replace('"assistant":', '"assistant": "another", "assistant":', 1))
        found = status()
        assert (found["state"], found["content_hash"], found["next"]) == ("dirty", None, "tollens validate trace.json")
        assert "readers disagree" in found["detail"]

    def test_content_that_was_hashed_anew_by_hand_is_dirty(self, code: str) -> None:
        bind()
        write(**{**trace(), "assistant": "another"})
        write(**{**trace(), "content_hash": tollens("hash", "trace.json").out.strip()})
        assert status()["state"] == "dirty"

    def test_the_note_of_another_trace_is_no_agreement(self, code: str) -> None:
        bind("--no-note")
        git("notes", "--ref=ponens", "add", "-m", f"Trace-Id: t2\nContent-Hash: {trace()['content_hash']}", "HEAD")
        found = status()
        assert (found["state"], found["next"]) == ("bound", "tollens bind trace.json --replace")
        git("notes", "--ref=ponens", "append", "-m", "Trace-Id: t1", "HEAD")
        assert status()["state"] == "bound"

    @pytest.mark.parametrize(
        ("name", "text", "state"),
        [
            ("other.json", json.dumps(VALID), "synced"),
            ("other.json", '{"version": 1}', "stale"),
            ("other.py", json.dumps(VALID), "stale"),
            (f".tollens/objects/sha256/2d/{'7' * 62}", "x", "stale"),
            (
                ".tollens/objects/sha256/2d/711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
                "x",
                "synced",
            ),
        ],
    )
    def test_only_traces_and_their_objects_go_along(self, name: str, text: str, state: str, code: str) -> None:
        bind()
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
        git("add", "--", name, "trace.json")
        git("commit", "--quiet", "-m", "more")
        assert status()["state"] == state

    @pytest.mark.skipif(os.name != "posix", reason="links need rights on this system")
    def test_work_that_no_commit_has_is_remarked_upon(self, code: str) -> None:
        bind()
        assert status()["remarks"] == []
        Path("code.py").write_text("x = 3\n")
        found = status()
        assert (found["state"], found["remarks"]) == (
            "synced",
            ["a file has changes that no commit has, such as 'code.py'"],
        )

    def test_a_branch_that_is_called_like_a_commit_is_not_that_commit(self, code: str) -> None:
        bind()
        write(**{**trace(), "commit_sha": code[:9]})
        assert status()["commit"] == code
        newer = commit("more", code_py="x = 2\n")
        git("branch", code[:9], newer)
        found = status()
        assert (found["state"], found["commit"]) == ("stale", code[:9])

    def test_a_link_or_a_former_source_is_no_trace(self, code: str) -> None:
        bind()
        commit("settings", settings_json="{}")
        tip = bind()["commit"]
        commit("now a trace", settings_json=json.dumps(VALID))
        assert status()["state"] == "stale"
        git("reset", "--quiet", "--hard", tip)
        assert bind()["commit"] == tip
        Path("link.json").symlink_to("code.py")
        git("add", "link.json")
        git("commit", "--quiet", "-m", "link")
        assert status()["state"] == "stale"

    def test_a_checkout_of_older_code_is_stale(self, code: str) -> None:
        newer = commit("more", code_py="x = 2\n")
        bind()
        git("checkout", "--quiet", "--detach", code)
        found = status()
        assert (found["state"], found["next"]) == ("stale", f"git switch --detach {newer[:12]}")


class TestRewritten:
    def found(self) -> dict[str, Any]:
        found = status()
        assert (found["state"], found["reachable"]) == ("stale", False)
        return found

    def test_a_reworded_commit_is_found_by_its_files(self, code: str) -> None:
        bind()
        git("commit", "--quiet", "--amend", "-m", "better words")
        found = self.found()
        (one,) = found["found"]
        assert (one["commit"], one["by"], one["reachable"]) == (git("rev-parse", "HEAD"), "tree", True)
        assert bind()["commit"] == git("rev-parse", "HEAD")
        assert status()["state"] == "synced"

    def test_a_rebased_commit_is_found_by_its_change(self, code: str) -> None:
        git("checkout", "--quiet", "-b", "work")
        commit("mine", mine_py="y = 1\n")
        bind()
        git("checkout", "--quiet", "main")
        commit("theirs", theirs_py="z = 1\n")
        git("checkout", "--quiet", "work")
        git("rebase", "--quiet", "main")
        rebased = git("rev-parse", "HEAD")
        commit("later", later_py="")
        found = self.found()
        assert [(one["commit"], one["by"]) for one in found["found"]] == [(rebased, "patch")]
        assert found["next"] == f"tollens bind trace.json --commit {rebased[:12]}"
        assert tollens("bind", *found["next"].split()[2:]).status == 0

    def test_a_squashed_branch_is_found_by_all_of_its_change(self, code: str) -> None:
        git("checkout", "--quiet", "-b", "work")
        for number in range(2):
            commit(f"mine {number}", **{f"mine{number}_py": "y = 1\n"})
        bind()
        git("checkout", "--quiet", "main")
        commit("theirs", theirs_py="z = 1\n")
        git("merge", "--quiet", "--squash", "work")
        git("commit", "--quiet", "-m", "squashed")
        git("branch", "--quiet", "-D", "work")
        (one,) = self.found()["found"]
        assert (one["commit"], one["by"]) == (git("rev-parse", "HEAD"), "squash")

    def test_a_search_that_stops_says_so(self, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("tollens.runtime.binding.rewritten.MOST_CHANGES", 0)
        bind()
        git("checkout", "--quiet", "--orphan", "fresh")
        commit("work", code_py="x = 2\n")
        git("branch", "--quiet", "-D", "main")
        assert self.found()["remarks"] == ["of 1 later commits or more, the changes of the newest 0 were compared"]

    def test_a_change_of_blanks_alone_is_another_change(self, code: str) -> None:
        bind()
        git("checkout", "--quiet", "--orphan", "fresh")
        commit("work", code_py="x  =  1\n")
        git("branch", "--quiet", "-D", "main")
        assert self.found()["found"] == []

    def test_a_trailer_leads_to_the_commit_that_took_its_place(self, code: str) -> None:
        bind()
        git("checkout", "--quiet", "--orphan", "fresh")
        head = commit("all of it\n\nTrace-Id: t1", code_py="x = 3\n")
        git("branch", "--quiet", "-D", "main")
        assert [(one["commit"], one["by"]) for one in self.found()["found"]] == [(head, "trailer")]

    def test_a_commit_that_is_not_here(self, code: str) -> None:
        write(commit_sha="1" * 40, content_hash=tollens("hash", "trace.json").out.strip())
        found = status()
        assert (found["state"], found["reachable"]) == ("stale", None)
        assert "not in this repository" in found["detail"]


class TestPlaces:
    def test_no_repository(self, folder: Path) -> None:
        write()
        assert "in no git repository" in refused()
        assert "in no git repository" in status()["detail"]
        write(commit_sha="1" * 40, content_hash=ZEROS)
        assert status()["state"] == "dirty"
        write(commit_sha="1" * 40, content_hash=tollens("hash", "trace.json").out.strip())
        ended = tollens("status", "trace.json")
        assert (ended.status, ended.out) == (2, "")
        assert "cannot be told" in ended.err

    def test_no_git(self, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "")
        assert "git is not installed" in tollens("bind", "trace.json").err
        assert "git is not installed" in status()["detail"]

    def test_no_commits(self, folder: Path) -> None:
        begin()
        write()
        assert "no commits yet" in refused()
        assert status()["next"] == "git commit"
        write(commit_sha="1" * 40, content_hash=tollens("hash", "trace.json").out.strip())
        assert status()["state"] == "stale"

    def test_a_bare_repository(self, folder: Path) -> None:
        git("init", "--quiet", "--bare", ".")
        write()
        assert "bare" in refused()
        assert status()["state"] == "unbound"

    def test_a_shallow_clone(self, code: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        bind()
        commit("more", code_py="x = 2\n")
        git("clone", "--quiet", "--depth=1", f"file://{folder}", "clone")
        shutil.copy("trace.json", "clone/trace.json")
        monkeypatch.chdir("clone")
        found = status()
        assert found["state"] == "stale"
        assert "git fetch --unshallow" in found["detail"]

    def test_a_partial_clone_fetches_nothing(self, code: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        git("config", "uploadpack.allowFilter", "true")
        git("config", "uploadpack.allowAnySHA1InWant", "true")
        commit("other", other_json="{}\n")
        bind()
        git("rm", "--quiet", "other.json")
        git("commit", "--quiet", "-m", "less")
        git("clone", "--quiet", "--filter=blob:none", f"file://{folder}", "clone")
        shutil.copy("trace.json", "clone/trace.json")
        monkeypatch.chdir("clone")
        monkeypatch.setenv("GIT_ALLOW_PROTOCOL", "file")
        ended = tollens("status", "trace.json")
        assert (ended.status, ended.out) == (2, "")
        assert "git fetch --refetch" in ended.err

    def test_a_worktree_has_a_head_of_its_own(self, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
        git("worktree", "add", "--quiet", "-b", "work", "beside")
        shutil.copy("trace.json", "beside/trace.json")
        monkeypatch.chdir("beside")
        newer = commit("more", code_py="x = 2\n")
        made = bind()
        assert (made["commit"], made["branch"]) == (newer, "work")
        assert status()["state"] == "synced"

    def test_a_submodule_is_bound_to_its_own_commit(
        self, code: str, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        git("init", "--quiet", "outer")
        monkeypatch.chdir("outer")
        git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(folder), "inner")
        shutil.copy("../trace.json", "inner/trace.json")
        monkeypatch.chdir("inner")
        made = bind()
        assert made["commit"] == code
        assert any("submodule" in remark for remark in made["remarks"])

    def test_a_hook_is_not_run_and_its_variables_do_not_mislead(
        self, code: str, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hook = Path(".git/hooks/reference-transaction")
        hook.write_text("#!/bin/sh\ntouch hooked\n")
        hook.chmod(0o755)
        monkeypatch.setenv("GIT_DIR", str(folder / "elsewhere"))
        monkeypatch.setenv("GIT_NOTES_REF", "refs/notes/elsewhere")
        assert bind()["commit"] == code
        assert not Path("hooked").exists()
        monkeypatch.delenv("GIT_DIR")
        assert note().startswith("Trace-Id: t1")

    def test_the_only_trace_is_meant(self, code: str) -> None:
        assert json.loads(tollens("bind", "--json").out)["file"] == "trace.json"
        assert tollens("status").status == 0
        write("second.json")
        assert "several traces" in tollens("status").err
        assert tollens("bind", "-").status == 2

    def test_what_is_printed(self, code: str) -> None:
        made = tollens("bind", "trace.json").out
        hashed = trace()["content_hash"]
        assert made.splitlines() == [
            "trace    t1  (trace.json)",
            f"commit   {code[:12]}  (org/name, main)",
            f"hash     {hashed}",
            "file     wrote repo, branch, commit_sha, content_hash",
            "git note written",
        ]
        newer = commit("more\n\nTrace-Id: t1", code_py="x = 2\n")
        write(**{**trace(), "branch": "\x1b[31m"})
        assert tollens("status", "trace.json").out.splitlines() == [
            "trace    t1  (trace.json)",
            f"commit   {code[:12]}  (org/name, \\x1b[31m)",
            f"state    stale  HEAD has changes since {code[:12]} that are no traces",
            f"also     {code[:12]}  by note",
            f"         {newer[:12]}  by trailer",
            "next     tollens bind trace.json",
        ]
        assert tollens("status", "--commit", "HEAD").out.splitlines() == [f"commit   {newer}", "trailer  t1"]

    def test_which_trace_a_commit_has(self, code: str) -> None:
        assert tollens("status", "--commit", "HEAD").status == 1
        bind()
        assert "t1" in tollens("status", "--commit", "HEAD").out
        assert tollens("status", "--commit", "--all").status == 2
        assert tollens("status", "trace.json", "--commit", "HEAD").status == 2
