"""Signing and verifying traces by the command line, with real keys: each way in which a signature can be no good.

Many of these traces pass elsewhere. The names say what was done to them after they were signed.
"""

import base64
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import Ended, tollens
from tests.integration.keys import GpgKeys, SshKeys, called, keyring, needs_gpg, needs_ssh
from tollens.core.integrity.canonical import content_hash
from tollens.core.integrity.jcs import jcs_hash

ALICE, BOB = "alice@example.org", "bob@example.org"
GPG_ALICE = "Alice <alice@example.org>"
MALLORY = "Mallory <mallory@example.org>"
TRACE: dict[str, Any] = {"trace_id": "t1", "x_vendor": {"é": 0.5}, "actions": [], "artifacts": []}
HASH = content_hash(TRACE)

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def ssh(tmp_path_factory: pytest.TempPathFactory) -> SshKeys:
    keys = SshKeys(tmp_path_factory.mktemp("ssh"))
    keys.make(ALICE)
    keys.make(BOB)
    (keys.folder / "signers").write_text(keys.line(ALICE) + keys.line(BOB))
    (keys.folder / "only_alice").write_text(keys.line(ALICE))
    return keys


@pytest.fixture(scope="module")
def ring() -> Iterator[GpgKeys]:
    with keyring() as keys:
        keys.make(GPG_ALICE)
        keys.make(MALLORY)
        yield keys


@pytest.fixture(scope="module")
def bound(ssh: SshKeys) -> dict[str, Any]:
    """A trace that alice signed as auditor, rejecting it."""
    return signed(ssh.folder / "bound.json", TRACE, ssh, ALICE, "--role", "auditor", "--disposition", "rejected")


@pytest.fixture(scope="module")
def both(ssh: SshKeys, bound: dict[str, Any]) -> dict[str, Any]:
    """A trace that alice rejects as auditor, and bob approves as reviewer."""
    options = ("--role", "reviewer", "--disposition", "approved")
    return signed(ssh.folder / "both.json", bound, ssh, BOB, *options)


def signed(path: Path, trace: dict[str, Any], ssh: SshKeys, who: str, *options: str) -> dict[str, Any]:
    path.write_text(json.dumps(trace))
    key = str(ssh.party(who).means.key)
    ended = tollens("sign", str(path), "--backend", "ssh", "--key", key, *options)
    assert ended.status == 0, ended.err
    return dict(json.loads(path.read_bytes()))


def verified(folder: Path, trace: object, *options: str) -> tuple[int, Any]:
    path = folder / "verified.json"
    path.write_text(trace if isinstance(trace, str) else json.dumps(trace))
    ended = tollens("verify", str(path), "--json", *options)
    return ended.status, json.loads(ended.out)


def changed(trace: dict[str, Any], change: Change) -> dict[str, Any]:
    """A copy of the trace, after a change to its first signature."""
    copy: dict[str, Any] = json.loads(json.dumps(trace))
    change(copy["signatures"][0])
    return copy


def unbound(trace: dict[str, Any]) -> dict[str, Any]:
    """The trace without statements: as other implementations sign."""
    return changed(trace, lambda record: record.pop("statement_signature"))


