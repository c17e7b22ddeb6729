"""§12.4 Signatures by GnuPG: detached, verified in a keyring of their own with the key that the record brings along.

Only lines that gpg writes to its status descriptor (`[GNUPG:] …`) are read: everything else that it says may hold words
that a stranger chose. Trust is a file of fingerprints, of the key that signed or of the primary key that it belongs to.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from tollens.core.errors import MisuseError, WorldError
from tollens.core.ports import Claim, Finished, Means, Proof, Purpose, Signed, Trust, Workplace

MISSING = "gpg is not installed"
_INSTALL = "Install GnuPG 2.2 or later."

_STATUS = "[GNUPG:] "
_NO_GOOD = {
    "BADSIG": "it is not over this content",
    "ERRSIG": "it cannot be checked with the key that the record holds",
    "NODATA": "it is no signature of gpg",
    "UNEXPECTED": "it is no detached signature of gpg",
    "FAILURE": "gpg does not accept it",
}
"""Word of a status line to what it says of a signature that is no good."""

_PAST = {
    "REVKEYSIG": "good, but the key was revoked",
    "EXPKEYSIG": "good, but the key has expired",
    "EXPSIG": "good, but the signature has expired",
}
"""Word of a status line to what it says of a signature that no longer counts."""

_WEAK = {"1": "MD5", "2": "SHA-1", "3": "RIPEMD-160"}
"""Numbers of hashes (RFC 4880 §9.4) for which two messages with one signature can be made, or nearly."""

_AHEAD = 3600.0
"""Seconds by which the clock of who signs may be ahead of that of who verifies."""

_FINGERPRINT = re.compile(r"[0-9A-F]{40}|[0-9A-F]{64}")
_CLASSES = ("00", "01")
"""Signatures over a document: binary, or text."""


class Gpg:
    """The backend `gpg`."""

    name = "gpg"

    def sign(self, message: bytes, purpose: Purpose, means: Means, workplace: Workplace) -> Signed:
        """Sign with a key of the user's own keyring.

        The message itself keeps purposes apart: a content hash and a statement never look alike.

        Raises:
            WorldError: gpg is not there, or refused.
            MisuseError: No key was given.
        """
        if means.identity_token is not None or means.trust_root is not None:
            raise MisuseError(
                "gpg signs with a key, not with an identity token", "Leave out --identity-token and --trust-root."
            )
        if means.key is None:
            raise MisuseError("to sign with gpg takes a key", "Name it: --key FINGERPRINT, or an address")
        done = workplace.run(
            ["gpg", "--batch", "--status-fd", "2", "--armor", "--detach-sign", "--local-user", means.key],
            stdin=message,
            seconds=300,
            asking=True,
        )
        if done is None:
            raise WorldError(MISSING, _INSTALL)
        created = [words for words in _lines(done.stderr) if words[0] == "SIG_CREATED" and len(words) > 6]
        if done.status != 0 or not created:
            raise WorldError(f"gpg did not sign with {means.key!r}", "gpg --list-secret-keys lists the keys there are.")
        key_id = created[0][6]
        exported = workplace.run(
            ["gpg", "--batch", "--armor", "--export-options", "export-minimal", "--export", key_id]
        )
        if exported is None or exported.status != 0 or not exported.stdout:
            raise WorldError(f"gpg does not export the key {key_id}", "gpg --list-keys lists the keys there are.")
        members = {"key_type": "gpg", "public_key": exported.stdout.decode("ascii")}
        signer = means.signer or _user(key_id, workplace)
        return Signed(done.stdout.decode("ascii"), signer, key_id, members)

    def verify(self, claim: Claim, trust: Trust, workplace: Workplace) -> Proof:
        """Say what a signature is worth. Never raises for anything that stands in a trace."""
        key = claim.record.get("public_key")
        if not isinstance(key, str) or not key.isascii() or not claim.signature.isascii():
            return Proof("invalid", "the record holds no public key of gpg to check it with")
        gpg = _apart(workplace, trust.at)
        imported = workplace.run([*gpg, "--import"], stdin=key.encode("ascii"))
        if imported is None:
            return Proof("unknown", MISSING)
        if not any(words[0] == "IMPORT_OK" for words in _lines(imported.stdout)):
            return Proof("invalid", "the public key of the record is no key of gpg")
        path = workplace.put("signature.asc", claim.signature.encode("ascii"))
        message = workplace.put("message", claim.message)
        done = workplace.run([*gpg, "--verify", path, message])
        return Proof("unknown", MISSING) if done is None else _judged(done, trust)


def _apart(workplace: Workplace, at: str) -> list[str]:
    """How gpg is called so that it neither knows nor changes anything of the user's, and asks nobody."""
    now = re.sub(r"[-:Z]", "", at)
    return [
        *("gpg", "--no-options", "--homedir", workplace.path, "--batch", "--no-tty", "--no-autostart"),
        *("--status-fd", "1", "--trust-model", "always", "--no-auto-key-retrieve", "--disable-dirmngr"),
        *("--faked-system-time", f"{now}!"),
    ]


