"""A person who opens the page of the example can say five things without touching it (issue of the page, done when)."""

from typing import Any

import pytest

from tests.browser.conftest import PageOf
from tests.browser.visit import Visit, Visits


def heads(visit: Visit) -> dict[str, str]:
    """What stands on the first screen under each heading of the second level that is on it."""
    seen = visit.seen()
    titles = ["What was asked", "What came out", "Check first", "Proved", "Stale", "Contested"]
    places = sorted((seen.index(f" {title} ") + 1, title) for title in titles)
    ends = [place for place, _ in places[1:]] + [len(seen)]
    return {title: seen[place + len(title) : end].strip() for (place, title), end in zip(places, ends, strict=True)}


def test_the_five_answers_stand_on_the_first_screen(example: Visit) -> None:
    said = heads(example)
    assert said["What was asked"].startswith("Require 3-D Secure and two approvals before a payment is captured")
    assert said["Proved"].startswith("0 of 2 stand No proof stands as it is.")
    assert "A capture never takes more than was authorized contested" in said["Proved"]
    assert said["Stale"].startswith("3 stale, 5 fresh Nothing is settled where nothing was captured, whatever the rate")
    assert "capture_bound is proved for one call at a time" in said["Contested"]
    assert "vr-bound" in said["Contested"]
    assert said["Check first"].startswith(
        "27 steps A capture never takes more than was authorized fix blocked: vr-bound"
    )


def test_that_the_work_does_not_pass_is_the_first_thing_said(example: Visit) -> None:
    seen = example.seen()
    assert "13 things stand against the work" in seen
    assert seen.index("13 things stand against the work") < seen.index("What was asked")


def test_what_is_below_the_first_screen_is_not_taken_for_seen(example: Visit) -> None:
    below = "Overlapping captures exceed the authorization"
    assert below in example.text()
    assert below not in example.seen()


@pytest.mark.parametrize(
    ("exit_codes", "tone", "words"),
    [
        ([], "warn", "Nothing that is recorded stands against the work, and nothing is established"),
        ([0], "good", "Nothing that is recorded stands against the work"),
        ([1], "bad", "1 thing stands against the work"),
    ],
)
def test_a_passed_gate_is_good_only_where_something_is_established(
    page_of: PageOf, visits: Visits, payments: dict[str, Any], exit_codes: list[int], tone: str, words: str
) -> None:
    visit = visits.open(page_of(trace_of_runs(payments, exit_codes)))
    gate = visit.page.locator(".gate")
    assert gate.locator("h2").inner_text() == words
    assert f" {tone}" in (gate.get_attribute("class") or "")


def trace_of_runs(payments: dict[str, Any], exit_codes: list[int]) -> dict[str, Any]:
    """A trace in which nothing happened but that the tests were run, ending so."""
    kept = ("trace_id", "spec_version", "assistant", "model", "timestamp", "trigger", "outcome")
    actions = [
        {
            "id": number,
            "category": "activity",
            "type": "RunTests",
            "label": "Run the tests",
            "rationale": "To know.",
            "inputs": [],
            "outputs": [f"run-{number}"],
        }
        for number, _ in enumerate(exit_codes, 1)
    ]
    artifacts = [
        {
            "artifact_id": f"run-{number}",
            "artifact_type": "CommandResult",
            "producer_action_id": number,
            "payload": {"command": "pytest", "exit_code": code},
        }
        for number, code in enumerate(exit_codes, 1)
    ]
    return {name: payments[name] for name in kept} | {"actions": actions, "artifacts": artifacts}
