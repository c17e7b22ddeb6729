"""Edits of a Document at one place (§2.3): what is not touched is the very same JSON value as before.

Unknown members, alternative spellings and unread elements elsewhere in the file stay as they were read.
"""

from collections.abc import Callable
from typing import Any

from tollens.core.errors import MisuseError
from tollens.core.model import Json, OpenWord, Record, Unrecognized, Word
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value

Holder = dict[str, Any] | list[Any]

_OF_THE_MODEL = (Record, Word, OpenWord, Json, Unrecognized, tuple)


def replaced(document: Document, pointer: str, element: object) -> Document:
    """Put `element` at a place, which must exist, or be a new member of an existing object.

    Args:
        document: The trace to start from.
        pointer: JSON pointer (RFC 6901), such as `/artifacts/3/summary`.
        element: A JSON value, which is put there as it is and must not be changed afterwards; or any value of the
            model, which is written in the normal form.

    Raises:
        MisuseError: There is no such place, or the element is no such value.
        UnreadableError: The element passes a limit of reading.

    >>> document = Document.of({"trace_id": "t1", "x_vendor": 1})
    >>> replaced(document, "/trace_id", "t2").value
    {'trace_id': 't2', 'x_vendor': 1}
    """
    written = _written(element)

    def put(holder: Holder, last: str) -> None:
        if isinstance(holder, dict):
            holder[last] = written
        else:
            holder[_position(holder, last, pointer)] = written

    return _edited(document, pointer, put)


def appended(document: Document, pointer: str, element: object) -> Document:
    """Add `element` at the end of the list at a place; a missing list is made.

    Raises:
        MisuseError: There is no such place, something other than a list stands there, or the element is neither a
            JSON value nor of the model.
        UnreadableError: The element passes a limit of reading.
    """
    written = _written(element)

    def put(holder: Holder, last: str) -> None:
        if isinstance(holder, list):
            at = _position(holder, last, pointer)
            holder[at] = _extended(holder[at], written, pointer)
        else:
            holder[last] = _extended(holder.get(last, []), written, pointer)

    return _edited(document, pointer, put)


def removed(document: Document, pointer: str) -> Document:
    """Take away what stands at a place.

    Raises:
        MisuseError: Nothing stands there.
    """

    def take(holder: Holder, last: str) -> None:
        if isinstance(holder, list):
            del holder[_position(holder, last, pointer)]
        elif last in holder:
            del holder[last]
        else:
            raise _nowhere(pointer)

    return _edited(document, pointer, take)


def _written(element: object) -> Any:
    """A value of the model in the normal form; anything else as it is, so that reading it says what is no JSON."""
    return to_value(element) if isinstance(element, _OF_THE_MODEL) else element


def _edited(document: Document, pointer: str, change: Callable[[Holder, str], None]) -> Document:
    """Copy the objects on the way to a place, and change the last of them."""
    if not pointer.startswith("/"):
        raise MisuseError(f"{pointer!r} is no JSON pointer to a place inside the trace", "Begin it with `/`.")
    *way, last = [part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/")]
    made = dict(document.value)
    holder: Any = made
    for part in way:
        key: Any = part if isinstance(holder, dict) else _position(holder, part, pointer)
        if isinstance(holder, dict) and part not in holder:
            raise _nowhere(pointer)
        held = holder[key]
        if not isinstance(held, dict | list):
            raise _nowhere(pointer)
        holder[key] = held.copy()
        holder = holder[key]
    change(holder, last)
    return Document.of(made)


def _extended(held: Any, element: Any, pointer: str) -> list[Any]:
    if not isinstance(held, list):
        raise MisuseError(f"what stands at {pointer} is no list", "Name a list, such as /artifacts.")
    return [*held, element]


def _position(holder: list[Any], part: str, pointer: str) -> int:
    fitting = part.isascii() and part.isdigit() and len(part) <= len(str(len(holder)))
    if not fitting or int(part) >= len(holder):
        raise _nowhere(pointer)
    return int(part)


def _nowhere(pointer: str) -> MisuseError:
    return MisuseError(f"nothing stands at {pointer}", "Check the pointer against the file.")
