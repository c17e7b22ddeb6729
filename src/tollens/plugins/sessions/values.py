"""Members of JSON values, read without trusting any of them to be there or of its type."""

from collections.abc import Iterator
from typing import Any

import orjson


def string(holder: object, *members: str) -> str:
    """The first of these members that is a string; empty where none is."""
    if type(holder) is dict:
        for member in members:
            found = holder.get(member)
            if type(found) is str:
                return found
    return ""


def number(holder: object, *members: str) -> int | None:
    """The first of these members that is a whole number."""
    if isinstance(holder, dict):
        for member in members:
            found = holder.get(member)
            if type(found) is int:
                return found
    return None


def objects(value: object) -> Iterator[dict[str, Any]]:
    """The objects of a list."""
    return (item for item in value if isinstance(item, dict)) if isinstance(value, list) else iter(())


def blocks_of(content: object) -> list[dict[str, Any]]:
    """Message content as blocks: a list of them, one alone, or a string that stands for a block of text.

    >>> blocks_of("a"), blocks_of([{"type": "image"}, "b", 5])
    ([{'type': 'text', 'text': 'a'}], [{'type': 'image'}, {'type': 'text', 'text': 'b'}])
    """
    if isinstance(content, list) and all(type(block) is dict for block in content):
        return content
    kept = (block for block in (content if isinstance(content, list) else [content]) if isinstance(block, str | dict))
    return [{"type": "text", "text": block} if isinstance(block, str) else block for block in kept]


def held(holder: object, member: str) -> dict[str, Any]:
    """A member that is an object; empty where it is none."""
    found = holder.get(member) if isinstance(holder, dict) else None
    return found if isinstance(found, dict) else {}


def kind_of(value: object) -> str:
    """What a JSON value is, in words.

    >>> kind_of([]), kind_of(1.5), kind_of(True)
    ('list', 'number', 'truth value')
    """
    kinds = {dict: "object", list: "list", str: "string", bool: "truth value", type(None): "null"}
    return kinds.get(type(value), "number")


def object_of(value: object) -> dict[str, Any]:
    """A value that is an object, or the text of one; empty where it is neither."""
    if isinstance(value, str):
        try:
            value = orjson.loads(value)
        except orjson.JSONDecodeError:
            return {}
    return value if isinstance(value, dict) else {}


def list_of(value: object) -> list[Any]:
    """A value that is a list, or the text of one; empty where it is neither."""
    if isinstance(value, str):
        try:
            value = orjson.loads(value)
        except orjson.JSONDecodeError:
            return []
    return value if isinstance(value, list) else []


def text_of(value: object) -> str:
    """A value as text: itself, or its JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else orjson.dumps(value).decode()
