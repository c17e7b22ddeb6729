"""What a person did beside prompting, and what was asked for and not done: none of it is lost."""

from typing import Any

import pytest

from tollens.core.model import GatewayAction
from tollens.plugins.sessions import Capture, Privacy, capture
from tollens.testing.transcripts import Transcript

FIX = "<command-message>fix</command-message>\n<command-name>/fix</command-name>\n<command-args>issue 12</command-args>"


def captured(transcript: Transcript, **privacy: Any) -> Capture:
    return capture(transcript.data(), name="session.jsonl", privacy=Privacy(**privacy))


def turns(found: Capture) -> list[tuple[str, tuple[int, ...]]]:
    return [(meta.title, meta.action_ids) for meta in found.trace.meta_actions]


def notes(found: Capture) -> list[str]:
    return [note.statement for action in found.trace.actions for note in action.observations]


# Commands


def test_what_follows_a_command_is_a_turn_of_its_own_and_no_part_of_the_one_before() -> None:
    transcript = Transcript().prompt("go").run("ls").prompt(FIX)
    transcript.prompt([{"type": "text", "text": "Fix issue 12."}], isMeta=True).run("make")
    found = captured(transcript)
    assert turns(found) == [("go", (1,)), ("/fix issue 12", (2,))]
    assert found.report.found.prompts == 1
    assert found.report.completeness.end == "cut off"


def test_a_command_that_nothing_answers_is_an_end_in_the_middle() -> None:
    transcript = Transcript().prompt("go").say("done").prompt(FIX).prompt("Fix issue 12.", isMeta=True)
    assert captured(transcript).report.completeness.end == "cut off"


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("<local-command-stdout>Set model</local-command-stdout>", {}),
        ("<local-command-caveat>Caveat: no</local-command-caveat>", {"isMeta": True}),
        ("<task-notification>done</task-notification>", {}),
    ],
)
def test_a_command_that_the_agent_is_not_told_of_begins_no_turn(text: str, members: dict[str, Any]) -> None:
    transcript = Transcript().prompt("go").run("ls").prompt("<command-name>/model</command-name>")
    found = captured(transcript.prompt(text, **members).run("make").say("done"))
    assert turns(found) == [("go", (1, 2))]
    assert found.report.completeness.end == "completed"


@pytest.mark.parametrize("between", ["prompt", "answer"])
def test_what_the_agent_is_told_later_is_no_part_of_a_command(between: str) -> None:
    transcript = Transcript().prompt("go").run("ls").prompt("<command-name>/vim</command-name>")
    transcript = transcript.prompt("more") if between == "prompt" else transcript.say("more")
    found = captured(transcript.prompt("Base directory of a skill", isMeta=True).run("make").say("done"))
    assert [title for title, _ in turns(found)] == (["go", "more"] if between == "prompt" else ["go"])


def test_what_stands_behind_a_command_is_a_content() -> None:
    transcript = Transcript().prompt(FIX).prompt("Fix.", isMeta=True).run("ls").say("done")
    assert captured(transcript).trace.trigger.description == "/fix issue 12"  # type: ignore[union-attr]
    found = captured(transcript, content="digest")
    assert found.trace.trigger.description.startswith("/fix [8 characters left out")  # type: ignore[union-attr]
    assert turns(found)[0][0].startswith("/fix [8 characters left out")


def test_a_recap_that_quotes_a_command_gives_none() -> None:
    recap = f"This session is being continued from a previous conversation: {FIX}"
    found = captured(Transcript().prompt(recap, isCompactSummary=True).run("ls").say("done"))
    assert found.trace.trigger.description == "No instruction of a person is in the session file."  # type: ignore[union-attr]


# Messages that wait


def queue(transcript: Transcript, operation: str, content: Any = None) -> Transcript:
    members = {} if content is None else {"content": content}
    return transcript.raw({"type": "queue-operation", "operation": operation, "sessionId": "s1", **members})


def test_a_queued_message_that_is_in_no_prompt_is_told() -> None:
    transcript = queue(Transcript().prompt("go"), "enqueue", "and the tests")
    found = captured(queue(transcript.run("ls"), "remove").say("done"))
    assert notes(found) == ["The person queued a message that is in no prompt: and the tests"]
    assert found.report.completeness.missing == ("messages that the person queued and no prompt has: 1",)
    assert found.report.found.prompts == 1
    left = captured(transcript, content="digest")
    assert "and the tests" not in str(notes(left))
    assert len(notes(left)) == 1


def test_a_queued_message_that_became_a_prompt_is_one_with_it() -> None:
    transcript = queue(Transcript().prompt("go").run("ls"), "enqueue", "one\n two")
    queue(queue(transcript, "enqueue", [{"type": "text", "text": "three"}]), "dequeue")
    queue(transcript.prompt("one\n two\nthree").say("done"), "enqueue", "<task-notification>x</task-notification>")
    found = captured(queue(transcript, "odd"))
    assert notes(found) == []
    assert found.report.completeness.missing == ()
    assert {each.name: each.count for each in found.report.records.skipped} == {
        "queue-operation/dequeue": 1,
        "queue-operation/enqueue": 1,
        "queue-operation/odd": 1,
    }


# Asked for and not done


