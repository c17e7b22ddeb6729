"""Texts of models moved out of a trace and back: nothing else changes, and nothing is moved on a guess."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollens.core.author.contents import MOVABLE, externalized, inlined
from tollens.core.errors import MisuseError, WorldError
from tollens.core.integrity.canonical import digest
from tollens.core.integrity.objects import digits_of, named
from tollens.core.wire.document import Document
from tollens.core.wire.spellings import BLOBS, MEMBERS

TEXTS = st.none() | st.text(max_size=9) | st.integers()


def trace(*payloads: object, kind: str = "FormalModel") -> Document:
    return Document.of({"artifacts": [{"artifact_type": kind, "payload": payload} for payload in payloads]})


def test_all_that_reading_takes_from_a_store_can_move() -> None:
    for record, kind in (("FormalModelPayload", "FormalModel"), ("FormalizationPayload", "Formalization")):
        texts = {row.canonical for row in BLOBS[record].values()}
        older = {other for other, row in MEMBERS[record].items() if row.canonical in texts}
        assert set(MOVABLE[kind]) == texts | older


@given(
    st.lists(
        st.dictionaries(st.sampled_from(["formal_code", "formal_code_ref", "iml_code", "src_code", "x"]), TEXTS)
        | st.integers()
    ),
    st.sampled_from([*MOVABLE, "SourceCode"]),
)
def test_out_and_in_is_the_identity(payloads: list[object], kind: str) -> None:
    before = trace(*payloads, kind=kind)
    store: dict[str, bytes] = {}

    def put(data: bytes) -> str:
        store[digest(data)] = data
        return digest(data)

    out = externalized(before, 3, put)
    back = inlined(out.document, store.__getitem__)
    assert back.moved == out.moved
    assert back.document.to_bytes() == before.to_bytes()
    assert all(len(data) >= 3 for data in store.values())


def test_what_no_bytes_stand_for_stays() -> None:
    made = externalized(trace({"formal_code": "let \ud800"}), 0, lambda data: "")
    assert [one.path for one in made.kept] == ["/artifacts/0/payload/formal_code"]


def test_an_object_that_is_no_text_is_refused() -> None:
    document = trace({"formal_code_ref": "sha256:" + "0" * 64})
    with pytest.raises(MisuseError, match=r"/artifacts/0/payload/formal_code_ref: .* no text"):
        inlined(document, lambda reference: b"\xff")

    def missing(reference: str) -> bytes:
        raise WorldError("gone")

    with pytest.raises(WorldError):
        inlined(document, missing)


def test_an_address_elsewhere_is_left() -> None:
    made = inlined(trace({"formal_code_ref": "s3://bucket/x"}), lambda reference: b"")
    assert (made.moved, made.kept[0].why) == ((), "`formal_code_ref` names no object of a store")


@pytest.mark.parametrize("text", ["", "0" * 64, "sha256:" + "0" * 65, "sha256:" + "０" * 64, "sha256:" + "A" * 64])
def test_what_is_no_reference(text: str) -> None:
    with pytest.raises(MisuseError):
        digits_of(text)


def test_an_object_is_named_wherever_its_digits_stand() -> None:
    digits = "0123456789abcdef" * 4
    for value in ({digits: 1}, {"x": [[f"see {digits.upper()}!"]]}, [f"{digits}0"], f"a{digits}"):
        assert named(value, {digits}) == {digits}
    assert named({"x": digits[:-1]}, {digits}) == set()
