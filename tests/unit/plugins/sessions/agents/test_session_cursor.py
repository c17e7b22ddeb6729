"""Transcripts of Cursor's agent: what was asked is known, and what came of it only where a result is recorded."""

import time
from typing import Any

import orjson
import pytest

from tollens.core.errors import UnreadableError
from tollens.core.model import ResidualArtifact
from tollens.plugins.sessions import Capture, Part, capture
from tollens.plugins.sessions.agents.cursor import PLUGIN
from tollens.testing.sessions import check_session_format

NAME = "0f3a2b1c-1111-4222-8333-444455556666.jsonl"


def row(role: str, *blocks: dict[str, Any] | str) -> dict[str, Any]:
    content = [block if isinstance(block, dict) else {"type": "text", "text": block} for block in blocks]
    return {"role": role, "message": {"content": content}}


def use(tool: str, **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "name": tool, "input": given}


def captured(*rows: dict[str, Any]) -> Capture:
    return capture(b"\n".join(map(orjson.dumps, rows)), name=NAME)


REPLACED = use("StrReplace", path="/p/a.py", old_string="1", new_string="2")
TODOS = [{"content": "test", "status": "pending"}]
ROWS = (
    row("user", "<user_info>\nOS: linux\n</user_info>", "<user_query>\nfix it\n</user_query>"),
    row("assistant", "I will look.", use("Read", path="/p/a.py"), use("Grep", pattern="x")),
    row(
        "assistant",
        use("StrReplace", path="/p/a.py", old_string="1", new_string="2"),
        use("Write", path="b", contents=""),
    ),
    row("assistant", use("Shell", command="pytest -q"), use("Delete", path="c.py"), use("Odd")),
    row(
        "assistant",
        use("TodoWrite", todos=TODOS),
        use("WebFetch", url="https://x.y"),
    ),
    row("assistant", use("Glob", glob_pattern="*"), use("WebSearch", search_term="x"), use("Task", description="look")),
    row("assistant", use("MultiEdit", path="d", edits=[{"old_string": "1", "new_string": "2"}]), {"type": "odd"}),
    {"type": "odd"},
    row("assistant", "Done."),
)


def test_calls_without_results_are_not_known_to_be_done() -> None:
    found = captured(*ROWS)
    assert found.trace.files_modified == ()
    assert found.trace.trigger.description == "fix it"
    assert found.trace.trace_id == f"cursor-{NAME.removesuffix('.jsonl')}"
    assert (found.report.found.prompts, found.report.found.machine_texts, found.report.found.calls) == (1, 1, 13)
    assert "results of all calls: this agent does not record them" in found.report.completeness.missing
    gaps = [each.name for each in found.trace.artifacts if isinstance(each, ResidualArtifact)]
    assert sum("holds no results" in (name or "") for name in gaps) == 1
    assert not any("No result is recorded of" in (name or "") for name in gaps)
    assert [count.name for count in found.report.unknown_tools] == ["Odd"]
    assert [count.name for count in found.report.unknown_records] == ["odd"]


def test_results_are_used_where_there_are_any() -> None:
    answers = [
        {"type": "tool_result", "content": "ok"},
        {"type": "tool_result", "content": [{"text": "no"}], "is_error": True},
    ]
    calls = row(
        "assistant", use("StrReplace", path="/p/a.py", old_string="1", new_string="2"), use("Read", path="/p/b.py")
    )
    found = captured(row("user", "plain words"), calls, row("user", *answers), row("assistant", "done"))
    assert found.trace.files_modified == ("/p/a.py",)
    assert (found.report.found.calls_without_result, found.report.found.error_results) == (0, 1)


@pytest.mark.parametrize(
    ("status", "error", "end"),
    [("success", "", "completed"), ("error", "User aborted request", "interrupted"), ("error", "502", "aborted")],
)
def test_the_end_of_a_turn_is_marked(status: str, error: str, end: str) -> None:
    marker = {"type": "turn_ended", "status": status, "error": error}
    assert captured(row("user", "go"), row("assistant", "so"), marker).report.completeness.end == end
    assert captured(row("user", "go"), marker, row("assistant", "so")).report.completeness.end == "cut off"


def test_machine_text_is_no_prompt_and_nothing_is_no_session() -> None:
    with pytest.raises(UnreadableError, match="no prompt"):
        captured(row("user", "<system_reminder>x</system_reminder>", ""))
    with pytest.raises(UnreadableError, match="not recognized"):
        captured({"role": "user", "content": "x"})
    assert captured({"role": "user", "message": {"content": "words"}}).report.found.prompts == 1


@pytest.mark.no_cover
def test_the_suite_of_session_formats() -> None:
    check_session_format(PLUGIN, [b"\n".join(map(orjson.dumps, ROWS))])


