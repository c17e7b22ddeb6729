"""Policies by their definitions, position by position and as slowly as they read: what the evaluator must agree with.

Three values: `True`, `False`, and `None` where the record does not say. Nothing here is shared with the evaluator but
the syntax tree.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from hypothesis import strategies as st

from tollens.core.model.trace import Trace
from tollens.core.policy.parser import parse
from tollens.core.policy.printer import printed
from tollens.core.policy.syntax import (
    And,
    Atom,
    Binary,
    Compare,
    CountCompare,
    Field,
    Formula,
    FunctionCall,
    Iff,
    Implies,
    Member,
    Name,
    Not,
    Or,
    PredicateCall,
    Quantified,
    Term,
    Truth,
    TypeCall,
    Unary,
)
from tollens.core.validate.examples import a_model, a_proof, an_action, an_artifact
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

Value = bool | None
Bound = tuple[str, int]
"""What a variable stands for: `action` or `artifact`, and its place."""


def every(values: Iterable[Value]) -> Value:
    held = list(values)
    return False if False in held else None if None in held else True


def some(values: Iterable[Value]) -> Value:
    held = list(values)
    return True if True in held else None if None in held else False


def opposite(value: Value) -> Value:
    return None if value is None else not value


class Direct:
    """The value of formulas over one trace whose entries could all be read."""

    def __init__(self, trace: Trace, bound: Mapping[str, Bound] | None = None) -> None:
        self.trace = trace
        self.bound = bound or {}
        self.actions: Any = trace.actions
        self.artifacts: Any = trace.artifacts
        self.size = len(trace.actions)

    def value(self, formula: Formula, i: int) -> Value:
        match formula:
            case Truth(value=value):
                return value
            case Atom(name=name):
                if name in self.bound:
                    kind, k = self.bound[name]
                    return self.size > 0 and (k == i if kind == "action" else self.artifacts[k] in self.made(i))
                return self.atom(name, i)
            case TypeCall(name=name, body=Atom(name=variable)) if variable in self.bound:
                kind, k = self.bound[variable]
                return (self.actions[k].type.value if kind == "action" else tag(self.artifacts[k])) == name
            case TypeCall(name=name, body=body):
                return some(self.result(body, artifact, i) for artifact in self.made(i) if tag(artifact) == name)
            case Not(body=body):
                return opposite(self.value(body, i))
            case And(parts=parts):
                return every(self.value(part, i) for part in parts)
            case Or(parts=parts):
                return some(self.value(part, i) for part in parts)
            case Implies(left=left, right=right):
                return some((opposite(self.value(left, i)), self.value(right, i)))
            case Iff(left=left, right=right):
                both = self.value(left, i), self.value(right, i)
                return None if None in both else both[0] is both[1]
            case CountCompare(body=body, operator="≥", number=number):
                values = [self.value(body, j) for j in range(self.size)]
                least, most = values.count(True), self.size - values.count(False)
                return True if least >= number else False if most < number else None
            case Quantified(quantifier=quantifier, variable=variable, source=source, body=body):
                values = [
                    Direct(self.trace, {**self.bound, variable: element}).value(body, i)
                    for element in self.source(source, i)
                ]
                if quantifier == "∃!":
                    sure, possible = values.count(True), len(values) - values.count(False)
                    return False if sure > 1 or possible == 0 else True if possible == 1 and sure == 1 else None
                return every(values) if quantifier == "∀" else some(values)
            case Compare() | Member() | PredicateCall():
                return self.about_elements(formula, i)
            case Unary(operator=operator, body=body):
                return self.unary(operator, body, i)
            case Binary(operator=operator, left=left, right=right):
                return self.binary(operator, left, right, i)
        raise AssertionError(formula)

    def unary(self, operator: str, body: Formula, i: int) -> Value:
        at = range(self.size)
        match operator:
            case "G":
                return every(self.value(body, j) for j in at if j >= i)
            case "F":
                return some(self.value(body, j) for j in at if j >= i)
            case "X":
                return i + 1 < self.size and self.value(body, i + 1)
            case "P":
                return some(self.value(body, j) for j in at if j < i)
            case "H":
                return every(self.value(body, j) for j in at if j < i)
            case "P_target":
                return some(self.value(body, j) for j in at if j < i and self.same_target(j, i))
            case "H_target":
                return every(self.value(body, j) for j in at if j < i and self.same_target(j, i))
            case "P_chain":
                return some(self.value(body, j) for j in at if j < i and self.in_chain(j, i))
            case "H_chain":
                return every(self.value(body, j) for j in at if j < i and self.in_chain(j, i))
        raise AssertionError(operator)

    def binary(self, operator: str, left: Formula, right: Formula, i: int) -> Value:
        match operator:
            case "U":
                return some(
                    every((self.value(right, k), *(self.value(left, j) for j in range(i, k))))
                    for k in range(i, self.size)
                )
            case "S":
                return some(
                    every((self.value(right, j), *(self.value(left, k) for k in range(j + 1, i)))) for j in range(i)
                )
            case "S_last":
                return some(
                    every((self.value(left, j), *(opposite(self.value(right, k)) for k in range(j, i))))
                    for j in range(i)
                )
        raise AssertionError(operator)

    # ── elements ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def source(self, source: Term | None, i: int) -> list[Bound]:
        actions, artifacts = (
            [("action", k) for k in range(self.size)],
            [("artifact", k) for k in range(len(self.artifacts))],
        )
        match source:
            case None:
                return actions + artifacts
            case Name(name="actions"):
                return actions
            case Name(name="artifacts"):
                return artifacts
            case FunctionCall(name=name, term=Name(name=of)):
                kind, k = ("action", i) if of == "a" else self.bound[of]
                return self.function(name, kind, k) if self.size else []
        raise AssertionError(source)

    def function(self, name: str, kind: str, k: int) -> list[Bound]:
        if kind != "action":
            return []
        if name == "actions_before":
            return [("action", j) for j in range(k)]
        names = self.actions[k].inputs if name == "inputs" else [artifact.artifact_id for artifact in self.made(k)]
        return [("artifact", n) for n, artifact in enumerate(self.artifacts) if artifact.artifact_id in names]

    def about_elements(self, formula: Formula, i: int) -> Value:
        match formula:
            case Compare(left=Field(term=Name(name=one), name="type"), operator="=", right=Name(name=word)):
                return self.value(TypeCall(word, Atom(one)), i)
            case Compare(left=Name(name=one), operator="<", right=Name(name=other)):
                (kind, k), (other_kind, n) = self.bound[one], ("action", i) if other == "a" else self.bound[other]
                if kind == other_kind == "artifact":
                    return None
                return kind == other_kind and k < n and self.size > 0
            case Member(item=Name(name=one), set=FunctionCall() as held):
                return self.bound[one] in self.source(held, i)
            case PredicateCall(name="ancestor_of", terms=(Name(name=one), Name(name=other))):
                (kind, k), (other_kind, n) = self.bound[one], self.bound[other]
                if kind != "artifact" or other_kind != "artifact":
                    return self.above_action(one, other)
                return self.artifacts[k].artifact_id in self.above(set(self.artifacts[n].derived_from))
        raise AssertionError(formula)

    def above_action(self, one: str, other: str) -> Value:
        (kind, k), (_, n) = self.bound[one], self.bound[other]
        parents = {parent for artifact in self.made(n) for parent in artifact.derived_from}
        return kind == "artifact" and self.artifacts[k].artifact_id in self.above(parents)

    # ── what the record says ─────────────────────────────────────────────────────────────────────────────────────────

    def atom(self, name: str, i: int) -> Value:
        if not self.size:
            return False
        action = self.actions[i]
        if name in ("completed", "failed"):
            codes = [item.exit_code for item in action.evidence if item.exit_code is not None]
            proofs = [artifact for artifact in self.made(i) if tag(artifact) == "VerificationResult"]
            if not codes and not proofs:
                return None
            return any(codes) is (name == "failed")
        if name == "proved":
            return any(tag(artifact) == "VerificationResult" for artifact in self.made(i))
        return name in ("action", action.type.value) or any(tag(artifact) == name for artifact in self.made(i))

    def result(self, body: Formula, artifact: Any, i: int) -> Value:
        match body:
            case Atom(name="proved" | "refuted" as status):
                return bool(artifact.payload.status.value == status)
            case Not(body=inside):
                return opposite(self.result(inside, artifact, i))
            case Or(parts=parts):
                return some(self.result(part, artifact, i) for part in parts)
            case _:
                return self.value(body, i)

    def made(self, i: int) -> list[Any]:
        if not self.size:
            return []
        action = self.actions[i]
        return [a for a in self.artifacts if a.artifact_id in action.outputs or a.producer_action_id == action.id]

    def above(self, names: set[str]) -> set[str]:
        parents = {a.artifact_id: set(a.derived_from) for a in self.artifacts}
        while True:
            more = names | {parent for name in names for parent in parents.get(name, ())}
            if more == names:
                return names
            names = more

    def touched(self, i: int) -> set[str]:
        known = {artifact.artifact_id for artifact in self.artifacts}
        return (set(self.actions[i].inputs) | {artifact.artifact_id for artifact in self.made(i)}) & known

    def in_chain(self, j: int, i: int) -> bool:
        return bool({artifact.artifact_id for artifact in self.made(j)} & self.above(self.touched(i)))

    def same_target(self, j: int, i: int) -> bool:
        one, other = ({item.ref_ for item in self.actions[k].evidence if item.typ.value == "FileRef"} for k in (j, i))
        if one and other:
            return bool(one & other)
        return self.in_chain(j, i) or bool(self.touched(j) & self.touched(i))


def tag(artifact: Any) -> str:
    return str(artifact.__struct_config__.tag)


# ── little traces and formulas ───────────────────────────────────────────────────────────────────────────────────────

TYPES = ("ReadFile", "EditFile", "RunTests")
ATOMS = (*TYPES, "action", "completed", "failed", "FormalModel", "VerificationResult", "Diff", "proved")
_MADE = {"FormalModel": a_model, "VerificationResult": a_proof}


@st.composite
def steps(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Steps of a little trace: type, exit code, file, which earlier artifacts are read, what is made of which."""
    return draw(
        st.lists(
            st.fixed_dictionaries(
                {
                    "kind": st.sampled_from(TYPES),
                    "code": st.sampled_from([None, None, 0, 1]),
                    "file": st.sampled_from(["", "a.py", "b.py"]),
                    "reads": st.lists(st.integers(0, 6), max_size=2),
                    "makes": st.sampled_from([None, "Diff", "FormalModel", "VerificationResult"]),
                    "of": st.lists(st.integers(0, 6), max_size=2),
                    "listed": st.booleans(),
                }
            ),
            max_size=7,
        )
    )


