"""Every signature backend passes the suite that each must pass, and the suite notices one that does not."""

import shutil
from pathlib import Path

import pytest

from tests.integration.keys import SshKeys, called, keyring, needs_gpg, needs_ssh
from tollens.core.errors import MisuseError, WorldError
from tollens.core.ports import Claim, Means, Proof, Purpose, Signed, Trust, Workplace
from tollens.plugins.signers import SIGNERS
from tollens.runtime.process import workplace
from tollens.testing.signers import Party, check_signer

MESSAGE = b"sha256:" + b"0" * 64


def test_the_built_in_backends_are_those_of_the_text() -> None:
    assert SIGNERS.names() == ("gpg", "sigstore", "ssh")


@needs_ssh
def test_ssh_passes_the_suite(tmp_path: Path) -> None:
    keys = SshKeys(tmp_path)
    keys.make("alice@example.org")
    keys.make("bob@example.org")
    check_signer(SIGNERS.get("ssh"), keys.party("alice@example.org"), keys.party("bob@example.org"), workplace)


@needs_gpg
def test_gpg_passes_the_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    with keyring() as keys:
        monkeypatch.setenv("GNUPGHOME", keys.home)
        keys.make("Alice <alice@example.org>")
        keys.make("Bob: 50%\u00e9 <bob@example.org>")
        parties = [keys.party("Alice <alice@example.org>"), keys.party("Bob: 50%\u00e9 <bob@example.org>")]
        check_signer(SIGNERS.get("gpg"), parties[0], parties[1], workplace)
        check_signer(SIGNERS.get("gpg"), parties[1], parties[0], workplace)


def test_sigstore_passes_the_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sigstore", reason="the extra sigstore is not installed")
    from tests.integration.sigstore_services import ALICE, ISSUER, Services, identity_token

    monkeypatch.setenv("no_proxy", "*")
    services = Services()
    root = services.root()
    with services.served() as configuration:
        parties = [
            Party(
                Means(identity_token=identity_token(who), trust_root=configuration),
                Trust("2026-01-01T00:00:00Z", identity=who, oidc_issuer=ISSUER, trust_root=root),
            )
            for who in (ALICE, "bob@example.org")
        ]
        check_signer(SIGNERS.get("sigstore"), parties[0], parties[1], workplace)


class Shared:
    """A backend in which a secret that both sides know stands for a key, and the record says whose it is."""

    name = "ssh"

    def sign(self, message: bytes, purpose: Purpose, means: Means, workplace: Workplace) -> Signed:
        return Signed(f"{means.key}:{message.decode()}", str(means.key), means.key, {})

    def verify(self, claim: Claim, trust: Trust, workplace: Workplace) -> Proof:
        key, _, message = claim.signature.partition(":")
        if message.encode() != claim.message:
            return Proof("invalid", "")
        trusted = trust.identity == key
        return Proof("valid" if trusted else "untrusted", "", key if trusted else None, key)


class Believing(Shared):
    """Believes what the record says of the key."""

    def verify(self, claim: Claim, trust: Trust, workplace: Workplace) -> Proof:
        return super().verify(claim, trust, workplace)._replace(key_id=str(claim.record.get("key_id")))


class Generous(Shared):
    """Trusts everybody where nobody was named."""

    def verify(self, claim: Claim, trust: Trust, workplace: Workplace) -> Proof:
        return super().verify(claim, trust if trust.identity else trust._replace(identity="one"), workplace)


class Careless(Shared):
    """Looks at the beginning of a message only."""

    def verify(self, claim: Claim, trust: Trust, workplace: Workplace) -> Proof:
        cut = claim.signature.partition(":")[0] + ":" + claim.message.decode()
        return super().verify(claim._replace(signature=cut if ":" in claim.signature else ""), trust, workplace)


def test_the_suite_notices_a_backend_that_is_no_good() -> None:
    parties = [Party(Means(key=name), Trust("2026-01-01T00:00:00Z", identity=name)) for name in ("one", "two")]
    check_signer(Shared(), parties[0], parties[1], workplace)
    for backend in (Believing(), Generous(), Careless()):
        with pytest.raises(AssertionError):
            check_signer(backend, parties[0], parties[1], workplace)


@needs_ssh
def test_ssh_says_why_it_does_not_sign(tmp_path: Path) -> None:
    ssh, keys = SIGNERS.get("ssh"), SshKeys(tmp_path)
    with workplace() as place:
        with pytest.raises(MisuseError, match="takes a key"):
            ssh.sign(MESSAGE, "content", Means(), place)
        with pytest.raises(WorldError, match="cannot read the key"):
            ssh.sign(MESSAGE, "content", Means(key=str(tmp_path / "none")), place)
        (tmp_path / "junk").write_text("junk")
        with pytest.raises(WorldError, match="did not sign"):
            ssh.sign(MESSAGE, "content", Means(key=str(tmp_path / "junk"), signer="s"), place)
        nameless = keys.make("nameless")
        called("ssh-keygen", "-q", "-c", "-P", "", "-C", "", "-f", str(nameless))
        with pytest.raises(MisuseError, match="does not say whose it is"):
            ssh.sign(MESSAGE, "content", Means(key=str(nameless)), place)
        assert ssh.sign(MESSAGE, "content", Means(key=str(nameless), signer="me"), place).signer == "me"


@needs_gpg
def test_gpg_says_why_it_does_not_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    gpg = SIGNERS.get("gpg")
    with keyring() as keys, workplace() as place:
        monkeypatch.setenv("GNUPGHOME", keys.home)
        with pytest.raises(MisuseError, match="takes a key"):
            gpg.sign(MESSAGE, "content", Means(), place)
        with pytest.raises(WorldError, match="did not sign"):
            gpg.sign(MESSAGE, "content", Means(key="--nobody"), place)


@pytest.mark.parametrize("name", ["ssh", "gpg"])
def test_without_its_program_a_backend_knows_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert shutil.which("ssh-keygen") is None
    backend = SIGNERS.get(name)
    armor = "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n"
    claim = Claim(MESSAGE, armor, "content", {"public_key": "x"})
    with workplace() as place:
        assert backend.verify(claim, Trust("2026-01-01T00:00:00Z"), place).status == "unknown"
        with pytest.raises(WorldError, match="is not installed"):
            backend.sign(MESSAGE, "content", Means(key="k"), place)
