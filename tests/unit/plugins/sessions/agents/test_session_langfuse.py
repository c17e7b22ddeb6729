"""Langfuse: its four shapes, and what the observations say of the work."""

from typing import Any

import orjson
import pytest

from tollens.core.errors import UnreadableError
from tollens.plugins.sessions import Capture, captures
from tollens.plugins.sessions.agents.langfuse import PLUGIN
from tollens.testing.sessions import check_session_format


def observation(number: int, kind: str, parent: int = 0, **members: Any) -> dict[str, Any]:
    made = {
        "id": f"o{number}",
        "traceId": "t1",
        "type": kind,
        "name": kind.lower(),
        "startTime": f"2026-01-01T00:00:{number:02}.000Z",
        "endTime": f"2026-01-01T00:00:{number + 1:02}.000Z",
        "parentObservationId": f"o{parent}" if parent else None,
    }
    return made | members


ASKED = [{"role": "system", "content": "be good"}, {"role": "user", "content": [{"type": "text", "text": "fix it"}]}]
CALL = {"id": "c1", "function": {"name": "read_file", "arguments": '{"path": "a.py"}'}}
ANSWERED = [*ASKED, {"role": "tool", "tool_call_id": "c1", "content": "x = 1"}]
FIRST = {"role": "assistant", "content": "I read.", "tool_calls": [CALL]}
REPLACED = {"file_path": "a.py", "old_string": "1", "new_string": "2"}
FAILED = {"output": "2 failed", "level": "ERROR", "statusMessage": "exit 1"}
WORK = [
    observation(1, "AGENT", name="Fixer", output="Done."),
    observation(2, "GENERATION", 1, model="m", input=ASKED, output=FIRST),
    observation(3, "GENERATION", 1, model="m", input={"messages": ANSWERED}, output='{"content": "Now I test."}'),
    observation(4, "TOOL", 1, name="Bash", input='{"command": "pytest -q"}', **FAILED),
    observation(5, "TOOL", 1, name="Edit", input=REPLACED, output={"ok": True}),
    observation(6, "SPAN", 1),
    observation(7, "GENERATION", 1, model="m", input="text", output="Done."),
]
RUN = {"command": "make"}
TRACE = {"id": "t1", "name": "n", "timestamp": "2026-01-01T00:00:00Z", "sessionId": "s1", "input": {"input": "fix it"}}


def captured(value: Any) -> tuple[Capture, ...]:
    return captures(orjson.dumps(value), name="export.json")


@pytest.mark.parametrize(
    "value",
    [
        {"trace": TRACE, "observations": WORK},
        TRACE | {"observations": WORK},
        [TRACE | {"observations": WORK}, {"id": "t2", "observations": []}],
        {"data": [each | {"sessionId": "s1"} for each in WORK], "meta": {"page": 1}},
    ],
)
def test_all_shapes_come_to_the_same(value: Any) -> None:
    (found,) = captured(value)
    trace, counts = found.trace, found.report.found
    assert [action.type.value for action in trace.actions] == ["ReadFile", "RunTests", "EditFile"]
    assert (counts.calls, counts.calls_without_result, counts.error_results) == (3, 0, 1)
    assert counts.prompts == 1
    assert trace.files_modified == ("a.py",)
    assert (trace.trace_id, trace.assistant, trace.model) == ("langfuse-s1", "Fixer", "m")
    assert [piece.exit_code for piece in trace.actions[1].evidence] == [1]
    assert found.report.completeness.end == "completed"


def test_observations_a_line_are_a_session_each_trace() -> None:
    rows = [*WORK, observation(8, "TOOL", traceId="t2", name="ls", input={}, output="a")]
    found = captures(b"\n".join(map(orjson.dumps, rows)), name="lines.jsonl")
    assert [each.report.session_id for each in found] == ["t1", "t2"]


def test_ids_alone_are_refused_with_the_way_to_the_rest() -> None:
    with pytest.raises(UnreadableError, match="names 2 observations and holds none") as refused:
        captured({"id": "t1", "observations": ["o1", "o2"]})
    assert "api/public/observations" in refused.value.advice
    (found,) = captured({"id": "t1", "observations": [*WORK, "o9"]})
    assert "observations of which only the id is there: 1" in found.report.completeness.missing


def test_observations_of_no_work_are_steps_by_their_names() -> None:
    (found,) = captured({"data": [observation(1, "SPAN", input="a"), observation(2, "event", 1)], "meta": {}})
    assert [action.label for action in found.trace.actions] == ["Use span", "Use event"]
    with pytest.raises(UnreadableError, match="none of its 0 observations"):
        captured({"data": [], "meta": {}})
    with pytest.raises(UnreadableError, match="none of its 1 observations"):
        captured({"data": [observation(1, "GENERATION")], "meta": {}})


