"""Spans: sessions told apart, work in its own order, each call once, and two conventions that come to the same."""

import json
from typing import Any

import orjson
import pytest

from tollens.core.errors import UnreadableError
from tollens.plugins.sessions import Capture, captures
from tollens.plugins.sessions.agents.otlp import PLUGIN
from tollens.testing.sessions import check_session_format

TRACE = "5b8efff798038103d269b633813fc60c"
START = 1_781_296_600_000_000_000


def value(held: Any) -> dict[str, Any]:
    if isinstance(held, bool):
        return {"boolValue": held}
    if isinstance(held, int):
        return {"intValue": str(held)}
    if isinstance(held, list) and not any(isinstance(each, dict) for each in held):
        return {"arrayValue": {"values": [value(each) for each in held]}}
    return {"stringValue": held if isinstance(held, str) else json.dumps(held)}


def span(
    number: int, name: str, parent: int = 0, error: str = "", at: int | None = None, **stated: Any
) -> dict[str, Any]:
    began = START + (number if at is None else at) * 1_000_000_000
    made = {
        "traceId": TRACE,
        "spanId": f"{number:016x}",
        "parentSpanId": f"{parent:016x}" if parent else "",
        "name": name,
        "startTimeUnixNano": str(began),
        "endTimeUnixNano": str(began + 2_000_000),
        "attributes": [{"key": key.replace("__", "."), "value": value(held)} for key, held in stated.items()],
    }
    return made | ({"status": {"code": 2, "message": error}} if error else {})


def agent(number: int, parent: int = 0, **stated: Any) -> dict[str, Any]:
    return span(number, "invoke_agent", parent, gen_ai__operation__name="invoke_agent", **stated)


def chat(number: int, parent: int, said: str = "", calls: Any = (), given: Any = (), **stated: Any) -> dict[str, Any]:
    parts: list[dict[str, Any]] = [{"type": "text", "content": said}] if said else []
    parts += [{"type": "tool_call", "id": name, "name": tool, "arguments": held} for name, tool, held in calls]
    output = [{"role": "assistant", "parts": parts}]
    more = {"gen_ai__output__messages": output, "gen_ai__input__messages": list(given), "gen_ai__request__model": "m"}
    return span(number, "chat m", parent, gen_ai__operation__name="chat", **(more | stated))


def tool(
    number: int, parent: int, name: str, given: Any, output: Any = "ok", call: str = "", **more: Any
) -> dict[str, Any]:
    stated = {"gen_ai__tool__name": name, "gen_ai__tool__call__arguments": given, "gen_ai__tool__call__id": call}
    stated |= {} if output is None else {"gen_ai__tool__call__result": output}
    return span(number, f"execute_tool {name}", parent, gen_ai__operation__name="execute_tool", **stated, **more)


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "parts": [{"type": "text", "content": text}]}


def export(*spans: dict[str, Any], **about: Any) -> dict[str, Any]:
    resource = {"attributes": [{"key": key.replace("__", "."), "value": value(held)} for key, held in about.items()]}
    return {"resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": {}, "spans": list(spans)}]}]}


def captured(*exports: dict[str, Any]) -> tuple[Capture, ...]:
    return captures(b"\n".join(map(orjson.dumps, exports)), name="spans.jsonl")


