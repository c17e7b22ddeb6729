"""Foreign text made safe and short: what every output format does to a string before a person sees it.

A trace is made by strangers. An escape sequence in a file name could clear the screen or fake a line, a bidirectional
override could reorder one; none reaches an output as it is.
"""

import unicodedata
from functools import lru_cache

CUT = "…"
"""Stands at the end of a text that was cut."""

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Categories that are escaped: controls, formats (bidirectional overrides among them), halves of surrogate pairs,
private use, line and paragraph separators. Unassigned characters are not: they depend on Python's version."""

_JOINERS = frozenset("\u200c\u200d")
"""Format characters that words and emoji need; they reorder nothing."""


def escape(text: str) -> str:
    r"""Write every character that is none to see as an escape.

    >>> escape("a\x1b[2Jb\u202ec")
    'a\\x1b[2Jb\\u202ec'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(character) for character in text)


@lru_cache(4096)
def _escaped(character: str) -> str:
    if character in _JOINERS or unicodedata.category(character) not in _HIDDEN:
        return character
    return character.encode("unicode_escape").decode()


def one_line(text: str) -> str:
    r"""The text on one line, its runs of white space single spaces, then escaped.

    >>> one_line("a\n\n  b\tc ")
    'a b c'
    """
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    return escape(" ".join(text.split()))


def columns(text: str) -> int:
    """Columns that an escaped text takes on a terminal."""
    return len(text) + sum(_columns(character) - 1 for character in text if character > "\x7f")


@lru_cache(4096)
def _columns(character: str) -> int:
    if character in _JOINERS or unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def clip(text: str, width: int) -> str:
    """The text on one line of at most `width` columns; `…` marks a cut.

    >>> clip("capture never exceeds the amount", 16)
    'capture never e…'
    """
    if len(text) <= width and text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    # A text far longer than a line is not worth escaping whole: no character takes less than none, few take none.
    text = text.lstrip()
    line = one_line(text[: 16 * max(width, 1)])
    if columns(line) <= width and len(text) <= 16 * max(width, 1):
        return line
    kept, used = [], 1
    for character in line:
        used += _columns(character)
        if used > width:
            break
        kept.append(character)
    return "".join(kept).rstrip() + CUT


def clip_start(text: str, width: int) -> str:
    """The end of a text, such as a path whose last part matters most; `…` marks a cut.

    >>> clip_start("a/long/way/down/trace.json", 12)
    '…/trace.json'
    """
    line = one_line(text)
    if columns(line) <= width:
        return line
    kept, used = [], 1
    for character in reversed(line):
        used += _columns(character)
        if used > width:
            break
        kept.append(character)
    return CUT + "".join(reversed(kept)).lstrip()


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns where its words allow it."""
    lines: list[str] = []
    used = 0
    for word in one_line(text).split(" "):
        size = columns(word)
        if lines and used + 1 + size <= width:
            lines[-1] += f" {word}"
            used += 1 + size
        else:
            lines.append(word)
            used = size
    return lines
