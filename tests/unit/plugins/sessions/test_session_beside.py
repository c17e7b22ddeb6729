"""Several files that are one session, and several sessions in one file."""

import gzip
from typing import Any

import orjson
import pytest

from tollens.core.errors import UnreadableError
from tollens.core.model import CommandResultArtifact, GatewayAction, MetaActionStatus, PlanArtifact
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins.sessions import Capture, Part, capture, captures, names_beside
from tollens.testing.rollouts import Rollout
from tollens.testing.transcripts import Transcript


def taken(transcript: Transcript, *beside: Part) -> Capture:
    found = capture(transcript.data(), name="f.jsonl", beside=beside)
    checked(found)
    return found


def checked(found: Capture) -> None:
    assert validate(Document.of(to_value(found.trace))).diagnostics == ()
    records = found.report.records
    assert records.total == records.used + sum(count.count for count in records.skipped) + len(records.damaged)


def agent(name: str, transcript: Transcript) -> Part:
    """The file of a sub-agent, in the shape of 2.1: every record is of a side chain and names the agent."""
    rows = [{**record, "isSidechain": True, "agentId": name} for record in transcript.records]
    return Part(f"subagents/agent-{name}.jsonl", b"".join(orjson.dumps(row) + b"\n" for row in rows))


def delegated(transcript: Transcript, name: str, title: str = "look", **row: Any) -> str:
    """A call of a sub-agent that answers."""
    call = transcript.call("Agent", row=row, description=title, prompt=title)
    transcript.result(call, "looked", {"agentId": name})
    return call


def labels(found: Capture) -> list[str]:
    return [action.label for action in found.trace.actions]


def blocks(found: Capture) -> dict[str, tuple[list[int], str | None]]:
    """The actions of each sub-agent's block, and the title of what it stands in."""
    titles = {meta.id: meta.title for meta in found.trace.meta_actions}
    return {
        meta.title.removeprefix("Sub-agent: "): (list(meta.action_ids), titles.get(meta.parent_id or ""))
        for meta in found.trace.meta_actions
        if meta.title.startswith("Sub-agent: ")
    }


