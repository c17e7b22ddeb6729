"""§12.4 Content hash and signatures, as far as a look at the file goes: no cryptography here."""

from collections.abc import Iterator
from datetime import datetime

from tollens.core.diagnostics import pointer
from tollens.core.graph.elements import known
from tollens.core.graph.index import Index
from tollens.core.validate.examples import a_signature
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted

_TIMESTAMP = {"standard": "rfc3161", "tsa": "https://tsa.example", "hash_alg": "sha256", "token": "MAMC"}
_IMPRINT = "b4935894c8ce16bde67bbffc672428b1533c4f1e1e8b1ce21a2933183db6bfa5"

# The content hash of the minimal trace that the examples are laid over.
_TRUE_HASH = "sha256:bc6a14d04ece7353fc8ac50a3daf52bba8dd117b419d96b3c96dcc2409b06f55"


def _current_hash(index: Index) -> str | None:
    """The hash of the file as it is, or `None` where it has none (half of a surrogate pair, which reading reports)."""
    from tollens.core.integrity.canonical import content_hash  # hashing is slow to load, and few files need it

    if not isinstance(index.value, dict):
        return None
    try:
        return content_hash(index.value)
    except ValueError:
        return None


@rule(
    "INT001",
    "warning",
    "12.4",
    "The content hash fits the content",
    prose="`content_hash` is sha256 over the canonical trace without timestamp, content_hash, repo, branch, "
    "commit_sha and signatures (§12.4). Another value means that the trace was altered since it was hashed, or hashed "
    "by another canonical form.",
    hint="Find out what changed; recompute the hash only if the change is meant.",
    good={"content_hash": _TRUE_HASH},
    bad={"content_hash": "sha256:00"},
)
def hash_fits(index: Index) -> Iterator[Finding]:
    stated = index.trace.content_hash
    if stated is not None:
        current = _current_hash(index)
        if current is not None and current != stated:
            yield Finding("/content_hash", f"the file states {quoted(stated)}, and its content has {current}")


@rule(
    "INT002",
    "warning",
    "12.4",
    "Signatures cover the content as it is",
    prose="A signature is made over a content hash (§12.4). One over another hash does not vouch for what the file "
    "says now; verification calls it tampered.",
    hint="Find out what changed since it was signed; sign again only if the change is meant.",
    good={"signatures": [a_signature(content_hash=_TRUE_HASH)]},
    bad={"signatures": [a_signature()]},
)
def signatures_cover_content(index: Index) -> Iterator[Finding]:
    if not index.trace.signatures:
        return
    current = _current_hash(index)
    for position, signed in known(index.trace.signatures):
        if current is not None and signed.content_hash != current:
            yield Finding(
                pointer("signatures", position, "content_hash"),
                f"the signature of {quoted(signed.signer)} covers {quoted(signed.content_hash)}, "
                f"and the content has {current}",
            )


@rule(
    "INT003",
    "warning",
    "12.4",
    "A signature has the material of its own backend only",
    prose="`namespace` belongs to ssh; `bundle`, `oidc_issuer` and `transparency_log` belong to sigstore (§12.4). "
    "Material of another backend is not looked at by verification and may mislead a reader.",
    hint="Remove the member, or correct `algo`.",
    good={"signatures": [a_signature(content_hash=_TRUE_HASH, algo="sigstore", transparency_log="rekor")]},
    bad={"signatures": [a_signature(content_hash=_TRUE_HASH, transparency_log="rekor")]},
)
def material_of_one_backend(index: Index) -> Iterator[Finding]:
    for position, signed in known(index.trace.signatures):
        members = {
            "namespace": ("ssh", signed.namespace),
            "bundle": ("sigstore", signed.bundle),
            "oidc_issuer": ("sigstore", signed.oidc_issuer),
            "transparency_log": ("sigstore", signed.transparency_log),
        }
        for member, (algo, said) in members.items():
            if said is not None and signed.algo != algo:
                yield Finding(
                    pointer("signatures", position, member),
                    f"{member} belongs to {algo} signatures, and this is one of {signed.algo}",
                )


@rule(
    "INT004",
    "warning",
    "12.4",
    "A timestamp is over its signature",
    prose="`message_imprint` of an RFC 3161 timestamp is the sha256 of the signature's bytes (§12.4), in hexadecimal. "
    "Another value means that the timestamp was made over another signature, or that the signature was exchanged.",
    hint="Find out what changed; have the signature stamped again only if the change is meant.",
    good={"signatures": [a_signature(content_hash=_TRUE_HASH, timestamp=_TIMESTAMP | {"message_imprint": _IMPRINT})]},
    bad={"signatures": [a_signature(content_hash=_TRUE_HASH, timestamp=_TIMESTAMP | {"message_imprint": "00"})]},
)
def timestamps_cover_signatures(index: Index) -> Iterator[Finding]:
    for position, signed in known(index.trace.signatures):
        if signed.timestamp is not None and signed.timestamp.message_imprint.lower() != _sha256(signed.signature):
            yield Finding(
                pointer("signatures", position, "timestamp", "message_imprint"),
                f"the timestamp of the signature of {quoted(signed.signer)} is over other bytes",
            )


def _sha256(text: str) -> str:
    import hashlib  # slow to load, and few files need it

    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


@rule(
    "INT005",
    "warning",
    "12.4",
    "A signature states a time",
    prose="`signed_at` is the ISO 8601 time that the signer asserts (§12.4).",
    hint="Write a time such as 2026-01-02T00:00:00Z.",
    good={"signatures": [a_signature(content_hash=_TRUE_HASH)]},
    bad={"signatures": [a_signature(content_hash=_TRUE_HASH, signed_at="yesterday")]},
)
def signed_at_some_time(index: Index) -> Iterator[Finding]:
    for position, signed in known(index.trace.signatures):
        try:
            datetime.fromisoformat(signed.signed_at)
        except ValueError:
            yield Finding(
                pointer("signatures", position, "signed_at"),
                f"{quoted(signed.signed_at)} is no ISO 8601 time",
            )
