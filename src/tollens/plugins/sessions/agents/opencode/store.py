"""The records of a source joined: sessions with their messages, and these with their parts.

An export has them in one document; the storage has each in a file of its own, named by ids, which are in the order of
time. Shapes are told by content and the names of files only help out, so that old and new ones may be mixed.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tollens.core.derive.record.account import Damage
from tollens.plugins.sessions.agents.opencode.newer import is_newer, parted
from tollens.plugins.sessions.report import tally
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.values import held, kind_of, string
from tollens.plugins.sessions.words import names

BANNER = "no JSON: it stands before the document"
"""The reason of the damage that is no damage here: the export prints a line before its document."""

_OTHERS = names("todo session_diff project session_share share migration snapshot tool-output")
"""Folders of the storage that hold nothing of the conversation."""

_SESSION = frozenset({"directory", "title", "projectID", "version", "slug"})


@dataclass(eq=False)
class Part:
    """A part of a message, and where it stands."""

    line: int
    file: str
    value: dict[str, Any]

    @property
    def identity(self) -> str:
        """The id of the part."""
        return string(self.value, "id")


@dataclass(eq=False)
class Message:
    """A message with its parts. `listed`: they stand in the order of the record, and need not be put in order."""

    line: int
    file: str
    info: dict[str, Any]
    parts: list[Part] = field(default_factory=list)
    listed: bool = False

    @property
    def identity(self) -> str:
        """The id of the message."""
        return string(self.info, "id")


@dataclass(eq=False)
class Chat:
    """A session with its messages. `listed`: as in `Message`."""

    info: dict[str, Any] = field(default_factory=dict)
    messages: list[Message] = field(default_factory=list)
    listed: bool = False


@dataclass
class Store:
    """Everything that a source holds.

    Attributes:
        chats: The sessions by id, in the order of appearance.
        skipped: Records of which nothing is used here, by type and reason.
    """

    chats: dict[str, Chat] = field(default_factory=dict)
    skipped: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    damaged: list[Damage] = field(default_factory=list)
    _messages: dict[str, Message] = field(default_factory=dict)
    _parts: dict[str, Part] = field(default_factory=dict)
    _strays: list[tuple[str, Message]] = field(default_factory=list)

    def gather(self, source: Source, file: str = "") -> None:
        """Take all of one file; `file` names one that stands beside."""
        for damage in source.damaged:
            if damage.reason == BANNER:
                tally(self.skipped, "banner before the document")
            else:
                self.damaged.append(Damage(damage.line, damage.reason, file))
        last = len(source.entries) - 1
        for place, entry in enumerate(source.entries):
            # Where the session's own file lies says nothing: anybody may have a folder called `project`.
            where = _Where(entry.line, file, file or source.name.replace("\\", "/").rpartition("/")[2])
            self._take(where, entry.value, source.cut if place == last else None)

    def _take(self, where: "_Where", value: object, cut: tuple[str | int, ...] | None) -> None:
        """Take one JSON value of a file; of a record that is cut off only what is whole, and no part."""
        if where.folder in _OTHERS:
            tally(self.skipped, where.folder)
        elif isinstance(value, list):
            self._list(where, value, "", cut or ())
        elif not isinstance(value, dict):
            self.damaged.append(Damage(where.line, f"no record: a {kind_of(value)} instead of an object", where.file))
        elif isinstance(value.get("messages"), list):
            self._export(where, value, cut or ())
        elif isinstance(value.get("part"), dict) or _is_part(value) or where.folder == "part":
            if cut is None:
                self._part(where, held(value, "part") or value, value)
        elif is_newer(value):
            self._newer(where, value, "", cut or (), open_=cut is not None)
        elif "role" in value or isinstance(value.get("info"), dict):
            self._message(where, value, "", False, cut or (), open_=cut is not None)
        elif value.keys() & _SESSION or where.folder == "session":
            self._session({"id": where.stem, **value})
        else:
            kind = string(value, "type")
            tally(self.unknown, kind or "(no type)")
            tally(self.skipped, f"unknown type {kind[:60]}" if kind else "no type")

    def _session(self, info: dict[str, Any]) -> str:
        """Take what a session is; gives its id."""
        identity = string(info, "id")
        chat = self._chat(identity)
        if chat.info:
            tally(self.skipped, "repeat" if chat.info == info else "session: written again later")
        chat.info = chat.info | info
        return identity

    def _chat(self, identity: str) -> Chat:
        return self.chats.setdefault(identity, Chat())

    def _export(self, where: "_Where", value: dict[str, Any], cut: tuple[str | int, ...]) -> None:
        """Take an export: a session with all its messages."""
        identity = self._session(held(value, "info")) if isinstance(value.get("info"), dict) else ""
        self._list(where, value["messages"], identity, cut[1:] if cut[:1] == ("messages",) else ())

    def _list(self, where: "_Where", values: list[Any], session: str, cut: tuple[str | int, ...]) -> None:
        """Take messages that stand in a list, in its order."""
        for place, value in enumerate(values):
            partial = cut[1:] if cut[:1] == (place,) else ()
            if isinstance(value, dict) and is_newer(value):
                self._newer(where, value, session, partial, open_=cut[:1] == (place,))
            elif isinstance(value, dict):
                self._message(where, value, session, True, partial, open_=cut[:1] == (place,))
            else:
                self.damaged.append(
                    Damage(where.line, f"no message: a {kind_of(value)} instead of an object", where.file)
                )

    def _newer(
        self, where: "_Where", value: dict[str, Any], session: str, cut: tuple[str | int, ...], open_: bool
    ) -> None:
        """Take a message of version 2; what of it is cut off is left out."""
        content = value.get("content")
        if open_ and not (cut[:1] == ("content",) and len(cut) > 1 and isinstance(content, list)):
            return
        made = parted({**value, "content": content[: int(cut[1])]} if open_ and isinstance(content, list) else value)
        if isinstance(made, str):
            tally(self.skipped, made)
        else:
            self._message(where, made, session, True, ())

    def _message(
        self,
        where: "_Where",
        value: dict[str, Any],
        session: str,
        listed: bool,
        cut: tuple[str | int, ...],
        open_: bool = False,
    ) -> None:
        """Take a message, with its parts where it has them; what of it is cut off is left out.

        Args:
            session: The session that it stands in; empty where the message itself has to say.
            cut: Down to what is cut off within it.
            open_: The message itself has no end.
        """
        info = value["info"] if isinstance(value.get("info"), dict) else value
        parts = value.get("parts")
        if "role" not in info or (open_ and cut[:1] not in ((), ("parts",))):
            if not open_:
                tally(self.skipped, "message without a role")
            return
        named = {"id": where.stem, "sessionID": where.holder, **info} if where.folder == "message" else info
        message = Message(where.line, where.file, {name: each for name, each in named.items() if name != "parts"})
        message.listed = isinstance(parts, list)
        own = string(named, "sessionID") or string(held(info, "metadata"), "sessionID")
        message = self._placed(message, session or own, listed)
        broken = cut[1] if len(cut) > 1 and cut[0] == "parts" else None
        for place, part in enumerate(parts if isinstance(parts, list) else ()):
            if place == broken:
                continue
            if isinstance(part, dict):
                self._joined(message, Part(where.line, where.file, part))
            else:
                reason = f"no part: a {kind_of(part)} instead of an object"
                self.damaged.append(Damage(where.line, reason, where.file))

    def _placed(self, message: Message, session: str, listed: bool) -> Message:
        """Put a message into its session; a later record of the same message is that message."""
        known = self._messages.get(message.identity) if message.identity else None
        if known is not None and "role" in known.info:
            tally(self.skipped, "repeat" if known.info == message.info else "message: written again later")
            known.info = message.info
            return known
        if known is not None:
            known.info, known.line, known.file = message.info, message.line, message.file
            message = known
        chat = self._chat(session or next(reversed(self.chats), ""))
        chat.listed = chat.listed or listed
        chat.messages.append(message)
        if message.identity:
            self._messages[message.identity] = message
        return message

    def _joined(self, message: Message, part: Part) -> None:
        """Put a part into its message; a later record of the same part is that part."""
        key = f"{message.identity}/{part.identity}"
        known = self._parts.get(key) if part.identity else None
        if known is None:
            message.parts.append(part)
            if part.identity:
                self._parts[key] = part
            return
        tally(self.skipped, "repeat" if known.value == part.value else "part: written again later")
        known.value = part.value

    def _part(self, where: "_Where", value: dict[str, Any], holder: dict[str, Any]) -> None:
        """Take a part that stands by itself; of its message nothing may be known yet."""
        named = {"id": where.stem, "messageID": where.holder, **value} if where.folder == "part" else value
        identity = string(named, "messageID")
        message = self._messages.get(identity)
        if message is None:
            message = Message(where.line, where.file, {"id": identity})
            self._messages[identity] = message
            self._strays.append((string(named, "sessionID") or string(holder, "sessionID"), message))
        self._joined(message, Part(where.line, where.file, named))

    def settle(self) -> None:
        """Put in order what stood in files of its own, and give parts without a message their session."""
        for session, message in self._strays:
            if "role" not in message.info:
                self._chat(session or next(iter(self.chats), "")).messages.append(message)
        for chat in self.chats.values():
            if not chat.listed:
                chat.messages.sort(key=lambda message: message.identity)
            for message in chat.messages:
                if not message.listed:
                    message.parts.sort(key=lambda part: part.identity)


class _Where:
    """Where a record stands: the line, and what the name of its file tells of its kind and of what holds it."""

    def __init__(self, line: int, file: str, name: str) -> None:
        self.line = line
        self.file = file
        steps = name.replace("\\", "/").split("/")
        self.stem = steps[-1].rpartition(".")[0]
        kinds = ("message", "part", "session", *_OTHERS)
        self.folder = next((step for step in reversed(steps[:-1]) if step in kinds), "")
        self.holder = steps[-2] if len(steps) > 1 and steps[-2] != self.folder else ""


def _is_part(value: dict[str, Any]) -> bool:
    return isinstance(value.get("messageID"), str) and isinstance(value.get("type"), str)


def is_telling(value: object) -> bool:
    """Whether a JSON value can only be a record of this format."""
    if isinstance(value, list):
        return any(isinstance(each, dict) and (_is_message(each) or is_telling(each)) for each in value[:20])
    if not isinstance(value, dict):
        return False
    messages = value.get("messages")
    if isinstance(value.get("info"), dict) and isinstance(messages, list):
        return True
    if is_newer(value) and string(value, "id").startswith("msg_"):
        return True
    if _is_message(value) or (_is_part(value) and "sessionID" in value):
        return True
    if isinstance(value.get("part"), dict) and isinstance(value.get("sessionID"), str):
        return True
    if isinstance(value.get("sessionID"), str) and value.get("role") in ("user", "assistant"):
        return True
    if string(value, "id").startswith("ses_"):
        return bool(value.keys() & _SESSION)
    return bool(string(value, "id")) and value.keys() >= {"projectID", "directory"} and "created" in held(value, "time")


def _is_message(value: dict[str, Any]) -> bool:
    return "role" in held(value, "info") and isinstance(value.get("parts"), list)


def gathered(source: Source) -> Store:
    """The records of a source and of what stands beside it."""
    store = Store()
    for file, each in _files(source):
        store.gather(each, file)
    store.settle()
    return store


def _files(source: Source) -> Iterator[tuple[str, Source]]:
    """The files, the session's own first; a further file that is no JSON has no records."""
    yield "", source
    for each in source.beside:
        if each.entries or each.damaged:
            yield each.name, each