class TestSubAgents:
    def test_the_file_of_a_sub_agent_is_a_block_under_its_call(self) -> None:
        main = Transcript().prompt("go")
        delegated(main, "a1")
        # The ids of records, messages and calls are those of the main file again.
        inner = Transcript().prompt("look").edit("/home/dev/shop/a.py", "1", "2", "1").say("done")
        found = taken(main.say("done"), agent("a1", inner))
        assert labels(found) == ["Delegate: look", "Edit a.py"]
        assert blocks(found) == {"look": ([2], "go")}
        assert found.trace.files_modified == ("a.py",)
        assert (found.report.found.calls, found.report.found.subagent_calls) == (1, 1)
        assert found.report.found.prompts == 1
        assert found.report.found.elsewhere == 0
        assert found.report.completeness.missing == ()
        assert [each.name for each in found.report.beside] == ["subagents/agent-a1.jsonl"]
        assert found.report.records.total == len(main.records) + len(inner.records)
        request = found.trace.actions[1].request
        assert request is not None
        assert (request["session_file"], request["line"]) == ("subagents/agent-a1.jsonl", 2)

    def test_the_file_of_a_sub_agent_may_lie_right_beside_the_session(self) -> None:
        main = Transcript().prompt("go")
        delegated(main, "a1")
        name, data = agent("a1", Transcript().prompt("look").run("ls"))
        found = taken(main.say("done"), Part(name.removeprefix("subagents/"), data))
        assert blocks(found) == {"look": ([2], "go")}

    def test_sub_agents_of_sub_agents_stand_within_them(self) -> None:
        main, first, second = Transcript().prompt("go"), Transcript().prompt("look"), Transcript().prompt("deeper")
        delegated(main, "a1")
        first.read("/home/dev/shop/a.py", "1")
        delegated(first, "a2", "deeper")
        first.run("ls")
        second.read("/home/dev/shop/b.py", "1")
        found = taken(main.say("done"), agent("a2", second.say("x")), agent("a1", first.say("x")))
        assert labels(found) == ["Delegate: look", "Read a.py", "Delegate: deeper", "Read b.py", "Run ls"]
        assert blocks(found) == {"look": ([2, 3, 5], "go"), "deeper": ([4], "Sub-agent: look")}

    def test_what_the_main_file_reports_of_a_sub_agent_counts_once(self) -> None:
        main, inner = Transcript().prompt("go"), Transcript().prompt("look")
        call = main.call("Task", description="look", prompt="look")
        inner.run("ls", "a.py")
        for row in inner.records:
            reported = {"type": "agent_progress", "agentId": "a1", "message": row}
            main.row("progress", data=reported, parentToolUseID=call)
        extra = {"id": "m9", "content": [{"type": "tool_use", "id": "only", "name": "Glob", "input": {}}]}
        late = {"type": "agent_progress", "agentId": "a1", "message": {"type": "assistant", "message": extra}}
        main.row("progress", data=late, parentToolUseID=call)
        main.result(call, "looked", {"agentId": "a1"})
        found = taken(main.say("done"), agent("a1", inner))
        assert [label for label in labels(found) if label == "Run ls"] == ["Run ls"]
        assert "List ." in labels(found)
        assert found.report.found.subagent_calls == 2
        assert {each.name: each.count for each in found.report.records.skipped}["repeat"] == 2

    def resumed(self, way: str) -> Transcript:
        """A session that resumes a sub-agent after other work."""
        main = Transcript().prompt("go")
        delegated(main, "a1")
        main.run("ls between")
        if way == "task":
            call = main.call("Agent", description="again", prompt="look again", resume="a1")
            main.result(call, "looked", {"agentId": "a1"})
        elif way == "message":
            call = main.call("SendMessage", to="a1", message="look again")
            main.result(call, '{"success":true,"message":"Resuming agent a1","resumedAgentId":"a1"}')
        return main.say("done")

    @pytest.mark.parametrize("way", ["task", "message"])
    def test_what_a_resumed_sub_agent_did_stands_under_the_call_that_resumed_it(self, way: str) -> None:
        inner = Transcript().prompt("look").run("ls first").prompt("look again").run("ls second").say("done")
        found = taken(self.resumed(way), agent("a1", inner))
        order = [label for label in labels(found) if "ls" in label]
        assert order == ["Run ls first", "Run ls between", "Run ls second"]
        assert len(blocks(found)) == 2
        assert (found.report.found.subagent_calls, found.report.found.elsewhere) == (2, 0)

    def test_what_a_sub_agent_was_told_by_nobody_known_belongs_to_the_run_before(self) -> None:
        inner = Transcript().prompt("look").run("ls first").prompt("a hook says so").run("ls more")
        inner.prompt("look again").run("ls second").prompt("a hook again").run("ls last")
        found = taken(self.resumed("task"), agent("a1", inner))
        order = [label for label in labels(found) if "ls" in label]
        assert order == ["Run ls first", "Run ls more", "Run ls between", "Run ls second", "Run ls last"]
        found = taken(self.resumed(""), agent("a1", inner))
        order = [label for label in labels(found) if "ls" in label]
        assert order == ["Run ls first", "Run ls more", "Run ls second", "Run ls last", "Run ls between"]

    def test_reports_of_progress_say_which_call_they_are_of(self) -> None:
        main = Transcript().prompt("go")
        for number, words in enumerate(("look", "look again"), 1):
            call = main.call("Task", description=words, prompt=words, **({"resume": "a1"} if number == 2 else {}))
            inner = Transcript().run(f"ls {number}").records
            for record in inner:
                kind = record["type"]
                within = {"type": kind, "uuid": f"i{number}{record['uuid']}", "message": record["message"]}
                data = {"type": "agent_progress", "agentId": "a1", "message": within}
                main.row("progress", data=data, parentToolUseID=call)
            main.result(call, "looked", {"agentId": "a1"})
        found = taken(main.say("done"))
        assert {title: len(ids) for title, (ids, _) in blocks(found).items()} == {"look": 1, "look again": 1}

    def test_a_sub_agent_without_calls_is_not_elsewhere(self) -> None:
        main = Transcript().prompt("go")
        delegated(main, "a1")
        assert taken(main.say("done"), agent("a1", Transcript().prompt("look").say("x"))).report.found.elsewhere == 0
        assert taken(main).report.found.elsewhere == 1

    def test_a_sub_agent_whose_call_is_not_known_is_kept_and_ends_nothing(self) -> None:
        inner = Transcript().prompt("look").run("ls")
        found = taken(Transcript().prompt("go").say("done"), agent("a9", inner))
        assert labels(found) == ["Run ls"]
        assert list(blocks(found)) == ["started by a call that is not in the file"]
        assert found.report.completeness.end == "completed"

    def test_calls_that_a_sub_agent_counts_and_no_file_shows_are_missing(self) -> None:
        main = Transcript().prompt("go")
        call = main.call("Agent", description="look", prompt="look")
        main.result(call, "looked", {"agentId": "a1", "totalToolUseCount": 3}).say("done")
        found = taken(main, agent("a1", Transcript().prompt("look").run("ls")))
        assert found.report.completeness.missing == ("tool calls that sub-agents count and no file shows: 2",)

    def test_what_is_no_part_of_the_session_in_the_file_of_a_sub_agent_is_skipped(self) -> None:
        inner = Transcript().prompt("look")
        inner.row("system", subtype="compact_boundary")
        inner.row("system", subtype="api_error")
        inner.row("attachment", attachment={"type": "queued_command", "prompt": "typed", "commandMode": "prompt"})
        inner.say("failed", isApiErrorMessage=True)
        found = taken(Transcript().prompt("go").say("done"), agent("a1", inner))
        assert {each.name for each in found.report.records.skipped} == {
            "assistant: failure of the service",
            "attachment/queued_command",
            "system/api_error",
            "system/compact_boundary",
            "user: prompt of a sub-agent",
        }
        assert (found.report.completeness.end, found.report.found.prompts) == ("completed", 1)

    def test_the_note_beside_a_sub_agent_says_who_started_it(self) -> None:
        main = Transcript().prompt("go")
        call = main.call("Agent", description="look", prompt="one thing")
        other = main.call("Agent", description="other", prompt="one thing")
        main.result(call, "looked").result(other, "looked").say("done")
        note = Part("subagents/agent-a1.meta.json", orjson.dumps({"agentType": "x", "toolUseId": other}))
        found = taken(main, agent("a1", Transcript().prompt("another").run("ls")), note)
        assert blocks(found)["other"] == ([3], "go")

    def test_sub_agents_that_started_one_another_in_a_circle_are_kept_apart(self) -> None:
        one, two = Transcript().prompt("x"), Transcript().prompt("y")
        delegated(one, "a2", "to two")
        delegated(two, "a1", "to one")
        found = taken(Transcript().prompt("go").say("done"), agent("a1", one), agent("a2", two))
        assert sorted(labels(found)) == ["Delegate: to one", "Delegate: to two"]

    def test_a_chain_of_very_many_sub_agents_is_followed_so_far(self) -> None:
        main = Transcript().prompt("go")
        delegated(main, "n0")
        parts = []
        for number in range(300):
            inner = Transcript().prompt("x")
            delegated(inner, f"n{number + 1}", f"level {number}")
            parts.append(agent(f"n{number}", inner))
        found = taken(main.say("done"), *parts)
        assert found.report.found.subagent_calls == 300
        assert len(found.trace.actions) == 301

    def test_a_sub_agent_has_a_plan_of_its_own(self) -> None:
        main, inner = Transcript().prompt("go"), Transcript().prompt("look")
        todo = [{"content": "mine", "status": "in_progress"}]
        main.result(main.call("TodoWrite", todos=todo), "ok")
        delegated(main, "a1")
        inner.result(inner.call("TodoWrite", todos=[{"content": "its", "status": "in_progress"}]), "ok")
        found = taken(main.run("ls").say("done"), agent("a1", inner))
        plans = [artifact for artifact in found.trace.artifacts if isinstance(artifact, PlanArtifact)]
        assert [plan.supersedes for plan in plans] == [None, None]
        steps = [meta.title for meta in found.trace.meta_actions if meta.source.value == "plan_declared"]
        assert steps == ["mine"]

    def test_what_an_abandoned_call_started_is_abandoned(self) -> None:
        main, inner, deep = Transcript(), Transcript().prompt("look"), Transcript().prompt("deeper")
        main.prompt("go", uuid="root")
        delegated(main, "a1")
        main.prompt("other way", parentUuid="root").run("ls").say("done")
        delegated(inner, "a2", "deeper")
        deep.edit("/home/dev/shop/a.py", "1", "2", "1")
        found = taken(main, agent("a1", inner), agent("a2", deep))
        assert found.trace.files_modified == ()
        assert "deeper" in blocks(found)

    def test_damage_in_the_file_of_a_sub_agent_is_told_with_its_name(self) -> None:
        main = Transcript().prompt("go")
        delegated(main, "a1")
        name, data = agent("a1", Transcript().prompt("look").run("ls"))
        found = taken(main.say("done"), Part(name, data[:-20]))
        assert [(damage.file, damage.line) for damage in found.report.records.damaged] == [(name, 3)]
        assert f"the end of {name} is missing or damaged" in found.report.completeness.missing
        assert found.report.completeness.end == "completed"

    def test_a_file_that_cannot_be_read_is_told(self) -> None:
        found = taken(Transcript().prompt("go").say("done"), Part("subagents/agent-a1.jsonl", b"PK\x03\x04...."))
        assert any("agent-a1.jsonl" in note and "zip" in note for note in found.report.notes)

    def test_models_of_sub_agents_come_after_those_of_the_session(self) -> None:
        main, inner = Transcript().prompt("go"), Transcript().prompt("look")
        delegated(main, "a1")
        inner.say("x", model="small")
        assert taken(main.say("done", model="large"), agent("a1", inner)).trace.model == "claude-x, large, small"

    def test_secrets_are_taken_out_of_every_file(self) -> None:
        secret = "ghp_" + "a1B2" * 9
        main, inner = Transcript().prompt("go"), Transcript().prompt("look")
        delegated(main, "a1")
        inner.run("echo", secret)
        call = main.call("Bash", command="cat big")
        main.result(call, PREVIEW, error=False)
        found = taken(main, agent("a1", inner), Part("tool-results/t1.txt", secret.encode()))
        assert secret not in str(to_value(found.trace))
        assert [(each.name, each.count) for each in found.report.redacted] == [("API key", 3)]


