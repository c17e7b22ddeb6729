"""Words are found where they stand as whole words, however many were asked for before."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tollens.core.policy import texts as searching
from tollens.core.policy.masks import positions
from tollens.core.policy.texts import Texts

PIECES = (
    "force",
    "Force",
    "a",
    "enforce",
    "force2",
    "2force",
    "é",
    "ß",
    "_",
    "-",
    ".",
    "7",
    "0",
    "push",
    " ",
    "\n",
    "\x00",
)
NAMES = (
    "force",
    "force_push",
    "a",
    "é",
    "ss",
    "enforce",
    "7",
    "force_7",
    "force_0",
    "2force7",
    "forc",
    "push_a",
    "missing",
    "2force",
)


def plainly(text: str, name: str) -> bool:
    """The same by its definition."""
    said, wanted = text.replace("\x00", " ").casefold().replace("_", " "), name.replace("_", " ")
    starts = [match.start() for match in re.finditer(f"(?={re.escape(wanted)})", said)]
    around = [(said[at - 1 : at], said[at + len(wanted) :][:1]) for at in starts]
    return any(not before.isalnum() and not after.isalnum() for before, after in around)


@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=6).map("".join), max_size=5))
@settings(max_examples=150)
def test_a_name_stands_where_it_is_a_whole_word(texts: list[str]) -> None:
    for block in (2, 500):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(searching, "_BLOCK", block)
            searched = Texts(texts, list)
            for name in (*NAMES, *NAMES):  # the second time the words are listed
                found = [at for at, text in enumerate(texts) if plainly(text, name)]
                assert list(positions(searched.where(name))) == found, name
