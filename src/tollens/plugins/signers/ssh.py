"""§12.4 Signatures by OpenSSH: `ssh-keygen -Y sign` and `-Y verify`; trust is an allowed-signers file, as in git.

Every purpose has its own namespace, which ssh signs along, so that no signature serves for another. Who signed is told
by the verifier's file alone; a key by itself says nothing but its fingerprint.
"""

import base64
import binascii
import re
import struct
from typing import NamedTuple

from tollens.core.errors import MisuseError, WorldError
from tollens.core.ports import Claim, Finished, Means, Proof, Purpose, Signed, Trust, Workplace

NAMESPACES: dict[Purpose, str] = {"content": "ponens-trace", "statement": "tollens-statement"}

MISSING = "ssh-keygen is not installed"
_INSTALL = "Install OpenSSH 8.9 or later."
_REFUSED = 255
"""What ssh-keygen ends with where it says no, and not where it does not understand the question."""

_ARMOR = re.compile(
    r"-----BEGIN SSH SIGNATURE-----\r?\n((?:[A-Za-z0-9+/=]+\r?\n)+)-----END SSH SIGNATURE-----\s*", re.ASCII
)
"""All of a signature: ssh-keygen itself does not mind what follows it."""

_GOOD = re.compile(rb'Good "(.*)" signature with \S+ key (SHA256:[A-Za-z0-9+/]{43})\s*', re.DOTALL)
_LISTED = re.compile(r"\d+ (SHA256:\S+) (.*) \(\S+\)\s*", re.DOTALL)
_NO_COMMENT = "no comment"


class Ssh:
    """The backend `ssh`."""

    name = "ssh"

    def sign(self, message: bytes, purpose: Purpose, means: Means, workplace: Workplace) -> Signed:
        """Sign with a private key, or with one that an agent holds and whose public key is given.

        Raises:
            WorldError: ssh-keygen is not there, or refused.
            MisuseError: No key was given, or nobody knows whose it is.
        """
        if means.identity_token is not None or means.trust_root is not None:
            raise MisuseError(
                "ssh signs with a key, not with an identity token", "Leave out --identity-token and --trust-root."
            )
        if means.key is None:
            raise MisuseError("to sign with ssh takes a key", "Name its file: --key ~/.ssh/id_ed25519")
        signer = means.signer or _comment(means.key, workplace)
        done = workplace.run(
            ["ssh-keygen", "-Y", "sign", "-n", NAMESPACES[purpose], "-f", means.key],
            stdin=message,
            seconds=300,
            asking=True,
        )
        if done is None:
            raise WorldError(MISSING, _INSTALL)
        if done.status != 0:
            raise WorldError(
                f"ssh-keygen did not sign: {_said(done)}",
                "Check the file; for a key with a passphrase, add it to an agent: ssh-add KEY",
            )
        signature = done.stdout.decode("ascii")
        key = _key_of(signature)
        if key is None:
            raise WorldError("ssh-keygen wrote something else than a signature", _INSTALL)
        members = {
            "key_type": key.kind,
            "public_key": f"{key.kind} {key.text} {signer}",
            "namespace": NAMESPACES[purpose],
        }
        return Signed(signature, signer, _fingerprint(key), members)

    def verify(self, claim: Claim, trust: Trust, workplace: Workplace) -> Proof:
        """Say what a signature is worth. Never raises for anything that stands in a trace."""
        if not _ARMOR.fullmatch(claim.signature):
            return Proof("invalid", "not a good signature: it is not one signature of ssh and nothing else")
        path = workplace.put("signature", claim.signature.encode("ascii"))
        namespace = NAMESPACES[claim.purpose]
        done = workplace.run(["ssh-keygen", "-Y", "check-novalidate", "-n", namespace, "-s", path], stdin=claim.message)
        if done is None:
            return Proof("unknown", MISSING)
        good = _GOOD.fullmatch(done.stdout)
        if done.status == _REFUSED:
            return Proof("invalid", f"not a good signature: {_said(done)}")
        if done.status != 0 or good is None or good[1].decode("ascii", "replace") != namespace:
            return Proof("unknown", f"this ssh-keygen cannot tell: {_said(done)}")
        key_id = good[2].decode("ascii")
        remarks = _other_key(claim)
        if trust.allowed_signers is None:
            return Proof("untrusted", "good, but no allowed signers were given", None, key_id, remarks=remarks)
        return _trusted(claim, trust, path, key_id, workplace)._replace(remarks=remarks)