RESPONSE = {"type": "tool_call_response", "id": "c9", "response": "r"}
WORK = (
    tool(4, 1, "read_file", {"path": "a.py"}, "x = 1", "c1"),
    agent(1, gen_ai__input__messages=[user("<info/>"), user("fix it")], gen_ai__agent__name="Fixer", session__id="s1"),
    chat(3, 1, "I will read.", [("c1", "read_file", {"path": "a.py"}), ("c9", "odd", "{}")]),
    tool(5, 1, "replace_string_in_file", {"filePath": "a.py", "oldString": "1", "newString": "2"}),
    tool(6, 1, "run_in_terminal", {"command": "pytest -q"}, {"output": "1 failed", "exit_code": 1}),
    tool(7, 1, "apply_patch", {"patch": "*** Update File: b.py\n@@\n-1\n+2\n"}),
    chat(
        8, 1, "Done.", given=[{"role": "tool", "parts": [{"type": "tool_call_response", "id": "c9", "response": "r"}]}]
    ),
    span(9, "GET /", 1),
    span(10, "execute_hook", 1, gen_ai__operation__name="execute_hook"),
    tool(11, 1, "fetch", {"url": "https://x.y"}, None, error="404"),
)
NAMES = {"service__name": "svc", "service__version": "1.2", "copilot_chat__repo__head_commit_hash": "abc"}


def test_the_work_is_in_its_own_order_and_each_call_is_there_once() -> None:
    (found,) = captured(export(*WORK, **NAMES))
    trace, counts = found.trace, found.report.found
    assert [action.type.value for action in trace.actions] == [
        *("RunCommand", "ReadFile", "EditFile", "RunTests", "EditFile", "ReadDocumentation"),
    ]
    assert (counts.prompts, counts.calls, counts.calls_without_result, counts.error_results) == (1, 6, 0, 1)
    assert trace.files_modified == ("a.py", "b.py")
    assert (trace.trace_id, trace.assistant, trace.model, trace.commit_sha) == ("otlp-s1", "Fixer", "m", "abc")
    assert trace.trigger.description == "fix it"
    assert found.report.versions == ("1.2",)
    assert found.report.completeness.end == "completed"
    assert {each.name: each.count for each in found.report.records.skipped} == {"span": 1, "span execute_hook": 1}
    assert trace.actions[1].execution.duration_ms == 2
    tests = next(action for action in trace.actions if action.type.value == "RunTests")
    assert [piece.exit_code for piece in tests.evidence] == [1]


def test_a_line_for_each_export_comes_to_the_same() -> None:
    (whole,), (lines,) = captured(export(*WORK, **NAMES)), captured(*(export(each, **NAMES) for each in WORK))
    assert [action.label for action in whole.trace.actions] == [action.label for action in lines.trace.actions]


def test_sessions_are_told_apart_and_titles_are_none() -> None:
    other = [each | {"traceId": "0" * 31 + "1"} for each in (agent(31, session__id="s2"), tool(32, 31, "ls", {}))]
    title = chat(41, 0, "A title", gen_ai__conversation__id="c") | {"traceId": "0" * 31 + "2"}
    found = captured(export(*WORK, *other, title), {"odd": 1})
    assert [each.report.session_id for each in found] == ["s1", "s2"]
    skipped = {each.name for each in found[0].report.records.skipped}
    assert {"span chat: no agent's work", "unknown type record without spans"} <= skipped


def test_talk_alone_is_a_session() -> None:
    given = [user("<x>machine</x>"), user("what is it?"), {"role": "assistant", "parts": []}]
    found = captured(export(chat(1, 0, "It is.", given=given), chat(2, 0, "", given=given, error="502")))
    assert [(each.report.found.prompts, each.report.completeness.end) for each in found] == [(1, "aborted")]


def test_sub_agents_are_under_the_calls_that_started_them() -> None:
    spans = [
        agent(1, gen_ai__input__messages=[user("go")]),
        tool(2, 1, "runSubagent", {"description": "look", "prompt": "look"}),
        agent(3, 2),
        tool(4, 3, "read_file", {"path": "a.py"}),
        chat(5, 3, "inner", [("c5", "read_file", {"path": "b.py"})]),
        agent(6, 1, gen_ai__agent__name="helper"),
        tool(7, 6, "read_file", {"path": "c.py"}),
        agent(8, 6, gen_ai__agent__name="deeper"),
        tool(9, 8, "read_file", {"path": "d.py"}),
    ]
    (found,) = captured(export(*spans))
    assert (found.report.found.calls, found.report.found.subagent_calls) == (2, 5)
    assert len(found.trace.meta_actions) >= 3