def test_a_page_of_traces_is_its_traces_and_says_what_is_not_in_it() -> None:
    meta = {"page": 2, "limit": 1, "totalItems": 3, "totalPages": 3}
    (found,) = captured({"data": [TRACE | {"observations": WORK}], "meta": meta})
    assert found.report.found == captured([TRACE | {"observations": WORK}])[0].report.found
    assert "further pages of the answer of the API: 2 of 3" in found.report.completeness.missing
    (found,) = captured({"data": WORK, "meta": {"cursor": "next"}})
    assert "further pages of the answer of the API" in found.report.completeness.missing
    with pytest.raises(UnreadableError, match="names 1 observations"):
        captured({"data": [{"id": "t1", "observations": ["o1"]}], "meta": meta})


def test_a_page_that_is_torn_is_read_as_far_as_it_is_there() -> None:
    for inner in (WORK, [TRACE | {"observations": WORK}]):
        torn = orjson.dumps({"data": inner, "meta": {"page": 1}})[:-60]
        (found,) = captures(torn, name="page.json")
        assert found.report.found.calls == 3


def test_the_case_of_a_type_says_nothing() -> None:
    (found,) = captured([observation(1, "tool", name="bash", input={"command": ["bash", "-lc", "pytest"]})])
    assert [action.label for action in found.trace.actions] == ["Run pytest"]


def turn(number: int, kind: str) -> dict[str, Any]:
    """A turn as hooks of agents send it: a trace, with one message in each place, and calls by the names of tools."""
    asked, answered = {"role": "user", "content": "go on"}, {"role": "assistant", "content": "Done."}
    both = {"input": asked, "output": answered, "traceId": f"t{number}"}
    call = {"name": "Tool: Bash", "input": {"command": "make"}, "output": "ok", "traceId": f"t{number}"}
    made = [
        observation(number, "SPAN", name="Turn", **both),
        observation(number + 1, "GENERATION", number, name="Response", model="m", **both),
        observation(number + 2, kind, number, metadata={"tool_name": "Bash", "tool_id": f"c{number}"}, **call),
    ]
    return {"id": f"t{number}", "sessionId": "s1", "observations": made}


def test_turns_that_begin_with_the_same_words_are_two() -> None:
    (found,) = captured([turn(1, "TOOL"), turn(11, "SPAN")])
    assert [action.label for action in found.trace.actions] == ["Run make", "Run make"]
    assert (found.report.found.prompts, found.report.unknown_tools) == (2, ())


def test_a_message_that_a_tool_brings_back_says_how_it_went() -> None:
    asked = {"role": "assistant", "content": "I run.", "tool_calls": [{"id": "c1", "name": "bash", "args": RUN}]}
    brought = {"type": "tool", "content": "1 failed", "tool_call_id": "c1", "status": "error"}
    work = [
        observation(1, "AGENT", input={"messages": [{"type": "human", "content": "fix it"}]}),
        observation(2, "GENERATION", 1, output=asked),
        observation(3, "TOOL", 1, name="bash", input="{'command': 'make'}", output=brought),
    ]
    (found,) = captured(work)
    assert [action.label for action in found.trace.actions] == ["Run make"]
    assert (found.report.found.prompts, found.report.found.calls, found.report.found.error_results) == (1, 1, 1)


def test_what_a_trace_is_about_is_a_prompt_where_no_message_is() -> None:
    talk = observation(1, "GENERATION", output="Done.")
    for value in ({"id": "t1", "input": "fix it", "observations": [talk]}, [talk | {"input": "fix it"}]):
        (found,) = captured(value)
        assert found.trace.trigger.description == "fix it"
        assert found.report.found.prompts == 1


def test_a_type_that_is_not_known_is_counted() -> None:
    for rows in ([*WORK, observation(8, "DREAM")], {"id": "t1", "observations": [*WORK, observation(8, "DREAM")]}):
        (found,) = captured(rows)
        assert [(each.name, each.count) for each in found.report.unknown_records] == [("observation DREAM", 1)]


@pytest.mark.no_cover
def test_the_suite_of_session_formats() -> None:
    shapes = [
        {"trace": TRACE, "observations": WORK},
        {"data": WORK, "meta": {"page": 1}},
        [TRACE | {"observations": WORK}],
    ]
    check_session_format(PLUGIN, [orjson.dumps(shape) for shape in shapes])
