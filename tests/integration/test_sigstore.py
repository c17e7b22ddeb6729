"""Sigstore signatures by services of one's own: made and verified by the library, and every way of being no good."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import tollens
from tests.integration.sigstore_services import ALICE, ISSUER, Services, identity_token
from tollens.core.errors import MisuseError, WorldError
from tollens.core.ports import Claim, Means, Proof, Signed, Trust
from tollens.plugins.signers import SIGNERS
from tollens.runtime.process import workplace

SIGSTORE = SIGNERS.get("sigstore")
MESSAGE = b"sha256:" + b"0" * 64
NOW = "2026-01-01T00:00:00Z"


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture(scope="module")
def services() -> Services:
    return Services()


def sign(services: Services, message: bytes = MESSAGE, token: str | None = None) -> Signed:
    with services.served() as configuration, workplace() as place:
        means = Means(identity_token=token or identity_token(), trust_root=configuration)
        return SIGSTORE.sign(message, "content", means, place)


@pytest.fixture(scope="module")
def signed(services: Services) -> Signed:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("no_proxy", "*")
        return sign(services)


def verify(
    signature: str,
    root: bytes | None,
    identity: str | None = ALICE,
    issuer: str | None = ISSUER,
    message: bytes = MESSAGE,
    **record: object,
) -> Proof:
    claim = Claim(message, signature, "content", {"signature": signature, **record})
    with workplace() as place:
        return SIGSTORE.verify(claim, Trust(NOW, identity=identity, oidc_issuer=issuer, trust_root=root), place)


def changed(signed: Signed, change: Callable[[dict[str, Any]], object]) -> str:
    """The bundle after a change."""
    bundle = json.loads(signed.signature)
    change(bundle)
    return json.dumps(bundle)


def test_what_the_services_sign_is_valid_for_whom_and_whose_word_was_expected(
    services: Services, signed: Signed
) -> None:
    assert signed.signer == ALICE
    assert signed.key_id is None
    assert dict(signed.members) == {
        "key_type": "sigstore",
        "bundle": signed.signature,
        "oidc_issuer": ISSUER,
        "transparency_log": "rekor",
    }
    proof = verify(signed.signature, services.root(), bundle=signed.signature, oidc_issuer=ISSUER)
    assert (proof.status, proof.signer, proof.key_id) == ("valid", ALICE, None)
    assert proof.time is not None
    assert "another issuer" not in proof.detail


def test_the_configuration_for_signing_serves_as_trust_root_too(services: Services, signed: Signed) -> None:
    assert verify(signed.signature, services.configuration("http://127.0.0.1:1")).status == "valid"


def test_an_identity_may_be_an_address_of_the_web(services: Services) -> None:
    workflow = "https://forge.example/org/repo/.ci/release.yml@refs/tags/v1"
    signed = sign(services, token=identity_token(workflow))
    assert verify(signed.signature, services.root(), workflow).status == "valid"


@pytest.mark.parametrize(
    ("identity", "issuer", "reason"),
    [
        (None, None, "whom to expect was not said"),
        (ALICE, None, "whom to expect was not said"),
        (None, ISSUER, "whom to expect was not said"),
        ("", "", "by the word of"),
        ("bob@example.org", ISSUER, "by the word of"),
        (ALICE, "https://other.example", "by the word of"),
        ("alice@example.or", ISSUER, "by the word of"),
    ],
)
def test_of_somebody_else_it_is_untrusted_whatever_the_record_says(
    services: Services, signed: Signed, identity: str | None, issuer: str | None, reason: str
) -> None:
    record = {"signer": identity, "oidc_issuer": issuer}
    proof = verify(signed.signature, services.root(), identity, issuer, **record)
    assert proof.status == "untrusted"
    assert proof.signer == ALICE
    assert reason in proof.detail


def test_the_issuer_that_the_record_names_is_compared_with_the_certificate(services: Services, signed: Signed) -> None:
    proof = verify(signed.signature, services.root(), oidc_issuer="https://other.example")
    assert proof.status == "valid"
    assert "the record names another issuer" in proof.detail


def test_bundle_and_signature_must_be_the_same(services: Services, signed: Signed) -> None:
    other = sign(services)
    for bundle in (other.signature, signed.signature + " ", "", 7, {}):
        proof = verify(signed.signature, services.root(), bundle=bundle)
        assert proof.status == "invalid"
        assert "different bundles" in proof.detail


def test_a_signature_over_something_else_is_invalid(services: Services, signed: Signed) -> None:
    assert verify(signed.signature, services.root(), message=b"sha256:" + b"1" * 64).status == "invalid"


def test_services_that_do_not_count_make_nothing_valid(services: Services, signed: Signed) -> None:
    assert verify(signed.signature, Services().root()).status == "invalid"
    for part in ("transparency", "certificates", "authority"):
        mixed, strangers = Services(), Services()
        for name in ("transparency", "certificates", "authority", "key"):
            setattr(mixed, name, getattr(strangers if name == part else services, name))
        assert verify(signed.signature, mixed.root()).status == "invalid"


def test_an_entry_of_the_log_from_when_the_certificate_did_not_hold_is_invalid(services: Services) -> None:
    for age in (timedelta(hours=1), -timedelta(hours=1)):
        services.age = age
        try:
            with pytest.raises(WorldError, match="does not hold up"):
                sign(services)
        finally:
            services.age = timedelta(0)


def test_a_timestamp_within_the_bundle_must_be_of_an_authority_that_counts() -> None:
    services = Services()
    services.stamping = True
    signed = sign(services)
    assert "rfc3161Timestamps" in signed.signature
    assert verify(signed.signature, services.root()).status == "valid"

    unpromised = changed(signed, lambda bundle: _entry(bundle).pop("inclusionPromise"))
    proof = verify(unpromised, services.root())
    assert (proof.status, proof.time) == ("valid", None)  # the time that the log states is covered by nothing then

    services.stampers = services.stamper = Services().stamper
    assert verify(unpromised, services.root()).status == "invalid"
    services.stamping = False
    assert verify(signed.signature, services.root()).status == "invalid"


def _entry(bundle: dict[str, Any]) -> dict[str, Any]:
    entry: dict[str, Any] = bundle["verificationMaterial"]["tlogEntries"][0]
    return entry


@pytest.mark.parametrize(
    "change",
    [
        lambda bundle: bundle.update(mediaType="application/json"),
        lambda bundle: bundle.pop("messageSignature"),
        lambda bundle: bundle.pop("verificationMaterial"),
        lambda bundle: bundle["verificationMaterial"].update(tlogEntries=[]),
        lambda bundle: bundle["verificationMaterial"].update(certificate={"rawBytes": "AAAA"}),
        lambda bundle: bundle["verificationMaterial"]["tlogEntries"].append(_entry(bundle)),
        lambda bundle: bundle["messageSignature"].update(signature="AAAA"),
        lambda bundle: bundle["messageSignature"]["messageDigest"].update(digest="AAAA"),
        lambda bundle: _entry(bundle).pop("inclusionPromise"),
        lambda bundle: _entry(bundle).pop("inclusionProof"),
        lambda bundle: _entry(bundle)["inclusionProof"].update(hashes=[]),
        lambda bundle: _entry(bundle)["inclusionProof"].update(rootHash="AAAA"),
        lambda bundle: _entry(bundle)["inclusionProof"]["checkpoint"].update(envelope="a\n1\nAAAA\n\n\u2014 a AAAA\n"),
        lambda bundle: _entry(bundle).update(integratedTime="1"),
        lambda bundle: _entry(bundle).update(integratedTime=str(10**30)),
        lambda bundle: _entry(bundle).update(canonicalizedBody="e30="),
        lambda bundle: _entry(bundle)["kindVersion"].update(kind="dsse"),
    ],
)
def test_a_bundle_that_was_changed_is_invalid(
    services: Services, signed: Signed, change: Callable[[dict[str, Any]], object]
) -> None:
    proof = verify(changed(signed, change), services.root())
    assert (proof.status, proof.signer) == ("invalid", None)
    assert "\n" not in proof.detail


@pytest.mark.parametrize("junk", ["", "junk", "{}", "[]", "null", "\ud800", "[" * 100_000, "x" * (2 << 20)])
def test_what_is_no_bundle_is_invalid(services: Services, junk: str) -> None:
    assert verify(junk, services.root()).status == "invalid"


@pytest.mark.parametrize("root", [b"", b"junk", b"{}", b"[]", b'{"mediaType":"x"}', b"\xff"])
def test_a_trust_root_that_cannot_be_read_is_the_verifier_s_mistake(signed: Signed, root: bytes) -> None:
    with pytest.raises(MisuseError, match="trust root"):
        verify(signed.signature, root)


def test_without_a_trust_root_the_public_services_count(
    signed: Signed, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    proof = verify(signed.signature, None)
    assert proof.status == "invalid"
    assert "no trust root was given" in proof.detail


def test_where_the_library_cannot_keep_the_public_services_nothing_is_known(
    signed: Signed, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "file"))
    assert verify(signed.signature, None).status == "unknown"


def test_signing_says_what_is_missing(services: Services, capfd: pytest.CaptureFixture[str]) -> None:
    with workplace() as place:
        with pytest.raises(MisuseError, match="takes an identity token"):
            SIGSTORE.sign(MESSAGE, "content", Means(), place)
        with pytest.raises(MisuseError, match="no services to sign with"):
            SIGSTORE.sign(MESSAGE, "content", Means(identity_token=identity_token(), trust_root=services.root()), place)
        offline = services.configuration("http://127.0.0.1:1")
        with pytest.raises(WorldError, match="cannot be reached") as caught:
            SIGSTORE.sign(MESSAGE, "content", Means(identity_token=identity_token(), trust_root=offline), place)
        assert "network" in caught.value.advice
        for token in ("junk", identity_token(seconds=-60)):
            with pytest.raises(MisuseError, match="identity token cannot be used") as refused:
                SIGSTORE.sign(MESSAGE, "content", Means(identity_token=token, trust_root=offline), place)
            assert token not in refused.value.message
    assert capfd.readouterr().err == ""


def test_from_signing_to_the_gate(services: Services, tmp_path: Path) -> None:
    trace = tmp_path / "t.json"
    trace.write_text('{"trace_id": "t1", "actions": [], "artifacts": []}')
    (tmp_path / "token").write_text(identity_token())
    (tmp_path / "root.json").write_bytes(services.root())
    with services.served() as configuration:
        (tmp_path / "configuration.json").write_bytes(configuration)
        means = ("--identity-token", str(tmp_path / "token"), "--trust-root", str(tmp_path / "configuration.json"))
        options = ("--role", "reviewer", "--disposition", "approved")
        ended = tollens("sign", str(trace), "--backend", "sigstore", *means, *options)
    assert ended.status == 0, ended.err
    asked = ("--trust-root", str(tmp_path / "root.json"), "--require-bound", "--require-disposition", "approved")
    expected = ("--identity", ALICE, "--oidc-issuer", ISSUER)
    assert tollens("verify", str(trace), *asked, *expected).status == 0
    assert tollens("verify", str(trace), *asked).status == 1
    trace.write_text(trace.read_text().replace('"approved"', '"rejected"'))
    found = json.loads(tollens("verify", str(trace), *asked, *expected, "--json").out)
    (report,) = found["signatures"]
    assert (report["status"], report["statement"], report["signer"]) == ("invalid", "mismatch", ALICE)