def test_orphans_circles_repeats_and_ids_in_base64() -> None:
    made = tool(1, 0, "ls", {}, at=5)
    circle = [tool(2, 3, "ls", {}), tool(3, 2, "ls", {})]
    (found,) = captured(export(made, made, *circle, tool(4, 99, "ls", {})))
    assert found.report.found.repeats == 1
    assert found.report.notes == (
        "1 spans are within one that is not in the file",
        "some spans are within one another in a circle",
    )
    stated = [
        {"key": "gen_ai.operation.name", "value": {"string_value": "execute_tool"}},
        {"key": "gen_ai.tool.call.arguments", "value": {"string_value": '{"command": "ls"}'}},
    ]
    ids = {"trace_id": "Z6z8LqVvEI+kU1/Ci6mXBQ==", "span_id": "gMEgDJS+EXg="}
    snaked = {**ids, "name": "execute_tool bash", "start_time_unix_nano": START, "attributes": stated}
    snake = {"resource_spans": [{"scope_spans": [{"spans": [snaked]}]}]}
    (found,) = captured(snake)
    assert found.trace.trace_id == "otlp-67acfc2ea56f108fa4535fc28ba99705"
    assert found.trace.timestamp == "2026-06-12T20:36:40.000Z"


def test_an_agent_without_an_end_did_not_complete() -> None:
    begun = agent(1, gen_ai__input__messages=[user("go")])
    open_ = {name: held for name, held in begun.items() if name != "endTimeUnixNano"}
    assert captured(export(open_))[0].report.completeness.end == "cut off"
    assert captured(export(begun))[0].report.completeness.end == "completed"
    failed = agent(1, gen_ai__input__messages=[user("go")], error="no quota")
    assert captured(export(failed))[0].report.completeness.end == "aborted"


OPENINFERENCE = (
    span(1, "Agent", openinference__span__kind="AGENT", input__value='{"input": "fix it"}', output__value="Done."),
    span(
        2,
        "llm",
        1,
        openinference__span__kind="LLM",
        llm__model_name="m",
        llm__input_messages__0__message__role="user",
        llm__input_messages__0__message__content="fix it",
        llm__input_messages__1__message__role="tool",
        llm__input_messages__1__message__tool_call_id="c0",
        llm__input_messages__1__message__content="r",
        llm__output_messages__0__message__role="assistant",
        llm__output_messages__0__message__content="I read.",
        llm__output_messages__0__message__tool_calls__0__tool_call__id="c1",
        llm__output_messages__0__message__tool_calls__0__tool_call__function__name="read_file",
        llm__output_messages__0__message__tool_calls__0__tool_call__function__arguments='{"path": "a.py"}',
    ),
    span(
        3,
        "shell",
        1,
        openinference__span__kind="TOOL",
        tool__name="shell",
        input__value='{"command": "make"}',
        output__value="ok",
    ),
    span(4, "chain", 1, openinference__span__kind="CHAIN"),
)


def test_openinference_comes_to_the_same() -> None:
    (found,) = captured(export(*OPENINFERENCE))
    assert [action.type.value for action in found.trace.actions] == ["ReadFile", "RunCommand"]
    assert (found.report.found.prompts, found.report.found.calls_without_result) == (1, 1)
    assert [each.name for each in found.report.records.skipped] == ["span CHAIN"]


def test_spans_of_no_convention_are_steps_by_their_names() -> None:
    (found,) = captured(export(span(1, "GET /"), span(2, "db", 1), span(3, "", 9)))
    assert [action.label for action in found.trace.actions] == ["Use GET /", "Use db", "Use (unnamed tool)"]
    assert found.report.notes[0].startswith("none of 3 spans follows a convention")
    assert any("no span states it" in each for each in found.report.completeness.missing)


