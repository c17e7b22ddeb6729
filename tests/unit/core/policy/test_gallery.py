"""Policies of files: both forms are read, and nothing that could change a verdict is skipped."""

from typing import Any

import pytest

from tollens.core.errors import MisuseError
from tollens.core.model.policies import PolicyKind, PolicyScope, PolicySeverity
from tollens.core.policy.gallery import policy_of, published, severity_of

PUBLISHED: dict[str, Any] = {
    "id": "tested",
    "name": "Tested",
    "category": "workflow",
    "severity": "error",
    "description": "Tests run first.",
    "formula": "G(GitCommit → P(RunTests))",
    "language_level": "pure_temporal",
    "rationale": "Because.",
    "tags": ["tests"],
    "examples": {"passes": "tests, then a commit", "fails": "a commit alone"},
    "domain": "general",
    "author": "somebody",
    "downloads": 3,
    "pack": "basics",
}


def test_a_published_policy_is_read_with_the_usual_scope_and_kind() -> None:
    (found,) = published(PUBLISHED, "tested.json")
    policy = found.policy
    assert (policy.policy_id, policy.name, policy.description) == ("tested", "Tested", "Tests run first.")
    assert (policy.severity, policy.scope) == (PolicySeverity.ErrorSeverity, PolicyScope.TraceScope)
    assert policy.kind is PolicyKind.TraceInvariant
    assert (found.category, found.pack, found.tags, found.rationale) == ("workflow", "basics", ("tests",), "Because.")
    assert [(example.title, example.trace) for example in found.examples] == [
        ("tests, then a commit", None),
        ("a commit alone", None),
    ]


def test_the_record_of_the_companion_is_read_as_it_stands() -> None:
    said = {
        "policy_id": "p",
        "name": "P",
        "severity": "ErrorSeverity",
        "scope": "action",
        "kind": "LineageRequirement",
        "applies_when": {"action_type": "Verify", "path_matches_any": ["a/", "b/"]},
        "formula": {"tag": "True"},
        "reference_artifact_id": "ref",
    }
    policy = policy_of(said, "a file")
    assert policy.severity is PolicySeverity.ErrorSeverity
    assert (policy.scope, policy.kind) == (PolicyScope.ActionScope, PolicyKind.LineageRequirement)
    assert policy.applies_when is not None
    assert (policy.applies_when.action_type, policy.applies_when.path_matches_any) == ("Verify", ("a/", "b/"))
    assert (policy.formula.value, policy.reference_artifact_id) == ({"tag": "True"}, "ref")


@pytest.mark.parametrize("value", [[PUBLISHED, PUBLISHED | {"id": "b"}], {"policies": [PUBLISHED, {**PUBLISHED}]}])
def test_a_list_and_a_pack_hold_several(value: Any) -> None:
    assert len(published(value, "pack.json")) == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"severity": "eror"}, "'eror' is no severity"),
        ({"severity": 3}, "severity is text, not an integer"),
        ({"scope": "galaxy"}, "'galaxy' is no scope"),
        ({"kind": "wish"}, "'wish' is no kind"),
        ({"formula": None}, "has no formula"),
        ({"formula": ""}, "has no formula"),
        ({"formula": float("nan")}, "cannot be read"),
        ({"id": " "}, "has no id"),
        ({"applies_when": {"weather": "fair"}}, "nobody knows the condition 'weather'"),
        ({"applies_when": ["a"]}, "applies_when is an object, not an array"),
        ({"severty": "error"}, "no member 'severty'"),
        ({"Severity": "error"}, "no member 'Severity'"),
        ({"appliesWhen": {}}, "no member 'appliesWhen'"),
        ({"formulae": "F(action)"}, "no member 'formulae'"),
        ({"disable": True}, "no member 'disable'"),
        ({"applies_when": {"path_matches_any": "a/"}}, "path_matches_any is a list of texts"),
        ({"tags": "a"}, "tags is a list of texts"),
        ({"disabled": "yes"}, "disabled is true or false, not a string"),
        ({"examples": []}, "examples is an object"),
        ({"examples": {"passes": [{"trace": []}]}}, "trace is an object, not an array"),
        ({"examples": {"fails": [{"status": "vanished"}]}}, "'vanished' is no verdict"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(change: dict[str, Any], message: str) -> None:
    with pytest.raises(MisuseError) as refused:
        published(PUBLISHED | change, "tested.json")
    assert refused.value.message.startswith("tested.json")
    assert message in refused.value.message


@pytest.mark.parametrize("value", [3, "text", None, [3], [], {"policies": {}}, {"policies": []}, {}])
def test_what_is_no_policy_is_refused(value: Any) -> None:
    with pytest.raises(MisuseError):
        published(value, "x.json")


def test_a_reasoner_is_told_as_not_checked() -> None:
    (found,) = published(PUBLISHED | {"reasoner": "imandrax", "oracle": None}, "x.json")
    assert found.ignored == ("reasoner",)


@pytest.mark.parametrize(
    ("value", "severity"),
    [({"severity": "info"}, "info"), ({"severity": "dire"}, "error"), ({}, "error"), (3, "error")],
)
def test_what_cannot_be_read_is_as_grave_as_it_may_be(value: Any, severity: str) -> None:
    assert severity_of(value).value == severity
