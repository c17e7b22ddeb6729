"""Whether a token is sound in itself: signed by the time-stamping certificate that it names, over what it says.

This needs no authority that anybody trusts: it tells a token that was damaged or made up from one that some authority
made. RFC 5652 §5.4 and §5.6, RFC 3161 §2.3 and §2.4.2, RFC 5816.
"""

import hashlib
from typing import TYPE_CHECKING

from tollens.plugins.timestamps.rfc3161 import der
from tollens.plugins.timestamps.rfc3161.der import DerError
from tollens.plugins.timestamps.rfc3161.token import SHA256, TST_INFO, SignerInfo, Token

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.hashes import HashAlgorithm
    from cryptography.x509 import Certificate

_HASHES = {SHA256: "sha256", "2.16.840.1.101.3.4.2.2": "sha384", "2.16.840.1.101.3.4.2.3": "sha512"}
_CONTENT_TYPE, _MESSAGE_DIGEST = "1.2.840.113549.1.9.3", "1.2.840.113549.1.9.4"
_CERTIFICATE, _CERTIFICATE_V2 = "1.2.840.113549.1.9.16.2.12", "1.2.840.113549.1.9.16.2.47"

_ALGORITHMS = {
    "1.2.840.113549.1.1.1": None,  # RSA, with the hash that the digest names
    "1.2.840.10045.2.1": None,  # the same of elliptic curves
    "1.3.101.112": None,  # Ed25519, which hashes by itself
    "1.2.840.113549.1.1.11": "sha256",
    "1.2.840.113549.1.1.12": "sha384",
    "1.2.840.113549.1.1.13": "sha512",
    "1.2.840.10045.4.3.2": "sha256",
    "1.2.840.10045.4.3.3": "sha384",
    "1.2.840.10045.4.3.4": "sha512",
}
"""Signature algorithms that are read, and the hash that each fixes."""


def unsupported(signer: SignerInfo) -> str | None:
    """Why a signature cannot be checked here: an algorithm that is not known, or no longer good enough."""
    if signer.digest not in _HASHES:
        return f"it is signed over a hash that is not relied on here ({signer.digest})"
    if signer.algorithm not in _ALGORITHMS:
        return f"it is signed with an algorithm that is not known here ({signer.algorithm})"
    return None


def certificate_of(signer: SignerInfo, certificates: tuple[bytes, ...]) -> bytes | None:
    """The certificate that the signer names, among these."""
    return next((each for each in certificates if _issuer_and_serial(each) == (signer.issuer, signer.serial)), None)


def _issuer_and_serial(certificate: bytes) -> tuple[bytes, int] | None:
    try:
        parts = der.members(der.members(der.read(certificate))[0])
        first = 1 if parts[0].tag == der.CONTEXT else 0  # the version is left out of version 1
        return parts[first + 2].whole, der.number(parts[first])
    except (DerError, IndexError):
        return None


def fault(token: Token, raw: bytes, certificate: "Certificate") -> str | None:
    """What is wrong with a token whose algorithms are known, seen by itself; `None` where nothing is.

    Args:
        token: The token.
        raw: The certificate that it names, DER.
        certificate: The same, read.
    """
    attributes, name = token.signer.attributes, _HASHES[token.signer.digest]
    digest = hashlib.new(name, token.content).digest()
    if _octets(token, _MESSAGE_DIGEST) != digest:
        return "what it says was changed after it was signed"
    kind = attributes.get(_CONTENT_TYPE)
    if kind is None or kind.tag != der.OID or der.dotted(kind) != TST_INFO:
        return "its signature is not over a timestamp"
    if not _names(token, raw):
        return "its signature does not name the certificate that it comes with"
    if not _is_for_timestamps(certificate):
        return "its certificate is not for timestamps alone"
    return None if _is_signed_by(token.signer, certificate) else "its signature is wrong"


def _octets(token: Token, attribute: str) -> bytes | None:
    value = token.signer.attributes.get(attribute)
    return value.body if value is not None and value.tag == der.OCTET_STRING else None


def _names(token: Token, certificate: bytes) -> bool:
    """Whether the signed attributes name this certificate by its hash: what else names it is not signed."""
    old, new = (token.signer.attributes.get(each) for each in (_CERTIFICATE, _CERTIFICATE_V2))
    try:
        if new is not None:
            return _names_v2(der.members(der.members(der.members(new)[0])[0]), certificate)
        if old is not None:
            first = der.members(der.members(der.members(old)[0])[0])[0]
            return der.expect(first, der.OCTET_STRING).body == hashlib.sha1(certificate, usedforsecurity=False).digest()
    except (DerError, IndexError):
        return False
    return False


def _names_v2(parts: tuple[der.Value, ...], certificate: bytes) -> bool:
    name = "sha256"
    if parts[0].tag == der.SEQUENCE:
        name = _HASHES.get(der.dotted(der.members(parts[0])[0]), "")
        parts = parts[1:]
    return bool(name) and der.expect(parts[0], der.OCTET_STRING).body == hashlib.new(name, certificate).digest()


def _is_for_timestamps(certificate: "Certificate") -> bool:
    """RFC 3161 §2.3: the extended key usage is critical, and time stamping is all that it allows."""
    from cryptography import x509
    from cryptography.x509.oid import ExtendedKeyUsageOID

    try:
        usage = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage)
    except (ValueError, x509.ExtensionNotFound, x509.DuplicateExtension):
        return False
    return usage.critical and list(usage.value) == [ExtendedKeyUsageOID.TIME_STAMPING]


def _is_signed_by(signer: SignerInfo, certificate: "Certificate") -> bool:
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa

    name = _ALGORITHMS[signer.algorithm] or _HASHES[signer.digest]
    digest: HashAlgorithm = getattr(hashes, name.upper())()
    try:
        key = certificate.public_key()
        if isinstance(key, rsa.RSAPublicKey):
            key.verify(signer.signature, signer.signed, padding.PKCS1v15(), digest)
        elif isinstance(key, ec.EllipticCurvePublicKey):
            key.verify(signer.signature, signer.signed, ec.ECDSA(digest))
        elif isinstance(key, ed25519.Ed25519PublicKey):
            key.verify(signer.signature, signer.signed)
        else:
            return False
    except (InvalidSignature, UnsupportedAlgorithm, ValueError):
        return False
    return True
