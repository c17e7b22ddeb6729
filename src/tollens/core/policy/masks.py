"""The operators over all positions at once: a formula is a pair of integers, where it is true and where it is false.

Bit `i` of an integer stands for position `i`, or row `i` of whatever is looked at. A bit that neither integer has is
undetermined, Kleene's third value. Each temporal operator only ever gains from its operands, so what surely holds
follows from what surely holds of them, and what may hold from what may hold of them.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import compress
from typing import NamedTuple


class Masks(NamedTuple):
    """Where a formula is true and where it is false; a position that is in neither is undetermined."""

    true: int
    false: int

    def at(self, row: int) -> bool | None:
        """The value at one row; `None` where it is undetermined."""
        if self.true >> row & 1:
            return True
        return False if self.false >> row & 1 else None


@lru_cache(maxsize=8)
def rows(count: int) -> int:
    """The mask of all of some rows: kept, since every operator asks for it."""
    return (1 << count) - 1


def everywhere(value: bool | None, full: int) -> Masks:
    """One value at every row of `full`."""
    return Masks(full if value is True else 0, full if value is False else 0)


# ── at one position ──────────────────────────────────────────────────────────────────────────────────────────────────


def negation(body: Masks) -> Masks:
    """`¬φ`."""
    return Masks(body.false, body.true)


def conjunction(left: Masks, right: Masks) -> Masks:
    """`φ ∧ ψ`."""
    return Masks(left.true & right.true, left.false | right.false)


def disjunction(left: Masks, right: Masks) -> Masks:
    """`φ ∨ ψ`."""
    return Masks(left.true | right.true, left.false & right.false)


def implication(left: Masks, right: Masks) -> Masks:
    """`φ → ψ`."""
    return Masks(left.false | right.true, left.true & right.false)


def equivalence(left: Masks, right: Masks) -> Masks:
    """`φ ↔ ψ`."""
    return Masks(left.true & right.true | left.false & right.false, left.true & right.false | left.false & right.true)


def exactly_one(bodies: list[Masks], full: int) -> Masks:
    """Where exactly one of several holds, as `∃!` asks."""
    one = two = maybe_one = maybe_two = 0
    for body in bodies:
        possible = full & ~body.false
        two |= one & body.true
        one |= body.true
        maybe_two |= maybe_one & possible
        maybe_one |= possible
    return Masks(one & ~maybe_two, two | full & ~maybe_one)


# ── ahead ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def eventually(body: Masks, size: int) -> Masks:
    """`F φ`: now or later."""
    full = rows(size)
    possible = (full ^ body.false).bit_length()
    return Masks((1 << body.true.bit_length()) - 1, full >> possible << possible)


def always(body: Masks, size: int) -> Masks:
    """`G φ`: now and ever after."""
    return negation(eventually(negation(body), size))


def following(body: Masks, size: int) -> Masks:
    """`X φ`: there is a next position, and it holds there."""
    last = 1 << size >> 1
    return Masks(body.true >> 1, body.false >> 1 | last)


def until(left: Masks, right: Masks, size: int) -> Masks:
    """`φ U ψ`: ψ now or later, φ at every position before that, now included."""
    full = rows(size)
    sure = _leading(left.true, right.true)
    may_left, may_right = full ^ left.false, full ^ right.false
    if (may_left, may_right) == (left.true, right.true):
        return Masks(sure, full ^ sure)
    return Masks(sure, full ^ _leading(may_left, may_right))


# ── back ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def previously(body: Masks, size: int) -> Masks:
    """`P φ`: at some position before."""
    full = rows(size)
    sure, possible = _up_to_first(body.true, full), _up_to_first(full ^ body.false, full)
    return Masks(full ^ sure, possible)


def historically(body: Masks, size: int) -> Masks:
    """`H φ`: at every position before."""
    return negation(previously(negation(body), size))


def since(left: Masks, right: Masks, size: int) -> Masks:
    """`φ S ψ`: ψ at some position before, φ at every position between that and now, neither end included."""
    full = rows(size)
    sure = _run(left.true, right.true) << 1 & full
    may_left, may_right = full ^ left.false, full ^ right.false
    if (may_left, may_right) == (left.true, right.true):
        return Masks(sure, full ^ sure)
    return Masks(sure, full & ~(_run(may_left, may_right) << 1))


def since_last(left: Masks, right: Masks, size: int) -> Masks:
    """`φ S_last ψ`: φ at some position between the latest ψ before and now, neither end included."""
    unbroken = negation(right)
    return since(unbroken, conjunction(left, unbroken), size)


Related = Callable[[int], int]
"""From a mask to the positions that have a related earlier position in it."""


def previously_related(body: Masks, size: int, related: Related, unclear: int = 0) -> Masks:
    """`P_target φ`, `P_chain φ`: at some position before that is related to this one.

    Args:
        body: φ.
        size: The number of positions.
        related: The relation.
        unclear: The positions of which it is not known what they are related to.
    """
    full = rows(size)
    possible = full ^ body.false
    if unclear:
        anyhow = _after_first(possible & unclear, full) | (unclear & _after_first(possible, full))
        return Masks(related(body.true & ~unclear) & ~unclear, full ^ (related(possible) | anyhow))
    sure = related(body.true)
    return Masks(sure, full ^ (sure if possible == body.true else related(possible)))


def historically_related(body: Masks, size: int, related: Related, unclear: int = 0) -> Masks:
    """`H_target φ`, `H_chain φ`: at every position before that is related to this one."""
    return negation(previously_related(negation(body), size, related, unclear))


def _after_first(mask: int, full: int) -> int:
    """The positions after the first one of a mask; none where there is none."""
    return full & ~_up_to_first(mask, full)


def _up_to_first(mask: int, full: int) -> int:
    """The positions up to the first one of a mask, that one included; all where there is none."""
    return mask ^ mask - 1 if mask else full


def _run(left: int, right: int) -> int:
    """Where `right` holds, or held and `left` has held ever since: the carry of an addition runs through `left`."""
    starts = right << 1 & left
    return right | (left + starts ^ left | starts) & left


def _leading(left: int, right: int) -> int:
    """Where `right` holds, or `left` holds until it does: 1, 2, 4, … steps ahead, as long as `left` lasts anywhere."""
    steps = 1
    while left:
        right |= right >> steps & left
        left &= left >> steps
        steps *= 2
    return right


# ── between masks and lists ──────────────────────────────────────────────────────────────────────────────────────────


def positions(mask: int) -> Sequence[int]:
    """The positions of a mask, ascending.

    >>> positions(0b1101), positions(0b111)
    ([0, 2, 3], range(0, 3))
    """
    if not mask & mask + 1:  # all up to the last one
        return range(mask.bit_length())
    text = f"{mask:b}"[::-1]
    if 8 * mask.bit_count() > len(text):
        return list(compress(range(len(text)), text.encode().translate(_FLAGS)))
    found: list[int] = []
    at = text.find("1")
    while at >= 0:
        found.append(at)
        at = text.find("1", at + 1)
    return found


def mask_of(flags: bytearray | bytes) -> int:
    """The mask of a string of bytes that are 0 or 1, one a position.

    >>> mask_of(bytes([1, 0, 1, 1])) == 0b1101
    True
    """
    return int(flags.translate(_DIGITS)[::-1], 2) if flags else 0


def only(codes: bytes, code: int) -> bytes:
    r"""Flags of where one of several codes stands.

    >>> only(bytes([2, 0, 2]), 2)
    b'\x01\x00\x01'
    """
    return codes.translate(bytes(code) + b"\x01" + bytes(255 - code))


def flags_of(mask: int, size: int) -> bytes:
    r"""A string of bytes that are 0 or 1, one a position.

    >>> flags_of(0b1101, 5)
    b'\x01\x00\x01\x01\x00'
    """
    return f"{mask:0{size}b}"[::-1].encode().translate(_FLAGS) if size else b""


_DIGITS = bytes([48, 49]) + bytes(range(2, 256))
_FLAGS = bytes(byte & 1 for byte in range(256))
