"""§13.5 The policies of a trace as a page tells them: formula, plain words, all that a verdict rests on."""

from collections.abc import Iterable, Iterator

from tollens.core.policy.explain import explained
from tollens.core.policy.own import Own
from tollens.core.view.document import PlainLine, PolicyStory

_MOST = 1_000
"""Lines in plain words; a longer formula is told by its text alone."""


def policy_stories(policies: Iterable[Own]) -> Iterator[PolicyStory]:
    """The story of each policy that was judged, in order."""
    for one in policies:
        told, judged = one.verdict, one.row.judgement
        lines = () if one.formula is None else explained(one.formula)
        yield PolicyStory(
            policy_id=told.policy_id,
            name=told.name,
            severity=told.severity,
            status=told.status,
            recorded=told.recorded,
            message=told.message,
            blocking=told.blocking,
            formula=told.formula,
            plain=tuple(PlainLine(said.depth, said.text) for said in lines) if len(lines) <= _MOST else (),
            violating=judged.violating.positions,
            violating_artifacts=told.violating_artifact_ids,
            evidence=judged.evidence.positions,
            evidence_artifacts=judged.evidence.artifact_ids,
            undetermined=told.undetermined,
        )
