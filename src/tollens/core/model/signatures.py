"""§12.4 Signatures and what verifying them yields. No cryptography here."""

from typing import Literal

from tollens.core.model.base import Record, Word


class Rfc3161Timestamp(Record, frozen=True, kw_only=True):
    """A Time-Stamping Authority's word that the signature existed by `time` (§12.4).

    Attributes:
        message_imprint: SHA-256 of the signature's bytes, in hexadecimal.
        token: The authority's response, base64 of DER.
        time: As printed in the file; the time that counts is the one inside the token.
    """

    standard: Literal["rfc3161"]
    tsa: str
    hash_alg: Literal["sha256"]
    message_imprint: str
    token: str
    time: str | None = None

    def __post_init__(self) -> None:
        if self.standard != "rfc3161" or self.hash_alg != "sha256":
            raise ValueError("Expected `standard` rfc3161 and `hash_alg` sha256")


class Signature(Record, frozen=True, kw_only=True):
    """A sign-off over a content hash (§12.4).

    By the text only the content hash is signed: every other member is what the file says, not what a key says.

    Attributes:
        statement_signature: Beyond the text: a signature of the same key over who, role, disposition and time (decision
            0066).
    """

    signer: str
    content_hash: str
    algo: Literal["ssh", "gpg", "sigstore"]
    signed_at: str
    signature: str
    key_type: str | None = None
    key_id: str | None = None
    public_key: str | None = None
    namespace: str | None = None
    bundle: str | None = None
    oidc_issuer: str | None = None
    transparency_log: str | None = None
    role: str | None = None
    disposition: str | None = None
    timestamp: Rfc3161Timestamp | None = None
    statement_signature: str | None = None

    def __post_init__(self) -> None:
        if self.algo not in ("ssh", "gpg", "sigstore"):
            raise ValueError("Expected `algo` ssh, gpg or sigstore")


class SignatureStatus(Word):
    """What verifying a signature yields (§12.4)."""

    Valid = "valid"
    Untrusted = "untrusted"
    Invalid = "invalid"
    Tampered = "tampered"


class TimestampVerdict(Word):
    """What verifying a timestamp yields; named and commented in §12.4, defined nowhere."""

    Valid = "valid"
    Untrusted = "untrusted"
    Invalid = "invalid"
    Unknown = "unknown"


class SignatureVerdict(Record, frozen=True, kw_only=True):
    """The verdict on one signature (§12.4)."""

    signer: str
    key_id: str | None = None
    algo: str
    role: str | None = None
    disposition: str | None = None
    status: SignatureStatus
    detail: str
    timestamp: TimestampVerdict | None = None
