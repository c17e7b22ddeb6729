"""A person who opens the page of the example can say five things without touching it (issue of the page, done when)."""

from tests.browser.visit import Visit


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