def trace_of(made: list[dict[str, Any]]) -> Trace:
    """The trace of some steps; what an artifact derives from comes before it."""
    actions, artifacts = [], []
    for number, step in enumerate(made, 1):
        have = [artifact["artifact_id"] for artifact in artifacts]
        evidence = [{"type": "FileRef", "ref": step["file"]}] if step["file"] else []
        if step["code"] is not None:
            evidence.append({"type": "CommandOutput", "ref": "run", "exit_code": step["code"]})
        outputs = []
        if step["makes"]:
            name = f"x{number}"
            origin = {"producer_action_id": number, "derived_from": [have[k] for k in step["of"] if k < len(have)]}
            build = _MADE.get(step["makes"])
            base = build(name) if build else an_artifact(name, step["makes"])
            artifacts.append(base | origin)
            outputs = [name] if step["listed"] else []
        reads = [have[k] for k in step["reads"] if k < len(have)]
        actions.append(an_action(number, step["kind"], inputs=reads, outputs=outputs, evidence=evidence))
    return Document.of(MINIMAL | {"actions": actions, "artifacts": artifacts}).trace


def formulas(
    unary: tuple[str, ...] = ("G", "F", "X", "P", "H", "P_target", "H_target", "P_chain", "H_chain"),
    binary: tuple[str, ...] = ("U", "S", "S_last"),
    atoms: tuple[str, ...] = ATOMS,
) -> st.SearchStrategy[Formula]:
    """Formulas over the atoms of the little traces."""
    leaves: list[st.SearchStrategy[Formula]] = [st.sampled_from([Atom(name) for name in atoms])]
    if "proved" in atoms:
        status = Or((Atom("refuted"), Atom("proved")))
        calls = [TypeCall("VerificationResult", body) for body in (Atom("proved"), Not(Atom("refuted")), status)]
        leaves += [st.sampled_from([*calls, TypeCall("VerificationResult", Atom("completed")), Truth(True)])]

    def larger(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        return st.one_of(
            st.builds(Not, inner),
            st.builds(lambda *parts: And(parts), inner, inner),
            st.builds(lambda *parts: Or(parts), inner, inner, inner),
            st.builds(Implies, inner, inner),
            st.builds(Iff, inner, inner),
            st.builds(Unary, st.sampled_from(unary), inner),
            *([st.builds(Binary, st.sampled_from(binary), inner, inner)] if binary else []),
            st.builds(lambda body, number: CountCompare(body, "≥", number), inner, st.integers(0, 4)),
        )

    return st.recursive(st.one_of(leaves), larger, max_leaves=8)


def quantified() -> st.SearchStrategy[Formula]:
    """Formulas of the variables x and y over the little traces, with operators in and around their quantifiers."""
    leaves: list[Formula] = [Atom("RunTests"), Atom("completed"), Atom("Diff")]
    for one, other in (("x", "y"), ("y", "x"), ("x", "x")):
        leaves += [
            Atom(one),
            TypeCall("Diff", Atom(one)),
            Compare(Field(Name(one), "type"), "=", Name("EditFile")),
            Compare(Name(one), "<", Name("a")),
            Compare(Name(one), "<", Name(other)),
            Member(Name(one), FunctionCall("inputs", Name("a"))),
            Member(Name(one), FunctionCall("outputs", Name(other))),
            Member(Name(one), FunctionCall("actions_before", Name(other))),
            PredicateCall("ancestor_of", (Name(one), Name(other))),
        ]
    body = st.recursive(
        st.sampled_from(leaves),
        lambda inner: st.one_of(
            st.builds(Not, inner),
            st.builds(lambda *parts: And(parts), inner, inner),
            st.builds(lambda *parts: Or(parts), inner, inner),
            st.builds(Implies, inner, inner),
            st.builds(Unary, st.sampled_from(("G", "F", "X", "P", "P_chain", "H_target")), inner),
            st.builds(Binary, st.sampled_from(("U", "S")), inner, inner),
            st.builds(lambda body: CountCompare(body, "≥", 2), inner),
        ),
        max_leaves=5,
    )
    kinds = st.sampled_from(("∀", "∃", "∃!"))
    outer: list[Term | None] = [None, Name("actions"), Name("artifacts"), FunctionCall("inputs", Name("a"))]
    inner: list[Term | None] = [*outer, FunctionCall("outputs", Name("x")), FunctionCall("actions_before", Name("x"))]
    nested = st.builds(Quantified, kinds, st.just("y"), st.sampled_from(inner), body)
    of_x = body.map(lambda formula: _only(formula, "x"))
    around = st.one_of(nested, st.builds(Implies, of_x, nested), st.builds(Not, nested), of_x)
    whole = st.builds(Quantified, kinds, st.just("x"), st.sampled_from(outer), around)
    return st.one_of(whole, st.builds(Unary, st.sampled_from(("G", "F", "P")), whole))


def _only(formula: Formula, variable: str) -> Formula:
    """The formula about one variable."""
    return parse(re.sub(r"\by\b", variable, printed(formula)))
