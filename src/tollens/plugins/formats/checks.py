"""The verdicts on policies as text and as JSON: what blocks first, then what warns, then in a line what held."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from tollens.core.model.residuals import ResidualPayload
from tollens.core.policy.checking import Checked, Gate, Row
from tollens.core.policy.verdict import Status
from tollens.core.wire.encode import to_value
from tollens.plugins.text.lines import Line, Tone
from tollens.plugins.text.printable import clip, clip_start, columns, one_line, wrap

MOST = 10
"""Ids listed for one policy, unless all are asked for."""

_FACTS = 2
"""Missing facts listed below the first, unless all are asked for."""

_WORDS: dict[str, str] = {"passed": "passed", "failed": "FAILED", "not_applicable": "n/a", "unknown": "UNKNOWN"}
_TONES: dict[str, Tone] = {"passed": "good", "failed": "warn", "unknown": "warn", "not_applicable": "dim"}
_GATES: dict[Gate, tuple[Tone, str]] = {
    "passed": ("good", "passed"),
    "blocked": ("bad", "BLOCKED"),
    "unchecked": ("bad", "NOT CHECKED"),
}
_WORD = 9
"""Columns of the verdict."""


class Told(NamedTuple):
    """The answer on one trace.

    Attributes:
        name: Of the file.
        checked: The answer.
        residuals: What the verdicts derive; `None` where that is not asked for.
        faults: Number of errors of the trace itself, in which case the verdicts are on what could be read.
        unused: Ids that the project's file speaks of and that no policy here has.
    """

    name: str
    checked: Checked
    residuals: tuple[ResidualPayload, ...] | None = None
    faults: int = 0
    unused: tuple[str, ...] = ()


def entry(told: Told) -> dict[str, Any]:
    """The answer as a JSON value."""
    checked = told.checked
    made: dict[str, Any] = {
        "file": told.name,
        "gate": checked.gate,
        "message": checked.message,
        "policies": [_as_json(row) for row in checked.rows],
        "disabled": [off._asdict() for off in checked.disabled],
    }
    if told.faults:
        made["faults"] = told.faults
    if told.unused:
        made["unused"] = told.unused
    if told.residuals is not None:
        made["residuals"] = [to_value(residual) for residual in told.residuals]
    return made


def _as_json(row: Row) -> dict[str, Any]:
    judged = row.judgement
    return {
        "policy_id": judged.policy_id,
        "name": judged.name,
        "severity": judged.severity.value,
        "status": judged.status,
        "applicable": judged.applicable,
        "violating_action_ids": judged.violating.action_ids,
        "violating_artifact_ids": judged.violating.artifact_ids,
        "evidence_action_ids": judged.evidence.action_ids,
        "evidence_artifact_ids": judged.evidence.artifact_ids,
        "undetermined": [fact._asdict() for fact in judged.undetermined],
        "message": judged.message,
        "elements": [{"kind": one.kind, "id": one.name} for one in judged.violating.elements],
        "source": row.source,
        "blocking": row.blocking,
        "diagnostics": msgspec.to_builtins(row.diagnostics),
    }


def lines(told: Told, width: int, *, everything: bool = False) -> Iterator[Line]:
    """The answer as text.

    Args:
        told: The answer.
        width: Columns.
        everything: Whether no list is cut, and what passed or did not apply is listed too.
    """
    checked = told.checked
    tone, word = _GATES[checked.gate]
    yield ("head", clip_start(told.name, max(20, width - 40))), ": ", (tone, word)
    for line in wrap(f"{checked.message}{_counts(checked.rows)}", width - 2):
        yield (f"  {line}",)
    for row in sorted(checked.rows, key=_order):
        if everything or _stands_out(row):
            yield from _row(row, width, everything)
    if not everything:
        yield from _held(checked.rows, width)
    for off in checked.disabled:
        yield from _entry("off", "dim", off.policy_id, "", f"disabled: {off.reason}", width)
    for residual in told.residuals or ():
        grave = residual.severity.value if residual.severity else "no severity"
        told_of = f"{residual.kind.value}, {grave}"
        yield from _entry("residual", "warn", told_of, "", f"{residual.statement} {residual.suggested_check}", width)
    yield from _remarks(told, width)


def _counts(rows: Sequence[Row]) -> str:
    number = Counter(row.judgement.status for row in rows)
    told = [f"{number[status]} {words}" for status, words in _COUNTED.items() if number[status]]
    return f": {', '.join(told)}" if told else ""


_COUNTED: dict[Status, str] = {
    "failed": "failed",
    "unknown": "cannot be decided",
    "passed": "passed",
    "not_applicable": "did not apply",
}


def _order(row: Row) -> tuple[bool, int, int]:
    judged = row.judgement
    return (
        not row.blocking,
        ("failed", "unknown", "passed", "not_applicable").index(judged.status),
        ("error", "warning", "info").index(judged.severity.value),
    )


def _stands_out(row: Row) -> bool:
    """Whether a policy is told by itself: also one that holds and may not say what was meant."""
    warned = any(remark.severity != "info" for remark in row.diagnostics)
    return row.blocking or warned or row.judgement.status in ("failed", "unknown")


def _row(row: Row, width: int, everything: bool) -> Iterator[Line]:
    judged = row.judgement
    tone: Tone = "bad" if row.blocking else _TONES[judged.status]
    named = judged.policy_id if judged.name == judged.policy_id else f"{judged.policy_id}: {judged.name}"
    about = f"{judged.severity.value} · {row.source}"
    yield from _entry(_WORDS[judged.status], tone, named, about, judged.message, width)
    yield from _listed("actions", judged.violating.action_ids, width, everything)
    artifacts = judged.violating.artifact_ids
    yield from _listed("artifacts", artifacts, width, everything)
    elements = [f"{one.kind} {one.name}" for one in judged.violating.elements if one.name not in artifacts]
    yield from _listed("by", elements, width, everything)
    others = judged.undetermined[1:]  # the message tells the first
    for fact in others if everything else others[:_FACTS]:
        yield from _below(f"also missing: {fact.fact}: {fact.why}", "dim", width, everything)
    if len(others) > _FACTS and not everything:
        yield from _below(f"and {len(others) - _FACTS} more missing: --all lists all", "dim", width, everything)
    for remark in row.diagnostics:
        if everything or remark.severity != "info":
            for line in wrap(f"{remark.code} {remark.message}. {remark.hint}".rstrip(), width - _WORD - 2):
                yield (("warn", f"{'':<{_WORD + 2}}{line}"),)


def _entry(word: str, tone: Tone, name: str, aside: str, text: str, width: int) -> Iterator[Line]:
    """A verdict, what it is on, where that is from, and below it the sentence."""
    head = f"  {word:<{_WORD}}"
    room = width - len(head)
    shown = clip(name, room - (len(aside) + 2 if aside and len(aside) < room // 2 else 0))
    rest = clip(aside, max(0, room - columns(shown) - 2)) if aside else ""
    yield (tone, head), shown, ("dim", f"  {rest}" if rest else "")
    for line in wrap(text, room) if text else ():
        yield (f"{'':<{len(head)}}{line}",)


def _below(text: str, tone: Tone, width: int, everything: bool) -> Iterator[Line]:
    room = width - _WORD - 2
    for line in wrap(text, room) if everything else [clip(text, room)]:
        yield ((tone, f"{'':<{_WORD + 2}}{line}"),)


def _listed(word: str, names: Sequence[int | str], width: int, everything: bool) -> Iterator[Line]:
    if not names:
        return
    shown = names if everything else names[:MOST]
    more = f" and {len(names) - len(shown)} more: --all shows them" if len(names) > len(shown) else ""
    text = f"{word}: {', '.join(one_line(str(name)) for name in shown)}{more}"
    for line in wrap(text, width - _WORD - 2):
        yield (f"{'':<{_WORD + 2}}{line}",)


def _held(rows: Sequence[Row], width: int) -> Iterator[Line]:
    """In a line each: which policies passed, and which did not apply."""
    for status, tone in _QUIET:
        names = [one.judgement.policy_id for one in rows if one.judgement.status == status and not _stands_out(one)]
        shown = ", ".join(map(one_line, names[:MOST]))
        more = f" and {len(names) - MOST} more: --all lists them" if len(names) > MOST else ""
        for number, line in enumerate(wrap(f"{shown}{more}", width - _WORD - 2) if names else ()):
            yield (tone, f"  {'' if number else _WORDS[status]:<{_WORD}}"), ("dim", line)


_QUIET: tuple[tuple[str, Tone], ...] = (("passed", "good"), ("not_applicable", "dim"))


def _remarks(told: Told, width: int) -> Iterator[Line]:
    if told.faults:
        counted = "an error" if told.faults == 1 else f"{told.faults} errors"
        text = f"the trace has {counted} of its own; the verdicts are on what could be read of it"
        yield (("warn", clip(f"  {text}", width)),)
    if told.unused:
        names = ", ".join(told.unused[:MOST])
        yield (("warn", clip(f"  the project's file speaks of policies that are not here: {names}", width)),)


def summary(told: Sequence[Told], width: int) -> Iterator[Line]:
    """Several traces in one line, then those that did not pass."""
    number = Counter(one.checked.gate for one in told)
    counted = ", ".join(f"{number[gate]} {word.lower()}" for gate, (_, word) in _GATES.items() if number[gate])
    yield ()
    yield ("head", f"{len(told)} traces"), f": {counted}"
    for one in told:
        if one.checked.gate != "passed":
            tone, word = _GATES[one.checked.gate]
            yield (tone, f"  {word.lower():<12}"), clip_start(one.name, width - 14)
