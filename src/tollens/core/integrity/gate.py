"""The signature gate: what must hold before a trace may go on, and every reason why it does not (decision 0067).

Only what is valid counts. Ignoring something never turns a refusal into an approval: whatever is not valid holds the
trace up, and so does a valid rejection where an approval is asked for.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tollens.core.integrity.verdicts import SignatureReport, Verification

REJECTED = "rejected"
"""The disposition that stands against any other that is asked for."""

_NO_OBJECTION = ("", "approved", "noted")
"""What else a signature may say without standing against what is asked for, in whatever case.

The text leaves the words open, so that an objection may be worded as it likes (`Rejected`, `changes requested`): a word
that is not known is taken for one.
"""


class Demands(NamedTuple):
    """What a verifier asks for, beside that everything that is there be valid.

    Attributes:
        minimum: Parties that must have signed; two signatures of one are one.
        role: The role that they must state.
        disposition: The disposition that they must state.
        bound: Every signature must bind what its record states.
        believe_unbound: A role or disposition counts even where anybody could have written it.
    """

    minimum: int = 1
    role: str | None = None
    disposition: str | None = None
    bound: bool = False
    believe_unbound: bool = False


def judged(
    signatures: Sequence[SignatureReport],
    demands: Demands,
    content_hash: str | None,
    remarks: tuple[str, ...] = (),
    problems: tuple[str, ...] = (),
) -> Verification:
    """The answer of the gate.

    Args:
        signatures: The verdicts.
        demands: What is asked for.
        content_hash: Of the content as it is.
        remarks: What is odd and does not count.
        problems: What stands in the way of any verdict, such as a roster that cannot be read.
    """
    reasons = (
        *problems,
        *(reason for number, each in enumerate(signatures, 1) for reason in _against(number, each, demands)),
        *_missing(signatures, demands),
    )
    return Verification("fail" if reasons else "pass", reasons, content_hash, remarks, tuple(signatures))


def _against(number: int, signature: SignatureReport, demands: Demands) -> Iterator[str]:
    name = f"signature {number}"
    if signature.status != "valid":
        yield f"{name} is {signature.status}: {signature.detail}"
    stamp = signature.timestamp
    if stamp is not None and stamp.status != "valid":
        yield f"the timestamp of {name} is {stamp.status}: {stamp.detail}"
    if demands.bound and signature.statement != "bound":
        yield f"{name} does not bind what its record states ({signature.statement})"
    if demands.disposition not in (None, REJECTED):
        yield from _objecting(name, signature.disposition, demands.disposition)


def _objecting(name: str, said: str | None, asked: str | None) -> Iterator[str]:
    """That a signature says what stands, or may stand, against what is asked for."""
    word = "" if said is None else said.strip().casefold()
    if word == REJECTED:
        yield f"{name} rejects"
    elif word not in _NO_OBJECTION and said != asked:
        yield f"{name} says {said!r}, which may stand against {asked!r}; approved, rejected and noted are understood"


def _missing(signatures: Sequence[SignatureReport], demands: Demands) -> Iterator[str]:
    """What was asked for and is not there."""
    if not signatures:
        yield "the trace has no signature"
        return
    fitting = [each for each in signatures if each.status == "valid" and _states(each, demands)]
    counting = _parties([each for each in fitting if demands.believe_unbound or _proves(each, demands)])
    if counting >= demands.minimum:
        return
    asked = (("role", demands.role), ("disposition", demands.disposition))
    wanted = " and ".join(f"the {name} {value!r}" for name, value in asked if value is not None)
    yield (
        f"{demands.minimum} valid signature{'' if demands.minimum == 1 else 's, each of somebody else,'}"
        f"{f' with {wanted}' if wanted else ''} {'is' if demands.minimum == 1 else 'are'} asked for, "
        f"and {counting or 'none'} {'is' if counting <= 1 else 'are'} there"
    )
    if _parties(fitting) > counting:
        yield "a signature states what is asked for, but does not bind it: anybody could have written that"


def _parties(signatures: Sequence[SignatureReport]) -> int:
    """How many parties signed: signatures by one key, or by keys of one signer, are of one.

    Where it is not known who signed, the name in the record counts: taking two for one lets nothing through.
    """
    groups: list[set[tuple[str, str]]] = []
    for each in signatures:
        marks = {("key", name) for name in (each.key_id, each.primary_key_id) if name is not None}
        name = each.claimed.signer if each.signer is None else each.signer
        marks |= {("signer", name)} if name is not None else set()
        apart = [group for group in groups if not group & marks]
        groups = [*apart, marks.union(*(group for group in groups if group & marks))]
    return len(groups)


def _states(signature: SignatureReport, demands: Demands) -> bool:
    return demands.role in (None, signature.role) and demands.disposition in (None, signature.disposition)


def _proves(signature: SignatureReport, demands: Demands) -> bool:
    """Whether what counts of the record, if anything does, is signed along."""
    return signature.statement == "bound" or (demands.role is None and demands.disposition is None)
