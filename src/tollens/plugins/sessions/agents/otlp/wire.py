"""How OTLP writes values, ids and times in JSON, as exporters do it in different ways."""

import base64
import binascii
import re
from typing import Any

from tollens.plugins.sessions.values import objects, string

_END = 1 << 64
"""Nanoseconds that no time reaches: OTLP has 64 bits for them."""

_LENGTHS = (8, 16)
"""Bytes of a span's id and of a trace's."""


def attributes(pairs: object) -> dict[str, Any]:
    """Attributes, which OTLP writes as a list of pairs of typed values, and some exporters as an object."""
    if isinstance(pairs, dict):
        return {name: _value(value) for name, value in pairs.items()}
    return {string(pair, "key"): _value(pair.get("value")) for pair in objects(pairs)}


def _value(value: object) -> Any:
    if not isinstance(value, dict):
        return value
    for member in ("stringValue", "string_value", "boolValue", "bool_value", "doubleValue", "double_value"):
        if member in value:
            return value[member]
    whole = value.get("intValue", value.get("int_value"))
    if whole is not None:
        return int(whole) if isinstance(whole, str) and re.fullmatch(r"-?\d{1,18}", whole) else whole
    listed = value.get("arrayValue", value.get("array_value"))
    if isinstance(listed, dict):
        return [_value(each) for each in _listed(listed.get("values"))]
    pairs = value.get("kvlistValue", value.get("kvlist_value"))
    return attributes(pairs.get("values")) if isinstance(pairs, dict) else value or None


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def hexadecimal(stated: str) -> str:
    """An id in hexadecimal digits, small; some exporters write its bytes in Base64. One of zeros is none."""
    if re.fullmatch(r"[0-9a-fA-F]{16}|[0-9a-fA-F]{32}", stated):
        return stated.lower() if stated.strip("0") else ""
    try:
        data = base64.b64decode(stated, validate=True)
    except (binascii.Error, ValueError):
        return stated
    return (data.hex() if any(data) else "") if len(data) in _LENGTHS else stated


def nanoseconds(stated: object) -> int | None:
    """A time or length, which exporters write as a number or as its digits; nothing for none."""
    if isinstance(stated, str) and re.fullmatch(r"\d{1,20}(?:\.\d{1,9})?(?:[eE]\+?\d\d?)?", stated):
        stated = float(stated) if re.search(r"[.eE]", stated) else int(stated)
    if isinstance(stated, bool) or not isinstance(stated, int | float) or not 0 < stated < _END:
        return None
    return int(stated)
