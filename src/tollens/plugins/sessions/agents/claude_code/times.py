"""The times that a transcript states. File order is the truth; clocks that jump are noted, not mended."""

import re

from tollens.plugins.sessions.agents.claude_code.rows import Row

_ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)")


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

    def see(self, row: Row) -> None:
        """Take note of the time of a record."""
        stated = row.value.get("timestamp")
        if stated is None:
            return
        found = _ISO.fullmatch(stated) if isinstance(stated, str) else None
        if not found:
            self._unusual += 1
            return
        # Times in UTC are in order as text as well; others are not compared.
        if found[1] == "Z" and self.last.endswith("Z") and stated[:19] < self.last[:19]:
            self._backwards += 1
        self.first = self.first or stated
        self.last = stated

    def notes(self) -> tuple[str, ...]:
        """What is odd about the times."""
        found = []
        if self._backwards:
            found.append(f"time goes backwards {self._backwards} times; the order of the file was kept")
        if self._unusual:
            found.append(f"{self._unusual} times are no complete date and time with a zone; they were not used")
        return tuple(found)
