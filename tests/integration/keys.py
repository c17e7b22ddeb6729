"""Keys of ssh and gpg for the tests, made anew each time; nothing of the user's keys is looked at."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tollens.core.ports import Means, Trust
from tollens.testing.signers import Party

NOW = "2030-01-01T00:00:00Z"

needs_ssh = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
needs_gpg = pytest.mark.skipif(shutil.which("gpg") is None, reason="gpg is not installed")


def called(*command: str, stdin: bytes = b"", **environment: str) -> bytes:
    """What a program writes; an error if it fails."""
    done = subprocess.run(command, input=stdin, capture_output=True, env={**os.environ, **environment}, check=False)
    assert done.returncode == 0, (command, done.stderr.decode("utf-8", "replace"))
    return done.stdout


class SshKeys:
    """Keys of ssh in a folder, by the name of their owner."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def make(self, owner: str, passphrase: str = "") -> Path:
        """A new key; its file."""
        path = self.folder / owner.partition("@")[0]
        called("ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-C", owner, "-f", str(path))
        return path

    def line(self, owner: str, options: str = "", principal: str = "") -> str:
        """The line that an allowed-signers file has for a key."""
        public = (self.folder / f"{owner.partition('@')[0]}.pub").read_text("ascii").split()[:2]
        return " ".join(part for part in (principal or owner, options, *public) if part) + "\n"

    def party(self, owner: str) -> Party:
        """Somebody who signs with that key."""
        key = self.folder / owner.partition("@")[0]
        return Party(Means(key=str(key)), Trust(NOW, allowed_signers=self.line(owner).encode()))


class GpgKeys:
    """A keyring of gpg."""

    def __init__(self, home: str) -> None:
        self.home = home

    def call(self, *arguments: str, stdin: bytes = b"") -> bytes:
        """What gpg writes."""
        return called("gpg", "--batch", "--yes", "--quiet", *arguments, stdin=stdin, GNUPGHOME=self.home)

    def make(self, owner: str, *options: str, usage: str = "sign", expires: str = "never") -> str:
        """A new key without a passphrase; its fingerprint."""
        self.call(*options, "--passphrase", "", "--quick-gen-key", owner, "ed25519", usage, expires)
        return self.fingerprints(owner)[0]

    def fingerprints(self, owner: str) -> list[str]:
        """The fingerprints of a key and its subkeys."""
        listed = self.call("--with-colons", "--list-keys", f"={owner}").decode()
        return [line.split(":")[9] for line in listed.splitlines() if line.startswith("fpr:")]

    def export(self, fingerprint: str) -> str:
        """The public key, armored."""
        return self.call("--armor", "--export", fingerprint).decode("ascii")

    def signature(self, fingerprint: str, message: bytes, *options: str) -> str:
        """An armored detached signature."""
        return self.call(*options, "--armor", "--detach-sign", "-u", fingerprint, stdin=message).decode("ascii")

    def revoke(self, fingerprint: str) -> None:
        """Revoke a key, with the certificate that gpg made along with it."""
        certificate = Path(self.home, "openpgp-revocs.d", f"{fingerprint}.rev").read_text("ascii")
        self.call("--import", stdin=certificate.replace("\n:---", "\n---").encode())

    def party(self, owner: str) -> Party:
        """Somebody who signs with the key of that owner."""
        fingerprint = self.fingerprints(owner)[0]
        return Party(Means(key=fingerprint), Trust(NOW, gpg_roster=fingerprint.encode()))


@contextmanager
def keyring() -> Iterator[GpgKeys]:
    """A keyring of its own, whose agent ends with it. Its path is short, as sockets need."""
    home = tempfile.mkdtemp(prefix="tk-")
    try:
        yield GpgKeys(home)
    finally:
        subprocess.run(["gpgconf", "--homedir", home, "--kill", "all"], capture_output=True, check=False)
        shutil.rmtree(home, ignore_errors=True)
