"""§10.4a Digests of definitions and of what they rest on, from which checksums and shapes are made."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache


def utf8(text: str) -> bytes:
    """The bytes of any text, also of one with half of a surrogate pair."""
    return text.encode("utf-8", "surrogatepass")


def digest(*parts: bytes) -> bytes:
    """SHA-256 over the parts, each behind its length, so that no two lists of parts are written the same."""
    return hashlib.sha256(b"".join([b"%d:%b" % (len(part), part) for part in parts])).digest()


def by_itself(base: bytes, below: Sequence[bytes]) -> bytes:
    """The digest of a node that does not rest on itself."""
    own = hashlib.sha256(b"32:" + b"32:".join((base, *below))).digest()  # as `digest`; digests are of one length
    return digest(own, digest(b"part", digest(own)))


@lru_cache(maxsize=16)
def leaf(base: bytes) -> bytes:
    """The digest of a node that rests on nothing, such as the hints of the many models that have none."""
    return by_itself(base, ())


HINTS = digest(b"hints")
NO_COMMON = digest(b"common", b"")