def requests(transcript: Transcript) -> list[Any]:
    held = (getattr(action, "request", None) for action in captured(transcript).trace.actions)
    return [each.value if each is not None else None for each in held]


@pytest.mark.parametrize("error", ["User rejected tool use", "<tool_use_error>no such text</tool_use_error>", None])
def test_what_was_asked_for_and_not_done_is_kept(error: str | None) -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("Edit", file_path="/home/dev/shop/a.py", old_string="1", new_string="2")
    if error is not None:
        transcript.result(call, error, error=True)
    [request] = requests(transcript)
    assert (request["path"], request["patch"]) == ("a.py", "@@\n-1\n+2\n")


def test_a_refused_line_is_kept_as_a_whole() -> None:
    transcript = Transcript().prompt("go")
    line = "rm " + " ".join(f"file{number}" for number in range(40))
    [request] = requests(transcript.result(transcript.call("Bash", command=line), "User rejected tool use", error=True))
    assert request["command"] == line


def test_what_a_sub_agent_was_told_is_kept() -> None:
    transcript = Transcript().prompt("go")
    [request] = requests(transcript.result(transcript.call("Task", description="look", prompt="look well"), "ok"))
    assert request["prompt"] == "look well"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("PreToolUse:Bash hook error: [./h]: not on main", "PreToolUse:Bash hook error: [./h]: not on main"),
        ("Permission to use Bash has been denied.", "Permission to use Bash has been denied."),
        ("User rejected tool use", "Refused by the person; no reason is recorded."),
    ],
)
def test_the_reason_of_a_refusal_is_what_its_record_says(text: str, reason: str) -> None:
    transcript = Transcript().prompt("go")
    found = captured(transcript.result(transcript.call("Bash", command="ls"), text, error=True))
    assert found.trace.actions[0].rationale == reason


# Questions

QUESTION = {"question": "Which?", "options": [{"label": "A"}, {"label": 'B, "b"'}]}


def decided(text: str, beside: Any = None, error: bool | None = None) -> tuple[list[str], list[str], list[str]]:
    """The kinds of the actions, the labels that were chosen, and what is noted."""
    transcript = Transcript().prompt("go")
    found = captured(transcript.result(transcript.call("AskUserQuestion", questions=[QUESTION]), text, beside, error))
    options = [option for a in found.trace.actions if isinstance(a, GatewayAction) for option in a.options]
    kinds = [action.type.name for action in found.trace.actions]
    return kinds, [option.label for option in options if option.chosen], notes(found)


@pytest.mark.parametrize(
    ("said", "chosen"),
    [
        ('"Which?"="A". You can now continue', ["A"]),
        ('"Which?"="A", "Other?"="B"', ["A"]),
        ('"Which?"="B, "b"", "Other?"="A"', ['B, "b"']),
        ('"Which?"="neither, really" user notes: x', ["neither, really"]),
        ('"Another?"="A"', []),
        ('"Which?"="no end', []),
    ],
)
def test_an_answer_is_read_from_the_words_of_the_result(said: str, chosen: list[str]) -> None:
    assert decided(f"User has answered your questions: {said}")[:2] == (["ExclusiveDecision"], chosen)


def test_the_answers_of_the_record_win_over_its_words() -> None:
    assert decided('"Which?"="A"', {"answers": {}})[1] == []


def test_a_question_that_was_refused_keeps_its_options() -> None:
    kinds, chosen, said = decided("User rejected tool use", error=True)
    assert (kinds, chosen, said) == (["ExclusiveDecision", "Reject"], [], ["No answer is recorded."])


def test_a_question_that_failed_says_so() -> None:
    assert decided("InputValidationError: no", error=True) == (["ExclusiveDecision"], [], ["The call failed."])


def test_the_plan_that_was_let_pass_is_the_one_that_the_result_states() -> None:
    transcript = Transcript().prompt("go")
    call = transcript.call("ExitPlanMode", plan="one")
    found = captured(transcript.result(call, "User has approved your plan.", {"plan": "one and two"}))
    plans = [artifact for artifact in found.trace.artifacts if artifact.name == "plan"]
    assert [plan.summary for plan in plans] == ["one and two"]  # type: ignore[union-attr]


# What the service ran, and what was left behind


def test_the_result_of_a_tool_that_the_service_ran_is_that_of_its_call() -> None:
    transcript = Transcript().prompt("go")
    call = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}}
    found = {"type": "web_search_tool_result", "tool_use_id": "s1", "content": [{"type": "text", "text": "it"}]}
    transcript.row("assistant", message={"id": "m", "role": "assistant", "content": [call, found]})
    counts = captured(transcript.say("done")).report.found
    assert (counts.calls, counts.calls_without_result, counts.results_without_call) == (1, 0, 0)


def test_an_interrupt_on_a_branch_that_was_left_stops_nothing_of_the_other() -> None:
    transcript = Transcript().prompt("go").run("ls")
    fork = transcript.records[-1]["uuid"]
    transcript.prompt("one").say("I do").prompt("[Request interrupted by user]")
    transcript.prompt("two", parentUuid=fork).run("make")
    found = captured(transcript)
    assert [meta.status for meta in found.trace.meta_actions] == [None, None]
    assert found.report.found.interrupts == 1
