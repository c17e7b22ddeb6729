"""A word is found in every block that has it, and in no other; what is in most of them is not worth a list."""

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from tollens.core.view.words import words, words_of


def test_the_blocks_of_a_word_are_told_by_distance() -> None:
    made = words([b'"ab"', b'"cd"', b'"ab"', b'"ab cd"'])
    assert made.words == ("ab", "cd")
    assert made.blocks == ((0, 2, 1), (1, 2))
    assert made.common == ()


def test_what_is_in_more_than_half_of_many_blocks_is_left_out() -> None:
    texts = [b'"all half"' if number % 2 else b'"all"' for number in range(10)]
    made = words(texts)
    assert (made.words, made.common) == (("half",), ("all",))
    assert words(texts[:8]).common == ()


def test_without_blocks_there_is_nothing() -> None:
    assert words([]).words == ()


def test_a_word_is_a_run_of_2_letters_digits_and_underscores_or_more() -> None:
    text = json.dumps(["a", "bc", "x_1", "d" * 40, "Größe", "数据", "f-g.h/ij"], ensure_ascii=False)
    assert words_of(text.encode()) == {"bc", "x_1", "d" * 40, "größe", "数据", "ij"}


def test_of_a_long_word_the_beginning_is_told() -> None:
    assert words_of(json.dumps(["e" * 41, "ä" * 64], ensure_ascii=False).encode()) == {"e" * 40, "ä" * 40}


def test_an_escape_is_part_of_no_word() -> None:
    text = json.dumps('new\nline tab\tbed "quoted" back\\slash bell\u0007end', ensure_ascii=False)
    assert words_of(text.encode()) == {
        "new",
        "line",
        "tab",
        "bed",
        "quoted",
        "back",
        "slash",
        "bell",
        "end",
    }


@given(st.lists(st.text(max_size=30), max_size=5))
def test_it_is_what_an_expression_over_characters_finds(texts: list[str]) -> None:
    """The lower case of a whole text may differ from that of its words; that is left aside by comparing lower case."""
    lowered = [text.lower() for text in texts]
    found = {word[:40] for text in lowered for word in re.findall(r"\w+", text) if len(word) >= 2}
    again = {word for word in found if word.lower() == word}
    assert again <= words_of(json.dumps(lowered, ensure_ascii=False).encode("utf-8", "replace"))
