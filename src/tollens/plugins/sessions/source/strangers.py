"""The first record of each type that a format does not know, as it stands: what was not read can be looked at."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

import orjson

from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.values import held, string

MOST = 20
"""Most types of which a record is kept."""

_LONGEST = 100
"""Most characters of the name of a type, as it is counted."""


class Stranger(NamedTuple):
    """A record of a type that is not known: the name that it is counted by, its line, and all of it as JSON."""

    name: str
    line: int
    text: str


def strangers_in(source: Source, names: Collection[str]) -> dict[str, Stranger]:
    """The first record of each of these types, by name, as far as a record says its type plainly."""
    wanted = set(sorted(names)[:MOST])
    found: dict[str, Stranger] = {}
    for entry in source.entries if wanted else ():
        value = entry.value
        for name in _named(value):
            if name in wanted:
                wanted.discard(name)
                found[name] = Stranger(name, entry.line, orjson.dumps(value).decode())
        if not wanted:
            break
    return found


def _named(value: object) -> Iterator[str]:
    """The names that formats count a record by: its type, with that of what it envelops."""
    if not isinstance(value, dict):
        return
    kind, inner = string(value, "type"), string(held(value, "payload"), "type")
    if not kind and string(value, "record_type"):
        yield f"record_type/{string(value, 'record_type')}"[:_LONGEST]
    yield kind[:_LONGEST] or "(no type)"
    if inner:
        yield f"{kind}/{inner}"[:_LONGEST]