@needs_ssh
class TestSsh:
    def test_what_is_signed_is_written_and_bound(self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path) -> None:
        (record,) = bound["signatures"]
        assert bound["content_hash"] == record["content_hash"] == HASH
        assert {name: bound[name] for name in TRACE} == TRACE
        assert (record["signer"], record["algo"], record["namespace"]) == (ALICE, "ssh", "ponens-trace")
        assert record["key_type"] == "ssh-ed25519"
        assert record["key_id"].startswith("SHA256:")
        assert record["public_key"] == (ssh.folder / "alice.pub").read_text().strip()
        status, found = verified(tmp_path, bound, "--allowed-signers", str(ssh.folder / "signers"))
        assert (status, found["gate"], found["reasons"], found["content_hash"]) == (0, "pass", [], HASH)
        (report,) = found["signatures"]
        assert (report["status"], report["statement"], report["scheme"]) == ("valid", "bound", "canonical")
        assert (report["signer"], report["key_id"]) == (ALICE, record["key_id"])
        assert (report["role"], report["disposition"], report["timestamp"]) == ("auditor", "rejected", None)

    @pytest.mark.parametrize(
        ("what", "change", "status"),
        [
            ("disposition flipped", lambda r: r.update(disposition="approved"), "invalid"),
            ("role changed", lambda r: r.update(role="chief"), "invalid"),
            ("time changed", lambda r: r.update(signed_at="1999-01-01T00:00:00Z"), "invalid"),
            ("key id changed", lambda r: r.update(key_id="SHA256:FAKE"), "invalid"),
            ("role removed", lambda r: r.pop("role"), "invalid"),
            ("statement is junk", lambda r: r.update(statement_signature="x"), "invalid"),
            ("statement is the signature", lambda r: r.update(statement_signature=r["signature"]), "invalid"),
            ("statement is the content's", lambda r: r.update(signature=r["statement_signature"]), "invalid"),
            ("algo missing", lambda r: r.pop("algo"), "invalid"),
            ("algo unknown", lambda r: r.update(algo="pgp"), "invalid"),
            ("algo another", lambda r: r.update(algo="gpg"), "invalid"),
            ("signature null", lambda r: r.update(signature=None), "invalid"),
            ("signature a list", lambda r: r.update(signature=[r["signature"]]), "invalid"),
            ("signature huge", lambda r: r.update(signature="A" * (2 << 20)), "invalid"),
            ("role a number", lambda r: r.update(role=7), "invalid"),
            ("signer missing", lambda r: r.pop("signer"), "invalid"),
            ("hash bare", lambda r: r.update(content_hash=HASH[7:]), "tampered"),
            ("hash another", lambda r: r.update(content_hash="sha256:" + "0" * 64), "tampered"),
        ],
    )
    def test_a_changed_record(
        self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path, what: str, change: Change, status: str
    ) -> None:
        ended, found = verified(tmp_path, changed(bound, change), "--allowed-signers", str(ssh.folder / "signers"))
        assert (ended, found["gate"], found["signatures"][0]["status"]) == (1, "fail", status), what

    def test_who_is_shown_comes_from_the_signature(self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path) -> None:
        def lie(record: dict[str, Any]) -> None:
            record.pop("statement_signature")
            record.update(disposition="approved", key_id="SHA256:FAKE", public_key=ssh.line(BOB).partition(" ")[2])

        ended, found = verified(tmp_path, changed(bound, lie), "--allowed-signers", str(ssh.folder / "signers"))
        (report,) = found["signatures"]
        assert (ended, report["status"], report["statement"]) == (0, "valid", "unbound")
        assert report["key_id"] == bound["signatures"][0]["key_id"]
        assert report["claimed"]["key_id"] == "SHA256:FAKE"
        assert report["remarks"] == [
            "the record holds another public key than the one that signed",
            "the record names another key",
        ]

    def test_a_good_signature_of_somebody_else(self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path) -> None:
        (ssh.folder / "only_bob").write_text(ssh.line(BOB))
        for options in ((), ("--allowed-signers", str(ssh.folder / "only_bob"))):
            ended, found = verified(tmp_path, bound, *options)
            (report,) = found["signatures"]
            assert (ended, report["status"], report["signer"]) == (1, "untrusted", None)
            assert report["claimed"]["signer"] == ALICE

    def test_the_signer_is_another_one_of_the_roster(self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path) -> None:
        swapped = changed(unbound(bound), lambda record: record.update(signer=BOB))
        ended, found = verified(tmp_path, swapped, "--allowed-signers", str(ssh.folder / "signers"))
        (report,) = found["signatures"]
        assert (ended, report["status"], report["signer"]) == (1, "untrusted", ALICE)

    @pytest.mark.parametrize("signer", ["Alice Smith", "-n", "a\nb", "a\0b", "*", ""])
    def test_any_name_of_a_signer(self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path, signer: str) -> None:
        named = changed(unbound(bound), lambda record: record.update(signer=signer))
        for options in ((), ("--allowed-signers", str(ssh.folder / "signers"))):
            ended, found = verified(tmp_path, named, *options)
            assert (ended, found["signatures"][0]["status"]) == (1, "untrusted")

    @pytest.mark.parametrize(
        ("options", "status"),
        [
            ('valid-before="20200101"', "untrusted"),
            ('valid-after="20990101"', "untrusted"),
            ('valid-after="20200101",valid-before="20990101"', "valid"),
            ('namespaces="git"', "untrusted"),
            ('namespaces="ponens-trace"', "valid"),
        ],
    )
    def test_what_the_roster_says_of_a_key(
        self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path, options: str, status: str
    ) -> None:
        (tmp_path / "signers").write_text("# comment\n" + ssh.line(ALICE, options))
        _, found = verified(tmp_path, bound, "--allowed-signers", str(tmp_path / "signers"))
        (report,) = found["signatures"]
        assert (report["status"], report["statement"]) == (status, "bound")

    def test_a_pattern_in_the_roster(self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path) -> None:
        (tmp_path / "signers").write_text(ssh.line(ALICE, principal="*@example.org,!bob@example.org"))
        _, found = verified(tmp_path, bound, "--allowed-signers", str(tmp_path / "signers"))
        assert (found["signatures"][0]["status"], found["signatures"][0]["signer"]) == ("valid", ALICE)

    def test_a_name_that_only_a_pattern_allows_counts_where_it_is_signed(
        self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path
    ) -> None:
        (tmp_path / "signers").write_text(ssh.line(ALICE, principal="*@example.org"))
        ceo = changed(unbound(bound), lambda record: record.update(signer="ceo@example.org"))
        ended, found = verified(tmp_path, ceo, "--allowed-signers", str(tmp_path / "signers"))
        (report,) = found["signatures"]
        assert (ended, report["status"], report["signer"]) == (0, "valid", None)
        assert report["claimed"]["signer"] == "ceo@example.org"
        assert report["remarks"] == ["the allowed signers have the key for any name that fits *@example.org"]

    @pytest.mark.parametrize(
        ("what", "namespace", "message"),
        [
            ("another namespace", "file", HASH),
            ("bare hex", "ponens-trace", HASH[7:]),
            ("a line", "ponens-trace", f"{HASH}\n"),
        ],
    )
    def test_another_message(
        self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path, what: str, namespace: str, message: str
    ) -> None:
        made = called(
            *("ssh-keygen", "-Y", "sign", "-n", namespace, "-f", str(ssh.folder / "alice")), stdin=message.encode()
        )
        forged = changed(unbound(bound), lambda record: record.update(signature=made.decode()))
        ended, found = verified(tmp_path, forged, "--allowed-signers", str(ssh.folder / "signers"))
        assert (ended, found["signatures"][0]["status"]) == (1, "invalid"), what

    def test_content_that_was_edited(self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path) -> None:
        roster = ("--allowed-signers", str(ssh.folder / "signers"))
        edited = bound | {"x_vendor": {"é": 0.25}}
        _, found = verified(tmp_path, edited, *roster)
        assert found["signatures"][0]["status"] == "tampered"
        new = content_hash(edited)
        fixed = changed(edited, lambda record: record.update(content_hash=new)) | {"content_hash": new}
        assert verified(tmp_path, fixed, *roster)[1]["signatures"][0]["status"] == "invalid"

    def test_what_is_outside_the_hash_may_change(self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path) -> None:
        roster = ("--allowed-signers", str(ssh.folder / "signers"))
        moved = bound | {
            "timestamp": "x",
            "repo": "o/r",
            "branch": "b",
            "commit_sha": "0",
            "content_hash": "sha256:lie",
        }
        ended, found = verified(tmp_path, moved, *roster)
        assert (ended, found["signatures"][0]["status"]) == (0, "valid")
        assert found["content_hash"] == HASH
        assert "not that of its content" in found["remarks"][0]

    def test_two_readings_of_one_file(self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path) -> None:
        twice = json.dumps(bound).replace('"trace_id": "t1"', '"trace_id": "another", "trace_id": "t1"')
        ended, found = verified(tmp_path, twice, "--allowed-signers", str(ssh.folder / "signers"))
        assert (ended, found["content_hash"], found["signatures"][0]["status"]) == (1, HASH, "unknown")
        path = tmp_path / "twice.json"
        path.write_text(twice)
        refused = tollens("sign", str(path), "--backend", "ssh", "--key", str(ssh.folder / "alice"))
        assert (refused.status, path.read_text()) == (2, twice)
        assert "nobody can vouch" in refused.err

    def test_the_second_scheme_is_tried(self, ssh: SshKeys, tmp_path: Path) -> None:
        pytest.importorskip("rfc8785", reason="the extra jcs is not installed")
        trace = {"trace_id": "t1", "x": 1.0}
        digest = jcs_hash(trace)
        made = called(
            *("ssh-keygen", "-Y", "sign", "-n", "ponens-trace", "-f", str(ssh.folder / "alice")), stdin=digest.encode()
        )
        said = {"signer": ALICE, "content_hash": digest, "algo": "ssh", "signed_at": "2026-01-01T00:00:00Z"}
        trace["signatures"] = [said | {"signature": made.decode()}]
        ended, found = verified(tmp_path, trace, "--allowed-signers", str(ssh.folder / "signers"))
        assert (ended, found["signatures"][0]["scheme"]) == (0, "jcs")

    def test_a_roster_that_is_not_there(self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path) -> None:
        ended, found = verified(tmp_path, bound, "--allowed-signers", str(tmp_path / "no such file"))
        assert (ended, found["gate"], found["signatures"][0]["status"]) == (2, "fail", "untrusted")
        assert found["reasons"][0].startswith("--allowed-signers: ")

    def test_a_roster_that_is_none(self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path) -> None:
        for text in (b"", b"garbage line here\n", b"\xff\x00", b"alice@example.org ssh-ed25519 AAAA\n"):
            (tmp_path / "roster").write_bytes(text)
            ended, found = verified(tmp_path, bound, "--allowed-signers", str(tmp_path / "roster"))
            assert (ended, found["signatures"][0]["status"]) == (1, "untrusted")