def _trusted(claim: Claim, trust: Trust, signature: str, key_id: str, workplace: Workplace) -> Proof:
    """The verdict on a good signature: whose key is it, by the verifier's file, and is that who the record names?"""
    assert trust.allowed_signers is not None
    roster = workplace.put("allowed_signers", trust.allowed_signers)
    moment = f"verify-time={re.sub('[^0-9]', '', trust.at)}"
    utc: dict[str, str | None] = {"TZ": "UTC0"}
    found = workplace.run(
        ["ssh-keygen", "-Y", "find-principals", f"-O{moment}", "-s", signature, "-f", roster], environment=utc
    )
    known = () if found is None or found.status != 0 else _principals(found.stdout)
    if not known:
        reason = "" if found is None or b"expired" not in found.stderr else ", or no longer or not yet valid there"
        return Proof("untrusted", f"good, but the key is not among the allowed signers{reason}", None, key_id)
    named = claim.record.get("signer")
    tried = [named] if isinstance(named, str) and "\0" not in named and named.isprintable() else []
    for name in tried:
        done = workplace.run(
            [
                *("ssh-keygen", "-Y", "verify", f"-O{moment}", "-f", roster, "-I", name),
                *("-n", NAMESPACES[claim.purpose], "-s", signature),
            ],
            stdin=claim.message,
            environment=utc,
        )
        if done is not None and done.status == 0:
            patterns = () if name in known else known
            return Proof("valid", "good, of an allowed signer", name, key_id, allowed_names=patterns)
        if done is not None and b"namespace" in done.stderr and name in known:
            return Proof("untrusted", f"good, but {name} may not sign in this namespace", name, key_id)
    return Proof(
        "untrusted", f"good, but the key is that of {known[0]}, and the record names another", known[0], key_id
    )


def _principals(said: bytes) -> tuple[str, ...]:
    """The principals that the roster has for a key, as patterns."""
    lines = said.decode("utf-8", "replace").splitlines()
    return tuple(name for line in lines for name in line.strip().split(",") if name)


def _comment(key: str, workplace: Workplace) -> str:
    """The comment of a key: by custom, whose it is.

    Raises:
        MisuseError: It has none.
    """
    done = workplace.run(["ssh-keygen", "-l", "-f", key])
    if done is None:
        raise WorldError(MISSING, _INSTALL)
    listed = _LISTED.fullmatch(done.stdout.decode("utf-8", "replace"))
    if done.status != 0 or listed is None:
        raise WorldError(f"ssh-keygen cannot read the key {key!r}: {_said(done)}", "Name the file of a key.")
    comment = listed[2].strip()
    if comment in ("", _NO_COMMENT, key, f"{key}.pub"):  # where there is none, some versions print the file
        raise MisuseError(f"the key {key!r} does not say whose it is", "Say who signs: --signer NAME")
    return comment


class _Key(NamedTuple):
    kind: str
    blob: bytes

    @property
    def text(self) -> str:
        return base64.b64encode(self.blob).decode("ascii")


def _key_of(signature: str) -> _Key | None:
    """The public key that stands in a signature (PROTOCOL.sshsig of OpenSSH)."""
    armor = _ARMOR.fullmatch(signature)
    if armor is None:
        return None
    try:
        data = base64.b64decode("".join(armor[1].split()), validate=True)
        if data[:6] != b"SSHSIG":
            return None
        blob, _ = _string(data[10:])
        kind, _ = _string(blob)
        return _Key(kind.decode("ascii"), blob)
    except (binascii.Error, struct.error, ValueError):
        return None


def _string(data: bytes) -> tuple[bytes, bytes]:
    """A string of the wire format, and what follows it."""
    (length,) = struct.unpack_from(">I", data)
    if length > len(data) - 4:
        raise ValueError("cut off")
    return data[4 : 4 + length], data[4 + length :]


def _fingerprint(key: _Key) -> str:
    import hashlib

    return "SHA256:" + base64.b64encode(hashlib.sha256(key.blob).digest()).decode("ascii").rstrip("=")


def _other_key(claim: Claim) -> tuple[str, ...]:
    """What to say where the record holds another public key than the one that signed."""
    said = claim.record.get("public_key")
    key = _key_of(claim.signature)
    if claim.purpose != "content" or said is None or key is None:
        return ()
    if isinstance(said, str) and said.split()[:2] == [key.kind, key.text]:
        return ()
    return ("the record holds another public key than the one that signed",)


def _said(done: Finished) -> str:
    """The first thing that ssh-keygen says of why, in one line."""
    lines = [line.strip() for line in done.stderr.decode("utf-8", "replace").splitlines()]
    told = [line for line in lines if line and line != "Signing data on standard input"]
    return (told[0] if told else f"it ended with status {done.status}")[:300]


PLUGIN = Ssh()
