"""Cut and corrupted YAML: every file gives a Trace or a clear refusal, never another exception."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.test_damaged_files import corruptions
from tollens.core.diagnostics import Diagnostic
from tollens.core.errors import UnreadableError
from tollens.core.model import Trace
from tollens.core.wire.document import Document
from tollens.runtime.traces import loads
from tollens.runtime.yaml_files import write_yaml

pytest.importorskip("yaml", reason="the extra `yaml` is not installed")

SMALL = write_yaml(
    {
        "trace_id": "t: 1",
        "actions": [{"id": 1, "label": "two\nlines", "inputs": [], "cost": 1.5, "done": True, "note": None}],
        "é": "2026-07-14",
    }
)


def read(data: bytes) -> Document | None:
    try:
        document = loads(data, yaml=True)
    except UnreadableError as refusal:
        assert refusal.message.isprintable()
        return None
    assert isinstance(document.trace, Trace)
    assert all(isinstance(fault, Diagnostic) for fault in document.faults)
    return document


def test_every_prefix_is_a_trace_or_a_refusal() -> None:
    survived = [length for length in range(len(SMALL)) if read(SMALL[:length]) is not None]
    assert survived


def test_eight_corruptions_of_every_byte_are_a_trace_or_a_refusal() -> None:
    survived = [at for at in range(len(SMALL)) for _, damaged in corruptions(SMALL, at) if read(damaged) is not None]
    assert survived


@given(st.lists(st.sampled_from(list(b"{}[]:-?&*!|>'\"%@`#, \n\tab1~.\xc3\xa9\xff\x00")), max_size=30).map(bytes))
@settings(max_examples=200)
def test_bytes_that_look_like_yaml(data: bytes) -> None:
    read(data)