class TestParallelSubAgents:
    def test_sub_agents_of_one_message_are_a_parallel_split(self) -> None:
        main = Transcript().prompt("go")
        for name in ("a1", "a2"):
            part = {"type": "tool_use", "id": name, "name": "Task", "input": {"description": name, "prompt": name}}
            main.row("assistant", message={"id": "same", "role": "assistant", "content": [part]})
        main.result("a2", "x").result("a1", "x")
        found = taken(main.say("done"))
        assert labels(found)[0] == "Give parts of the work to 2 sub-agents at once"
        split = found.trace.actions[0]
        assert isinstance(split, GatewayAction)
        assert split.type.value == "ParallelSplit"
        assert [(option.label, option.chosen) for option in split.options] == [("a1", True), ("a2", True)]
        assert found.trace.metrics is not None
        assert (found.trace.metrics.parallel_blocks, found.trace.metrics.decision_points) == (1, 1)

    def test_one_alone_and_refused_ones_are_none(self) -> None:
        main = Transcript().prompt("go")
        for name in ("a1", "a2"):
            part = {"type": "tool_use", "id": name, "name": "Task", "input": {"description": name, "prompt": name}}
            main.row("assistant", message={"id": "same", "role": "assistant", "content": [part]})
        main.result("a1", "x").result("a2", "User rejected tool use", error=True)
        delegated(main, "a3")
        assert not any(label.startswith("Give parts") for label in labels(taken(main)))


