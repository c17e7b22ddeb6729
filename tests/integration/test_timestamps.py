"""RFC 3161 timestamps from a local authority: asked for over loopback, verified, and every way of being no good."""

import base64
import hashlib
import sys
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from tests.integration import loopback, tsa
from tollens.core.errors import MisuseError, WorldError
from tollens.core.integrity import timestamps
from tollens.plugins.timestamps import TIMESTAMPS
from tollens.plugins.timestamps.rfc3161 import der
from tollens.plugins.timestamps.rfc3161.token import open_token
from tollens.runtime import network

pytestmark = pytest.mark.skipif(tsa.OPENSSL is None, reason="openssl is not installed")

RFC3161 = TIMESTAMPS.get("rfc3161")
SIGNATURE = "-----BEGIN SSH SIGNATURE-----\nö\n-----END SSH SIGNATURE-----\n"
IMPRINT = hashlib.sha256(SIGNATURE.encode()).digest()
NONCE = 2**64 + 1

CA = tsa.issue("Test CA", authority=True)
TSA = tsa.issue("Test TSA", CA, tsa.STAMPING)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> tsa.Authority:
    return tsa.Authority(tmp_path_factory.mktemp("authority"), TSA, (CA,))


@pytest.fixture(scope="module")
def answer(authority: tsa.Authority) -> bytes:
    return authority.answer(RFC3161.query(IMPRINT, NONCE))


def record(answer: bytes, **changes: object) -> dict[str, object]:
    return {
        "standard": "rfc3161",
        "tsa": "http://tsa.example/tsr",
        "hash_alg": "sha256",
        "message_imprint": IMPRINT.hex(),
        "token": base64.b64encode(answer).decode(),
        **changes,
    }


def judged(record: object, *chain: bytes) -> tuple[str, str]:
    stamp = timestamps.judge(record, SIGNATURE, RFC3161, chain or None)
    assert (stamp.time is None) == (stamp.tsa is None)
    return stamp.status, stamp.detail


def status(answer: bytes, *chain: bytes) -> str:
    return judged(record(answer), *chain)[0]


def made_by(folder: Path, signer: tsa.Holder, *extra: tsa.Holder, ess: str = "sha256", digits: int = 0) -> bytes:
    return tsa.Authority(folder, signer, extra, ess, digits).answer(RFC3161.query(IMPRINT, NONCE))


def test_a_timestamp_asked_for_over_the_network_is_valid_with_its_authority_given(
    authority: tsa.Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "*")
    asked: list[tuple[str | None, str | None]] = []

    def respond(handler: BaseHTTPRequestHandler, query: bytes) -> None:
        asked.append((handler.headers["Content-Type"], handler.headers["Accept"]))
        loopback.send(handler, authority.answer(query))

    with loopback.served(respond) as address:
        made = timestamps.obtain(SIGNATURE, address, NONCE, RFC3161, network.fetch, [CA.pem])
    assert asked == [("application/timestamp-query", "application/timestamp-reply")]
    assert made["message_imprint"] == IMPRINT.hex()
    assert made["tsa"] == address
    stamp = timestamps.judge(made, SIGNATURE, RFC3161, [CA.pem])
    assert (stamp.status, stamp.tsa, stamp.time) == ("valid", "CN=Test TSA", made["time"])
    assert timestamps.judge(made, SIGNATURE, RFC3161, None).status == "untrusted"


