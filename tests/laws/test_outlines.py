"""What is told from outlines, or passed over at a glance, is what reading everything tells (§18.3)."""

from collections.abc import Hashable
from typing import Any
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.core.derive import traces
from tests.unit.core.derive.plain import Plain, language_of
from tollens.core.derive.freshness import states
from tollens.core.derive.freshness.touched import Edits, Subject
from tollens.core.derive.freshness.verdicts import freshness
from tollens.core.graph.index import Index
from tollens.core.ports import Language, Unread
from tollens.core.wire.document import Document

LINES = 3
OWN = tuple(tuple(f"{letter}{line}" for letter in "ab") for line in range(LINES))

# Strategies are made once: making them for every choice took most of the time of this law.
FEW = st.integers(0, 9).map(lambda number: number == 0)
MOST = st.integers(0, 19).map(bool)
HALF = st.booleans()
HOW_MANY = st.integers(3, 10)
LINE = st.integers(0, LINES - 1)
KINDS = st.sampled_from(("model", "proof", "proof", "diff"))
TOLD = st.sampled_from(("summary", "symbol", "nothing"))
SYMBOL = [st.sampled_from(own) for own in OWN]
DEFINED = [st.lists(symbol, min_size=1, max_size=2) for symbol in SYMBOL]
MENTIONED = [st.lists(st.sampled_from((*own, "0", "1")), max_size=2) for own in OWN]
FOREIGN = [st.sampled_from((*OWN[(line + 1) % LINES], "unknown")) for line in range(LINES)]


class Unoutlined(Plain):
    """The same language, of which nothing is known before a text is read."""

    def outline(self, text: str) -> None:
        return None


def unoutlined(name: str) -> Language[Hashable] | Unread:
    return Unoutlined() if name == "iml" else language_of(name)


def text_of(draw: st.DrawFn, line: int) -> str:
    """Definitions that mention those of their own line, and now and then one of another."""
    lines = []
    for name in draw(DEFINED[line]):
        words = draw(MENTIONED[line])
        if draw(FEW):
            words.append(draw(FOREIGN[line]))
        lines.append(f"{'axiom' if draw(FEW) and draw(FEW) else 'let'} {name} {' '.join(words)}")
    return "\n".join(lines)


@st.composite
def histories(draw: st.DrawFn) -> dict[str, Any]:
    """Versions of three models that mostly stand by themselves, with results about them and edits between."""
    artifacts: list[dict[str, Any]] = []
    actions = [traces.action(number, "Explain") for number in range(1, 11)]
    last: dict[int, str] = {}
    for number in range(1, draw(HOW_MANY) + 1):
        line = draw(LINE)
        made = {"producer_action_id": number} if draw(MOST) else {}
        kind = draw(KINDS)
        if kind == "model" or line not in last:
            members: dict[str, Any] = {"component_id": f"c{line}"} if draw(HALF) else {}
            members |= {"supersedes": last[line]} if line in last and draw(HALF) else {}
            payload = {"model_language": "iml", "formal_code": text_of(draw, line)}
            artifacts.append(traces.artifact(f"m{number}", "FormalModel", payload, **made, **members))
            last[line] = f"m{number}"
        elif kind == "diff":
            said = draw(SYMBOL[line])
            told = draw(TOLD)
            members = {"summary": {"summary": f"change {said}."}, "symbol": {"metadata": {"symbol": said}}}.get(
                told, {}
            )
            artifacts.append(traces.artifact(f"d{number}", "Diff", **made, **members))
        else:
            symbol = draw(SYMBOL[(line + draw(FEW)) % LINES])
            artifacts.append(traces.goal(f"g{number}", last[line], target_symbol=symbol))
            answer = traces.answer(f"r{number}", goal=f"g{number}", **made)
            stated = {"model_artifact_id": last[line]} if draw(HALF) else {}
            if draw(HALF):
                answer["payload"]["fingerprint"] = {"task_checksum": "other:0", "target_symbol": symbol, **stated}
            artifacts.append(answer)
    return dict(traces.document(artifacts=artifacts, actions=actions).value)


@given(histories())
@settings(max_examples=3000)
def test_outlines_change_no_verdict(value: dict[str, Any]) -> None:
    index = Index(Document.of(value).trace)
    assert freshness(index, language_of) == freshness(index, unoutlined)
    with patch.object(states, "_FEW_LINES", 0):  # as with many models
        assert freshness(index, language_of) == freshness(index, unoutlined)


names = st.sampled_from(
    ("fee", "fee'", "M.fee", "tax", "3fee", "+", "a-b", "src/fees.py", "./fees.py", "docs\\fees.py")
)
sentences = st.lists(st.one_of(names, st.sampled_from(("see", "(", ".", "fees.py:12", "M.fee:", "'tax'"))), max_size=4)


@given(
    st.lists(st.tuples(sentences.map(" ".join), st.booleans()), max_size=4),
    st.lists(st.builds(Subject, names, files=st.frozensets(names, max_size=2)), min_size=1, max_size=3),
)
@settings(max_examples=120)
def test_no_edit_of_a_subject_is_passed_over(said: list[tuple[str, bool]], subjects: list[Subject]) -> None:
    artifacts = [traces.artifact(f"d{at}", "Diff", summary=text) for at, (text, told) in enumerate(said) if told]
    actions = [
        traces.action(at, "EditFile", text, evidence=[{"type": "FileRef", "ref": text}])
        for at, (text, told) in enumerate(said)
        if not told
    ]
    index = Index(traces.document(artifacts=artifacts, actions=actions).trace)
    unfiltered = Edits(index, [*subjects, Subject("+")])  # a symbol without a letter may be named by any text
    passed = Edits(index, subjects)
    for subject in subjects:
        assert passed.since(subject, None) == unfiltered.since(subject, None)