PREVIEW = (
    "<persisted-output>\nOutput too large (4.8MB). Full output saved to: /h/.claude/projects/p/s1/tool-results/t1.txt\n"
    "\nPreview (first 2KB):\nabc\n</persisted-output>"
)


class TestLargeOutputs:
    def payload(self, found: Capture) -> dict[str, Any]:
        held = next(a.payload for a in found.trace.artifacts if isinstance(a, CommandResultArtifact))
        assert held is not None
        return dict(held.value)

    def test_the_whole_output_stands_in_place_of_its_preview(self) -> None:
        whole = "abc\n" * 10 + "== 3 failed, 2 passed in 0.1s ==\n"
        main = Transcript().prompt("go")
        main.result(main.call("Bash", command="pytest -q"), PREVIEW, error=False)
        found = taken(main.say("done"), Part("tool-results/t1.txt", whole.encode()))
        payload = self.payload(found)
        assert payload["output"] == whole
        assert payload["tests_failed"] == 3
        assert (payload["output_file"]["name"], payload["output_file"]["size"]) == ("tool-results/t1.txt", len(whole))
        assert "output_elsewhere" not in payload
        assert found.report.completeness.missing == ()

    def test_without_it_the_preview_is_said_to_be_one(self) -> None:
        main = Transcript().prompt("go")
        main.result(main.call("Bash", command="cat big"), PREVIEW, error=False)
        found = taken(main.say("done"), Part("tool-results/t2.txt", b"another"))
        assert self.payload(found)["output_elsewhere"].endswith("tool-results/t1.txt")
        assert found.report.completeness.missing == ("outputs that are in the file only in part: 1",)

    def test_a_file_of_another_size_than_stated_is_not_taken_for_the_whole(self) -> None:
        main = Transcript().prompt("go")
        beside = {"stdout": "abc", "persistedOutputPath": "C:\\p\\s1\\tool-results\\t1.txt", "persistedOutputSize": 9}
        main.result(main.call("Bash", command="cat big"), "abc", beside, error=False)
        found = taken(main.say("done"), Part("tool-results/t1.txt", b"abcd"))
        assert (self.payload(found)["output"], self.payload(found)["output_file"]["size"]) == ("abc", 4)
        whole = taken(main, Part("tool-results/t1.txt", b"123456789"))
        assert self.payload(whole)["output"] == "123456789"

    def test_an_output_of_another_tool_names_its_file(self) -> None:
        main = Transcript().prompt("go")
        main.result(main.call("mcp__docs__get", q="x"), PREVIEW)
        found = taken(main.say("done"), Part("tool-results/t1.txt", b'[{"type":"text"}]'))
        request = found.trace.actions[0].request
        assert request is not None
        assert request["output_file"]["name"] == "tool-results/t1.txt"
        assert found.trace.actions[0].result_summary == '[{"type":"text"}]'