@needs_ssh
class TestGate:
    def answer(self, ssh: SshKeys, folder: Path, trace: object, *options: str) -> list[str]:
        """The reasons; none where the gate passes."""
        ended, found = verified(folder, trace, "--allowed-signers", str(ssh.folder / "signers"), *options)
        assert (ended == 0) is (found["gate"] == "pass") is (not found["reasons"])
        return list(found["reasons"])

    @pytest.mark.parametrize("none", [{}, {"signatures": None}, {"signatures": []}])
    def test_without_a_signature(self, ssh: SshKeys, tmp_path: Path, none: dict[str, Any]) -> None:
        assert self.answer(ssh, tmp_path, TRACE | none) == ["the trace has no signature"]

    @pytest.mark.parametrize("odd", ["x", 7, ["x"], [None], {"signer": "s"}, [[]]])
    def test_signatures_that_are_none(self, ssh: SshKeys, tmp_path: Path, odd: object) -> None:
        assert "is invalid" in self.answer(ssh, tmp_path, TRACE | {"signatures": odd})[0]

    def test_one_that_is_not_valid_holds_all_up(self, ssh: SshKeys, both: dict[str, Any], tmp_path: Path) -> None:
        assert not self.answer(ssh, tmp_path, both, "--min-signatures", "2", "--require-bound")
        _, found = verified(tmp_path, both, "--allowed-signers", str(ssh.folder / "only_alice"))
        assert [each["status"] for each in found["signatures"]] == ["valid", "untrusted"]
        assert found["gate"] == "fail"
        forged = {
            "signer": "ceo@corp",
            "content_hash": HASH,
            "algo": "sigstore",
            "signed_at": "now",
            "signature": "junk",
        }
        assert self.answer(ssh, tmp_path, both | {"signatures": [*both["signatures"], forged]})

    def test_parties_are_counted_not_signatures(self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path) -> None:
        again = signed(ssh.folder / "again.json", bound, ssh, ALICE)
        (reason,) = self.answer(ssh, tmp_path, again, "--min-signatures", "2")
        assert "2 valid signatures, each of somebody else, are asked for, and 1 is there" in reason

    def test_a_role_that_is_asked_for(self, ssh: SshKeys, both: dict[str, Any], tmp_path: Path) -> None:
        assert not self.answer(ssh, tmp_path, both, "--require-role", "reviewer")
        assert self.answer(ssh, tmp_path, both, "--require-role", "reviewer", "--min-signatures", "2")
        assert self.answer(ssh, tmp_path, both, "--require-role", "author")

    def test_an_approval_that_is_asked_for(
        self, ssh: SshKeys, both: dict[str, Any], bound: dict[str, Any], tmp_path: Path
    ) -> None:
        asked = ("--require-disposition", "approved")
        assert self.answer(ssh, tmp_path, both, *asked) == ["signature 1 rejects"]
        only_bob = both | {"signatures": both["signatures"][1:]}
        assert not self.answer(ssh, tmp_path, only_bob, *asked)
        assert len(self.answer(ssh, tmp_path, bound, *asked)) == 2

    def test_what_anybody_could_have_written_does_not_count(
        self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path
    ) -> None:
        flipped = changed(unbound(bound), lambda record: record.update(disposition="approved"))
        assert not self.answer(ssh, tmp_path, flipped)
        reasons = self.answer(ssh, tmp_path, flipped, "--require-disposition", "approved")
        assert any("anybody could have written that" in reason for reason in reasons)
        assert not self.answer(ssh, tmp_path, flipped, "--require-disposition", "approved", "--believe-unbound")
        assert self.answer(ssh, tmp_path, flipped, "--require-bound")

    def test_more_signatures_than_are_verified(self, ssh: SshKeys, tmp_path: Path) -> None:
        _, found = verified(tmp_path, TRACE | {"signatures": ["x"] * 103})
        assert [each["status"] for each in found["signatures"]] == ["invalid"] * 100 + ["unknown"] * 3

    def test_a_timestamp_that_is_not_valid(self, ssh: SshKeys, bound: dict[str, Any], tmp_path: Path) -> None:
        for stamp in ("x", {}, {"token": "AAAA"}, {"standard": "rfc3161", "token": base64.b64encode(b"x").decode()}):
            stamped = changed(bound, lambda record, stamp=stamp: record.update(timestamp=stamp))
            (reason,) = self.answer(ssh, tmp_path, stamped)
            assert reason.startswith("the timestamp of signature 1 is ")


