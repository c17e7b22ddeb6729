"""Damaged signature records: each gets a verdict that is not valid, never an exception; the terminal stays clean."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.program import tollens
from tests.integration.keys import SshKeys, needs_ssh
from tollens.core.integrity.canonical import content_hash
from tollens.testing import strategies

TRACE: dict[str, Any] = {"trace_id": "t1", "actions": [], "artifacts": []}
HASH = content_hash(TRACE)
ROSTER = b"alice@example.org ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA6aMrzOqhcM3Fca1soY/XM2wSE32UpmjdVnZ4fESpqQ\n"

ARMOR = st.builds(
    "-----BEGIN {0}-----\n{1}\n-----END {0}-----\n".format,
    st.sampled_from(["SSH SIGNATURE", "PGP SIGNATURE", "PGP PUBLIC KEY BLOCK", "PGP MESSAGE"]),
    st.sampled_from(["", "AAAA", "U1NIU0lHAAAAAf////8=", "\niQ==\n=AAAA", "\x1b[31m", "A" * 70 + "\n" + "A" * 70]),
)
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
TEXT = st.text(max_size=20) | ARMOR | st.sampled_from([HASH, "\ud800", "\x00", "[GNUPG:] VALIDSIG 0", "-h", "{}"])
ANY = TEXT | strategies.json_values()
OPTIONAL = ("key_id", "public_key", "bundle", "role", "disposition", "statement_signature", "timestamp")
RECORDS = st.fixed_dictionaries(
    {
        "signer": TEXT,
        "content_hash": st.just(HASH) | ANY,
        "algo": st.sampled_from(["ssh", "gpg", "sigstore"]) | ANY,
        "signed_at": ANY,
        "signature": ARMOR | ANY,
    },
    optional=dict.fromkeys(OPTIONAL, ANY),
)


def judged(path: Path, signatures: object) -> None:
    """Verify in both forms, and find neither a pass nor an exception."""
    path.write_text(json.dumps(TRACE | {"signatures": signatures}))
    roster = path.with_suffix(".roster")
    roster.write_bytes(ROSTER)
    options = ("--allowed-signers", str(roster), "--gpg-roster", str(roster), "--identity", "a", "--oidc-issuer", "b")
    ended = tollens("verify", str(path), *options, "--json")
    found = json.loads(ended.out)
    assert (ended.status, found["gate"]) == (1, "fail")
    assert all(report["status"] != "valid" for report in found["signatures"])
    shown = tollens("verify", str(path), *options)
    assert shown.status == 1
    assert not CONTROLS.search(shown.out + shown.err)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(record=RECORDS | strategies.json_values())
def test_any_record(tmp_path: Path, record: object) -> None:
    judged(tmp_path / "t.json", [record])


@needs_ssh
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_a_good_record_with_something_changed(tmp_path: Path, data: st.DataObject) -> None:
    keys = SshKeys(tmp_path)
    if not (tmp_path / "alice").exists():
        keys.make("alice@example.org")
        (tmp_path / "signed.json").write_text(json.dumps(TRACE))
        assert (
            tollens("sign", str(tmp_path / "signed.json"), "--backend", "ssh", "--key", str(tmp_path / "alice")).status
            == 0
        )
    (record,) = json.loads((tmp_path / "signed.json").read_text())["signatures"]
    bound = ("signer", "content_hash", "algo", "signed_at", "key_id", "signature", "statement_signature")
    name = data.draw(st.sampled_from(bound))
    held = record[name]
    at = data.draw(st.integers(0, len(held) - 1))
    record[name] = data.draw(ANY | st.just(held[:at]) | st.just(held[:at] + "x" + held[at:]))
    if record[name] == held or (name == "statement_signature" and record[name] is None):
        return
    judged(tmp_path / "t.json", [record])


@pytest.mark.parametrize("depth", [500])
def test_deep_and_large_records(tmp_path: Path, depth: int) -> None:
    nested: Any = "x"
    for _ in range(depth):
        nested = [nested]
    record = {"signer": "s", "content_hash": HASH, "algo": "ssh", "signed_at": "t", "signature": "x"}
    judged(tmp_path / "t.json", [record | {"timestamp": nested}, record | {"timestamp": {"token": nested}}, nested])
    judged(tmp_path / "t.json", [record | {"signature": "A" * (1 << 20)}, record | {"public_key": "A" * (1 << 21)}])
