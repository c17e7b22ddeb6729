"""Damage to a trace that touches more than one entry of it, so that more is open than what the entry says (§16.4).

The lenient reading has an empty list in the place of what is no list. To take it for one would let every prohibition
pass, so that no policy is decided over such a trace.
"""

from collections.abc import Iterable

import msgspec

from tollens.core.model.trace import Trace
from tollens.core.model.unrecognized import Unrecognized, UnrecognizedAction

_LISTS = tuple(field.encode_name for field in msgspec.structs.fields(Trace) if field.default == ())
"""The members of a trace that are lists, in the order of the text."""


def damaged_lists(value: object) -> tuple[str, ...]:
    """The lists of a trace that are something else; what is absent or null holds nothing, and is none of them.

    Args:
        value: The JSON value of the trace.

    >>> damaged_lists({"actions": [], "artifacts": {"a1": {}}, "goals": None})
    ('artifacts',)
    """
    if not isinstance(value, dict):
        return ()
    return tuple(name for name in _LISTS if not isinstance(value.get(name), list | None))


def untied(entries: Iterable[object]) -> tuple[str, str] | None:
    """The first action or artifact of which it cannot be read what it has to do with the others, and why.

    What names no id, or lists something else than ids, may be made by, derive from, or be meant by any other entry. So
    whatever rests on such ties is open, in the whole trace.

    Args:
        entries: Actions and artifacts.
    """
    for entry in entries:
        if isinstance(entry, Unrecognized):
            why = _untied(entry)
            if why:
                return entry.path or "an entry", why
    return None


def _untied(entry: Unrecognized) -> str:
    if not isinstance(entry.value.value, dict):
        return "it is no object, and may be anything"
    lists: tuple[str, ...]
    if isinstance(entry, UnrecognizedAction):
        named, lists = entry.id is not None, ("inputs", "outputs")
    else:
        named, lists = entry.text("artifact_id") is not None, ("derived_from",)
        if entry.member("producer_action_id") is not None and entry.number("producer_action_id") is None:
            return "it cannot be read which action produced it"
    if not named:
        return "its id cannot be read"
    broken = (name for name in lists if not _is_list_of_ids(entry.member(name)))
    return next((f"its {name} cannot be read" for name in broken), "")


def _is_list_of_ids(value: object) -> bool:
    return value is None or (isinstance(value, list) and all(isinstance(name, str) for name in value))
