"""What is known about one symbol as text: where it stands, every result with whether it holds, and what is open.

The gaps that outdated results reopen say what stands with these results already, and are left to the JSON.
"""

from collections.abc import Iterator

from tollens.core.derive.review.symbols import AboutSymbol, SymbolAccount
from tollens.plugins.text.lines import Line, Tone, fitted
from tollens.plugins.text.printable import clip, clip_start, columns, wrap

_WORD = 12
"""Columns of the word that begins a row."""

_TONES: dict[str, Tone] = {
    "holds": "good",
    "undecided": "warn",
    "stale": "bad",
    "detached": "bad",
    "refuted": "bad",
    "contested": "bad",
}
_TOLD = {
    "holds": "everything that is current about it holds, by the record",
    "undecided": "something about it was tried and is not decided",
    "stale": "something about it was established over another version",
    "detached": "something was established about it, and it is gone",
    "refuted": "something about it is refuted",
    "contested": "something about it is contested",
    "nothing": "nothing is established about it",
}


def lines(name: str, found: SymbolAccount, width: int) -> Iterator[Line]:
    """The account.

    Args:
        name: Of the file.
        found: What to show.
        width: Columns.
    """
    tone = _TONES.get(found.standing, "dim")
    head: Line = (
        ("head", clip(found.symbol, width // 2)),
        ("dim", f"  in {clip_start(name, max(20, width // 3))}  "),
        (tone, found.standing),
        ("dim", f"  {_TOLD[found.standing]}"),
    )
    yield fitted(head, width)
    where = ", ".join(found.defined_in) or "no current model that can be read"
    yield (("dim", clip(f"defined in {where}", width)),)
    for result in found.results:
        yield ()
        yield from _result(result, width)
    if found.unanswered:
        yield ()
        yield (("warn", clip(f"not answered: {', '.join(found.unanswered)}", width)),)
    for gap in found.gaps:
        yield from _open(gap.severity, gap.residual_id, gap.statement, gap.suggested_check, width)


def _result(result: AboutSymbol, width: int) -> Iterator[Line]:
    word = f"{result.standing:<{_WORD}}"
    about = f" · {result.question}" if result.question else ""
    yield (_TONES.get(result.standing, "dim"), word), clip(f"{result.verdict}{about}", width - _WORD)
    made = f"action {result.action_id}" if result.action_id is not None else ""
    whole = "about the whole model" if result.whole else ""
    facts = [result.artifact_id, result.type, result.by or "by whom is not recorded", made, whole]
    yield _below("dim", " · ".join(filter(None, facts)), width)
    if result.replaced_by is not None:
        yield _below("dim", f"answered again by {result.replaced_by}", width)
    if result.contested_by is not None:
        yield _below("bad", f"contested by {result.contested_by}", width)
    for line in wrap(f"{result.freshness.lower()}, by {result.basis}: {result.reason}", width - _WORD):
        yield _below("dim", line, width)


def _below(tone: Tone, text: str, width: int) -> Line:
    return ((tone, f"{'':<{_WORD}}{clip(text, width - _WORD)}"),)


def _open(severity: str, name: str, statement: str, check: str, width: int) -> Iterator[Line]:
    yield ()
    head = f"{clip(severity, _WORD - 1):<{_WORD}}"
    yield ("warn", head), clip(name, width - columns(head))
    for line in wrap(statement, width - _WORD):
        yield (f"{'':<{_WORD}}{line}",)
    for line in wrap(f"check: {check}", width - _WORD) if check else ():
        yield (("dim", f"{'':<{_WORD}}{line}"),)
