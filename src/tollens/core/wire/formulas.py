"""§18.1 What the open JSON of a `formula` says: and, or, not, implies, forall, exists over criteria, read and checked.

A formula is a tree that may be very deep, so it is read without recursion into nodes in an order in which every node
comes after those below it. A formula with a fault is never evaluated: part of it would be another formula.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from tollens.core.model.base import Json, json_type
from tollens.core.wire.criteria import Criterion, read_criterion
from tollens.core.wire.deep import deep_value

ROLES = ("met", "governed")
"""What may stand as `role` on any node; it holds for all below it until one states another, `null` none (§18.1)."""

SELECTORS = ("glob", "module", "scope", "tag")
"""What a quantifier may range over (§18.1)."""

_LISTS = ("and", "or")
_PAIR = "implies"
_QUANTIFIERS = ("forall", "exists")
OPERATORS = ("atom", *_LISTS, "not", _PAIR, *_QUANTIFIERS)
"""The operators, one a node."""

_NOTHING: Mapping[str, Any] = MappingProxyType({})


About = Literal["node", "role", "selector", "variable", "criterion"]
"""What a fault is about."""


class Fault(NamedTuple):
    """What is wrong with a formula, and the way to it from its root."""

    about: About
    way: tuple[str | int, ...]
    message: str


class Selector(NamedTuple):
    """What a quantifier ranges over: a word of `SELECTORS`, and its pattern, module or tag."""

    kind: str
    text: str


class Node(NamedTuple):
    """One node.

    Attributes:
        operator: `atom`, `and`, `or`, `not`, `forall` or `exists`; an `implies` is read as the `or` that it means, and
            a `not` of a `not` as what they are around.
        below: Numbers of the nodes below it.
        criterion: Of an atom.
        role: Of an atom: `met`, `governed`, or empty.
        selector: Of a quantifier.
        level: Of a quantifier: the number of its variable, counted from the outermost one.
        free: The variables that it is about, a bit a level.
    """

    operator: str
    below: tuple[int, ...] = ()
    criterion: Criterion | None = None
    role: str = ""
    selector: Selector | None = None
    level: int = 0
    free: int = 0


class Formula(NamedTuple):
    """A formula that was read, or what is wrong with it.

    Attributes:
        nodes: Each after those below it; empty where there is a fault.
        root: Number of the node that stands for all of it.
        faults: In the order of reading.
        hollow: Ways to lists without members, which ask for nothing.
    """

    nodes: tuple[Node, ...]
    root: int = 0
    faults: tuple[Fault, ...] = ()
    hollow: tuple[tuple[str | int, ...], ...] = ()


_Way = tuple[()] | tuple["_Way", str | int]
"""The way to a node: the way to the one above, and the step; so that a deep formula costs no more than its size."""


class _Visit(NamedTuple):
    """A value still to be read."""

    value: object
    way: _Way
    role: str


class _Finish(NamedTuple):
    """A node whose parts were read: the last `parts` of those made."""

    operator: str
    parts: int
    selector: Selector | None = None
    variable: str = ""


@lru_cache(64)
def read_formula(formula: Json) -> Formula:
    """Read a formula and find everything that is wrong with it.

    >>> read_formula(Json.of({"not": {"atom": {"kind": "Gap", "binding": {"residual_id": "r1"}}}})).faults
    ()
    >>> read_formula(Json.of({"nand": []})).faults[0].message
    'no operator is stated; one of atom, and, or, not, implies, forall, exists is needed'
    """
    return _Reader().read(deep_value(formula))


class _Reader:
    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._made: list[int] = []
        self._faults: list[Fault] = []
        self._hollow: list[tuple[str | int, ...]] = []
        self._waiting: list[_Visit | _Finish] = []
        self._levels: dict[str, list[int]] = {}
        self._depth = 0

    def read(self, value: object) -> Formula:
        self._waiting.append(_Visit(value, (), ""))
        while self._waiting:
            task = self._waiting.pop()
            if isinstance(task, _Visit):
                self._visit(task)
            else:
                self._finish(task)
        if self._faults:
            return Formula((), 0, tuple(self._faults), tuple(self._hollow))
        return Formula(tuple(self._nodes), self._made[0], (), tuple(self._hollow))

    def _fault(self, about: About, way: _Way, message: str) -> None:
        self._faults.append(Fault(about, _spelled(way), message))

    def _broken(self, way: _Way, message: str) -> None:
        """Note a fault, and let an empty node stand where a node is expected."""
        self._fault("node", way, message)
        self._add(Node("and"))

    def _add(self, node: Node) -> None:
        self._made.append(len(self._nodes))
        self._nodes.append(node)

    def _visit(self, task: _Visit) -> None:
        value, way, role = task
        if not isinstance(value, dict):
            self._broken(way, f"a node is an object with one operator, not {json_type(value)}")
            return
        if "role" in value:
            role = self._role(value["role"], way)
        operators = [name for name in OPERATORS if name in value]
        others = sorted(name for name in value if name not in OPERATORS and name != "role")
        if not operators:
            self._broken(way, f"no operator is stated; one of {', '.join(OPERATORS)} is needed")
        elif len(operators) > 1:
            self._broken(way, f"two operators in one node: {operators[0]} and {operators[1]}")
        elif others:
            self._broken(way, f"{others[0]!r} is no member of a node")
        else:
            self._operate(operators[0], value[operators[0]], (way, operators[0]), role)

    def _role(self, role: object, way: _Way) -> str:
        if role is None:
            return ""
        if role not in ROLES:
            self._fault("role", (way, "role"), f"the role is none of {', '.join(ROLES)}")
            return ""
        return str(role)

    def _operate(self, operator: str, held: object, way: _Way, role: str) -> None:
        if operator == "atom":
            self._atom(held, way, role)
        elif operator == "not":
            self._waiting += [_Finish("not", 1), _Visit(held, way, role)]
        elif operator in _QUANTIFIERS:
            self._quantify(operator, held, way, role)
        elif not isinstance(held, list):
            self._broken(way, f"{operator} takes a list, not {json_type(held)}")
        elif operator == _PAIR and len(held) != 2:
            self._broken(way, f"implies takes two formulas, not {len(held)}")
        else:
            self._list(operator, held, way, role)

    def _list(self, operator: str, held: list[object], way: _Way, role: str) -> None:
        parts = [_Visit(part, (way, place), role) for place, part in enumerate(held)]
        if operator == _PAIR:
            self._waiting += [_Finish("or", 2), parts[1], _Finish("not", 1), parts[0]]
            return
        if not parts:
            self._hollow.append(_spelled(way))
        self._waiting.append(_Finish(operator, len(parts)))
        self._waiting += reversed(parts)

    def _quantify(self, operator: str, held: object, way: _Way, role: str) -> None:
        members = held if isinstance(held, dict) else _NOTHING
        others = sorted(name for name in members if name not in ("in", "as", "holds"))
        variable = members.get("as", "x")
        if not members or "holds" not in members:
            self._broken(way, f"{operator} takes an object with a selector `in` and a formula `holds`")
        elif others:
            self._broken(way, f"{others[0]!r} is no member of {operator}")
        elif not isinstance(variable, str) or not variable:
            self._broken((way, "as"), "the name of a variable is a string")
        elif (selector := self._selector(members.get("in"), (way, "in"))) is None:
            self._add(Node("and"))
        else:
            self._levels.setdefault(variable, []).append(self._depth)
            self._depth += 1
            self._waiting += [_Finish(operator, 1, selector, variable), _Visit(members["holds"], (way, "holds"), role)]

    def _selector(self, held: object, way: _Way) -> Selector | None:
        if not isinstance(held, dict) or len(held) != 1 or next(iter(held)) not in SELECTORS:
            self._fault("selector", way, f"a selector is an object with one of {', '.join(SELECTORS)}")
            return None
        ((kind, text),) = held.items()
        if kind == "scope":
            if text is True:
                return Selector(kind, "")
            self._fault("selector", (way, kind), "the selector scope is true, or not stated")
            return None
        if isinstance(text, str) and text:
            return Selector(kind, text)
        self._fault("selector", (way, kind), f"the selector {kind} is a text")
        return None

    def _atom(self, held: object, way: _Way, role: str) -> None:
        levels = {name: stack[-1] for name, stack in self._levels.items() if stack} if _has_variable(held) else {}
        criterion, faults = read_criterion(held, levels)
        for fault in faults:
            place = way
            for step in filter(None, fault.member.split("/")):
                place = (place, step)
            self._fault("variable" if fault.unbound else "criterion", place, fault.message)
        self._add(Node("atom", criterion=criterion, role=role, free=criterion.free))

    def _finish(self, task: _Finish) -> None:
        start = len(self._made) - task.parts
        below = tuple(self._made[start:])
        del self._made[start:]
        free = 0
        for number in below:
            free |= self._nodes[number].free
        if task.operator == "not" and self._nodes[below[0]].operator == "not":  # what it denies is denied
            self._made += self._nodes[below[0]].below
            return
        if task.selector is None:
            self._add(Node(task.operator, below, free=free))
            return
        level = self._levels[task.variable].pop()
        self._depth -= 1
        self._add(Node(task.operator, below, selector=task.selector, level=level, free=free & ~(1 << level)))


def _has_variable(held: object) -> bool:
    members = held if isinstance(held, dict) else _NOTHING
    inner = (part for part in members.values() if isinstance(part, dict))
    return any("var" in part or any(isinstance(deeper, dict) for deeper in part.values()) for part in inner)


def _spelled(way: _Way) -> tuple[str | int, ...]:
    steps: list[str | int] = []
    while way:
        way, step = way
        steps.append(step)
    return tuple(reversed(steps))
