"""Formulas as they stand in files: text, and trees of the companion's constructors in JSON."""

from typing import Any

import pytest

from tollens.core.errors import PolicySyntaxError
from tollens.core.model.base import Json
from tollens.core.policy.encoded import from_json
from tollens.core.policy.parser import parse


def tag(name: str, *arguments: Any) -> dict[str, Any]:
    """A constructor as the companion's JSON writes it."""
    value = arguments[0] if len(arguments) == 1 else list(arguments)
    return {"tag": name, "value": value} if arguments else {"tag": name}


def atom(name: str, *arguments: Any) -> dict[str, Any]:
    return tag("Atom", tag(name, *arguments))


VAR_R, VAR_X = tag("Var", "r"), tag("Var", "x")
SEVERITY = tag("Field", VAR_R, "severity")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("G(a → b)", "G(a → b)"),
        (tag("True"), "true"),
        ("false", "false"),
        (tag("And", []), "true"),
        (tag("Or", []), "false"),
        (tag("And", [atom("StartEvent")]), "start_event"),
        (tag("And", [atom("StartEvent"), atom("EndEvent")]), "start_event ∧ end_event"),
        (tag("Or", [tag("False"), tag("True"), atom("Completed")]), "false ∨ true ∨ completed"),
        (tag("Not", atom("FailedAction")), "¬failed"),
        (
            tag("Temporal1", tag("G"), tag("Implies", atom("ActionTypeIs", "EditFile"), tag("True"))),
            "G(EditFile → true)",
        ),
        (
            tag("Temporal1", "PChain", tag("Iff", atom("ArtifactTypeIs", "Diff"), tag("True"))),
            "P_chain(Diff ↔ true)",
        ),
        (tag("Temporal2", tag("SLast"), tag("True"), tag("False")), "true S_last false"),
        (tag("Temporal2", {"operator": "U", "left": tag("True"), "right": tag("False")}), "true U false"),
        (atom("StatusIs", "VrProved"), "proved"),
        (atom("ActionCategoryIs", "Reasoning"), "reasoning"),
        (atom("ArtifactRoleIs", "ApprovedReferenceRole"), "artifact_role = ApprovedReferenceRole"),
        (atom("AncestorOf", VAR_X, VAR_R), "ancestor_of(x, r)"),
        (atom("FormalModelArtifact", VAR_X), "formal_model_artifact(x)"),
        (atom("StateSpaceAnalysisResultPred", [VAR_X]), "state_space_analysis_result(x)"),
        (atom("PredicateApp", "kya_valid", []), "kya_valid()"),
        (atom("PredicateApp", "ref_model", [VAR_X]), "ref_model(x)"),
        (tag("Compare", tag("Ge"), SEVERITY, tag("Val", tag("VString", "High"))), "r.severity ≥ High"),
        (tag("Compare", SEVERITY, "Neq", tag("Val", "")), "r.severity ≠ ∅"),
        (tag("Compare", "Eq", tag("Var", "tool"), tag("Val", "pytest")), 'tool = "pytest"'),
        (tag("Compare", "Eq", tag("Field", VAR_X, "complete"), tag("Val", tag("VBool", True))), "x.complete = true"),
        (tag("Compare", "Lt", tag("Val", 1), tag("Val", tag("VFloat", 1.5))), "1 < 1.5"),
        (tag("Compare", "In", VAR_X, tag("Outputs", tag("Var", "a"))), "x ∈ outputs(a)"),
        (
            tag("Compare", "In", VAR_X, tag("SetLiteral", [tag("Val", 1), tag("TermSet", VAR_R)])),
            "x ∈ {1, r}",
        ),
        (
            tag("Compare", "Le", tag("Count", tag("TermSet", tag("Inputs", tag("Var", "a")))), tag("Val", 3)),
            "count(inputs(a)) ≤ 3",
        ),
        (
            tag("Quantified", {"quantifier": "Forall", "binder": "r", "source": tag("Var", "residuals"),
                               "body": tag("Compare", "Eq", SEVERITY, tag("Val", "High"))}),
            "∀ r ∈ residuals . r.severity = High",
        ),
        (tag("Quantified", "ExistsUnique", "x", None, atom("DerivedFrom", VAR_X, VAR_X)), "∃! x . derived_from(x, x)"),
        (
            tag("Compare", "In", tag("Var", "target_artifact_id"), {
                "tag": "SetComprehension", "binder": "x", "source": tag("Var", "artifacts"),
                "guard": atom("FormalModelArtifact", VAR_X), "body": tag("Field", VAR_X, "id")}),
            "target_artifact_id ∈ {x.id | x ∈ artifacts ∧ formal_model_artifact(x)}",
        ),
        (
            tag("Compare", "Eq", tag("Val", None), tag("SetComprehension", "x", tag("Var", "actions"), None, VAR_X)),
            "∅ = {x | x ∈ actions}",
        ),
    ],
)  # fmt: skip
def test_a_tree_is_this_formula(value: Any, text: str) -> None:
    assert from_json(Json.of(value)) == parse(text)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (3, "the tree: expected an object with a tag, got an integer"),
        ({"value": 1}, "the tree: expected an object with a tag, got an object"),
        (tag("Nand", []), "the tree: 'Nand' is no constructor of formulas"),
        (tag("Not", tag("Until", [])), "/value: 'Until' is no constructor of formulas"),
        (tag("And", {}), "/value: expected an array, got an object"),
        (tag("And", [tag("True"), 1]), "/value/1: expected an object with a tag, got an integer"),
        (tag("Implies", [tag("True")]), "/value: Implies has 2 arguments: left, right"),
        (tag("Iff", {"left": tag("True"), "right": tag("True"), "also": 1}), "/value: 'also' is no member of Iff"),
        (tag("Temporal1", "Q", tag("True")),
         "/value/0: 'Q' is none of G, F, X, P, H, PTarget, PChain, HTarget, HChain"),
        (tag("Quantified", "Forall", "a-b", None, tag("True")), "/value/1: 'a-b' cannot be a name"),
        (atom("Sometimes"), "/value: 'Sometimes' is no constructor of atoms"),
        (atom("ActionTypeIs", "Edit File"), "/value/value: 'Edit File' cannot be a name"),
        (atom("PredicateApp", "count", []), "/value/value/0: 'count' cannot be a predicate"),
        (atom("PredicateApp", "T", []), "/value/value/0: 'T' cannot be a predicate"),
        (tag("Compare", "Eq", tag("Car", "r"), VAR_X), "/value/1: 'Car' is no constructor of terms"),
        (tag("Compare", "Eq", tag("Val", []), VAR_X), "/value/1/value: expected a value, got an array"),
        (tag("Compare", "Eq", tag("Val", 10**300), VAR_X), "/value/1/value: expected a value, got an integer"),
        (tag("Compare", "Eq", tag("Field", tag("Val", 1), "x"), VAR_X),
         "/value/1/value/0: only a variable, a field or a function has fields"),
        (tag("Compare", "Eq", tag("Field", VAR_X, 1), VAR_X), "/value/1/value/1: 1 cannot be the name of a field"),
        (tag("Compare", "Eq", tag("Count", VAR_X), VAR_X), "/value/1/value: this is counted, and is no set"),
        (tag("Compare", "In", VAR_X, tag("SetComprehension", "x", VAR_X, None, VAR_R)),
         "/value/2/value/3: the elements are not made from the variable 'x'"),
    ],
)  # fmt: skip
def test_what_is_no_tree_is_refused_with_its_place(value: Any, message: str) -> None:
    with pytest.raises(PolicySyntaxError) as caught:
        from_json(Json.of(value))
    assert caught.value.message == message


def test_depth_needs_no_recursion() -> None:
    deep = b'{"tag":"Not","value":' * 300 + b'{"tag":"True"}' + b"}" * 300
    assert from_json(Json(deep)) == parse("¬" * 300 + "true")
    with pytest.raises(PolicySyntaxError, match="too deep"):
        from_json(Json(b'{"tag":"Not","value":' * 100_000 + b'{"tag":"True"}' + b"}" * 100_000))
