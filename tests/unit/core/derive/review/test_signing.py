"""A signature is told as it stands, never as verified; whether its hash is that of the trace is computed now."""

from typing import Any

import msgspec

from tests.unit.core.derive.traces import document, reviewed
from tollens.apps import wiring
from tollens.core.derive.review.reviewing import review
from tollens.core.derive.review.signing import StatedSignature, stated_signatures
from tollens.core.integrity.canonical import content_hash
from tollens.core.wire.document import Document


def signature(stated: str, **members: Any) -> dict[str, Any]:
    record = {"signer": "ann", "content_hash": stated, "algo": "ssh", "signed_at": "2026-01-01", "signature": "x"}
    return record | members


def stated(*records: object) -> tuple[StatedSignature, ...]:
    return reviewed(signatures=list(records)).signatures


CURRENT = content_hash(document().value)


def test_without_signatures_nobody_is_named() -> None:
    assert reviewed().signatures == ()
    assert stated_signatures(None, ()) == ()
    assert stated_signatures({"signatures": "none"}, ()) == ()


def test_what_is_stated_is_told_and_the_hash_is_compared() -> None:
    (made,) = stated(signature(CURRENT, role="auditor", disposition="approved", key_id="k"))
    assert made == StatedSignature("ann", "ssh", "k", "2026-01-01", "auditor", "approved", False, True, "")


def test_a_signature_of_another_content_does_not_cover_the_trace() -> None:
    (made,) = stated(signature("sha256:00"))
    assert made.covers is False
    assert "another" in made.detail


def test_what_is_no_record_covers_nothing() -> None:
    bare, odd = stated("yes", {"content_hash": CURRENT})
    assert (bare.signer, bare.covers, bare.detail) == ("", False, "no signature record: it is no object")
    assert (odd.covers, odd.detail) == (False, "no signature record: `signer` is missing")


def test_a_timestamp_beside_it_is_counted_not_believed() -> None:
    (made,) = stated(signature(CURRENT, timestamp={"token": "x"}))
    assert (made.timestamped, made.covers) == (True, True)


def test_where_readers_disagree_on_the_content_it_cannot_be_told() -> None:
    first = Document.read(b'{"trace_id":"a","trace_id":"t1"}')
    record = msgspec.json.encode(signature(content_hash(first.value)))
    twice = Document.read(b'{"trace_id":"a","trace_id":"t1","signatures":[%b]}' % record)
    (made,) = review(wiring.evaluated(twice, {})).signatures
    assert made.covers is None
    assert made.detail.startswith("readers disagree on what was signed")
