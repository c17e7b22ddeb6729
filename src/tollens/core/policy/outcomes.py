"""Whether an action completed or failed, from the structure of the record and never from its prose (§8.2, §9.1, §10.9).

What counts is an exit code, a status word, or a flag of success, of the action's evidence, of its result, and of the
results that it produced. Where none of them is recorded, both are undetermined: that nothing is said of an end is no
evidence that it was reached.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any, Literal

import msgspec

from tollens.core.model.artifacts import (
    CommandResultArtifact,
    ConformanceResultArtifact,
    CoSimulationResultArtifact,
    VerificationResultArtifact,
)
from tollens.core.model.base import JsonObject
from tollens.core.model.evidence import Evidence
from tollens.core.model.payloads.conformance import ConformanceStatus, CosimulationStatus
from tollens.core.model.payloads.verification import VerificationResultStatus
from tollens.core.policy.record import Record

End = Literal["completed", "failed", "unfinished", "unsaid"]
"""How an action ended; `unfinished`: it is recorded as still going on."""

ENDS: tuple[End, ...] = ("failed", "unfinished", "completed", "unsaid")
"""The strongest first: one sign of failure outweighs every sign of success."""

_FAILED, _UNFINISHED, _COMPLETED, _UNSAID = range(len(ENDS))

_WORDS = {
    _FAILED: ("failed", "failure", "error", "errored", "aborted", "rejected", "timeout", "timed_out", "killed"),
    _UNFINISHED: ("pending", "running", "in_progress", "incomplete"),
    _COMPLETED: ("completed", "complete", "passed", "pass", "success", "succeeded", "ok", "done", "finished"),
}
_BY_WORD = {word: end for end, words in _WORDS.items() for word in words}
"""Status word of a result to the end that it tells of."""

_ANSWERED = frozenset(
    {
        VerificationResultStatus.VrProved,
        VerificationResultStatus.VrRefuted,
        VerificationResultStatus.VrSat,
        ConformanceStatus.ConformancePassed,
        ConformanceStatus.ConformanceFailed,
        ConformanceStatus.ConformancePartial,
        CosimulationStatus.Matched,
        CosimulationStatus.Mismatched,
        CosimulationStatus.Partial,
    }
)
"""A reasoner that found a fault did its work: the action completed."""

RESULTS = (VerificationResultArtifact, ConformanceResultArtifact, CoSimulationResultArtifact)
"""The results that have a status."""


class _Said(msgspec.Struct):
    """What a result may say of how its action ended; of any type, since the text leaves it open."""

    exit_code: Any = None
    status: Any = None
    success: Any = None
    completed: Any = None
    ok: Any = None
    passed: Any = None
    is_error: Any = None
    interrupted: Any = None


_said = msgspec.json.Decoder(_Said).decode


def ends(record: Record) -> bytes:
    """How each action of a trace ended, as places in `ENDS`: by what it says itself, and by what it produced."""
    found = bytearray([_UNSAID]) * record.size
    said, produced = _by_itself(record), _by_products(record)
    for sign in (_COMPLETED, _UNFINISHED, _FAILED):
        for position in chain(said[sign], record.makers.entries(produced[sign])):
            found[position] = sign
    unread = {position for place, _ in record.unread_artifacts for position in record.makers[place]}
    for position in unread.union(record.unread, record.half_read):
        if found[position] == _COMPLETED:
            found[position] = _UNSAID  # what could not be read may say otherwise
    return bytes(found)


Signs = Mapping[int, list[int]]
"""Sign of an end to where it stands."""


def _by_itself(record: Record) -> Signs:
    """What the actions say themselves of how they ended, by position."""
    items = [item.exit_code if type(item) is Evidence else None for item in record.evidence.elements]
    codes = [(at, code) for at, code in zip(record.evidence.positions, items, strict=True) if code is not None]
    results = record.stating("result")
    told = zip(results.positions, _by_members(results.elements), strict=True)
    return _sorted([*told, *((position, _by_code(code)) for position, code in codes)])


def _by_products(record: Record) -> Signs:
    """What the results that the actions produced say of it, by place."""
    results = record.of(CommandResultArtifact)
    told = [*zip(results.positions, _by_members(results.each("payload")), strict=True)]
    kinds: tuple[type[Any], ...] = RESULTS
    for kind in kinds:
        answers = record.of(kind)
        told += zip(answers.positions, map(_by_answer, answers.each("payload.status")), strict=True)
    return _sorted(told)


def _sorted(told: Iterable[tuple[int, int]]) -> Signs:
    signs: Signs = {sign: [] for sign in range(len(ENDS))}
    for at, sign in told:
        signs[sign].append(at)
    return signs


def _by_code(code: object) -> int:
    if type(code) is not int:
        return _UNSAID
    return _FAILED if code else _COMPLETED


@cache
def _by_answer(status: object) -> int:
    if status is CosimulationStatus.ErrorStatus:
        return _FAILED
    return _COMPLETED if status in _ANSWERED else _UNSAID


def _by_members(results: Iterable[JsonObject]) -> Iterator[int]:
    """What open results say; the same few come again and again."""
    known: dict[bytes, int] = {}
    for result in results:
        text = result.text
        sign = known.get(text)
        if sign is None:
            sign = known[text] = _by_text(text)
        yield sign


def _by_text(text: bytes) -> int:
    said = _said(text)
    sign = _by_code(said.exit_code)
    if isinstance(said.status, str):
        sign = min(sign, _BY_WORD.get(said.status.lower(), _UNSAID))
    for flag in (said.success, said.completed, said.ok, said.passed):
        if type(flag) is bool:
            sign = min(sign, _COMPLETED if flag else _FAILED)
    if said.is_error is True:
        sign = _FAILED
    if said.interrupted is True:
        sign = min(sign, _UNFINISHED)
    return sign
