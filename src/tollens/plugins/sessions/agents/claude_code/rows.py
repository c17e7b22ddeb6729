"""The records of a transcript, read without trusting any member to be there or of its type."""

from typing import Any

import msgspec

from tollens.plugins.sessions.source.records import Entry, Held
from tollens.plugins.sessions.words import names

SPOKEN = frozenset({"user", "assistant"})
"""The types that carry the conversation."""

TYPES = SPOKEN | names(
    "system progress attachment file-history-snapshot file-history-delta queue-operation summary pr-link mode "
    "permission-mode ai-title custom-title agent-name agent-color agent-setting last-prompt worktree-state "
    "bridge-session relocated frame-link tag task-summary marble-origami-commit speculation-accept "
    "content-replacement"
)
"""Every type that is known; others are counted by name."""

FIELDS = names(
    "type uuid parentUuid logicalParentUuid isSidechain isMeta isCompactSummary isVisibleInTranscriptOnly "
    "isApiErrorMessage sessionId cwd version gitBranch timestamp slug requestId agentId permissionMode userType "
    "message toolUseResult sourceToolAssistantUUID sourceToolUseID toolUseID parentToolUseID subtype content level "
    "data todos thinkingMetadata error entrypoint attachment origin promptId promptSource imagePasteIds summary "
    "leafUuid messageId snapshot isSnapshotUpdate operation durationMs hookCount hookInfos hookErrors "
    "preventedContinuation stopReason hasOutput compactMetadata microcompactMetadata cause retryInMs retryAttempt "
    "maxRetries prNumber prUrl prRepository mcpMeta planContent apiError isReplay teamName agentName url "
    "messageCount forkedFrom sessionKind caller interruptedMessageId"
)
"""Members of a record that are known; others are counted by name."""


class Row(msgspec.Struct, frozen=True):
    """One record.

    Attributes:
        line: Of the file, counted from 1.
        value: The JSON object, its secrets already taken out.
        file: The file beside the session that it stands in; empty for the session's own.
        stored: Where the whole record is read from, if `value` has only what tells records apart.
    """

    line: int
    value: dict[str, Any]
    file: str = ""
    stored: Held | None = None

    def whole(self) -> "Row":
        """The record with all of its members."""
        value = None if self.stored is None else self.stored.value
        return Row(self.line, value, self.file) if isinstance(value, dict) else self

    def text(self, name: str) -> str:
        """A member that is a string; empty where it is none."""
        found = self.value.get(name)
        return found if isinstance(found, str) else ""

    def flag(self, name: str) -> bool:
        """Whether a member is `true`."""
        return self.value.get(name) is True

    def held(self, name: str) -> dict[str, Any]:
        """A member that is an object; empty where it is none."""
        found = self.value.get(name)
        return found if isinstance(found, dict) else {}

    @property
    def kind(self) -> str:
        """The type of the record; empty where it states none."""
        found = self.value.get("type")
        return found if isinstance(found, str) else ""

    @property
    def blocks(self) -> list[dict[str, Any]]:
        """The content of the message as blocks; a bare string is a block of text."""
        message = self.value.get("message")
        return blocks_of(message.get("content") if isinstance(message, dict) else message)


_TELLING = (
    "type",
    "uuid",
    "parentUuid",
    "logicalParentUuid",
    "isSidechain",
    "sessionId",
    "cwd",
    "version",
    "gitBranch",
)
"""Members by which records are told apart, put in order, and given to sessions."""


def row_of(held: Held, value: dict[str, Any], shared: dict[str, str]) -> Row:
    """The record of a value; of one that can be read again only what tells it apart is kept.

    Args:
        held: What the value was read from.
        value: The value.
        shared: The strings that were kept so far: most return.
    """
    if isinstance(held, Entry):
        return Row(held.line, value)
    kept = {
        name: shared.setdefault(found, found) if isinstance(found, str) else found
        for name in _TELLING
        if isinstance(found := value.get(name), str | bool)
    }
    return Row(held.line, kept, "", held)


def blocks_of(content: object) -> list[dict[str, Any]]:
    """Message content as blocks: a list of them, or a string that stands for one block of text."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not isinstance(content, list):
        return []
    kept = (block for block in content if isinstance(block, str | dict))
    return [{"type": "text", "text": block} if isinstance(block, str) else block for block in kept]


def is_row(value: object) -> bool:
    """Whether a JSON value can only be a record of this format."""
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    if not isinstance(kind, str):
        return False
    if kind in SPOKEN:
        return isinstance(value.get("message"), dict | str)
    return kind in TYPES and any(name in value for name in ("sessionId", "leafUuid", "messageId", "parentUuid"))
