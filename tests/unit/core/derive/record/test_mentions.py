"""Words in texts: a name is found as a whole word only, and asking often or for much gives the same answers."""

from unittest.mock import patch

from tollens.core.derive.record import mentions
from tollens.core.derive.record.mentions import Texts


def test_what_is_kept_is_what_is_found() -> None:
    words = [f"w{number}" for number in range(40)]
    texts = Texts((number, f"{word} and w0") for number, word in enumerate(words))
    for _ in range(2):
        assert [texts.mentioning(word) for word in words[1:]] == [(number,) for number in range(1, 40)]
        assert texts.mentioning("w0") == tuple(range(40))
    assert texts.mentioning("w1", strict=True) == (1,)


def test_a_name_that_is_asked_for_again_is_not_searched_again() -> None:
    texts = Texts((number, "the fee") for number in range(5))
    with patch.object(mentions, "mentions", wraps=mentions.mentions) as searched:
        assert texts.mentioning("fee") == texts.mentioning("fee")
    assert searched.call_count == 5
