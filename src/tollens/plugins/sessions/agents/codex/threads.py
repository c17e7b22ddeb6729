"""The sessions of a file: one for each thread, a fork or a sub-agent with the history that was copied into it.

A rollout begins with its `session_meta`. A further one is that of the thread that this one was forked from, whose
records follow as a replay; or that of another session, whose records have nothing to do with this one.
"""

import hashlib
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import orjson

from tollens.core.derive.record.account import Damage
from tollens.plugins.sessions.agents.codex.rows import Row, row_of
from tollens.plugins.sessions.source.objects import row_in
from tollens.plugins.sessions.source.stored import StoredEntry
from tollens.plugins.sessions.values import held, string


@dataclass
class Thread:
    """The records of one session.

    Attributes:
        identity: Its id; empty where none is stated.
        meta: What it states of itself.
        records: Its records; those of a large file are read from it when they are asked for.
        repeats: The positions of those that are copies of earlier ones.
        damaged: What stands among them and is no record.
        replayed: The threads whose history was copied into it.
        relatives: Those of which it may hold a copy: what it was forked from, or started by.
        file: The file beside the session that it is in; empty for the session's own.
    """

    identity: str = ""
    meta: dict[str, Any] = field(default_factory=dict)
    records: list[Row | StoredEntry] = field(default_factory=list)
    repeats: set[int] = field(default_factory=set)
    damaged: list[Damage] = field(default_factory=list)
    replayed: dict[str, None] = field(default_factory=dict)
    relatives: set[str] = field(default_factory=set)
    file: str = ""

    def rows(self, first: int = 0) -> Iterator[Row]:
        """Its records, from the one at a position on."""
        for each in islice(self.records, first, None):
            yield each if isinstance(each, Row) else row_of(*row_in(each), each)

    @property
    def parent(self) -> str:
        """The thread that started this one as a sub-agent; empty where none did."""
        return _spawned_by(self.meta)

    @property
    def is_of_an_agent(self) -> bool:
        """Whether its instructions come from another agent."""
        source = self.meta.get("source")
        return (
            bool(self.parent)
            or string(self.meta, "thread_source").casefold() in ("subagent", "sub_agent")
            or (isinstance(source, dict) and ("subagent" in source or "sub_agent" in source))
        )

    def notes(self) -> tuple[str, ...]:
        """Where its history comes from."""
        found = []
        if self.is_of_an_agent:
            by = f" by the thread {self.parent[:100]}" if self.parent else ""
            found.append(
                f"the session is that of a sub-agent, started{by}: its instructions are those of another agent"
            )
        elif forked := string(self.meta, "forked_from_id"):
            found.append(
                f"the session was forked from {forked[:100]}: what it copied of that one's history is part of it"
            )
        if self.replayed:
            found.append(f"the history of another thread is replayed in it: {', '.join(list(self.replayed)[:5])}")
        return tuple(found)

    def inherited(self, parent: "Thread") -> set[int]:
        """The lines of records that were copied into it from the thread that started it."""
        copied = next((at for at, row in enumerate(self.rows()) if at and row.kind == "session_meta"), None)
        if copied is None:
            return set()
        known = set(map(_payload_of, parent.rows()))
        return {row.line for row in self.rows(copied) if _payload_of(row) in known}


def _payload_of(row: Row) -> bytes:
    """What tells the payload of a record, whatever the time of its copy."""
    return hashlib.blake2b(orjson.dumps([row.kind, row.payload]), digest_size=16).digest()


def threads_of(rows: Iterable[Row], damaged: Sequence[Damage], file: str = "") -> list[Thread]:
    """The sessions of a file in file order, each record and each damage in one of them.

    Args:
        rows: The records.
        damaged: What is none; of which more may be known once the records were gone through.
        file: As in `Thread`.
    """
    current = Thread(file=file)
    threads: dict[str, Thread] = {"": current}
    begins: list[tuple[int, Thread]] = [(0, current)]
    seen: dict[int, set[bytes]] = defaultdict(set)
    compacted: dict[int, Thread] = {}
    for row in rows:
        if row.kind == "compacted":
            compacted[id(current)] = current
        if row.kind == "session_meta":
            following = _thread_of(row.payload, current, threads)
            if following is not current:
                current = following
                begins.append((row.line, current))
        if _is_repeat(row, seen[id(current)]):
            current.repeats.add(len(current.records))
        current.records.append(row if row.stored is None else row.stored)
    for each in compacted.values():
        each.repeats |= _retold(each)
    lines = [line for line, _ in begins]
    for damage in sorted(damaged, key=lambda damage: damage.line):
        named = Damage(damage.line, damage.reason, file)
        begins[bisect_right(lines, damage.line) - 1][1].damaged.append(named)
    return list(threads.values())


def _retold(thread: Thread) -> set[int]:
    """The positions of records in which the history is told again behind a compaction, from its beginning on.

    Told again it is where the same calls return under the same ids in the same order: words alone may be said twice.
    """
    found: set[int] = set()
    history: list[tuple[str, bytes]] = []
    again: list[int] = []
    place, calls = -1, 0
    for position, row in enumerate(thread.rows()):
        if position in thread.repeats or row.kind not in ("response_item", "event_msg", "compacted"):
            continue
        told = (row.kind, _payload_of(row))
        if place >= 0:
            while place < len(history) and history[place][0] == "event_msg" and history[place] != told:
                place += 1  # what only the surface was told may be left out
            if place < len(history) and history[place] == told:
                again.append(position)
                place, calls = place + 1, calls + bool(string(row.payload, "call_id"))
                continue
            found.update(again if calls else ())
            place = -1
        if row.kind == "compacted":
            place, calls, again = 0, 0, []
        else:
            history.append(told)
    return found | set(again if place >= 0 and calls else ())


def _thread_of(meta: dict[str, Any], current: Thread, threads: dict[str, Thread]) -> Thread:
    """The thread that a `session_meta` begins, or goes on with."""
    identity = string(meta, "id", "session_id")[:200]
    relatives = {_spawned_by(meta), string(meta, "forked_from_id"), string(meta, "parent_thread_id")} - {"", identity}
    if not current.meta:
        current.identity, current.meta, current.relatives = identity, meta, relatives
        threads |= {identity: threads.pop("")}
        return current
    if identity == current.identity or not identity:
        return current
    if identity in current.relatives:
        current.replayed[identity] = None
        current.relatives |= relatives
        return current
    return threads.setdefault(identity, Thread(identity, meta, relatives=relatives, file=current.file))


def _spawned_by(meta: dict[str, Any]) -> str:
    source = held(meta, "source")
    within = held(held(source, "subagent") or held(source, "sub_agent"), "thread_spawn")
    return string(meta, "parent_thread_id") or string(within, "parent_thread_id")


def _is_repeat(row: Row, seen: set[bytes]) -> bool:
    """Whether a record of a session was there before as it is; one that states no time cannot be told so."""
    if not isinstance(row.stamp, str) or "payload" not in row.value:
        return False
    digest = hashlib.blake2b(orjson.dumps(row.value), digest_size=16).digest()
    if digest in seen:
        return True
    seen.add(digest)
    return False
