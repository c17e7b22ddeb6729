"""The clock's times, and what counts as one."""

import pytest

from tollens.runtime import clock


def test_now_is_a_moment_to_the_second() -> None:
    assert clock.is_moment(clock.now())
    assert len(clock.now()) == len("2026-01-02T03:04:05Z")


@pytest.mark.parametrize(
    ("text", "whether"),
    [
        ("2026-01-02T03:04:05Z", True),
        ("2026-01-02T03:04:05.123456789+02:00", True),
        ("2026-01-02T03:04:05", False),
        ("2026-01-02 03:04:05Z", False),
        ("2026-02-30T03:04:05Z", False),
        ("2026-01-02T25:04:05Z", False),
        ("２026-01-02T03:04:05Z", False),
        ("2026-01-02T03:04:05Z\n", False),
        ("yesterday", False),
        ("", False),
    ],
)
def test_what_is_a_moment(text: str, whether: bool) -> None:
    assert clock.is_moment(text) is whether
