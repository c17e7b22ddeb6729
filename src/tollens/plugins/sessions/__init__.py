"""Agents' sessions: bytes in, a trace and an account out. Nothing here opens a file or asks a clock.

`source/` takes the bytes apart and the secrets out, a format in `agents/` reads the records into the `events` that all
agents share, and `assembly/` makes the trace of these, with the help of `shell/`, which reads shell lines. A format
knows nothing of the assembly, and the assembly knows no format.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from tollens.core.derive.record.account import CaptureReport
from tollens.core.errors import MisuseError, TollensError, UnreadableError
from tollens.plugins.registry import Registry
from tollens.plugins.sessions.assembly.trace import Capture, assemble
from tollens.plugins.sessions.assembly.withholding import result_without, withheld, without
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.links import NO_LINKS, Links
from tollens.plugins.sessions.places import SUB_AGENT, Placed
from tollens.plugins.sessions.privacy import PRIVATE, Privacy
from tollens.plugins.sessions.shedding import Shedding
from tollens.plugins.sessions.source.beside import Part, as_text, open_beside, open_folder
from tollens.plugins.sessions.source.compression import Unpacked, is_packed
from tollens.plugins.sessions.source.records import Held, Source, open_source, unfolded
from tollens.plugins.sessions.source.redaction import Redactor
from tollens.plugins.sessions.source.secrets import ON_REQUEST
from tollens.plugins.sessions.source.stored import Stored, StoredEntry, Unpacking, open_stored, unpacked
from tollens.plugins.sessions.source.strangers import strangers_in

if TYPE_CHECKING:
    from tollens.core.ports import SessionFormat

__all__ = [
    "FORMATS",
    "ON_REQUEST",
    "Capture",
    "CaptureReport",
    "Links",
    "Part",
    "Privacy",
    "Unpacking",
    "beginning",
    "begins_a_session",
    "capture",
    "captures",
    "is_packed",
    "placed",
    "recognize",
    "stem",
    "unpacked",
]

FORMATS: "Registry[SessionFormat[Source, Session]]" = Registry(
    "session format", "tollens.plugins.sessions.agents", "tollens.sessions"
)
"""The session formats: a new agent is one new module in `agents/`."""


def recognize(data: bytes) -> str | None:
    """The name of the session format that these bytes are in, or `None` if they are in none that is read.

    >>> recognize(b'{"type":"user","message":{"role":"user","content":"hi"}}')
    'claude-code'
    >>> recognize(b"no session") is None
    True
    """
    try:
        found = _format(open_source(data, "the file"))
    except UnreadableError:
        return None
    return found.name if found else None


def begins_a_session(head: bytes) -> bool:
    """Whether the beginning of a file looks like a session that is none of a sub-agent.

    >>> begins_a_session(b'{"type":"user","message":{"role":"user","content":"hi"}}'), begins_a_session(b"{}")
    (True, False)
    """
    text = beginning(head, len(head))
    return recognize(text) is not None and not re.search(SUB_AGENT, text)


def placed(name: str | None = None) -> tuple[Placed, ...]:
    """The session formats that can tell where their agent keeps sessions: all that are built in, or the one named.

    Raises:
        MisuseError: There is no format of this name, or it cannot tell.
    """
    asked = FORMATS.built_in() if name is None else (FORMATS.get(name),)
    found = tuple(each for each in asked if isinstance(each, Placed))
    if not found:
        known = ", ".join(each.name for each in FORMATS.built_in() if isinstance(each, Placed))
        raise MisuseError(f"where the sessions of {name!r} are is not known", f"Known for: {known}.")
    return found


_GLANCE = 1_000
"""How many records are looked at before more of them are."""

_SEEN = 1 << 24
"""How many bytes of records that are read from a large file are looked at first."""

_HEAD = 1 << 16
"""Within how many bytes a session file names its session."""

_NAMED = re.compile(rb'"sessionId" ?: ?"([0-9a-fA-F]{8}-[0-9a-fA-F-]{20,40})"')
_MOST_AGENTS = 1_000
"""Most sub-agents whose files are looked for right beside the session, where they lay before version 2.1."""

_LONGEST_NAMED = 100
"""No text that names a sub-agent is longer."""

_AGENTS = re.compile(rb'"agentId" ?: ?"([0-9A-Za-z_-]{1,80})"')
_UNPACKED = 1 << 28
"""Within how many bytes of a compressed rollout its sub-agents are looked for."""

_ROLLOUT = b'"session_meta"'
_THREADS = re.compile(
    rb'(?:new_thread_id|agent_id|receiver_thread_ids)\\{0,3}" ?: ?\[?\\{0,3}"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22})'
)
"""A thread that a rollout of Codex names as that of a sub-agent, whose own rollout has the id in its name."""

_TRANSCRIPT = re.compile(rb'\s*\{\s*"role"\s*:')
"""How a transcript begins whose folder is its own, with those of its sub-agents in a folder within."""

_STEM = re.compile(r"\A(.+?)\.jsonl?(?:\.\w{1,5})?\Z", re.DOTALL)


def stem(name: str) -> str:
    r"""The name of a session file without its folders and its endings.

    >>> stem("/p/5b1f.jsonl.zst"), stem("C:\\p\\x.json")
    ('5b1f', 'x')
    """
    file = re.split(r"[/\\]", name)[-1]
    found = _STEM.match(file)
    return found[1] if found else file


def names_beside(data: bytes | Stored, file: str, around: Iterable[str] | None = None) -> tuple[str, ...]:
    """The files and folders beside a session file in which agents keep more of the session, with `/` between parts.

    Args:
        data: The session file, as its bytes or as what they are read from.
        file: Its name, without folders.
        around: The names of what is in its folder; `None` where that is not known.

    Returns:
        Names; one with `*` in it is the pattern of a file that may lie in the folder of a later day as well.

    >>> names_beside(b'{"agentId":"a1"}', "5b1f.jsonl.zst")
    ('5b1f/subagents', '5b1f/tool-results', 'agent-a1.jsonl')
    >>> names_beside(b'{"role":"user"}', "5b1f.jsonl")
    ('5b1f/subagents', '5b1f/tool-results', 'subagents')
    >>> thread = b"019a0000-0000-7000-8000-000000000001"
    >>> names_beside(b'{"type":"session_meta"}{"new_thread_id":"' + thread + b'"}', "rollout-1.jsonl")
    ('rollout-*-019a0000-0000-7000-8000-000000000001.jsonl*',)
    """
    stem = _STEM.match(file)
    head = beginning(data[:_HEAD] if isinstance(data, bytes) else data.at(0, _HEAD))
    if _ROLLOUT in head:
        plain = data if not isinstance(data, bytes) or data.startswith(head[:1]) else beginning(data, _UNPACKED)
        return tuple(f"rollout-*-{thread}.jsonl*" for thread in _found(_THREADS, plain))
    own = _NAMED.search(head)
    names = [f"{stem[1]}/{within}" for within in ("subagents", "tool-results")] if stem else []
    if _TRANSCRIPT.match(head):
        names.append("subagents")
    if own and not (stem and stem[1] == own[1].decode()):
        names.append(own[1].decode())
    if around is not None and not any(name.casefold().startswith("agent-") for name in around):
        return tuple(names)
    return (*names, *(f"agent-{agent}.jsonl" for agent in _found(_AGENTS, data)))


def _found(pattern: re.Pattern[bytes], data: bytes | Stored) -> list[str]:
    """What a pattern finds in a session file, each once."""
    pieces = [data] if isinstance(data, bytes) else _overlapping(data.chunks())
    found = dict.fromkeys(each[1].decode() for piece in pieces for each in pattern.finditer(piece))
    return list(islice(found, _MOST_AGENTS))


def _overlapping(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces of a file, each with the end of the one before it: what is looked for may lie across."""
    end = b""
    for chunk in chunks:
        piece = end + chunk
        yield piece
        end = piece[-_LONGEST_NAMED:]


