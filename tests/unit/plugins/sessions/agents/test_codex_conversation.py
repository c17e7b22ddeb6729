"""Rollouts of Codex: who said what, which turns were undone, how they ended, and what becomes of each record."""

from typing import Any

import orjson
import pytest

from tollens.core.errors import UnreadableError
from tollens.core.model import EventType, UserInstructionArtifact
from tollens.core.model.meta_actions import MetaActionStatus
from tollens.plugins.sessions import Capture, capture, captures, recognize
from tollens.plugins.sessions.agents.codex import PLUGIN
from tollens.plugins.sessions.events import Event, Prompt, Said, TurnEnd
from tollens.plugins.sessions.source.records import open_source
from tollens.testing.rollouts import Rollout
from tollens.testing.sessions import check_session_format


def captured(rollout: Rollout) -> Capture:
    return capture(rollout.data(), name="rollout.jsonl")


def events(rollout: Rollout) -> tuple[Event, ...]:
    return PLUGIN.read(open_source(rollout.data(), "rollout.jsonl"))[0].events


def prompts(found: Capture) -> list[str]:
    return [one.name or "" for one in found.trace.artifacts if isinstance(one, UserInstructionArtifact)]


def user(rollout: Rollout, *texts: str) -> Rollout:
    return rollout.item("message", role="user", content=[{"type": "input_text", "text": text} for text in texts])


def skipped(found: Capture) -> dict[str, int]:
    return {count.name: count.count for count in found.report.records.skipped}


def enveloped() -> Rollout:
    """Everything that the enveloped history has."""
    rollout = Rollout().event("task_started", turn_id="t1").prompt("fix it").say("I look first.")
    rollout.run("pytest -q", "1 failed, 2 passed", 1)
    rollout.patch("*** Update File: a.py", "@@", "-1", "+2", "*** Add File: b.py", "+x", "*** Delete File: c.py")
    rollout.event("patch_apply_end", call_id="call_2", success=True, changes={}, stdout="")
    rollout.output(rollout.call("update_plan", plan=[{"step": "test", "status": "in_progress"}]), "Plan updated")
    started = rollout.call("exec_command", cmd="npm run watch")
    rollout.output(started, "Wall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\nwatching")
    rollout.output(rollout.call("write_stdin", session_id=7, chars="\u0003"), "Process exited with code 130\nOutput:\n")
    rollout.item("web_search_call", status="completed", action={"type": "search", "query": "x"})
    rollout.event("token_count", info={}).item("reasoning", summary=[], encrypted_content="x")
    rollout.say("done").event("task_complete", last_agent_message="done")
    rollout.record("compacted", {"message": "so far", "replacement_history": [{"type": "message", "role": "user"}]})
    rollout.event("context_compacted").event("task_started", turn_id="t2").prompt("other way").run("rm b.py")
    rollout.event("turn_aborted", reason="interrupted").event("thread_rolled_back", num_turns=1)
    rollout.event("task_started", turn_id="t3").prompt("so").call("mcp__docs__search", query="x")
    return rollout


def bare() -> Rollout:
    rollout = Rollout(bare=True)
    rollout.records.append({"record_type": "state"})
    user(rollout, "<environment_context>\nCurrent working directory: /home/dev/shop\n</environment_context>")
    rollout.prompt("fix it").say("I look.")
    call = rollout.call("shell", command=["bash", "-lc", "pytest -q"])
    return rollout.output(call, '{"output":"3 passed","metadata":{"exit_code":0,"duration_seconds":0.5}}').say("done")


