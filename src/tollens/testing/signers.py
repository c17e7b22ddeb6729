"""What every signature backend must satisfy, for the tests of a signer plugin (§12.4).

The suite knows no backend: it asks of two parties that can sign what must hold of any. What only one backend can get
wrong has to be tested with that one.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple

from tollens.core.integrity.records import fault_of
from tollens.core.ports import Claim, Means, Proof, Signed, Signer, Trust, Workplace

Workplaces = Callable[[], AbstractContextManager[Workplace]]

_MESSAGE = b"sha256:" + b"0" * 64
_OTHER = b"sha256:" + b"1" * 64
_STATEMENT = b'{"statement":"tollens-statement-1"}'
_JUNK = (
    "",
    "x",
    "{}",
    "\x1b[31m",
    "GOODSIG VALIDSIG",
    "-----BEGIN PGP SIGNATURE-----\n\n=\n",
    "[GNUPG:] GOODSIG\n" * 3,
)


class Party(NamedTuple):
    """Somebody who can sign.

    Attributes:
        means: What they sign with.
        trust: What a verifier brings who trusts them, and nobody else.
    """

    means: Means
    trust: Trust


def check_signer(signer: Signer, one: Party, other: Party, workplaces: Workplaces) -> None:
    """Check a backend.

    Args:
        signer: The plugin.
        one: Somebody who can sign.
        other: Somebody else.
        workplaces: Gives a fresh workplace each time.

    Raises:
        AssertionError: Something does not hold that must.
    """
    with workplaces() as place:
        mine = signer.sign(_MESSAGE, "content", one.means, place)
        stated = signer.sign(_STATEMENT, "statement", one.means, place)
    with workplaces() as place:
        theirs = signer.sign(_MESSAGE, "content", other.means, place)
    assert (stated.signer, stated.key_id) == (mine.signer, mine.key_id), "one party signs as one"
    assert (theirs.signer, theirs.key_id) != (mine.signer, mine.key_id), "two parties are told apart"

    def verdict(signature: str, trust: Trust, message: bytes = _MESSAGE, **record: object) -> Proof:
        claim = Claim(message, signature, "content", {**_record(signer, mine), "signature": signature, **record})
        with workplaces() as place:
            return signer.verify(claim, trust, place)

    assert fault_of(_record(signer, mine)) is None, "what is signed makes a record of the text"
    _check_trust(verdict, mine, one, other)
    assert verdict(mine.signature, one.trust, _OTHER).status == "invalid", "a signature is over one content"
    assert verdict(stated.signature, one.trust).status == "invalid", "a statement is no signature of content"
    with workplaces() as place:
        bound = Claim(_STATEMENT, stated.signature, "statement", _record(signer, mine))
        proof = signer.verify(bound, one.trust, place)
    assert (proof.status, proof.key_id) == ("valid", mine.key_id), "a statement is verified as one"
    _check_material(verdict, mine, theirs, one)


def _check_trust(verdict: Callable[..., Proof], mine: Signed, one: Party, other: Party) -> None:
    """Whom the verifier trusts decides, and what is shown comes from the signature."""
    proof = verdict(mine.signature, one.trust)
    assert (proof.status, proof.key_id) == ("valid", mine.key_id), "what is signed is valid for whoever trusts the key"
    assert proof.signer == mine.signer, "a trusted signer is named"
    for trust, who in (
        (other.trust, "somebody else"),
        (Trust(one.trust.at, trust_root=one.trust.trust_root), "nobody"),
    ):
        proof = verdict(mine.signature, trust)
        assert proof.status == "untrusted", f"a good signature is untrusted for whoever trusts {who}"
        assert proof.key_id == mine.key_id, "its key is known all the same"
    lied = verdict(mine.signature, one.trust, key_id="0" * 40, signed_at="1999-01-01T00:00:00Z")
    assert lied.key_id == mine.key_id, "what the record says of the key counts for nothing"
    assert lied.time is None or not lied.time.startswith("1999"), "nor what it says of the time"


def _check_material(verdict: Callable[..., Proof], mine: Signed, theirs: Signed, one: Party) -> None:
    """Nothing but the whole signature is good, and nothing at all raises."""
    text = mine.signature
    half = len(text) // 2
    for signature in (*_JUNK, text[:half], text[half:], f"{text}{text}", text.swapcase()):
        assert verdict(signature, one.trust).status in ("invalid", "unknown"), f"{signature[:40]!r} is no signature"
    for record in ({"public_key": None}, {"public_key": "x\0y"}, {"public_key": theirs.members.get("public_key", "x")}):
        assert verdict(theirs.signature, one.trust, **record).status != "valid", "another's signature is not trusted"


def _record(signer: Signer, made: Signed) -> dict[str, object]:
    said = {
        "signer": made.signer,
        "content_hash": _MESSAGE.decode("ascii"),
        "algo": signer.name,
        "signed_at": "2026-01-01T00:00:00Z",
        "key_id": made.key_id,
        **made.members,
        "signature": made.signature,
    }
    return {name: held for name, held in said.items() if held is not None}
