"""RFC 3161, asking: the query for a timestamp and the check of what comes back."""

from tollens.core.errors import WorldError
from tollens.plugins.timestamps.rfc3161 import der
from tollens.plugins.timestamps.rfc3161.token import SHA256, Token, TokenError, open_token

_SHA256_DER = bytes.fromhex("0609608648016503040201")
_TRUE = b"\x01\x01\xff"


def query(imprint: bytes, nonce: int) -> bytes:
    """The request, DER (RFC 3161 §2.4.1): version 1, the SHA-256 `imprint`, the nonce, and the certificate, please."""
    algorithm = der.write(der.SEQUENCE, _SHA256_DER, der.write(der.NULL))
    about = der.write(der.SEQUENCE, algorithm, der.write(der.OCTET_STRING, imprint))
    return der.write(der.SEQUENCE, der.write_number(1), about, der.write_number(nonce), _TRUE)


def check_answer(answer: bytes, imprint: bytes, nonce: int) -> None:
    """Check the answer to a query (RFC 3161 §2.4.2): granted, about this imprint, with this nonce.

    Raises:
        WorldError: It is not.
    """
    fault = _fault(answer, imprint, nonce)
    if fault is not None:
        raise WorldError(
            f"the timestamp authority's answer cannot be used: {fault}", "Ask again, or ask another authority."
        )


def _fault(answer: bytes, imprint: bytes, nonce: int) -> str | None:
    try:
        token = open_token(answer)
    except TokenError as error:
        return str(error)
    if not is_about(token, imprint):
        return "it is about other bytes than were sent"
    if token.nonce != nonce:
        return "it answers another question (the nonce differs)"
    return None if token.certificates else "it holds no certificate, so that nobody could verify it later"


def is_about(token: Token, imprint: bytes) -> bool:
    """Whether the token is about the SHA-256 `imprint`."""
    return token.algorithm == SHA256 and token.imprint == imprint
