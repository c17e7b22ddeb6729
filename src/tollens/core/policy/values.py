"""What terms stand for, and how values compare: three-valued, since a value may not be recorded (policy companion §10).

A comparison gives true, false, or an `Unknown` that says which fact is missing.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple

import msgspec

from tollens.core.policy.fields import SEVERITIES
from tollens.core.policy.syntax import Comparison
from tollens.core.policy.words import fold as folded


class Unknown(NamedTuple):
    """What cannot be told, and why."""

    why: str


_UNTOLD = Unknown("a member of the set cannot be told")


class Missing(NamedTuple):
    """What the record leaves out: equal to `∅`."""


class Word(NamedTuple):
    """A word of an enumeration, or one that a formula compares with."""

    word: str


class Element(msgspec.Struct, frozen=True, gc=False):
    """What a variable can stand for; there may be one for each entry of a trace, so that it is a light record.

    Attributes:
        kind: An `id` is named by the record and is nothing in it.
        key: Position or place in its list; of an acceptance item that of its goal and its own; of an `id` its text.
        name: Its id, if it states one.
    """

    kind: Literal["action", "artifact", "residual", "goal", "item", "reference", "id"]
    key: Any
    name: str | int | None


class Several:
    """A set.

    Attributes:
        members: What is in it, in a defined order, each once.
        perhaps: What may be in it; a value that cannot be told, or is an open object, stands there as unknown.
    """

    def __init__(self, members: Iterable["Value"] = (), perhaps: Sequence["Value"] = ()) -> None:
        held = list(members)
        told = [member for member in held if not isinstance(member, Unknown | dict)]
        self.members = tuple(dict.fromkeys(told))
        possible = [member for member in perhaps if not isinstance(member, Unknown | dict)]
        untold = len(told) < len(held) or len(possible) < len(perhaps)
        self.perhaps = (*dict.fromkeys(possible), *((_UNTOLD,) if untold else ()))

    @classmethod
    def of_distinct(cls, members: Iterable["Value"], perhaps: Iterable["Value"] = ()) -> "Several":
        """A set of known values that are known to differ."""
        made = cls.__new__(cls)
        made.members, made.perhaps = tuple(members), tuple(perhaps)
        return made

    @cached_property
    def lookup(self) -> frozenset[object]:
        """The members, to be looked up."""
        return frozenset(self.members)

    @cached_property
    def names(self) -> frozenset[object] | None:
        """What identifies the members, where all are known and are texts, numbers or elements; else `None`."""
        if self.perhaps or not set(map(type, self.members)) <= {str, int, Element}:
            return None
        return frozenset([member.name if isinstance(member, Element) else member for member in self.members])


class Before(NamedTuple):
    """The actions before a position, not listed one by one.

    Attributes:
        position: The position.
        actions: All actions.
    """

    position: int
    actions: tuple[Any, ...]


class Each(msgspec.Struct, frozen=True, gc=False):
    """The values of all that a position produced: what is said of it must hold of every one."""

    values: tuple[Any, ...]


Value = Any
"""One of these, a text, a number, a truth value, a record of the model, or an open JSON object as a `dict`."""

Verdict = bool | Unknown
"""The outcome of a comparison."""

MISSING = Missing()

fold = lru_cache(maxsize=4096)(folded)
"""One text for all spellings of a word, kept: the same few words are compared again and again."""

_FEW = 5
"""Members that are looked through one by one."""

_OPEN = "what is in the set is not known"
_RANK = {word: rank for rank, word in enumerate(SEVERITIES)}


def is_empty(value: Value) -> Verdict:
    """Whether a value is missing, an empty text or an empty set."""
    match value:
        case Unknown():
            return value
        case Missing() | "":
            return True
        case Several() if value.members:
            return False
        case Several():
            return Unknown(_OPEN) if value.perhaps else True
        case Before(position=position):
            return position == 0
        case dict():
            return not value
        case _:
            return False


def members_of(value: Value) -> Iterator[tuple[Value, bool]] | Unknown:
    """The members of a set, each with whether it surely is one."""
    match value:
        case Unknown():
            return value
        case Missing():
            return iter(())
        case Several():
            sure = [(member, True) for member in value.members]
            return iter([*sure, *((member, False) for member in value.perhaps)] if value.perhaps else sure)
        case Before(position=position):
            return iter([(action, True) for action in value.actions[:position]])
        case Element():
            return iter([(value, True)])
        case _:
            return Unknown("this is no set")


def compared(left: Value, operator: Comparison, right: Value) -> Verdict:
    """Compare two values."""
    if isinstance(left, Each):
        return all_of([compared(value, operator, right) for value in left.values])
    if isinstance(right, Each):
        return all_of([compared(left, operator, value) for value in right.values])
    if operator in ("=", "≠"):
        found = same(left, right)
        return found if isinstance(found, Unknown) or operator == "=" else not found
    return _ordered(left, operator, right)


def all_of(verdicts: Sequence[Verdict]) -> Verdict:
    """Whether all hold; of none at all it does not hold, since nothing is there that it could be said of."""
    if not verdicts or any(verdict is False for verdict in verdicts):
        return False
    return next((verdict for verdict in verdicts if isinstance(verdict, Unknown)), True)


def any_of(verdicts: Sequence[Verdict]) -> Verdict:
    """Whether one holds."""
    if any(verdict is True for verdict in verdicts):
        return True
    return next((verdict for verdict in verdicts if isinstance(verdict, Unknown)), False)


def same(left: Value, right: Value) -> Verdict:
    """Whether two values are one."""
    if type(left) is Word and type(right) is Word:
        return left.word == right.word or fold(left.word) == fold(right.word)
    for value in (left, right):
        if isinstance(value, Unknown):
            return value
    match left, right:
        case (Missing(), _):
            return is_empty(right)
        case (_, Missing()):
            return is_empty(left)
        case (Several(), Several()):
            return _same_sets(left, right)
        case (Word(word=word), str() as text) | (str() as text, Word(word=word)):
            return word == text or (word[:1].islower() and fold(word) == fold(text))
        case (Element(name=name), str() | int() as said) | (str() | int() as said, Element(name=name)):
            return _alike(name, said) and bool(name == said)
        case (Element(kind=kind, name=name), Element(kind="id", key=key)) | (
            Element(kind="id", key=key),
            Element(kind=kind, name=name),
        ):
            return bool(name == key) and kind != "action"
        case _:
            return _alike(left, right) and bool(left == right)


def _alike(left: Value, right: Value) -> bool:
    """Whether two values are of one sort: a truth value is no number, a text no element."""
    if isinstance(left, bool) or isinstance(right, bool):
        return isinstance(left, bool) and isinstance(right, bool)
    numbers = isinstance(left, int | float) and isinstance(right, int | float)
    return numbers or type(left) is type(right)


def _same_sets(left: Several, right: Several) -> Verdict:
    if any(contains(right, member) is False for member in left.members) or any(
        contains(left, member) is False for member in right.members
    ):
        return False
    if left.perhaps or right.perhaps or not all(contains(right, member) is True for member in left.members):
        return Unknown(_OPEN)
    return True


def contains(container: Value, item: Value) -> Verdict:
    """Whether a value is a member of a set."""
    if isinstance(item, Each):
        return all_of([contains(container, value) for value in item.values])
    if isinstance(container, Each):
        return all_of([contains(value, item) for value in container.values])
    for value in (container, item):
        if isinstance(value, Unknown):
            return value
    if isinstance(container, Before):
        return isinstance(item, Element) and item.kind == "action" and item.key < container.position
    found = _among_few(container, item) if isinstance(container, Several) else None
    return _contains(container, item) if found is None else found


def _among_few(container: Several, item: Value) -> bool | None:
    """Membership of what is told apart by its identity; `None` where it takes more than that."""
    if type(item) is Element and len(container.members) < _FEW and item in container.members:
        return True
    if container.names is not None:
        if type(item) in (str, int):
            return item in container.names
        if isinstance(item, Missing):
            return "" in container.names
        if isinstance(item, Element) and item.name is not None:
            return item.name in container.names
    return None


def _contains(container: Value, item: Value) -> Verdict:
    members = members_of(container)
    if isinstance(members, Unknown):
        return members
    found: list[Verdict] = []
    for member, sure in members:
        verdict = same(member, item)
        found.append(Unknown(_OPEN) if verdict is True and not sure else verdict)
    return any_of(found)


def _ordered(left: Value, operator: Comparison, right: Value) -> Verdict:
    for value in (left, right):
        if isinstance(value, Unknown):
            return value
        if isinstance(value, Missing):
            return Unknown("a value that is not recorded has no place in an order")
    first, second = _rank(left), _rank(right)
    if first is None or second is None or first[0] != second[0]:
        mixed = {value.kind for value in (left, right) if isinstance(value, Element)} == {"action", "artifact"}
        return False if mixed else Unknown("these values have no order")
    one, two = first[1], second[1]
    return bool({"<": one < two, "≤": one <= two, ">": one > two, "≥": one >= two}[operator])


def _rank(value: Value) -> tuple[str, Any] | None:
    """What a value is ordered by, and among what."""
    match value:
        case bool():
            return None
        case int() | float():
            return "number", value
        case Element(kind="action", key=position):
            return "action", position
        case Word(word=word) if fold(word) in _RANK:
            return "severity", _RANK[fold(word)]
        case _:
            return None