def test_a_span_may_be_a_record_of_its_own() -> None:
    spans = [tool(1, 0, "bash", {"command": "ls"}), tool(2, 1, "bash", {"command": "pwd"})]
    (found,) = captures(b"\n".join(map(orjson.dumps, spans)), name="f")
    assert [action.label for action in found.trace.actions] == ["Run ls", "Run pwd"]
    assert found.report.records.total == 2


def test_a_span_under_a_known_id_that_is_another_one_is_kept() -> None:
    (found,) = captured(export(tool(1, 0, "bash", {"command": "ls"}), tool(1, 0, "bash", {"command": "pwd"})))
    assert [action.label for action in found.trace.actions] == ["Run ls", "Run pwd"]
    (found,) = captured(export(agent(1, 2), agent(2, 1), tool(3, 2, "bash", {"command": "ls"})))
    assert "some spans are within one another in a circle" in found.report.notes


def test_other_ways_to_write_ids_times_and_attributes() -> None:
    made = tool(1, 0, "bash", {"command": "ls"})
    made["attributes"] = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "bash"}
    made["attributes"] |= {"gen_ai.tool.call.arguments": {"command": "ls"}}
    made |= {"parentSpanId": "0" * 16, "startTimeUnixNano": 1.7812966e18, "endTimeUnixNano": "1.7812966e18"}
    (found,) = captured(export(made))
    assert [action.label for action in found.trace.actions] == ["Run ls"]
    assert (found.report.notes, found.trace.timestamp) == ((), "2026-06-12T20:36:40.000Z")
    (found,) = captured(export({**made, "parentSpanId": "AAAAAAAAAAA=", "startTimeUnixNano": True}))
    assert (found.report.notes, found.trace.timestamp) == ((), "unknown")


def test_what_states_nothing_is_refused() -> None:
    with pytest.raises(UnreadableError, match="none of its 1 spans"):
        captured(export(span(1, "chat", gen_ai__operation__name="chat")))
    with pytest.raises(UnreadableError, match="none of its 0 spans"):
        captured({"resourceSpans": []})


@pytest.mark.no_cover
def test_the_suite_of_session_formats() -> None:
    check_session_format(PLUGIN, [orjson.dumps(export(*WORK, **NAMES)), orjson.dumps(export(*OPENINFERENCE))])


def wrote(number: int, path: str, **more: Any) -> dict[str, Any]:
    """A span of a tool that writes a file."""
    given = {"gen_ai__operation__name": "execute_tool", "gen_ai__tool__name": "write_file", **more}
    return span(
        number, "execute_tool", 1, gen_ai__tool__call__arguments=f'{{"path": "{path}", "content": "x"}}', **given
    )


def test_a_change_counts_only_where_its_span_shows_that_it_was_made() -> None:
    open_ = {name: held for name, held in wrote(2, "open.py").items() if name != "endTimeUnixNano"}
    told = wrote(3, "told.py", gen_ai__tool__call__result="Error: permission denied")
    held = wrote(4, "held.py", gen_ai__tool__call__result='{"success": false}')
    typed = wrote(5, "typed.py", error__type="ToolError")
    done = wrote(6, "done.py", gen_ai__tool__call__result="Error-free")
    work = (agent(1, gen_ai__input__messages=[user("go")]), open_, told, held, typed, done)
    (found,) = captured(export(*work))
    assert found.trace.files_modified == ("done.py",)
    assert (found.report.found.calls_without_result, found.report.found.error_results) == (1, 3)


def test_arguments_may_be_an_object_of_typed_values() -> None:
    made = span(2, "t", 1, gen_ai__operation__name="execute_tool", gen_ai__tool__name="bash")
    pairs = {"kvlistValue": {"values": [{"key": "command", "value": {"stringValue": "make"}}]}}
    made["attributes"].append({"key": "gen_ai.tool.call.arguments", "value": pairs})
    (found,) = captured(export(agent(1, gen_ai__input__messages=[user("go")]), made))
    assert [action.label for action in found.trace.actions] == ["Run make"]


