"""Bytes to records: every piece of a file ends as a value or as damage with its line."""

import gzip
import json
import time
import zlib

import pytest

from tollens.core.errors import UnreadableError
from tollens.plugins.sessions.source import records
from tollens.plugins.sessions.source.records import DEPTH, open_source, unfolded


def values(data: bytes) -> list[object]:
    return [entry.value for entry in open_source(data, "f").entries]


def test_lines_end_at_line_feeds_only() -> None:
    assert values('{"a":"x\u2028y\u0085z"}\r\n{"b":1}'.encode()) == [{"a": "x\u2028y\u0085z"}, {"b": 1}]


def test_two_records_on_one_line_are_two_records() -> None:
    found = open_source(b'{"a":1}{"b":2}\n{"c":3}', "f")
    assert [(entry.line, entry.value) for entry in found.entries] == [(1, {"a": 1}), (1, {"b": 2}), (2, {"c": 3})]
    assert found.damaged == ()


def test_a_torn_record_is_one_damage_with_its_line() -> None:
    found = open_source(b'{"a":1}\n{"m":{"content":[{"type":"text","text":"x"},{"type":"to', "f")
    assert len(found.entries) == 1
    assert [damage.line for damage in found.damaged] == [2]
    assert found.torn


def test_a_record_glued_behind_a_torn_one_is_found() -> None:
    found = open_source(b'{"a":"cut of{"b":2}\n{"c":3}\n', "f")
    assert [entry.value for entry in found.entries] == [{"b": 2}, {"c": 3}]
    assert len(found.damaged) == 1
    assert not found.torn


@pytest.mark.parametrize(
    "torn",
    ['{"a":1,', '{"a":"tex', '{"a":1,"b', '{"m":{"role":"user"},', '{"m":[{"a":1},{"b":2', '{"a":tru', '{"a":"x\\'],
)
def test_a_record_glued_behind_a_torn_one_is_told_from_its_parts(torn: str) -> None:
    found = open_source(torn.encode() + b'{"c":{"d":[{}]}}{"e":1}\n', "f")
    assert [entry.value for entry in found.entries] == [{"c": {"d": [{}]}}, {"e": 1}]
    assert [damage.line for damage in found.damaged] == [1]
    assert not found.torn, "the last record of the file is whole"


@pytest.mark.parametrize(
    "torn", ['{"t":1,"m":{"role":"user"}', '{"t":[{"a":1},{"b":{}}', 'stamp":1,"m":{"role":"user"}']
)
def test_a_record_that_is_torn_behind_a_whole_part_is_torn(torn: str) -> None:
    found = open_source(b'{"a":1}\n' + torn.encode(), "f")
    assert (found.entries[0].value, found.torn) == ({"a": 1}, True)
    assert len(found.entries) == 1 + torn.startswith("stamp")
    glued = open_source(torn.encode() + b'{"z":9}\n', "f")
    assert (glued.entries[-1].value, glued.torn) == ({"z": 9}, False)


@pytest.mark.parametrize("torn", ['"m":', '"m":[', '"m":[{"x":1},', '"m":{"n":{'])
def test_a_record_that_stands_as_a_part_and_begins_as_a_record_is_one(torn: str) -> None:
    record = b'{"type":"a","uuid":"u2","m":{"type":"text","text":"x"}}'
    found = open_source(b'{"type":"user","uuid":"u1",' + torn.encode() + record + b'{"e":1}\n', "f")
    assert [entry.value for entry in found.entries] == [json.loads(record), {"e": 1}]
    last = open_source(b'{"a":1}\n{"type":"user","uuid":"u1",' + torn.encode() + record, "f")
    assert [entry.value for entry in last.entries] == [{"a": 1}, json.loads(record)]


def test_the_rest_of_a_record_without_its_beginning_is_one_damage() -> None:
    found = open_source(b'stamp":"now","m":{"role":"user","content":[{"type":"text"},{"x":1}]}}{"b":2}', "f")
    assert [entry.value for entry in found.entries] == [{"b": 2}]
    assert len(found.damaged) == 1


def test_many_torn_records_on_one_line_hide_none_that_is_whole() -> None:
    found = open_source(b'{"a":[{"x":1},{"b":2}\n'[:-1] * 100 + b'{"z":9}\n', "f")
    assert found.entries[-1].value == {"z": 9}
    assert len(open_source(b'{"a":1,"b{"c":2}' * 100, "f").entries) == 100


def test_records_may_be_parted_by_commas_marks_and_separators() -> None:
    assert values(b'{"a":1},{"b":2} , {"c":3}') == [{"a": 1}, {"b": 2}, {"c": 3}]
    assert values('\x1e{"a":1}\n\x1e{"b":2}\n\ufeff{"c":3}\n'.encode()) == [{"a": 1}, {"b": 2}, {"c": 3}]
    assert len(open_source(b'{"a":1},"b"', "f").damaged) == 1


@pytest.mark.parametrize("indent", [None, 1])
def test_a_list_of_objects_is_the_file_of_its_records(indent: int | None) -> None:
    data = json.dumps([{"a": 1}, {"b": [{"c": 2}]}, {"d": 3}], indent=indent).encode()
    whole, cut = unfolded(open_source(data, "f")), unfolded(open_source(data[: data.index(b'"c"') + 6], "f"))
    assert whole is not None and [entry.value for entry in whole.entries] == [{"a": 1}, {"b": [{"c": 2}]}, {"d": 3}]
    assert cut is not None and [entry.value for entry in cut.entries] == [{"a": 1}], "the second one is not whole"
    assert cut.torn
    assert all(unfolded(open_source(none, "f")) is None for none in (b"[[1], {}]", b"[]", b"{}", b"[{}]\n[{}]"))


