"""What an RFC 3161 token is worth: valid, untrusted, invalid, or not to be told here."""

import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from tollens.core.errors import MisuseError
from tollens.core.ports import Stamp, Standing
from tollens.plugins.timestamps.rfc3161 import soundness
from tollens.plugins.timestamps.rfc3161.asking import is_about
from tollens.plugins.timestamps.rfc3161.token import Token, TokenError, open_token

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

T = TypeVar("T")

MISSING = 'timestamps are checked with an optional part: pip install "tollens[timestamps]"'


def verify(data: bytes, imprint: bytes, chain: Sequence[bytes] | None) -> Stamp:
    """The verdict on a whole response or a bare token, which must be about the SHA-256 `imprint`.

    Raises:
        MisuseError: The chain holds no PEM certificates.
    """
    try:
        token = open_token(data)
    except TokenError as error:
        return _stamp("invalid", str(error))
    if not is_about(token, imprint):
        return _stamp("invalid", "the token is about something else than this signature")
    try:
        import rfc3161_client  # noqa: F401 - what follows cannot do without it
    except ImportError:
        return _stamp("unknown", MISSING)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # oddities of a stranger's certificate are no business of the terminal
        return _judged(token, imprint, None if chain is None else _anchors(chain))


def _judged(token: Token, imprint: bytes, anchors: "list[Certificate] | None") -> Stamp:
    """The verdict on a token about this imprint."""
    from cryptography.hazmat.primitives.serialization import Encoding

    given = () if anchors is None else tuple(each.public_bytes(Encoding.DER) for each in anchors)
    raw = soundness.certificate_of(token.signer, (*token.certificates, *given))
    if raw is None:
        return _stamp("unknown", "the token holds no certificate of who made it, and none was given that fits")
    obstacle = soundness.unsupported(token.signer)
    if obstacle is not None:
        return _stamp("unknown", obstacle)
    try:
        signer, name = _guarded(lambda: _read(raw), "its certificate cannot be read")
        fault = _guarded(lambda: soundness.fault(token, raw, signer), "its certificate cannot be used")
    except TokenError as error:
        return _stamp("invalid", str(error))
    if fault is not None:
        return _stamp("invalid", f"the token is no good: {fault}")
    if anchors is None:
        return Stamp("untrusted", token.time, name, "a sound token, of an authority that nobody vouched for")
    obstacle = _no_way_to(anchors, token, signer, imprint)
    if obstacle is not None:
        return Stamp("untrusted", token.time, name, f"a sound token, but {obstacle}")
    return Stamp("valid", token.time, name, "by an authority whose certificate was given")


def _stamp(status: Standing, detail: str) -> Stamp:
    """A verdict on a token that proves nothing: neither time nor authority are told."""
    return Stamp(status, None, None, detail)


def _anchors(chain: Sequence[bytes]) -> "list[Certificate]":
    from cryptography.x509 import load_pem_x509_certificates

    try:
        found = [each for pem in chain for each in load_pem_x509_certificates(pem)]
        for each in found:
            each.subject, each.issuer  # noqa: B018 - names are read only when they are asked for
    except ValueError as error:
        raise MisuseError(
            f"the certificates given for timestamp authorities cannot be read: {error}", "Give a file of PEM."
        ) from None
    return list(dict.fromkeys(found))


def _read(raw: bytes) -> "tuple[Certificate, str]":
    """A certificate and the name that it gives its holder."""
    from cryptography.x509 import load_der_x509_certificate

    certificate = load_der_x509_certificate(raw)
    return certificate, certificate.subject.rfc4514_string()


def _no_way_to(anchors: "list[Certificate]", token: Token, signer: "Certificate", imprint: bytes) -> str | None:
    """Why no chain of certificates leads from the signer to one that was given; `None` where one does.

    Certificates count as of the time that the token states, as `rfc3161-client` has it.
    """
    from rfc3161_client import VerificationError, VerifierBuilder, decode_timestamp_response

    roots = [each for each in anchors if each.issuer == each.subject]
    if not roots:
        return "no certificate was given that ends a chain (one that is signed by itself)"
    others = [each for each in anchors if each.issuer != each.subject and each != signer]
    # The library trusts whatever certificate it is told to expect, so it is told none that came with the token.
    expected = signer if not token.certificates else None
    builder = VerifierBuilder(roots=roots, intermediates=others, tsa_certificate=expected)
    try:
        answer = _guarded(lambda: decode_timestamp_response(token.response), "its parts cannot be read")
        if answer.tst_info.gen_time.strftime("%Y-%m-%dT%H:%M:%S") != token.time[:19]:
            return "two readings of its time differ"
        _guarded(lambda: builder.build().verify(answer, imprint), "it cannot be verified", VerificationError)
    except TokenError as error:
        return str(error)
    except VerificationError as error:
        return f"no chain of certificates leads to one that was given: {_reason(str(error))}"
    return None


def _reason(text: str) -> str:
    """The words of OpenSSL within an error of the library."""
    _, found, rest = text.partition('data: "')
    return rest.partition('"')[0] if found else text


def _guarded(call: Callable[[], T], what: str, expected: type[Exception] = TokenError) -> T:
    """The result of a library written in Rust, on bytes that a stranger chose.

    Its panics are no `Exception`; they must not end the program either.
    """
    try:
        return call()
    except expected:
        raise
    except Exception as error:
        raise TokenError(f"{what}: {error}") from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise TokenError(what) from None
