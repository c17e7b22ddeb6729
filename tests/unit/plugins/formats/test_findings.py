"""The text of a validation report: faults whole, information counted unless all is asked for."""

from tollens.core.diagnostics import Diagnostic, Report
from tollens.plugins.formats import findings

REPORT = Report(
    "1.11",
    (
        Diagnostic("WIRE021", "info", "/goals/0/kind", "`gap` is read as `Gap`", "16.1"),
        Diagnostic("WIRE021", "info", "/goals/1/kind", "`gap` is read as `Gap`", "16.1"),
        Diagnostic("LIN001", "error", "/artifacts/3", "no parent", "7.3", "Add it."),
    ),
)
EXPLAINED = {"WIRE021": ("Alternative spellings are read", "Prose."), "LIN001": ("Every parent exists", "Prose.")}


def text(limit: int | None) -> str:
    made = findings.lines("t.json", REPORT, True, EXPLAINED, 100, limit)
    return "\n".join("".join(part if isinstance(part, str) else part[1] for part in line) for line in made)


def test_information_is_counted_with_its_title() -> None:
    shown = text(10)
    assert "info WIRE021: 2 × Alternative spellings are read" in shown
    assert "/goals/0/kind" not in shown
    assert "--all" in shown
    assert "/artifacts/3" in shown


def test_all_lists_the_places_of_information_too() -> None:
    shown = text(None)
    assert "/goals/0/kind" in shown
    assert "/goals/1/kind" in shown
    assert "nothing to mend" not in shown