def beginning(data: bytes, size: int = _HEAD) -> bytes:
    """The beginning of a session file without its compression, as far as these bytes of it show."""
    head = b""
    try:
        for chunk in Unpacked([data], 64 * max(size, _HEAD)):
            head += chunk
            if len(head) >= size:
                break
    except TollensError:  # it is told when the file is read
        return b""
    return head


def capture(
    data: bytes, *, name: str, format: str | None = None, beside: Sequence[Part] = (), privacy: Privacy = PRIVATE
) -> Capture:
    """The trace of an agent's session, and the account of what became of every record.

    Args:
        data: The session file, plain or compressed.
        name: What to call it in messages; its last part stands in the account.
        format: Name of the session format, built in or installed; without it, the built-in formats are tried.
        beside: Further files of the same session.
        privacy: What may be kept.

    Raises:
        UnreadableError: The format is not recognized, or nothing usable is in the file: never an empty trace; or it
            holds several sessions, each of which is a trace of its own.
        MisuseError: There is no session format called `format`.
    """
    found = captures(data, name=name, format=format, beside=beside, privacy=privacy)
    if len(found) > 1:
        named = ", ".join(each.report.session_id or "(without an id)" for each in found[:5])
        raise UnreadableError(
            f"{name}: {len(found)} sessions are in this file ({named}{', …' if len(found) > 5 else ''})",
            "Each is a trace of its own: say which one is meant.",
        )
    return found[0]


