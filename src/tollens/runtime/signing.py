"""§12.4 Signing a trace: a record over its content hash, and a statement that binds what the record says."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from tollens.core.author.edits import appended, replaced
from tollens.core.errors import MisuseError, WorldError
from tollens.core.integrity import timestamps
from tollens.core.integrity.canonical import canonical_value
from tollens.core.integrity.records import text_of
from tollens.core.integrity.statement import MEMBER, statement
from tollens.core.ports import Fetch, Means, Signed
from tollens.core.wire.document import Document
from tollens.plugins.signers import SIGNERS
from tollens.plugins.timestamps import TIMESTAMPS
from tollens.runtime.hashing import canonical_file
from tollens.runtime.libraries import hush
from tollens.runtime.process import workplace


class SigningReport(msgspec.Struct, frozen=True):
    """What was signed, and how.

    Attributes:
        content_hash: What the signature is over; also written to the trace.
        algo: The backend.
        signer: Who signed, as the record names it.
        key_id: Fingerprint of the key; null where there is no lasting one.
        role: As signed along.
        disposition: As signed along.
        signed_at: As signed along.
        timestamp: The time by the authority's token; null where none was asked for.
        replaced_content_hash: The content hash that stood in the file and was not that of its content; null where
            there was none such.
    """

    content_hash: str
    algo: str
    signer: str
    key_id: str | None
    role: str | None
    disposition: str | None
    signed_at: str
    timestamp: str | None
    replaced_content_hash: str | None


class Signing(NamedTuple):
    """What somebody wants to say by signing.

    Attributes:
        backend: The name of the backend.
        means: What to sign with.
        at: When, RFC 3339.
        role: In which role.
        disposition: What it says of the trace, such as `approved`.
    """

    backend: str
    means: Means
    at: str
    role: str | None = None
    disposition: str | None = None


class Authority(NamedTuple):
    """A time-stamping authority to ask.

    Attributes:
        url: Where it answers.
        nonce: A number that nobody could foresee.
        fetch: How to ask.
        chain: Certificates, PEM, that its answer must be trusted by, where they are known.
    """

    url: str
    nonce: int
    fetch: Fetch
    chain: Sequence[bytes] | None = None


def hash_to_sign(document: Document) -> str:
    """The content hash of a trace that may be signed.

    Raises:
        MisuseError: Readers disagree on what it says.
    """
    canonical = canonical_value(document.value, document.faults)
    if canonical.ambiguous or canonical.digest is None:
        why = canonical.ambiguous[0] if canonical.ambiguous else None
        raise MisuseError(
            f"nobody can vouch for this trace: {why.path}: {why.message}" if why else "this trace has no content hash",
            "Mend it first; tollens hash says all of it.",
        )
    return canonical.digest


def signature(content_hash: str, signing: Signing, authority: Authority | None = None) -> dict[str, Any]:
    """A signature record (§12.4) over a content hash.

    Raises:
        WorldError: What it takes is not there, or refused.
        MisuseError: The means are no good for the backend, there is no such backend, or a word is none that is shown.
        MissingExtraError: The backend needs an extra that is not installed.
    """
    _refuse_unfit(signing)
    hush()
    backend = SIGNERS.get(signing.backend)
    with workplace() as place:
        made = backend.sign(content_hash.encode("ascii"), "content", signing.means, place)
        record = _record(content_hash, made, signing)
        means = signing.means._replace(signer=made.signer)
        beside = backend.sign(statement(record), "statement", means, place)
    if beside.key_id != made.key_id or beside.signer != made.signer:
        raise WorldError(
            f"{signing.backend} signed with one key, and then with another", "Name the key by its fingerprint."
        )
    record[MEMBER] = beside.signature
    if authority is not None:
        record["timestamp"] = timestamps.obtain(
            made.signature, authority.url, authority.nonce, TIMESTAMPS.get("rfc3161"), authority.fetch, authority.chain
        )
    return record


def _refuse_unfit(signing: Signing) -> None:
    """Refuse words that no verifier could show or compare: several lines, or bytes that are no text.

    Raises:
        MisuseError: Says which.
    """
    said = {"signer": signing.means.signer, "role": signing.role, "disposition": signing.disposition}
    for name, word in said.items():
        if word is not None and not (word.strip() and word.isprintable()):
            raise MisuseError(f"{word!r} is no {name}", "Write it on one line, in UTF-8, or leave it out.")


def _record(content_hash: str, made: Signed, signing: Signing) -> dict[str, Any]:
    said = {
        "signer": made.signer,
        "content_hash": content_hash,
        "algo": signing.backend,
        "signed_at": signing.at,
        "key_id": made.key_id,
        **made.members,
        "signature": made.signature,
        "role": signing.role,
        "disposition": signing.disposition,
    }
    return {name: held for name, held in said.items() if held is not None}


def signed(document: Document, record: Mapping[str, Any]) -> Document:
    """The trace with a signature more, and with its content hash; nothing else is touched.

    Raises:
        MisuseError: The trace is another one than was signed, or `signatures` is no list.
    """
    if hash_to_sign(document) != record["content_hash"]:
        raise MisuseError("the trace was changed while it was being signed", "Nothing was written; sign it again.")
    if document.value.get("content_hash") != record["content_hash"]:
        document = replaced(document, "/content_hash", record["content_hash"])
    if document.value.get("signatures") is None:
        return replaced(document, "/signatures", [dict(record)])
    return appended(document, "/signatures", dict(record))


def check_written(data: bytes, record: Mapping[str, Any], *, yaml: bool) -> None:
    """Make sure that the bytes to be written read back as what was signed.

    Raises:
        MisuseError: They do not: the file format cannot hold the trace as it is.
    """
    if canonical_file(data, yaml=yaml).digest != record["content_hash"]:
        raise MisuseError(
            "written in this format, the trace would be another one than was signed", "Write it as JSON: -o OUT.json"
        )


def report(document: Document, record: Mapping[str, Any]) -> SigningReport:
    """What signing a trace came to.

    Args:
        document: The trace before.
        record: The signature.
    """
    stated = document.value.get("content_hash")
    stamp = record.get("timestamp")
    return SigningReport(
        content_hash=record["content_hash"],
        algo=record["algo"],
        signer=record["signer"],
        key_id=record.get("key_id"),
        role=record.get("role"),
        disposition=record.get("disposition"),
        signed_at=record["signed_at"],
        timestamp=None if stamp is None else text_of(stamp, "time"),
        replaced_content_hash=None if stated in (None, record["content_hash"]) else str(stated),
    )
