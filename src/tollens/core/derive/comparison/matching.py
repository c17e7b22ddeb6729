"""§7.3, §15.3 What of a second trace stands for a piece of evidence of a first one. Nothing does by a guess.

In this order: the same id, if it answers the same; what supersedes it; what is new and answers the same. A result that
the first trace has as well is never taken for a new answer: an older verdict does not stand in for a later one that is
gone. Of several that may stand for it, the one that is worth least does.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from tollens.core.derive.comparison.pieces import UNREAD, Piece
from tollens.core.derive.comparison.report import MatchedBy


class Match(NamedTuple):
    """A piece of the first trace, and what stands for it in the second one; `None` where nothing does."""

    before: Piece
    after: Piece | None
    by: MatchedBy


class Matches(NamedTuple):
    """What stands for what.

    Attributes:
        current: Each piece of the first trace that no later one replaces there.
        forgotten: Those that one replaces, and that the second trace does not have.
        gained: The pieces of the second trace that stand for nothing in the first one.
    """

    current: tuple[Match, ...]
    forgotten: tuple[Piece, ...]
    gained: tuple[Piece, ...]


def matches(before: Sequence[Piece], after: Sequence[Piece], carried: Mapping[str, str]) -> Matches:
    """Find what stands for what.

    Args:
        before, after: The pieces of the two traces.
        carried: By the id of a result that the second trace says to carry over a merge: the artifact that says so.
    """
    there = _There(before, after)
    current: list[Match] = []
    forgotten: list[Piece] = []
    for piece in before:
        if piece.replaced_by is None:
            current.append(there.match(piece, carried))
        elif not there.same(piece):
            forgotten.append(piece)
    taken = {id(match.after) for match in current}
    gained = [piece for piece in there.new if piece.replaced_by is None and id(piece) not in taken]
    return Matches(tuple(current), tuple(forgotten), tuple(gained))


class _There:
    """The second trace, to be asked about pieces of the first one."""

    def __init__(self, before: Iterable[Piece], after: Sequence[Piece]) -> None:
        self._by_id = _grouped(after, lambda piece: piece.artifact_id)
        self._heirs = _grouped(after, lambda piece: piece.supersedes)
        known = {id(same) for piece in before for same in self.same(piece)}
        self.new = [piece for piece in after if id(piece) not in known]
        self._new_by_claim = _grouped(self.new, lambda piece: piece.claim)

    def same(self, piece: Piece) -> list[Piece]:
        """The very piece: of the same id, answering the same."""
        held = self._by_id.get(piece.artifact_id, []) if piece.artifact_id is not None else []
        return [each for each in held if _is_same(piece, each)]

    def match(self, piece: Piece, carried: Mapping[str, str]) -> Match:
        """What stands for a piece that nothing in its own trace replaces."""
        by, found = self._found(piece)
        if not found:
            carrier = carried.get(piece.artifact_id or "")
            return Match(piece, _carried(piece, carrier), "carried") if carrier else Match(piece, None, "")
        stands = _worst(found)
        against = [each for each in self._answering(piece) if each.says == "against"]
        if against and stands.says != "against":
            # A new answer under a goal of its own replaces nothing, and refutes what it is about all the same.
            return Match(piece, _worst(against), "claim")
        return Match(piece, stands, by)

    def _found(self, piece: Piece) -> tuple[MatchedBy, list[Piece]]:
        same = self.same(piece)
        if same:
            ends = [end for each in same for end in self._ends(each)]
            return ("id" if ends == same else "succession"), ends
        heirs = self._heirs.get(piece.artifact_id, []) if piece.artifact_id is not None else []
        heirs = [end for each in heirs if each.type == piece.type for end in self._ends(each)]
        return ("succession", heirs) if heirs else ("claim", self._answering(piece))

    def _answering(self, piece: Piece) -> list[Piece]:
        held = self._new_by_claim.get(piece.claim, ())
        return [each for each in held if each.replaced_by is None and _fits(piece, each)]

    def _ends(self, piece: Piece) -> list[Piece]:
        """The last answer to the question of a piece: itself, where nothing replaces it."""
        later = self._by_id.get(piece.replaced_by, []) if piece.replaced_by is not None else []
        return later or [piece]


def _worst(found: Iterable[Piece]) -> Piece:
    return min(found, key=lambda each: each.worth)


def _is_same(piece: Piece, other: Piece) -> bool:
    """Whether two pieces of one id are one: what could not be read may be readable now."""
    if piece.type != other.type:
        return False
    unread = piece.verdict == UNREAD and other.verdict != UNREAD
    return unread or (piece.claim == other.claim and _fits(piece, other))


def _fits(piece: Piece, other: Piece) -> bool:
    """Whether two pieces may be about one place: by identities where both state some, else by files likewise."""
    if piece.components and other.components:
        return not piece.components.isdisjoint(other.components)
    return not (piece.places and other.places) or not piece.places.isdisjoint(other.places)


def _carried(piece: Piece, carrier: str) -> Piece:
    """What is left of a result that is only said to be carried: whether it holds cannot be judged without it."""
    return msgspec.structs.replace(
        piece,
        artifact_id=carrier,
        action_id=None,
        verdict="carried",
        currency=0,
        contested_by=None,
        doubted_by="its absence: the second trace says to carry it and does not have it",
    )


def _grouped(found: Iterable[Piece], key: Callable[[Piece], Hashable]) -> dict[Hashable, list[Piece]]:
    groups: dict[Hashable, list[Piece]] = {}
    for piece in found:
        groups.setdefault(key(piece), []).append(piece)
    return groups
