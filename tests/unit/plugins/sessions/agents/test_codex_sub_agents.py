"""Sub-agents of Codex: each has a rollout of its own, and its work stands under the call that started it."""

from typing import Any

import pytest

from tollens.core.model import GatewayActionType, Trace
from tollens.plugins.sessions import Capture, Part, captures
from tollens.testing.rollouts import Rollout


def child(session: str = "c1", parent: str = "s1", **meta: Any) -> Rollout:
    return Rollout(session=session, source={"subagent": {"thread_spawn": {"parent_thread_id": parent}}}, **meta)


def started(thread: str = "c1", **ways: bool) -> Rollout:
    """A session that starts a sub-agent, as one record or another tells it."""
    rollout = Rollout().prompt("fix it")
    call = rollout.call("spawn_agent", message="look into it", task_name="look")
    if ways.get("output"):
        rollout.output(call, f'{{"agent_id":"{thread}","nickname":"Ada"}}')
    if ways.get("event"):
        rollout.event("collab_agent_spawn_end", call_id=call, new_thread_id=thread, prompt="look into it")
    if ways.get("item"):
        facts = {"tool": "spawnAgent", "status": "completed", "receiver_thread_ids": [thread, 7]}
        rollout.completed("CollabAgentToolCall", id=call, **facts)
    return rollout.run("git status").say("done")


def one(main: Rollout, *beside: Rollout) -> Capture:
    parts = [Part(f"rollout-{number}.jsonl", each.data()) for number, each in enumerate(beside)]
    (found,) = captures(main.data(), name="rollout-main.jsonl", beside=parts)
    return found


def blocks(trace: Trace) -> list[tuple[str, list[str]]]:
    """The block of each sub-agent: its title and the labels of its actions."""
    labels = {action.id: action.label for action in trace.actions}
    return [
        (str(meta.title), [labels[at] for at in meta.action_ids])
        for meta in trace.meta_actions
        if meta.parent_id is not None
    ]


@pytest.mark.parametrize("way", ["output", "event", "item"])
def test_what_it_did_stands_under_the_call_that_started_it(way: str) -> None:
    work = child().prompt("look into it").run("pytest -q", "1 failed", 1).say("it fails")
    found = one(started(**{way: True}), work)
    assert blocks(found.trace)[-1] == ("Sub-agent: look", ["Run pytest -q"])
    counts = found.report.found
    assert (counts.calls, counts.subagent_calls, counts.elsewhere, counts.prompts) == (2, 1, 0, 1)
    assert found.report.records.total == len(started(**{way: True}).records) + len(work.records)
    assert not any("sub-agent" in each for each in found.report.completeness.missing)
    assert [each.name for each in found.report.beside] == ["rollout-0.jsonl"]
    (ran,) = [action for action in found.trace.actions if action.label == "Run pytest -q"]
    assert ran.request is not None
    assert ran.request.value["session_file"] == "rollout-0.jsonl"


def test_sub_agents_of_sub_agents() -> None:
    inner = child("c2", "c1").run("ls inner")
    outer = child().run("ls before")
    outer.event("collab_agent_spawn_end", call_id="x", new_thread_id="c2", prompt="deeper").run("ls after")
    found = one(started(event=True), outer, inner)
    trace = found.trace
    assert [action.label for action in trace.actions if "ls" in action.label] == [
        "Run ls before",
        "Run ls inner",
        "Run ls after",
    ]
    assert found.report.found.subagent_calls == 4
    assert found.report.found.elsewhere == 0


def test_the_history_that_it_was_given_is_not_its_work() -> None:
    main = Rollout().prompt("fix it").run("make")
    call = main.call("spawn_agent", message="look")
    work = child(forked_from_id="s1")
    for record in main.records:
        work.record(record["type"], record["payload"])  # with the times of the copy
    work.event("task_started").run("ls")
    main.event("collab_agent_spawn_end", call_id=call, new_thread_id="c1").say("done")
    found = one(main, work)
    assert [action.label for action in found.trace.actions].count("Run make") == 1
    assert found.report.found.subagent_calls == 1
    skipped = {each.name: each.count for each in found.report.records.skipped}
    assert skipped["history of the agent that started it"] == len(main.records) - 2


def test_one_that_no_call_names_is_told_apart() -> None:
    found = one(Rollout().prompt("go").say("done"), child().run("ls"))
    assert found.report.found.subagent_calls == 1
    assert any("started by a call that is not in the file" in str(meta.title) for meta in found.trace.meta_actions)


