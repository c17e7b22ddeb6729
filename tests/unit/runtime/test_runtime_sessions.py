"""What lies beside a session file is read within limits, and nothing outside its folder."""

import os
from pathlib import Path

import pytest

from tollens.core.errors import WorldError
from tollens.runtime import sessions
from tollens.runtime.sessions import Given, beside, given, transcripts

OWN = ("s1/subagents", "s1/tool-results")


def folders(data: bytes, file: str, around: object = None) -> tuple[str, ...]:
    assert (data, file) == (b"{}", "s1.jsonl")
    return OWN


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A session with files beside it."""
    (tmp_path / "s1/subagents/deep").mkdir(parents=True)
    (tmp_path / "s1/tool-results").mkdir()
    (tmp_path / "s1.jsonl").write_bytes(b"{}")
    for name in ("subagents/b.jsonl", "subagents/a.jsonl", "subagents/deep/c.jsonl", "tool-results/t.txt"):
        (tmp_path / "s1" / name).write_text(name)
    (tmp_path / "s1/other").write_text("no part of it")
    (tmp_path / "s1/subagents/.hidden").write_text("no part of it")
    return tmp_path


def names(found: Given) -> list[str]:
    return [name for name, _ in found.beside]


ALL = ["subagents/a.jsonl", "subagents/b.jsonl", "subagents/deep/c.jsonl", "tool-results/t.txt"]


def test_the_files_beside_come_in_the_order_of_their_names(place: Path) -> None:
    found = given(str(place / "s1.jsonl"), folders)
    assert found.data == b"{}"
    assert names(found) == ALL
    assert found.beside[0] == ("subagents/a.jsonl", b"subagents/a.jsonl")
    assert found.left == ()
    assert beside(str(place / "s1.jsonl"), b"{}", folders) == found


def test_a_folder_is_all_its_files(place: Path) -> None:
    found = given(str(place / "s1"), folders)
    assert found.data is None
    assert names(found) == ["other", *ALL]


def test_links_do_not_lead_out_of_the_folder(place: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret").write_text("x")
    (place / "s1/subagents/d.jsonl").symlink_to(outside / "secret")
    (place / "s1/subagents/e.jsonl").symlink_to(place / "s1/subagents/a.jsonl")
    (place / "s1/subagents/f.jsonl").symlink_to(place / "nowhere")
    (place / "s1/subagents/g").symlink_to(outside)
    found = given(str(place / "s1.jsonl"), folders)
    assert names(found) == [*ALL[:2], "subagents/e.jsonl", *ALL[2:]]
    assert found.left == ("links beside the session that were not followed: 3",)


def test_a_session_folder_that_is_a_link_is_not_followed(place: Path) -> None:
    (place / "s1").rename(place / "real")
    (place / "s1").symlink_to(place / "real")
    assert names(given(str(place / "s1.jsonl"), folders)) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_not_opened(place: Path) -> None:
    os.mkfifo(place / "s1/subagents/pipe.jsonl")
    found = given(str(place / "s1.jsonl"), folders)
    assert names(found) == ALL


def test_number_and_size_are_bounded(place: Path) -> None:
    few = given(str(place / "s1.jsonl"), folders, most=1)
    assert (names(few), few.left) == (ALL[:1], ("files beside the session beyond the limit: 3",))
    small = given(str(place / "s1.jsonl"), folders, limit=20)
    assert (names(small), small.left) == (ALL[:1], ("files beside the session beyond the limit: 3",))


def test_very_deep_folders_are_counted(place: Path) -> None:
    deep = place / "s1/subagents" / "/".join("x" * 12)
    deep.mkdir(parents=True)
    assert given(str(place / "s1.jsonl"), folders).left == ("files beside the session beyond the limit: 1",)


def test_what_cannot_be_read_is_counted(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, listed = sessions.files.read, os.listdir

    def read(name: str, **limits: int) -> bytes:
        if name.endswith("b.jsonl"):
            raise WorldError("no")
        return real(name, **limits)

    def listdir(path: str) -> list[str]:
        if path.endswith("deep"):
            raise PermissionError
        return listed(path)

    monkeypatch.setattr(sessions.files, "read", read)
    monkeypatch.setattr(sessions.os, "listdir", listdir)
    found = given(str(place / "s1.jsonl"), folders)
    assert names(found) == [ALL[0], ALL[3]]
    assert found.left == ("files beside the session that cannot be read: 2",)


def test_a_file_right_beside_is_read_unless_it_is_a_link(place: Path) -> None:
    (place / "agent-a.jsonl").write_text("a")
    (place / "agent-b.jsonl").symlink_to(place / "agent-a.jsonl")
    found = beside(str(place / "s1.jsonl"), b"", lambda *_: ("agent-a.jsonl", "agent-b.jsonl", "agent-c.jsonl"))
    assert found.beside == (("agent-a.jsonl", b"a"),)


def test_a_file_is_not_beside_itself(place: Path) -> None:
    assert beside(str(place / "s1.jsonl"), b"", lambda *_: ("s1.jsonl",)).beside == ()


def test_names_that_lead_elsewhere_are_not_taken(place: Path) -> None:
    found = beside(str(place / "s1/x.jsonl"), b"", lambda *_: ("../s1", "..", "", "missing", "s1/x"))
    assert found.beside == ()


def test_the_session_files_of_a_folder(place: Path) -> None:
    for name in ("b.jsonl.zst", "a.jsonl", "agent-a.jsonl", ".x.jsonl", "session-1.json", "other.json", "notes.txt"):
        (place / name).write_text("")
    (place / "folder.jsonl").mkdir()
    (place / "link.jsonl").symlink_to(place / "a.jsonl")
    names = ["a.jsonl", "b.jsonl.zst", "s1.jsonl", "session-1.json"]
    assert transcripts(str(place)) == [str(place / name) for name in names]
    with pytest.raises(WorldError, match="does not exist"):
        transcripts(str(place / "none"))


class TestPatterns:
    """Rollouts of sub-agents lie by date, with what started them or in the folder of a later day."""

    def names(self, data: bytes, file: str, around: object = None) -> tuple[str, ...]:
        return tuple(f"rollout-*-{word}.jsonl*" for word in data.decode().split())

    def put(self, tmp_path: Path, name: str, text: str = "") -> Path:
        path = tmp_path / "sessions" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def found(self, path: Path) -> list[str]:
        return names(beside(str(path), path.read_bytes(), self.names))

    def test_files_that_fit_in_the_folder_and_in_those_of_later_days(self, tmp_path: Path) -> None:
        main = self.put(tmp_path, "2026/01/31/rollout-1-main.jsonl", "a b c d e main")
        self.put(tmp_path, "2026/01/31/rollout-2-a.jsonl")
        self.put(tmp_path, "2026/02/01/rollout-3-b.jsonl.zst")
        self.put(tmp_path, "2027/01/01/rollout-4-c.jsonl")
        self.put(tmp_path, "2026/01/30/rollout-0-d.jsonl")  # nobody is started before
        self.put(tmp_path, "other/01/30/rollout-0-e.jsonl")
        assert self.found(main) == ["rollout-2-a.jsonl", "rollout-3-b.jsonl.zst", "rollout-4-c.jsonl"]

    def test_what_these_name_in_turn(self, tmp_path: Path) -> None:
        main = self.put(tmp_path, "rollout-1-main.jsonl", "a")
        self.put(tmp_path, "rollout-2-a.jsonl", "b a main")
        self.put(tmp_path, "rollout-3-b.jsonl", "a b")
        assert self.found(main) == ["rollout-2-a.jsonl", "rollout-3-b.jsonl"]

    def test_links_and_folders_are_passed_over(self, tmp_path: Path) -> None:
        main = self.put(tmp_path, "rollout-1-main.jsonl", "a b ../x")
        (tmp_path / "elsewhere").write_text("no")
        (main.parent / "rollout-2-a.jsonl").symlink_to(tmp_path / "elsewhere")
        (main.parent / "rollout-2-b.jsonl").mkdir()
        self.put(tmp_path, "x.jsonl")
        assert self.found(main) == []

    def test_a_bare_name_is_looked_for_in_the_folder_one_is_in(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.put(tmp_path, "2026/01/30/rollout-1-a.jsonl")
        self.put(tmp_path, "2026/01/31/rollout-2-b.jsonl")
        monkeypatch.chdir(tmp_path / "sessions/2026/01/30")
        assert names(beside("main.jsonl", b"a b", self.names)) == ["rollout-1-a.jsonl", "rollout-2-b.jsonl"]

    def test_a_folder_that_cannot_be_listed_has_none(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        main = self.put(tmp_path, "2026/01/31/rollout-1-main.jsonl", "a")

        def fails(path: str) -> list[str]:
            raise PermissionError

        monkeypatch.setattr(os, "listdir", fails)
        assert self.found(main) == []