class TestSeveralSessions:
    def two(self) -> bytes:
        one = Transcript(session="one").prompt("go").say("done").data()
        two = Transcript(session="two").prompt("on", uuid="x").run("ls").say("done", uuid="y").data()
        return b'{"torn\n' + one + b'{"type":"summary","leafUuid":"l"}\n' + two + b'{"torn'

    def test_each_is_a_trace_with_its_own_records(self) -> None:
        found = captures(self.two(), name="f")
        for each in found:
            checked(each)
        assert [each.trace.trace_id for each in found] == ["claude-code-one", "claude-code-two"]
        assert [each.report.records.total for each in found] == [4, 5]
        assert [[damage.line for damage in each.report.records.damaged] for each in found] == [[1], [9]]
        assert [each.report.completeness.end for each in found] == ["completed", "cut off"]
        assert labels(found[0]) == []

    def test_records_that_are_mixed_are_told_apart(self) -> None:
        one, two = Transcript(session="one").prompt("go"), Transcript(session="two").prompt("on", uuid="x")
        one.say("1")
        two.say("2", uuid="y")
        lines = [line for pair in zip(one.lines(), two.lines(), strict=True) for line in pair]
        found = captures(b"\n".join(lines), name="f")
        assert [each.report.records.total for each in found] == [2, 2]

    def test_one_is_not_taken_for_all(self) -> None:
        with pytest.raises(UnreadableError, match="2 sessions are in this file"):
            capture(self.two(), name="f")

    def test_a_session_of_nothing_is_left_out(self) -> None:
        empty = b'{"type":"user","sessionId":"none","message":{"content":[]}}\n'
        found = captures(Transcript(session="one").prompt("go").data() + empty, name="f")
        assert [each.report.session_id for each in found] == ["one"]

    def test_files_beside_go_to_the_session_that_they_name(self) -> None:
        one, two = Transcript(session="one").prompt("go"), Transcript(session="two").prompt("on", uuid="x")
        inner = Transcript(session="two").prompt("look").run("ls")
        found = captures(one.data() + two.data(), name="f", beside=[agent("a1", inner)])
        assert [labels(each) for each in found] == [[], ["Run ls"]]


