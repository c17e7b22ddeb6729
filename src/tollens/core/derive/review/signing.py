"""§12.4 What the signatures of a trace state, and whether that is about the trace as it is. Nothing is verified here.

A signature is over the whole trace, so it says the same of every claim in it. What its record states anybody may have
written there: only `tollens verify` tells who signed.
"""

from collections.abc import Sequence

import msgspec

from tollens.core.diagnostics import Diagnostic
from tollens.core.integrity.canonical import Canonical, canonical_value
from tollens.core.integrity.records import fault_of, text_of


class StatedSignature(msgspec.Struct, frozen=True):
    """What one signature record states, unverified.

    Attributes:
        signer: Who is said to have signed; empty where nobody is named.
        algo: The backend that it names.
        key_id, signed_at, role, disposition: As stated; null where they are not.
        timestamped: Whether a trusted timestamp stands beside it, unverified like the rest.
        covers: Whether the content hash that it states is that of the trace as it is, in the form in use here; null
            where readers disagree on what that content is.
        detail: Why it does not cover the trace, or why that cannot be told; empty where it does.
    """

    signer: str
    algo: str
    key_id: str | None
    signed_at: str | None
    role: str | None
    disposition: str | None
    timestamped: bool
    covers: bool | None
    detail: str


def stated_signatures(value: object, faults: Sequence[Diagnostic]) -> tuple[StatedSignature, ...]:
    """What the signatures state, in the order of the file.

    Args:
        value: The JSON value of the trace.
        faults: What was found when its text was read.
    """
    held = value.get("signatures") if isinstance(value, dict) else None
    if not isinstance(held, list) or not held:
        return ()
    canonical = canonical_value(value, tuple(faults))
    current = canonical.digest
    return tuple(_stated(record, *_covers(record, canonical, current)) for record in held)


def _stated(record: object, covers: bool | None, detail: str) -> StatedSignature:
    return StatedSignature(
        signer=text_of(record, "signer") or "",
        algo=text_of(record, "algo") or "",
        key_id=text_of(record, "key_id"),
        signed_at=text_of(record, "signed_at"),
        role=text_of(record, "role"),
        disposition=text_of(record, "disposition"),
        timestamped=isinstance(record, dict) and record.get("timestamp") is not None,
        covers=covers,
        detail=detail,
    )


def _covers(record: object, canonical: Canonical, current: str | None) -> tuple[bool | None, str]:
    fault = fault_of(record)
    if fault is not None:
        return False, f"no signature record: {fault}"
    if text_of(record, "content_hash") != current:
        return False, "the content is another one than was signed, unless its hash was made in the form of RFC 8785"
    if canonical.ambiguous:
        odd = canonical.ambiguous[0]
        return None, f"readers disagree on what was signed: {odd.path}: {odd.message}"
    return True, ""
