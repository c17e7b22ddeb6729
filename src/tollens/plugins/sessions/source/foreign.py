"""Which format a file looks like that no reader takes: a refusal that names it helps more than one that does not."""

from collections.abc import Sequence

import orjson


def looks_like(data: bytes, records: Sequence[object]) -> str | None:
    """What the file looks like, or `None` if like nothing known.

    Args:
        data: The whole file, for formats that are one document.
        records: The records that a reading line by line found.
    """
    return _first(records) or _first([_document(data)])


def _first(records: Sequence[object]) -> str | None:
    """What the first telling record is of; one list is taken as its records."""
    found = records[0][:200] if len(records) == 1 and isinstance(records[0], list) else records[:200]
    return next((name for record in found if isinstance(record, dict) and (name := _of(record))), None)


def _document(data: bytes) -> object:
    """The file as one JSON document, a banner before it left out; nothing if it is none."""
    start = 0 if data.lstrip().startswith(b"[") else max(data.find(b"{"), 0)
    try:
        return orjson.loads(data[start:])
    except orjson.JSONDecodeError:
        return None


def _of(record: dict[str, object]) -> str | None:
    if "trace_id" in record and "type" not in record:
        return "a trace"
    return None
