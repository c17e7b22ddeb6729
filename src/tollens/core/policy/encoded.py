"""A policy's formula as it stands in a file: text, or the syntax tree as JSON (policy companion §6.1, §10).

The tree is written as `{"tag": constructor, "value": …}` with an array where a constructor has several arguments, or an
object with their names. Only the companion's constructors are read; an unknown one is refused, never skipped.
"""

from collections.abc import Callable, Generator
from typing import Any, NamedTuple, TypeVar, cast

from tollens.core.diagnostics import pointer
from tollens.core.errors import PolicySyntaxError
from tollens.core.model.base import Json, json_type
from tollens.core.policy.building import TRUTHS
from tollens.core.policy.parser import parse
from tollens.core.policy.syntax import (
    And,
    Atom,
    Binary,
    BinaryOperator,
    Compare,
    Comparison,
    Comprehension,
    Empty,
    Field,
    Formula,
    FunctionCall,
    Iff,
    Implies,
    Member,
    Name,
    Node,
    Not,
    Number,
    Or,
    PredicateCall,
    Quantified,
    Quantifier,
    SetLiteral,
    Term,
    Text,
    Truth,
    Unary,
    UnaryOperator,
)
from tollens.core.policy.tokens import LARGEST, is_name
from tollens.core.policy.vocabulary import binder, is_set, is_type_name
from tollens.core.policy.words import fold, snake
from tollens.core.validate.wording import quoted

N = TypeVar("N", bound=Node)
Path = tuple[str | int, ...]
Steps = Generator["Steps[Any]", Any, N]
"""A reader that hands out the readers of its parts and gets back their nodes, so that depth needs no recursion."""


def from_json(formula: Json) -> Formula:
    """The tree of a policy's formula.

    Raises:
        PolicySyntaxError: It is neither text of the language nor a tree of it.

    >>> from_json(Json.of({"tag": "Not", "value": {"tag": "Atom", "value": {"tag": "StartEvent"}}}))
    Not(Atom('start_event'))
    """
    try:
        value = formula.value
    except RecursionError:
        raise PolicySyntaxError("the formula is a tree too deep to be read") from None
    if isinstance(value, str):
        return parse(value)
    readers: list[Steps[Any]] = [_formula(value, ())]
    made: Any = None
    while readers:
        try:
            readers.append(readers[-1].send(made))
            made = None
        except StopIteration as end:
            readers.pop()
            made = end.value
    return cast(Formula, made)


class _Tagged(NamedTuple):
    """A constructor with its arguments, not looked into yet."""

    tag: str
    value: Any
    path: Path

    def arguments(self, *names: str) -> list[tuple[Any, Path]]:
        """The arguments in the order of their names, each with its place; an absent last one is `None`."""
        value, path = self.value, self.path
        if isinstance(value, dict) and "tag" not in value and names[0] in value:
            unknown = sorted(set(value) - {*names, "tag"})
            if unknown:
                raise _fault(path, f"{quoted(unknown[0])} is no member of {self.tag}")
            return [(value.get(name), (*path, name)) for name in names]
        if len(names) == 1:
            return [(value, path)]
        if not isinstance(value, list) or len(value) != len(names):
            raise _fault(path, f"{self.tag} has {len(names)} arguments: {', '.join(names)}")
        return [(argument, (*path, place)) for place, argument in enumerate(value)]


def _fault(path: Path, message: str) -> PolicySyntaxError:
    return PolicySyntaxError(f"{pointer(*path) or 'the tree'}: {message}")


def _tagged(value: Any, path: Path) -> _Tagged:
    if isinstance(value, str):
        return _Tagged(value, None, path)
    if not isinstance(value, dict) or not isinstance(value.get("tag"), str):
        raise _fault(path, f"expected an object with a tag, got {json_type(value)}")
    if "value" in value:
        return _Tagged(value["tag"], value["value"], (*path, "value"))
    return _Tagged(value["tag"], {name: held for name, held in value.items() if name != "tag"} or None, path)


def _word(value: Any, path: Path, meanings: dict[str, str]) -> str:
    """A constructor without arguments, as the tree has it."""
    said = _tagged(value, path).tag
    if said not in meanings:
        raise _fault(path, f"{quoted(said)} is none of {', '.join(meanings)}")
    return meanings[said]


def _name(value: Any, path: Path) -> str:
    if not isinstance(value, str) or not is_name(value):
        raise _fault(path, f"{quoted(value)} cannot be a name")
    return value


def _items(value: Any, path: Path) -> list[tuple[Any, Path]]:
    if not isinstance(value, list):
        raise _fault(path, f"expected an array, got {json_type(value)}")
    return [(item, (*path, place)) for place, item in enumerate(value)]


# ── formulas ─────────────────────────────────────────────────────────────────────────────────────────────────────────