def item_based() -> Rollout:
    rollout = Rollout().event("task_started", turn_id="t1")
    rollout.completed("UserMessage", id="u1", content=[{"type": "text", "text": "fix it"}])
    rollout.completed(
        "CommandExecution",
        id="e1",
        command=["bash", "-lc", "pytest -q"],
        cwd="/home/dev/shop",
        parsed_cmd=[],
        status="failed",
        exit_code=1,
        aggregated_output="1 failed",
    )
    change = {"/home/dev/shop/a.py": {"type": "update", "unified_diff": "@@ -1 +1 @@\n-1\n+2\n", "move_path": None}}
    rollout.completed("FileChange", id="f1", changes=change, status="completed")
    result = {"content": [{"type": "text", "text": "found"}], "isError": False}
    rollout.completed("McpToolCall", id="m1", server="docs", tool="search", arguments={"q": 1}, result=result)
    rollout.completed("Plan", id="p1", text="first this, then that")
    rollout.completed("AgentMessage", id="a1", content=[{"type": "Text", "text": "done"}])
    return rollout.event("task_complete", last_agent_message="done")


def document(layout: int | None = None) -> bytes:
    """A bare rollout as one document, in one line or over many."""
    header, _, *items = bare().records
    option = orjson.OPT_INDENT_2 if layout else 0
    return orjson.dumps({"session": header, "items": [*items, 7]}, option=option)


FILES = {
    "enveloped": enveloped().data(),
    "bare": bare().data(),
    "item-based": item_based().data(),
    "document": document(),
    "document over many lines": document(2),
}


@pytest.mark.parametrize("data", FILES.values(), ids=FILES.keys())
@pytest.mark.no_cover
def test_the_suite_for_session_formats(data: bytes) -> None:
    check_session_format(PLUGIN, [data])


@pytest.mark.parametrize("layout", [None, 2])
def test_a_rollout_as_one_document_is_read_record_by_record(layout: int | None) -> None:
    found = capture(document(layout), name="rollout.json")
    assert found.trace.trace_id == "codex-s1"
    assert (prompts(found), found.report.found.calls) == (["fix it"], 1)
    assert found.report.records.total == len(bare().records)
    assert [damage.reason for damage in found.report.records.damaged] == ["no record: a number instead of an object"]


@pytest.mark.parametrize(
    ("records", "its"),
    [
        ([{"type": "session_meta", "payload": {}}], True),
        ([{"type": "compacted", "payload": {}}], True),
        ([{"id": "x", "timestamp": "t", "instructions": None}], True),
        ([{"type": "function_call", "call_id": "c"}], True),
        ([{"session": {"id": "s", "instructions": ""}, "items": []}], True),
        ([{"session": {"id": "s", "instructions": ""}, "items": {}}, {"session": {"id": "s"}, "items": []}], False),
        ([7, {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]}], True),
        ([{"type": "message", "role": "user", "content": [{"type": "text", "text": "go"}]}], False),
        ([{"type": "message", "role": "user", "content": "go"}], False),
        ([{"type": "message", "message": {"role": "user", "content": [{"type": "input_text"}]}}], False),
        ([{"type": "session_meta"}, {"type": "tomorrow", "payload": {}}, {"type": 7}, {"type": "reasoning"}], False),
        ([{"id": "x", "timestamp": "t"}, {"type": "function_call"}], False),
    ],
)
def test_its_records_are_recognized_and_no_others(records: list[object], its: bool) -> None:
    assert PLUGIN.recognizes(records) is its


def test_what_the_file_says_of_the_session() -> None:
    found = captured(Rollout().prompt("go").say("done"))
    assert recognize(Rollout().prompt("go").data()) == "codex"
    assert found.trace.trace_id == "codex-s1"
    assert (found.trace.assistant, found.trace.model) == ("Codex", "gpt-x")
    assert (found.trace.branch, found.trace.commit_sha) == ("main", "4f2a9c1")
    assert found.trace.timestamp == "2026-03-01T10:00:00.000Z"
    assert found.report.versions == ("0.142.0",)


def test_models_that_changed_are_listed_in_order() -> None:
    rollout = Rollout().prompt("go").record("turn_context", {"model": "gpt-y", "cwd": "/home/dev/shop"}).say("done")
    assert captured(rollout).trace.model == "gpt-x, gpt-y"


# Who said it


