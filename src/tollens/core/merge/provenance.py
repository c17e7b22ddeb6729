"""§15.3 Where the elements of a merged trace come from, as the action that records the merge says it.

Its `result` holds, as `merged`, which elements only one parent had (`from`), and which have another name than there
(`renamed`: the name here to the name there). Both speak in names of the trace that they stand in, and follow when a
later merge renames what they name, so that every element can be followed back through any number of merges.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tollens.core.graph.merges import MERGED
from tollens.core.merge.places import RENAMED, Kind
from tollens.core.merge.renaming import decimal

Names = Mapping[Kind, Mapping[Any, Any]]
"""By kind: a name to a name."""


def former_names(actions: Iterable[Any]) -> dict[Kind, dict[Any, Any]]:
    """The name that elements of a trace had where they were made, by the name that they have; only where it differs.

    Of several merges that renamed an element one after the other, the first one counts, whose action comes first.

    Args:
        actions: The JSON values of the actions.
    """
    found: dict[Kind, dict[Any, Any]] = {}
    for action in [action for action in actions if isinstance(action, dict) and action.get("result")]:
        for kind, names in _renamed(action):
            table = found.setdefault(kind, {})
            for now, before in names.items():
                if kind is not Kind.Action and isinstance(before, str):
                    table.setdefault(now, before)
                elif kind is Kind.Action and type(before) is int and (number := decimal(now)) is not None:
                    table.setdefault(number, before)
    return found


def _renamed(action: dict[str, Any]) -> Sequence[tuple[Kind, dict[str, Any]]]:
    result = action["result"]
    record = result.get(MERGED) if isinstance(result, dict) else None
    sides = record.get(RENAMED) if isinstance(record, dict) else None
    found = []
    for kinds in sides.values() if isinstance(sides, dict) else ():
        for name, names in kinds.items() if isinstance(kinds, dict) else ():
            kind = _KINDS.get(name)
            if kind is not None and isinstance(names, dict):
                found.append((kind, names))
    return found


_KINDS = {kind.value: kind for kind in Kind}
