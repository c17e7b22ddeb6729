"""§10 Which question a reasoning result answers, and which later results answer it again."""

from collections.abc import Callable, Hashable, Iterable, Mapping

from tollens.core.graph.index import RESULTS, Index
from tollens.core.graph.latest import latest
from tollens.core.graph.lines import Lines
from tollens.core.model.artifacts import (
    ConformanceResultArtifact,
    CoSimulationResultArtifact,
    ReasoningResult,
    StateSpaceAnalysisResultArtifact,
    VerificationResultArtifact,
)

_GOAL, _TARGET = "payload.goal_artifact_id", "payload.target_artifact_id"

_MOST_LAST = 16
"""Of so many answers to one question that the record does not order, none is taken for an answer to another."""


def answered_again(index: Index, counts: Callable[[str], bool], *, stated: bool = False) -> dict[str, str]:
    """Each reasoning result with a later one that answers the same question, and that counts.

    Of several the last one. Later is what supersedes it, directly or not, or what `latest` puts behind it by revision,
    by the actions or by the list (§7.3, §18.2); where none of these tells, nothing is called later.

    Args:
        index: Of the trace.
        counts: Whether the result of that id is one to look for.
        stated: Only what supersedes it is later.
    """
    versions = index.lines
    origins = _origins(index, versions)
    questions: dict[Hashable, list[tuple[int, ReasoningResult]]] = {}
    for kind in RESULTS:
        results = index.of(kind)
        names = set(results.each(_GOAL if kind is VerificationResultArtifact else _TARGET))
        versions_of = names & origins.keys()
        if len(names) - len(versions_of) + len({origins[name] for name in versions_of}) == len(results):
            continue  # each answers a question of its own
        for at, result in results:
            if index.unique or index.artifact_at[result.artifact_id] == at:
                questions.setdefault(_question(origins, result), []).append((at, result))
    found: dict[str, str] = {}
    for asked in questions.values():
        if len(asked) > 1:
            found.update({} if stated else _by_order(index, asked, counts))
            found.update(_by_succession(versions, dict(asked), counts))
    return found


def _question(origins: Mapping[str, int], result: ReasoningResult) -> Hashable:
    """What two results must share to answer one question: their type, and what they are about in all its versions.

    A verification answers its goal; another result answers for a symbol of its target, against its reference or over
    its inputs.
    """
    if isinstance(result, VerificationResultArtifact):
        goal = result.payload.goal_artifact_id
        return VerificationResultArtifact, origins.get(goal, goal)
    target = origins.get(result.payload.target_artifact_id, result.payload.target_artifact_id)
    if isinstance(result, StateSpaceAnalysisResultArtifact):
        return StateSpaceAnalysisResultArtifact, target, result.payload.target_symbol, result.payload.analysis_kind
    stated = result.payload.fingerprint
    symbol = None if stated is None else stated.target_symbol
    if isinstance(result, ConformanceResultArtifact):
        return ConformanceResultArtifact, target, result.payload.reference_artifact_id, symbol
    return CoSimulationResultArtifact, target, result.payload.input_artifact_ids, symbol


def _origins(index: Index, versions: Lines) -> dict[str, int]:
    """Each id of an artifact that has several versions, with the position of the first one; there are few of them."""
    found: dict[str, int] = {}
    for at in {*versions.first, *versions.first.values()}:
        name = index.trace.artifacts[at].artifact_id
        if name is not None and index.artifact_at[name] == at:
            found[name] = versions.origin(at)
    return found


def _by_order(
    index: Index, asked: Iterable[tuple[int, ReasoningResult]], counts: Callable[[str], bool]
) -> dict[str, str]:
    """What the last of those that count leave behind."""
    names = {at: result.artifact_id for at, result in asked}
    counted = {at for at, name in names.items() if counts(name)}
    last = latest(index, sorted(counted))
    if not last or len(last) > _MOST_LAST:
        return {}
    by = names[last[-1]]
    return {
        name: by
        for at, name in names.items()
        if at not in last and (at in counted or at not in latest(index, sorted((at, *last))))
    }


def _by_succession(versions: Lines, asked: dict[int, ReasoningResult], counts: Callable[[str], bool]) -> dict[str, str]:
    """By `supersedes`: what stands at the end of the chain, or nearest to it, and counts."""
    by: dict[int, str] = {}
    after = {at: [later for later in versions.after.get(at, ()) if later in asked] for at in asked}
    unseen = {at: len(later) for at, later in after.items()}
    ready = [at for at, number in unseen.items() if not number]
    for at in ready:  # each after all that replace it
        for later in after[at]:
            name = asked[later].artifact_id
            found = by.get(later) or (name if counts(name) else None)
            if found is not None:
                by[at] = found
        old = versions.before.get(at, at)
        if unseen.get(old):
            unseen[old] -= 1
            if not unseen[old]:
                ready.append(old)
    return {asked[at].artifact_id: name for at, name in by.items()}
