"""Whether an action completed or failed, from the structure of the record and never from its prose (§8.2, §9.1, §10.9).

What counts is an exit code, a status word, or a flag of success, of the action's evidence, of its result, and of the
results that it produced. Where none of them is recorded, both are undetermined: that nothing is said of an end is no
evidence that it was reached.
"""

from functools import cache
from typing import Any, Literal

import msgspec

from tollens.core.model.actions import GatewayAction, KnownAction
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
    for position, action in record.detailed:
        found[position] = _by_itself(action)
    known: dict[bytes, int] = {}  # the same few results come again and again
    signs: list[tuple[int, int]] = []
    for place, result in record.of(CommandResultArtifact):
        sign = known.get(result.payload.text)
        if sign is None:
            sign = known[result.payload.text] = _by_members(result.payload)
        signs.append((place, sign))
    kinds: tuple[type[Any], ...] = RESULTS
    for kind in kinds:
        signs += [(place, _by_answer(result.payload.status)) for place, result in record.of(kind)]
    told = [(place, sign) for place, sign in signs if sign < _UNSAID]
    for place, sign in told:
        for position in record.makers[place]:
            found[position] = min(found[position], sign)
    unread = {position for place, _ in record.unread_artifacts for position in record.makers[place]}
    for position in unread.union(record.unread, record.half_read):
        if found[position] == _COMPLETED:
            found[position] = _UNSAID  # what could not be read may say otherwise
    return bytes(found)


def _by_itself(action: KnownAction) -> int:
    """What an action says itself of how it ended."""
    sign = _UNSAID
    for item in action.evidence:
        if isinstance(item, Evidence) and item.exit_code is not None:
            sign = min(sign, _by_code(item.exit_code))
    if not isinstance(action, GatewayAction) and action.result is not None:
        sign = min(sign, _by_members(action.result))
    return sign


def _by_code(code: object) -> int:
    if type(code) is not int:
        return _UNSAID
    return _FAILED if code else _COMPLETED


@cache
def _by_answer(status: object) -> int:
    if status is CosimulationStatus.ErrorStatus:
        return _FAILED
    return _COMPLETED if status in _ANSWERED else _UNSAID


def _by_members(result: JsonObject) -> int:
    said = _said(result.text)
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
