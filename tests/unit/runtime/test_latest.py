"""The newest session of a project is found by patterns, the times of files, and what a file states."""

import os
from pathlib import Path

import pytest

from tests.integration.git_repositories import git, isolate
from tollens.runtime import latest
from tollens.runtime.latest import Pattern, newest, project_folders, within


def put(path: Path, text: str, at: int) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (at, at))
    return str(path)


def anything(_: bytes, __: Pattern) -> bool:
    return True


class TestNewest:
    def test_the_newest_that_fits_is_found(self, tmp_path: Path) -> None:
        put(tmp_path / "p/old.jsonl", "yes", 1)
        new = put(tmp_path / "p/new.jsonl", "yes", 2)
        put(tmp_path / "p/newer.jsonl", "no", 3)
        put(tmp_path / "p/newest.txt", "yes", 4)
        pattern = Pattern(str(tmp_path), "p/*.jsonl", True)
        assert newest([pattern], lambda head, found: head == b"yes" and found is pattern) == (new, "")
        assert newest([pattern], lambda *_: False) is None
        assert newest([Pattern(str(tmp_path / "none"), "*", True)], anything) is None

    def test_any_folders_may_stand_between(self, tmp_path: Path) -> None:
        deep = put(tmp_path / "2026/01/02/rollout-1.jsonl", "", 2)
        pattern = Pattern(str(tmp_path), "**/rollout-*.jsonl*", True)
        assert newest([pattern], anything) == (deep, "")
        put(tmp_path / "rollout-0.jsonl", "", 1)
        put(tmp_path / "/".join("abcdefghijk") / "rollout-2.jsonl", "", 9)  # deeper than is looked
        assert newest([pattern], anything) == (deep, "")

    def test_a_file_may_stand_for_one_of_a_folder_above_it(self, tmp_path: Path) -> None:
        put(tmp_path / "storage/session/p/ses_1.json", "", 1)
        pattern = Pattern(str(tmp_path / "storage"), "session/*/ses_*.json", True, above=3)
        assert newest([pattern], anything) == (str(tmp_path / "storage"), "ses_1")

    def test_of_one_time_the_first_name_counts(self, tmp_path: Path) -> None:
        put(tmp_path / "b", "", 1)
        first = put(tmp_path / "a", "", 1)
        assert newest([Pattern(str(tmp_path), "*", False)], anything) == (first, "")

    def test_links_to_folders_and_what_is_no_file_are_passed_over(self, tmp_path: Path) -> None:
        put(tmp_path / "real/x.jsonl", "", 1)
        (tmp_path / "places").mkdir()
        (tmp_path / "places/linked").symlink_to(tmp_path / "real")
        (tmp_path / "places/gone.jsonl").symlink_to(tmp_path / "nowhere")
        (tmp_path / "places/folder.jsonl").mkdir()
        for pattern in ("*/*.jsonl", "**/*.jsonl"):
            assert newest([Pattern(str(tmp_path / "places"), pattern, True)], anything) is None

    def test_a_file_that_cannot_be_opened_is_passed_over(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        old = put(tmp_path / "old", "", 1)
        put(tmp_path / "new", "", 2)
        real = latest.files.head

        def head(name: str, size: int) -> bytes:
            if name.endswith("new"):
                raise latest.WorldError("no")
            return real(name, size)

        monkeypatch.setattr(latest.files, "head", head)
        assert newest([Pattern(str(tmp_path), "*", True)], anything) == (old, "")


class TestProject:
    def test_a_linked_folder_is_one_project_in_both_ways(self, tmp_path: Path) -> None:
        (tmp_path / "real").mkdir()
        (tmp_path / "link").symlink_to(tmp_path / "real")
        own, others = project_folders(str(tmp_path / "real"), {"PWD": str(tmp_path / "link")})
        assert own == (str(tmp_path / "link"), str(tmp_path / "real"))
        assert others == ()
        assert project_folders(str(tmp_path / "real"), {"PWD": "/"})[0] == (str(tmp_path / "real"),)

    def test_the_top_and_other_working_trees_of_a_repository(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        isolate(monkeypatch, tmp_path)
        main, other = tmp_path / "main", tmp_path / "other"
        (main / "sub").mkdir(parents=True)
        git("init", "--quiet", str(main))
        git("-C", str(main), "commit", "--quiet", "--allow-empty", "-m", "x")
        git("-C", str(main), "worktree", "add", "--quiet", str(other))
        assert project_folders(str(main / "sub"), {}) == ((str(main / "sub"), str(main)), (str(other),))
        assert project_folders(str(other), {}) == ((str(other),), (str(main),))

    def test_without_git_the_folder_is_told_by_its_path(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "")
        assert project_folders(str(tmp_path), {}) == ((str(tmp_path),), ())

    def test_what_lies_within_a_folder(self, tmp_path: Path) -> None:
        (tmp_path / "p/sub").mkdir(parents=True)
        (tmp_path / "link").symlink_to(tmp_path / "p")
        folder = str(tmp_path / "p")
        for path in ("p", "p/sub", "link", "link/sub", "p/gone"):
            assert within(str(tmp_path / path), [folder])
        for path in ("", "pp", "p/../q"):
            assert not within(str(tmp_path / path), [folder])
        assert within("/anything", ["/"])
