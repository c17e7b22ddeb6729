"""A file is told with its Diffs, whichever way they name it, and with the claims about what these change."""

from typing import Any

import pytest

from tests.unit.core.derive.traces import action, answer, artifact, document, edited, goal, model
from tollens.apps import wiring
from tollens.core.derive.review.reviewing import review
from tollens.core.view import changes
from tollens.core.view.document import DiffPlace, FileStory, SymbolEvidence


def stories(*artifacts: dict[str, Any], **members: Any) -> list[FileStory]:
    evaluation = wiring.evaluated(document(artifacts=list(artifacts), **members), {})
    return list(changes.file_stories(evaluation, review(evaluation)))


def diff(artifact_id: str, **members: Any) -> dict[str, Any]:
    return artifact(artifact_id, "Diff", **members)


def test_a_file_has_what_the_review_says_of_it() -> None:
    (made,) = stories(actions=[edited(1, "a.py"), edited(2, "a.py")])
    assert made == FileStory("a.py", ("edited",), False, True, (1, 2), (), ())


@pytest.mark.parametrize(
    ("path", "stated"),
    [
        ("src/a.py", {"path": "src/a.py"}),
        ("./src/a.py", {"path": "src\\a.py"}),
        ("src/a.py", {"path": "/home/me/src/a.py"}),
        ("/home/me/src/a.py", {"path": "src/a.py"}),
        ("C:/work/src/a.py", {"path": "src/a.py"}),
    ],
)
def test_a_diff_is_of_the_file_that_it_states(path: str, stated: dict[str, Any]) -> None:
    (made,) = stories(diff("d", metadata=stated), actions=[edited(1, path)])
    assert made.diffs == (DiffPlace(0, None, (), 0),)


def test_a_diff_of_another_file_of_the_same_name_is_not() -> None:
    first, second = stories(diff("d", metadata={"path": "other/a.py"}), actions=[edited(1, "src/a.py")])
    assert (first.path, first.diffs) == ("src/a.py", ())
    assert (second.path, second.how, second.diffs) == ("other/a.py", (), (DiffPlace(0, None, (), 0),))


def test_a_diff_that_states_no_file_is_of_those_that_its_action_changed() -> None:
    (made,) = stories(diff("d", name="a change", producer_action_id=1), actions=[edited(1, "src/a.py", outputs=["d"])])
    assert made.diffs == (DiffPlace(0, 1, (), 0),)


def test_a_diff_of_no_action_is_told_by_its_name() -> None:
    first, second = stories(diff("d", name="a change"), diff("e"))
    assert [(each.path, each.how, each.action_ids, each.unchecked) for each in (first, second)] == [
        ("a change", (), (), False),
        ("e", (), (), False),
    ]


def proofs(*symbols: str) -> list[dict[str, Any]]:
    """A model with a proof about each symbol; the claims are in the same order."""
    held = [model()]
    for symbol in symbols:
        held += [goal(f"about {symbol}", target_symbol=symbol), answer(f"proof of {symbol}", goal=f"about {symbol}")]
    return held


def evidence(symbols: list[str], *proved: str) -> tuple[SymbolEvidence, ...]:
    change = diff("d", metadata={"path": "a.py", "symbols": symbols})
    (made,) = stories(*proofs(*proved), change, actions=[edited(1, "a.py")])
    return made.evidence


def test_each_symbol_that_is_changed_has_its_claims_or_none() -> None:
    assert evidence(["f", "g"], "f") == (SymbolEvidence("f", (0,), 0), SymbolEvidence("g", (), 0))


def test_a_last_part_is_enough_where_it_is_unique() -> None:
    assert evidence(["f"], "M.f") == (SymbolEvidence("f", (0,), 0),)
    assert evidence(["M.f"], "f") == (SymbolEvidence("M.f", (0,), 0),)
    assert evidence(["f"], "M.f", "N.f") == (SymbolEvidence("f", (), 0),)
    assert evidence(["N.f"], "M.f") == (SymbolEvidence("N.f", (), 0),)


def test_what_stands_in_the_file_is_told_too() -> None:
    source = artifact("s", "SourceCode", name="a.py", metadata={"symbols": ["f", "h"]})
    (made,) = stories(source, *proofs("f", "h"), diff("d", metadata={"path": "a.py", "symbols": ["f"]}))
    assert made.evidence == (SymbolEvidence("f", (0,), 0), SymbolEvidence("h", (1,), 0))


def test_only_the_most_consequential_claims_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "_CLAIMS", 1)
    held = [model(), goal(target_symbol="f"), answer("a"), answer("b")]
    change = diff("d", metadata={"path": "a.py", "symbols": ["f"]})
    (made,) = stories(*held, change, actions=[edited(1, "a.py")])
    assert made.evidence == (SymbolEvidence("f", (0,), 1),)


def test_a_diff_of_very_many_files_is_told_once_and_its_symbols_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "_FILES", 1)
    monkeypatch.setattr(changes, "_SYMBOLS", 1)
    change = diff("d", metadata={"paths": ["a.py", "b.py"], "symbols": ["f", "g", "h"]})
    first, second, whole = stories(change, actions=[edited(1, "a.py"), edited(2, "b.py")])
    assert (first.diffs, second.diffs) == ((), ())
    assert (whole.path, whole.diffs) == ("d", (DiffPlace(0, None, ("f",), 2),))


def test_a_diff_of_an_action_that_changed_very_many_files_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "_FILES", 1)
    evidence = [{"type": "FileRef", "ref": path} for path in ("a.py", "b.py")]
    step = action(1, "EditFile", evidence=evidence, outputs=["d"])
    *files, whole = stories(diff("d", name="a change"), actions=[step])
    assert [each.diffs for each in files] == [(), ()]
    assert (whole.path, whole.diffs) == ("a change", (DiffPlace(0, 1, (), 0),))
