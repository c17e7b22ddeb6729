"""The operators that look back, one action at a time: what each must remember, and its value at the next action.

Each remembers what surely held and what may have held, so that its value is true, false, or undetermined as that of the
evaluator over the whole trace. Constant work for an action; for the operators along lineage, for an action with the
artifacts that it reads and produces.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Value = bool | None


class Happened(NamedTuple):
    """An action as the relations see it.

    Attributes:
        reads: Ids of the artifacts that it reads.
        makes: Ids of the artifacts that it produces.
        files: The files that it names.
        derived: For every artifact that comes with it the ids of its parents.
    """

    reads: Sequence[str]
    makes: Sequence[str]
    files: Sequence[str]
    derived: Mapping[str, Sequence[str]]


def either(sure: bool, possible: bool) -> Value:
    """A value from what surely holds and what may hold."""
    return True if sure else None if possible else False


def opposite(value: Value) -> Value:
    """The negation of a value."""
    return None if value is None else not value


class Memory:
    """What an operator remembers of the actions before."""

    def value(self, happening: Happened) -> Value:
        """The value at an action, which is not remembered by this."""
        raise NotImplementedError

    def remember(self, happening: Happened, bodies: Sequence[Value]) -> None:
        """Take in an action and the values of the operands there."""
        raise NotImplementedError


class Since(Memory):
    """`φ S ψ`, of which `P ψ` is the one with φ true."""

    def __init__(self) -> None:
        self._sure = self._possible = False

    def value(self, happening: Happened) -> Value:
        """The value at an action."""
        return either(self._sure, self._possible)

    def remember(self, happening: Happened, bodies: Sequence[Value]) -> None:
        """Take in an action."""
        left, right = bodies
        self._sure = right is True or (left is True and self._sure)
        self._possible = right is not False or (left is not False and self._possible)


class Previously(Memory):
    """`P φ`."""

    def __init__(self) -> None:
        self._since = Since()

    def value(self, happening: Happened) -> Value:
        """The value at an action."""
        return self._since.value(happening)

    def remember(self, happening: Happened, bodies: Sequence[Value]) -> None:
        """Take in an action."""
        self._since.remember(happening, (True, bodies[0]))


class SinceLast(Memory):
    """`φ S_last ψ`: φ, and neither with it nor since then ψ."""

    def __init__(self) -> None:
        self._since = Since()

    def value(self, happening: Happened) -> Value:
        """The value at an action."""
        return self._since.value(happening)

    def remember(self, happening: Happened, bodies: Sequence[Value]) -> None:
        """Take in an action."""
        unbroken = opposite(bodies[1])
        both = False if False in (bodies[0], unbroken) else None if None in (bodies[0], unbroken) else True
        self._since.remember(happening, (unbroken, both))


class Opposite(Memory):
    """`H`, `H_target`, `H_chain`: that the opposite did not hold before."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def value(self, happening: Happened) -> Value:
        """The value at an action."""
        return opposite(self._memory.value(happening))

    def remember(self, happening: Happened, bodies: Sequence[Value]) -> None:
        """Take in an action."""
        self._memory.remember(happening, [opposite(body) for body in bodies])


class _Lineage:
    """The artifacts that derive from what was produced where something held."""

    def __init__(self) -> None:
        self._marked: set[str] = set()
        self._children: dict[str, list[str]] = {}

    def reaches(self, happening: Happened) -> bool:
        """Whether what an action reads or makes is marked, or derives from what is."""
        met: set[str] = set()
        pending = [*happening.reads, *happening.makes]
        while pending:
            name = pending.pop()
            if name in self._marked:
                return True
            if name not in met:
                met.add(name)
                pending.extend(happening.derived.get(name, ()))
        return False

    def take(self, happening: Happened) -> None:
        """Take in the artifacts that come with an action."""
        for name, parents in happening.derived.items():
            for parent in parents:
                self._children.setdefault(parent, []).append(name)
                if parent in self._marked:
                    self.mark((name,))

    def mark(self, names: Iterable[str]) -> None:
        """Mark artifacts and all that derives from them."""
        pending = list(names)
        while pending:
            name = pending.pop()
            if name not in self._marked:
                self._marked.add(name)
                pending.extend(self._children.get(name, ()))


class _Chain:
    """Whether something held at an action in the dependency chain."""

    def __init__(self) -> None:
        self._sure, self._possible = _Lineage(), _Lineage()

    def value(self, happening: Happened) -> Value:
        return either(self._sure.reaches(happening), self._possible.reaches(happening))

    def remember(self, happening: Happened, body: Value) -> None:
        for lineage, holds in ((self._sure, body is True), (self._possible, body is not False)):
            lineage.take(happening)
            if holds:
                lineage.mark(happening.makes)


class PreviouslyInChain(Memory):
    """`P_chain φ`."""

    def __init__(self) -> None:
        self._chain = _Chain()

    def value(self, happening: Happened) -> Value:
        """The value at an action."""
        return self._chain.value(happening)

    def remember(self, happening: Happened, bodies: Sequence[Value]) -> None:
        """Take in an action."""
        self._chain.remember(happening, bodies[0])


class _Names:
    """Whether something held at an action with one of some names."""

    def __init__(self) -> None:
        self._sure: set[str] = set()
        self._possible: set[str] = set()

    def value(self, names: Sequence[str]) -> Value:
        return either(not self._sure.isdisjoint(names), not self._possible.isdisjoint(names))

    def remember(self, names: Sequence[str], body: Value) -> None:
        if body is True:
            self._sure.update(names)
        if body is not False:
            self._possible.update(names)


class _Linked:
    """Whether something held at an action that shares an artifact or is in the dependency chain."""

    def __init__(self) -> None:
        self._chain, self._touched = _Chain(), _Names()

    def value(self, happening: Happened) -> Value:
        return _some(self._chain.value(happening), self._touched.value((*happening.reads, *happening.makes)))

    def remember(self, happening: Happened, body: Value) -> None:
        self._chain.remember(happening, body)
        self._touched.remember((*happening.reads, *happening.makes), body)


class PreviouslyOnTarget(Memory):
    """`P_target φ`: the same file where both name files, else a shared artifact or lineage."""

    def __init__(self) -> None:
        self._files, self._linked, self._unfiled = _Names(), _Linked(), _Linked()

    def value(self, happening: Happened) -> Value:
        """The value at an action."""
        if not happening.files:
            return self._linked.value(happening)
        return _some(self._files.value(happening.files), self._unfiled.value(happening))

    def remember(self, happening: Happened, bodies: Sequence[Value]) -> None:
        """Take in an action."""
        (body,) = bodies
        self._files.remember(happening.files, body)
        self._linked.remember(happening, body)
        self._unfiled.remember(happening, False if happening.files else body)


def _some(one: Value, other: Value) -> Value:
    return True if True in (one, other) else None if None in (one, other) else False


def memory_of(operator: str) -> Memory:
    """A fresh memory for an operator that looks back."""
    made: dict[str, type[Memory]] = {
        "P": Previously,
        "H": Previously,
        "S": Since,
        "S_last": SinceLast,
        "P_target": PreviouslyOnTarget,
        "H_target": PreviouslyOnTarget,
        "P_chain": PreviouslyInChain,
        "H_chain": PreviouslyInChain,
    }
    memory = made[operator]()
    return Opposite(memory) if operator.startswith("H") else memory
