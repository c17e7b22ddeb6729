"""What an RFC 3161 token says, read strictly; whether it is true is for `soundness` and `judging` to find.

A token is CMS SignedData (RFC 5652) around a TSTInfo (RFC 3161 §2.4.2). Of the two shapes that records hold, the whole
response and the bare token, both are read.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from tollens.core.validate.wording import quoted
from tollens.plugins.timestamps.rfc3161 import der
from tollens.plugins.timestamps.rfc3161.der import DerError, Value

SHA256 = "2.16.840.1.101.3.4.2.1"
TST_INFO = "1.2.840.113549.1.9.16.1.4"
_SIGNED_DATA = "1.2.840.113549.1.7.2"

MAX_BYTES = 1 << 18
"""Longest token that is read. Real ones have 1 to 10 KiB."""

_MAX_CERTIFICATES = 32
_STATUS = ("granted", "granted with modifications", "rejection", "waiting", "revocation warning", "revocation")
_TIME = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d*[1-9])?Z", re.ASCII)


class TokenError(ValueError):
    """The bytes are no token, or one that says nothing; the message says why."""


class SignerInfo(NamedTuple):
    """Who signed a token and how (RFC 5652 §5.3).

    Attributes:
        issuer, serial: The certificate that signed: the name of its issuer, DER, and its number.
        digest, algorithm: Object identifiers of the hash and of the signature.
        signed: The attributes that the signature is over, DER, as it is made over them.
        attributes: The value of each attribute, by object identifier.
        signature: The signature.
    """

    issuer: bytes
    serial: int
    digest: str
    algorithm: str
    signed: bytes
    attributes: Mapping[str, Value]
    signature: bytes


class Token(NamedTuple):
    """What a token says.

    Attributes:
        response: The token in a granted response, its unordered parts in the order of DER.
        content: The TSTInfo, DER.
        algorithm: Object identifier of the hash that the imprint is made with.
        imprint: The hash of what was stamped.
        time: When, RFC 3339.
        nonce: What the query asked to have repeated.
        certificates: Those that come with it, DER.
        signer: Who signed, and how.
    """

    response: bytes
    content: bytes
    algorithm: str
    imprint: bytes
    time: str
    nonce: int | None
    certificates: tuple[bytes, ...]
    signer: SignerInfo


def open_token(data: bytes) -> Token:
    """Read a whole response or a bare token.

    Raises:
        TokenError: The bytes are neither, or a response that grants nothing.
    """
    if len(data) > MAX_BYTES:
        raise TokenError(f"it has {len(data):,} bytes; no more than {MAX_BYTES:,} are read")
    try:
        return _token(_content_info(data))
    except TokenError:
        raise
    except (ValueError, IndexError) as error:  # unpacking says ValueError of its own
        reason = str(error) if isinstance(error, DerError) else "a part is missing, or one is there too much"
        raise TokenError(f"it is no RFC 3161 token: {reason}") from None


def _content_info(data: bytes) -> Value:
    """The token in a response, or the bare token that the bytes are."""
    parts = der.members(der.expect(der.read(data), der.SEQUENCE))
    if parts[0].tag == der.OID:
        return der.read(data)
    status, *more = der.members(der.expect(parts[0], der.SEQUENCE))
    code = der.number(status)
    if code not in (0, 1):
        word = _STATUS[code] if 0 <= code < len(_STATUS) else str(code)
        raise TokenError(f"it grants nothing: {word}{_status_text(more)}")
    if len(parts) != 2:
        raise DerError("a response does not hold one token")
    return parts[1]


def _status_text(more: list[Value]) -> str:
    """What the authority says about its refusal, as text that may be shown."""
    said = [part for value in more if value.tag == der.SEQUENCE for part in der.members(value)]
    return "".join(f" ({quoted(part.body.decode('utf-8', 'replace'))})" for part in said[:1])


def _token(info: Value) -> Token:
    kind, wrapped = der.members(der.expect(info, der.SEQUENCE))
    if der.dotted(kind) != _SIGNED_DATA:
        raise DerError("it is not signed data")
    (signed_data,) = _only(der.expect(wrapped, der.CONTEXT), 1)
    version, digests, content_info, *rest = der.members(der.expect(signed_data, der.SEQUENCE))
    content = _content(content_info)
    certificates = next((part for part in rest if part.tag == der.CONTEXT), None)
    signers = der.members(der.expect(rest[-1], der.SET))
    if len(signers) != 1:
        raise TokenError(f"it has {len(signers)} signatures where RFC 3161 wants one")
    ordered = [version.whole, _sorted(digests), content_info.whole]
    ordered += [_sorted(part) for part in rest]
    algorithm, imprint, time, nonce = _statement(content)
    return Token(
        _granted(kind.whole, der.write(der.SEQUENCE, *ordered)),
        content,
        algorithm,
        imprint,
        time,
        nonce,
        _certificates(certificates),
        _signer(signers[0]),
    )


def _granted(kind: bytes, signed_data: bytes) -> bytes:
    """A response that grants this token. The status is covered by no signature, so nothing is lost by writing one."""
    status = der.write(der.SEQUENCE, der.write_number(0))
    return der.write(der.SEQUENCE, status, der.write(der.SEQUENCE, kind, der.write(der.CONTEXT, signed_data)))


def _sorted(value: Value) -> bytes:
    """A set in the order of DER, which not every authority keeps (`openssl ts` does not), and `rfc3161-client` wants.

    No signature covers the sets that this is done to.
    """
    if value.tag not in (der.SET, der.CONTEXT, der.CONTEXT + 1):
        raise DerError(f"found tag 0x{value.tag:02x} where a set must be")
    return der.write(value.tag, *sorted(member.whole for member in der.members(value)))


def _only(value: Value, count: int) -> tuple[Value, ...]:
    found = der.members(value)
    if len(found) != count:
        raise DerError(f"found {len(found)} parts where {count} must be")
    return found


def _content(info: Value) -> bytes:
    kind, wrapped = _only(der.expect(info, der.SEQUENCE), 2)
    if der.dotted(kind) != TST_INFO:
        raise DerError("what is signed is no timestamp")
    (content,) = _only(der.expect(wrapped, der.CONTEXT), 1)
    return der.expect(content, der.OCTET_STRING).body


def _statement(content: bytes) -> tuple[str, bytes, str, int | None]:
    """Algorithm, imprint, time and nonce of a TSTInfo."""
    version, policy, about, serial, time, *more = der.members(der.expect(der.read(content), der.SEQUENCE))
    if der.number(version) != 1:
        raise DerError(f"it is of version {der.number(version)}, not 1")
    der.dotted(policy)
    der.number(serial)
    algorithm, imprint = _only(der.expect(about, der.SEQUENCE), 2)
    if any(_is_critical(extension) for part in more if part.tag == der.CONTEXT + 1 for extension in der.members(part)):
        raise TokenError("it says something that is not understood here, and that must be (a critical extension)")
    nonce = next((der.number(part) for part in more if part.tag == der.INTEGER), None)
    hash_name = der.dotted(der.members(der.expect(algorithm, der.SEQUENCE))[0])
    return hash_name, der.expect(imprint, der.OCTET_STRING).body, _time(time), nonce


def _is_critical(extension: Value) -> bool:
    return any(part.tag == der.BOOLEAN and part.body != b"\0" for part in der.members(extension))


def _time(value: Value) -> str:
    """RFC 3339 of a GeneralizedTime, its fraction of a second kept."""
    found = _TIME.fullmatch(der.expect(value, der.GENERALIZED_TIME).body.decode("latin-1"))
    if found is None:
        raise DerError("the time is not written as RFC 3161 wants it")
    year, month, day, hour, minute, second, fraction = found.groups()
    text = f"{year}-{month}-{day}T{hour}:{minute}:{second}"
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise DerError("the time is none") from None
    return f"{text}{fraction or ''}Z"


def _certificates(value: Value | None) -> tuple[bytes, ...]:
    found = () if value is None else der.members(value)
    if len(found) > _MAX_CERTIFICATES:
        raise TokenError(f"it holds {len(found)} certificates; no more than {_MAX_CERTIFICATES} are read")
    if any(each.tag != der.SEQUENCE for each in found):
        raise TokenError("it holds a certificate of a kind that is not read here")
    return tuple(each.whole for each in found)


def _signer(value: Value) -> SignerInfo:
    _, identity, digest, *rest = der.members(der.expect(value, der.SEQUENCE))
    if identity.tag != der.SEQUENCE:
        raise TokenError("it names its certificate in a way that is not read here (by key, not by issuer and number)")
    issuer, serial = _only(identity, 2)
    signed, algorithm, signature, *_ = rest
    return SignerInfo(
        der.expect(issuer, der.SEQUENCE).whole,
        der.number(serial),
        der.dotted(der.members(der.expect(digest, der.SEQUENCE))[0]),
        der.dotted(der.members(der.expect(algorithm, der.SEQUENCE))[0]),
        der.write(der.SET, der.expect(signed, der.CONTEXT).body),  # RFC 5652 §5.4: signed as a SET, stored as [0]
        _attributes(signed),
        der.expect(signature, der.OCTET_STRING).body,
    )


def _attributes(signed: Value) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for attribute in der.members(signed):
        kind, values = _only(der.expect(attribute, der.SEQUENCE), 2)
        name = der.dotted(kind)
        if name in found:
            raise DerError("a signed attribute is there twice")
        found[name] = _only(der.expect(values, der.SET), 1)[0]
    return found
