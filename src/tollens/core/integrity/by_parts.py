"""§12.4 The content hash of a trace whose JSON value was read already, part by part: as by `canonical.py`, textless.

The canonical bytes of a long record are as long as its file. Where nobody needs them, each part is printed by itself,
taken into the hash and, as far as another trace has the very same elements, used there again.
"""

import hashlib
from typing import Any

import orjson

from tollens.core.integrity.canonical import HASH_EXCLUDE

_AT_ONCE = 32
"""Elements of a list that are one part: few enough for two traces to have most parts in common."""

_STRICTLY = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER

Known = dict[tuple[int, ...], bytes]
"""Printed parts by what `id` gives for their elements, so that these must be kept for as long as it is used."""


def content_hash_of(value: dict[str, Any], known: Known) -> str | None:
    """The content hash of a JSON value whose fractions are all `is_plain`: orjson prints those as Python does.

    Args:
        value: The JSON value of a trace.
        known: Parts that were printed before; grows.

    Returns:
        `None` where it holds what is not surely printed right: an integer past 53 bits, or many levels.

    >>> content_hash_of({"trace_id": "t1", "timestamp": "now"}, {})
    'sha256:64b1bd8f72877500dcc53db721b90abf5558b9159d701d085bab6fc5b2bc5586'
    """
    names = sorted(value.keys() - HASH_EXCLUDE)
    made = hashlib.sha256(b"{")
    try:
        for place, name in enumerate(names):
            made.update(b"%b%b:" % (b"," if place else b"", orjson.dumps(name)))
            member = value[name]
            if isinstance(member, list):
                _add_list(member, known, made)
            else:
                made.update(orjson.dumps(member, option=_STRICTLY))
    except TypeError:
        return None
    made.update(b"}")
    return f"sha256:{made.hexdigest()}"


def _add_list(elements: list[Any], known: Known, made: "hashlib._Hash") -> None:
    made.update(b"[")
    for at in range(0, len(elements), _AT_ONCE):
        part = elements[at : at + _AT_ONCE]
        key = tuple(map(id, part))
        if key not in known:
            known[key] = orjson.dumps(part, option=_STRICTLY)[1:-1]
        if at:
            made.update(b",")
        made.update(known[key])
    made.update(b"]")