def test_words_that_are_there_in_three_forms_count_once() -> None:
    rollout = Rollout().prompt("go").completed("UserMessage", content=[{"type": "text", "text": "go"}])
    rollout.say("done").completed("AgentMessage", content=[{"type": "Text", "text": "done"}])
    rollout.event("task_complete", last_agent_message="done")
    found = captured(rollout)
    assert found.report.found.prompts == 1
    assert sum(isinstance(event, Said) for event in events(rollout)) == 1
    assert sum(count for name, count in skipped(found).items() if "another form" in name) == 4


def test_the_same_words_said_again_are_said_again() -> None:
    rollout = Rollout().prompt("go on").say("ok").prompt("go on").say("ok")
    assert captured(rollout).report.found.prompts == 2
    assert sum(isinstance(event, Said) for event in events(rollout)) == 2


@pytest.mark.parametrize("event_first", [True, False])
def test_words_to_which_the_message_adds_something_are_the_persons_own(event_first: bool) -> None:
    rollout = Rollout()
    if event_first:
        rollout.event("user_message", message="sum it up")
    user(rollout, "sum it up", "contents of the attached file")
    if not event_first:
        rollout.event("user_message", message="sum it up")
    assert prompts(captured(rollout.say("done"))) == ["sum it up"]


def test_a_prompt_that_holds_the_one_before_is_another_one() -> None:
    assert prompts(captured(Rollout().prompt("fix").prompt("fix it all").say("done"))) == ["fix", "fix it all"]


def test_words_that_only_the_end_of_a_turn_has_are_kept() -> None:
    rollout = Rollout().prompt("go").event("task_complete", last_agent_message="all done")
    assert captured(rollout).trace.outcome.summary == "all done"


@pytest.mark.parametrize(
    "text",
    [
        "# AGENTS.md instructions for /w/p\n\n<INSTRUCTIONS>\nbe nice\n</INSTRUCTIONS>",
        "<environment_context>\n  <cwd>/w/p</cwd>\n</environment_context>",
        "<user_instructions>\nbe nice\n</user_instructions>",
        "<turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>",
        "<skill>\n<name>x</name>\n</skill>",
        '<hook_prompt hook_run_id="1">go</hook_prompt>',
        "<subagent_notification>\n{}\n</subagent_notification>",
        "<a_tag_of_tomorrow>\nx\n</a_tag_of_tomorrow>",
        "Another language model started to solve this problem and produced a summary of it",
        "Warning: apply_patch was requested via exec_command.",
        "# Context from my IDE setup:\n\n## Open tabs:\n- a.py",
    ],
)
def test_machine_text_is_no_prompt(text: str) -> None:
    found = captured(user(Rollout(), text).prompt("fix it", events=False).say("done"))
    assert prompts(found) == ["fix it"]
    assert found.report.found.machine_texts == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<b>bold</b> request", "<b>bold</b> request"),
        ("<my_tag>x</my_tag> is wrong", "<my_tag>x</my_tag> is wrong"),
        ("# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:\nfix it", "fix it"),
        ("<image name=[Image #1]>\n</image>\n[Image #1] what is this", "[Image #1] what is this"),
    ],
)
def test_words_of_a_person_are_told_from_what_stands_around_them(text: str, said: str) -> None:
    assert prompts(captured(user(Rollout(), text).say("done"))) == [said]


def test_machine_text_and_words_in_one_message_are_told_apart() -> None:
    found = captured(user(Rollout(), "<environment_context>x</environment_context>", "fix it").say("done"))
    assert prompts(found) == ["fix it"]
    assert found.report.found.machine_texts == 1


def test_an_unknown_tag_is_the_persons_where_an_event_says_so() -> None:
    found = captured(Rollout().prompt("<my_tag>x</my_tag>").say("done"))
    assert prompts(found) == ["<my_tag>x</my_tag>"]