def test_openssl_verifies_what_was_asked_for(authority: tsa.Authority, answer: bytes, tmp_path: Path) -> None:
    import subprocess

    assert tsa.OPENSSL is not None
    (tmp_path / "ca").write_bytes(CA.pem)
    (tmp_path / "answer").write_bytes(answer)
    (tmp_path / "query").write_bytes(RFC3161.query(IMPRINT, NONCE))
    command = [tsa.OPENSSL, "ts", "-verify", "-queryfile", "query", "-in", "answer", "-CAfile", "ca"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 0


def test_a_bare_token_is_read_like_a_whole_response(answer: bytes) -> None:
    bare = der.members(der.read(answer))[1].whole
    assert status(bare, CA.pem) == "valid"
    assert status(bare) == "untrusted"


def test_sub_seconds_and_the_older_way_of_naming_the_certificate_are_read(tmp_path: Path) -> None:
    signer = tsa.issue("TSA", CA, tsa.STAMPING, key=tsa.rsa.generate_private_key(65537, 2048))
    answer = made_by(tmp_path, signer, ess="sha1", digits=3)
    assert status(answer, CA.pem) == "valid"


def test_a_certificate_that_had_expired_by_the_time_of_the_token_is_not_trusted(tmp_path: Path) -> None:
    late = tsa.issue("TSA", CA, tsa.STAMPING, days=(-9, -2))
    answer = made_by(tmp_path, late, CA)
    found, detail = judged(record(answer), CA.pem)
    assert found == "untrusted"
    assert "expired" in detail


def test_a_chain_through_an_intermediate_is_walked(tmp_path: Path) -> None:
    middle = tsa.issue("Middle", CA, authority=True)
    signer = tsa.issue("TSA", middle, tsa.STAMPING)
    sent, kept = made_by(tmp_path / "sent", signer, middle), made_by(tmp_path / "kept", signer)
    assert status(sent, CA.pem) == "valid"
    assert status(kept, CA.pem) == "untrusted"
    assert status(kept, CA.pem + middle.pem) == status(kept, CA.pem, middle.pem) == "valid"
    assert status(kept, middle.pem) == "untrusted"


def test_who_signs_for_itself_is_trusted_by_nobody_else() -> None:
    own, namesake = tsa.issue("Own", usage=tsa.STAMPING), tsa.issue("Test CA", usage=tsa.STAMPING)
    other = tsa.issue("Test CA", authority=True)
    no_authority = tsa.issue("Test TSA", CA)
    for signer, *extra in (
        (own,),
        (namesake,),
        (tsa.issue("TSA", other, tsa.STAMPING), other),
        (tsa.issue("TSA", no_authority, tsa.STAMPING), no_authority),
    ):
        token = tsa.handmade(IMPRINT, signer, certificates=(signer, *extra))
        assert status(token, CA.pem) == status(token) == "untrusted"
    assert status(tsa.handmade(IMPRINT, own), own.pem) == "valid"


def test_a_token_made_by_hand_is_as_good_as_one_by_openssl() -> None:
    assert status(tsa.handmade(IMPRINT, TSA), CA.pem) == "valid"
    assert status(tsa.handmade(IMPRINT, TSA)) == "untrusted"


@pytest.mark.parametrize(
    ("usage", "critical"),
    [
        (None, True),
        (tsa.STAMPING, False),
        ((tsa.ExtendedKeyUsageOID.CODE_SIGNING,), True),
        ((*tsa.STAMPING, tsa.ExtendedKeyUsageOID.CODE_SIGNING), True),
    ],
)
def test_only_a_certificate_for_timestamps_makes_timestamps(
    usage: tuple[tsa.x509.ObjectIdentifier, ...] | None, critical: bool
) -> None:
    token = tsa.handmade(IMPRINT, tsa.issue("TSA", CA, usage, critical=critical))
    assert judged(record(token), CA.pem) == (
        "invalid",
        "the token is no good: its certificate is not for timestamps alone",
    )


@pytest.mark.parametrize(
    ("changes", "found", "reason"),
    [
        ({"names": b"other"}, "invalid", "does not name the certificate"),
        ({"names": None}, "invalid", "does not name the certificate"),
        ({"digest": b"other"}, "invalid", "changed after it was signed"),
        ({"kind": "1.2.840.113549.1.7.1"}, "invalid", "not over a timestamp"),
        ({"key": tsa.issue("x").key}, "invalid", "signature is wrong"),
        ({"algorithm": "1.2.840.10045.4.1"}, "unknown", "not known here"),
        ({"hash_name": "1.3.14.3.2.26"}, "unknown", "not relied on"),
        ({"certificates": ()}, "unknown", "no certificate"),
        ({"signatures": 2}, "invalid", "2 signatures"),
        ({"signatures": 0}, "invalid", "0 signatures"),
        ({"content": {"version": 2}}, "invalid", "version 2"),
        ({"content": {"time": b"20261301000000Z"}}, "invalid", "the time is none"),
        ({"content": {"time": b"202612010000Z"}}, "invalid", "not written as"),
        ({"content": {"imprint": bytes(32)}}, "invalid", "something else"),
        ({"content": {"algorithm": "2.16.840.1.101.3.4.2.3"}}, "invalid", "something else"),
        ({"content": {"extension": b"\xff"}}, "invalid", "critical extension"),
    ],
)
def test_a_token_that_is_wrong_in_one_thing_is_no_good(changes: dict[str, Any], found: str, reason: str) -> None:
    for chain in ((), (CA.pem,)):
        said, detail = judged(record(tsa.handmade(IMPRINT, TSA, **changes)), *chain)
        assert said == found
        assert reason in detail


def test_a_certificate_left_out_of_the_token_may_be_given() -> None:
    token = tsa.handmade(IMPRINT, TSA, certificates=())
    assert status(token, CA.pem + TSA.pem) == "valid"
    assert status(token, TSA.pem) == "untrusted"


def test_a_token_of_another_signature_is_invalid_whatever_its_record_says(authority: tsa.Authority) -> None:
    other = authority.answer(RFC3161.query(hashlib.sha256(b"other").digest(), NONCE))
    for chain in ((), (CA.pem,)):
        assert judged(record(other), *chain) == ("invalid", "the token is about something else than this signature")


@pytest.mark.parametrize(
    "lie",
    [
        {"standard": "rfc3161-bis"},
        {"standard": None},
        {"hash_alg": "sha512"},
        {"message_imprint": "00" * 32},
        {"message_imprint": 7},
        {"token": ""},
        {"token": None},
        {"token": "no base64!"},
        {"token": base64.b64encode(b"junk").decode()},
        {"token": base64.b64encode(bytes(2 << 20)).decode()},
        {"time": "Jan  1 00:00:00 1999 GMT"},
        {"time": "1999-01-01T00:00:00Z"},
    ],
)
def test_a_record_that_lies_about_its_token_is_invalid(answer: bytes, lie: dict[str, object]) -> None:
    assert judged(record(answer, **lie), CA.pem)[0] == "invalid"


def test_the_time_is_the_token_s_in_whatever_form_the_record_repeats_it(answer: bytes) -> None:
    time = open_token(answer).time
    moment = tsa.datetime.fromisoformat(time)
    for said in (time, moment.strftime("%b %d %H:%M:%S %Y GMT"), moment.isoformat()):
        stamp = timestamps.judge(record(answer, time=said), SIGNATURE, RFC3161, [CA.pem])
        assert (stamp.status, stamp.time) == ("valid", time)
    for unclear in ("yesterday", 7, "Foo 30 20:39:02 2026 GMT"):
        found, detail = judged(record(answer, time=unclear), CA.pem)
        assert found == "valid"
        assert "cannot be read" in detail


@pytest.mark.parametrize("junk", [None, [], "token", 7, {}])
def test_a_record_of_another_shape_is_invalid(junk: object) -> None:
    assert judged(junk)[0] == "invalid"


@pytest.mark.parametrize("signature", [None, 7, "\ud800"])
def test_without_a_signature_there_is_nothing_to_stamp(answer: bytes, signature: object) -> None:
    assert timestamps.judge(record(answer), signature, RFC3161, [CA.pem]).status == "invalid"


def test_what_a_token_says_cannot_be_changed(answer: bytes) -> None:
    forged = answer.replace(
        open_token(answer).time.replace("-", "").replace(":", "").replace("T", "").encode(), b"19990101000000Z"
    )
    assert forged != answer
    assert judged(record(forged), CA.pem) == (
        "invalid",
        "the token is no good: what it says was changed after it was signed",
    )
    assert judged(record(answer[:-1] + bytes([answer[-1] ^ 1])), CA.pem)[0] == "invalid"


@pytest.mark.parametrize("chain", [b"", b"junk", b"-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"])
def test_certificates_to_trust_that_cannot_be_read_are_the_caller_s_mistake(answer: bytes, chain: bytes) -> None:
    with pytest.raises(MisuseError, match="cannot be read"):
        timestamps.judge(record(answer), SIGNATURE, RFC3161, [chain])


def test_without_its_library_a_sound_token_is_unknown_and_a_wrong_one_invalid(
    answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "rfc3161_client", None)
    found, detail = judged(record(answer), CA.pem)
    assert found == "unknown"
    assert "tollens[timestamps]" in detail
    assert judged(record(answer, message_imprint="00"), CA.pem)[0] == "invalid"
    assert status(answer[:-1], CA.pem) == "invalid"


def test_an_answer_to_another_question_is_refused(authority: tsa.Authority, answer: bytes) -> None:
    RFC3161.check_answer(answer, IMPRINT, NONCE)
    bare = der.write(der.SEQUENCE, *(part.whole for part in der.members(der.read(RFC3161.query(IMPRINT, NONCE)))[:3]))
    rejection = bytes.fromhex("3019 3017 020102 3009 0c07 626164 1b5b316d 0307 0780 00000000 00".replace(" ", ""))
    for wrong, reason in (
        (authority.answer(RFC3161.query(IMPRINT, NONCE + 1)), "nonce"),
        (authority.answer(RFC3161.query(bytes(32), NONCE)), "other bytes"),
        (authority.answer(bare), "no certificate"),
        (rejection, r"rejection \('bad\\x1b\[1m'\)"),
        (b"<html>", "no RFC 3161 token"),
    ):
        with pytest.raises(WorldError, match=reason):
            RFC3161.check_answer(wrong, IMPRINT, NONCE)


def test_an_authority_that_is_not_the_expected_one_is_not_recorded(authority: tsa.Authority) -> None:
    other = tsa.issue("Other", authority=True)
    with pytest.raises(WorldError, match="would not hold up"):
        timestamps.obtain(SIGNATURE, "http://x", NONCE, RFC3161, lambda r: authority.answer(r.body), [other.pem])
