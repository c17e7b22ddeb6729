"""§15.3 A check of a merged trace notices whatever of its parents is gone or says something else, artifact or not."""

import copy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.laws.histories import branches
from tollens.core.merge import check_merge, merge
from tollens.core.merge.elements import named_lists
from tollens.core.merge.parents import Parents, parents
from tollens.core.merge.union import unite
from tollens.core.wire.document import Document
from tollens.plugins.languages import language_of

MERGED_AT, BY = "2026-01-02T03:04:05Z", "a reviewer"
FEW = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
TOLD_BY = {
    "actions": "label",
    "meta_actions": "title",
    "policies": "name",
    "comments": "body",
    "review_items": "title",
    "goals": "intent",
    "policy_evaluations": "status",
}
"""A member of the elements of each list that says something."""


def merged(both: Parents) -> dict[str, Any]:
    made = merge(both, language_of, trace_id="merged", at=MERGED_AT, by=BY, engines={})
    return copy.deepcopy(dict(made.document.value))


def errors(both: Parents, value: dict[str, Any]) -> list[tuple[str, str]]:
    found = check_merge(both, Document.of(value), language_of, engines={})
    return [(said.code, said.path) for said in found.diagnostics if said.severity == "error"]


@FEW
@given(branches("ours", "theirs"), st.data())
def test_what_is_lost_or_altered_is_told(traces: tuple[Document, ...], data: st.DataObject) -> None:
    base, ours, theirs = traces
    both = parents(ours, theirs, base)
    value = merged(both)
    assert errors(both, value) == []
    wanted = unite(both, "merged", MERGED_AT, BY).value
    places = [(member, at) for member in TOLD_BY for at in range(len(wanted.get(member) or ()))]
    if not places:
        return
    member, at = data.draw(st.sampled_from(places))
    if data.draw(st.booleans()):
        del value[member][at]
    else:
        told = "not_applicable" if member == "policy_evaluations" else "something else"
        value[member][at][TOLD_BY[member]] = told
    codes = {code for code, _ in errors(both, value)}
    assert "MCK014" in codes, (member, at)


@FEW
@given(branches("ours", "theirs"))
def test_other_names_are_no_loss(traces: tuple[Document, ...]) -> None:
    """Another program may call goals, comments and review items as it likes."""
    base, ours, theirs = traces
    both = parents(ours, theirs, base)
    value = merged(both)
    for member, key, _ in named_lists():
        if member in ("comments", "review_items", "goals"):
            for element in value.get(member) or ():
                element[key] = f"other-{element[key]}"
    assert errors(both, value) == []