def test_an_image_alone_is_a_prompt() -> None:
    image = {"type": "input_image", "image_url": "data:"}
    row = Rollout().item("message", role="user", content=[image]).say("done")
    assert prompts(captured(row)) == ["[image]"]
    event = Rollout().event("user_message", message="", images=["data:"]).say("done")
    assert prompts(captured(event)) == ["[image]"]


def test_messages_of_others_are_machine_text() -> None:
    rollout = Rollout().prompt("go").item("message", role="developer", content=[{"type": "input_text", "text": "x"}])
    rollout.item("agent_message", author="a", recipient="b", content=[]).completed("HookPrompt", fragments=[])
    found = captured(rollout.item("message", content=[]).say("done"))
    assert found.report.found.machine_texts == 4
    assert found.report.found.prompts == 1


def test_a_command_that_the_person_ran_is_theirs() -> None:
    text = (
        "<user_shell_command>\n<command>\npytest -q\n</command>\n"
        "<result>\nExit code: 1\nDuration: 0.2 seconds\nOutput:\n1 failed\n</result>\n</user_shell_command>"
    )
    found = captured(user(Rollout().prompt("go"), text).say("done"))
    assert [action.label for action in found.trace.actions] == ["Run pytest -q"]
    assert found.trace.actions[0].result_summary == "failed; exit status 1; 1 failed"  # type: ignore[union-attr]
    assert found.report.found.calls == 0


def test_a_review_that_was_asked_for_is_what_the_session_is_about() -> None:
    rollout = Rollout().event("entered_review_mode", user_facing_hint="current changes").run("git diff").say("fine")
    found = captured(rollout)
    assert found.trace.trigger.description == "/review current changes"
    assert [meta.title for meta in found.trace.meta_actions] == ["/review current changes"]


@pytest.mark.parametrize(
    "meta",
    [
        {"thread_source": "subagent"},
        {"source": {"subagent": {"thread_spawn": {"parent_thread_id": "s0"}}}},
        {"parent_thread_id": "s0"},
    ],
)
def test_the_instructions_of_a_sub_agent_are_no_persons(meta: dict[str, Any]) -> None:
    found = captured(Rollout(**meta).prompt("look into it").run("ls").say("done"))
    assert found.report.found.prompts == 0
    assert found.report.found.machine_texts == 2
    assert found.trace.trigger.typ is EventType.TriggeredByEvent
    assert any("sub-agent" in note for note in found.report.notes)


# How turns end, and which were undone


def test_a_turn_without_a_stated_end_is_cut_off() -> None:
    rollout = Rollout().event("task_started").prompt("go").say("done")
    assert captured(rollout).report.completeness.end == "cut off"
    assert captured(rollout.event("task_complete")).report.completeness.end == "completed"


def test_without_stated_beginnings_the_last_words_are_the_end() -> None:
    assert captured(bare()).report.completeness.end == "completed"


@pytest.mark.parametrize(
    ("reason", "end", "interrupts"),
    [("interrupted", "interrupted", 1), ("replaced", "aborted", 0), ("budget_limited", "aborted", 0)],
)
def test_an_aborted_turn(reason: str, end: str, interrupts: int) -> None:
    found = captured(Rollout().event("task_started").prompt("go").run("ls").event("turn_aborted", reason=reason))
    assert found.report.completeness.end == end
    assert found.report.found.interrupts == interrupts


def test_a_turn_that_the_service_failed_in_is_aborted() -> None:
    rollout = Rollout().event("task_started").prompt("go").run("ls").event("error", message="usage limit")
    found = captured(rollout.event("task_complete", last_agent_message=None))
    assert found.report.completeness.end == "aborted"
    assert "usage limit" in found.report.completeness.reason
    failed = Rollout().event("task_started").prompt("go").say("so").event("task_complete", error={"message": "down"})
    assert captured(failed).report.completeness.end == "aborted"


def test_a_failure_that_the_agent_got_over_is_no_end() -> None:
    rollout = Rollout().event("task_started").prompt("go").event("error", message="").run("ls").say("done")
    assert captured(rollout.event("task_complete")).report.completeness.end == "completed"


