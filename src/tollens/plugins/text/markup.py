"""Lines as HTML that stands alone: no script, no link, no colour, so that it reads alike on light and on dark.

What tells a failure from an aside is weight and underline; the words say it anyhow.
"""

from collections.abc import Iterable
from html import escape as entities

from tollens.plugins.text.lines import Line, Span
from tollens.plugins.text.printable import escape

_STYLE = "margin:0;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.35;font-family:monospace"

_TAGS = {
    "head": ("<b>", "</b>"),
    "bad": ('<b style="text-decoration:underline">', "</b>"),
    "warn": ("<b>", "</b>"),
    "dim": ('<span style="opacity:0.75">', "</span>"),
    "good": ("", ""),
}


def markup(lines: Iterable[Line]) -> str:
    r"""The lines as one element.

    Inside `pre` no program that looks for formulas in a page (a notebook has one) takes text for one.

    >>> markup([("a < b", ("bad", "no"))]).partition(">")[2]
    'a &lt; b<b style="text-decoration:underline">no</b>\n</pre>'
    """
    body = "".join(_marked(line) + "\n" for line in lines)
    return f'<pre style="{_STYLE}">{body}</pre>'


def _marked(line: Line) -> str:
    return "".join(map(_span, line)).rstrip()


def _span(span: Span) -> str:
    tone, text = ("", span) if isinstance(span, str) else span
    begin, end = _TAGS.get(tone, ("", ""))
    before, told = text[: len(text) - len(text.lstrip(" "))], text.strip(" ")
    after = text[len(before) + len(told) :]
    return f"{before}{begin}{entities(escape(told))}{end}{after}" if told else text  # nothing underlines padding