def test_spans_are_told_apart_by_trace_and_id() -> None:
    work = [agent(1, gen_ai__input__messages=[user("go")]), wrote(2, "a.py"), wrote(2, "b.py")]
    work[2]["traceId"] = "ef" * 16
    for each in work:
        each["attributes"].append({"key": "gen_ai.conversation.id", "value": {"stringValue": "one"}})
    (found,) = captured(export(*work))
    assert found.trace.files_modified == ("a.py", "b.py")
    assert found.report.found.repeats == 0


def test_spans_without_ids_share_no_parent() -> None:
    inner = agent(2, parent=1, gen_ai__agent__name="sub")
    bare = [wrote(3, "a.py"), wrote(4, "b.py")]
    for each, parent in zip(bare, (1, 2), strict=True):
        each["spanId"], each["parentSpanId"] = "", f"{parent:016x}"
    (found,) = captured(export(agent(1, gen_ai__input__messages=[user("go")]), inner, *bare))
    assert (found.report.found.calls, found.report.found.subagent_calls) == (2, 1)


def test_a_sub_agent_without_spans_is_told() -> None:
    made = span(2, "t", 1, gen_ai__operation__name="execute_tool", gen_ai__tool__name="task")
    (found,) = captured(export(agent(1, gen_ai__input__messages=[user("go")]), made))
    assert any("What the sub-agent did is not in this file" in (each.name or "") for each in found.trace.artifacts)


def test_contents_ids_and_parameters_of_openinference() -> None:
    made = span(
        2,
        "llm",
        1,
        openinference__span__kind="LLM",
        llm__output_messages__0__message__role="assistant",
        llm__output_messages__0__message__contents__0__message_content__text="I make.",
        llm__output_messages__0__message__tool_calls__0__tool_call__id="c1",
        llm__output_messages__0__message__tool_calls__0__tool_call__function__name="shell",
        llm__output_messages__0__message__tool_calls__0__tool_call__function__arguments='{"command": "make"}',
    )
    run = {"tool__name": "shell", "tool__id": "c1", "tool__parameters": '{"command": "make"}'}
    ran = span(3, "shell", 1, openinference__span__kind="TOOL", output__value="ok", **run)
    (found,) = captured(export(OPENINFERENCE[0], made, ran))
    assert [action.label for action in found.trace.actions] == ["Run make"]
    assert (found.report.found.calls, found.report.found.calls_without_result) == (1, 0)
    assert "I make." in str(found.trace)


def test_the_event_of_an_error_says_what_it_was() -> None:
    thrown = {"name": "exception", "attributes": [{"key": "exception.message", "value": {"stringValue": "no quota"}}]}
    failed = agent(1, gen_ai__input__messages=[user("go")]) | {"status": {"code": 2}, "events": [thrown]}
    (found,) = captured(export(failed))
    assert found.report.completeness.reason == "the agent's span states an error: no quota"


def test_what_an_agent_answered_is_told_where_its_models_say_nothing() -> None:
    answer = [{"role": "assistant", "parts": [{"type": "text", "content": "Done."}]}]
    asked: dict[str, Any] = {"gen_ai__input__messages": [user("go")], "gen_ai__output__messages": answer}
    silent, told = chat(2, 1), chat(2, 1, "Done.")
    made = [str(captured(export(agent(1, **asked), each))[0].trace) for each in (silent, told)]
    assert [each.count("Done.") for each in made] == [1, 1]


def test_the_same_words_are_a_prompt_in_each_turn_and_not_in_each_request() -> None:
    given: dict[str, Any] = {"gen_ai__input__messages": [user("go on")], "gen_ai__conversation__id": "c"}
    turn = [agent(1, **given), chat(2, 1, "a", given=[user("go on")]), chat(3, 1, "b", given=[user("go on")])]
    later = [each | {"traceId": "ef" * 16} for each in (agent(11, **given), chat(12, 11, "c", given=[user("go on")]))]
    (found,) = captured(export(*turn, *later))
    assert found.report.found.prompts == 2


