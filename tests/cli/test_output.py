"""Nothing in a trace speaks to the terminal; every encoding and width gets something to read."""

import json
from pathlib import Path

import pytest

from tests.cli.program import Stream, tollens
from tollens.apps.cli.output import Output

EVIL = "a\x1b[2Jb\x9b31mc\u202ed\u2066e\r\nf\x00\x7f\ud800g"


@pytest.fixture
def hostile(tmp_path: Path) -> str:
    """A trace that has escape sequences, controls and bidirectional overrides wherever it may."""
    trace = {
        "trace_id": EVIL,
        "spec_version": EVIL,
        "assistant": EVIL,
        "model": EVIL,
        "timestamp": EVIL,
        EVIL: EVIL,
        "trigger": {"type": "TaskReceived", "description": EVIL},
        "outcome": {"type": EVIL, "summary": EVIL},
        "actions": [
            {"id": 1, "category": "activity", "type": "RunTests", "label": EVIL, "rationale": EVIL, "outputs": [EVIL]},
            {"id": 2, "category": EVIL, "label": EVIL},
        ],
        "artifacts": [
            {
                "artifact_id": EVIL,
                "artifact_type": "CommandResult",
                "payload": {"command": EVIL, "exit_code": 1, "output": EVIL},
            },
            {
                "artifact_id": "r",
                "artifact_type": "Residual",
                "name": EVIL,
                "payload": {"kind": "assumption", "statement": EVIL},
            },
        ],
        "files_modified": [EVIL],
    }
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(trace))
    return str(path)


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize(
    "arguments",
    [
        ["validate"],
        ["review"],
        ["review", "--all"],
        ["show"],
        ["show", "--action", "1"],
        ["show", "--action", "2"],
        ["show", "--artifact", "r"],
    ],
)
def test_no_control_character_gets_through(arguments: list[str], terminal: bool, hostile: str) -> None:
    verb, *options = arguments
    ended = tollens(verb, hostile, *options, terminal=terminal)
    assert ended.status in (0, 1)
    shown = ended.out + ended.err
    for tone in ("31", "32", "33", "1", "2", "0"):
        shown = shown.replace(f"\x1b[{tone}m", "")
    shown = shown.replace("\r\x1b[K", "")  # the progress line of a terminal
    if verb != "validate":
        assert "\\x1b[2J" in shown
    assert not [c for c in shown if c != "\n" and not c.isprintable()]


@pytest.mark.parametrize("arguments", [["validate"], ["review"], ["show"]])
def test_json_is_utf_8_whatever_the_text(arguments: list[str], hostile: str) -> None:
    ended = tollens(*arguments, hostile, "--json")
    assert isinstance(json.loads(ended.out), dict)


def test_colour_for_a_terminal_only_and_not_against_its_wish(repository: Path) -> None:
    example = str(repository / "examples/payments.json")
    assert "\x1b[31m" in tollens("review", example, terminal=True).out
    assert "\x1b[31m" in tollens("review", example, terminal=True, NO_COLOR="").out
    plain = tollens("review", example).out
    assert "\x1b" not in plain
    assert tollens("review", example, terminal=True, NO_COLOR="1").out.replace("\r\x1b[K", "") == plain
    assert tollens("review", example, terminal=True, TERM="dumb").out == plain


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_an_encoding_without_the_characters_gets_escapes(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text(json.dumps({"trace_id": "一…é", "actions": [], "artifacts": []}))
    ended = tollens("show", str(path), encoding=encoding)
    assert ended.status == 0
    assert "\\u4e00..." in ended.out


@pytest.mark.parametrize(
    ("columns", "width"),
    [("", 100), ("80", 80), ("20", 60), ("500", 140), ("abc", 100), ("0", 100), ("9" * 40, 100)],
)
def test_the_width(columns: str, width: int) -> None:
    assert Output(Stream(), Stream(), {"COLUMNS": columns}).width == width


@pytest.mark.parametrize("columns", ["60", "80", "100", "140"])
def test_a_review_stays_within_the_width_and_on_one_screen(columns: str, repository: Path) -> None:
    out = tollens("review", str(repository / "examples/payments.json"), COLUMNS=columns).out
    assert max(map(len, out.splitlines())) <= int(columns)
    assert out.count("\n") <= 40


def test_progress_is_for_terminals(repository: Path) -> None:
    example = str(repository / "examples/payments.json")
    assert tollens("validate", example).err == ""
    err = tollens("validate", example, terminal=True).err
    assert "validating" in err
    assert err.endswith("\r\x1b[K")


def test_closed_streams_are_no_traceback() -> None:
    from tollens.apps.cli.main import main

    err = Stream()
    assert main(["--help"], Output(None, err, {})) == 2
    assert "standard output is closed" in err.text()
    assert main(["nope"], Output(None, None, {})) == 2
