"""What came back from a call, as Codex writes it: lines of a header before the output, JSON with metadata, or words.

An exit status is taken from the header, the metadata or the item of the call, and from nowhere else: what a command
prints may read like any of them.
"""

import re
from typing import Any

import msgspec
import orjson

from tollens.plugins.sessions.agents.codex.rows import text_of
from tollens.plugins.sessions.events import Result
from tollens.plugins.sessions.values import held, number

PERSON = "the person"
SETTINGS = "the permission settings"
SOMEBODY = "whoever had to approve it"
"""A call that is only marked as declined may have been so by the person, by a rule, or by a review."""

_HEADER = re.compile(
    r"(?:Exit code: (?P<code>-?\d{1,9})|Process exited with code (?P<exited>-?\d{1,9})"
    r"|Process running with session ID (?P<running>\w{1,40})"
    r"|Wall time:? (?P<seconds>\d{1,9}(?:\.\d{1,9})?) ?s(?:econds?)?"
    r"|Duration: (?P<lasted>\d{1,9}(?:\.\d{1,9})?) seconds|Chunk ID: \w{0,40}|Original token count: \d{1,12}"
    r"|Total output lines: \d{1,12}|Script (?P<script>completed|failed|running)[^\n]{0,100})"
)
_HEADERS = 12
"""Most lines of a header."""

_CUT = re.compile(
    r"…\d{1,12} (?:tokens|chars) truncated…|\[\.\.\. omitted \d{1,12} of \d{1,12} lines \.\.\.\]"
    r"|\[\.\.\. output truncated to fit \d{1,12} bytes \.\.\.\]|\AWarning: truncated output"
)
_TIMED_OUT = re.compile(r"\s*command timed out after \d{1,12} (?:milliseconds|ms|seconds)")
_STOPPED = re.compile(r"aborted(?: by user)?(?: after \d{1,9}(?:\.\d{1,9})?s)?\Z")
_REFUSALS = (
    (re.compile(r"(?:exec command|patch|command|MCP tool call) rejected by (?:the )?user\b"), PERSON),
    (re.compile(r"user (?:rejected|declined|cancelled|canceled) (?:the )?(?:MCP )?tool call"), PERSON),
    (re.compile(r"exec_command failed for .{1,2000}?Rejected\(\\?\"+rejected by user", re.DOTALL), PERSON),
    (re.compile(r"approval policy is \w{1,40}; reject command"), SETTINGS),
    (re.compile(r"(?:(?:exec )?command |patch |`[^`\n]{1,2000}` )?rejected: "), SETTINGS),
    (re.compile(r"(?:This action was|rejected due to) .{0,40}unacceptable risk"), "an automatic review"),
    (re.compile(r"exec_command failed for .{1,2000}?Rejected\(", re.DOTALL), SETTINGS),
)
_FAILURES = re.compile(
    r"(?:apply_patch verification failed|invalid patch|failed to parse (?:function )?arguments"
    r"|unsupported (?:call|custom tool|payload)|execution error|failed in sandbox"
    r"|(?:exec_command|write_stdin|tool call|view_image) (?:failed|error)"
    r"|sandbox (?:error|denied)|unable to locate image|unknown process id|err: )",
    re.IGNORECASE,
)
"""Words of the agent itself, in the place of an output, for a call that it could not carry out."""

_LOOK = 4_000
"""How much of an output is looked at for the words of a refusal or of an error."""


class Output(msgspec.Struct, frozen=True):
    """What came back, taken apart.

    Attributes:
        status: The exit status, where the record states it.
        running: The session id under which the command goes on; empty where it does not.
        done: The record itself says that the call was carried out.
    """

    text: str = ""
    status: int | None = None
    failed: bool = False
    refused: str = ""
    interrupted: bool = False
    running: str = ""
    cut: bool = False
    done: bool = False
    duration_ms: int | None = None

    def result(self) -> Result:
        """The result in the words that all agents share."""
        return Result(
            text=self.text,
            failed=self.failed,
            refused=self.refused,
            said=self.text.strip() if self.refused not in ("", PERSON) else "",
            status=None if self.refused or self.interrupted or self.running else self.status,
            interrupted=self.interrupted,
            preview="cut by the agent" if self.cut else "",
            duration_ms=self.duration_ms,
        )


def refused_by(text: str) -> str:
    """Who refused a call, by the words that stand for its output; empty where it was not refused."""
    return next((who for pattern, who in _REFUSALS if pattern.match(text[:_LOOK])), "")


def output_of(content: object) -> Output:
    """What a record of an output says: its text, what stands before that, and how it ended."""
    success: object = None
    if isinstance(content, dict) and "content" in content:
        success, content = content.get("success"), content["content"]
    if isinstance(content, str) and content.startswith('{"') and '"metadata"' in content:
        content = _with_metadata(content)
    if isinstance(content, dict) and "text" not in content:
        metadata = held(content, "metadata")
        return _judged(
            text_of(content.get("output")) or ("" if metadata else _json(content)),
            status=number(metadata, "exit_code"),
            success=success,
            seconds=metadata.get("duration_seconds"),
        )
    return _with_header(text_of(content), success)


def _with_metadata(text: str) -> object:
    """The object that a text holds, if it is one of an output with its metadata; else the text."""
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
    return found if isinstance(found.get("output"), str) and isinstance(found.get("metadata"), dict) else text


def _json(value: dict[str, Any]) -> str:
    return orjson.dumps(value).decode()


def _with_header(text: str, success: object) -> Output:
    """An output with the lines before it; where these are not whole, all of it is output."""
    position, found, ended = 0, dict[str, str](), False
    for _ in range(_HEADERS):
        end = text.find("\n", position)
        line = text[position : end if end >= 0 else len(text)].rstrip("\r")
        if line == "Output:" and position:
            position, ended = (end + 1 if end >= 0 else len(text)), True
            break
        match = _HEADER.fullmatch(line)
        if not match:
            break
        found |= {name: value for name, value in match.groupdict().items() if value is not None}
        position = end + 1 if end >= 0 else len(text)
        if end < 0:
            ended = True
            break
    stops = _STOPPED.match(text, position) is not None
    if not ended and not stops:
        return _judged(text, success=success, seconds=None)
    if found.get("script") == "failed":
        success = False
    code = found.get("code", found.get("exited"))
    seconds = found.get("seconds", found.get("lasted"))
    return _judged(
        text[position:],
        status=int(code) if code is not None else None,
        success=success,
        running=found.get("running", "") if code is None else "",
        seconds=float(seconds) if seconds else None,
    )


def _judged(text: str, *, status: int | None = None, success: object, running: str = "", seconds: object) -> Output:
    """An output and what its words say of how it ended; where a status is stated, the words are the command's own."""
    plain = text[:_LOOK].strip()
    refused = refused_by(plain) if status is None and not running else ""
    interrupted = not refused and (
        (status in (None, 124) and _TIMED_OUT.match(plain) is not None)
        or (status is None and len(text) < _LOOK and _STOPPED.match(plain) is not None)
    )
    told = status is None and not running and _FAILURES.match(plain) is not None
    milliseconds = isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 <= seconds < 10**9
    return Output(
        text=text,
        status=status,
        failed=not interrupted and (bool(refused) or success is False or (told and success is not True)),
        refused=refused,
        interrupted=interrupted,
        running=running,
        cut=_CUT.search(text) is not None,
        done=success is True or plain.startswith("Success. Updated the following files:"),
        duration_ms=int(seconds * 1000) if milliseconds and isinstance(seconds, int | float) else None,
    )
