"""The records of a transcript, read without trusting any member to be there or of its type."""

from typing import Any, NamedTuple

import msgspec

from tollens.plugins.sessions.source.records import Held
from tollens.plugins.sessions.values import blocks_of as blocks_of
from tollens.plugins.sessions.values import held
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


class Row(msgspec.Struct, frozen=True, gc=False):
    """One record; what every step asks of it is looked up once.

    Attributes:
        line: Of the file, counted from 1.
        value: The JSON object, its secrets already taken out; empty where it is read from the file when it is needed.
        kind: The type of the record; empty where it states none.
        uuid: Its own id; empty where it has none.
        parent: The id of the record that it follows, also across a compaction.
        sidechain: It is the record of a sub-agent.
        session: The session that it names.
        file: The file beside the session that it stands in; empty for the session's own.
        stored: Where the whole record is read from, if it can be read again.
    """

    line: int
    value: dict[str, Any]
    kind: str
    uuid: str
    parent: str
    sidechain: bool
    session: str
    file: str = ""
    stored: Held | None = None

    @property
    def whole(self) -> "Row":
        """The record with all of its members."""
        if self.stored is None or self.value:
            return self
        value = self.stored.value
        if not isinstance(value, dict):
            return self
        told = self.kind, self.uuid, self.parent, self.sidechain, self.session
        return Row(self.line, value, *told, self.file, self.stored)

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
    def blocks(self) -> list[dict[str, Any]]:
        """The content of the message as blocks; a bare string is a block of text."""
        return blocks_in(self.value)


def row_of(line: int, value: dict[str, Any], file: str = "", stored: Held | None = None) -> Row:
    """The record of a value; the arguments are as the attributes."""
    get = value.get
    kind, uuid, session = get("type"), get("uuid"), get("sessionId")
    parent = get("parentUuid")
    if not parent or not isinstance(parent, str):
        parent = get("logicalParentUuid")
    return Row(
        line,
        value,
        kind if isinstance(kind, str) else "",
        uuid if isinstance(uuid, str) else "",
        parent if isinstance(parent, str) else "",
        get("isSidechain") is True,
        session if isinstance(session, str) else "",
        file,
        stored,
    )


def lighter(row: Row, source: Held, shared: dict[str, str]) -> Row:
    """A record of which only what tells it apart is kept, as it can be read again.

    Args:
        row: The record.
        source: What its value was read from.
        shared: The strings that were kept so far: most return.
    """
    told = (row.kind, row.uuid, row.parent, row.session)
    kind, uuid, parent, session = (shared.setdefault(each, each) for each in told)
    return Row(row.line, {}, kind, uuid, parent, row.sidechain, session, row.file, source)


class _Part(msgspec.Struct, gc=False):
    type: object = None


class _Message(msgspec.Struct, gc=False):
    content: list[_Part] | str | None = None


class _Outline(msgspec.Struct, gc=False, rename="camel"):
    """What tells a record apart, without the rest of it."""

    type: str | None = None
    uuid: str | None = None
    parent_uuid: str | None = None
    logical_parent_uuid: str | None = None
    is_sidechain: bool | None = None
    session_id: str | None = None
    message: _Message | None = None


_outline = msgspec.json.Decoder(_Outline).decode


def outlined(line: int, data: bytes) -> Row | None:
    """The record as `lighter` gives it, from its JSON without reading all of that.

    `None` where a member is not of its type, or the record may have words of a person: it must be read.
    """
    try:
        found = _outline(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    if found.type == "user" and not found.is_sidechain:
        content = found.message.content if found.message else None
        if not isinstance(content, list) or all(part.type != "tool_result" for part in content):
            return None
    parent = found.parent_uuid or found.logical_parent_uuid
    told = (found.type or "", found.uuid or "", parent or "", bool(found.is_sidechain), found.session_id or "")
    return Row(line, {}, *told)


class Within(NamedTuple):
    """The message that a report of progress holds, where the report can be read again."""

    line: int
    report: Held

    @property
    def value(self) -> object:
        """The message."""
        return held(held(self.report.value, "data"), "message")


def blocks_in(value: dict[str, Any]) -> list[dict[str, Any]]:
    """The content of the message of a record as blocks."""
    message = value.get("message")
    return blocks_of(message.get("content") if isinstance(message, dict) else message)


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
