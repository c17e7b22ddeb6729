"""Copies of records: reopening, resuming and compacting append what the file already has; it counts once."""

import hashlib
from collections.abc import Sequence
from typing import Any

import orjson

from tollens.core.errors import UnreadableError
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


def check_one_session(rows: Sequence[Row]) -> None:
    """Refuse a file with several sessions; one that resumes another points into it and is one with it.

    Raises:
        UnreadableError: A second session begins in the file.
    """
    known: set[str] = set()
    sessions: dict[str, int] = {}
    for row in rows:
        session = row.text("sessionId")
        if session and row.kind in SPOKEN and session not in sessions:
            parent = row.text("parentUuid") or row.text("logicalParentUuid")
            if sessions and parent not in known:
                first = next(iter(sessions))
                raise UnreadableError(
                    f"the file holds more than one session: {first[:60]!r} from line {sessions[first]} "
                    f"and {session[:60]!r} from line {row.line}",
                    "One trace records one session: put each session into a file of its own.",
                )
            sessions[session] = row.line
        if row.text("uuid"):
            known.add(row.text("uuid"))
