"""What is still owed after some actions: formulas about the next position, joined by `∧`, `∨` and `¬`.

A future formula that has been looked at up to here is a value, or a demand on what comes next. Demands that say the
same are one, so that a policy such as `G(α → F(β))` owes one thing however often α held.
"""

from collections.abc import Callable
from typing import NamedTuple

from tollens.core.policy.engine import Steps, run
from tollens.core.policy.plan import Plan

MOST = 2_000
"""Demands that one policy may come to; one that comes to more is not followed further."""

TRUE, FALSE, UNKNOWN = 0, 1, 2
"""Numbers of what is decided; `UNKNOWN` is decided too: nothing that comes can tell it any more."""


class Later(NamedTuple):
    """A formula that must hold at the next position.

    Attributes:
        plan: The formula.
        at_end: Its value where there is no next position.
    """

    plan: Plan
    at_end: bool


class Whole(NamedTuple):
    """A formula about the trace as a whole, the same at every position, which what comes may still change."""

    plan: Plan


class _Joined(NamedTuple):
    """Demands of which all, or one, must be met."""

    every: bool
    parts: tuple[int, ...]


class _Not(NamedTuple):
    """A demand that must not be met."""

    body: int


_Node = bool | None | Later | Whole | _Joined | _Not

Value = bool | None


class TooManyError(Exception):
    """A policy came to more demands than are followed."""


class Obligations:
    """Demands by number; the same demand has the same number."""

    def __init__(self) -> None:
        self._nodes: list[_Node] = [True, False, None]
        self._numbers: dict[object, int] = {}

    def __len__(self) -> int:
        return len(self._nodes)

    def decided(self, value: Value) -> int:
        """A value that is known, or that nothing can tell any more."""
        return TRUE if value is True else FALSE if value is False else UNKNOWN

    def known(self, number: int) -> Value:
        """The value of a demand that is decided."""
        node = self._nodes[number]
        return node if isinstance(node, bool) else None

    def later(self, plan: Plan, at_end: bool) -> int:
        """A demand on the next position."""
        return self._number((id(plan), at_end), Later(plan, at_end))

    def whole(self, plan: Plan) -> int:
        """A demand on the trace as a whole."""
        return self._number(id(plan), Whole(plan))

    def negation(self, body: int) -> int:
        """The opposite of a demand."""
        node = self._nodes[body]
        if body in (TRUE, FALSE, UNKNOWN):
            return (FALSE, TRUE, UNKNOWN)[body]
        return node.body if isinstance(node, _Not) else self._number(_Not(body), _Not(body))

    def joined(self, every: bool, parts: list[int]) -> int:
        """Demands of which all must be met, or where not `every` one."""
        decides, adds_nothing = (FALSE, TRUE) if every else (TRUE, FALSE)
        found: set[int] = set()
        for part in parts:
            node = self._nodes[part]
            if part == decides:
                return decides
            found.update(node.parts if isinstance(node, _Joined) and node.every is every else (part,))
        found.discard(adds_nothing)
        if len(found) < 2:
            return found.pop() if found else adds_nothing
        node = _Joined(every, tuple(sorted(found)))
        return self._number(node, node)

    def _number(self, key: object, node: _Node) -> int:
        if key not in self._numbers:
            if len(self._nodes) > 50 * MOST:
                raise TooManyError
            self._numbers[key] = len(self._nodes)
            self._nodes.append(node)
        return self._numbers[key]

    def demands(self, number: int) -> list[Later | Whole]:
        """What a demand consists of, each once, in the order of its numbers."""
        found: dict[int, Later | Whole] = {}
        met: set[int] = set()
        pending = [number]
        while pending:
            here = pending.pop()
            if here in met:
                continue
            met.add(here)
            if len(met) > MOST:
                raise TooManyError
            match self._nodes[here]:
                case _Joined(parts=parts):
                    pending.extend(parts)
                case _Not(body=body):
                    pending.append(body)
                case Later() | Whole() as node:
                    found[here] = node
        return [found[here] for here in sorted(found)]

    def replaced(self, number: int, replace: Callable[[Later | Whole], int]) -> int:
        """The same demand with other demands in the place of those that it consists of."""
        return run(self._replaced(number, replace, {}))

    def _replaced(self, number: int, replace: Callable[[Later | Whole], int], known: dict[int, int]) -> Steps[int]:
        if number not in known:
            match self._nodes[number]:
                case Later() | Whole() as node:
                    known[number] = replace(node)
                case _Not(body=body):
                    known[number] = self.negation((yield self._replaced(body, replace, known)))
                case _Joined(every=every, parts=parts):
                    made: list[int] = []
                    for part in parts:
                        made.append((yield self._replaced(part, replace, known)))
                    known[number] = self.joined(every, made)
                case _:
                    known[number] = number
        return known[number]

    def value(self, number: int, value_of: Callable[[Later | Whole], Value]) -> Value:
        """The value of a demand, given those of what it consists of."""
        return self.known(self.replaced(number, lambda node: self.decided(value_of(node))))
