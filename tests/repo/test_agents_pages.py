"""The page of each agent says what the capture does, and every agent has one that can be found."""

from pathlib import Path
from typing import Any

import pytest

from tollens.core.graph.elements import known
from tollens.plugins.sessions import FORMATS, capture
from tollens.plugins.sessions.agents.claude_code.tools import TOOLS
from tollens.testing.transcripts import Transcript
from tools import agents_pages
from tools.agents_pages import DEEDS, agent_page, becomes, tools_of, tools_table

FILE = "/home/dev/shop/cart.py"
GIVEN: dict[str, dict[str, Any]] = {
    "a file is read": {"file_path": FILE, "notebook_path": FILE},
    "a file is written": {"file_path": FILE, "content": "2"},
    "a file is changed": {"file_path": FILE, "old_string": "1", "new_string": "2"},
    "a shell line is run": {"command": "ls"},
    "a line of PowerShell is run": {"command": "ls"},
    "a running command is looked at or stopped": {"bash_id": "b1"},
    "code is searched": {"pattern": "x"},
    "folders are searched": {"pattern": "*.py"},
    "the web is searched": {"query": "x"},
    "a page is fetched": {"url": "https://example.org"},
    "the plan is stated": {"todos": [{"content": "a step", "status": "pending"}]},
    "planning is begun": {},
    "approval of a plan is asked for": {"plan": "the plan"},
    "the person is asked": {"questions": [{"question": "Which?", "options": [{"label": "this"}, {"label": "that"}]}]},
    "a part of the work is delegated": {"description": "a part", "prompt": "Do it."},
    "it is kept as it is": {},
}


@pytest.mark.parametrize(("tools", "deed"), TOOLS.items())
def test_a_call_becomes_what_the_page_says(tools: str, deed: str) -> None:
    for tool in tools.split(", "):
        transcript = Transcript().prompt("Do it.")
        transcript.result(transcript.call(tool, **GIVEN[deed]), "ok")
        trace = capture(transcript.say("Done.").data(), name="session.jsonl").trace
        actions = [action.type.value for _, action in known(trace.actions)]
        assert ", then ".join(actions) == becomes(DEEDS[deed])[0]


@pytest.mark.parametrize("name", FORMATS.names())
def test_every_agent_has_a_page_in_the_navigation(repository: Path, name: str) -> None:
    assert f"reference/sessions/{name}.md" in (repository / "mkdocs.yml").read_text("utf-8")
    page = agent_page(name)
    for part in ("## Where the files are", "Known versions: ", "## What becomes of a call"):
        assert part in page
    for tools in tools_of(name):
        assert all(f"`{tool.strip()}`" in page for tool in tools.split(","))


def test_what_is_said_of_a_tool_must_be_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents_pages, "tools_of", lambda _: {"dig": "a hole is dug"})
    with pytest.raises(RuntimeError, match="'a hole is dug', said of dig"):
        list(tools_table("pi"))


def test_a_format_must_say_where_its_files_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(FORMATS.get("pi")), "where", ())
    with pytest.raises(RuntimeError, match="does not state"):
        agent_page("pi")
