"""`tollens view`: one file with all of it, where it goes, what it may overwrite, and what it exits with."""

import base64
import json
import re
import shutil
import zlib
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import tollens
from tollens.apps import viewer
from tollens.runtime import browser

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

_BLOCK = re.compile(r'<script type="text/plain" data-block="([^"<>]+)">([A-Za-z0-9+/=]*)</script>')
_MANIFEST = re.compile(r'<script type="application/json" id="tollens-manifest">([^<]*)</script>')


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLES / "payments.json", tmp_path)
    return tmp_path


def opened(page: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The manifest and the blocks of a page."""
    (manifest,) = _MANIFEST.findall(page)
    blocks = {
        name: json.loads(zlib.decompress(base64.b64decode(packed), -zlib.MAX_WBITS))
        for name, packed in _BLOCK.findall(page)
    }
    return json.loads(manifest), blocks


def test_a_page_is_written_beside_the_work_and_its_path_is_printed(folder: Path) -> None:
    ended = tollens("view", "payments.json")
    assert (ended.status, ended.out, ended.err) == (0, "payments.html\n", "")
    manifest, blocks = opened((folder / "payments.html").read_text("utf-8"))
    assert (manifest["file"], manifest["before"], manifest["actions"]) == ("payments.json", None, 45)
    assert manifest["blocks"].keys() == blocks.keys()
    review = json.loads(tollens("review", "payments.json", "--json").out)
    assert {"file": "payments.json", **blocks["review"]} == review
    steps = json.loads(tollens("next", "payments.json", "--json").out)
    assert blocks["steps"] == steps["steps"]


def test_what_is_printed_as_json_is_what_the_page_shows(folder: Path) -> None:
    tollens("view", "payments.json")
    manifest, blocks = opened((folder / "payments.html").read_text("utf-8"))
    told = json.loads(tollens("view", "payments.json", "--json").out)
    assert told.pop("manifest") == manifest
    cut = {name: [each for key in blocks if key.startswith(f"{name}/") for each in blocks[key]] for name in IN_BLOCKS}
    assert told == {name: held for name, held in blocks.items() if "/" not in name} | cut


IN_BLOCKS = ("actions", "artifacts")


def test_two_traces_show_what_changed(folder: Path) -> None:
    later = json.loads((folder / "payments.json").read_text("utf-8"))
    later["artifacts"] = [each for each in later["artifacts"] if each["artifact_id"] != "vr-bound"]
    (folder / "after.json").write_text(json.dumps(later), "utf-8")
    ended = tollens("view", "payments.json", "after.json")
    assert ended.out == "payments-after.html\n"
    assert "after.json is no valid trace" in ended.err
    manifest, blocks = opened((folder / "payments-after.html").read_text("utf-8"))
    assert (manifest["file"], manifest["before"]) == ("after.json", "payments.json")
    diff = json.loads(tollens("diff", "payments.json", "after.json", "--json").out)
    assert {"files": ["payments.json", "after.json"], **blocks["comparison"]} == diff
    assert blocks["before"]["artifacts"] == blocks["review"]["artifacts"] + 1


def test_a_session_is_captured_first(folder: Path) -> None:
    ended = tollens("view", str(EXAMPLES / "claude-code-session.jsonl"))
    assert (ended.status, ended.out) == (0, "claude-code-session.html\n")
    _, blocks = opened((folder / "claude-code-session.html").read_text("utf-8"))
    assert blocks["review"]["capture"]["format"] == "claude-code"


def test_the_same_trace_makes_the_same_bytes(folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    shutil.copy("payments.json", "elsewhere/payments.json")
    tollens("view", "payments.json", "-o", "one.html")
    tollens("view", "elsewhere/payments.json", "--output", "two.html")
    assert (folder / "one.html").read_bytes() == (folder / "two.html").read_bytes()


def test_an_invalid_trace_is_shown_and_exits_with_1(folder: Path) -> None:
    (folder / "odd.json").write_text('{"trace_id": "t1"}', "utf-8")
    ended = tollens("view", "odd.json")
    assert (ended.status, ended.out) == (1, "odd.html\n")
    assert "odd.json is no valid trace" in ended.err


def test_what_cannot_be_read_or_written_exits_with_2(folder: Path) -> None:
    (folder / "broken.json").write_text("{", "utf-8")
    assert tollens("view", "broken.json").status == 2
    assert tollens("view", "payments.json", "broken.json").status == 2
    assert tollens("view", "nothing.json").status == 2
    assert tollens("view", "payments.json", "-o", "nowhere/page.html").status == 2
    assert not list(folder.glob("*.html"))


def test_only_a_page_is_written_over(folder: Path) -> None:
    own = folder / "payments.html"
    own.write_text("<!doctype html><title>mine</title>", "utf-8")
    ended = tollens("view", "payments.json")
    assert ended.status == 2
    assert "no page that tollens made" in ended.err
    assert "mine" in own.read_text("utf-8")
    assert tollens("view", "payments.json", "--force").status == 0
    assert tollens("view", "payments.json").status == 0
    assert opened(own.read_text("utf-8"))


def test_the_trace_itself_is_never_written_over(folder: Path) -> None:
    before = (folder / "payments.json").read_bytes()
    ended = tollens("view", "payments.json", "-o", "./payments.json", "--force")
    assert ended.status == 2
    assert (folder / "payments.json").read_bytes() == before


def test_standard_output_takes_the_page(folder: Path) -> None:
    ended = tollens("view", "payments.json", "-o", "-")
    assert opened(ended.out)
    assert not list(folder.glob("*.html"))


@pytest.mark.parametrize(
    "arguments",
    [
        ("--json", "-o", "x.html"),
        ("--json", "--open"),
        ("--json", "--force"),
        ("--open", "-o", "-"),
    ],
)
def test_options_that_do_not_go_together_are_refused(arguments: tuple[str, ...], folder: Path) -> None:
    assert tollens("view", "payments.json", *arguments).status == 2
    assert not list(folder.glob("*.html"))


def test_standard_input_is_one_trace(folder: Path) -> None:
    assert tollens("view", "-", "-").status == 2


@pytest.mark.parametrize(
    ("name", "page"), [("a.b.json", "a.b.html"), ("s.jsonl.gz", "s.html"), (".json", ".json.html")]
)
def test_the_name_of_the_page_is_that_of_the_trace(name: str, page: str, folder: Path) -> None:
    data = (EXAMPLES / "claude-code-session.jsonl").read_bytes()
    if name.endswith(".gz"):
        import gzip

        data = gzip.compress(data)
    (folder / name).write_bytes(data)
    assert tollens("view", name).out == f"{page}\n"


def test_the_page_is_opened_and_where_that_fails_it_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(browser, "open_page", lambda name: not asked.append(name))
    assert tollens("view", "payments.json", "--open").err == ""
    assert asked == ["payments.html"]
    monkeypatch.setattr(browser, "open_page", lambda name: False)
    ended = tollens("view", "payments.json", "--open")
    assert ended.status == 0
    assert "no browser could be started" in ended.err


def test_without_the_built_page_the_way_to_it_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewer, "files", lambda name: folder)
    ended = tollens("view", "payments.json")
    assert ended.status == 2
    assert "npm run build" in ended.err
    assert not list(folder.glob("*.html"))
