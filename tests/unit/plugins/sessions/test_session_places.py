"""Where agents keep their sessions: pure rules from a home, a project and an environment."""

import hashlib
import re

import pytest

from tollens.core.errors import MisuseError
from tollens.plugins.sessions import FORMATS, placed
from tollens.plugins.sessions.places import Around, Place, dashed, stated, under


def of(agent: str, *folders: str, **environment: str) -> tuple[Place, ...]:
    return placed(agent)[0].places(Around("/h", folders, environment))


def test_transcripts_of_claude_code_lie_in_a_folder_named_by_the_path() -> None:
    found = of("claude-code", "/w/a_b.c d", "/x")
    assert [(each.folder, each.pattern, each.states) for each in found] == [
        ("/h/.claude/projects", "-w-a-b-c-d/[!a]*.jsonl*", False),
        ("/h/.claude/projects", "-w-a-b-c-d/a[!g]*.jsonl*", False),
        ("/h/.claude/projects", "-x/[!a]*.jsonl*", False),
        ("/h/.claude/projects", "-x/a[!g]*.jsonl*", False),
        ("/h/.claude/projects", "*/*.jsonl*", True),
    ]
    place, *_ = of("claude-code", "C:\\Users\\me", CLAUDE_CONFIG_DIR="/c")
    assert (place.folder, place.pattern) == ("/c/projects", "C--Users-me/[!a]*.jsonl*")
    main, side = b'{"isSidechain":false}\n{"isSidechain":true}', b'{"a":{},"isSidechain": true}\n'
    assert (re.search(place.unless, main), bool(re.search(place.unless, side))) == (None, True)


def test_the_name_of_a_long_path_is_cut_and_so_proves_nothing() -> None:
    place = under("/f", "/" + "x" * 300, "*.jsonl")
    assert place == Place("/f", f"-{'x' * 199}-*/*.jsonl", states=True)
    assert under("/f", "/" + "x" * 199, "*").states is False


def test_rollouts_of_codex_are_of_any_project() -> None:
    assert [place.folder for place in of("codex", "/w")] == ["/h/.codex/sessions", "/h/.codex/archived_sessions"]
    assert all(place.states for place in of("codex", "/w"))
    assert of("codex", "/w", CODEX_HOME="/c")[0].folder == "/c/sessions"


def test_other_agents() -> None:
    assert of("pi", "/w") == (Place("/h/.pi/agent/sessions", "*/*.jsonl*"),)
    assert [place.pattern for place in of("copilot", "/w")] == ["*/events.jsonl", "*.jsonl"]
    base = "/h/.local/share/opencode"
    storage = Place(f"{base}/storage", "session/*/ses_*.json", above=3, unless=rb'"parentID" ?: ?"')
    assert of("opencode", "/w") == (Place(base, "opencode*.db"), storage)
    assert [place.folder for place in of("opencode", "/w", XDG_DATA_HOME="/d")] == [
        "/d/opencode",
        "/d/opencode/storage",
    ]
    assert of("opencode", "/w", OPENCODE_DB="other.db")[0] == Place(base, "other.db")
    assert of("opencode", "/w", OPENCODE_DB="/x/y/other.db")[0] == Place("/x/y", "other.db")
    assert of("cursor", "/w/a.b") == (
        Place("/h/.cursor/projects", "w-a-b/agent-transcripts/*.jsonl", states=False),
        Place("/h/.cursor/projects", "w-a-b/agent-transcripts/*/*.jsonl", states=False),
    )


def test_sessions_of_gemini_state_the_digest_of_the_path() -> None:
    (place,) = of("gemini", "/w")
    assert (place.folder, place.states, place.pattern) == ("/h/.gemini/tmp", False, "*/chats/session-*.json*")
    digest = hashlib.sha256(b"/w").hexdigest().encode()
    assert re.search(place.holds, b'{\n "sessionId": "s",\n "projectHash": "%s"' % digest)
    assert not re.search(place.holds, b'{"projectHash":"%s"' % digest[::-1])
    assert of("gemini", "/w", GEMINI_CLI_HOME="/g")[0].folder == "/g/.gemini/tmp"


@pytest.mark.parametrize(
    ("head", "folder"),
    [
        (b'{"args":{"directory":"docs"}}', ""),
        (b'{"type":"user","cwd":"/w/p","x":{"cwd":"/other"}}', "/w/p"),
        (rb'{"cwd" : "C:\\w\\p"}', "C:\\w\\p"),
        (rb'{"cwd":"/\u00e9"}', "/é"),
        (rb'{"cwd":"\q"}', ""),
        (b'{"cwd":null}', ""),
        (b'{"cwd":"' + b"x" * 5000 + b'"}', ""),
    ],
)
def test_the_folder_that_a_file_states(head: bytes, folder: str) -> None:
    assert stated(head) == folder


def test_formats_that_cannot_tell_are_refused_by_name() -> None:
    assert {"claude-code", "codex"} <= {each.name for each in placed()} <= set(FORMATS.names())
    with pytest.raises(MisuseError, match="no session format 'x'"):
        placed("x")


def test_a_dash_stands_for_whatever_is_no_letter_or_digit() -> None:
    assert dashed("/é/A1") == "---A1"
