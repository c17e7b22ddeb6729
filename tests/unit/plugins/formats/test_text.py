"""The review as text: what is said of each part, and that no two parts of it contradict each other."""

from tests.unit.core.derive.traces import reviewed
from tollens.core.derive.review import Review, review
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins.formats import text
from tollens.plugins.sessions import capture
from tollens.plugins.text_lines import Line, plain
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
    return review(document.trace, validate(document))


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
