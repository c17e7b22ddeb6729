"""Cut and corrupted files: every one gives a Trace or a clear refusal, never another exception."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tollens.core.diagnostics import Diagnostic
from tollens.core.errors import MisuseError, UnreadableError
from tollens.core.model import Trace
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_json
from tollens.core.wire.upgrade import upgrade

SMALL = (
    '{"trace_id":"é\\u00e9","spec_version":"1.11","assistant":"a","model":"m","timestamp":"2026-07-14T11:42:00Z",'
    '"trigger":{"type":"TaskReceived"},"outcome":{"type":"ProcessCompleted"},'
    '"actions":[{"id":1,"category":"reasoning","type":"Verify","label":"v","rationale":"r","inputs":["g"],'
    '"outputs":["v"],"execution":{"tool":"t","cost":1.5e-3},"request":{"k":[null,true]}}],'
    '"artifacts":[{"artifact_id":"g","artifact_type":"AnalysisNote"},'
    '{"artifact_id":"v","artifact_type":"VerificationResult","producer_action_id":1,"derived_from":["g"],"payload":'
    '{"goal_id":1,"goal_artifact_id":"g","status":"refuted","result":{"refuted":{"counterexample":"x = \\"0\\""}}}}],'
    '"goals":[{"goal_id":"o","intent":"i","acceptance":[{"acceptance_id":"c","kind":"Gap","label":"l",'
    '"binding":{"residual_id":"r"},"formula":{"not":{}}}]}],"residuals":[{"residual_id":"r","kind":"assumption",'
    '"statement":"s","target":{"target_type":"action","target_id":"1"}}],"policies":[]}'
).encode()
"""A small trace that is valid on the wire, with every kind of token and of union."""


def read(data: bytes) -> Document | None:
    """Read, and do with the result what verbs do; `None` for a refusal."""
    try:
        document = Document.read(data)
    except UnreadableError as refusal:
        assert refusal.message
        assert refusal.message.isprintable()
        return None
    assert isinstance(document.trace, Trace)
    assert all(isinstance(fault, Diagnostic) for fault in document.faults)
    assert all(fault.path.encode() is not None and fault.message.encode() is not None for fault in document.faults)
    return document


def use(document: Document) -> None:
    """What verbs do with a document: write it, write its trace, upgrade it, check it."""
    assert isinstance(document.value, dict)
    try:
        assert Document.read(document.to_bytes()).trace == document.trace
    except MisuseError:
        assert any(fault.code == "WIRE003" for fault in document.faults)
    assert Document.read(to_json(document.trace)).trace.trace_id == document.trace.trace_id
    assert isinstance(upgrade(document).document.trace, Trace)
    assert validate(document).counts["error"] >= sum(fault.severity == "error" for fault in document.faults)


def corruptions(data: bytes, at: int) -> Iterator[tuple[str, bytes]]:
    """Eight corruptions of one byte."""
    before, byte, after = data[:at], data[at : at + 1], data[at + 1 :]
    yield "one bit", before + bytes([byte[0] ^ (1 << at % 8)]) + after
    yield "0x00", before + b"\x00" + after
    yield "0xff", before + b"\xff" + after
    yield "quote", before + b'"' + after
    yield "brace", before + b"{" + after
    yield "digit", before + b"7" + after
    yield "deleted", before + after
    yield "doubled", before + byte + byte + after


def test_the_small_file_is_valid() -> None:
    document = read(SMALL)
    assert document is not None
    assert document.faults == ()
    use(document)


def test_every_prefix_is_refused_with_its_place() -> None:
    for length in range(len(SMALL)):
        with pytest.raises(UnreadableError) as caught:
            Document.read(SMALL[:length])
        assert caught.value.line == 1
        assert 1 <= (caught.value.column or 0) <= length + 1


def test_every_prefix_of_the_file_as_people_read_it_is_refused() -> None:
    data = Document.read(SMALL).to_bytes()
    for length in range(len(data) - 1):  # the last byte is the final newline
        assert read(data[:length]) is None
    assert read(data[:-1]) is not None


@pytest.mark.no_cover
@pytest.mark.parametrize("part", range(8))
def test_eight_corruptions_of_every_byte(part: int) -> None:
    survived = 0
    for at in range(part, len(SMALL), 8):
        for _, damaged in corruptions(SMALL, at):
            document = read(damaged)
            if document is not None:
                survived += 1
                use(document)
    assert survived > 100


@given(st.binary(max_size=60))
def test_any_bytes(data: bytes) -> None:
    read(data)


@given(
    st.lists(st.sampled_from(list(b'{}[],:"\\u0dtrfn-1e.x \n\xef\xbb\xbf\xc3\xa9\xed\xa0\x80\x00')), max_size=40).map(
        bytes
    )
)
@settings(max_examples=300)
def test_bytes_that_look_like_json(data: bytes) -> None:
    document = read(data)
    if document is None:
        return
    assert json.loads(data.removeprefix(b"\xef\xbb\xbf")) is not None
    use(document)


@st.composite
def spliced(draw: st.DrawFn) -> bytes:
    """The small file with some pieces cut out, moved and repeated."""
    data = SMALL
    for _ in range(draw(st.integers(1, 3))):
        start, end, to = sorted(draw(st.tuples(*[st.integers(0, len(data))] * 3)))
        piece = data[start:end] if draw(st.booleans()) else b""
        data = data[:start] + data[end:to] + piece + data[to:]
    return data


@given(spliced())
@settings(max_examples=200)
def test_spliced_files(data: bytes) -> None:
    document = read(data)
    if document is not None:
        use(document)
