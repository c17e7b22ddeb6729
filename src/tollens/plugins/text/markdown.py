"""Foreign text made safe for Markdown as GitHub and GitLab render it: it shows what it says, and does nothing.

No mark-up, no HTML, no link or image; and nothing that these make of plain text themselves: mentions, references to
issues, commits, merge requests, labels and milestones, keys of a tracker (`JIRA-12`), bare addresses, short codes of
emoji, formulas. Where such a thing would begin, a space of no width stands in between, which is what others do who
quote strangers there. What is shown as code is copied as it stands, unless it has a vertical bar, a backtick or a
backslash.
"""

import re
from collections.abc import Iterator

from tollens.plugins.text.addresses import WHOLE, percent
from tollens.plugins.text.printable import clip

_APART = "&#8203;"
"""A space of no width."""

_MARKS = {
    **{mark: f"\\{mark}" for mark in "\\`*_[]~^"},
    "<": "&lt;",
    ">": "&gt;",
    "&": "&amp;",
    "|": "&#124;",
    "@": f"@{_APART}",
    "$": "<span>$</span>",
}
_MARK = re.compile("|".join(map(re.escape, _MARKS)))

_BEGINNINGS = re.compile(
    r"#(?=\d)"  # a reference to an issue
    r"|gh-(?=\d)"  # the same
    r"|:(?=//)"  # an address
    r"|www(?=\.)"
    r"|:(?=[\w+-]+:)"  # a short code of an emoji
    r"|(?:(?<=[a-z])|(?<=[a-z]\d)|(?<=[a-z]\d\d))-(?=\d)"  # a key that a repository makes a link of
    r"|!(?=\d)|(?<!>)&(?=\d)"  # a merge request, an epic; `2>&1` stays a command that can be copied
    r"|[~%](?=[\w\"])"  # a label, a milestone
    r"|(?<![^\W_])[0-9a-f]{7,}",  # a commit
    re.IGNORECASE | re.ASCII,
)

_SHORT = 6
"""Digits that are no name of a commit; seven are."""

_LINE_START = re.compile(r"(?:[-+=#/]|\d{1,9}[.)])")
"""What would begin a list, a heading or a command where a line begins with it."""

_LONG = 4
"""Characters for each column: some take none, and a text of those would be as long as it likes."""


def prose(text: str, width: int) -> str:
    r"""A text as prose on one line, cut to `width` columns.

    >>> prose("ask @someone about #12 in <b>a_b</b>", 80)
    'ask @&#8203;someone about #&#8203;12 in &lt;b&gt;a\\_b&lt;/b&gt;'
    """
    line = _cut(text, width)
    # Where something begins is found in the text as it is; the pieces between are escaped by themselves.
    pieces = [_APART] if _LINE_START.match(line) else []
    at = 0
    for found in _BEGINNINGS.finditer(line):
        pieces += [_escaped(line[at : found.start()]), *_apart(found[0])]
        at = found.end()
    return "".join([*pieces, _escaped(line[at:])])


def _apart(beginning: str) -> Iterator[str]:
    """What begins something, with a space behind it; of the name of a commit behind each part that is too short."""
    for start in range(0, len(beginning), _SHORT):
        yield _escaped(beginning[start : start + _SHORT])
        yield _APART


def _escaped(text: str) -> str:
    return _MARK.sub(lambda mark: _MARKS[mark[0]], text)


def code(text: str, width: int) -> str:
    r"""A text as code on one line, cut to `width` columns; also within a table.

    >>> code("payments/capture.py", 80), code("a|b", 80)
    ('`payments/capture.py`', '<code>a&#124;b</code>')
    """
    line = _cut(text, width)
    if line and line.isprintable() and not any(mark in line for mark in "`|\\"):
        return f"`{line}`"
    return f"<code>{prose(text, width) or ' '}</code>"


def link(shown: str, address: str) -> str:
    """A link with mark-up that is shown; as it is where there is no address."""
    return f"[{shown}](<{percent(address, WHOLE)}>)" if address else shown


def _cut(text: str, width: int) -> str:
    return clip(text, width)[: _LONG * width]