@needs_gpg
class TestGpg:
    @pytest.fixture
    def own(self, ring: GpgKeys, monkeypatch: pytest.MonkeyPatch) -> GpgKeys:
        monkeypatch.setenv("GNUPGHOME", ring.home)
        return ring

    def record(self, ring: GpgKeys, fingerprint: str, *options: str, **members: object) -> dict[str, Any]:
        """A trace signed without a statement, as other implementations do."""
        said = {
            "signer": GPG_ALICE,
            "content_hash": HASH,
            "algo": "gpg",
            "signed_at": "2026-07-01T09:00:00Z",
            "key_id": fingerprint,
            "signature": ring.signature(fingerprint, HASH.encode(), *options),
            "public_key": ring.export(fingerprint),
        }
        return TRACE | {"signatures": [said | members]}

    def verdict(self, folder: Path, trace: object, *roster: str) -> Any:
        (folder / "roster").write_text("# fingerprints\n" + "\n".join(roster))
        ended, found = verified(folder, trace, "--gpg-roster", str(folder / "roster"))
        (report,) = found["signatures"]
        assert (ended == 0) is (report["status"] == "valid")
        return report

    def test_what_is_signed_is_valid_and_bound(self, own: GpgKeys, tmp_path: Path) -> None:
        path = tmp_path / "t.json"
        path.write_text(json.dumps(TRACE))
        (fingerprint,) = own.fingerprints(GPG_ALICE)
        ended = tollens("sign", str(path), "--backend", "gpg", "--key", ALICE, "--role", "reviewer", "--json")
        assert ended.status == 0, ended.err
        assert json.loads(ended.out)["key_id"] == fingerprint
        trace = json.loads(path.read_bytes())
        report = self.verdict(tmp_path, trace, fingerprint)
        assert (report["status"], report["statement"], report["signer"]) == ("valid", "bound", GPG_ALICE)
        assert report["signed_at"] is not None
        for spelled in (fingerprint.lower(), f" {fingerprint[:20]} {fingerprint[20:]}  # alice"):
            assert self.verdict(tmp_path, trace, spelled)["status"] == "valid"
        for nobody in ((), (fingerprint[-16:],), (fingerprint[:39],), ("0" * 40,)):
            assert self.verdict(tmp_path, trace, *nobody)["status"] == "untrusted"
        flipped = changed(trace, lambda record: record.update(role="author"))
        assert self.verdict(tmp_path, flipped, fingerprint)["status"] == "invalid"

    def test_the_key_of_another_under_her_name(self, own: GpgKeys, tmp_path: Path) -> None:
        (fingerprint,) = own.fingerprints(GPG_ALICE)
        (mallory,) = own.fingerprints(MALLORY)
        forged = self.record(own, mallory, key_id=fingerprint)
        report = self.verdict(tmp_path, forged, fingerprint)
        assert (report["status"], report["key_id"], report["signer"]) == ("untrusted", mallory, None)
        report = self.verdict(tmp_path, forged, mallory)
        assert (report["status"], report["signer"]) == ("valid", MALLORY)
        assert report["remarks"] == [
            "the record names another signer",
            "the record names another key",
            *report["remarks"][2:],
        ]

    def test_a_bad_signature_of_a_key_with_hostile_words(self, own: GpgKeys, tmp_path: Path) -> None:
        words = "[GNUPG:] GOODSIG VALIDSIG <good@example.org>"
        hostile = own.make(words)
        bad = self.record(own, hostile, signature=own.signature(hostile, b"other"))
        assert self.verdict(tmp_path, bad, hostile)["status"] == "invalid"
        good = self.verdict(tmp_path, self.record(own, hostile), hostile)
        assert (good["status"], good["signer"]) == ("valid", words)

    def test_a_subkey_is_trusted_through_its_primary_key(self, own: GpgKeys, tmp_path: Path) -> None:
        primary = own.make("Sub <sub@example.org>", usage="cert")
        own.call("--passphrase", "", "--quick-add-key", primary, "ed25519", "sign", "never")
        _, subkey = own.fingerprints("Sub <sub@example.org>")
        trace = self.record(own, subkey)
        for roster in (primary, subkey):
            report = self.verdict(tmp_path, trace, roster)
            assert (report["status"], report["key_id"], report["primary_key_id"]) == ("valid", subkey, primary)

    def test_a_key_that_was_revoked(self, own: GpgKeys, tmp_path: Path) -> None:
        fingerprint = own.make("Rev <rev@example.org>")
        trace = self.record(own, fingerprint)
        assert self.verdict(tmp_path, trace, fingerprint)["status"] == "valid"
        own.revoke(fingerprint)
        revoked = changed(trace, lambda record: record.update(public_key=own.export(fingerprint)))
        report = self.verdict(tmp_path, revoked, fingerprint)
        assert (report["status"], report["detail"]) == ("untrusted", "good, but the key was revoked")

    def test_a_key_that_has_expired(self, own: GpgKeys, tmp_path: Path) -> None:
        then = ("--faked-system-time", "20200101T000000!")
        fingerprint = own.make("Exp <exp@example.org>", *then, expires="1y")
        report = self.verdict(tmp_path, self.record(own, fingerprint, *then), fingerprint)
        assert (report["status"], report["detail"]) == ("untrusted", "good, but the key has expired")
        assert report["signed_at"] == "2020-01-01T00:00:00Z"
        assert "the record names another time" in report["remarks"]

    def test_a_signature_from_times_to_come(self, own: GpgKeys, tmp_path: Path) -> None:
        (fingerprint,) = own.fingerprints(GPG_ALICE)
        future = self.record(own, fingerprint, "--faked-system-time", "20990101T000000!")
        report = self.verdict(tmp_path, future, fingerprint)
        assert (report["status"], report["signed_at"]) == ("untrusted", "2099-01-01T00:00:00Z")
        assert "later than now" in report["detail"]

    def test_a_hash_that_is_too_weak(self, own: GpgKeys, tmp_path: Path) -> None:
        own.call("--passphrase", "", "--quick-gen-key", "Weak <weak@example.org>", "rsa2048", "sign", "never")
        (fingerprint,) = own.fingerprints("Weak <weak@example.org>")
        for digest, name in (("SHA1", "SHA-1"), ("RIPEMD160", "RIPEMD-160")):
            report = self.verdict(tmp_path, self.record(own, fingerprint, "--digest-algo", digest), fingerprint)
            assert (report["status"], report["key_id"], name in report["detail"]) == ("untrusted", fingerprint, True)

    def test_material_that_is_none(self, own: GpgKeys, tmp_path: Path) -> None:
        (fingerprint,) = own.fingerprints(GPG_ALICE)
        inline = own.call("--armor", "--sign", "-u", fingerprint, stdin=HASH.encode()).decode()
        clear = own.call("--clearsign", "-u", fingerprint, stdin=HASH.encode()).decode()
        for change in (
            {"signature": inline},
            {"signature": clear},
            {"signature": own.export(fingerprint)},
            {"public_key": "x"},
            {"public_key": None},
            {"public_key": own.signature(fingerprint, HASH.encode())},
        ):
            report = self.verdict(tmp_path, self.record(own, fingerprint, **change), fingerprint)
            assert report["status"] == "invalid", change

    def test_the_users_own_keys_do_not_matter(self, own: GpgKeys, tmp_path: Path) -> None:
        (fingerprint,) = own.fingerprints(GPG_ALICE)
        before = sorted(path.name for path in Path(own.home).iterdir())
        mallory = own.export(own.fingerprints(MALLORY)[0])
        trace = self.record(own, fingerprint, public_key=mallory)
        assert self.verdict(tmp_path, trace, fingerprint)["status"] == "invalid"
        assert sorted(path.name for path in Path(own.home).iterdir()) == before