def test_tags_without_an_end_and_calls_without_results_are_read_in_one_pass() -> None:
    began = time.process_time()
    rows = [{"role": "user", "message": {"content": "<user_query>" * 20_000}}]
    rows += [{"role": "user", "message": {"content": "<user_query>go</user_query>"}}]
    rows += [
        {"role": "assistant", "message": {"content": [{"type": "tool_use", "id": f"c{number}", "name": "Odd"}]}}
        for number in range(6_000)
    ]
    rows += [{"role": "user", "message": {"content": [{"type": "tool_result", "content": "ok"}]}} for _ in range(6_000)]
    found = capture(b"\n".join(map(orjson.dumps, rows)), name="x.jsonl").report.found
    assert (found.prompts, found.calls, found.calls_without_result) == (1, 6_000, 0)
    assert time.process_time() - began < 20


def test_a_result_of_a_call_without_a_name_is_of_the_first_that_waits() -> None:
    answer = {"type": "tool_result", "tool_use_id": "t1", "content": "a.txt"}
    found = captured(row("user", "go"), row("assistant", use("Shell", command="ls")), row("user", answer))
    assert (found.report.found.calls_without_result, found.report.found.results_without_call) == (0, 0)
    again = captured(
        row("user", "go"), row("assistant", {**use("Shell", command="ls"), "id": "t0"}), row("user", answer)
    )
    assert (again.report.found.calls_without_result, again.report.found.results_without_call) == (1, 1)


def test_what_was_taken_out_of_a_message_was_not_said() -> None:
    found = captured(row("user", "go"), row("assistant", "Half.\n\n[REDACTED]"), row("assistant", "[REDACTED]"))
    assert found.trace.outcome.summary == "Half."
    assert [each.name for each in found.report.records.skipped] == ["assistant: text that was taken out"]


@pytest.mark.parametrize(
    ("call", "kinds"),
    [
        (use("ApplyPatch", patch="*** Begin Patch\n*** Delete File: a\n*** End Patch"), ["DeleteFile"]),
        (use("ApplyPatch", patch="nothing of the kind"), ["RunCommand"]),
        ({**use("ApplyPatch"), "input": "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"}, ["CreateFile"]),
        (use("SwitchMode", target_mode_id="plan"), ["FormulatePlan"]),
        (use("SwitchMode", target_mode_id="agent"), ["RunCommand"]),
        (use("EditNotebook", target_notebook="a.ipynb", old_string="1", new_string="2"), ["EditFile"]),
        (use("CallMcpTool", server="s", toolName="t", arguments={}), ["RunCommand"]),
        (use("Agent", prompt="look"), ["DecomposeTask"]),
    ],
)
def test_what_tools_do(call: dict[str, Any], kinds: list[str]) -> None:
    found = captured(row("user", "go"), row("assistant", call))
    assert [each.type.value for each in found.trace.actions] == kinds
    assert found.report.unknown_tools == ()


def test_a_question_has_its_options() -> None:
    options = [{"id": "a", "label": "A"}, {"id": "b", "label": "B"}]
    asked = use("AskQuestion", questions=[{"prompt": "Which?", "options": options}])
    (action,) = captured(row("user", "go"), row("assistant", asked)).trace.actions
    assert [each.label for each in action.options] == ["A", "B"]
    assert not any(each.chosen for each in action.options)


def test_a_plan_that_is_stated_in_part_is_told_as_a_whole() -> None:
    first = use("TodoWrite", merge=False, todos=[{"id": "1", "content": "one", "status": "pending"}])
    more = use("TodoWrite", merge=True, todos=[{"id": "2", "content": "two"}, {"id": "1", "status": "completed"}])
    anew = use("TodoWrite", todos=[{"content": "three"}])
    found = captured(row("user", "go"), row("assistant", first, more, anew))
    assert [each.label for each in found.trace.actions] == ["Plan 1 step", "Plan 2 steps", "Plan 1 step"]


class TestSubAgents:
    def test_its_calls_stand_under_the_one_that_asked_for_the_same(self) -> None:
        task = use("Task", description="look", prompt="Look there.")
        rows = (row("user", "go"), row("assistant", task, use("Read", path="a")))
        child = (
            row("user", "<user_query>\nLook there.\n</user_query>"),
            row("assistant", "I look.", use("Grep", pattern="x")),
        )
        beside = [Part("c.jsonl", b"\n".join(map(orjson.dumps, child)) + b"\n{torn"), Part("n.jsonl", b"{}")]
        found = capture(b"\n".join(map(orjson.dumps, rows)), name=NAME, beside=beside)
        assert [each.type.value for each in found.trace.actions] == ["DecomposeTask", "SearchCode", "ReadFile"]
        assert found.trace.actions[1].rationale == "I look."
        assert (found.report.found.calls, found.report.found.subagent_calls) == (2, 1)
        assert [(each.file, each.line) for each in found.report.records.damaged] == [("c.jsonl", 3)]

    def test_one_that_nobody_asked_for_is_kept(self) -> None:
        child = (row("user", "other"), row("assistant", use("Grep", pattern="x")))
        lines = b"\n".join(map(orjson.dumps, child))
        asked = row("assistant", use("Task", prompt="Look."))
        found = capture(
            b"\n".join(map(orjson.dumps, (row("user", "go"), asked))),
            name=NAME,
            beside=[Part("c.jsonl", lines), Part("d.jsonl", lines)],
        )
        assert [each.type.value for each in found.trace.actions] == ["DecomposeTask", "SearchCode", "SearchCode"]
        assert found.report.found.subagent_calls == 2
