"""Whether an action completed or failed, from the structure of the record and never from its prose (§8.2, §9.1, §10.9).

What counts is an exit code, a status word, or a flag of success, of the action's evidence, of its result, and of the
results that it produced. Where none of them is recorded, both are undetermined: that nothing is said of an end is no
evidence that it was reached.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal, cast

from tollens.core.model.actions import GatewayAction, KnownAction
from tollens.core.model.artifacts import (
    CommandResultArtifact,
    ConformanceResultArtifact,
    CoSimulationResultArtifact,
    KnownArtifact,
    VerificationResultArtifact,
)
from tollens.core.model.evidence import Evidence
from tollens.core.model.payloads.conformance import ConformanceStatus, CosimulationStatus
from tollens.core.model.payloads.verification import VerificationResultStatus
from tollens.core.policy.record import Record

End = Literal["completed", "failed", "unfinished", "unsaid"]
"""How an action ended; `unfinished`: it is recorded as still going on."""

_FAILED = frozenset(
    {"failed", "failure", "error", "errored", "aborted", "rejected", "timeout", "timed_out", "killed"}
)  # fmt: skip
_COMPLETED = frozenset({"completed", "complete", "passed", "pass", "success", "succeeded", "ok", "done", "finished"})
_UNFINISHED = frozenset({"pending", "running", "in_progress", "incomplete"})
_FLAGS = ("success", "completed", "ok", "passed")

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


ENDS: tuple[End, ...] = ("failed", "unfinished", "completed", "unsaid")
"""The strongest first: one sign of failure outweighs every sign of success."""

_UNSAID, _SUCCESS = ENDS.index("unsaid"), ENDS.index("completed")

RESULTS = (VerificationResultArtifact, ConformanceResultArtifact, CoSimulationResultArtifact)
"""The results that have a status."""


def ends(record: Record) -> bytes:
    """How each action of a trace ended, as places in `ENDS`: by what it says itself, and by what it produced."""
    found = bytearray([_UNSAID]) * record.size
    for position, action in record.detailed:
        found[position] = _strongest(_signs_of(action))
    for kind in (CommandResultArtifact, *RESULTS):
        for place, result in record.of(kind):
            sign = _sign_in(cast(KnownArtifact, result))
            for position in record.makers[place] if sign < _UNSAID else ():
                found[position] = min(found[position], sign)
    unread = {position for place, _ in record.unread_artifacts for position in record.makers[place]}
    for position in unread.union(record.unread):
        if found[position] == _SUCCESS:
            found[position] = _UNSAID  # what could not be read may say otherwise
    return bytes(found)


def _strongest(signs: Iterable[End]) -> int:
    return min(map(ENDS.index, signs), default=_UNSAID)


def _signs_of(action: KnownAction) -> list[End]:
    """What an action says itself of how it ended."""
    signs = [_by_code(item.exit_code) for item in action.evidence if isinstance(item, Evidence)]
    if not isinstance(action, GatewayAction) and action.result is not None:
        signs += _by_members(action.result.value)
    return signs


def _sign_in(artifact: KnownArtifact) -> int:
    """What an artifact says of how the action that produced it ended."""
    if isinstance(artifact, CommandResultArtifact):
        return _strongest(_by_members(artifact.payload.value))
    if isinstance(artifact, RESULTS):
        return _by_answer(artifact.payload.status)
    return _UNSAID


def _by_code(code: object) -> End:
    if type(code) is not int:
        return "unsaid"
    return "failed" if code else "completed"


@cache
def _by_answer(status: object) -> int:
    if status is CosimulationStatus.ErrorStatus:
        return ENDS.index("failed")
    return _SUCCESS if status in _ANSWERED else _UNSAID


def _by_members(held: Mapping[str, Any]) -> list[End]:
    signs = [_by_code(held.get("exit_code"))]
    status = held.get("status")
    if isinstance(status, str):
        word = status.lower()
        signs.append("failed" if word in _FAILED else "unfinished" if word in _UNFINISHED else "unsaid")
        signs.append("completed" if word in _COMPLETED else "unsaid")
    signs += ["completed" if held[flag] else "failed" for flag in _FLAGS if type(held.get(flag)) is bool]
    if held.get("is_error") is True:
        signs.append("failed")
    if held.get("interrupted") is True:
        signs.append("unfinished")
    return signs
