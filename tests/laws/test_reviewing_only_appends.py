"""Commenting, reviewing, linking and succeeding: on any trace, damaged ones too, what was recorded stays as it was."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tollens.core.author import comments, review_items
from tollens.core.author.successors import successor
from tollens.core.author.trace_links import linked
from tollens.core.derive.residuals.surface import UNRECOGNIZED, surface
from tollens.core.errors import MisuseError
from tollens.core.graph.elements import identities
from tollens.core.graph.index import Index
from tollens.core.model import ResidualStatus, TargetRef, TargetType, TraceRelationship
from tollens.core.validate.check import validate
from tollens.core.validate.examples import a_comment, a_review_item
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.core.wire.upgrade import upgrade
from tollens.testing import mutations, strategies

WHO: dict[str, Any] = {"at": "2026-01-02T03:04:05Z", "by": "a reviewer"}
WHOLE = TargetRef(target_type=TargetType.TraceTarget)
OTHER = "a trace that nobody generates"

CHANGES: dict[str, tuple[str, str, Callable[[Document, str], Document]]] = {
    "comment": ("comments", "comment_id", lambda document, _: comments.commented(document, "so", on=WHOLE, **WHO)),
    "answer": (
        "comments",
        "comment_id",
        lambda document, name: comments.commented(document, "so", reply_to=name, **WHO),
    ),
    "settle a comment": ("comments", "comment_id", lambda document, name: comments.resolved(document, name, **WHO)),
    "open": (
        "review_items",
        "review_item_id",
        lambda document, _: review_items.opened(document, "do it", target=WHOLE, **WHO),
    ),
    **{
        step: (
            "review_items",
            "review_item_id",
            lambda document, name, step=step: review_items.moved(document, name, step, note="so", **WHO),
        )
        for step in ("acknowledge", "resolve", "waive")
    },
    "link": ("trace_links", "link_id", lambda document, _: linked(document, OTHER, TraceRelationship.Reruns, **WHO)),
}

SETTLING = {
    "status",
    "resolved_at",
    "resolved_by",
    "resolution_note",
    "acknowledged_at",
    "acknowledged_by",
}
"""The members that §14 has for what becomes of a comment or review item."""

TRACES = strategies.traces().map(to_value).flatmap(mutations.mutated).map(lambda made: made.value)


def _with_own(value: Any) -> Any:
    """The trace with a comment and a review item that every change can be about."""
    own = {"comments": a_comment("own"), "review_items": a_review_item("own")}
    lists = {member: value.get(member) for member in own}
    return {**value, **{member: [*held, own[member]] for member, held in lists.items() if isinstance(held, list)}}


def _errors(document: Document) -> Counter[tuple[str, str, str]]:
    found = validate(document).diagnostics
    return Counter((one.code, one.path, one.message) for one in found if one.severity == "error")


@given(st.data(), TRACES, st.sampled_from(sorted(CHANGES)))
@settings(max_examples=60)
def test_a_change_adds_and_touches_nothing_but_the_members_for_it(data: st.DataObject, value: Any, doing: str) -> None:
    document = Document.of(_with_own(value))
    member, key, change = CHANGES[doing]
    names = [name for _, name in identities(getattr(document.trace, member), key)]
    name = data.draw(st.sampled_from(names)) if names else ""
    before = json.dumps(document.value, sort_keys=True)
    try:
        after = change(document, name)
    except MisuseError:
        return
    assert json.dumps(document.value, sort_keys=True) == before
    for held in document.value:
        _kept(held, document.value[held], after.value[held])
    assert _errors(after) <= _errors(document)
    assert after.value == change(document, name).value


def _kept(member: str, was: Any, now: Any) -> None:
    if not isinstance(was, list):
        assert now is was or member == "metrics"
        return
    for old, new in zip(was, now[: len(was)], strict=True):
        if old is not new:
            assert member in ("comments", "review_items")
            assert {name: said for name, said in old.items() if name not in SETTLING} == {
                name: said for name, said in new.items() if name not in SETTLING
            }


@given(TRACES)
@settings(max_examples=60)
def test_a_successor_forgets_no_doubt(value: Any) -> None:
    document = Document.of({**value, "trace_id": "t1"})
    before = json.dumps(document.value, sort_keys=True)
    try:
        after = successor(document, OTHER, **WHO)
    except MisuseError:
        return
    assert json.dumps(document.value, sort_keys=True) == before
    there = [gap for found in surface(Index(after.trace)) for gap in found]
    closed = ResidualStatus.ResidualAddressed.value
    for gap in (gap for found in surface(Index(upgrade(document).document.trace)) for gap in found):
        if gap.superseded_by is None and gap.status != closed:
            if gap.kind == UNRECOGNIZED:
                assert any(one.open and gap.residual_id in one.statement for one in there)
            else:
                told = (gap.kind, gap.severity, gap.status, gap.statement)
                assert any((one.kind, one.severity, one.status, one.statement) == told for one in there)
    assert after.trace.actions[1:] == ()
