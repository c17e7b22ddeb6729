"""Events without contents, kind by kind."""

import pytest

from tollens.plugins.sessions.assembly.extracts import Left, brief, digest, extract, left, shortened, size
from tollens.plugins.sessions.assembly.withholding import result_without, withheld, without
from tollens.plugins.sessions.events import (
    Call,
    Changes,
    Compaction,
    Delegation,
    Edit,
    Event,
    FileRead,
    Loose,
    Move,
    Operation,
    OtherTool,
    Plan,
    PlanItem,
    Removal,
    Result,
    Shell,
)

TEXT = "word by word\n"


def test_what_stands_for_a_text_says_so_and_keeps_its_measure() -> None:
    stands = left(TEXT)
    assert isinstance(stands, Left)
    assert (size(stands), digest(stands)) == (len(TEXT), digest(TEXT))
    assert extract("output", stands, 10) == {
        "output_left_out": True,
        "output_characters": len(TEXT),
        "output_digest": digest(TEXT),
    }
    assert brief(stands) == shortened(stands, 100) == f"[13 characters left out, {digest(TEXT)[:23]}]"
    assert type(shortened(stands, 100)) is str
    assert (left(stands), left("")) == (stands, "")


@pytest.mark.parametrize(
    "operation",
    [
        FileRead("a.py", TEXT),
        Edit("a.py", TEXT, TEXT, TEXT),
        Removal("a.py", TEXT),
        Changes((Edit("a.py", TEXT), Move("a.py", "b.py"), Removal("b.py"))),
        Plan((PlanItem("step"),), TEXT),
        Delegation("look", TEXT),
        OtherTool("send", {"to": TEXT, "body": {"text": TEXT}, "path": "a.py", "count": 3, "none": None}),
    ],
)
def test_no_operation_keeps_its_contents(operation: Operation) -> None:
    stripped = without(operation)
    assert TEXT.strip() in repr(operation)
    assert "word by" not in repr(stripped)
    assert ("a.py" in repr(operation)) == ("a.py" in repr(stripped))
    assert without(stripped) == stripped


@pytest.mark.parametrize("event", [Compaction(1), Call(1, "t1", "Move", Move("a", "b"))])
def test_what_has_no_contents_stays(event: Event) -> None:
    assert withheld(event) == event


def test_calls_that_calls_started_lose_theirs_at_any_depth() -> None:
    leaf = call = Call(1, "t0", "Bash", Shell("ls"), TEXT, Result(TEXT, said=TEXT))
    for number in range(2_000):
        call = Call(1, f"t{number}", "Task", Delegation("look", TEXT), TEXT, Result(TEXT), children=(leaf, call))
    loose = withheld(Loose(1, "x", (call,)))
    assert isinstance(loose, Loose)
    held, depth = loose.calls[0], 0
    while held.children:
        assert held.children[0].tool == "Bash"
        assert all("word" not in f"{each.rationale}{each.result}" for each in (held, held.children[0]))
        held, depth = held.children[1], depth + 1
    assert depth == 2_000


def test_an_output_is_looked_at_before_it_goes() -> None:
    tests = result_without(Result("3 passed in 0.1s"), Shell("pytest -q && git commit -m x"))
    plain = result_without(Result("3 passed in 0.1s"), Shell("cat log"))
    assert isinstance(tests.text, Left)
    assert isinstance(plain.text, Left)
    assert tests.text.seen is not None
    assert (tests.text.seen.printed.passed, plain.text.seen) == (3, None)
    assert result_without(tests, Shell("pytest")).text is tests.text