def test_operations_that_are_not_known_are_counted_by_name() -> None:
    odd = span(2, "x", 1, gen_ai__operation__name="dream")
    embedding = span(3, "x", 1, gen_ai__operation__name="embeddings")
    (found,) = captured(export(agent(1, gen_ai__input__messages=[user("go")]), odd, embedding))
    assert {each.name for each in found.report.records.skipped} == {"unknown type span dream", "span embeddings"}


FLAT = span(
    1,
    "openai.chat",
    gen_ai__operation__name="chat",
    gen_ai__prompt__0__role="user",
    gen_ai__prompt__0__content="fix it",
    gen_ai__completion__0__role="assistant",
    gen_ai__completion__0__content="I read.",
    gen_ai__completion__0__tool_calls__0__id="c1",
    gen_ai__completion__0__tool_calls__0__name="read_file",
    gen_ai__completion__0__tool_calls__0__arguments='{"path": "a.py"}',
)
CALL = {"id": "c1", "function": {"name": "read_file", "arguments": '{"path": "a.py"}'}}


def told(name: str, **stated: Any) -> dict[str, Any]:
    """An event of a span."""
    return {"name": name, "attributes": [{"key": key, "value": value(held)} for key, held in stated.items()]}


RAW = span(
    1,
    "llm",
    openinference__span__kind="LLM",
    input__value='{"messages": [{"role": "user", "content": "fix it"}]}',
    output__value=json.dumps(
        {"choices": [{"message": {"role": "assistant", "content": "I read.", "tool_calls": [CALL]}}]}
    ),
)
EVENTS = span(1, "chat m", gen_ai__operation__name="chat") | {
    "events": [
        told("gen_ai.user.message", content="fix it"),
        told("gen_ai.choice", message={"role": "assistant", "content": "I read.", "tool_calls": [CALL]}),
    ]
}
DETAILS = span(1, "chat m", gen_ai__operation__name="chat")
DETAILS["events"] = [
    {
        "name": "gen_ai.client.inference.operation.details",
        "attributes": [
            each
            for each in chat(1, 0, "I read.", [("c1", "read_file", {"path": "a.py"})], [user("fix it")])["attributes"]
            if "messages" in each["key"]
        ],
    }
]


@pytest.mark.parametrize("made", [FLAT, RAW, EVENTS, DETAILS], ids=["attributes", "values", "events", "details"])
def test_older_and_newer_places_of_messages_come_to_the_same(made: dict[str, Any]) -> None:
    (found,) = captured(export(made))
    counts = found.report.found
    assert (counts.prompts, counts.calls, counts.calls_without_result) == (1, 1, 1)
    assert "I read." in str(found.trace)
    assert [action.type.value for action in found.trace.actions] == ["ReadFile"]


def test_spans_that_follow_two_conventions_are_read_by_both() -> None:
    both = {"openinference__span__kind": "AGENT", "gen_ai__operation__name": "invoke_agent"}
    ran = {"openinference__span__kind": "TOOL", "gen_ai__operation__name": "execute_tool", "gen_ai__tool__name": "bash"}
    work = (
        span(1, "a", gen_ai__agent__name="Fixer", input__value="fix it", **both),
        span(2, "chat m", 1, gen_ai__request__model="m", gen_ai__usage__input_tokens=3),
        span(3, "t", 1, input__value='{"command": "make"}', output__value="ok", **ran),
    )
    (found,) = captured(export(*work))
    assert (found.trace.assistant, found.trace.model, found.trace.trigger.description) == ("Fixer", "m", "fix it")
    assert [action.label for action in found.trace.actions] == ["Run make"]
    assert [each.name for each in found.report.records.skipped] == ["span chat"]
