"""What a value of the model stands for in the language, and how the members of records are found by name."""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec

from tollens.core.model.actions import KnownAction
from tollens.core.model.base import Json, OpenWord
from tollens.core.model.base import Word as ClosedWord
from tollens.core.model.evidence import Evidence
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.policy.targets import may_name_more
from tollens.core.policy.values import MISSING, Each, Several, Unknown, Value, Word

UNREADABLE = Unknown("an entry of the trace could not be read")


def valued(value: Any) -> Value:
    """A value of the model as a value of the language."""
    if type(value) is str:
        return value
    match value:
        case None:
            return MISSING
        case ClosedWord():
            return word(value)
        case OpenWord():
            return Word(value.word)
        case Unrecognized():
            return UNREADABLE
        case Json():
            return valued(value.value)
        case tuple() | list():
            return Several([_plain(item) for item in value])
        case _:
            return value


@cache
def word(member: ClosedWord) -> Word:
    """A member of a closed enumeration: the same word each time."""
    return Word(str(member.value))


def _plain(item: Any) -> Value:
    """A member of a list; what is a list or an open object itself is not looked into."""
    match item:
        case ClosedWord():
            return word(item)
        case OpenWord():
            return Word(item.word)
        case None | Unrecognized() | Json() | list() | tuple() | dict():
            return UNREADABLE
        case _:
            return item


@cache
def getter(kind: Any, name: str) -> Callable[[Any], Any] | None:
    """What gets the member of that name on the wire of a record, if records of its class have one."""
    member = _members(kind).get(name)
    return None if member is None else attrgetter(member)


@cache
def _members(kind: type[msgspec.Struct]) -> dict[str, str]:
    """The members of a record: name on the wire to name in the model."""
    return {field.encode_name: field.name for field in msgspec.structs.fields(kind)}


def exit_code(action: KnownAction) -> Value:
    """The exit codes that the evidence of an action states."""
    codes = [item.exit_code for item in action.evidence if isinstance(item, Evidence) and item.exit_code is not None]
    if may_name_more(action):
        return UNREADABLE
    return Each(tuple(codes)) if len(codes) > 1 else codes[0] if codes else MISSING


def execution_member(action: KnownAction, name: str) -> object:
    """A member of what an action says of its execution (§8.3)."""
    held = action.execution
    if held is None or isinstance(held, Unrecognized):
        return held
    return getattr(held, "method_" if name == "method" else name)