def test_a_banner_on_the_line_of_the_only_record_cuts_nothing_off() -> None:
    found = open_source(b'Exporting session: s1{"info":{},"messages":[]}', "f")
    assert (len(found.entries), len(found.damaged), found.torn) == (1, 1, False)


@pytest.mark.parametrize(
    "encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]
)
@pytest.mark.parametrize("banner", ["", "Exporting\n"])
def test_other_encodings_are_read(encoding: str, banner: str) -> None:
    assert values(f'{banner}{{"a":"é"}}\n{{"b":2}}\n'.encode(encoding)) == [{"a": "é"}, {"b": 2}]


def test_bytes_that_are_no_text_are_replaced_and_noted() -> None:
    found = open_source(b'{"a":"x\xffy"}', "f")
    assert found.entries[0].value == {"a": "x\ufffdy"}
    assert found.notes == ("bytes that are no UTF-8 were replaced on line 1",)
    assert open_source(b'{\n"a":\n"x\xffy"}', "f").notes == ("bytes that are no UTF-8 were replaced on line 3",)


def test_half_a_surrogate_pair_is_replaced_and_noted() -> None:
    found = open_source(rb'{"a":"x\ud83dy","b":"\ud83d\ude00"}', "f")
    assert found.entries[0].value == {"a": "x\ufffdy", "b": "😀"}
    assert found.notes == ("halves of surrogate pairs were replaced on line 1",)


def test_gzip_is_read_and_a_cut_one_says_so() -> None:
    whole = gzip.compress(b'{"a":1}\n' * 1000)
    assert len(values(whole)) == 1000
    cut = open_source(whole[:-10], "f")
    assert cut.torn
    assert any("cut off" in note for note in cut.notes)


def test_what_stands_before_a_break_of_gzip_is_kept() -> None:
    lines = b"".join(b'{"a":"%d"}\n' % (number * 7919**3) for number in range(50_000))
    whole = bytearray(gzip.compress(lines))
    whole[-1000:-500] = b"\xff" * 500
    found = open_source(bytes(whole), "f")
    assert found.torn
    assert len(found.entries) > 1000


def test_many_repairs_are_told_in_short() -> None:
    found = open_source(b'{"a":"\xff"}\n' * 100, "f")
    assert found.notes == (
        f"bytes that are no UTF-8 were replaced on line {', '.join(map(str, range(1, 21)))} and 80 more",
    )


def test_gzip_of_several_members_is_read_whole() -> None:
    assert values(gzip.compress(b'{"a":1}\n') + gzip.compress(b'{"b":2}\n')) == [{"a": 1}, {"b": 2}]


def test_a_compressed_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "LIMIT", 1000)
    with pytest.raises(UnreadableError, match="larger than 1000 bytes"):
        open_source(gzip.compress(b" " * 100_000), "f")
    with pytest.raises(UnreadableError, match="larger than 1000 bytes"):
        open_source(b" " * 1001, "f")


@pytest.mark.parametrize("data", [b"", b"\n\n  \n", b"\xef\xbb\xbf\n"])
def test_an_empty_file_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableError, match="empty"):
        open_source(data, "f")


@pytest.mark.parametrize("depth", [DEPTH + 1, 900, 100_000])
def test_deep_nesting_is_damage(depth: int) -> None:
    deep = b'{"a":' + b"[" * depth + b"]" * depth + b"}"
    found = open_source(b'{"b":1}\n' + deep, "f")
    assert [entry.value for entry in found.entries] == [{"b": 1}]
    assert len(found.damaged) == 1


def test_many_brackets_that_are_not_deep_are_read() -> None:
    assert values(b'{"a":[' + b"[],{}," * 500 + b"0]}") != []


def test_numbers_that_no_json_has_are_read_without_harm() -> None:
    assert values(b'{"a":NaN,"b":' + b"9" * 5000 + b',"c":1}')[0]["c"] == 1  # type: ignore[index]


def test_what_is_no_number_is_null_and_noted() -> None:
    found = open_source(b'{"a":1}\n{"a":NaN,"b":[-Infinity]}\n{"a":"NaN"}', "f")
    assert [entry.value for entry in found.entries] == [{"a": 1}, {"a": None, "b": [None]}, {"a": "NaN"}]
    assert found.notes == ("NaN and infinities were read as null on line 2",)


def test_the_digest_is_over_the_bytes_as_given() -> None:
    data = gzip.compress(b'{"a":1}')
    assert open_source(data, "f").size == len(data)
    assert open_source(data, "f").digest != open_source(zlib.decompress(data, 31), "f").digest


def test_one_document_over_many_lines_is_one_value() -> None:
    found = open_source(b'Exporting session\n{\n  "info": {},\n  "messages": []\n}\n', "f")
    assert [(entry.line, entry.value) for entry in found.entries] == [(2, {"info": {}, "messages": []})]
    assert [damage.line for damage in found.damaged] == [1]
    assert not found.torn


def test_a_document_that_is_cut_off_is_torn() -> None:
    found = open_source(b'{\n  "info": {},\n  "messages": [\n', "f")
    assert found.torn
    assert [damage.line for damage in found.damaged] == [1]


def test_a_line_of_many_torn_records_takes_linear_time() -> None:
    begun = time.process_time()
    assert len(open_source(b'x{"a":1},' * 20_000, "f").entries) == 20_000
    assert len(open_source(b'{"a":"' * 20_000, "f").damaged) == 1
    assert time.process_time() - begun < 5
