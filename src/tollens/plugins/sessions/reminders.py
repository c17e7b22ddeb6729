"""Elements that agents put into what a person typed: told apart from the words by their tags."""

import re

_OPENING = re.compile(
    r"<(system-reminder|system_reminder|system_notification|ide_opened_file|ide_selection|ide_diagnostics)>"
)


_INDENT = 100
"""Most blanks before a tag that begins a line."""


def without_reminders(text: str) -> str:
    """A text without such elements.

    >>> without_reminders("why is <system-reminder> there?")
    'why is <system-reminder> there?'
    """
    return parted(text)[0]


def parted(text: str) -> tuple[str, str]:
    """A text without such elements, or one without an end that begins a line; and those elements.

    >>> parted("fix it<system-reminder>be good</system-reminder> now")
    ('fix it now', '<system-reminder>be good</system-reminder>')
    """
    kept: list[str] = []
    taken: list[str] = []
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
        taken.append(text[found.start() : start])
    return ("".join([*kept, text[start:]]), "\n".join(taken)) if taken else (text, "")
