"""The statement beside a signature: one record makes one statement, whatever else stands in it (decision 0066)."""

import json

import pytest

from tollens.core.integrity.records import MOST, fault_of
from tollens.core.integrity.statement import BOUND, MEMBER, statement

RECORD = {
    "signer": "alice",
    "content_hash": "sha256:00",
    "algo": "ssh",
    "signed_at": "2026-01-01T00:00:00Z",
    "key_id": "SHA256:x",
    "role": "auditor",
    "disposition": "approved",
    "signature": "s",
}


def test_what_it_says() -> None:
    assert json.loads(statement(RECORD)) == {
        "statement": "tollens-statement-1",
        "algorithm": "ssh",
        "content_hash": "sha256:00",
        "disposition": "approved",
        "key_id": "SHA256:x",
        "role": "auditor",
        "signed_at": "2026-01-01T00:00:00Z",
        "signer": "alice",
    }
    assert statement(RECORD).startswith(b'{"algorithm":"ssh","content_hash":"sha256:00"')


def test_each_member_that_it_binds_changes_it_and_no_other() -> None:
    for name in (*BOUND, "algo"):
        assert statement(RECORD | {name: "other"}) != statement(RECORD)
    for name in ("signature", MEMBER, "public_key", "timestamp", "x_vendor"):
        assert statement(RECORD | {name: "other"}) == statement(RECORD)
    absent = {name: held for name, held in RECORD.items() if name != "role"}
    assert statement(absent) == statement(RECORD | {"role": None})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"algo": None}, "`algo` is missing"),
        ({"algo": "pgp"}, "`algo` is none of ssh, gpg, sigstore"),
        ({"signed_at": 7}, "`signed_at` is no string"),
        ({"role": ["auditor"]}, "`role` is no string"),
        ({"key_id": "\ud800"}, "`key_id` holds half of a surrogate pair"),
        ({MEMBER: "x" * (MOST + 1)}, "no more than 1,048,576 are read"),
    ],
)
def test_what_is_no_record(change: dict[str, object], said: str) -> None:
    assert fault_of(RECORD) is None
    assert fault_of(RECORD | {"x_vendor": 1, "role": None}) is None
    assert said in str(fault_of(RECORD | change))


def test_any_value_is_looked_at() -> None:
    for value in (None, "x", 7, [], [RECORD]):
        assert fault_of(value) == "it is no object"
