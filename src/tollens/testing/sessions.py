"""The suite that every session format must pass, for the tests of whoever writes one.

A format is given whole files of its agent. Whatever is then done to them, the capture accounts for every record and is
a valid trace, or the file is refused in words; and what is of another agent is left to that one.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from tollens.core.errors import UnreadableError
from tollens.core.ports import SessionFormat
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_json, to_value
from tollens.plugins.sessions import FORMATS, Capture
from tollens.plugins.sessions.assembly.trace import assemble
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.source.records import Source, open_source
from tollens.plugins.sessions.source.redaction import Redactor
from tollens.testing.transcripts import Transcript

Format = SessionFormat[Source, Session]

FOREIGN: dict[str, bytes] = {
    "claude-code": Transcript().prompt("go").say("done").data(),
    "codex": b'{"type":"session_meta","payload":{"id":"x","cwd":"/p"}}\n'
    b'{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"a"}]}}',
    "gemini": b'{"sessionId":"s","projectHash":"h","messages":[{"id":"1","type":"user","content":"go"}]}',
    "opencode": b'{"info":{"id":"ses_1"},"messages":[{"info":{"role":"user"},"parts":[{"type":"text","text":"go"}]}]}',
    "copilot": b'{"type":"session.start","data":{"sessionId":"s"}}\n{"type":"user.message","data":{"content":"go"}}',
    "pi": b'{"type":"session","id":"s","cwd":"/p"}\n'
    b'{"type":"message","timestamp":"2026-01-01T00:00:00Z","message":{"role":"user","content":"go"}}',
    "cursor": b'{"role":"user","message":{"content":[{"type":"text","text":"go"}]}}',
    "otlp": b'{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"00","spanId":"01","name":"chat"}]}]}]}',
    "langfuse": b'{"trace":{"id":"t"},"observations":[{"id":"o","traceId":"t","type":"SPAN"}]}',
    "a trace": b'{"trace_id":"t","spec_version":"1.11","actions":[]}',
    "none": b'{"anything":1}\n{"level":"info","message":"go"}\n[1, "two", null]',
}
"""A few words in the shape of each agent, under the name of its format: no format may take those of another."""

_CUTS = 24
_ODD: tuple[object, ...] = (None, True, -1, 0.5, "", "\x00\x1b[31m", [], {}, [[]], [None], {"a": {}})
"""Values of a wrong type for almost any member."""


def captured(session_format: Format, data: bytes) -> tuple[Capture, ...]:
    """The captures of a file by a format, installed or not.

    Raises:
        UnreadableError: The format finds nothing usable in it.
    """
    source = open_source(data, "session")
    return tuple(assemble(session, source, Redactor()) for session in session_format.read(source))


def check_session_format(session_format: Format, files: Sequence[bytes]) -> None:
    """Fail with an AssertionError unless a format keeps its promises on these files, and on what becomes of them.

    Args:
        session_format: The format.
        files: Whole sessions of the agent, in each of the shapes that the format reads.
    """
    assert files, "the suite needs files of the format"
    assert session_format.name and session_format.title, "a format has a name and a title"
    for data in files:
        _is_its_own(session_format, data)
        check_capture(session_format, data, refusable=False)
        for damaged in _damaged(data):
            check_capture(session_format, damaged, refusable=True)
    for name, data in FOREIGN.items():
        taken = name != session_format.name and session_format.recognizes(_values(data))
        assert not taken, f"{session_format.name} takes a file of {name}"


def _is_its_own(session_format: Format, data: bytes) -> None:
    values = _values(data)
    assert session_format.recognizes(values), f"{session_format.name} does not recognize its own file"
    others = [each for each in FORMATS.built_in() if each.name != session_format.name and each.recognizes(values)]
    assert not others, f"{others[0].name} takes a file of {session_format.name}"


def _values(data: bytes) -> list[object]:
    return [entry.value for entry in open_source(data, "session").entries]


def check_capture(session_format: Format, data: bytes, refusable: bool = True) -> None:
    """Fail unless each capture of a file is valid, accounts for its records and is the same each time.

    Args:
        session_format: The format.
        data: The file, whatever became of it.
        refusable: It may as well be refused in words.
    """
    try:
        found, again = captured(session_format, data), captured(session_format, data)
    except UnreadableError as error:
        assert refusable, f"a whole file is refused: {error.message}"
        assert error.message, "a refusal says what is the matter"
        return
    assert found, "a file that is not refused has a session"
    for one, other in zip(found, again, strict=True):
        records, counts = one.report.records, one.report.found
        skipped = sum(count.count for count in records.skipped)
        assert records.total == records.used + skipped + len(records.damaged), (
            f"not every record is accounted: {records}"
        )
        assert counts.calls_without_result <= counts.calls + counts.subagent_calls, f"more gaps than calls: {counts}"
        assert to_json(one.trace) == to_json(other.trace), "the same file gives another trace"
        assert one.report == other.report, "the same file gives another account"
        errors = [each for each in validate(Document.of(to_value(one.trace))).diagnostics if each.severity == "error"]
        assert not errors, f"the trace is not valid: {errors[0]}"


def _damaged(data: bytes) -> Iterator[bytes]:
    """The file cut, with bytes changed, with its lines repeated, left out and in other orders, with odd members."""
    chance = random.Random(7)  # noqa: S311
    for _ in range(_CUTS):
        yield data[: chance.randrange(1, len(data))]
    for _ in range(_CUTS):
        changed = bytearray(data)
        for _ in range(chance.randrange(1, 6)):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        yield bytes(changed)
    lines = [line for line in data.split(b"\n") if line.strip()]
    yield b"\n".join([*lines, *lines])
    for _ in range(_CUTS):
        mixed = [line for line in lines if chance.random() < 0.9]
        chance.shuffle(mixed)
        yield b"\n".join(mixed) + b"\n"
    yield from _odd(lines, chance)


def _odd(lines: list[bytes], chance: random.Random) -> Iterator[bytes]:
    """The file with one member of one record replaced by a value of another type."""
    for _ in range(4 * _CUTS):
        at = chance.randrange(len(lines))
        try:
            record = orjson.loads(lines[at])
        except orjson.JSONDecodeError:
            continue
        holder = record
        while inner := [each for each in _members(holder) if _members(each)]:
            if chance.random() < 0.4:
                break
            holder = chance.choice(inner)
        if isinstance(holder, dict) and holder:
            holder[chance.choice(sorted(holder))] = chance.choice(_ODD)
        elif isinstance(holder, list) and holder:
            holder[chance.randrange(len(holder))] = chance.choice(_ODD)
        yield b"\n".join([*lines[:at], orjson.dumps(record), *lines[at + 1 :]])


def _members(holder: Any) -> list[Any]:
    return list(holder.values()) if isinstance(holder, dict) else holder if isinstance(holder, list) else []
