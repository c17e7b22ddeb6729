"""Text as lines of spans, plain or with a tone: how a format says "this is bad" without knowing of colours."""

from typing import Literal

Tone = Literal["bad", "warn", "good", "dim", "head"]
"""What a span means: a failure, a caution, something established, an aside, a heading."""

Span = str | tuple[Tone, str]
"""A piece of a line. Whoever writes it escapes it."""

Line = tuple[Span, ...]
"""One line without its end."""


def plain(lines: list[Line]) -> str:
    """The lines as text without tones, each with its end."""
    return "".join("".join(s if isinstance(s, str) else s[1] for s in line).rstrip() + "\n" for line in lines)