def test_turns_that_were_rolled_back_are_kept_apart() -> None:
    rollout = Rollout().event("task_started").prompt("one").patch("*** Add File: a.py", "+1")
    rollout.say("done").event("task_complete")
    rollout.event("task_started").prompt("two").patch("*** Add File: b.py", "+1").say("done").event("task_complete")
    rollout.event("thread_rolled_back", num_turns=1).event("task_started").prompt("three").say("so")
    found = captured(rollout.event("task_complete"))
    assert found.trace.files_modified == ("a.py",)
    assert found.report.found.abandoned == 1
    metas = [meta.status for meta in found.trace.meta_actions]  # type: ignore[union-attr]
    assert MetaActionStatus.MetaAbandoned in metas
    marked = [event for event in events(rollout) if getattr(event, "abandoned", False)]
    assert [type(event).__name__ for event in marked] == ["Prompt", "Call", "Said", "TurnEnd"]


@pytest.mark.parametrize(("turns", "abandoned"), [(2, 2), (9, 3), (0, 0), (-1, 0), ("1", 0), (None, 0)])
def test_as_many_turns_as_are_named_are_undone(turns: object, abandoned: int) -> None:
    rollout = Rollout().prompt("one").prompt("two").prompt("three").event("thread_rolled_back", num_turns=turns)
    marked = [event for event in events(rollout) if isinstance(event, Prompt) and event.abandoned]
    assert len(marked) == abandoned


def test_undone_turns_are_not_undone_again() -> None:
    rollout = Rollout().prompt("one").say("a").prompt("two").event("thread_rolled_back", num_turns=1)
    rollout.prompt("three").event("thread_rolled_back", num_turns=1)
    told = [(event.text, event.abandoned) for event in events(rollout) if isinstance(event, Prompt)]
    assert told == [("one", False), ("two", True), ("three", True)]
    assert isinstance(events(rollout.event("task_complete"))[-1], TurnEnd)


def test_a_compaction_is_one_and_its_history_is_not_read_again() -> None:
    history = [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "go"}]}]
    rollout = Rollout().prompt("go").say("a").record("compacted", {"message": "m", "replacement_history": history})
    rollout.event("context_compacted").item("compaction", encrypted_content="x").completed("ContextCompaction")
    found = captured(rollout.say("b"))
    assert (found.report.found.prompts, found.report.found.compactions) == (1, 1)
    assert sum(count for name, count in skipped(found).items() if "another form" in name) == 6


# Several sessions, copies, damage


def test_a_copy_of_a_record_counts_once() -> None:
    rollout = Rollout().prompt("go").run("ls").say("done")
    found = capture(rollout.data() + rollout.data(), name="f")
    assert (found.report.found.prompts, found.report.found.calls) == (1, 1)
    assert found.report.found.repeats == len(rollout.records)


def test_two_sessions_in_one_file_are_two_traces() -> None:
    one, two = Rollout(session="a").prompt("go").say("done"), Rollout(session="b").prompt("stay").say("no")
    again = Rollout(session="a", timestamp="2026-03-02T10:00:00.000Z").prompt("further").say("ok")
    data = b"[1]\n" + one.data() + two.data() + b'{"torn\n' + again.data()
    first, second = captures(data, name="f")
    assert (first.trace.trace_id, second.trace.trace_id) == ("codex-a", "codex-b")
    assert (prompts(first), prompts(second)) == (["go", "further"], ["stay"])
    assert [damage.line for damage in first.report.records.damaged] == [1]
    assert [damage.line for damage in second.report.records.damaged] == [len(one.records) + len(two.records) + 2]


def test_records_are_copies_within_their_own_session_only() -> None:
    one, two = Rollout(session="a").prompt("go").say("done"), Rollout(session="b").prompt("go").say("done")
    first, second = captures(one.data() + two.data() + one.data(), name="f")
    assert (prompts(first), prompts(second)) == (["go"], ["go"])
    assert (first.report.found.repeats, second.report.found.repeats) == (len(one.records), 0)


