"""Each way to know that no member was dropped is taken where it can be: the last, counting, costs the most (§12.4)."""

import json
from typing import Any

import pytest

from tollens.core.integrity import printing
from tollens.core.integrity.printing import printed
from tollens.core.integrity.unchanged import Unchanged, is_unchanged

VALUE = {
    "trace_id": "t",
    "actions": [{"id": at, "inputs": [], "cost": 0.25, "more": {"é": None}} for at in range(20)],
    "metrics": {"a": {}},
    "comments": [],
    "files_modified": ["a"],
    "signatures": [{"a": 1}],
}


class Counted(bytes):
    """A text whose quotation marks must not be counted."""

    def count(self, *_: Any) -> int:
        raise AssertionError


@pytest.fixture(params=[1 << 30, 0])
def small(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    length: int = request.param
    monkeypatch.setattr(printing, "_SMALL", length)
    return length


def written(**how: Any) -> bytes:
    return json.dumps(VALUE, ensure_ascii=False, **how).encode()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_marks_are_not_counted_where_the_form_tells(end: bytes) -> None:
    for data in (written(separators=(",", ":")), written(indent=2)):
        found = printed(Counted(data + end), {"signatures"}, proven=True)
        assert found is not None
        assert found.plain


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("how", [{}, {"indent": 1}, {"indent": 2, "separators": (",", ":")}])
def test_marks_are_counted_in_other_forms(how: dict[str, Any]) -> None:
    assert printed(written(**how), (), proven=True) is not None
    with pytest.raises(AssertionError):
        printed(Counted(written(**how)), (), proven=True)


@pytest.mark.usefixtures("small")
def test_nothing_is_counted_where_nobody_vouches() -> None:
    for how in ({}, {"indent": 2}):
        found = printed(Counted(written(**how)), (), proven=False)
        assert found == printed(written(**how), (), proven=True)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "data",
    [b"[]", b"1", b'"a"', b"", b"{", b'{"a":1}x', b'{"a":[1e999]}', b'{"a":1e999}', b'{"a":123456789012345678901}'],
)
def test_what_is_not_sure_is_refused(data: bytes) -> None:
    assert printed(data, (), proven=True) is None


def test_elements_are_those_of_their_own_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "_SMALL", 0)
    found = printed(b'{"b":[1,2],"a":[3],"c":[],"d":4.5}', (), proven=True)
    assert found is not None
    assert b"".join(found.pieces) == b'{"a":[3],"b":[1,2],"c":[],"d":4.5}'


INDENTED = written(indent=2)


@pytest.mark.parametrize("at", range(0, len(INDENTED), 7))
def test_a_blank_more_is_a_change(at: int) -> None:
    """Wherever it stands: between members, before elements and inside them. Inside texts it is another text."""
    data = INDENTED[:at] + b" " + INDENTED[at:]
    try:
        value = json.loads(data)
    except ValueError:
        return
    if value == VALUE:
        assert not is_unchanged(data, value)
        assert not compared(data, value)


def test_what_is_unchanged() -> None:
    assert is_unchanged(INDENTED, VALUE)
    assert compared(INDENTED, VALUE)


def test_a_name_that_is_nowhere_ends_the_comparison() -> None:
    text = Unchanged(INDENTED)
    text.begin("nowhere")
    text.begin("actions")
    text.elements([1])
    assert not text.of({})


def compared(data: bytes, value: dict[str, Any]) -> bool:
    text = Unchanged(data)
    for name, member in value.items():
        text.begin(name)
        if isinstance(member, list) and member:
            text.elements(member[:2])
            if member[2:]:
                text.elements(member[2:])
    return text.of(value)
