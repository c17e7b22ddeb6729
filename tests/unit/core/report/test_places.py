"""A matter is placed where the record places it, and nowhere else."""

import pytest

from tests.unit.core.derive.traces import action, artifact, document, edited
from tollens.core.graph.index import Index
from tollens.core.report.places import NOWHERE, Place, Places, first_changed_line, relative


def places(**members: object) -> Places:
    made = document(**members)
    return Places(Index(made.trace, lambda: made.value))


def change(name: str, path: str, patch: str | None, **metadata: object) -> dict[str, object]:
    held = {"path": path, **({} if patch is None else {"patch": patch}), **metadata}
    return artifact(name, "Diff", metadata=held, producer_action_id=1)


@pytest.mark.parametrize(
    ("patch", "line"),
    [
        ("@@ -1,3 +1,4 @@\n a\n+b\n c\n", 2),
        ("@@ -10 +12 @@\n-a\n+b\n", 12),
        ("--- a/x\n+++ b/x\n@@ -4,2 +5,2 @@ def f():\n same\n\n-old\n", 7),
        ("@@ -1,2 +0,0 @@\n-a\n-b\n", 1),
        ("@@ -1 +1 @@\n unchanged\n@@ -9 +9,2 @@\n+x", 9),
        ("@@\n-a\n+b\n", None),
        ("+a line without a place", None),
        ("@@ -1 +99999999999999999999 @@\n+x", None),
        ("", None),
    ],
)
def test_the_first_line_that_a_change_changes(patch: str, line: int | None) -> None:
    assert first_changed_line(patch) == line


@pytest.mark.parametrize(
    "path",
    ["", "/etc/passwd", "../up", "a/../../up", "C:\\x", "~/x", "https://x/y", "file:x", "a\nb", "\u202ea", "x" * 1001],
)
def test_what_is_no_path_within_the_work(path: str) -> None:
    assert relative(path) == ""


def test_a_line_is_that_of_the_last_numbered_change() -> None:
    held = places(
        artifacts=[
            change("d1", "a.py", "@@ -1 +1,2 @@\n+x\n"),
            change("d2", "./a.py", "@@ -7,1 +8,2 @@\n x\n+y\n"),
            change("d3", "a.py", "@@\n+z\n"),
            change("d4", "a.py", "@@ -50 +50 @@\n+z\n", abandoned=True),
            change("d5", "/home/me/a.py", "@@ -60 +60 @@\n+z\n"),
            change("d6", "b.py", None),
            artifact("d7", "Diff", metadata={"path": "b.py", "patch": 7}),
        ]
    )
    assert held.of_file("a.py") == Place("a.py", 9)
    assert held.of_artifact("d1") == Place("a.py", 9)
    assert held.of_file("b.py") == Place("b.py")
    assert held.of_artifact("d5") == NOWHERE
    assert held.of_artifact("no such artifact") == NOWHERE
    assert held.of_artifacts(["d5", "d6"]) == Place("b.py")


def test_an_artifact_about_several_files_is_at_none_of_them() -> None:
    held = places(artifacts=[artifact("d", "Diff", metadata={"files": ["a.py", "b.py"]})])
    assert held.of_artifact("d") == NOWHERE


def test_an_action_is_at_the_file_that_it_made_something_of() -> None:
    held = places(actions=[edited(1, "a.py", outputs=["d"])], artifacts=[change("d", "a.py", None)])
    assert held.of_action(1) == Place("a.py")
    assert held.of_action(2) == held.of_action(None) == NOWHERE


def test_pointers_lead_to_the_first_element_of_an_id() -> None:
    held = places(
        actions=[action(4, "ReadFile"), action(4, "ReadFile")],
        artifacts=[artifact("a", "Plan")],
        residuals=[{"residual_id": "r", "kind": "unverified", "statement": "s"}, 7],
        policies=[{"policy_id": "p", "name": "n", "severity": "error", "formula": "true"}],
        review_items=[{"review_item_id": "ri"}],
    )
    assert held.action(4) == "/actions/0"
    assert held.action(5) == ""
    assert held.artifact("a") == "/artifacts/0"
    assert held.residual("r") == "/residuals/0"
    assert held.residual("/residuals/1") == "/residuals/1"
    assert held.residual("x") == held.policy("x") == held.review_item("x") == ""
    assert held.policy("/policies/3") == "/policies/3"
