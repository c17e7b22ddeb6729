"""§18.1 What became of a formula: the status lattice over its criteria, with all the evidence that it found.

| node | status |
|---|---|
| and, forall | any Blocked: Blocked; all Done: Done; any Done or Doing: Doing; else Todo |
| or, exists | any Done: Done; any Doing: Doing; all Blocked: Blocked; else Todo |
| not | Done and Todo change places; Doing and Blocked stay |

Of nothing, all are Todo. Evaluated without recursion, each node once for each of the components that it is about.
"""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from tollens.core.derive.goals.acceptance import Acceptance
from tollens.core.derive.goals.outcomes import BLOCKED, DOING, DONE, TODO, Evidence, Outcome, unresolved, weakest
from tollens.core.derive.goals.selectors import Selectors
from tollens.core.graph.inventory import Component
from tollens.core.model.goals import AcceptanceStatus
from tollens.core.wire.formulas import Formula, Node

MOST_STEPS = 1_000_000
"""Evaluations of nodes over one trace; nested quantifiers may ask for more than anybody waits for."""

MOST_VARIABLES = 8
"""Variables that one part of a formula may be about at once."""

_LONGEST_REASON = 200

_Key = tuple[int, tuple[Component, ...]]
"""A node, and what its variables stand for, outermost first."""


class _Value(msgspec.Struct, frozen=True, gc=False):
    """An outcome in the making: its evidence is shared with those below, and spelled out once, at the root."""

    status: AcceptanceStatus
    own: tuple[Evidence, ...] = ()
    parts: tuple["_Value", ...] = ()
    reason: str = ""
    counterexample: str | None = None
    basis: str = ""
    void: bool = False


class Formulas:
    """Evaluates formulas over one trace; the work of all of them together is bounded."""

    def __init__(self, acceptance: Acceptance, selectors: Selectors) -> None:
        self._acceptance = acceptance
        self._selectors = selectors
        self._steps = 0

    def outcome(self, formula: Formula, scope: tuple[str, ...]) -> Outcome:
        """What became of a formula.

        Args:
            formula: As read; one with a fault is never evaluated.
            scope: Of the goal.
        """
        if formula.faults:
            way = "/".join(map(str, formula.faults[0].way))
            told = f"the formula cannot be evaluated: {f'at {way}: ' if way else ''}{formula.faults[0].message}"
            return Outcome(TODO, reason=told, void=True)
        if any(node.free.bit_count() > MOST_VARIABLES for node in formula.nodes):
            return Outcome(TODO, reason=f"a part of the formula is about over {MOST_VARIABLES} variables", void=True)
        value = self._evaluate(formula, scope)
        if value is None:
            return Outcome(TODO, reason=f"the formulas need over {MOST_STEPS:,} evaluations", void=True)
        evidence = tuple(dict.fromkeys(_spelled_out(value)))
        return Outcome(value.status, evidence, value.reason, value.counterexample, value.basis, value.void)

    def _evaluate(self, formula: Formula, scope: tuple[str, ...]) -> _Value | None:
        nodes = formula.nodes
        done: dict[_Key, _Value] = {}
        root: _Key = (formula.root, ())
        waiting = [root]
        while waiting:
            key = waiting[-1]
            if key in done:
                waiting.pop()
                continue
            self._steps += 1
            if self._steps > MOST_STEPS:
                return None
            below = self._below(nodes, key, scope)
            missing = [one for one in below if one not in done]
            if missing:
                self._steps += len(missing)
                waiting += reversed(missing)
                continue
            waiting.pop()
            done[key] = self._combined(nodes, key, [(one[1], done[one]) for one in below], scope)
        return done[root]

    def _below(self, nodes: Sequence[Node], key: _Key, scope: tuple[str, ...]) -> list[_Key]:
        node = nodes[key[0]]
        if node.selector is None:
            held = dict(zip(_levels(node.free), key[1], strict=True))
            return [(number, _chosen(nodes[number], held)) for number in node.below]
        held = dict(zip(_levels(node.free), key[1], strict=True))
        found = []
        for component in self._selectors.components(node.selector, scope):
            held[node.level] = component
            found.append((node.below[0], _chosen(nodes[node.below[0]], held)))
        return found

    def _combined(
        self,
        nodes: Sequence[Node],
        key: _Key,
        below: list[tuple[tuple[Component, ...], _Value]],
        scope: tuple[str, ...],
    ) -> _Value:
        node = nodes[key[0]]
        values = [value for _, value in below]
        match node.operator:
            case "atom":
                return self._atom(node, key)
            case "not":
                return _negated(values[0])
            case "and":
                return _all(values)
            case "or":
                return _any(values)
        assert node.selector is not None
        if not values:
            named = f"{node.selector.kind} {node.selector.text}".strip()
            return _Value(TODO, reason=f"the trace knows no component of the selector {named}", void=True)
        made = _all(values) if node.operator == "forall" else _any(values)
        return _told_of(made, values, self._selectors.components(node.selector, scope))

    def _atom(self, node: Node, key: _Key) -> _Value:
        assert node.criterion is not None
        held = dict(zip(_levels(node.free), key[1], strict=True))
        made = self._acceptance.outcome(node.criterion, node.role, held)
        if made.manual:
            made = replace(unresolved(made.status, "nothing but its author says so"), void=True)
        return _Value(made.status, made.evidence, (), made.reason, made.counterexample, made.basis, made.void)


