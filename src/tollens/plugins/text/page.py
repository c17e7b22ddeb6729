"""A page of labelled sections that fits a screen: lists give way in turn, long texts before them, leads never."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tollens.plugins.text.lines import Line, Span, Tone, fitted
from tollens.plugins.text.printable import clip, columns, one_line, wrap

_LABEL = 13
"""Columns of the label at the left."""

_WORD = 12
"""Columns of the word that begins a row."""

_PARAGRAPH = 6
"""Most lines that one text takes."""

Item = tuple[Line, ...]
"""What is shown or left out as a whole."""


class Section(NamedTuple):
    """A part of a page.

    Attributes:
        label: At the left of its first line.
        lead: Lines that are always shown.
        items: What may be left out, the most important first.
        least: Lines for the items that are granted before any section gets more.
        all_by: What shows all of the items.
    """

    label: str
    lead: Item = ()
    items: tuple[Item, ...] = ()
    least: int = 2
    all_by: str = "--all shows them"

    @property
    def wanted(self) -> int:
        """Lines of all items."""
        return sum(map(len, self.items))


class Page(NamedTuple):
    """The room beside the labels.

    Attributes:
        width: Columns.
        roomy: Whether there are lines enough to show long texts whole; otherwise each takes one line.
    """

    width: int
    roomy: bool

    def row(self, word: str, tone: Tone | None, text: str, remark: str = "") -> Item:
        """A word, what it is about, and at the right an aside; where they need more, lines below, or a cut."""
        head = f"{clip(word, self.width // 4):<{_WORD - 1}} "
        start: Span = head if tone is None else (tone, head)
        room = self.width - columns(head)
        whole = columns(one_line(text)) + (columns(one_line(remark)) + 2 if remark else 0)
        if self.roomy and whole > room:
            aside = (self.below(remark),) if remark else ()
            first, *others = self.paragraph(text, room)
            return ((start, first), *((f"{'':<{_WORD}}{other}",) for other in others), *aside)
        right = clip(remark, max(room // 2, room - columns(text) - 2)) if remark else ""
        middle = clip(text, room - (columns(right) + 2 if right else 0))
        gap = " " * (room - columns(middle) - columns(right))
        return ((start, middle, ("dim", f"{gap}{right}") if right else ""),)

    def below(self, text: str, tone: Tone = "dim") -> Line:
        """A line that belongs to the row above it."""
        return ((tone, f"{'':<{_WORD}}{clip(text, self.width - _WORD)}"),)

    def paragraph(self, text: str, width: int | None = None, lines: int | None = None) -> list[str]:
        """The text in at most `lines` lines; by default six, or two where the page is not roomy."""
        width = self.width if width is None else width
        most = lines or (_PARAGRAPH if self.roomy else 2)
        parts = wrap(text, width)
        if len(parts) > most:
            parts[most - 1 :] = [" ".join(parts[most - 1 :])]
        return [clip(part, width) for part in parts]


def fill(sections: Callable[[Page], list[Section]], width: int, height: int | None) -> Iterator[Line]:
    """The lines of a page.

    Args:
        sections: Makes the sections for the room there is.
        width: Columns.
        height: Lines; `None` for as many as it takes.
    """
    page = Page(width - _LABEL, roomy=True)
    filled = sections(page)
    if height is not None and sum(len(section.lead) + section.wanted for section in filled) > height:
        page = Page(width - _LABEL, roomy=False)
        filled = sections(page)
    shares = _shares(filled, height) if height is not None else [section.wanted for section in filled]
    for section, share in zip(filled, shares, strict=True):
        for number, line in enumerate([*section.lead, *_kept(section, share)]):
            label: Span = " " * _LABEL if number else ("head", f"{section.label:<{_LABEL}}")
            yield label, *fitted(line, page.width)


def _shares(sections: list[Section], height: int) -> list[int]:
    """Lines for the items of each section: what each needs least, then one each in turn while there are any left."""
    wanted = [section.wanted for section in sections]
    granted = [min(section.least, section.wanted) for section in sections]
    left = height - sum(len(section.lead) for section in sections) - sum(granted)
    while left < 0 and max(granted) > 1:  # leads that fill the screen: the longest list gives way, never all of it
        granted[granted.index(max(granted))] -= 1
        left += 1
    while left > 0 and granted != wanted:
        for number, want in enumerate(wanted):
            if left > 0 and granted[number] < want:
                granted[number] += 1
                left -= 1
    return granted


def _kept(section: Section, share: int) -> Iterator[Line]:
    if section.wanted <= share:
        for item in section.items:
            yield from item
        return
    used = shown = 0
    for item in section.items:
        if used + len(item) > share - 1:
            break
        yield from item
        used += len(item)
        shown += 1
    yield (("dim", f"… and {len(section.items) - shown} more: {section.all_by}"),)
