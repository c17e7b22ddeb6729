"""Stating goals and gaps, contesting and certifying: on any trace, damaged ones too, what was recorded stays."""

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tollens.core.author.acceptance import Criterion, criterion_added
from tollens.core.author.certification import certified
from tollens.core.author.goals import goal_dropped, goal_set
from tollens.core.author.residuals import contested, promoted, residual_declared, residual_settled
from tollens.core.errors import MisuseError
from tollens.core.graph.elements import identities
from tollens.core.model import AcceptanceKind, DefeaterKind, ResidualKind, ResidualStatus
from tollens.core.validate.check import validate
from tollens.core.validate.examples import a_criterion, a_goal, a_residual
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.testing import mutations, strategies

WHO = {"at": "2026-01-02T03:04:05Z", "by": "a reviewer"}
CRITERION = Criterion(kind=AcceptanceKind.Change, label="it changes", symbol="f")

CHANGES: dict[str, Callable[[Document, str], Document]] = {
    "set": lambda document, name: goal_set(document, name or "g", intent="another intent", scope=["f"], **WHO),
    "drop": lambda document, name: goal_dropped(document, name, **WHO),
    "accept": lambda document, name: criterion_added(document, name, CRITERION, **WHO),
    "certify": lambda document, name: certified(document, name, "approved", **WHO),
    "declare": lambda document, _: residual_declared(document, ResidualKind.Limitation, "small inputs", **WHO),
    "contest": lambda document, name: contested(document, name, DefeaterKind.Rebuts, "it fails", **WHO),
    "acknowledge": lambda document, name: residual_settled(document, name, ResidualStatus.ResidualAcknowledged, **WHO),
    "waive": lambda document, name: residual_settled(
        document, name, ResidualStatus.ResidualWaived, note="so be it", **WHO
    ),
    "promote": lambda document, name: promoted(document, name, "see to it", **WHO),
}
ON_GOALS = ("set", "drop", "accept", "certify")


def names_of(document: Document, doing: str) -> list[str]:
    """Ids of what a change is about."""
    trace = document.trace
    if doing in ON_GOALS:
        return [name for _, name in identities(trace.goals, "goal_id")]
    artifacts = [artifact.artifact_id for artifact in trace.artifacts if artifact.artifact_id is not None]
    return artifacts + [name for _, name in identities(trace.residuals, "residual_id")]


def with_own(value: Any) -> Any:
    """The trace with a goal and a residual that every change can be about."""
    own = {
        "goals": a_goal(a_criterion("Change", {"symbol": "f"}), goal_id="own goal"),
        "artifacts": a_residual("own residual"),
    }
    lists = {member: value.get(member) for member in own}
    added = {member: [*held, own[member]] for member, held in lists.items() if isinstance(held, list)}
    return {**value, **added}


def kept(before: Any, after: Any, goals: bool) -> None:
    """Every element of every list is the very same value in its place; of a goal, every criterion is."""
    for member, held in before.items():
        if not isinstance(held, list):
            continue
        assert len(after[member]) >= len(held)
        for was, there in zip(held, after[member], strict=False):
            if member == "goals" and goals and was is not there:
                old = was.get("acceptance") or []
                assert all(item is same for item, same in zip(old, there["acceptance"], strict=False)) if old else True
                assert was.get("goal_id", was.get("id")) == there.get("goal_id", there.get("id"))
            else:
                assert was is there


def errors(document: Document) -> set[tuple[str, str]]:
    return {(one.code, one.path) for one in validate(document).diagnostics if one.severity == "error"}


@given(st.data(), strategies.traces().map(to_value).flatmap(mutations.mutated), st.sampled_from(sorted(CHANGES)))
@settings(max_examples=60)
def test_what_was_recorded_stays(data: st.DataObject, mutation: mutations.Mutation, doing: str) -> None:
    document = Document.of(with_own(mutation.value))
    own = "own goal" if doing in ON_GOALS else "own residual"
    name = data.draw(st.just(own) | st.sampled_from([*names_of(document, doing), "none of them"]))
    try:
        made = CHANGES[doing](document, name)
    except MisuseError as refused:
        assert refused.message
        return
    kept(document.value, made.value, doing in ON_GOALS)
    assert {name for name in document.value if name not in made.value} == set()
    assert errors(made) <= errors(document)
    assert CHANGES[doing](document, name).value == made.value
