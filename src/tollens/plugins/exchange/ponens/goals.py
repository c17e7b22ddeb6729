"""Goals in the dialect (§18.6 shows them otherwise): words in lower case, and ids under the name `id` as well."""

from typing import Any

from tollens.core.wire.spellings import WORDS
from tollens.plugins.exchange.ponens.changes import Changes, each


def _dialect(enumeration: str) -> dict[str, str]:
    return {row.canonical: word for word, row in WORDS[enumeration].items()}


_GOAL_STATUS = _dialect("GoalStatus")
_ITEM_STATUS = _dialect("AcceptanceStatus")
_KIND = _dialect("AcceptanceItem")

_SPELLED = "goals and criteria have their words in lower case, and an id beside their goal_id or acceptance_id"


def goals(held: list[Any], changes: Changes) -> list[Any]:
    """The goals of a trace."""

    def change(goal: dict[str, Any], at: int) -> dict[str, Any]:
        made = _named(goal, "goal_id", changes, "goals", at)
        made = _worded(made, "status", _GOAL_STATUS)
        acceptance = goal.get("acceptance")
        if isinstance(acceptance, list):
            items = each(acceptance, lambda item, place: _item(item, changes, "goals", at, "acceptance", place))
            made = made if items is acceptance else {**made, "acceptance": items}
        if made is not goal:
            changes.changed(_SPELLED, "goals", at)
        return made

    return each(held, change)


def _item(item: dict[str, Any], changes: Changes, *path: str | int) -> dict[str, Any]:
    made = _criterion(_named(item, "acceptance_id", changes, *path))
    formula = item.get("formula")
    respelled = _formula(formula) if isinstance(formula, dict | list) else formula
    return made if respelled is formula else {**made, "formula": respelled}


def _criterion(item: dict[str, Any]) -> dict[str, Any]:
    return _worded(_worded(item, "kind", _KIND), "status", _ITEM_STATUS)


def _worded(record: dict[str, Any], member: str, words: dict[str, str]) -> dict[str, Any]:
    word = record.get(member)
    return {**record, member: words[word]} if isinstance(word, str) and word in words else record


def _named(record: dict[str, Any], member: str, changes: Changes, *path: str | int) -> dict[str, Any]:
    """The record with its id under the name that is looked for there; an `id` that says something else gives way."""
    name = record.get(member)
    if name is None or record.get("id") == name:
        return record
    if "id" in record:
        changes.keep("a member id that is not the goal_id or acceptance_id is kept aside", record["id"], *path, "id")
    return {**record, "id": name}


def _formula(formula: Any) -> Any:
    """A formula over criteria, with the words of its atoms as those of items; it may be deep."""
    root: list[Any] = [formula]
    waiting: list[tuple[Any, Any]] = [(root, 0)]
    same = True
    while waiting:
        holder, key = waiting.pop()
        node = holder[key]
        if isinstance(node, dict):
            respelled = _criterion(node) if key == "atom" else node
            same = same and respelled is node
            made: Any = dict(respelled)
            inside = list(made)
        else:
            made = list(node)
            inside = list(range(len(made)))
        holder[key] = made
        waiting.extend((made, name) for name in inside if isinstance(made[name], dict | list))
    return formula if same else root[0]
