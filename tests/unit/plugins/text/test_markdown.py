"""Foreign text in Markdown shows what it says and does nothing."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.reports import MADE_OF_TEXT, rendered
from tollens.plugins.text.markdown import code, link, prose
from tollens.plugins.text.printable import clip

_PIECES = (
    *("@octo", "#12", "gh-7", "a/b#3", "http://x.example", "www.x.example", "ftp://x", "a@b.example", ":tada:"),
    *(
        "JIRA-12",
        "eng-7",
        "T1-2",
        "AB12-3",
        "2>&1",
        "!7",
        "a/b!7",
        "&4",
        "~bug",
        '~"a b"',
        "%1",
        '%"v 1"',
        "50%",
        "2026-01-02",
    ),
    *("`", "``", "|", "\\", "*a*", "__b__", "~~c~~", "[x](y)", "![x](y)", "<b>", "<!-- x -->", "&amp;", "&#64;"),
    *("$x$", "$`x`$", "[^1]", "[ ]", "# ", "- ", "1. ", "> ", "```", "---", "\n", "\r\n\n", "\t", " ", "word"),
    *(
        "\u202e",
        "\u2066",
        "\u200b",
        "\u200d",
        "\x00",
        "\x1b[2J",
        "\ufeff",
        "\ud800",
        "deadbeefcafe",
        "/close",
        "+ x",
        "=",
        ")",
    ),
)
hostile = st.lists(st.sampled_from(_PIECES), max_size=8).map("".join) | st.text(max_size=40)


def shown(html: str) -> str:
    """The text that a reader sees."""
    return unescape(re.sub(r"<[^>]*>", "", html)).replace("\u200b", "").strip()


def places(written: str) -> list[str]:
    """What the text becomes in a paragraph and in a cell of a table, in which it is the only cell that is no word."""
    html = rendered(f"| a | b | c |\n|---|---|---|\n| before | {written} | after |\n")
    cells = re.findall(r"<td>(.*?)</td>", html, re.DOTALL)
    assert len(cells) == 3, html
    assert (cells[0], cells[2]) == ("before", "after")
    return [rendered(f"Told: {written}").replace("Told:", "", 1), cells[1]]


@given(hostile)
def test_prose_is_shown_as_it_is_and_does_nothing(text: str) -> None:
    written = prose(text, 200)
    assert "\n" not in written
    for html in (*places(written), rendered(written)):
        assert set(re.findall(r"<([a-z]\w*)", html)) <= {"p", "span"}
        assert shown(html) == clip(text, 200)[:800].strip()
        plain = unescape(re.sub(r"<[^>]*>", "\n", html))
        for what, pattern in MADE_OF_TEXT.items():
            assert not pattern.search(plain), what


@given(hostile)
def test_code_is_shown_as_it_is(text: str) -> None:
    for html in places(code(text, 200)):
        assert set(re.findall(r"<([a-z]\w*)", html)) <= {"p", "code", "span"}
        assert "<code>" in html
        assert shown(html) == clip(text, 200)[:800].strip()


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("", "x"),
        ("https://h.example/a b>c", "[x](<https://h.example/a%20b%3Ec>)"),
        ("https://h.example/?a=1#/gaps/r%201", "[x](<https://h.example/?a=1#/gaps/r%201>)"),
        ("https://h.example/a|b\\c\n", "[x](<https://h.example/a%7Cb%5Cc%0A>)"),
    ],
)
def test_links(address: str, written: str) -> None:
    assert link("x", address) == written


def test_keys_of_a_tracker_are_no_links_and_other_numbers_stay_as_they_are() -> None:
    assert prose("see JIRA-12", 80) == "see JIRA-&#8203;12"
    for text in (
        "2026-01-02 10:30",
        "3 - 4",
        "version 1.11",
        "make test 2>&1",
        "test_1 --depth=3",
        "50 % of it",
        "a - b",
        "python3",
        "R&D",
    ):
        assert "&#8203;" not in prose(text, 80), text


def test_a_text_of_marks_that_take_no_column_is_cut() -> None:
    assert len(prose("a" + "\u0301" * 10_000, 10)) <= 40
