"""The signature gate: nothing but what is valid passes, parties are counted, and a rejection stands (decision 0067)."""

from msgspec.structs import replace

from tollens.core.integrity.gate import Demands, judged
from tollens.core.integrity.verdicts import Claimed, SignatureReport, Stamped, reported
from tollens.core.ports import Proof

ANY = Demands()


def by(key: str, signer: str, **members: object) -> SignatureReport:
    """A valid signature."""
    made = reported({"algo": "ssh"}, Proof("valid", "good", signer, key), "bound", "canonical")
    return replace(made, **members)


def reasons(*signatures: SignatureReport, demands: Demands = ANY, **more: tuple[str, ...]) -> tuple[str, ...]:
    answer = judged(signatures, demands, "sha256:00", **more)
    assert (answer.gate == "pass") is (not answer.reasons)
    return answer.reasons


def test_one_valid_signature_passes() -> None:
    assert reasons(by("k", "alice")) == ()


def test_problems_and_remarks() -> None:
    assert reasons(by("k", "alice"), problems=("no roster",)) == ("no roster",)
    assert reasons(by("k", "alice"), remarks=("odd",)) == ()


def test_whatever_is_not_valid_holds_it_up() -> None:
    for status in ("untrusted", "invalid", "tampered", "unknown"):
        assert reasons(by("k", "alice"), by("l", "bob", status=status))[0].startswith(f"signature 2 is {status}: ")
        stamp = Stamped("untrusted" if status == "tampered" else status, None, None, "why")  # type: ignore[arg-type]
        assert "timestamp of signature 1" in reasons(by("k", "alice", timestamp=stamp))[0]


def test_parties_are_told_apart_by_key_and_by_name() -> None:
    two = Demands(minimum=2)
    assert not reasons(by("k", "alice"), by("l", "bob"), demands=two)
    assert reasons(by("k", "alice"), by("k", "alice"), demands=two)
    assert reasons(by("k", "alice"), by("l", "alice"), demands=two)
    assert reasons(by("k", "alice"), by("k", "bob"), demands=two)
    assert reasons(by("s1", "alice", primary_key_id="p"), by("s2", "bob", primary_key_id="p"), demands=two)
    assert reasons(by("k", "alice"), by("l", "bob"), by("k", "bob"), demands=two)
    assert not reasons(by("k", "alice"), by("k", "alice"), by("l", "bob"), demands=two)
    unnamed = replace(by("l", ""), signer=None, claimed=Claimed("alice", None, None))
    assert reasons(by("k", "alice"), unnamed, demands=two)


def test_what_is_asked_for_must_be_bound() -> None:
    asked = Demands(role="auditor")
    assert not reasons(by("k", "alice", role="auditor"), demands=asked)
    assert reasons(by("k", "alice", role="Auditor"), demands=asked)
    unbound = by("k", "alice", role="auditor", statement="unbound")
    assert len(reasons(unbound, demands=asked)) == 2
    assert not reasons(unbound, demands=asked._replace(believe_unbound=True))
    assert not reasons(unbound)
    assert reasons(unbound, demands=Demands(bound=True)) == (
        "signature 1 does not bind what its record states (unbound)",
    )


def test_a_rejection_stands_against_an_approval() -> None:
    both = by("k", "alice", disposition="approved"), by("l", "bob", disposition="rejected", statement="unbound")
    assert reasons(*both, demands=Demands(disposition="approved")) == ("signature 2 rejects",)
    assert not reasons(*both)
    assert not reasons(by("l", "bob", disposition="rejected"), demands=Demands(disposition="rejected"))


def test_whatever_may_be_an_objection_stands_against_an_approval() -> None:
    asked = Demands(disposition="approved")
    approval = by("k", "alice", disposition="approved")
    for word in ("Rejected", "REJECTED", " rejected\n"):
        assert reasons(approval, by("l", "bob", disposition=word), demands=asked) == ("signature 2 rejects",)
    for word in ("changes requested", "reject", "re\u200bjected", "disapproved"):
        assert "may stand against 'approved'" in reasons(approval, by("l", "bob", disposition=word), demands=asked)[0]
    for word in (None, "", "noted", "Approved"):
        assert not reasons(approval, by("l", "bob", disposition=word), demands=asked)
    own = Demands(disposition="released")
    assert not reasons(by("k", "alice", disposition="released"), by("l", "bob", disposition="noted"), demands=own)
