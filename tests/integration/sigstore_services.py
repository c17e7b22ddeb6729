"""Sigstore of one's own on loopback: an authority that issues certificates, a certificate log, a transparency log,
and, where wanted, a time-stamping authority.

They speak the protocols of Fulcio (v2) and Rekor (v1) as far as the library needs them, with keys made here, so that
bundles are made and verified by the library as with the public services.
"""

import base64
import contextlib
import hashlib
import json
import struct
import urllib.parse
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

pytest.importorskip("sigstore", reason="the extra `sigstore` is not installed")

import jwt
import rfc8785
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tests.integration import tsa
from tests.integration.loopback import send, served
from tollens.plugins.timestamps.rfc3161 import der

ALICE, ISSUER = "alice@example.org", "https://issuer.example"
_START = {"start": "2020-01-01T00:00:00Z"}
_SCT = x509.ObjectIdentifier("1.3.6.1.4.1.11129.2.4.2")


class LogKey:
    """The key of a log."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.public = self.private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        self.id = hashlib.sha256(self.public).digest()

    def sign(self, data: bytes) -> bytes:
        return self.private.sign(data, ec.ECDSA(SHA256()))

    def instance(self, url: str) -> dict[str, Any]:
        """The log as a trusted root has it."""
        return {
            "baseUrl": url,
            "hashAlgorithm": "SHA2_256",
            "publicKey": {
                "rawBytes": _text(self.public),
                "keyDetails": "PKIX_ECDSA_P256_SHA_256",
                "validFor": _START,
            },
            "logId": {"keyId": _text(self.id)},
        }


class Services:
    """The services, and what can be wrong with them.

    Attributes:
        lifetime: How long certificates hold.
        age: How long ago the transparency log says that it took an entry.
        stamping: Whether there is a time-stamping authority, too.
    """

    def __init__(self) -> None:
        self.lifetime, self.age = timedelta(minutes=10), timedelta(0)
        self.stamping = False
        self.transparency, self.certificates = LogKey(), LogKey()
        self.stampers = tsa.issue("stampers", authority=True)
        self.stamper = tsa.issue("stamper", self.stampers, tsa.STAMPING)
        self.key = ec.generate_private_key(ec.SECP256R1())
        now = datetime.now(UTC)
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "authority")])
        self.authority = (
            x509.CertificateBuilder()
            .subject_name(self._name)
            .issuer_name(self._name)
            .public_key(self.key.public_key())
            .serial_number(1)
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=99))
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(signing=False), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self.key.public_key()), critical=False)
            .sign(self.key, SHA256())
        )

    def root(self) -> bytes:
        """The trusted root, for verifying."""
        return json.dumps(self._root("http://127.0.0.1:1")).encode()

    def _root(self, url: str) -> dict[str, Any]:
        return {
            "mediaType": "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
            "tlogs": [self.transparency.instance(url)],
            "certificateAuthorities": [
                {
                    "subject": {"organization": "tests", "commonName": "authority"},
                    "uri": url,
                    "certChain": {"certificates": [{"rawBytes": _text(self.authority.public_bytes(Encoding.DER))}]},
                    "validFor": _START,
                }
            ],
            "ctlogs": [self.certificates.instance(url)],
            "timestampAuthorities": [self._stampers(url)] if self.stamping else [],
        }

    def _stampers(self, url: str) -> dict[str, Any]:
        chain = [each.certificate.public_bytes(Encoding.DER) for each in (self.stamper, self.stampers)]
        return {
            "subject": {"organization": "tests", "commonName": "stampers"},
            "uri": url,
            "certChain": {"certificates": [{"rawBytes": _text(each)} for each in chain]},
            "validFor": _START,
        }

    def configuration(self, url: str) -> bytes:
        """The client trust configuration, for signing."""
        service = {"url": url, "majorApiVersion": 1, "validFor": _START, "operator": "tests"}
        signing = {
            "mediaType": "application/vnd.dev.sigstore.signingconfig.v0.2+json",
            "caUrls": [service],
            "oidcUrls": [],
            "rekorTlogUrls": [service],
            "tsaUrls": [{**service, "url": f"{url}/stamp"}] if self.stamping else [],
            "rekorTlogConfig": {"selector": "ANY"},
            "tsaConfig": {"selector": "ANY"},
        }
        kind = "application/vnd.dev.sigstore.clienttrustconfig.v0.1+json"
        return json.dumps({"mediaType": kind, "trustedRoot": self._root(url), "signingConfig": signing}).encode()

    @contextlib.contextmanager
    def served(self) -> Iterator[bytes]:
        """The client trust configuration of the services while they are there."""

        def respond(handler: BaseHTTPRequestHandler, body: bytes) -> None:
            path = urllib.parse.urlsplit(handler.path).path
            if path == "/stamp":
                imprint = der.members(der.members(der.read(body))[1])[1].body
                now = (
                    datetime.now(UTC).strftime("%Y%m%d%H%M%SZ").encode()
                )  # within the certificate that was just issued
                return send(handler, tsa.handmade(imprint, self.stamper, content={"time": now}))
            asked = json.loads(body)
            if path == "/api/v2/signingCert":
                token = handler.headers["Authorization"].removeprefix("Bearer ")
                answer = self._certify(asked, jwt.decode(token, options={"verify_signature": False}))
            else:
                assert path == "/api/v1/log/entries"
                answer = self._log(asked)
            return send(handler, json.dumps(answer).encode(), 201)

        with served(respond) as address:
            yield self.configuration(address)

    def _certify(self, asked: dict[str, str], claims: dict[str, str]) -> dict[str, Any]:
        request = x509.load_pem_x509_csr(base64.b64decode(asked["certificateSigningRequest"]))
        key = request.public_key()
        assert isinstance(key, ec.EllipticCurvePublicKey)
        chain = [self.certify(key, claims["sub"], claims["iss"]), self.authority]
        texts = [each.public_bytes(Encoding.PEM).decode() for each in chain]
        return {"signedCertificateEmbeddedSct": {"chain": {"certificates": texts}}}

    def certify(self, key: ec.EllipticCurvePublicKey, identity: str, issuer: str) -> x509.Certificate:
        """A certificate for an identity, with the promise of the certificate log in it."""
        now = datetime.now(UTC).replace(microsecond=0)
        named: x509.GeneralName = (
            x509.UniformResourceIdentifier(identity) if "://" in identity else x509.RFC822Name(identity)
        )
        builder = (
            x509.CertificateBuilder()
            .subject_name(x509.Name([]))
            .issuer_name(self._name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(seconds=5))
            .not_valid_after(now + self.lifetime)
            .add_extension(_usage(signing=True), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CODE_SIGNING]), critical=False)
            .add_extension(x509.SubjectAlternativeName([named]), critical=True)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False)
            .add_extension(_said("1.3.6.1.4.1.57264.1.1", issuer.encode()), critical=False)
            .add_extension(_said("1.3.6.1.4.1.57264.1.8", der.write(der.UTF8_STRING, issuer.encode())), critical=False)
        )
        before = builder.sign(self.key, SHA256())
        promise = self._promise(before.tbs_certificate_bytes, int(now.timestamp() * 1000))
        extension = x509.UnrecognizedExtension(_SCT, der.write(der.OCTET_STRING, promise))
        return builder.add_extension(extension, critical=False).sign(self.key, SHA256())

    def _promise(self, certificate: bytes, moment: int) -> bytes:
        """A list of one signed certificate timestamp (RFC 6962 §3.2, §3.3)."""
        issuer = self.key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        entry = hashlib.sha256(issuer).digest() + len(certificate).to_bytes(3, "big") + certificate
        signature = self.certificates.sign(struct.pack("!BBQH", 0, 0, moment, 1) + entry + bytes(2))
        one = struct.pack("!B32sQHBBH", 0, self.certificates.id, moment, 0, 4, 3, len(signature)) + signature
        return struct.pack("!HH", len(one) + 2, len(one)) + one

    def _log(self, entry: dict[str, Any]) -> dict[str, Any]:
        """The entry as the transparency log has taken it: second of two, with proof and promise."""
        body = rfc8785.dumps(entry)
        taken = int((datetime.now(UTC) - self.age).timestamp())
        promised = {
            "body": _text(body),
            "integratedTime": taken,
            "logID": self.transparency.id.hex(),
            "logIndex": 1,
        }
        leaf, other = hashlib.sha256(b"\0" + body).digest(), hashlib.sha256(b"\0other").digest()
        tree = hashlib.sha256(b"\1" + other + leaf).digest()
        note = f"tests\n2\n{_text(tree)}\n"
        signed = self.transparency.id[:4] + self.transparency.sign(note.encode())
        proof = {
            "checkpoint": f"{note}\n\u2014 tests {_text(signed)}\n",
            "hashes": [other.hex()],
            "logIndex": 1,
            "rootHash": tree.hex(),
            "treeSize": 2,
        }
        promise = _text(self.transparency.sign(rfc8785.dumps(promised)))
        return {"uuid": {**promised, "verification": {"inclusionProof": proof, "signedEntryTimestamp": promise}}}


def identity_token(identity: str = ALICE, issuer: str = ISSUER, seconds: int = 60) -> str:
    """What an OpenID Connect provider would issue; nobody here checks who signed it."""
    now = int(datetime.now(UTC).timestamp())
    claims = {"iss": issuer, "sub": identity, "aud": "sigstore", "iat": now, "nbf": now, "exp": now + seconds}
    return jwt.encode(claims, "a key of tests that is long enough for it", algorithm="HS256")


def _usage(*, signing: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=signing,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=not signing,
        crl_sign=not signing,
        encipher_only=False,
        decipher_only=False,
    )


def _said(oid: str, value: bytes) -> x509.UnrecognizedExtension:
    return x509.UnrecognizedExtension(x509.ObjectIdentifier(oid), value)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
