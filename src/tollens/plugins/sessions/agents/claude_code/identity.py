"""Copies of records: reopening, resuming and compacting append what the file already has; it counts once."""

import hashlib
from collections.abc import Callable, Hashable, Iterable, Sequence, Set
from typing import Any, Generic, NamedTuple, TypeVar

import orjson

from tollens.plugins.sessions.agents.claude_code.rows import SPOKEN, Row, blocks_in
from tollens.plugins.sessions.source.records import Held
from tollens.plugins.sessions.values import string

T = TypeVar("T")


class Seen(Generic[T]):
    """What was there before under a key. Contents are compared only where a key returns: most never do.

    Args:
        digest: Of the content of a thing.
    """

    def __init__(self, digest: Callable[[T], bytes]) -> None:
        self._digest = digest
        self._first: dict[Hashable, T] = {}
        self._digests: dict[Hashable, set[bytes]] = {}

    def again(self, key: Hashable, thing: T) -> bool:
        """Whether a thing with the same content was there under this key; it is there from now on."""
        if key not in self._first:
            self._first[key] = thing
            return False
        digests = self._digests.get(key)
        if digests is None:
            digests = self._digests[key] = {self._digest(self._first[key])}
        content = self._digest(thing)
        if content in digests:
            return True
        digests.add(content)
        return False


class Block(NamedTuple):
    """A block of a message, as it can be found again: in the value of its record, or in the file."""

    held: Held | dict[str, Any]
    position: int


def block_at(row: Row, position: int) -> Block:
    """The block at a position of a record."""
    return Block(row.value if row.stored is None else row.stored, position)


def _block_digest(block: Block) -> bytes:
    value = block.held if isinstance(block.held, dict) else block.held.value
    return digest_of(blocks_in(value)[block.position] if isinstance(value, dict) else None)


def _answer_digest(block: Block) -> bytes:
    value = block.held if isinstance(block.held, dict) else block.held.value
    return digest_of(blocks_in(value)[block.position].get("content") if isinstance(value, dict) else None)


def _row_digest(row: Row) -> bytes:
    value = row.whole.value
    return digest_of(row.kind, value.get("message"), value.get("data"), value.get("content"))


class Repeats:
    """Knows what was there before: records by uuid, blocks of a message by the message's id, prompts by their time.

    Args:
        returning: The uuids that more than one record has.
    """

    def __init__(self, returning: Set[str]) -> None:
        self._returning = returning
        self._rows = Seen(_row_digest)
        self._blocks = Seen(_block_digest)
        self._prompts: set[tuple[str, str]] = set()

    def is_copy(self, row: Row) -> bool:
        """Whether a record is a copy of an earlier one: the same uuid and the same content.

        A uuid that returns with other content is another record, wrongly named.
        """
        return row.uuid in self._returning and self._rows.again(row.uuid, row)

    def is_known_block(self, row: Row, identity: str, position: int, block: dict[str, Any]) -> bool:
        """Whether a block of an agent's message was there before; the message's id is its identity.

        Args:
            row: The record.
            identity: The id of the message; empty where it has none.
            position: Of the block.
            block: The block.
        """
        if not identity:
            return False
        # What tells the blocks of a message apart at a glance is a part of the key, so that few are compared.
        glance = (identity, string(block, "type"), string(block, "id") or len(string(block, "text")))
        return self._blocks.again(glance, block_at(row, position))

    def is_known_prompt(self, row: Row, text: str) -> bool:
        """Whether the same words with the same time were there under another uuid."""
        stated = row.text("timestamp")
        if not stated:
            return False
        key = (stated, text)
        if key in self._prompts:
            return True
        self._prompts.add(key)
        return False


def returning(rows: Iterable[Row]) -> Set[str]:
    """The uuids that more than one of the records has."""
    seen: set[str] = set()
    found: set[str] = set()
    for row in rows:
        (found if row.uuid in seen else seen).add(row.uuid)
    return found - {""}


class Answers:
    """Knows which results were there before."""

    def __init__(self) -> None:
        self._seen = Seen(_answer_digest)

    def is_known(self, row: Row, call_id: str, position: int) -> bool:
        """Whether a result, at a position of a record, was there before with the same content."""
        return self._seen.again((row.file, call_id), block_at(row, position))


def digest_of(*values: object) -> bytes:
    """A short digest of JSON values, equal for equal values."""
    return hashlib.blake2b(orjson.dumps(values), digest_size=16).digest()


class Reports:
    """What sub-agents wrote into files of their own: what other files report of it is there already."""

    def __init__(self) -> None:
        self._written: dict[str, set[bytes]] = {}
        self._owners: dict[str, str] = {}

    def note(self, row: Row, agent: str) -> None:
        """Take note of a record in the file of a sub-agent."""
        self._owners[row.file] = agent
        self._written.setdefault(agent, set()).update(_told(block) for block in row.blocks)

    def is_repeat(self, row: Row, agent: str, block: dict[str, Any]) -> bool:
        """Whether a block of a sub-agent, in another file than its own, stands in its own."""
        return agent in self._written and self._owners.get(row.file) != agent and _told(block) in self._written[agent]


def _told(block: dict[str, Any]) -> bytes:
    """What a block is told by: a call and a result by their ids, words by themselves."""
    return digest_of(string(block, "type"), string(block, "id", "tool_use_id", "text"))


def sessions_of(rows: Sequence[Row]) -> list[int]:
    """For each record the session that it belongs to, counted from 0 in the order in which they begin.

    A session that resumes another one points into it and is one with it. A record that names no session belongs to the
    one before it.
    """
    if len({row.session for row in rows if row.session and row.kind in SPOKEN}) < 2:
        return [0] * len(rows)
    begun: dict[str, int] = {}
    holders: dict[str, int] = {}
    number = 0
    for row in rows:
        named = row.session
        if named and row.kind in SPOKEN and named not in begun:
            resumed = holders.get(row.parent)
            begun[named] = number if resumed is None else resumed
            number += resumed is None
        if row.uuid and named in begun:
            holders.setdefault(row.uuid, begun[named])
    current = 0
    found = []
    for row in rows:
        current = begun.get(row.session, current)
        found.append(current)
    return found