@pytest.mark.parametrize("meta", [{"source": "cli"}, {"parent_thread_id": "other", "source": "cli"}])
def test_a_rollout_that_is_not_of_the_session_is_not_read(meta: dict[str, Any]) -> None:
    found = one(started(event=True), Rollout(session="c1", **meta).run("ls"))
    assert found.report.found.subagent_calls == 0
    assert found.report.found.elsewhere == 1
    assert any("not of it, and were not read: rollout-0.jsonl" in note for note in found.report.notes)


def test_what_a_rolled_back_turn_started_is_rolled_back() -> None:
    main = Rollout().prompt("fix it")
    main.event("collab_agent_spawn_end", call_id="c", new_thread_id="c1", prompt="look")
    main.event("thread_rolled_back", num_turns=1).prompt("again").say("done")
    work = child().patch("*** Update File: a.py", "@@", "-x", "+y")
    trace = one(main, work).trace
    assert not trace.files_modified
    assert all("abandoned" in str(action.detail) for action in trace.actions)


def test_one_in_the_same_file_is_joined_as_well() -> None:
    main, work = started(event=True), child().run("ls")
    (found,) = captures(main.data() + work.data(), name="both.jsonl")
    assert found.report.found.subagent_calls == 1
    assert found.report.records.total == len(main.records) + len(work.records)


def test_circles_and_depth_end() -> None:
    main = started(event=True)
    chain = [child(f"c{number}", f"c{number - 1}" if number > 1 else "s1") for number in range(1, 60)]
    for number, each in enumerate(chain, 2):
        each.event("collab_agent_spawn_end", call_id="x", new_thread_id=f"c{number}")
    found = one(main, *chain)
    assert found.report.found.elsewhere == 1
    circle = [child("c1", "c2"), child("c2", "c1")]
    assert one(main, *circle).report.found.subagent_calls == 0
    damaged = child().run("ls").data() + b'{"torn'
    (torn,) = captures(main.data(), name="m", beside=[Part("rollout-c.jsonl", damaged)])
    assert [(each.file, each.line) for each in torn.report.records.damaged] == [("rollout-c.jsonl", 5)]


def test_results_without_a_call_of_a_sub_agent_are_kept() -> None:
    found = one(started(event=True), child().output("gone", "what came back"))
    assert found.report.found.results_without_call == 1
    told = [note.statement for action in found.trace.actions for note in action.observations]
    assert any("rollout-0.jsonl" in text and "what came back" in text for text in told)


def test_parallel_ones_are_a_block_each() -> None:
    main = Rollout().prompt("fix it")
    for number in (1, 2):
        call = main.call("spawn_agent", message=f"part {number}", task_name=f"part {number}")
        main.output(call, f'{{"agent_id":"c{number}"}}')
    trace = one(main.say("done"), child("c1").run("ls 1"), child("c2").run("ls 2")).trace
    assert blocks(trace) == [("Sub-agent: part 1", ["Run ls 1"]), ("Sub-agent: part 2", ["Run ls 2"])]
    assert not any(action.type is GatewayActionType.ParallelSplit for action in trace.actions)


def sends(main: Rollout, words: str, tool: str = "send_input", **given: Any) -> Rollout:
    """The main agent tells a sub-agent something."""
    return main.output(main.call(tool, message=words, **given), '{"submission_id":"1"}')


def test_what_it_did_after_a_later_input_stands_under_the_call_that_sent_it() -> None:
    main = sends(started(event=True), "now mend it", id="c1").run("git diff").say("done")
    work = child().prompt("look into it").run("ls 1").say("it fails").prompt("now mend it").run("ls 2").run("ls 3")
    trace = one(main, work).trace
    assert blocks(trace) == [("Sub-agent: look", ["Run ls 1"]), ("Sub-agent: send_input", ["Run ls 2", "Run ls 3"])]
    labels = [action.label for action in trace.actions]
    assert labels.index("Run git status") < labels.index("Run ls 2") < labels.index("Run git diff")


def test_each_input_has_a_block_and_words_that_no_call_sent_begin_none() -> None:
    main = started(event=True)
    for words in ("again", "again", "never heard"):
        sends(main, words, id="c1")
    work = child().prompt("look into it").run("ls 1").prompt("again").run("ls 2").prompt("by somebody else").run("ls 3")
    work.prompt("again").run("ls 4")
    assert blocks(one(main, work).trace) == [
        ("Sub-agent: look", ["Run ls 1"]),
        ("Sub-agent: send_input", ["Run ls 2", "Run ls 3"]),
        ("Sub-agent: send_input", ["Run ls 4"]),
    ]