def test_the_history_that_a_fork_copies_is_part_of_it() -> None:
    old = Rollout(session="old", forked_from_id="oldest").prompt("go").say("done")
    oldest = Rollout(session="oldest")
    data = Rollout(session="new", forked_from_id="old").data() + old.data() + oldest.data()
    data += Rollout(session="new").prompt("more").say("ok").data()
    found = capture(data, name="f")
    assert found.trace.trace_id == "codex-new"
    assert prompts(found) == ["go", "more"]
    assert sum("old" in note for note in found.report.notes) == 2


def test_a_session_without_a_word_beside_another_is_told() -> None:
    data = Rollout(session="a").data() + Rollout(session="b").prompt("go").say("done").data()
    (found,) = captures(data, name="f")
    assert found.report.session_id == "b"
    said = "sessions in which nothing was said or done are in the file too: 1 (a), of 2 records"
    assert said in found.report.notes


def test_a_rollout_without_a_conversation_is_refused() -> None:
    with pytest.raises(UnreadableError, match="no prompt, answer or tool call"):
        captured(Rollout().event("token_count"))


def test_what_is_not_known_is_counted_by_name() -> None:
    rollout = Rollout().prompt("go").record("tomorrow", {}).event("tomorrow_too").item("tomorrow_three")
    rollout.records.append({"neither": 1})
    rollout.item("message", role="assistant", content="done", new_member=1)
    rollout.records[-1]["envelope_member"] = 1
    rollout.output(rollout.call("a_new_tool", x=1), "ok")
    found = captured(rollout)
    assert [count.name for count in found.report.unknown_records] == [
        "(no type)",
        "event_msg/tomorrow_too",
        "response_item/tomorrow_three",
        "tomorrow",
    ]
    assert [count.name for count in found.report.unknown_fields] == ["envelope_member", "new_member"]
    assert [count.name for count in found.report.unknown_tools] == ["a_new_tool"]


def test_known_records_of_no_use_are_counted_by_type() -> None:
    rollout = Rollout().prompt("go").record("world_state", {}).item("ghost_snapshot").event("guardian_assessment")
    found = captured(rollout.event("agent_message", message=" ").item("agent_message").say("done"))
    counts = skipped(found)
    assert counts["world_state"] == counts["response_item/ghost_snapshot"] == 1
    assert counts["event_msg/guardian_assessment"] == counts["event_msg/agent_message: empty text"] == 1
    assert found.report.unknown_records == ()


def test_a_bare_rollout_is_read() -> None:
    found = captured(bare())
    assert prompts(found) == ["fix it"]
    assert found.trace.actions[0].result_summary == "passed; exit status 0; 3 passed"  # type: ignore[union-attr]
    assert skipped(found)["record_type/state"] == 1


def test_an_item_based_rollout_is_read() -> None:
    found = captured(item_based())
    labels = [action.label for action in found.trace.actions]
    assert labels == ["Run pytest -q", "Edit a.py", "Use docs/search", "Plan in words"]
    assert found.trace.actions[0].result_summary == "failed; exit status 1; 1 failed"  # type: ignore[union-attr]
    assert found.trace.files_modified == ("a.py",)
    assert (found.report.found.prompts, found.report.found.calls) == (1, 3)
    assert found.report.completeness.end == "completed"


