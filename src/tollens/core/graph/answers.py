"""§10 Which question a reasoning result answers, and which later results answer it again."""

from collections.abc import Callable, Hashable, Iterable

from tollens.core.graph.index import Index
from tollens.core.graph.lines import Lines, lines
from tollens.core.model.artifacts import (
    ConformanceResultArtifact,
    CoSimulationResultArtifact,
    ReasoningResult,
    StateSpaceAnalysisResultArtifact,
    VerificationResultArtifact,
)


def answered_again(index: Index, counts: Callable[[str], bool]) -> dict[str, str]:
    """Each reasoning result with a later one that answers the same question, and that counts.

    Of several the last one. Later is what supersedes it, directly or not, or what a later action made (§7.3, §8); where
    neither tells, nothing is called later.

    Args:
        index: Of the trace.
        counts: Whether the result of that id is one to look for.
    """
    versions = lines(index)
    questions: dict[Hashable, list[tuple[int, ReasoningResult]]] = {}
    for at, result in index.artifacts:
        if isinstance(result, ReasoningResult) and index.artifact_at[result.artifact_id] == at:
            questions.setdefault(_question(index, versions, result), []).append((at, result))
    found: dict[str, str] = {}
    for asked in questions.values():
        if len(asked) > 1:
            found.update(_by_order(index, asked, counts))
            found.update(_by_succession(versions, dict(asked), counts))
    return found


def _question(index: Index, versions: Lines, result: ReasoningResult) -> Hashable:
    """What two results must share to answer one question: their type, and what they are about in all its versions.

    A verification answers its goal; another result answers for a symbol of its target, against its reference or over
    its inputs.
    """
    if isinstance(result, VerificationResultArtifact):
        return VerificationResultArtifact, _origin(index, versions, result.payload.goal_artifact_id)
    target = _origin(index, versions, result.payload.target_artifact_id)
    if isinstance(result, StateSpaceAnalysisResultArtifact):
        return StateSpaceAnalysisResultArtifact, target, result.payload.target_symbol, result.payload.analysis_kind
    stated = result.payload.fingerprint
    symbol = None if stated is None else stated.target_symbol
    if isinstance(result, ConformanceResultArtifact):
        return ConformanceResultArtifact, target, result.payload.reference_artifact_id, symbol
    return CoSimulationResultArtifact, target, result.payload.input_artifact_ids, symbol


def _origin(index: Index, versions: Lines, name: str) -> Hashable:
    at = index.artifact_at.get(name)
    return name if at is None else versions.origin(at)


def _by_order(
    index: Index, asked: Iterable[tuple[int, ReasoningResult]], counts: Callable[[str], bool]
) -> dict[str, str]:
    """By the action that made each: the last one that counts stands behind all that are surely earlier."""
    made = [(index.maker(result.artifact_id), at, result.artifact_id) for at, result in asked]
    counted = [(maker, at, name) for maker, at, name in made if maker is not None and counts(name)]
    if not counted:
        return {}
    last, _, by = max(counted)
    return {name: by for maker, _, name in made if index.later(last, maker)}


def _by_succession(versions: Lines, asked: dict[int, ReasoningResult], counts: Callable[[str], bool]) -> dict[str, str]:
    """By `supersedes`: what stands at the end of the chain, or nearest to it, and counts."""
    by: dict[int, str] = {}
    for at in sorted(asked, reverse=True):
        for later in versions.after.get(at, ()):
            if later in asked:
                name = asked[later].artifact_id
                found = by.get(later) or (name if counts(name) else None)
                if found is not None:
                    by[at] = found
    return {asked[at].artifact_id: name for at, name in by.items()}
