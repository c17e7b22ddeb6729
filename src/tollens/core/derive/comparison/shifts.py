"""§18.3 What became of each piece of evidence: in which respects it is worth less than before, and in which more."""

from collections.abc import Iterator
from typing import get_args

from tollens.core.derive.comparison.matching import Match, Matches
from tollens.core.derive.comparison.pieces import UNREAD, Piece
from tollens.core.derive.comparison.report import EvidenceChange, Held, MatchedBy, Shift

_ORDER: tuple[Shift, ...] = get_args(Shift)
_LOSSES = frozenset[Shift]({"lost", "restated", "weakened", "outdated", "contested", "doubted"})

Respect = tuple[Shift, str]
"""In one respect: what became of it, and why."""


def evidence_changes(found: Matches) -> tuple[EvidenceChange, ...]:
    """What became of every piece that is not as it was, the most consequential first."""
    changes = [change for match in found.current if (change := _change(match)) is not None]
    changes += [_row("forgotten", piece, None, "", "a later answer replaces it") for piece in found.forgotten]
    changes += [_row("gained", None, piece, "", "") for piece in found.gained]
    return tuple(sorted(changes, key=lambda change: (not change.loss, _ORDER.index(change.change))))


def _change(match: Match) -> EvidenceChange | None:
    before, after, by = match
    if after is None:
        return _row("lost", before, None, by, "nothing in the second trace answers what it answers")
    respects = sorted(_respects(before, after), key=lambda respect: _ORDER.index(respect[0]))
    if not respects:
        return _row("renewed", before, after, by, "") if after.artifact_id != before.artifact_id else None
    return _row(respects[0][0], before, after, by, "; ".join(why for _, why in respects))


def _respects(before: Piece, after: Piece) -> Iterator[Respect]:
    if before.claim != after.claim and before.verdict != UNREAD:
        yield "restated", f"what stands for it answers something else: {after.subject}"
    yield from _said(before, after)
    if after.currency != before.currency:
        yield ("outdated", after.outdated) if after.currency > before.currency else ("strengthened", "it is current")
    for was, now, shift, word in (
        (before.contested_by, after.contested_by, "contested", "contested"),
        (before.doubted_by, after.doubted_by, "doubted", "in doubt"),
    ):
        if now is not None and was is None:
            yield shift, f"{word} by {now}"  # type: ignore[misc]
        elif was is not None and now is None and not after.currency:
            yield "strengthened", f"no longer {word}"


def _said(before: Piece, after: Piece) -> Iterator[Respect]:
    """What the verdicts say by themselves."""
    told = f"{before.verdict} before, {after.verdict} now"
    match before.says, after.says:
        case ("for", "open" | "against") | ("against", "open"):
            yield "weakened", told
        case "open", "against":
            yield "refuted", told
        case ("open" | "against", "for"):
            yield "strengthened", told
    gone = before.listed - after.listed
    if gone and after.says == "for":
        names = ", ".join(sorted(name for name, _ in gone))
        yield "weakened", f"it no longer lists as proved: {names}"


def _row(change: Shift, before: Piece | None, after: Piece | None, by: MatchedBy, reason: str) -> EvidenceChange:
    shown = before or after
    assert shown is not None
    loss = change in _LOSSES
    was, now = (None if each is None else held_of(each) for each in (before, after))
    return EvidenceChange(change, loss, shown.type, shown.subject, was, now, by, reason)


def held_of(piece: Piece) -> Held:
    """A piece as a report shows it."""
    return Held(piece.artifact_id, piece.action_id, piece.verdict, piece.standing, piece.why)