def _levels(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _chosen(node: Node, held: dict[int, Component]) -> tuple[Component, ...]:
    return tuple(held[level] for level in _levels(node.free))


def _all(values: Sequence[_Value]) -> _Value:
    found = {value.status for value in values}
    if BLOCKED in found:
        return _made(BLOCKED, values)
    if found == {DONE}:
        return _made(DONE, values)
    return _made(DOING if found & {DONE, DOING} else TODO, values)


def _any(values: Sequence[_Value]) -> _Value:
    found = {value.status for value in values}
    if DONE in found:
        done = [value for value in values if value.status is DONE]
        firm = [value for value in done if not value.basis]
        return _made(DONE, firm or done)
    if DOING in found:
        return _made(DOING, values)
    return _made(BLOCKED if found == {BLOCKED} else TODO, values)


def _made(status: AcceptanceStatus, values: Sequence[_Value]) -> _Value:
    """The value of several: why, is said by the first that has this status, or else is not Done."""
    if not values:
        return _Value(status, reason="it asks for nothing", void=True)
    short = [value for value in values if value.status is not DONE]
    deciding = next((value for value in short if value.status is status), short[0] if short else values[0])
    return _Value(
        status,
        (),
        tuple(values),
        "" if status is DONE else deciding.reason,
        next((v.counterexample for v in values if v.counterexample is not None), None) if status is BLOCKED else None,
        weakest(v.basis for v in values) if status is DONE else "",
        status is not DONE and any(v.void for v in values),
    )


def _negated(value: _Value) -> _Value:
    if value.status is DONE:
        return _Value(TODO, (), (value,), "what must not hold is established")
    if value.status is TODO and not value.void:
        found = bool(value.own or value.parts)
        return _Value(DONE, (), (value,) if found else (), basis="absence")
    return value


def _told_of(made: _Value, values: Sequence[_Value], components: Sequence[Component]) -> _Value:
    """Say of which component the reason is."""
    if not made.reason or len(made.reason) > _LONGEST_REASON:
        return made
    for component, value in zip(components, values, strict=True):
        if value.reason == made.reason and value.status is not DONE:
            return replace(made, reason=f"{component}: {made.reason}")
    return made


def _spelled_out(value: _Value) -> Iterator[Evidence]:
    """All evidence below a value, in order; what is shared is gone through once."""
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield from one.own
        waiting += reversed(one.parts)