def captures(
    data: bytes | Stored | Unpacking | None,
    *,
    name: str,
    format: str | None = None,
    beside: Sequence[Part] = (),
    left: Sequence[str] = (),
    commit: str = "",
    notes: Sequence[str] = (),
    privacy: Privacy = PRIVATE,
    links: Links = NO_LINKS,
) -> tuple[Capture, ...]:
    """A trace for each session of a file, in file order; at least one.

    Args:
        data: The file, plain or compressed, as its bytes or as what they are read from piece by piece, which of a
            compressed file is what came out of it (`unpacked`); `None` for a folder that is a session as a whole.
        name: What to call it in messages; its last part stands in the accounts.
        format: Name of the session format, built in or installed; without it, the built-in formats are tried.
        beside: Further files of the same session; of a folder, all that is in it.
        left: What of the further files was not read, in words.
        commit: The commit that the file is bound to, which then counts and not what a session says of it.
        notes: What the accounts shall say of where the file comes from.
        privacy: What may be kept.
        links: The links of the project, by which paths are one.

    Raises:
        UnreadableError: The format is not recognized, or nothing usable is in the file.
        MisuseError: There is no session format called `format`.
    """
    redactor = Redactor(privacy.key, privacy.also, off=not privacy.redact)
    name = as_text(name)
    further = open_beside(beside, redactor)
    shedding = None
    if data is None:
        source = open_folder(beside, further, name)
    elif isinstance(data, bytes):
        source = msgspec.structs.replace(open_source(data, name, redactor), beside=further)
    else:
        keep = privacy.content == "full"
        source = msgspec.structs.replace(open_stored(data, name, redactor, keep=keep), beside=further)
        shedding = None if keep else Shedding(withheld, without, result_without)
    source, found = _chosen(source, format)
    told, origin = (tuple(redactor.text(as_text(words)) for words in said) for said in (left, notes))
    source = msgspec.structs.replace(source, left=told, origin=origin, shedding=shedding)
    waiting = [*reversed(found.read(source))]
    kept = {} if privacy.content == "digest" else strangers_in(source, _unknown(waiting))
    source = msgspec.structs.replace(source, entries=())
    made: list[Capture] = []
    while waiting:  # nobody else holds a session that is being put together
        strangers = [kept[name] for name in _unknown(waiting[-1:]) if name in kept]
        made.append(assemble(_bound(waiting.pop(), commit), source, redactor, privacy.content, links, strangers))
    return tuple(made)


def _bound(session: Session, commit: str) -> Session:
    return msgspec.structs.replace(session, commit=commit) if commit else session


def _unknown(sessions: Iterable[Session]) -> dict[str, None]:
    """The types of records that the format does not know, by name."""
    return {count.name: None for session in sessions for count in session.account.unknown_records}


def _glance(held: Sequence[Held]) -> int:
    """How many records are looked at first: of a large file no more than fit into `_SEEN`, one at least."""
    room = _SEEN
    for number, entry in enumerate(held[:_GLANCE], 1):
        room -= entry.size if isinstance(entry, StoredEntry) else 0
        if room < 0:
            return number
    return _GLANCE


def _values(source: Source) -> Iterator[list[object]]:
    """The JSON values of a file, of a folder those of all its files: the first ones, then twice as many, to all."""
    held = source.entries
    if not held and not source.damaged:
        held = tuple(entry for each in source.beside for entry in each.entries)
    values: list[object] = []
    size = _glance(held)
    while True:
        values.extend(entry.value for entry in held[len(values) : size])
        yield values
        if size >= len(held):
            return
        size *= 2


def _chosen(source: Source, format: str | None) -> "tuple[Source, SessionFormat[Source, Session]]":
    """The format, given by name or found, and the source as it reads it: a list of records is their file."""
    given = None if format is None else FORMATS.get(format)
    listed = None
    if given is None:
        found = _format(source)
        if found is None and (listed := unfolded(source)) is not None:
            found = _format(listed)
        if found is None:
            raise _unrecognized(source)
        return source if listed is None else listed, found
    if (listed := unfolded(source)) is not None and not any(map(given.recognizes, _values(source))):
        source = listed
    return source, given


def _format(source: Source) -> "SessionFormat[Source, Session] | None":
    for values in _values(source):
        for name in FORMATS.names():  # one by one: most need not be loaded
            if (each := FORMATS.get(name)).recognizes(values):
                return each
    return None


def _unrecognized(source: Source) -> UnreadableError:
    readable = ", ".join(each.title for each in FORMATS.built_in())
    if any(_is_trace(value) for value in next(_values(source))[:200]):
        return UnreadableError(
            f"{source.name} is a trace already, not a session",
            "tollens review looks at it, tollens validate checks it.",
        )
    looks = "it looks like no agent's session"
    if source.torn and source.notes:
        looks += f" ({source.notes[0]})"
    return UnreadableError(
        f"{source.name}: the session format is not recognized: {looks}", f"What is read: {readable}."
    )


def _is_trace(value: object) -> bool:
    return isinstance(value, dict) and "trace_id" in value and "type" not in value
