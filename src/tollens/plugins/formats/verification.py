"""The verdicts on the signatures of a trace as text: whether it may go on and why not, then each signature."""

from collections.abc import Iterator

from tollens.core.integrity.verdicts import SignatureReport, Verification
from tollens.plugins.text.lines import Line, Tone
from tollens.plugins.text.printable import clip, clip_start, one_line, wrap

_STATUS = 11
"""Columns of a status, the longest of which is `untrusted`."""

_TONES: dict[str, Tone] = {"valid": "good", "untrusted": "warn", "unknown": "warn"}


def lines(name: str, made: Verification, width: int) -> Iterator[Line]:
    """The answer.

    Args:
        name: Of the file.
        made: What to show.
        width: Columns.
    """
    told = clip_start(name, max(20, width - 40))
    count = len(made.signatures)
    signed = f", {count} signature{'' if count == 1 else 's'}"
    yield ("head", told), ": ", ("good", "passed") if made.gate == "pass" else ("bad", "not passed"), signed
    for reason in made.reasons:
        yield from _wrapped("  ", reason, width, "bad")
    for number, signature in enumerate(made.signatures, 1):
        yield ()
        yield from _signature(number, signature, width)
    for remark in made.remarks:
        yield ()
        yield from _wrapped("", remark, width, "warn")


def _signature(number: int, made: SignatureReport, width: int) -> Iterator[Line]:
    who = made.signer or "signer not known"
    key = f"  {made.algo or 'no backend'}" + (f" {made.key_id}" if made.key_id else "")
    room = max(20, width - _STATUS - 4)
    yield f"{number}  ", (_TONES.get(made.status, "bad"), f"{made.status:<{_STATUS}}"), clip(who, room), ("dim", key)
    yield from _wrapped(" " * (_STATUS + 3), made.detail, width)
    for line in _said(made):
        yield from _wrapped(" " * (_STATUS + 3), line, width, "dim")
    for remark in made.remarks:
        yield from _wrapped(" " * (_STATUS + 3), remark, width, "warn")
    stamp = made.timestamp
    if stamp is not None:
        when = f"{stamp.time} by {stamp.tsa or 'an authority without a name'}" if stamp.time else "no time"
        tone = _TONES.get(stamp.status, "bad")
        yield from _wrapped(" " * (_STATUS + 3), f"timestamp {stamp.status}: {when}; {stamp.detail}", width, tone)


def _said(made: SignatureReport) -> Iterator[str]:
    """What the record says, and whether that is signed."""
    words = [f"{name} {held}" for name, held in (("role", made.role), ("disposition", made.disposition)) if held]
    if words:
        bound = {"bound": "signed along", "mismatch": "not what was signed"}.get(made.statement, "not signed along")
        yield f"{', '.join(words)} ({bound})"
    if made.signer is None and made.claimed.signer is not None:
        yield f"calls itself {made.claimed.signer}, which proves nothing"
    if made.signed_at is not None:
        yield f"made at {made.signed_at}"
    elif made.claimed.signed_at is not None and made.statement == "bound":
        yield f"made at {made.claimed.signed_at}, by the word of the signer"


def _wrapped(indent: str, text: str, width: int, tone: Tone | None = None) -> Iterator[Line]:
    for line in wrap(one_line(text), max(20, width - len(indent))):
        yield indent, line if tone is None else (tone, line)