class TestFolders:
    def test_a_folder_without_files_is_refused(self) -> None:
        with pytest.raises(UnreadableError, match="no file"):
            captures(None, name="folder")

    def test_a_folder_of_transcripts_is_no_session(self) -> None:
        parts = [Part("a.jsonl", Transcript().prompt("go").data())]
        with pytest.raises(UnreadableError, match="is a folder"):
            captures(None, name="folder", beside=parts)

    def test_a_folder_of_other_files_is_not_recognized(self) -> None:
        with pytest.raises(UnreadableError, match="not recognized"):
            captures(None, name="folder", beside=[Part("a.txt", b"x"), Part("b.json", b"{}")])

    @pytest.mark.parametrize(
        ("data", "file", "names"),
        [
            (b"", "s1.jsonl", ("s1/subagents", "s1/tool-results")),
            (b"", "s1.jsonl.gz", ("s1/subagents", "s1/tool-results")),
            (b"", "trace", ()),
            (
                b'{"sessionId": "0a1b2c3d-0000-4000-8000-000000000000"}',
                "chat.json",
                ("chat/subagents", "chat/tool-results", "0a1b2c3d-0000-4000-8000-000000000000"),
            ),
            (b'{"sessionId":"../../etc-passwd-and-more-of-it"}', "-", ()),
            (b"PK\x03\x04", "x", ()),
            (b'{"agentId":"a1"}{"agentId": "a1"}{"agentId":"../x"}', "x", ("agent-a1.jsonl",)),
        ],
    )
    def test_the_names_beside_a_file(self, data: bytes, file: str, names: tuple[str, ...]) -> None:
        assert names_beside(data, file) == names

    def test_sub_agents_are_looked_for_only_where_files_of_some_lie(self) -> None:
        data = b'{"agentId":"a1"}'
        assert names_beside(data, "x", ["y.jsonl", "agents"]) == ()
        assert names_beside(data, "x", ["Agent-a1.jsonl"]) == ("agent-a1.jsonl",)

    def test_not_every_name_of_a_hostile_file_is_looked_for(self) -> None:
        data = b"".join(b'{"agentId":"%d"}' % number for number in range(2000))
        assert len(names_beside(data, "x")) == 1000


def test_what_was_not_read_beside_a_session_is_missing() -> None:
    found = captures(Transcript().prompt("go").data(), name="f", left=("files that cannot be read: 2",))
    assert found[0].report.completeness.missing == ("files that cannot be read: 2",)


def test_a_block_of_a_sub_agent_that_a_rewind_left_behind_is_abandoned() -> None:
    main = Transcript()
    main.prompt("go", uuid="root")
    delegated(main, "a1")
    main.prompt("other", parentUuid="root").say("done")
    found = taken(main, agent("a1", Transcript().prompt("look").run("ls")))
    turn = next(meta for meta in found.trace.meta_actions if meta.title == "go")
    dropped = [meta for meta in found.trace.meta_actions if meta.status is MetaActionStatus.MetaAbandoned]
    assert turn in dropped or any(meta.parent_id == turn.id for meta in dropped)


def test_names_are_text_and_hold_no_secrets() -> None:
    token = "ghp_" + "a1" * 18
    data = b'{"type":"user","uuid":"1","sessionId":"s","message":{"role":"user","content":"go"}}\n'
    beside = [Part(f"tool-results/{token}\udcff.txt", b"x"), Part(f"subagents/agent-{token}.jsonl", b"{")]
    (found,) = captures(data, name=f"a\udcff{token}.jsonl", beside=beside, left=[f"{token}\udcff is too large"])
    document = to_value(found.trace)
    assert token not in str(document)
    assert "\udcff" not in str(document)
    assert found.report.file.startswith("a\ufffd[redacted:API-key")


def test_rollouts_of_sub_agents_are_told_by_their_threads_also_in_a_compressed_rollout() -> None:
    one, two, three = (f"019a0000-0000-7000-8000-00000000000{number}" for number in (1, 2, 3))
    rollout = Rollout().event("collab_agent_spawn_end", call_id="c", new_thread_id=one)
    rollout.output("c", f'{{"agent_id":"{two}"}}').completed("CollabAgentToolCall", receiver_thread_ids=[three])
    expected = tuple(f"rollout-*-{each}.jsonl*" for each in (one, two, three))
    assert names_beside(rollout.data(), "x.jsonl") == expected
    assert names_beside(gzip.compress(rollout.data()), "rollout-1.jsonl.gz") == expected
    assert names_beside(Rollout().data(), "x.jsonl") == ()
