"""Copies of records: reopening, resuming and compacting append what the file already has; it counts once."""

import hashlib
from collections.abc import Sequence
from typing import Any

import orjson

from tollens.plugins.sessions.agents.claude_code.rows import SPOKEN, Row
from tollens.plugins.sessions.values import string


class Repeats:
    """Knows what was there before: records by uuid, blocks of a message by the message's id, prompts by their time."""

    def __init__(self) -> None:
        self._rows: dict[str, set[bytes]] = {}
        self._blocks: set[bytes] = set()
        self._prompts: set[tuple[str, str]] = set()

    def is_copy(self, row: Row) -> bool:
        """Whether a record is a copy of an earlier one: the same uuid and the same content.

        A uuid that returns with other content is another record, wrongly named.
        """
        uuid = row.text("uuid")
        if not uuid:
            return False
        content = digest_of(row.kind, row.value.get("message"), row.value.get("data"), row.value.get("content"))
        seen = self._rows.setdefault(uuid, set())
        if content in seen:
            return True
        seen.add(content)
        return False

    def is_known_block(self, message: dict[str, Any], block: dict[str, Any]) -> bool:
        """Whether a block of an agent's message was there before; the message's id is its identity."""
        identity = string(message, "id")
        if not identity:
            return False
        digest = digest_of(identity, block)
        if digest in self._blocks:
            return True
        self._blocks.add(digest)
        return False

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
    begun: dict[str, int] = {}
    holders: dict[str, int] = {}
    number = 0
    for row in rows:
        named = row.text("sessionId")
        if named and row.kind in SPOKEN and named not in begun:
            resumed = holders.get(row.text("parentUuid") or row.text("logicalParentUuid"))
            begun[named] = number if resumed is None else resumed
            number += resumed is None
        if row.text("uuid") and named in begun:
            holders.setdefault(row.text("uuid"), begun[named])
    current = 0
    found = []
    for row in rows:
        current = begun.get(row.text("sessionId"), current)
        found.append(current)
    return found