_COMPARISONS = {"Eq": "=", "Neq": "≠", "Lt": "<", "Le": "≤", "Gt": ">", "Ge": "≥", "In": "∈"}
_UNARY = {
    **{name: name for name in ("G", "F", "X", "P", "H")},
    "PTarget": "P_target",
    "PChain": "P_chain",
    "HTarget": "H_target",
    "HChain": "H_chain",
}
_BINARY = {"U": "U", "S": "S", "SLast": "S_last"}
_QUANTIFIERS = {"Forall": "∀", "Exists": "∃", "ExistsUnique": "∃!"}


def _formula(value: Any, path: Path) -> Steps[Formula]:
    tagged = _tagged(value, path)
    reader = _FORMULAS.get(tagged.tag)
    if reader is None:
        raise _fault(path, f"{quoted(tagged.tag)} is no constructor of formulas")
    return reader(tagged)


def _done(node: N) -> Steps[N]:
    """The reader of what has no parts."""
    yield from ()
    return node


def _constant(tagged: _Tagged) -> Steps[Formula]:
    return _done(Truth(tagged.tag == "True"))


def _not(tagged: _Tagged) -> Steps[Formula]:
    ((body, path),) = tagged.arguments("body")
    return Not((yield _formula(body, path)))


def _several(tagged: _Tagged) -> Steps[Formula]:
    """`And[]` is true and `Or[]` is false; one part is itself."""
    parts: list[Formula] = []
    for value, path in _items(tagged.value, tagged.path):
        parts.append((yield _formula(value, path)))
    if len(parts) < 2:
        return parts[0] if parts else Truth(tagged.tag == "And")
    return And(tuple(parts)) if tagged.tag == "And" else Or(tuple(parts))


def _pair(tagged: _Tagged) -> Steps[Formula]:
    (one, at), (two, then) = tagged.arguments("left", "right")
    left, right = (yield _formula(one, at)), (yield _formula(two, then))
    return Implies(left, right) if tagged.tag == "Implies" else Iff(left, right)


def _unary(tagged: _Tagged) -> Steps[Formula]:
    (said, at), (body, then) = tagged.arguments("operator", "body")
    operator = cast(UnaryOperator, _word(said, at, _UNARY))
    return Unary(operator, (yield _formula(body, then)))


def _binary(tagged: _Tagged) -> Steps[Formula]:
    (said, at), (one, then), (two, last) = tagged.arguments("operator", "left", "right")
    operator = cast(BinaryOperator, _word(said, at, _BINARY))
    left, right = (yield _formula(one, then)), (yield _formula(two, last))
    return Binary(operator, left, right)


def _compare(tagged: _Tagged) -> Steps[Formula]:
    """The comparison stands first or between the terms."""
    arguments = tagged.arguments("operator", "left", "right")
    between = arguments[1][0]
    if isinstance(tagged.value, list) and (between if isinstance(between, str) else "") in _COMPARISONS:
        arguments = [arguments[1], arguments[0], arguments[2]]
    (said, at), (one, then), (two, last) = arguments
    operator = _word(said, at, _COMPARISONS)
    left, right = (yield _term(one, then)), (yield _term(two, last))
    return Member(left, right) if operator == "∈" else Compare(left, cast(Comparison, operator), right)


def _quantified(tagged: _Tagged) -> Steps[Formula]:
    (said, at), (variable, then), (source, third), (body, last) = tagged.arguments(
        "quantifier", "binder", "source", "body"
    )
    quantifier = cast(Quantifier, _word(said, at, _QUANTIFIERS))
    ranged = None if source is None else (yield _term(source, third))
    return Quantified(quantifier, _name(variable, then), ranged, (yield _formula(body, last)))


_PREDICATES = {
    "FailedAction": "failed",
    "StateSpaceAnalysisResultPred": "state_space_analysis_result",
    **{
        tag: snake(tag)
        for tag in (
            "StartEvent", "EndEvent", "HighStakesPath", "HasRationale", "Completed", "FormalModelArtifact",
            "ApprovedReferenceArtifact", "ReasoningAction", "VerificationAction", "StateSpaceAnalysisAction",
            "AncestorOf", "DerivedFrom", "UpstreamOf",
        )
    },
}  # fmt: skip
"""Atom of the companion to the predicate of the text."""


