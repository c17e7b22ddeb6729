"""The one place that writes to standard output and standard error.

Text is made of spans. Everything in a span is escaped, so that nothing in a trace can speak to the terminal; the only
escape sequences written are the colours of the tones, and only to a terminal whose user did not set NO_COLOR.
"""

import os
import sys

from tollens.core.errors import WorldError

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TextIO

    from tollens.plugins.text.lines import Line, Tone

WIDTH = 100
"""Columns where standard output is no terminal."""

_NARROWEST = 60
_WIDEST = 140

_COLOURS = {"bad": "31", "warn": "33", "good": "32", "dim": "2", "head": "1"}

_PLAIN = {"…": "...", "·": "-", "×": "x", "—": "-", "–": "-", "’": "'", "→": "->"}
"""What the program's own punctuation becomes where the encoding lacks it."""


class ClosedPipeError(Exception):
    """The reader of standard output went away."""


class Output:
    """Standard output and standard error of one run.

    Args:
        stdout, stderr: Text streams, or `None` where the stream is closed.
        environ: The environment: `NO_COLOR`, `COLUMNS`, `TERM`.
    """

    def __init__(self, stdout: "TextIO | None", stderr: "TextIO | None", environ: "Mapping[str, str]") -> None:
        self._stdout = stdout
        self._stderr = stderr
        self._environ = environ
        self._coloured = _is_terminal(stdout) and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
        self._progressing = False

    @property
    def width(self) -> int:
        """Columns to fill: of the terminal within reason, or of COLUMNS, or 100."""
        stated = self._environ.get("COLUMNS", "")
        if stated.isdecimal() and len(stated) < 6:
            found = int(stated)
        elif self._stdout is not None and _is_terminal(self._stdout):
            try:
                found = os.get_terminal_size(self._stdout.fileno()).columns
            except OSError:
                found = WIDTH
        else:
            found = WIDTH
        return min(max(found, _NARROWEST), _WIDEST) if found else WIDTH

    def lines(self, lines: "Iterable[Line]") -> None:
        """Write lines of spans."""
        text = "".join("".join(self._painted(span) for span in line).rstrip() + "\n" for line in lines)
        self._write(self._stdout, text)

    def text(self, text: str) -> None:
        """Write text of the program's own, such as its help."""
        self._write(self._stdout, text)

    def bytes(self, data: bytes) -> None:
        """Write bytes as they are: JSON, YAML, a trace."""
        if self._stdout is None:
            raise _closed()
        binary = getattr(self._stdout, "buffer", None)
        with _Writing():
            if binary is None:
                self._stdout.write(data.decode("utf-8"))
            else:
                self._stdout.flush()
                binary.write(data)
                binary.flush()

    def json(self, value: object) -> None:
        """Write a value as indented JSON, as `json_lines` makes it."""
        self.bytes(json_lines(value))

    def note(self, message: str, *further: str) -> None:
        """Say something on standard error: a fault, or what was done; advice or particulars below it, a line each."""
        from tollens.plugins.text.printable import one_line

        self.progress("")
        self._whisper("".join([f"{one_line(message)}\n", *(f"  {one_line(text)}\n" for text in further if text)]))

    def trouble(self, text: str) -> None:
        """Write a trace back for whoever set TOLLENS_DEBUG."""
        from tollens.plugins.text.printable import escape

        self._whisper("".join(f"{escape(line)}\n" for line in text.splitlines()))

    def progress(self, doing: str) -> None:
        """Say on standard error what is going on, on a line that the next such call replaces; only to a terminal."""
        if self._stderr is None or not _is_terminal(self._stderr) or not (doing or self._progressing):
            return
        from tollens.plugins.text.printable import clip

        self._progressing = bool(doing)
        self._whisper(f"\r\x1b[K{clip(doing, self.width - 1)}" if doing else "\r\x1b[K")

    def finish(self) -> None:
        """Make sure that everything was written."""
        self.progress("")
        if self._stdout is not None:
            with _Writing():
                self._stdout.flush()

    def _painted(self, span: "str | tuple[Tone, str]") -> str:
        from tollens.plugins.text.printable import escape

        tone, text = ("", span) if isinstance(span, str) else span
        colour = _COLOURS.get(tone)
        return f"\x1b[{colour}m{escape(text)}\x1b[0m" if self._coloured and colour else escape(text)

    def _write(self, stream: "TextIO | None", text: str) -> None:
        if stream is None:
            raise _closed()
        with _Writing():
            stream.write(_encodable(text, stream))

    def _whisper(self, text: str) -> None:
        """Write to standard error; when that fails there is nobody left to tell."""
        if self._stderr is not None:
            try:
                self._stderr.write(_encodable(text, self._stderr))
                self._stderr.flush()
            except (OSError, ValueError):
                self._stderr = None


class _Writing:
    """Turns what goes wrong while writing to standard output into what `main` understands."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, BrokenPipeError):
            raise ClosedPipeError from None
        if isinstance(error, OSError):
            raise WorldError(f"cannot write to standard output: {error.strerror or error}") from None


def standard_output() -> Output:
    """The output of this process."""
    return Output(sys.stdout, sys.stderr, os.environ)


def _closed() -> WorldError:
    return WorldError("standard output is closed", "Send it somewhere: to a terminal, a file or a pipe.")


def json_lines(value: object) -> bytes:
    """A value as indented JSON with an end of line; what is no number of JSON becomes null.

    A value with half of a surrogate pair, which no UTF-8 can hold, is written in ASCII on one line instead, with
    escapes that read back as they were.
    """
    from msgspec import json

    try:
        return json.format(json.encode(value), indent=2) + b"\n"
    except UnicodeEncodeError:
        return _ascii(value) + b"\n"


def _ascii(value: object) -> bytes:
    import json

    numbers_of_json = json.loads(json.dumps(value), parse_constant=lambda word: None)
    return json.dumps(numbers_of_json).encode("ascii")


def _is_terminal(stream: "TextIO | None") -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def _encodable(text: str, stream: "TextIO") -> str:
    """The text with what the stream's encoding lacks written otherwise, so that no output ends in an encoding error."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        for mark, plain in _PLAIN.items():
            text = text.replace(mark, plain)
        return text.encode(encoding, "backslashreplace").decode(encoding)
    return text
