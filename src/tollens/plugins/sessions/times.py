"""The times that a session states. File order is the truth; clocks that jump are noted, not mended."""

import re
from datetime import UTC, date, datetime, timedelta

_ISO = re.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?"
    r"(Z|[+-]\d\d:\d\d)",
    re.ASCII,
)

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST = 253_402_300_799_999
"""The last millisecond of the year 9999."""


def of_milliseconds(stated: object) -> object:
    """A time that is stated in milliseconds since 1970, as text; anything else as it is.

    >>> of_milliseconds(1772150400123)
    '2026-02-27T00:00:00.123Z'
    """
    if isinstance(stated, bool) or not isinstance(stated, int | float) or not 0 <= stated <= _LAST:
        return stated
    moment = _EPOCH + timedelta(milliseconds=int(stated))
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _is_day(text: str) -> bool:
    """Whether a date is in the calendar."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


class Times:
    """Gathers the times of the records.

    Attributes:
        first, last: The first and the last time in file order that is complete, as the file writes it.
    """

    def __init__(self) -> None:
        self.first = ""
        self.last = ""
        self._backwards = 0
        self._unusual = 0

    def see(self, stated: object) -> None:
        """Take note of the time of a record; nothing where it states none."""
        if stated is None:
            return
        found = _ISO.fullmatch(stated) if isinstance(stated, str) else None
        if not isinstance(stated, str) or not found or (stated[8:10] > "28" and not _is_day(stated[:10])):
            self._unusual += 1
            return
        # Times in UTC are in order as text as well; others are not compared.
        if stated < self.last and found[1] == self.last[-1] == "Z" and stated[:19] < self.last[:19]:
            self._backwards += 1
        self.first = self.first or stated
        self.last = stated

    def notes(self) -> tuple[str, ...]:
        """What is odd about the times."""
        found = []
        if self._backwards:
            found.append(f"records earlier than one above them: {self._backwards}; the order of the file was kept")
        if self._unusual:
            found.append(f"{self._unusual} times are no complete date and time with a zone; they were not used")
        return tuple(found)
