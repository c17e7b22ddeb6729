"""§12.4 Verifying the signatures of a trace: each record to its backend, to a verdict, and all of them to the gate."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from tollens.core.errors import MissingExtraError, MisuseError, WorldError
from tollens.core.integrity import timestamps
from tollens.core.integrity.canonical import Canonical, canonical_value
from tollens.core.integrity.gate import Demands, judged
from tollens.core.integrity.records import fault_of, text_of
from tollens.core.integrity.statement import MEMBER, statement
from tollens.core.integrity.verdicts import Binding, Scheme, SignatureReport, Stamped, Verification, reported, unproven
from tollens.core.ports import Claim, Proof, Stamp, Trust, Workplace
from tollens.core.wire.document import Document
from tollens.plugins.signers import SIGNERS
from tollens.plugins.timestamps import TIMESTAMPS
from tollens.runtime.hashing import canonical_file, value_of
from tollens.runtime.libraries import hush
from tollens.runtime.process import workplace

MOST = 100
"""Signatures of one trace that are verified; further ones are unknown, so that no file keeps a gate busy for hours."""


class Given(NamedTuple):
    """What the verifier brings.

    Attributes:
        trust: Whom it trusts, and when.
        authorities: Certificates of time-stamping authorities, PEM; `None` where none were given.
        problems: What could not be had of it, such as a roster that is not there.
    """

    trust: Trust
    authorities: Sequence[bytes] | None = None
    problems: tuple[str, ...] = ()


def verify(data: bytes, given: Given, demands: Demands, *, yaml: bool = False) -> Verification:
    """Verify every signature of a trace file, and judge them.

    Args:
        data: The file.
        given: What the verifier brings.
        demands: What it asks for.
        yaml: Whether text that is no JSON is YAML.

    Raises:
        UnreadableError: The file is no JSON or YAML object.
        MisuseError: What the verifier brings cannot be read.
        WorldError: There is no place to work in.
    """
    return _verification(_Content(value_of(data, yaml=yaml), canonical_file(data, yaml=yaml)), given, demands)


def verify_document(document: Document, given: Given, demands: Demands) -> Verification:
    """As `verify`, of a trace that was read."""
    content = _Content(document.value, canonical_value(document.value, document.faults))
    return _verification(content, given, demands)


def _verification(content: "_Content", given: Given, demands: Demands) -> Verification:
    hush()
    held = content.value.get("signatures")
    records = held if isinstance(held, list) else []
    reports = [_verified(record, content, given) for record in records[:MOST]]
    if held is not None and not isinstance(held, list):
        reports = [unproven(held, "invalid", "`signatures` is no list")]
    reports += [unproven(record, "unknown", f"only the first {MOST} are verified") for record in records[MOST:]]
    return judged(reports, demands, content.hash, content.remarks(), given.problems)


class _Content:
    """The content of a trace: what it hashes to, by each scheme."""

    def __init__(self, value: dict[str, Any], canonical: Canonical) -> None:
        self.value = value
        self.canonical = canonical
        self.hash = canonical.digest
        self._jcs: str | None = None
        self._tried = False
        self.untried = ""

    def scheme_of(self, content_hash: str) -> Scheme | None:
        """The scheme by which a hash is that of the content; tried in a fixed order."""
        if content_hash == self.hash:
            return "canonical"
        return "jcs" if content_hash == self._by_jcs() else None

    def _by_jcs(self) -> str | None:
        from tollens.core.integrity.jcs import jcs_hash

        if not self._tried:
            self._tried = True
            try:
                self._jcs = jcs_hash(self.value)
            except MissingExtraError as error:
                self.untried = f" (RFC 8785 was not tried: {error.advice})"
            except MisuseError:
                pass
        return self._jcs

    def remarks(self) -> tuple[str, ...]:
        """What is odd about the file and counts for nothing."""
        stated = self.value.get("content_hash")
        if stated is None or (isinstance(stated, str) and self.scheme_of(stated) is not None):
            return ()
        return ("the content hash that the file states is not that of its content; it is not looked at",)


def _verified(record: object, content: _Content, given: Given) -> SignatureReport:
    """The verdict on one record."""
    fault = fault_of(record)
    if fault is not None:
        return unproven(record, "invalid", f"no signature record: {fault}")
    assert isinstance(record, Mapping)
    scheme = content.scheme_of(record["content_hash"])
    if scheme is None:
        return unproven(record, "tampered", f"the content is another one than was signed{content.untried}")
    if content.canonical.ambiguous:
        odd = content.canonical.ambiguous[0]
        return unproven(record, "unknown", f"readers disagree on what was signed: {odd.path}: {odd.message}", scheme)
    report = _proved(record, scheme, given.trust)
    if record.get("timestamp") is None:
        return report
    return replace(report, timestamp=_stamped(record, given.authorities))


def _proved(record: Mapping[str, object], scheme: Scheme, trust: Trust) -> SignatureReport:
    """What the backend of a record says of it, and of the statement beside it."""
    try:
        with workplace() as place:
            proof = _proof(record, trust, place)
            binding = _binding(record, proof, trust, place) if proof.status in ("valid", "untrusted") else "unbound"
    except (MissingExtraError, WorldError) as error:
        return unproven(record, "unknown", f"{error.message}; {error.advice}".rstrip("; "), scheme)
    if binding == "mismatch":
        mismatch = "the key signed another statement than this record makes, so that something of it was changed"
        return reported(record, proof._replace(detail=mismatch), binding, scheme, "invalid")
    return reported(record, proof if binding == "bound" else _unnamed(proof), binding, scheme)


def _unnamed(proof: Proof) -> Proof:
    """The proof without a name that stands in the record alone: anybody could have written it there."""
    if not proof.allowed_names:
        return proof
    remark = f"the allowed signers have the key for any name that fits {', '.join(proof.allowed_names)}"
    return proof._replace(signer=None, remarks=(*proof.remarks, remark))


def _proof(record: Mapping[str, object], trust: Trust, place: Workplace) -> Proof:
    backend = SIGNERS.get(str(record["algo"]))
    message = str(record["content_hash"]).encode("ascii")
    return backend.verify(Claim(message, str(record["signature"]), "content", record), trust, place)


def _binding(record: Mapping[str, object], proof: Proof, trust: Trust, place: Workplace) -> Binding:
    """Whether whoever signed the content signed this statement, too. Whom the verifier trusts does not matter here."""
    signature = text_of(record, MEMBER)
    if signature is None:
        return "unbound"
    backend = SIGNERS.get(str(record["algo"]))
    said = backend.verify(Claim(statement(record), signature, "statement", record), trust, place)
    if said.status == "unknown":
        return "unbound"
    who, signed_it = (each.key_id or each.signer for each in (proof, said))  # sigstore has no key that lasts
    return "bound" if said.status in ("valid", "untrusted") and who == signed_it is not None else "mismatch"


def _stamped(record: Mapping[str, object], authorities: Sequence[bytes] | None) -> Stamped:
    """The verdict on the timestamp of a record."""
    try:
        stamp = timestamps.judge(record["timestamp"], record["signature"], TIMESTAMPS.get("rfc3161"), authorities)
    except MissingExtraError as error:
        stamp = Stamp("unknown", None, None, f"{error.message}: {error.advice}")
    return Stamped(stamp.status, stamp.time, stamp.tsa, stamp.detail)