def test_renamed_tools_and_patches_under_other_keys_are_read() -> None:
    patch = "*** Begin Patch\n*** Update File: a.rs\n@@\n-a\n+b\n*** Add File: b.rs\n+x\n*** End Patch"
    rollout = user(Rollout(), "# AGENTS.md instructions for /w/p\n<INSTRUCTIONS>be nice</INSTRUCTIONS>")
    user(rollout, "<b>bold</b> request starting with a tag")
    tests = rollout.call("shell_command", command="cargo test", workdir="/home/dev/shop")
    rollout.output(tests, "Exit code: 101\nWall time: 1s\nOutput:\ntest result: FAILED. 3 passed; 1 failed")
    rollout.call("apply_patch", patch=patch)
    commit = rollout.call("shell", command=["bash", "-lc", "git commit -m x"])
    rollout.output(commit, '{"output":"nothing to commit","metadata":{"exit_code":1,"duration_seconds":0.1}}')
    found = captured(rollout)
    assert [(action.label, action.result_summary) for action in found.trace.actions] == [  # type: ignore[union-attr]
        ("Run cargo test", "failed; exit status 101; 3 passed, 1 failed"),
        ("Edit a.rs", "no result recorded"),
        ("Create b.rs", "no result recorded"),
        ("Run git commit -m x", "failed; exit status 1"),
    ]
    assert found.trace.files_modified == ()
    assert found.trace.trigger.description == "<b>bold</b> request starting with a tag"


def test_an_unknown_outcome_stays_unknown() -> None:
    rollout = Rollout().prompt("go")
    rollout.output(rollout.call("exec_command", cmd="pytest -q"), "something that the agent never writes")
    found = captured(rollout.say("All tests pass."))
    assert found.trace.actions[0].result_summary == "unknown"  # type: ignore[union-attr]


def test_an_item_of_a_kind_that_is_not_known_is_counted_by_name() -> None:
    rollout = item_based()
    rollout.completed("somethingNew", id="x").completed("reasoning", id="r")
    found = captured(rollout)
    assert [(each.name, each.count) for each in found.report.unknown_records] == [("item_completed/SomethingNew", 1)]
    assert skipped(found)["unknown type item_completed/SomethingNew"] == 1


def test_what_the_agent_said_is_the_reason_of_the_next_item_alone() -> None:
    ran = {"cwd": "/w", "parsed_cmd": [], "status": "completed", "exit_code": 0, "aggregated_output": ""}
    rollout = Rollout().prompt("go")
    rollout.completed("AgentMessage", id="m", content=[{"type": "Text", "text": "I look."}])
    rollout.completed("CommandExecution", id="1", command=["ls"], source="user_shell", **ran)
    for number in ("2", "3"):
        rollout.completed("CommandExecution", id=number, command=["ls", number], source="agent", **ran)
    found = captured(rollout)
    assert [action.rationale for action in found.trace.actions] == [
        "The person ran this, not the agent.",
        "I look.",
        "The session states no reason.",
    ]
    # No instruction led to what the person did.
    assert [action.inputs for action in found.trace.actions] == [(), ("instruction-1",), ()]


@pytest.mark.parametrize("surface", [True, False])
def test_history_that_is_told_again_behind_a_compaction_counts_once(surface: bool) -> None:
    written = Rollout().prompt("one").run("pytest a", "1 failed", 1)
    history = [row for row in written.records[2:] if surface or row["type"] == "response_item"]
    written.record("compacted", {"message": "recap"})
    written.records += [{**row, "timestamp": f"2026-03-01T11:00:{at:02}.000Z"} for at, row in enumerate(history)]
    written.run("pytest b", "2 passed").say("done")
    found = capture(written.data(), name="f")
    assert [action.label for action in found.trace.actions if action.label.startswith("Run")] == [
        "Run pytest a",
        "Run pytest b",
    ]
    assert (found.report.found.prompts, found.report.found.repeats) == (1, len(history))


def test_the_same_words_behind_a_compaction_are_said_again() -> None:
    written = Rollout().prompt("go on").say("ok").record("compacted", {"message": "recap"}).prompt("go on").say("ok")
    assert capture(written.data(), name="f").report.found.prompts == 2


@pytest.mark.parametrize(("result", "without"), [("AAAA", 0), ("", 1)])
def test_a_picture_that_was_made_stands_in_the_record_of_its_call(result: str, without: int) -> None:
    rollout = Rollout().prompt("go")
    rollout.item("image_generation_call", id="i", status="completed", result=result, revised_prompt="a cat")
    assert captured(rollout.say("done")).report.found.calls_without_result == without
