"""Compares the evidence of two traces that were evaluated. What cannot be told is a loss, never the absence of one."""

from tollens.core.derive.comparison.gaps import gap_changes
from tollens.core.derive.comparison.goals import goal_changes
from tollens.core.derive.comparison.matching import matches
from tollens.core.derive.comparison.pieces import Piece, pieces
from tollens.core.derive.comparison.policies import policy_changes
from tollens.core.derive.comparison.report import Compared, Comparison
from tollens.core.derive.comparison.shifts import evidence_changes
from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.residuals.lifecycle import Lifecycle, lifecycle
from tollens.core.model import CarriedForwardArtifact, MergeEvent, TraceLink, TraceRelationship


def compare(before: Evaluation, after: Evaluation) -> Comparison:
    """What changed in evidence from one trace to another.

    Args:
        before: The trace whose evidence is to be kept.
        after: The trace that is to keep it.
    """
    old, new = pieces(before), pieces(after)
    carried = {each.payload.result_id: each.artifact_id for _, each in after.index.of(CarriedForwardArtifact)}
    found = matches(old, new, carried)
    evidence = evidence_changes(found)
    passed = lifecycle((before.index, after.index))
    surface = before.established
    severities = {gap.residual_id: gap.severity for gap in (*surface.gaps, *surface.defeaters)}
    gaps = gap_changes(passed, severities)
    goals, policies = goal_changes(before, after), policy_changes(before, after)
    losses = sum(change.loss for rows in (evidence, gaps, goals, policies) for change in rows)
    return Comparison(
        loss=losses > 0 or (before.report.valid and not after.report.valid),
        losses=losses,
        kept=len(found.current) - sum(change.change not in ("gained", "forgotten") for change in evidence),
        related=_related(before, after, passed),
        before=_compared(before, old),
        after=_compared(after, new),
        evidence=evidence,
        gaps=gaps,
        goals=goals,
        policies=policies,
    )


def _compared(evaluation: Evaluation, held: tuple[Piece, ...]) -> Compared:
    current = sum(piece.replaced_by is None for piece in held)
    return Compared(evaluation.trace.trace_id, evaluation.report.valid, current)


def _related(before: Evaluation, after: Evaluation, passed: Lifecycle) -> bool:
    """Whether the second is a version of the first, its successor, or merged from it, also by way of other merges."""
    name, merge = before.trace.trace_id, after.trace.merge
    if not name:
        return False
    links: dict[str, list[str]] = {}
    for link in after.trace.trace_links:
        if isinstance(link, TraceLink) and link.relationship is TraceRelationship.DerivedFrom:
            links.setdefault(link.from_trace_id, []).append(link.to_trace_id)
    parents = (*merge.parents, merge.base or "") if isinstance(merge, MergeEvent) else ()
    waiting = [after.trace.trace_id, *parents]
    found = set(waiting)
    while waiting:
        for earlier in links.get(waiting.pop(), ()):
            if earlier not in found:
                found.add(earlier)
                waiting.append(earlier)
    return name in found or not passed.unlinked
