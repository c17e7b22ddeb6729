"""§15.3 The walk that turns the names in an element of a trace, wherever the table of places says that one stands."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import is_not
from typing import Any, NamedTuple

from tollens.core.merge.places import IN_FORMULAS, OPEN, TARGETS, Keys, Kind, Place, place_of, row
from tollens.core.model import AcceptanceCommon, TargetRef
from tollens.core.projections import shapes

Turn = Callable[[Place, Any], Any]
"""Gives what is to stand in a place instead of a name: a string, or of an action an integer."""


def turned(member: str, element: Any, turn: Turn) -> Any:
    """An element with every name in it turned; the very same value where none changes.

    Args:
        member: The list of the trace that the element is of, such as `artifacts`; or a member that is one record.
        element: Its JSON value as read, whatever shape that has.
        turn: Called for each name.
    """
    return _walk(element, trees()[member], turn)


def mentioned(member: str, element: Any) -> list[tuple[Place, Any]]:
    """Every name in an element, with its place, in the order of the table. As `turned`, but several times as fast."""
    return mentioned_in(element, trees()[member])


def mentioned_in(value: Any, tree: Any) -> list[tuple[Place, Any]]:
    """Every name in a part of an element, given what to walk there."""
    found: list[tuple[Place, Any]] = []
    _note(value, tree, found)
    return found


def _note(value: Any, tree: Any, found: list[tuple[Place, Any]]) -> None:
    kind = type(tree)
    if kind is Listed:
        for item in value if type(value) is list else ():
            _note(item, tree.item, found)
        return
    if type(value) is not dict:
        return
    if kind is Tagged:
        tag = value.get(tree.tag)
        tree = tree.by_tag.get(tag, tree.otherwise) if type(tag) is str else tree.otherwise
    elif kind is not dict:

        def note(place: Place, name: Any) -> Any:
            found.append((place, name))
            return name

        _walk(value, tree, note)
        return
    for name, below in tree.items():
        held = value.get(name)
        if held is None:
            continue
        if type(below) is Place:
            fits = int if below.kind is Kind.Action else str
            names = held if type(held) is list else (held,)
            found += [(below, each) for each in names if type(each) is fits]
        else:
            _note(held, below, found)


class Listed(NamedTuple):
    """A list whose items are walked alike."""

    item: Any


class Tagged(NamedTuple):
    """An object whose other members depend on one."""

    tag: str
    by_tag: Mapping[str, Mapping[str, Any]]
    otherwise: Mapping[str, Any]


class Formula(NamedTuple):
    """A formula of acceptance."""


class Target(NamedTuple):
    """A reference whose type says what it names."""


def _walk(value: Any, tree: Any, turn: Turn) -> Any:
    """Turn what the tree says; its depth is that of the model, not of the value."""
    if isinstance(tree, Place):
        return _one(value, tree, turn)
    if isinstance(tree, Listed):
        if not isinstance(value, list):
            return value
        items = [_walk(item, tree.item, turn) for item in value]
        return items if any(map(is_not, items, value)) else value
    if not isinstance(value, dict):
        return value
    if isinstance(tree, Keys):
        return _keys(value, tree.place, turn)
    if isinstance(tree, Target):
        return _target(value, turn)
    if isinstance(tree, Formula):
        return _formula(value, turn)
    if isinstance(tree, Tagged):
        tag = value.get(tree.tag)
        tree = tree.by_tag.get(tag, tree.otherwise) if isinstance(tag, str) else tree.otherwise
    made: dict[str, Any] | None = None
    for name, held in value.items():
        below = tree.get(name)
        if below is None or held is None:
            continue
        new = _walk(held, below, turn)
        if new is not held:
            made = made if made is not None else dict(value)
            made[name] = new
    return value if made is None else made


def _one(value: Any, place: Place, turn: Turn) -> Any:
    """Turn a name, or each of a list of names."""
    if isinstance(value, list):
        names = [_one(name, place, turn) for name in value]
        return names if names != value else value
    if type(value) is not (int if place.kind is Kind.Action else str):
        return value
    new = turn(place, value)
    return value if new == value else new


def _keys(value: dict[str, Any], place: Place, turn: Turn) -> dict[str, Any]:
    if place.kind is not Kind.Action:
        made = {turn(place, name): held for name, held in value.items()}
    else:
        numbers = {name: decimal(name) for name in value}
        made = {n if (at := numbers[n]) is None else str(turn(place, at)): held for n, held in value.items()}
    return value if made == value else made


def _target(value: dict[str, Any], turn: Turn) -> dict[str, Any]:
    """Turn what a reference names. Where nothing of the stated type has the name, an artifact that has it is meant: a
    challenge that is labelled wrongly is a challenge all the same.
    """
    name, kind = value.get("target_id"), TARGETS.get(str(value.get("target_type")))
    if kind is None or not isinstance(name, str):
        return value
    if kind is Kind.Action:
        number = decimal(name)
        new = name if number is None else turn(Place(Kind.Action), number)
        if number is None or new == number:
            return value
    else:
        new = turn(Place(kind, also=Kind.Artifact), name)
    return value if new == name else {**value, "target_id": str(new)}


def decimal(text: str) -> int | None:
    """The id of an action that stands as decimal text; `None` where the text is no number."""
    digits = text.removeprefix("-")
    return (
        int(text)
        if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST and text == text.strip()
        else None
    )


_LONGEST = 30
"""Digits that the decimal text of an action's id may have here: more than any id has."""


