"""One JSON document that may be cut off: what is whole of it is read, and where it ends is told."""

import json

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollens.plugins.sessions.source import document
from tollens.plugins.sessions.source.cutting import reach
from tollens.plugins.sessions.source.records import Source, open_source

DOCUMENT = {"info": {"id": "s", "n": -1.5e3}, "messages": [{"parts": [{"t": 'a "b" \\ é'}, {"u": [True, None]}]}, {}]}


def read(data: bytes | str) -> Source:
    return open_source(data if isinstance(data, bytes) else data.encode(), "f")


@given(st.integers(1, len(json.dumps(DOCUMENT)) - 1))
def test_what_is_whole_before_any_cut_can_be_closed(length: int) -> None:
    text = json.dumps(DOCUMENT)[:length]
    found = reach(text, 0)
    assert (found.how, found.end) == ("cut", length)
    value = json.loads(text[: found.kept] + found.closers)
    held = value
    for step in found.path:
        held = held[step]
    assert isinstance(held, dict | list)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=20,
)


@given(st.lists(JSON) | st.dictionaries(st.text(), JSON), st.sampled_from([None, 2]), st.booleans())
def test_every_document_is_whole(value: object, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert reach(text + "\n", 0)[:2] == ("whole", len(text))


@pytest.mark.parametrize(
    ("text", "end", "kept"),
    [
        ('{"a":"cut of\n{"b":2}', 5, "{"),
        ('{"a":1,\n{"b":2}', 8, '{"a":1'),
        ('{"a":[1,\n{"b":2}\n{"c":3}', 17, '{"a":[1,\n{"b":2}'),
        ("[1 2", 3, "[1"),
        ('{"a" 1 ', 5, "{"),
        ('{"a":1}}', 7, '{"a":1}'),
        ("[,]", 1, "["),
        ("[1,]", 3, "[1"),
        ('{"a":1,}', 7, '{"a":1'),
        ("{1:2}", 1, "{"),
        ("{]", 1, "{"),
        ("[:", 1, "["),
        ("[trux", 1, "["),
        ('["\\ate", 1', 1, "["),
        ('["\\u00g0"]', 1, "["),
        ("[1.2.3]", 1, "["),
        ("[01]", 1, "["),
    ],
)
def test_a_break_is_found_where_it_is(text: str, end: int, kept: str) -> None:
    found = reach(text, 0)
    assert found.how == ("whole" if text == '{"a":1}}' else "broken")
    assert (found.end, text[: found.kept]) == (end, kept)


@pytest.mark.parametrize(
    "text", ["[tru", "[-", '["a\\', '["\\u00', "[1.5", "[1.5e", "[1.", "[-1", '{"a"', '{"a":', "[[1],"]
)
def test_a_value_that_is_begun_is_a_cut(text: str) -> None:
    assert reach(text, 0).how == "cut"


def test_many_brackets_need_no_recursion() -> None:
    assert len(reach("[" * 100_000, 0).closers) == 100_000


def test_a_document_in_another_style_than_one_brace_a_line_is_one_value() -> None:
    found = read('{ "info": {"id": "s"},\n  "messages": [\n{"parts": []}\n]}\n')
    assert [(entry.line, entry.value) for entry in found.entries] == [
        (1, {"info": {"id": "s"}, "messages": [{"parts": []}]})
    ]
    assert (found.damaged, found.torn, found.cut) == ((), False, None)


def test_a_banner_may_stand_on_the_line_of_the_document() -> None:
    found = read('warning: old\nExporting session: s1{\n "info": {"id": "s"}}')
    assert [(entry.line, entry.value) for entry in found.entries] == [(2, {"info": {"id": "s"}})]
    assert [damage.line for damage in found.damaged] == [1, 2]


def test_a_cut_document_is_read_up_to_the_cut() -> None:
    text = '{"info": {"id": "s"},\n"messages": [{"parts": [1, 2]},\n {"parts": [3, {"a": "b", "c": "d'
    found = read(text)
    assert found.torn
    assert found.entries[0].value == {
        "info": {"id": "s"},
        "messages": [{"parts": [1, 2]}, {"parts": [3, {"a": "b"}]}],
    }
    assert found.cut == ("messages", 1, "parts", 1)
    assert [(damage.line, damage.reason) for damage in found.damaged] == [(3, "the document is cut off from here")]


def test_a_cut_document_on_one_line_is_read_as_well() -> None:
    found = read('{"messages":[{"a":1},{"b"')
    assert found.entries[0].value == {"messages": [{"a": 1}, {}]}
    assert (found.torn, found.cut) == (True, ("messages", 1))


def test_a_document_larger_than_the_window_is_judged_by_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "WINDOW", 64)
    whole = orjson.dumps({"messages": [{"a": "x" * 50}] * 9}, option=orjson.OPT_INDENT_2).replace(b"{\n", b"{ ", 1)
    assert len(read(whole).entries) == 1
    cut = read(whole[:-30])
    assert (len(cut.entries), cut.torn, cut.cut) == (1, True, ("messages", 8))
    lines = orjson.dumps({"a": "x" * 99}) + b"\n" + orjson.dumps({"b": 1}) + b"\n"
    assert len(read(lines).entries) == 2
    single = read(orjson.dumps({"a": "x" * 99}) + b"\r\n")
    assert ([entry.value for entry in single.entries], single.torn) == ([{"a": "x" * 99}], False)
    torn = read(b'{"a":["' + b"x" * 99 + b'",1\n' + lines)
    assert [damage.line for damage in torn.damaged] == [1]
    assert len(torn.entries) == 2
    repaired = read(whole.replace(b"xx", b"\\ud800", 1))
    assert len(repaired.entries) == 1
    assert not repaired.torn


def test_a_document_that_breaks_in_the_middle_is_read_up_to_the_break() -> None:
    found = read('{\n "messages": [\n  {"a": 1},\n  oops\n ]\n}\n')
    assert found.entries[0].value == {"messages": [{"a": 1}]}
    assert [(damage.line, damage.reason) for damage in found.damaged] == [(3, "the document is no JSON from here")]
    assert found.torn


def test_records_are_told_from_a_document_by_being_whole_on_their_lines() -> None:
    torn = read('{"a":[{"b":1\n{"c":2}\n{"d":3}')
    assert [entry.value for entry in torn.entries] == [{"c": 2}, {"d": 3}]
    glued = read('{"a":1}{"b":2}\n{"c":3}')
    assert len(glued.entries) == 3
    noise = read('[INFO] starting\n{"a":1}\n{"b":2}\n')
    assert [entry.value for entry in noise.entries] == [{"a": 1}, {"b": 2}]


def test_documents_one_after_another_are_all_read() -> None:
    assert [entry.value for entry in read('{\n"a":1\n}\n{\n"b":2\n}\n').entries] == [{"a": 1}, {"b": 2}]