@needs_ssh
class TestSigning:
    def test_a_copy_leaves_the_trace_alone(self, ssh: SshKeys, tmp_path: Path) -> None:
        path, copy = tmp_path / "t.json", tmp_path / "copy.json"
        path.write_text(json.dumps(TRACE))
        key = ("--backend", "ssh", "--key", str(ssh.folder / "alice"))
        assert tollens("sign", str(path), *key, "-o", str(copy)).status == 0
        assert json.loads(path.read_text()) == TRACE
        assert len(json.loads(copy.read_text())["signatures"]) == 1
        assert tollens("verify", str(copy), "--allowed-signers", str(ssh.folder / "signers")).status == 0

    def test_everything_unknown_stays(self, ssh: SshKeys, tmp_path: Path) -> None:
        odd = TRACE | {"signatures": [{"x_vendor": [1.0, None]}], "content_hash": "sha256:lie", "z": {"y": 1e-7}}
        after = signed(tmp_path / "odd.json", odd, ssh, ALICE)
        assert after["signatures"][0] == odd["signatures"][0]
        assert {name: after[name] for name in after if name not in ("signatures", "content_hash")} == {
            name: odd[name] for name in odd if name not in ("signatures", "content_hash")
        }

    def test_a_false_content_hash_is_replaced_and_said(self, ssh: SshKeys, tmp_path: Path) -> None:
        path = tmp_path / "t.json"
        path.write_text(json.dumps(TRACE | {"content_hash": "sha256:lie"}))
        ended = tollens("sign", str(path), "--backend", "ssh", "--key", str(ssh.folder / "alice"), "--json")
        assert json.loads(ended.out)["replaced_content_hash"] == "sha256:lie"
        assert json.loads(path.read_text())["content_hash"] == HASH

    def test_yaml_is_signed_as_the_same_value(self, ssh: SshKeys, tmp_path: Path) -> None:
        pytest.importorskip("yaml", reason="the extra yaml is not installed")
        path = tmp_path / "t.yaml"
        path.write_text("trace_id: t1\nx: 1e-7\nat: 2026-01-01\n")
        ended = tollens("sign", str(path), "--backend", "ssh", "--key", str(ssh.folder / "alice"))
        assert ended.status == 0, ended.err
        assert tollens("verify", str(path), "--allowed-signers", str(ssh.folder / "signers")).status == 0

    def test_a_key_with_a_passphrase_and_nobody_to_ask(
        self, ssh: SshKeys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "t.json"
        path.write_text(json.dumps(TRACE))
        if not (ssh.folder / "locked").exists():
            ssh.make("locked@example.org", passphrase="secret")
        monkeypatch.setenv("SSH_ASKPASS", "false")
        monkeypatch.setenv("SSH_ASKPASS_REQUIRE", "force")
        monkeypatch.setenv("DISPLAY", "none")
        monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
        ended = tollens("sign", str(path), "--backend", "ssh", "--key", str(ssh.folder / "locked"))
        assert (ended.status, json.loads(path.read_text())) == (2, TRACE)
        assert "ssh-add" in ended.err

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (("--backend", "pgp", "--key", "k"), "there is no signature backend 'pgp'"),
            (("--backend", "ssh"), "takes a key"),
            (("--backend", "sigstore", "--key", "k"), "not with a key"),
            (("--backend", "ssh", "--key", "k", "--trust-root", __file__), "not with an identity token"),
            (("--backend", "gpg", "--key", "k", "--identity-token", __file__), "not with an identity token"),
            (("--backend", "ssh", "--key", "k", "--tsa-ca", "x"), "--tsa-ca goes with --tsa"),
            (("--backend", "ssh", "--key", "k", "--at", "now"), "is no time"),
            (("--backend", "ssh", "--key", "k", "--role", "\udcff"), r"'\udcff' is no role"),
            (("--backend", "ssh", "--key", "k", "--signer", "a\nb"), r"'a\nb' is no signer"),
            (("--backend", "gpg", "--key", "k", "--disposition", ""), "'' is no disposition"),
        ],
    )
    def test_what_makes_no_sense(self, tmp_path: Path, options: tuple[str, ...], said: str) -> None:
        path = tmp_path / "t.json"
        path.write_text(json.dumps(TRACE))
        ended = tollens("sign", str(path), *options)
        assert (ended.status, json.loads(path.read_text())) == (2, TRACE)
        assert said in ended.err


