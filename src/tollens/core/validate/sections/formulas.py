"""§18.1 The formulas of acceptance items mean something: what cannot be read of one leaves all of it unresolved."""

from collections.abc import Iterator
from typing import Any

from tollens.core.diagnostics import pointer
from tollens.core.graph.elements import known
from tollens.core.graph.index import Index
from tollens.core.model.goals import AcceptanceKind
from tollens.core.validate.examples import a_criterion, a_goal, a_policy, a_residual
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted
from tollens.core.wire.formulas import About, Formula, read_formula

_LEFT = "A formula with a fault is never evaluated, so the item stays Todo, also where the fault is below a `not`."


def _atom(symbol: object = "f") -> dict[str, Any]:
    return {"atom": {"kind": "Property", "binding": {"symbol": symbol}}}


def _gap(name: str) -> dict[str, Any]:
    return {"atom": {"kind": "Gap", "binding": {"residual_id": name}}}


def _duty(name: str) -> dict[str, Any]:
    return {"atom": {"kind": "Obligation", "binding": {"policy_id": name}}}


def _goal(formula: dict[str, Any]) -> list[dict[str, Any]]:
    return [a_goal(a_criterion("Property", {"symbol": "f"}) | {"formula": formula})]


def _over(selector: dict[str, Any], variable: str = "c") -> dict[str, Any]:
    return {"forall": {"in": selector, "as": "c", "holds": _atom({"var": variable})}}


def _formulas(index: Index) -> Iterator[tuple[tuple[str | int, ...], Formula]]:
    """Every formula with the way to it."""
    for position, goal in known(index.trace.goals):
        for place, item in known(goal.acceptance):
            if item.formula is not None:
                yield ("goals", position, "acceptance", place, "formula"), read_formula(item.formula)


def _faults(index: Index, about: About) -> Iterator[Finding]:
    for way, formula in _formulas(index):
        for fault in formula.faults:
            if fault.about == about:
                yield Finding(pointer(*way, *fault.way), fault.message)


@rule(
    "FRM001",
    "error",
    "18.1",
    "A node of a formula has one operator, with what it takes",
    prose="A node is an object with one of atom, and, or, not, implies, forall, exists, and perhaps a role (§18.1): a "
    f"list for and and or, two for implies, a selector and a formula for forall and exists. {_LEFT}",
    hint="State one operator a node.",
    good={"goals": _goal({"implies": [_atom(), _atom()]})},
    bad={"goals": _goal({"implies": [_atom()]})},
)
def nodes_have_one_operator(index: Index) -> Iterator[Finding]:
    return _faults(index, "node")


@rule(
    "FRM002",
    "error",
    "18.1",
    "A role of a formula is met, governed, or none",
    prose="A role says what evidence must be (§18.1): under `met` it must exist, otherwise it must be uncontested and "
    f"fresh, too. An unknown one would be taken for one of these by a guess. {_LEFT}",
    hint="Write met or governed, or leave the role out.",
    good={"goals": _goal(_atom() | {"role": "met"})},
    bad={"goals": _goal(_atom() | {"role": "meet"})},
)
def roles_are_known(index: Index) -> Iterator[Finding]:
    return _faults(index, "role")


@rule(
    "FRM003",
    "error",
    "18.1",
    "A quantifier ranges over a known selector",
    prose="forall and exists range over one of glob, module, scope, tag (§18.1): a text each, and true for scope. "
    f"{_LEFT}",
    hint='Write a selector such as {"glob": "src/**"}.',
    good={"goals": _goal(_over({"glob": "src/**"}))},
    bad={"goals": _goal(_over({"glob": 5}))},
)
def selectors_are_known(index: Index) -> Iterator[Finding]:
    return _faults(index, "selector")


@rule(
    "FRM004",
    "error",
    "18.1",
    "A variable of a formula is bound by a quantifier around it",
    prose=f"A criterion may name the component that a quantifier around it ranges over (§18.1). {_LEFT}",
    hint="Name the variable as the quantifier does, or put the criterion below it.",
    good={"goals": _goal(_over({"scope": True}))},
    bad={"goals": _goal(_over({"scope": True}, "d"))},
)
def variables_are_bound(index: Index) -> Iterator[Finding]:
    return _faults(index, "variable")


@rule(
    "FRM005",
    "error",
    "18.1",
    "An atom of a formula is a criterion",
    prose="An atom holds what an acceptance item holds: a kind with its binding, or evidence of a type about a "
    f"component (§18.1). {_LEFT}",
    hint="State the kind, and a binding of that kind.",
    good={"goals": _goal(_atom())},
    bad={"goals": _goal(_atom(5))},
)
def atoms_are_criteria(index: Index) -> Iterator[Finding]:
    return _faults(index, "criterion")


@rule(
    "FRM006",
    "warning",
    "18.1",
    "A formula asks for something",
    prose="and and or of nothing are Todo, never Done (§18.1): nothing that happens can change that.",
    hint="Add a formula to the list, or remove it.",
    good={"goals": _goal({"or": [_atom()]})},
    bad={"goals": _goal({"or": []})},
)
def lists_hold_something(index: Index) -> Iterator[Finding]:
    for way, formula in _formulas(index):
        for hollow in formula.hollow:
            yield Finding(pointer(*way, *hollow), f"{hollow[-1]} of nothing")


@rule(
    "FRM007",
    "error",
    "18.1",
    "The gap that an atom closes is declared",
    prose="A Gap criterion is bound to a declared residual (§18.1), also within a formula.",
    hint="Declare the residual, or correct the id.",
    good={"artifacts": [a_residual("r1")], "goals": _goal(_gap("r1"))},
    bad={"goals": _goal(_gap("r9"))},
)
def gaps_of_atoms_exist(index: Index) -> Iterator[Finding]:
    for way, name in _bound(index, AcceptanceKind.Gap):
        if name not in index.residual_ids:
            yield Finding(pointer(*way), f"an atom closes {quoted(name)}, which is no residual of this trace")


@rule(
    "FRM008",
    "warning",
    "18.1",
    "The policy that an atom asks for is in the trace",
    prose="An Obligation resolves from the evaluation of its policy (§18.2), also within a formula; with neither the "
    "policy nor an evaluation in the trace it cannot.",
    hint="Add the policy or its evaluation, or correct the id.",
    good={"policies": [a_policy("p1")], "goals": _goal(_duty("p1"))},
    bad={"goals": _goal(_duty("p9"))},
)
def policies_of_atoms_exist(index: Index) -> Iterator[Finding]:
    for way, name in _bound(index, AcceptanceKind.Obligation):
        if name not in index.policy_ids and name not in index.evaluated_policy_ids:
            yield Finding(
                pointer(*way),
                f"an atom asks for {quoted(name)}, of which the trace has neither the policy nor an evaluation",
            )


def _bound(index: Index, kind: AcceptanceKind) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The ids that the atoms of a kind are bound to, with the way to their formula."""
    for way, formula in _formulas(index):
        for node in formula.nodes:
            if node.criterion is not None and node.criterion.kind is kind:
                name = node.criterion.residual_id or node.criterion.policy_id
                if isinstance(name, str):
                    yield way, name
