"""§12.4 Signatures by sigstore: no lasting key, but a certificate of minutes for an identity, and a public log.

Whom and whose word to expect, and which services count, is the verifier's to say: of what the record says, nothing is
believed. Verifying needs no network; signing speaks to the services through the `sigstore` library (the extra
`sigstore`), which this module loads only when it is asked for something.
"""

import warnings
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import orjson

from tollens.core.errors import MissingExtraError, MisuseError, WorldError
from tollens.core.ports import Claim, Means, Proof, Purpose, Signed, Trust, Workplace

if TYPE_CHECKING:
    from cryptography.x509 import Certificate
    from sigstore.models import Bundle, ClientTrustConfig, TrustedRoot

T = TypeVar("T")

MISSING = 'sigstore signatures are checked with an optional part: pip install "tollens[sigstore]"'

_MAX_BUNDLE = 1 << 20
_CONFIGURATION = "application/vnd.dev.sigstore.clienttrustconfig.v0.1+json"
_ISSUER, _ISSUER_V2 = "1.3.6.1.4.1.57264.1.1", "1.3.6.1.4.1.57264.1.8"
_USER_NAME = "1.3.6.1.4.1.57264.1.7"
_ROOT_ADVICE = "Give the JSON of a trusted root, or of a client trust configuration."


class UnsoundError(Exception):
    """Something in a bundle is no good; the message says what."""


class Identity(NamedTuple):
    """Whom a certificate is for, and who vouched for that."""

    names: tuple[str, ...]
    issuer: str | None


class Sigstore:
    """The backend `sigstore`."""

    name = "sigstore"

    def sign(self, message: bytes, purpose: Purpose, means: Means, workplace: Workplace) -> Signed:
        """Sign with an identity: a certificate is issued, and an entry made in a log that anybody may read.

        Raises:
            MissingExtraError: The library is not installed.
            MisuseError: There is no identity token, it is no good, or the services are none to sign with.
            WorldError: A service cannot be reached, or refused; or what they made does not hold up.
        """
        if means.key is not None:
            raise MisuseError("sigstore signs with an identity token, not with a key", "Leave out --key.")
        if means.identity_token is None:
            raise MisuseError(
                "to sign with sigstore takes an identity token", "Get one from your OpenID Connect provider."
            )
        try:
            from sigstore.errors import VerificationError  # noqa: F401 - is the library there?
        except ImportError:
            raise MissingExtraError("the signature backend 'sigstore'", "sigstore") from None
        configuration = _services(means.trust_root)
        text = _signed(message, means.identity_token, configuration)
        try:
            certificate = _verified(text, message, configuration.trusted_root)[0]
        except UnsoundError as error:
            raise WorldError(f"what the sigstore services made does not hold up: {error}") from None
        identity = _identity(certificate)
        if means.signer not in (None, identity.names[0]):
            raise MisuseError(
                f"the certificate is for {identity.names[0]}, not for {means.signer}", "Leave out --signer."
            )
        members = {"key_type": "sigstore", "bundle": text, "transparency_log": "rekor"}
        if identity.issuer is not None:
            members["oidc_issuer"] = identity.issuer
        return Signed(text, identity.names[0], None, members)

    def verify(self, claim: Claim, trust: Trust, workplace: Workplace) -> Proof:
        """Say what a bundle is worth. Never raises for anything that stands in a trace.

        Raises:
            MisuseError: The trust root cannot be read.
        """
        if claim.purpose == "content" and claim.record.get("bundle") not in (None, claim.signature):
            return Proof("invalid", "`bundle` and `signature` hold different bundles, where they must hold the same")
        if len(claim.signature) > _MAX_BUNDLE:
            return Proof("invalid", f"the bundle has {len(claim.signature):,} characters; {_MAX_BUNDLE:,} are read")
        try:
            import sigstore  # noqa: F401 - what follows cannot do without it
        except ImportError:
            return Proof("unknown", MISSING)
        try:
            root = _root(trust, workplace)
        except WorldError as error:
            return Proof("unknown", f"{error.message}; {error.advice}")
        try:
            certificate, time = _verified(claim.signature, claim.message, root)
            identity = _guarded(lambda: _identity(certificate), "its certificate says nothing that can be read")
        except UnsoundError as error:
            hint = "" if trust.trust_root else "; looked to were the public services, as no trust root was given"
            return Proof("invalid", f"{error}{hint}")
        return _weighed(identity, time, trust, claim)


def _weighed(identity: Identity, time: str | None, trust: Trust, claim: Claim) -> Proof:
    """The verdict on a good signature: is it of whom the verifier expects, by the word of whom it expects?"""
    who = identity.names[0]
    vouched = f"{who}, by the word of {identity.issuer or 'nobody'}"
    lie = ""
    said = claim.record.get("oidc_issuer")
    if claim.purpose == "content" and said is not None and said != identity.issuer:
        lie = "; the record names another issuer"
    if trust.identity is None or trust.oidc_issuer is None:
        return Proof("untrusted", f"good, of {vouched}; whom to expect was not said{lie}", who, time=time)
    if trust.identity not in identity.names or trust.oidc_issuer != identity.issuer:
        return Proof("untrusted", f"good, but of {vouched}{lie}", who, time=time)
    return Proof(
        "valid", f"good, of {trust.identity}, by the word of {identity.issuer}{lie}", trust.identity, time=time
    )


class _Anybody:
    """A policy that takes every certificate: who it is of is asked afterwards, and told apart from what is no good."""

    def verify(self, cert: "Certificate") -> None:
        pass


