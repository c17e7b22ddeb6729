"""§12.4 What verifying the signatures of a trace comes to.

Statuses are those of the text, and `unknown` for what cannot be checked here. Whoever asks whether a trace may go on
asks the gate: nothing but `valid` passes it.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Literal

import msgspec

from tollens.core.integrity.records import text_of
from tollens.core.ports import Proof, Standing

Status = Literal["valid", "untrusted", "invalid", "tampered", "unknown"]
Binding = Literal["bound", "unbound", "mismatch"]
Scheme = Literal["canonical", "jcs"]

_NEAR = 300.0
"""Seconds by which the time that a record states may differ from the one in the signature."""


class Stamped(msgspec.Struct, frozen=True):
    """What the trusted timestamp of a signature is worth.

    Attributes:
        status: `valid` for a sound token of an authority that the verifier named; nothing else passes the gate.
        time: When the signature existed at the latest, by the token; null where there is no sound one.
        tsa: The authority, by its own certificate.
        detail: Why, in a sentence.
    """

    status: Standing
    time: str | None
    tsa: str | None
    detail: str


class Claimed(msgspec.Struct, frozen=True):
    """What the record says of a signature; proves nothing.

    Attributes:
        signer: Who is said to have signed.
        key_id: With which key.
        signed_at: When.
    """

    signer: str | None
    key_id: str | None
    signed_at: str | None


class SignatureReport(msgspec.Struct, frozen=True):
    """The verdict on one signature.

    Attributes:
        signer: Who signed, by the verifier's own roster or by the key that it trusts; null where that is not known.
        algo: The backend, as the record names it.
        status: The verdict. `tampered`: the content is another one than was signed; `unknown`: it cannot be checked.
        key_id: Fingerprint of the key that signed, by the signature itself; null where that is not known.
        primary_key_id: Fingerprint of the key that it belongs to, where that is another one.
        role: As the record states it; signed along only where `statement` is `bound`.
        disposition: As the record states it; signed along only where `statement` is `bound`.
        statement: `bound`: role, disposition, signer and time are signed with the same key; `unbound`: nothing
            shows that they are; `mismatch`: something else was signed than what stands there, so it is `invalid`.
        scheme: The form of the content whose hash was signed; null where none of them fits.
        signed_at: When it was made, where the signature itself says so.
        claimed: What the record says.
        remarks: Where the record says what is not so.
        detail: Why the status, in a sentence.
        timestamp: The trusted timestamp; null where there is none.
    """

    signer: str | None
    algo: str | None
    status: Status
    key_id: str | None
    primary_key_id: str | None
    role: str | None
    disposition: str | None
    statement: Binding
    scheme: Scheme | None
    signed_at: str | None
    claimed: Claimed
    remarks: tuple[str, ...]
    detail: str
    timestamp: Stamped | None = None


class Verification(msgspec.Struct, frozen=True):
    """What verifying a trace comes to.

    Attributes:
        gate: `pass` only where every signature and timestamp is valid and all that was asked for is there.
        reasons: Why the gate does not pass; all of them.
        content_hash: Of the content as it is, by the form in use; null where there is none.
        remarks: What is odd and does not count, such as a content hash in the file that is not its own.
        signatures: One for each record, in the order of the file.
    """

    gate: Literal["pass", "fail"]
    reasons: tuple[str, ...]
    content_hash: str | None
    remarks: tuple[str, ...]
    signatures: tuple[SignatureReport, ...]


def reported(
    record: object, proof: Proof, binding: Binding, scheme: Scheme | None, status: Status | None = None
) -> SignatureReport:
    """The verdict on a record.

    Args:
        record: As it stands in the trace, whatever it is.
        proof: What its backend found.
        binding: Whether its statement is signed along.
        scheme: By which its content hash is that of the content.
        status: Where it is another one than that of the backend.
    """
    return SignatureReport(
        signer=proof.signer,
        algo=text_of(record, "algo"),
        status=status or proof.status,
        key_id=proof.key_id,
        primary_key_id=proof.primary,
        role=text_of(record, "role"),
        disposition=text_of(record, "disposition"),
        statement=binding,
        scheme=scheme,
        signed_at=proof.time,
        claimed=Claimed(text_of(record, "signer"), text_of(record, "key_id"), text_of(record, "signed_at")),
        remarks=(*proof.remarks, *_disagreements(record, proof)),
        detail=proof.detail,
    )


def unproven(record: object, status: Status, detail: str, scheme: Scheme | None = None) -> SignatureReport:
    """The verdict on a record that no backend was asked about: nothing of it is known but what it says of itself."""
    return reported(record, Proof("unknown", detail), "unbound", scheme, status)


def _disagreements(record: object, proof: Proof) -> Iterator[str]:
    """Where the record says of the signature what is not so."""
    signer, key_id, signed_at = (text_of(record, name) for name in ("signer", "key_id", "signed_at"))
    if proof.signer is not None and signer is not None and not _same_person(signer, proof.signer):
        yield "the record names another signer"
    if proof.key_id is not None and key_id is not None and not _same_key(key_id, proof):
        yield "the record names another key"
    if proof.time is not None and signed_at is not None and _apart(signed_at, proof.time):
        yield "the record names another time"


def _same_person(said: str, proven: str) -> bool:
    """Whether two names are one, or one is the address in the other (`Alice <alice@example.org>`)."""
    address = proven.rpartition("<")[2].removesuffix(">") if proven.endswith(">") else proven
    return said in (proven, address)


def _same_key(said: str, proof: Proof) -> bool:
    spelled = "".join(said.split())
    proven = [key for key in (proof.key_id, proof.primary) if key is not None]
    return spelled in proven or spelled.upper() in proven


def _apart(said: str, proven: str) -> bool:
    """Whether two times are more than some minutes apart, or one of them is none."""
    try:
        first, second = (datetime.fromisoformat(text) for text in (said, proven))
        return abs((first - second).total_seconds()) > _NEAR
    except (ValueError, TypeError):  # no time, or one without a zone
        return True