def _atom(tagged: _Tagged) -> Steps[Formula]:
    atom = _tagged(tagged.value, tagged.path)
    if atom.tag in ("ActionTypeIs", "ActionCategoryIs", "ArtifactTypeIs", "StatusIs"):
        said = _name(*atom.arguments("name")[0])
        return Atom(fold(said) if atom.tag in ("StatusIs", "ActionCategoryIs") else said)
    if atom.tag == "ArtifactRoleIs":
        return Compare(Name("artifact_role"), "=", _value(*atom.arguments("role")[0]))
    if atom.tag == "PredicateApp":
        (said, at), (held, then) = atom.arguments("name", "terms")
        name, terms = _predicate(said, at), _items(held, then)
    elif atom.tag in _PREDICATES:
        name = _PREDICATES[atom.tag]
        several = isinstance(atom.value, list)
        terms = _items(atom.value, atom.path) if several else [(atom.value, atom.path)] if atom.value else []
    else:
        raise _fault(tagged.path, f"{quoted(atom.tag)} is no constructor of atoms")
    read: list[Term] = []
    for value, path in terms:
        read.append((yield _term(value, path)))
    return PredicateCall(name, tuple(read)) if read or atom.tag == "PredicateApp" else Atom(name)


def _predicate(value: Any, path: Path) -> str:
    name = _name(value, path)
    if is_type_name(name) or name == "count" or name in TRUTHS:
        raise _fault(path, f"{quoted(name)} cannot be a predicate")
    return name


_FORMULAS: dict[str, Callable[[_Tagged], Steps[Formula]]] = {
    "True": _constant,
    "False": _constant,
    "Atom": _atom,
    "Not": _not,
    "And": _several,
    "Or": _several,
    "Implies": _pair,
    "Iff": _pair,
    "Compare": _compare,
    "Temporal1": _unary,
    "Temporal2": _binary,
    "Quantified": _quantified,
}

# ── terms and sets ───────────────────────────────────────────────────────────────────────────────────────────────────

_FUNCTIONS = {"Inputs": "inputs", "Outputs": "outputs", "Target": "target", "AncestorsOf": "ancestors"}


def _term(value: Any, path: Path) -> Steps[Term]:
    tagged = _tagged(value, path)
    match tagged.tag:
        case "Var":
            return _done(Name(_name(*tagged.arguments("name")[0])))
        case "Val":
            return _done(_value(*tagged.arguments("val")[0]))
        case "TermSet":
            return _term(*tagged.arguments("term")[0])
        case "Field":
            return _field(tagged)
        case "Count":
            return _count(tagged)
        case "SetLiteral":
            return _literal(tagged)
        case "SetComprehension":
            return _comprehension(tagged)
        case tag if tag in _FUNCTIONS:
            return _function(tagged)
        case tag:
            raise _fault(path, f"{quoted(tag)} is no constructor of terms")


def _function(tagged: _Tagged) -> Steps[Term]:
    ((term, path),) = tagged.arguments("term")
    return FunctionCall(_FUNCTIONS[tagged.tag], (yield _term(term, path)))


def _literal(tagged: _Tagged) -> Steps[Term]:
    items: list[Term] = []
    for item, path in _items(tagged.value, tagged.path):
        items.append((yield _term(item, path)))
    return SetLiteral(tuple(items))


def _field(tagged: _Tagged) -> Steps[Term]:
    (owner, at), (name, then) = tagged.arguments("term", "name")
    term = yield _term(owner, at)
    if not isinstance(term, Name | Field | FunctionCall):
        raise _fault(at, "only a variable, a field or a function has fields")
    if not isinstance(name, str) or not is_name(name):
        raise _fault(then, f"{quoted(name)} cannot be the name of a field")
    return Field(term, name)


def _count(tagged: _Tagged) -> Steps[Term]:
    ((held, path),) = tagged.arguments("set")
    counted = yield _term(held, path)
    if not is_set(counted):
        raise _fault(path, "this is counted, and is no set")
    return FunctionCall("count", counted)


def _comprehension(tagged: _Tagged) -> Steps[Term]:
    """`{body | binder ∈ source ∧ guard}`: the text names no variable, so it must stand at the root of the body."""
    (variable, at), (source, then), (guard, third), (body, last) = tagged.arguments("binder", "source", "guard", "body")
    term = yield _term(body, last)
    if binder(term) != _name(variable, at):
        raise _fault(last, f"the elements are not made from the variable {quoted(variable)}")
    chosen: Formula = Member(Name(variable), (yield _term(source, then)))
    if guard is not None:
        chosen = And((chosen, (yield _formula(guard, third))))
    return Comprehension(term, chosen)


def _value(value: Any, path: Path) -> Term:
    """A value, bare or with its type as a tag; text that is a word is compared as a word."""
    held = _tagged(value, path).value if isinstance(value, dict) else value
    match held:
        case bool():
            return Name("true" if held else "false")
        case int() | float() if abs(held) < LARGEST:
            return Number(held)
        case "" | None:
            return Empty()
        case str() if is_type_name(held) and is_name(held):
            return Name(held)
        case str():
            return Text(held)
        case _:
            raise _fault(path, f"expected a value, got {json_type(held)}")
