"""§12.4 Signature records as a verifier reads them: each member of its type, or a word on what is wrong."""

from collections.abc import Mapping
from typing import Any

from tollens.core.integrity.statement import MEMBER

ALGORITHMS = ("ssh", "gpg", "sigstore")
"""The backends that the text knows."""

MOST = 1 << 20
"""Characters of a member that are looked at; no signature has so many."""

_REQUIRED = ("signer", "content_hash", "algo", "signed_at", "signature")
_OPTIONAL = (
    "key_type",
    "key_id",
    "public_key",
    "namespace",
    "bundle",
    "oidc_issuer",
    "transparency_log",
    "role",
    "disposition",
    MEMBER,
)


def fault_of(record: object) -> str | None:
    """What keeps a record from being one, or `None`.

    >>> fault_of({"signer": "s", "content_hash": "c", "signed_at": "t", "signature": "x"})
    '`algo` is missing'
    """
    if not isinstance(record, Mapping):
        return "it is no object"
    for name in _REQUIRED:
        if record.get(name) is None:
            return f"`{name}` is missing"
    for name in (*_REQUIRED, *_OPTIONAL):
        held = record.get(name)
        if held is None:
            continue
        if not isinstance(held, str):
            return f"`{name}` is no string"
        if len(held) > MOST:
            return f"`{name}` has {len(held):,} characters, and no more than {MOST:,} are read"
        if not _encodable(held):
            return f"`{name}` holds half of a surrogate pair"
    if record["algo"] not in ALGORITHMS:
        return f"`algo` is none of {', '.join(ALGORITHMS)}"
    return None


def text_of(record: object, name: str) -> str | None:
    """A member of a record, where it is text."""
    held: Any = record.get(name) if isinstance(record, Mapping) else None
    return held if isinstance(held, str) else None


def _encodable(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)
