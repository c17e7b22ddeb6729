"""YAML holds the same values as JSON: what is written is read back, and the document is the same (§16)."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.core.wire.places import EXAMPLE, whole
from tollens.core.errors import UnreadableError
from tollens.core.model import Trace
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.runtime.traces import loads
from tollens.runtime.yaml_files import read_yaml, write_yaml
from tollens.testing import mutations, strategies

pytest.importorskip("yaml", reason="the extra `yaml` is not installed")

LOOKS_LIKE_MORE = st.sampled_from(
    ["", "no", "Yes", "~", "null", "2026-07-14", "1_000", "0x1f", "1e3", ".inf", "1:30", "- a", "a: b", "#", "&a", "*a",
     "!!int 1", "'", '"', "|", "> x", "%TAG", "---", "...", " lead", "trail ", "tab\t", "line\nline\n", "\u2028",
     "\ufeff", "\x85", "é", "\U0001f600", "=", "<<", "?", "{", "["]
)  # fmt: skip
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**70), 2**70),
        st.floats(allow_nan=False, allow_infinity=False),
        LOOKS_LIKE_MORE,
        st.text(max_size=6),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(LOOKS_LIKE_MORE | st.text(max_size=4), inner)),
    max_leaves=10,
)


@given(VALUES)
@settings(max_examples=60)
def test_what_is_written_is_read_back(value: Any) -> None:
    read, repeated = read_yaml(write_yaml(value))
    assert json.dumps(read) == json.dumps(value)
    assert repeated == ()


@given(strategies.traces())
@settings(max_examples=20)
def test_a_trace_is_the_same_in_yaml(trace: Trace) -> None:
    document = loads(write_yaml(to_value(trace)), yaml=True)
    assert document.trace == trace
    assert document.faults == ()


@given(strategies.traces().map(to_value).flatmap(mutations.mutated))
@settings(max_examples=20)
def test_faults_are_the_same_in_yaml(mutation: mutations.Mutation) -> None:
    document = loads(write_yaml(mutation.value), yaml=True)
    plain = Document.of(mutation.value)
    assert (document.trace, document.faults) == (plain.trace, plain.faults)
    assert json.dumps(document.value) == json.dumps(mutation.value)


def test_the_example_is_the_same_in_yaml() -> None:
    document = Document.read(EXAMPLE.read_bytes())
    again = loads(write_yaml(document.value), yaml=True)
    assert again.trace == document.trace
    assert json.dumps(again.value) == json.dumps(document.value)


def test_json_is_read_where_yaml_is_expected() -> None:
    data = json.dumps(whole()).encode()
    assert loads(data, yaml=True).trace == Document.read(data).trace


def test_a_repeated_member_is_an_error_at_its_place() -> None:
    document = loads(b"trace_id: a\ntrace_id: b\nmetrics:\n  loops: 1\n  loops: 2\n", yaml=True)
    assert document.trace.trace_id == "b"
    found = [(fault.code, fault.severity, fault.path) for fault in document.faults if fault.code == "WIRE002"]
    assert found == [("WIRE002", "error", "/trace_id"), ("WIRE002", "error", "/metrics/loops")]


@pytest.mark.parametrize("text", [b"- a\n", b"text\n", b"7\n", b"~\n", b""])
def test_what_is_no_object_is_no_trace(text: bytes) -> None:
    with pytest.raises(UnreadableError, match="a trace is a JSON object" if text else "empty"):
        loads(text, yaml=True)