def test_the_words_of_a_start_are_no_later_input() -> None:
    main = sends(started(event=True), "look into it", id="c1")
    work = child().prompt("look into it").run("ls 1")
    assert blocks(one(main, work).trace) == [("Sub-agent: look", ["Run ls 1"])]


def test_an_input_that_came_before_anything_else_was_heard() -> None:
    main = sends(started(event=True), "stop, do this", id="c1")
    work = child().run("ls 0").prompt("stop, do this, please").run("ls 1")
    assert blocks(one(main, work).trace) == [
        ("Sub-agent: look", ["Run ls 0"]),
        ("Sub-agent: send_input", ["Run ls 1"]),
    ]


@pytest.mark.parametrize("targets", [("c2", "c1"), ("/root/part_2", "/root/part_1"), ("elsewhere", "c1")])
def test_an_input_is_for_the_agent_that_it_names(targets: tuple[str, str]) -> None:
    main = Rollout().prompt("fix it")
    for number in (1, 2):
        call = main.call("spawn_agent", message=f"part {number}", task_name=f"part_{number}")
        main.output(call, f'{{"agent_id":"c{number}"}}')
    for target in targets:
        sends(main, "go on", "send_message", target=target)
    works = [child(f"c{n}").prompt(f"part {n}").run(f"ls {n}").prompt("go on").run(f"ls more {n}") for n in (1, 2)]
    assert blocks(one(main, *works).trace) == [
        ("Sub-agent: part_1", ["Run ls 1"]),
        ("Sub-agent: part_2", ["Run ls 2"]),
        ("Sub-agent: send_message", ["Run ls more 2"]),
        ("Sub-agent: send_message", ["Run ls more 1"]),
    ]


def test_an_input_that_only_an_item_tells() -> None:
    main = started(item=True)
    facts = {"tool": "sendInput", "status": "completed", "receiverThreadIds": ["c1"], "prompt": "now mend it"}
    main.completed("CollabAgentToolCall", id="x", **facts)
    work = child().prompt("look into it").run("ls 1").prompt("now mend it").run("ls 2")
    assert blocks(one(main, work).trace) == [
        ("Sub-agent: look", ["Run ls 1"]),
        ("Sub-agent: send_input", ["Run ls 2"]),
    ]


def test_an_input_that_came_as_a_message_between_agents() -> None:
    main = sends(started(event=True), "now mend it", "followup_task", target="/root/look")
    work = child().prompt("look into it").run("ls 1")
    work.item("agent_message", author="/root", content=[{"type": "input_text", "text": "From /root:\n now mend it"}])
    work.run("ls 2")
    assert blocks(one(main, work).trace) == [
        ("Sub-agent: look", ["Run ls 1"]),
        ("Sub-agent: followup_task", ["Run ls 2"]),
    ]


@pytest.mark.parametrize("target", ["c9", "c1"])
def test_words_within_others_are_an_input_by_the_name_only(target: str) -> None:
    main = sends(started(event=True), "go", target=target)
    work = child().prompt("look into it").run("ls 1").prompt("long ago").run("ls 2")
    assert len(blocks(one(main, work).trace)) == (2 if target == "c1" else 1)


def test_an_input_in_a_turn_that_was_rolled_back_is_rolled_back() -> None:
    main = started(event=True).prompt("more")
    sends(main, "now mend it", id="c1").event("thread_rolled_back", num_turns=1).prompt("again").say("done")
    work = child().prompt("look into it").run("ls 1").prompt("now mend it").patch("*** Update File: a.py", "@@", "+y")
    trace = one(main, work).trace
    assert not trace.files_modified
    assert [action.label for action in trace.actions if "abandoned" in str(action.detail)][-1].startswith("Edit")


def test_nothing_of_it_is_lost_where_the_input_stands_before_the_start() -> None:
    main = Rollout().prompt("fix it")
    sends(main, "now mend it", id="c1")
    main.event("collab_agent_spawn_end", call_id="c", new_thread_id="c1", prompt="look").say("done")
    work = child().prompt("look").run("ls 1").prompt("now mend it").run("ls 2")
    assert [labels for _, labels in blocks(one(main, work).trace)] == [["Run ls 1", "Run ls 2"]]
