"""Notes and names of repositories, read from what others wrote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollens.core.errors import MisuseError
from tollens.core.integrity.binding import note_text, read_note, refuse_unfit_id, repository_name

HASH = "sha256:" + "0" * 64


@given(st.text(), st.lists(st.text(st.characters(exclude_characters="\n\r")), max_size=3))
def test_what_is_written_is_read_back(trace_id: str, others: list[str]) -> None:
    try:
        refuse_unfit_id(trace_id)
    except MisuseError:
        return
    note = read_note(note_text(trace_id, HASH))
    assert (note.trace_ids, note.content_hash, note.others) == ((trace_id,), HASH, ())
    kept = read_note("\n".join(others)).others
    again = read_note(note_text(trace_id, HASH, kept))
    assert (again.trace_ids, again.others) == ((trace_id,), kept)


def test_a_note_of_two_traces_is_of_neither_alone() -> None:
    note = read_note("Trace-Id: a\nContent-Hash: x\ntrace-id: b\r\nContent-Hash: y\n")
    assert (note.trace_ids, note.content_hash) == (("a", "b"), None)
    assert not note.names_only("a")


@pytest.mark.parametrize("text", ["", "Trace-Id:\n", "Trace-Id\n", " Trace-Id: a\n", "see Trace-Id: a\n"])
def test_a_note_that_names_no_trace(text: str) -> None:
    assert read_note(text).trace_ids == ()


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://example.org/org/name", "org/name"),
        ("HTTPS://a:b@example.org:8443/org/name.git/", "org/name"),
        ("git@[::1]:org/name.git", "org/name"),
        ("user:secret@example.org:org/name", None),
        ("https://example.org/", None),
        ("https://example.org", None),
        ("FILE:///x/y", None),
        ("C:/git/name", None),
        ("./a:b", None),
        ("", None),
        ("https://example.org/a\x1bb", None),
    ],
)
def test_names_of_repositories(address: str, name: str | None) -> None:
    assert repository_name(address) == name
