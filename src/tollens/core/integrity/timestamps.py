"""§12.4 The trusted timestamp of a signature: the record that holds it, made and judged.

The token alone says when: what the record says beside it must agree, and proves nothing.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Mapping, Sequence

from tollens.core.errors import WorldError
from tollens.core.ports import Fetch, Request, Stamp, Timestamps

STANDARD, HASH = "rfc3161", "sha256"

_MAX_TOKEN = 1 << 20
"""Longest text of a token that is decoded."""

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_OPENSSL = re.compile(r"([A-Z][a-z]{2}) +(\d{1,2}) (\d\d:\d\d:\d\d)(?:\.\d+)? (\d{4}) GMT", re.ASCII)
_RFC3339 = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.\d+)?(?:[Zz]|[+-]00:?00)", re.ASCII)


def imprint_of(signature: str) -> bytes:
    """The SHA-256 that a timestamp of this signature is about: over the text of the `signature` member, in UTF-8.

    Raises:
        UnicodeEncodeError: The text has no UTF-8 form.
    """
    return hashlib.sha256(signature.encode()).digest()


def obtain(
    signature: str,
    url: str,
    nonce: int,
    timestamps: Timestamps,
    fetch: Fetch,
    chain: Sequence[bytes] | None = None,
) -> dict[str, str]:
    """Ask an authority for a timestamp of a signature, and check what it answers.

    Args:
        signature: The `signature` member.
        url: Of the authority.
        nonce: A number that nobody could foresee, so that an old answer is told from a fresh one.
        timestamps: How to ask and to check.
        fetch: How to send.
        chain: Certificates, PEM, that the answer must be trusted by, where they are known.

    Returns:
        The `timestamp` member.

    Raises:
        WorldError: There is no answer, or one that would not hold up.
        MissingExtraError: What makes and checks timestamps is not installed.
    """
    imprint = imprint_of(signature)
    query = timestamps.query(imprint, nonce)
    answer = fetch(Request(url, query, "application/timestamp-query", "application/timestamp-reply"))
    timestamps.check_answer(answer, imprint, nonce)
    stamp = timestamps.verify(answer, imprint, chain)
    if stamp.time is None or (chain is not None and stamp.status != "valid"):
        raise WorldError(f"the timestamp of {url} would not hold up: {stamp.detail}", "Ask another authority.")
    return {
        "standard": STANDARD,
        "tsa": url,
        "hash_alg": HASH,
        "message_imprint": imprint.hex(),
        "token": base64.b64encode(answer).decode("ascii"),
        "time": stamp.time,
    }


def judge(record: object, signature: object, timestamps: Timestamps, chain: Sequence[bytes] | None) -> Stamp:
    """What the `timestamp` member of a signature is worth. Never raises for anything that stands in a trace.

    Args:
        record: The member, as read; whatever it is.
        signature: The `signature` member beside it.
        timestamps: How to verify a token.
        chain: The certificates that the verifier trusts, PEM; `None` where none were given.
    """
    if not isinstance(record, Mapping):
        return _invalid("the timestamp is no object")
    token = _token(record.get("token"))
    if isinstance(token, str):
        return _invalid(token)
    try:
        imprint = imprint_of(signature) if isinstance(signature, str) else None
    except UnicodeEncodeError:
        imprint = None
    if imprint is None:
        return _invalid("there is no signature that it could be about")
    lie = _lie(record, imprint)
    if lie is not None:
        return _invalid(lie)
    stamp = timestamps.verify(token, imprint, chain)
    return stamp if stamp.time is None else _timed(stamp, record.get("time"))


def _invalid(why: str) -> Stamp:
    return Stamp("invalid", None, None, why)


def _token(text: object) -> bytes | str:
    """The bytes of the `token` member, or what is wrong with it."""
    if not isinstance(text, str) or not text:
        return "the timestamp holds no token"
    if len(text) > _MAX_TOKEN:
        return f"the token has {len(text):,} characters; no more than {_MAX_TOKEN:,} are read"
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return "the token is not in base64"


def _lie(record: Mapping[object, object], imprint: bytes) -> str | None:
    """What the record says of itself that is not so."""
    for member, right in (("standard", STANDARD), ("hash_alg", HASH), ("message_imprint", imprint.hex())):
        said = record.get(member)
        same = isinstance(said, str) and (said.lower() if member == "message_imprint" else said) == right
        if not same:
            return f"its `{member}` is not {right!r}"
    return None


def _timed(stamp: Stamp, said: object) -> Stamp:
    """The verdict, after comparing the token's time with the one that the record states."""
    assert stamp.time is not None
    if said is None:
        return stamp
    read = _second(said) if isinstance(said, str) else None
    if read is None:
        return stamp._replace(detail=f"{stamp.detail}; the record's own `time` cannot be read, the token's is shown")
    if read == stamp.time[:19]:
        return stamp
    return stamp._replace(status="invalid", detail=f"the record says {read}Z, the token {stamp.time}")


def _second(text: str) -> str | None:
    """A time as records hold it, RFC 3339 in UTC or as OpenSSL prints it, to the second and in the form of RFC 3339."""
    found = _RFC3339.fullmatch(text.strip())
    if found:
        return "T".join(found.groups())
    found = _OPENSSL.fullmatch(text.strip())
    if not found or found[1] not in _MONTHS:
        return None
    return f"{found[4]}-{_MONTHS.index(found[1]) + 1:02}-{int(found[2]):02}T{found[3]}"
