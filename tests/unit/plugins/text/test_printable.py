"""Foreign text is made safe and short, whatever it holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollens.plugins.text.printable import CUT, clip, clip_start, columns, escape, one_line, wrap

anything = st.text(max_size=60) | st.text("a \t\n一e\u0301\u200d\u202e\x1b\ud800", max_size=60)


@given(anything)
def test_nothing_hidden_is_left(text: str) -> None:
    shown = escape(text)
    assert all(character.isprintable() or character in "\u200c\u200d" or ord(character) > 0x7F for character in shown)
    assert not set(shown) & set("\n\r\t\x1b\x00\x7f\x85\x9b\u202e\u2066\u2028\ufeff\ud800")
    assert escape(shown) == shown


@given(anything, st.integers(1, 30))
def test_a_clipped_text_fits(text: str, width: int) -> None:
    for shown in (clip(text, width), clip_start(text, width)):
        assert columns(shown) <= width
        assert "\n" not in shown


@given(anything)
def test_what_fits_is_not_cut(text: str) -> None:
    assert clip(text, 1000) == clip_start(text, 1000) == one_line(text)


@given(anything, st.integers(8, 40))
def test_wrapping_loses_no_word(text: str, width: int) -> None:
    assert " ".join(wrap(text, width)) == one_line(text)


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("abc", 3), ("一二", 4), ("e\u0301", 1), ("\U0001f600", 2), ("\x1b", 4)]
)
def test_columns_on_a_terminal(text: str, width: int) -> None:
    assert columns(escape(text)) == width


def test_a_very_long_text_is_not_looked_at_whole() -> None:
    assert clip("x" * 50_000_000, 10) == "x" * 9 + CUT


def test_emoji_that_are_joined_stay_joined() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert escape(family) == family