def _judged(done: Finished, trust: Trust) -> Proof:
    """What the status lines say, in the order of what would be worst."""
    lines = _lines(done.stdout)
    said = [words[0] for words in lines]
    for word, why in _NO_GOOD.items():
        if word in said:
            return Proof("invalid", f"not a good signature: {why}")
    valid = [words for words in lines if words[0] == "VALIDSIG" and len(words) > 9]
    if said.count("NEWSIG") != 1 or len(valid) != 1 or valid[0][9] not in _CLASSES:
        return Proof("invalid", "not one good signature over a document")
    key_id, made, primary = valid[0][1], valid[0][3], valid[0][10] if len(valid[0]) > 10 else valid[0][1]
    proof = Proof("untrusted", "", None, key_id, None if primary == key_id else primary, _moment(made))
    for word, why in _PAST.items():
        if word in said:
            return proof._replace(detail=why)
    if proof.time is not None and _seconds(proof.time) > _seconds(trust.at) + _AHEAD:
        return proof._replace(detail="good, but by its own word it was made later than now")
    if valid[0][8] in _WEAK:
        return proof._replace(detail=f"good, but over a hash that is not relied on here ({_WEAK[valid[0][8]]})")
    good = [words for words in lines if words[0] == "GOODSIG"]
    if done.status != 0 or len(good) != 1:
        return proof._replace(status="invalid", detail="not a good signature, by what gpg ended with")
    if trust.gpg_roster is None:
        return proof._replace(detail="good, but no roster of fingerprints was given")
    if not {key_id, primary} & _roster(trust.gpg_roster):
        return proof._replace(detail="good, but the key is not in the roster")
    return proof._replace(
        status="valid", detail="good, of a key in the roster", signer=_unescaped(" ".join(good[0][2:]))
    )


def _lines(said: bytes) -> list[list[str]]:
    """The status lines, as words."""
    lines = said.decode("utf-8", "replace").split("\n")
    return [words for line in lines if line.startswith(_STATUS) and (words := line[len(_STATUS) :].split(" "))]


def _roster(text: bytes) -> set[str]:
    """The fingerprints of a roster: one a line, `#` begins a comment, blanks do not count.

    Only whole fingerprints count: a short key id is easily made to order.
    """
    lines = text.decode("utf-8", "replace").splitlines()
    found = {"".join(line.partition("#")[0].split()).upper() for line in lines}
    return {line for line in found if _FINGERPRINT.fullmatch(line)}


def _moment(seconds: str) -> str | None:
    """A time of a status line, RFC 3339; gpg writes seconds, or ISO 8601 where it is told to."""
    if not seconds.isdecimal() or len(seconds) > 11:
        return None
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _seconds(moment: str) -> float:
    return datetime.fromisoformat(moment).timestamp()


def _user(key_id: str, workplace: Workplace) -> str:
    """The first user id of a key that is not revoked."""
    done = workplace.run(["gpg", "--batch", "--with-colons", "--list-keys", key_id])
    fields = [] if done is None else [line.split(":") for line in done.stdout.decode("utf-8", "replace").splitlines()]
    return _first_user(fields) or key_id


def _first_user(fields: Sequence[Sequence[str]]) -> str | None:
    for record in fields:
        if len(record) > 9 and record[0] == "uid" and record[1] not in ("r", "e", "i"):
            return re.sub(r"\\x([0-9a-f]{2})", lambda found: chr(int(found[1], 16)), record[9])
    return None


def _unescaped(text: str) -> str:
    """A user id of a status line, which escapes control characters, colons and percent signs as %xx."""
    return re.sub(r"%([0-9A-Fa-f]{2})", lambda found: chr(int(found[1], 16)), text)


PLUGIN = Gpg()
