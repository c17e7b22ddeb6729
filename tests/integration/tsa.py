"""A timestamp authority of one's own: certificates made here, answers by `openssl ts` or by hand."""

import hashlib
import shutil
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from tollens.plugins.timestamps.rfc3161 import der
from tollens.plugins.timestamps.rfc3161.token import SHA256 as SHA256_OID
from tollens.plugins.timestamps.rfc3161.token import TST_INFO

pytest.importorskip("rfc3161_client", reason="the extra `timestamps` is not installed")

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

OPENSSL = shutil.which("openssl")
NOW = datetime.now(UTC)  # openssl stamps with its own clock, and certificates have to hold by it

Key = ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey
STAMPING = (ExtendedKeyUsageOID.TIME_STAMPING,)

CONFIGURATION = """
[tsa]
serial = {folder}/serial
default_policy = 1.2.3.4.1
digests = sha256, sha512
signer_digest = sha256
ess_cert_id_alg = {ess}
clock_precision_digits = {digits}
tsa_name = yes
ess_cert_id_chain = no
"""


class Holder:
    """A certificate and its key."""

    def __init__(self, certificate: x509.Certificate, key: Key) -> None:
        self.certificate = certificate
        self.key = key
        self.pem = certificate.public_bytes(Encoding.PEM)

    def key_pem(self) -> bytes:
        return self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def issue(
    name: str,
    issuer: Holder | None = None,
    usage: tuple[x509.ObjectIdentifier, ...] | None = None,
    *,
    authority: bool = False,
    critical: bool = True,
    days: tuple[int, int] = (-1, 1000),
    key: Key | None = None,
) -> Holder:
    """A certificate, signed by itself where no issuer is given."""
    key = key or ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer.certificate.subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW + timedelta(days=days[0]))
        .not_valid_after(NOW + timedelta(days=days[1]))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    )
    if usage is not None:
        builder = builder.add_extension(x509.ExtendedKeyUsage(usage), critical=critical)
    return Holder(builder.sign(issuer.key if issuer else key, SHA256()), key)


class Authority:
    """Answers queries with the certificate of `signer`."""

    def __init__(
        self, folder: Path, signer: Holder, extra: tuple[Holder, ...] = (), ess: str = "sha256", digits: int = 0
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._put("tsa.pem", signer.pem)
        self._put("tsa.key", signer.key_pem())
        self._put("chain.pem", b"".join(each.pem for each in extra))
        self._put("serial", b"01\n")
        self._put("tsa.cnf", CONFIGURATION.format(folder=folder, ess=ess, digits=digits).encode())
        self._extra = bool(extra)

    def _put(self, name: str, data: bytes) -> None:
        (self.folder / name).write_bytes(data)

    def answer(self, query: bytes) -> bytes:
        """The response to a query, DER."""
        assert OPENSSL is not None
        self._put("query", query)
        chain = ["-chain", str(self.folder / "chain.pem")] if self._extra else []
        command = [OPENSSL, "ts", "-reply", "-config", "tsa.cnf", "-section", "tsa", "-queryfile", "query"]
        command += ["-signer", "tsa.pem", "-inkey", "tsa.key", *chain, "-out", "answer"]
        ended = subprocess.run(command, cwd=self.folder, capture_output=True, check=False)
        assert ended.returncode == 0, ended.stderr
        return (self.folder / "answer").read_bytes()


def handmade(
    about: bytes,
    signer: Holder,
    *,
    content: Mapping[str, Any] = MappingProxyType({}),
    certificates: tuple[Holder, ...] | None = None,
    names: bytes | None = b"",
    digest: bytes = b"",
    kind: str = TST_INFO,
    key: Key | None = None,
    algorithm: str = "1.2.840.10045.4.3.2",
    hash_name: str = SHA256_OID,
    signatures: int = 1,
) -> bytes:
    """A response made without openssl, so that any part of it can be wrong.

    Args:
        about: The imprint.
        signer: Who signs.
        content: What differs in the TSTInfo.
        certificates: Those that come with it; the signer's if left out.
        names: The bytes whose hash names the certificate; `None` for no such attribute.
        digest: The bytes whose hash stands for the content.
        kind: The content type that is signed.
        key: What signs, if not the key of the signer.
        algorithm, hash_name: Of the signature.
        signatures: How many.
    """
    info = _tst_info(about, **content)
    raw = signer.certificate.public_bytes(Encoding.DER)
    attributes = [
        _attribute("1.2.840.113549.1.9.3", _oid(kind)),
        _attribute("1.2.840.113549.1.9.4", der.write(der.OCTET_STRING, hashlib.sha256(digest or info).digest())),
    ]
    if names is not None:
        named = _sequence(_sequence(_sequence(der.write(der.OCTET_STRING, hashlib.sha256(names or raw).digest()))))
        attributes.append(_attribute("1.2.840.113549.1.9.16.2.47", named))
    signed = b"".join(sorted(attributes))
    private = key or signer.key
    assert isinstance(private, ec.EllipticCurvePrivateKey)
    parts = der.members(der.members(der.read(raw))[0])
    one = _sequence(
        der.write_number(1),
        _sequence(parts[3].whole, parts[1].whole),
        _sequence(_oid(hash_name)),
        der.write(der.CONTEXT, signed),
        _sequence(_oid(algorithm)),
        der.write(der.OCTET_STRING, private.sign(der.write(der.SET, signed), ec.ECDSA(SHA256()))),
    )
    held = [
        each.certificate.public_bytes(Encoding.DER)
        for each in (certificates if certificates is not None else (signer,))
    ]
    data = _sequence(
        der.write_number(3),
        der.write(der.SET, _sequence(_oid(hash_name))),
        _sequence(_oid(TST_INFO), der.write(der.CONTEXT, der.write(der.OCTET_STRING, info))),
        *([der.write(der.CONTEXT, *held)] if held else []),
        der.write(der.SET, *[one] * signatures),
    )
    token = _sequence(_oid("1.2.840.113549.1.7.2"), der.write(der.CONTEXT, data))
    return _sequence(_sequence(der.write_number(0)), token)


def _tst_info(
    about: bytes,
    version: int = 1,
    algorithm: str = SHA256_OID,
    imprint: bytes | None = None,
    time: bytes | None = None,
    extension: bytes | None = None,
) -> bytes:
    stamped = time or NOW.strftime("%Y%m%d%H%M%SZ").encode()
    extra = (
        _sequence(_oid("1.2.3"), der.write(der.BOOLEAN, extension), der.write(der.OCTET_STRING)) if extension else b""
    )
    return _sequence(
        der.write_number(version),
        _oid("1.2.3.4.1"),
        _sequence(_sequence(_oid(algorithm)), der.write(der.OCTET_STRING, imprint or about)),
        der.write_number(7),
        der.write(der.GENERALIZED_TIME, stamped),
        *([der.write(der.CONTEXT + 1, extra)] if extra else []),
    )


def _sequence(*parts: bytes) -> bytes:
    return der.write(der.SEQUENCE, *parts)


def _attribute(name: str, value: bytes) -> bytes:
    return _sequence(_oid(name), der.write(der.SET, value))


def _oid(dotted: str) -> bytes:
    first, second, *arcs = map(int, dotted.split("."))
    body = bytearray()
    for arc in (40 * first + second, *arcs):
        groups = [arc >> 7 * place & 0x7F for place in range(max(1, (arc.bit_length() + 6) // 7))]
        body += bytes([*(group | 0x80 for group in reversed(groups[1:])), groups[0]])
    return der.write(der.OID, bytes(body))
