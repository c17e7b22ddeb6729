"""Elements that agents put into what a person typed: told apart from the words by their tags."""

import re

_OPENING = re.compile(
    r"<(system-reminder|system_reminder|system_notification|ide_opened_file|ide_selection|ide_diagnostics)>"
)


_INDENT = 100
"""Most blanks before a tag that begins a line."""


def without_reminders(text: str) -> str:
    """A text without such elements, and without one at the beginning of a line that has no end.

    >>> without_reminders("fix it<system-reminder>be good</system-reminder> now")
    'fix it now'
    >>> without_reminders("why is <system-reminder> there?")
    'why is <system-reminder> there?'
    """
    kept: list[str] = []
    unclosed: set[str] = set()
    start = 0
    for found in _OPENING.finditer(text):
        tag = found[1]
        if found.start() < start:
            continue
        end = -1 if tag in unclosed else text.find(f"</{tag}>", found.end())
        if end < 0:
            unclosed.add(tag)
            before = text[max(0, found.start() - _INDENT) : found.start()].rstrip(" \t")
            if before and not before.endswith("\n"):
                continue
        kept.append(text[start : found.start()])
        start = end + len(tag) + 3 if end >= 0 else len(text)
    return "".join([*kept, text[start:]]) if kept else text
