"""JSON text to its value without recursion: for what is built in memory deeper than any file is read."""

import json
import re
from typing import Any

from tollens.core.model.base import Json

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\[\]{},:"\s]+')


def deep_value(held: Json) -> Any:
    """The value of `held`, however deep it is.

    >>> deep_value(Json(b'[' * 3 + b'1' + b']' * 3))
    [[[1]]]
    """
    try:
        return held.value
    except RecursionError:
        return _read(held.text.decode("utf-8"))


def _read(text: str) -> Any:
    """Read text that an encoder wrote; what is no JSON cannot come here."""
    root: list[Any] = []
    into: list[Any] = [root]
    names: list[str | None] = [None]
    for mark in _TOKEN.findall(text):
        if mark in ",:":
            continue
        if mark in "]}":
            into.pop()
            names.pop()
            continue
        holder = into[-1]
        if isinstance(holder, dict) and names[-1] is None:
            names[-1] = json.loads(mark)
            continue
        value: Any = [] if mark == "[" else {} if mark == "{" else json.loads(mark)
        if isinstance(holder, dict):
            holder[names[-1]] = value
            names[-1] = None
        else:
            holder.append(value)
        if mark in "[{":
            into.append(value)
            names.append(None)
    return root[0]
