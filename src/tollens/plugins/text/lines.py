"""Text as lines of spans, plain or with a tone: how a format says "this is bad" without knowing of colours."""

from typing import Literal

from tollens.plugins.text.printable import clip, columns, escape

Tone = Literal["bad", "warn", "good", "dim", "head"]
"""What a span means: a failure, a caution, something established, an aside, a heading."""

Span = str | tuple[Tone, str]
"""A piece of a line. Whoever writes it escapes it."""

Line = tuple[Span, ...]
"""One line without its end."""


def fitted(line: Line, width: int) -> Line:
    """The line, cut where it would pass `width` columns. Its spans must hold no line ends."""
    kept: list[Span] = []
    room = width
    for span in line:
        tone, text = (None, span) if isinstance(span, str) else span
        size = columns(escape(text))
        if size > room:
            indent = len(text) - len(text.lstrip())
            cut = text[: min(indent, room)] + (clip(text, room - indent) if room > indent else "")
            kept.append(cut if tone is None else (tone, cut))
            break
        kept.append(span)
        room -= size
    return tuple(kept)


def plain(lines: list[Line]) -> str:
    """The lines as text without tones, each with its end."""
    return "".join("".join(s if isinstance(s, str) else s[1] for s in line).rstrip() + "\n" for line in lines)
