"""How strong the evidence behind a claim is, by what gave it; what a result states of itself can only lower that."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from tollens.core.derive.record.runs import Run
from tollens.core.diagnostics import Diagnostic
from tollens.core.graph.index import Index
from tollens.core.model import (
    ConformanceResultArtifact,
    CoSimulationResultArtifact,
    KnownArtifact,
    StateSpaceAnalysisResultArtifact,
    UserApprovalArtifact,
    VerificationResultArtifact,
)

Strength = Literal["proof", "sat", "tests", "static_analysis", "attested", ""]
"""The strongest first. `proof`: for all cases; `sat`: a case that was found by reasoning; `tests`: for the cases that
were run; `static_analysis`: by looking at the text; `attested`: on somebody's word; empty where it shows nothing."""

ORDER: tuple[Strength, ...] = ("proof", "sat", "tests", "static_analysis", "attested", "")

MEMBER = "evidence_strength"
"""The member of a result's payload, beyond the text, in which it states its strength."""

_PLACE = re.compile(rf"/artifacts/(\d{{1,9}})/payload/{MEMBER}")

_BY_VERDICT: dict[str, Strength] = {"proved": "proof", "refuted": "sat", "sat": "sat"}


def strength_of_artifact(artifact: KnownArtifact, stated: object = None) -> Strength:
    """How strong what an artifact claims can be at most.

    Args:
        artifact: What claims it.
        stated: What its payload says of that; no word of the order says nothing, and a stronger word changes nothing.
    """
    own = _by_kind(artifact)
    if isinstance(stated, str) and stated in ORDER[:-1] and own:
        return max(own, ORDER[ORDER.index(stated)], key=ORDER.index)
    return own


def _by_kind(artifact: KnownArtifact) -> Strength:
    match artifact:
        case VerificationResultArtifact():
            return _BY_VERDICT.get(artifact.payload.status.value, "")
        case StateSpaceAnalysisResultArtifact():
            return "static_analysis" if artifact.payload.regions else ""
        case ConformanceResultArtifact():
            return "static_analysis"
        case CoSimulationResultArtifact():
            return "tests"
        case UserApprovalArtifact():
            return "attested"
        case _:
            return ""


def strength_of_run(run: Run) -> Strength:
    """How strong the end of a check is."""
    return "tests" if run.type == "RunTests" else "static_analysis"


def stated_strengths(index: Index, diagnostics: Iterable[Diagnostic]) -> dict[str, object]:
    """What results state of their strength, by their ids.

    Args:
        index: Of the trace; its JSON value is looked into only where there is such a statement.
        diagnostics: What its validation found: each member beyond the text is among that.
    """
    found: dict[str, object] = {}
    for each in diagnostics:
        place = _PLACE.fullmatch(each.path)
        if place is not None and (name := index.trace.artifacts[int(place[1])].artifact_id) is not None:
            found[name] = _member(index.value, ("artifacts", int(place[1]), "payload", MEMBER))
    return found


def _member(value: Any, path: Sequence[str | int]) -> object:
    """What stands at a place; `None` where nothing does, as where an older version has it elsewhere."""
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value
