"""The review as text: what is said of each part, and that no two parts of it contradict each other."""

from tests.unit.core.derive.traces import action, artifact, defeater, model, ran, residual, reviewed
from tollens.apps import wiring
from tollens.core.derive.review.report import Review
from tollens.core.derive.review.reviewing import review
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins.formats import text
from tollens.plugins.sessions import capture
from tollens.plugins.text.lines import Line, plain
from tollens.testing.transcripts import Transcript


def shown(made: Review, width: int = 100, everything: bool = False) -> str:
    return plain(list(text.lines("a name", made, width, everything=everything)))


def tones(made: Review, words: str) -> list[str | None]:
    """The tones of the spans that hold these words."""
    lines: list[Line] = list(text.lines("a name", made, 100))
    spans = [span for line in lines for span in line]
    found = [(None, span) if isinstance(span, str) else span for span in spans]
    return [tone for tone, told in found if words in told]


def of_session(transcript: Transcript) -> Review:
    document = Document.of(to_value(capture(transcript.data(), name="session.jsonl").trace))
    return review(wiring.evaluated(document, {}))


def test_that_the_work_completed_is_said_in_a_neutral_tone_and_the_closing_words_are_marked() -> None:
    made = of_session(Transcript().prompt("go").say("all tests pass"))
    assert "CAME OUT     ProcessCompleted · the agent's closing words: all tests pass" in shown(made)
    assert tones(made, "ProcessCompleted") == [None]


def test_of_interrupted_work_the_reason_comes_first() -> None:
    made = of_session(Transcript().prompt("go").say("I begin").prompt("[Request interrupted by user]"))
    told = "ProcessInterrupted: the person interrupted the agent · the agent's closing words: I begin"
    assert f"CAME OUT     {told}" in shown(made, 120)
    assert tones(made, "ProcessInterrupted")[-1] == "bad"


def test_the_summary_of_a_trace_that_is_no_capture_is_the_record_s() -> None:
    made = reviewed(outcome={"type": "ProcessAborted", "summary": "half done", "reason": "out of time"})
    assert "CAME OUT     ProcessAborted: out of time · in the record's words: half done" in shown(made)


def test_all_lists_whatever_is_counted() -> None:
    made = reviewed(
        actions=[
            ran(1, "pytest", 0),
            ran(2, "make", None, "RunCommand"),
            action(3, "Reject", "push it", "governance"),
        ],
        artifacts=[
            model(),
            residual("closed", status="addressed"),
            artifact("old", "Residual", {"kind": "unverified", "statement": "what old says"}),
            artifact("new", "Residual", {"kind": "unverified", "statement": "what new says"}, supersedes="old"),
            defeater("answered", "model", status="addressed"),
        ],
        novel_member=1,
    )
    whole, screen = shown(made, everything=True), shown(made)
    for told in (
        "passed      pytest",
        "unknown     make",
        "refused     push it",
        "what closed says",
        "replaced by new · old",
        "what answered says",
        "WIRE",
    ):
        assert told in whole
        assert told not in screen.partition("ESTABLISHED")[0]
    assert "2 commands: none failed, 1 passed, 1 with an unknown end; 1 refusal" in screen
    assert "1 open of 3 declared" in screen


def test_many_instructions_are_told_in_few_lines() -> None:
    later = [artifact(f"u{number}", "UserInstruction", summary=f"step {number}") for number in range(1, 10)]
    made = reviewed(artifacts=later)
    asked = shown(made).partition("ASKED")[2].partition("CAME OUT")[0]
    assert [line.strip() for line in asked.splitlines()] == [
        "do it",
        "then: step 1",
        "… and 6 between: --all shows them",
        "then: step 8",
        "then: step 9",
    ]
    assert "step 5" in shown(made, everything=True)


def test_an_unanswered_line_is_told_by_its_command() -> None:
    transcript = Transcript().prompt("go")
    transcript.call("Bash", command="make test 2>&1 | tail -1")
    assert "unknown     make test 2>&1 | tail -1" in shown(of_session(transcript))


def test_decisions_are_told_with_the_ways_not_taken_or_counted_where_there_is_no_room() -> None:
    options = [{"label": "left", "chosen": True}, {"label": "right", "chosen": False, "rejected_because": "longer"}]
    decided = action(1, "ExclusiveDecision", "which way", "gateway", options=options, decision_basis="the map")
    open_one = action(2, "ExclusiveDecision", "and then", "gateway")
    told = shown(reviewed(actions=[decided, open_one]))
    assert "DECIDED      2 decisions, 1 way not taken\n" in told
    assert "chose       which way: left" in told
    assert "the map · action 1" in told
    assert "not: right: longer" in told
    assert "unsettled   and then" in told
    crowded = reviewed(actions=[decided, *(ran(number, f"run {number}", 1) for number in range(3, 60))])
    assert "DECIDED      1 decision, 1 way not taken: --all shows them" in shown(crowded)
    assert "not: right: longer" not in shown(crowded)
    assert "not: right: longer" in shown(crowded, everything=True)