@needs_ssh
def test_a_timestamp_from_the_authority_to_the_gate(
    ssh: SshKeys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rfc3161_client", reason="the extra timestamps is not installed")
    from tests.integration import loopback, tsa

    if tsa.OPENSSL is None:
        pytest.skip("openssl is not installed")
    monkeypatch.setenv("no_proxy", "*")
    root = tsa.issue("Test CA", authority=True)
    authority = tsa.Authority(tmp_path / "authority", tsa.issue("Test TSA", root, tsa.STAMPING), (root,))
    (tmp_path / "ca.pem").write_bytes(root.pem)
    answer = loopback.served(lambda handler, query: loopback.send(handler, authority.answer(query)))
    with answer as url:
        trace = signed(tmp_path / "stamped.json", TRACE, ssh, ALICE, "--tsa", url, "--tsa-ca", str(tmp_path / "ca.pem"))
    roster = ("--allowed-signers", str(ssh.folder / "signers"))
    ended, found = verified(tmp_path, trace, *roster, "--tsa-ca", str(tmp_path / "ca.pem"))
    stamp = found["signatures"][0]["timestamp"]
    assert (ended, stamp["status"], stamp["time"]) == (0, "valid", trace["signatures"][0]["timestamp"]["time"])
    ended, found = verified(tmp_path, trace, *roster)
    assert (ended, found["signatures"][0]["timestamp"]["status"]) == (1, "untrusted")
    assert found["signatures"][0]["status"] == "valid"


@needs_ssh
def test_of_two_who_sign_at_once_none_is_lost(ssh: SshKeys, tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text(json.dumps(TRACE))
    whom = [ALICE, BOB, ALICE, BOB]
    command = [sys.executable, "-m", "tollens", "sign", str(path), "--backend", "ssh", "--key"]
    running = [subprocess.Popen([*command, str(ssh.party(who).means.key)], stdout=subprocess.DEVNULL) for who in whom]
    assert [each.wait() for each in running] == [0] * 4
    ended, found = verified(tmp_path, json.loads(path.read_text()), "--allowed-signers", str(ssh.folder / "signers"))
    assert (ended, sorted(each["signer"] for each in found["signatures"])) == (0, sorted(whom))


@needs_ssh
def test_a_review_asks_for_signatures_too(ssh: SshKeys, repository: Path, tmp_path: Path) -> None:
    trace = tmp_path / "t.json"
    session = str(repository / "examples/claude-code-session.jsonl")
    assert tollens("capture", session, "-o", str(trace)).status == 0
    roster = ("--require-signatures", "--allowed-signers", str(ssh.folder / "signers"))
    unsigned = tollens("review", str(trace), "--gate", *roster)
    assert (unsigned.status, "the trace has no signature" in unsigned.out) == (1, True)
    signed(trace, json.loads(trace.read_text("utf-8")), ssh, ALICE)
    assert tollens("review", str(trace), "--gate", *roster).status == 0
    found = json.loads(tollens("review", str(trace), "--gate", "--require-signatures", "--json").out)
    assert {reason["cause"] for reason in found["gate"]["reasons"]} == {"signature"}
    assert tollens("review", str(trace), "--gate", *roster[:2], "missing").status == 2
    assert tollens("review", str(trace), *roster).status == 2


@pytest.mark.parametrize("option", ["--require-bound", "--min-signatures=3", "--require-role=auditor", "--tsa-ca=x"])
def test_a_review_ignores_no_demand_on_signatures(option: str, repository: Path) -> None:
    ended = tollens("review", str(repository / "examples/claude-code-session.jsonl"), "--gate", option)
    assert (ended.status, ended.out) == (2, "")
    assert f"{option.partition('=')[0]} goes with --gate --require-signatures" in ended.err


@pytest.mark.parametrize("number", ["0", "-1", "x", "1" * 5000])
def test_a_number_of_parties_that_is_none(number: str) -> None:
    ended = tollens("verify", "t.json", f"--min-signatures={number}")
    assert (ended.status, "is no number of parties" in ended.err) == (2, True)


@needs_ssh
def test_the_text_escapes_what_a_stranger_wrote(ssh: SshKeys, bound: dict[str, Any], tmp_path: Path) -> None:
    hostile = changed(
        unbound(bound),
        lambda record: record.update(signer="\x1b[31mceo\n✓ valid", role="\x1b]0;x\x07", disposition="ok\r"),
    )
    path = tmp_path / "t.json"
    path.write_text(json.dumps(hostile))
    for options in ((), ("--allowed-signers", str(ssh.folder / "signers"))):
        ended: Ended = tollens("verify", str(path), *options, terminal=True, NO_COLOR="1")
        assert ended.status == 1
        assert "\x1b[31m" not in ended.out
        assert "\x07" not in ended.out
        assert "✓ valid" not in [line.strip() for line in ended.out.splitlines()]


@needs_ssh
def test_the_text_says_why(ssh: SshKeys, bound: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text(json.dumps(bound))
    passed = tollens("verify", str(path), "--allowed-signers", str(ssh.folder / "signers"))
    assert "passed, 1 signature" in passed.out
    assert "role auditor, disposition rejected (signed along)" in passed.out
    failed = tollens("verify", str(path))
    assert "not passed" in failed.out
    assert "no allowed signers were given" in failed.out
    assert f"calls itself {ALICE}, which proves nothing" in failed.out
