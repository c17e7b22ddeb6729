"""DER, as much of it as timestamps need: read strictly, written minimally (ITU-T X.690).

Lengths are definite and as short as can be, so that one value has one encoding and no two readers see two things.
"""

from typing import NamedTuple

BOOLEAN, INTEGER, BIT_STRING, OCTET_STRING, NULL, OID = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06
UTF8_STRING, GENERALIZED_TIME, SEQUENCE, SET = 0x0C, 0x18, 0x30, 0x31
CONTEXT = 0xA0
"""Tag of a constructed value `[0]`; that of `[n]` is `CONTEXT + n`."""

_LONGEST = 64
"""Bytes of a number or of an object identifier. Serial numbers have 20 at most, and object identifiers are short."""


class DerError(ValueError):
    """The bytes are no DER, or not of the shape that is read."""


class Value(NamedTuple):
    """One value: its tag, what is in it, and the bytes of all of it."""

    tag: int
    body: bytes
    whole: bytes


def read(data: bytes) -> Value:
    """The one value that `data` is, to the last byte.

    Raises:
        DerError: It is none, or something follows.
    """
    value, end = _value_at(data, 0)
    if end != len(data):
        raise DerError(f"{len(data) - end} bytes follow the value")
    return value


def members(value: Value) -> tuple[Value, ...]:
    """The values inside a constructed one.

    Raises:
        DerError: It is not constructed, or what is in it is no DER.
    """
    if not value.tag & 0x20:
        raise DerError(f"a value of tag 0x{value.tag:02x} has no members")
    found, at = [], 0
    while at < len(value.body):
        member, at = _value_at(value.body, at)
        found.append(member)
    return tuple(found)


def number(value: Value) -> int:
    """The number of an INTEGER.

    Raises:
        DerError: It is none.
    """
    expect(value, INTEGER)
    if len(value.body) > _LONGEST:
        raise DerError("an integer is beyond all bounds")
    if not value.body or (len(value.body) > 1 and value.body[0] == (0xFF if value.body[1] & 0x80 else 0)):
        raise DerError("an integer is not written as short as it can be")
    return int.from_bytes(value.body, "big", signed=True)


def dotted(value: Value) -> str:
    """The text of an OBJECT IDENTIFIER, such as `1.2.840`.

    Raises:
        DerError: It is none.
    """
    expect(value, OID)
    if len(value.body) > _LONGEST:
        raise DerError("an object identifier is beyond all bounds")
    arcs, arc, open_arc = [], 0, True
    for byte in value.body:
        arc, open_arc = arc << 7 | byte & 0x7F, bool(byte & 0x80)
        if not open_arc:
            arcs.append(arc)
            arc = 0
    if open_arc or not arcs:
        raise DerError("an object identifier is cut short")
    first = min(arcs[0] // 40, 2)
    return ".".join(map(str, (first, arcs[0] - 40 * first, *arcs[1:])))


def expect(value: Value, tag: int) -> Value:
    """The value, if it has this tag.

    Raises:
        DerError: It has another one.
    """
    if value.tag != tag:
        raise DerError(f"found tag 0x{value.tag:02x} where 0x{tag:02x} must be")
    return value


def write(tag: int, *parts: bytes) -> bytes:
    """The encoding of a value that consists of these parts."""
    body = b"".join(parts)
    if len(body) < 0x80:
        return bytes((tag, len(body))) + body
    length = len(body).to_bytes((len(body).bit_length() + 7) // 8, "big")
    return bytes((tag, 0x80 | len(length))) + length + body


def write_number(value: int) -> bytes:
    """The encoding of an INTEGER that is not negative."""
    return write(INTEGER, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def _value_at(data: bytes, at: int) -> tuple[Value, int]:
    """The value that begins at a position, and where the next one does."""
    if len(data) < at + 2:
        raise DerError("the bytes end within a value")
    tag, length, body = data[at], data[at + 1], at + 2
    if tag & 0x1F == 0x1F:
        raise DerError("a tag beyond 30 stands where none may be")
    if length & 0x80:
        size = length & 0x7F
        if size == 0 or size > 4:
            raise DerError("a length is indefinite, or beyond all bounds")
        body += size
        length = int.from_bytes(data[at + 2 : body], "big")
        if length < 0x80 or length < 1 << 8 * (size - 1):
            raise DerError("a length is not written as short as it can be")
    if len(data) < body + length:
        raise DerError("the bytes end within a value")
    return Value(tag, data[body : body + length], data[at : body + length]), body + length
