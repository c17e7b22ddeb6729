"""The clock: the one home of asking what time it is; everything else is handed a time."""

import re
from datetime import UTC, datetime

_RFC_3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)", re.ASCII)


def now() -> str:
    """The current time, RFC 3339 in UTC to the second: `2026-01-02T03:04:05Z`."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def is_moment(text: str) -> bool:
    """Whether a text is a time as RFC 3339 writes it, with its zone.

    >>> is_moment("2026-01-02T03:04:05Z"), is_moment("2026-01-02"), is_moment("2026-13-02T03:04:05Z")
    (True, False, False)
    """
    if not _RFC_3339.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
