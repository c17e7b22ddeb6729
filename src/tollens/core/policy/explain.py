"""A formula in plain words: an outline with a line for each construct, the parts of one below it."""

from typing import NamedTuple

from tollens.core.policy.printer import printed
from tollens.core.policy.syntax import (
    And,
    Atom,
    Binary,
    Compare,
    Comparison,
    CountCompare,
    Empty,
    Formula,
    Iff,
    Implies,
    Member,
    Not,
    Or,
    PredicateCall,
    Quantified,
    Term,
    Truth,
    TypeCall,
    Unary,
)
from tollens.core.policy.vocabulary import (
    ACTION_TYPES,
    ARTIFACT_TYPES,
    CATEGORIES,
    ELEMENTS,
    GOAL_ATOMS,
    OLDER_TYPES,
    PREDICATES,
    is_type_name,
)
from tollens.core.policy.words import fold

_UNARY = {
    "G": "from here on, at every action:",
    "F": "here or later, at some action:",
    "X": "there is a next action, and at it:",
    "P": "at some earlier action:",
    "H": "at every earlier action:",
    "P_target": "at some earlier action on the same target:",
    "H_target": "at every earlier action on the same target:",
    "P_chain": "at some earlier action that what is used or made here derives from:",
    "H_chain": "at every earlier action that what is used or made here derives from:",
}
_AT_THE_START = {"G": "at every action:", "F": "at some action:"}
_BINARY = {
    "U": ("from here on there is an action at which:", "and at every action from here until then:"),
    "S": ("there was an earlier action at which:", "and at every action since then, before this one:"),
    "S_last": ("since the last earlier action at which:", "(or since the start), at some action before this one:"),
}
_QUANTIFIERS = {"∀": "for every", "∃": "for some", "∃!": "for exactly one"}
_COMPARISONS: dict[Comparison, str] = {
    "=": "is", "≠": "is not", "<": "is less than", "≤": "is at most", ">": "is more than", "≥": "is at least",
}  # fmt: skip


class Said(NamedTuple):
    """One line of the outline.

    Attributes:
        depth: How far it is inside.
        text: What it says.
        formula: The part of the formula that it tells whole; `None` for a word between parts.
    """

    depth: int
    text: str
    formula: Formula | None = None


def explained(formula: Formula) -> tuple[Said, ...]:
    """What a formula demands.

    >>> from tollens.core.policy.parser import parse
    >>> for said in explained(parse("G(GitCommit → P(RunTests))")):
    ...     print("  " * said.depth + said.text)
    at every action:
      if:
        it is a GitCommit
      then:
        at some earlier action:
          it is a RunTests
    """
    lines: list[Said] = []
    pending = [_Part(0, formula)]
    while pending:
        depth, part = pending.pop()
        if isinstance(part, str):
            lines.append(Said(depth, part))
            continue
        text, parts = _told(part, depth)
        lines.append(Said(depth, text, part))
        pending.extend(reversed(parts))
    return tuple(lines)


class _Part(NamedTuple):
    """What stands below a line: a formula yet to be told, or a word between two of them."""

    depth: int
    part: Formula | str


def _told(formula: Formula, depth: int) -> tuple[str, list[_Part]]:
    """The line of a formula, and what stands below it."""
    inside = depth + 1
    match formula:
        case Unary(operator=operator, body=body):
            words = _AT_THE_START.get(operator) if depth == 0 else None
            return words or _UNARY[operator], [_Part(inside, body)]
        case Binary(operator=operator, left=left, right=right):
            first, second = _BINARY[operator]
            return first, [_Part(inside, right), _Part(depth, second), _Part(inside, left)]
        case Implies(left=left, right=right):
            return "if:", [_Part(inside, left), _Part(depth, "then:"), _Part(inside, right)]
        case Iff(left=left, right=right):
            return "this:", [_Part(inside, left), _Part(depth, "exactly when this:"), _Part(inside, right)]
        case And(parts=parts):
            return "all of:", [_Part(inside, part) for part in parts]
        case Or(parts=parts):
            return "one of, or more:", [_Part(inside, part) for part in parts]
        case Not(body=body):
            return "not:", [_Part(inside, body)]
        case Quantified(quantifier=quantifier, variable=variable, source=source, body=body):
            among = "all actions and artifacts" if source is None else f"`{_written(source)}`"
            return f"{_QUANTIFIERS[quantifier]} {variable} among {among}:", [_Part(inside, body)]
        case CountCompare(body=body, operator=operator, number=number):
            told = f"the number of actions of the whole trace {_COMPARISONS[operator]} {number}, at which:"
            return told, [_Part(inside, body)]
        case TypeCall(name=name, body=body):
            return f"{_of_type(name)}, and of it:", [_Part(inside, body)]
        case _:
            return _leaf(formula), []


def _leaf(formula: Formula) -> str:
    match formula:
        case Truth(value=value):
            return "always so" if value else "never so"
        case Atom(name=name):
            return _atom(name)
        case Compare(left=left, operator="=", right=Empty()):
            return f"`{_written(left)}` is empty"
        case Compare(left=left, operator="≠", right=Empty()):
            return f"`{_written(left)}` is not empty"
        case Compare(left=left, operator=operator, right=right):
            return f"`{_written(left)}` {_COMPARISONS[operator]} `{_written(right)}`"
        case Member(item=item, set=container):
            return f"`{_written(item)}` is in `{_written(container)}`"
        case PredicateCall(name=name, terms=terms):
            known = PREDICATES.get(name)
            of = ", ".join(f"`{_written(one)}`" for one in terms)
            meaning = f": {known.meaning}" if known is not None else ", which the language does not know"
            return f"`{name}` of {of or 'nothing'}{meaning}"
        case _:
            return f"`{printed(formula)}`"


def _written(term: Term) -> str:
    return printed(Compare(term, "=", Empty())).rpartition(" = ")[0]


def _atom(name: str) -> str:
    if name in CATEGORIES:
        return f"it is {'an' if name[0] == 'a' else 'a'} {name} action"
    if name == "action":
        return "there is an action"
    if name in PREDICATES:
        return PREDICATES[name].meaning
    if name in GOAL_ATOMS:
        return f"the goal is {fold(name)}"
    if is_type_name(name):
        return _of_type(name)
    if name in ELEMENTS:
        return f"`{name}`"
    return f"its words have “{name.replace('_', ' ')}”"


def _of_type(name: str) -> str:
    meant = OLDER_TYPES.get(name, name)
    article = "an" if meant[:1] in "AEIOU" else "a"
    if meant in ARTIFACT_TYPES and meant not in ACTION_TYPES:
        return f"it made {article} {meant}"
    if meant in ACTION_TYPES and meant not in ARTIFACT_TYPES:
        return f"it is {article} {meant}"
    return f"it is {article} {meant}, or made one"
