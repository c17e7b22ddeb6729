"""The one place that picks implementations: which reader a file gets, which session formats and outputs there are."""

from typing import TYPE_CHECKING, NamedTuple

from tollens.core.errors import UnreadableError
from tollens.core.wire.document import Document
from tollens.runtime import files
from tollens.runtime.traces import loads

if TYPE_CHECKING:
    from tollens.plugins.sessions.report import CaptureReport

YAML_NAMES = (".yaml", ".yml")

_OF_A_TRACE = frozenset({"trace_id", "spec_version", "actions", "artifacts"})


class Opened(NamedTuple):
    """A trace to look at, and how it was made from a session if it was."""

    document: Document
    report: "CaptureReport | None"


def load(name: str) -> Document:
    """Read a trace file, JSON or YAML; `-` is standard input."""
    return read_trace(name, files.read(name))


def read_trace(name: str, data: bytes) -> Document:
    """Read a trace from the bytes of the file `name`."""
    return loads(data, yaml=name.endswith(YAML_NAMES))


def open_any(name: str) -> Opened:
    """Read a trace, or capture an agent's session.

    Raises:
        UnreadableError: It is neither; says what it looks like.
    """
    from tollens.plugins import sessions

    data = files.read(name)
    if name.endswith(YAML_NAMES):
        return Opened(read_trace(name, data), None)
    if sessions.recognize(data) is not None:
        return captured(data, name)
    try:
        document = read_trace(name, data)
    except UnreadableError as unread:
        try:
            return captured(data, name)
        except UnreadableError as uncaptured:
            raise _neither(data, unread, uncaptured) from None
    if _OF_A_TRACE.isdisjoint(document.value):
        return captured(data, name)
    return Opened(document, None)


def _neither(data: bytes, unread: UnreadableError, uncaptured: UnreadableError) -> UnreadableError:
    """Of two refusals the one that helps: where many lines begin with a brace, a session was meant."""
    lines = data.split(b"\n", 8)[:8]
    session = sum(line.lstrip(b"\xef\xbb\xbf \t").startswith(b"{") for line in lines) > 1
    return uncaptured if session or not data.lstrip().startswith((b"{", b"[")) else unread


def captured(data: bytes, name: str) -> Opened:
    """Make a trace from an agent's session."""
    from tollens.core.wire.encode import to_value
    from tollens.plugins import sessions

    capture = sessions.capture(data, name=name)
    return Opened(Document.of(to_value(capture.trace)), capture.report)
