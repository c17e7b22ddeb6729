"""Looks of Claude Code: questions to a language server and reads of notebooks are what they are."""

from typing import Any

import pytest

from tollens.core.model import ActivityActionType
from tollens.plugins.sessions import capture
from tollens.plugins.sessions.agents.claude_code.tools import Toolbox
from tollens.plugins.sessions.events import FileRead, Operation, OtherTool, Search
from tollens.testing.transcripts import Transcript

PLACE = {"filePath": "/home/dev/shop/a.py", "line": 3, "character": 7}


@pytest.mark.parametrize(
    ("tool", "given", "right"),
    [
        (
            "LSP",
            {"operation": "findReferences", **PLACE},
            Search("code", "findReferences /home/dev/shop/a.py:3:7", "/home/dev/shop/a.py"),
        ),
        ("LSP", {"operation": "workspaceSymbol", "query": "cap"}, Search("code", "workspaceSymbol cap")),
        ("LSP", {}, Search("code", "")),
        ("LSP", {"operation": "diagnostics"}, OtherTool("LSP", {"operation": "diagnostics"}, checks=True)),
        ("mcp__ide__getDiagnostics", {"uri": "a"}, OtherTool("ide/getDiagnostics", {"uri": "a"}, checks=True)),
        ("NotebookRead", {"notebook_path": "n.ipynb"}, FileRead("n.ipynb")),
        ("NotebookRead", {"notebook_path": "n.ipynb", "cell_id": "c"}, FileRead("n.ipynb", partial=True)),
        ("NotebookRead", {"cell_id": "c"}, OtherTool("NotebookRead", {"cell_id": "c"})),
    ],
)
def test_what_is_asked_for(tool: str, given: dict[str, Any], right: Operation) -> None:
    assert Toolbox().operation(tool, "t1", given, None, None) == right


def test_they_change_no_file_and_are_known() -> None:
    session = Transcript().prompt("go")
    session.result(session.call("LSP", operation="hover", **PLACE), "int")
    session.result(session.call("NotebookRead", notebook_path="/home/dev/shop/n.ipynb"), "cells")
    found = capture(session.say("done").data(), name="s.jsonl")
    kinds = [action.type for action in found.trace.actions]
    assert kinds == [ActivityActionType.SearchCode, ActivityActionType.ReadFile]
    assert found.report.unknown == ()


def test_a_question_what_is_wrong_is_a_check_with_no_known_outcome() -> None:
    session = Transcript().prompt("go")
    session.result(session.call("mcp__ide__getDiagnostics", uri="/home/dev/shop/a.py"), "[]")
    [action] = capture(session.say("done").data(), name="s.jsonl").trace.actions
    assert action.type is ActivityActionType.TypeCheck
    assert action.request.value.get("may_have_changed_files") is None
