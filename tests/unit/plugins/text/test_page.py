"""A page fits its screen: lists give way, leads never, and what is left out is said."""

from hypothesis import given
from hypothesis import strategies as st

from tollens.plugins.text.lines import Line, fitted, plain
from tollens.plugins.text.page import Page, Section, fill


def listed(label: str, number: int, lead: int = 1) -> Section:
    items = tuple(((f"{label}-{position}",),) for position in range(number))
    return Section(label, tuple((f"{label} lead",) for _ in range(lead)), items)


def shown(sections: list[Section], height: int | None) -> list[str]:
    return plain(list(fill(lambda page: sections, 60, height))).splitlines()


@given(st.lists(st.integers(0, 40), min_size=1, max_size=8))
def test_a_page_never_passes_its_height_and_says_what_it_leaves_out(numbers: list[int]) -> None:
    sections = [listed(f"S{position}", number) for position, number in enumerate(numbers)]
    lines = shown(sections, 38)
    assert len(lines) <= 38
    for position, number in enumerate(numbers):
        there = sum(f"S{position}-" in line for line in lines)
        left_out = sum(int(line.split()[2]) for line in _of(lines, f"S{position}") if "… and" in line)
        assert there + left_out == number


def _of(lines: list[str], label: str) -> list[str]:
    """The lines of a section: from its label to the next one."""
    start = next(at for at, line in enumerate(lines) if line.startswith(f"{label} "))
    end = next((at for at in range(start + 1, len(lines)) if lines[at][0] != " "), len(lines))
    return lines[start:end]


@given(st.lists(st.integers(0, 40), min_size=1, max_size=8))
def test_without_a_height_nothing_is_left_out(numbers: list[int]) -> None:
    sections = [listed(f"S{position}", number) for position, number in enumerate(numbers)]
    assert len(shown(sections, None)) == len(numbers) + sum(numbers)


def test_room_that_one_list_does_not_need_goes_to_the_others() -> None:
    lines = shown([listed("A", 1), listed("B", 30)], 20)
    assert len(lines) == 20
    assert "… and 14 more: --all shows them" in lines[-1]


def test_many_leads_leave_each_list_a_line_that_says_so() -> None:
    lines = shown([listed(f"S{position}", 5, lead=4) for position in range(8)], 38)
    assert sum("… and 5 more" in line for line in lines) == 8


def row(page: Page, *arguments: str) -> list[str]:
    word, text, remark = arguments
    return plain(list(page.row(word, None, text, remark))).splitlines()


def test_a_row_puts_the_aside_at_the_right() -> None:
    assert row(Page(40, roomy=True), "exit 1", "make", "action 3") == ["exit 1      make                action 3"]


def test_a_tight_page_cuts_a_row_and_a_roomy_one_breaks_it() -> None:
    arguments = ("exit 1", "a command that is much too long for it", "action 3")
    assert row(Page(40, roomy=False), *arguments) == ["exit 1      a command that is…  action 3"]
    assert row(Page(40, roomy=True), *arguments) == [
        "exit 1      a command that is much too",
        "            long for it",
        "            action 3",
    ]


def test_a_line_is_fitted_span_by_span() -> None:
    line: Line = ("ab", ("bad", "cdef"), "gh")
    assert fitted(line, 8) == line
    assert fitted(line, 5) == ("ab", ("bad", "cd…"))
    assert fitted(line, 2) == ("ab", ("bad", ""))
    assert fitted(("a", "  bcd"), 5) == ("a", "  b…")