def _formula(value: dict[str, Any], turn: Turn) -> dict[str, Any]:
    """The names in all criteria turned, in a copy, without recursion: a formula may be very deep."""
    root = value.copy()
    waiting: list[Any] = [root]
    changed = False
    while waiting:
        holder = waiting.pop()
        for at, held in list(holder.items() if isinstance(holder, dict) else enumerate(holder)):
            place = IN_FORMULAS.get(at) if isinstance(at, str) else None
            if place is not None and isinstance(held, str):
                holder[at] = turn(place, held)
                changed = changed or holder[at] != held
            elif isinstance(held, dict | list):
                holder[at] = held.copy()
                waiting.append(holder[at])
    return root if changed else value


@cache
def trees() -> Mapping[str, Any]:
    """What to walk in the elements of each member of the trace, read off the model's types."""
    return {field.wire: _items(field.type) for field in shapes.trace().fields}


def _items(node: shapes.Node) -> Any:
    return _tree(node.item if isinstance(node, shapes.ListOf) else node) or {}


def _tree(node: shapes.Node) -> Any:
    """The tree of a type; `None` where nothing in it names anything."""
    match node:
        case shapes.ListOf(item=item):
            below = _tree(item)
            return None if below is None else Listed(below)
        case shapes.Record(cls=cls) if issubclass(cls, TargetRef):
            return Target()
        case shapes.Record():
            return _members(node) or None
        case shapes.Union():
            by_tag = {member.tag: _members(member) for member in node.members}
            return Tagged(node.tag_field, by_tag, _joined(by_tag.values()))
    return None


def _joined(trees: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """All that some constructor has: an element that fits none may still name others as one of them does."""
    found: dict[str, Any] = {}
    for tree in trees:
        for name, below in tree.items():
            held = found.get(name)
            if type(held) is dict and type(below) is dict:
                found[name] = _joined((held, below))
            elif held is None:
                found[name] = below
    return found


def _members(record: shapes.Record) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in record.fields:
        below = place_of(record.cls, field.name) or row(OPEN, record.cls, field.name)
        if below is None:
            formula = field.name == "formula" and issubclass(record.cls, AcceptanceCommon)
            below = Formula() if formula else _tree(field.type)
        if below is not None:
            found[field.wire] = below
    if issubclass(record.cls, AcceptanceCommon):
        found |= {name: place for name, place in IN_FORMULAS.items() if name not in found}
    return found