def _verified(text: str, message: bytes, root: "TrustedRoot") -> "tuple[Certificate, str | None]":
    """The certificate of a bundle that is good for this message and root, and when the log took it.

    Raises:
        UnsoundError: It is not good.
    """
    from sigstore.models import Bundle
    from sigstore.verify import Verifier

    bundle = _guarded(lambda: Bundle.from_json(text.encode()), "it is no sigstore bundle")
    _guarded(
        lambda: Verifier(trusted_root=root).verify_artifact(message, bundle, _Anybody()),
        "the bundle is no good",
    )
    return bundle.signing_certificate, _time(bundle)


def _time(bundle: "Bundle") -> str | None:
    """When the log took the entry of a bundle that was verified; `None` where no promise of the log covers the time.

    It is read from what the library read, not from the text, of which there might be two readings.
    """
    entry = orjson.loads(bundle.to_json())["verificationMaterial"]["tlogEntries"][0]
    if not entry.get("inclusionPromise") or not entry.get("integratedTime"):
        return None
    return datetime.fromtimestamp(int(entry["integratedTime"]), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _identity(certificate: "Certificate") -> Identity:
    """Whom a certificate is for.

    Raises:
        ValueError: It names nobody, or in a way that cannot be read.
    """
    from cryptography import x509
    from cryptography.hazmat import asn1

    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    found = [
        *names.get_values_for_type(x509.RFC822Name),
        *names.get_values_for_type(x509.UniformResourceIdentifier),
        *(
            asn1.decode_der(str, other.value)
            for other in names.get_values_for_type(x509.OtherName)
            if other.type_id.dotted_string == _USER_NAME
        ),
    ]
    if not found:
        raise ValueError("it names nobody")
    return Identity(tuple(found), _issuer(certificate))


def _issuer(certificate: "Certificate") -> str | None:
    from cryptography import x509
    from cryptography.hazmat import asn1

    for oid, read in ((_ISSUER_V2, lambda raw: asn1.decode_der(str, raw)), (_ISSUER, bytes.decode)):
        try:
            extension = certificate.extensions.get_extension_for_oid(x509.ObjectIdentifier(oid))
        except x509.ExtensionNotFound:
            continue
        assert isinstance(extension.value, x509.UnrecognizedExtension)
        return read(extension.value.value)
    return None


def _root(trust: Trust, workplace: Workplace) -> "TrustedRoot":
    """The services that count: those given, else the public ones as the library brings them or last kept them.

    Raises:
        MisuseError: What was given cannot be read.
        WorldError: What the library keeps cannot be read.
    """
    from sigstore.models import ClientTrustConfig, TrustedRoot

    if trust.trust_root is None:
        try:
            return _guarded(lambda: ClientTrustConfig.production(offline=True).trusted_root, "cannot be read")
        except UnsoundError as error:
            raise WorldError(f"the library's list of the public services {error}", _ROOT_ADVICE) from None
    given = trust.trust_root
    try:
        if _kind(given) == _CONFIGURATION:
            return _guarded(lambda: ClientTrustConfig.from_json(given.decode()).trusted_root, "cannot be read")
        path = workplace.put("trusted_root.json", given)
        return _guarded(lambda: TrustedRoot.from_file(path), "cannot be read")
    except UnsoundError as error:
        raise MisuseError(f"the given trust root {error}", _ROOT_ADVICE) from None


def _kind(text: bytes) -> object:
    """The `mediaType` of a JSON object."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    return value.get("mediaType") if isinstance(value, dict) else None


def _services(given: bytes | None) -> "ClientTrustConfig":
    """The services to sign with.

    Raises:
        MisuseError: What was given names none.
        WorldError: The public ones cannot be learnt of.
    """
    from sigstore.models import ClientTrustConfig

    if given is None:
        try:
            return _guarded(ClientTrustConfig.production, "its list of services cannot be had")
        except UnsoundError as error:
            raise WorldError(f"sigstore: {error}", "Signing needs a network.") from None
    try:
        return _guarded(lambda: ClientTrustConfig.from_json(given.decode()), "it is no client trust configuration")
    except UnsoundError as error:
        raise MisuseError(
            f"the given trust root names no services to sign with: {error}",
            "Give a client trust configuration, which holds a trusted root and the services.",
        ) from None


def _signed(message: bytes, token: str, configuration: "ClientTrustConfig") -> str:
    """The bundle that the services make of a message.

    Raises:
        MisuseError: The token is no good.
        WorldError: A service cannot be reached, or refused.
    """
    from sigstore.oidc import IdentityToken
    from sigstore.sign import SigningContext

    try:
        identity = _guarded(lambda: IdentityToken(token.strip()), "it is no good")
    except UnsoundError as error:
        raise MisuseError(
            f"the identity token cannot be used: {error}", "They last minutes: get a fresh one."
        ) from None

    def sign() -> str:
        with SigningContext.from_trust_config(configuration).signer(identity) as signer:
            return signer.sign_artifact(message).to_json()

    try:
        return _guarded(sign, "a service of sigstore cannot be reached, or refused")
    except UnsoundError as error:
        raise WorldError(str(error), "Signing needs a network and a fresh identity token.") from None


def _guarded(call: Callable[[], T], what: str) -> T:
    """The result of a library, on bytes that a stranger chose or a network brought: whatever it raises is an answer."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what libraries think of certificates is no business of the terminal
            return call()
    except Exception as error:
        raise UnsoundError(f"{what}: {_reason(error)}") from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # what a library written in Rust fails with
            raise
        raise UnsoundError(what) from None


def _reason(error: BaseException) -> str:
    """The first line of what an error says, or of what caused it."""
    said = str(error).strip() or str(error.__cause__ or error.__context__ or "").strip() or type(error).__name__
    return said.splitlines()[0][:300]


PLUGIN = Sigstore()
