"""Output to streams of every kind, and what happens when they fail."""

import io
import json
import os

import pytest

from tests.cli.program import Stream
from tollens.apps.cli.output import ClosedPipeError, Output, standard_output
from tollens.core.errors import WorldError


class Failing(io.StringIO):
    """A stream that takes nothing."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self._error = error

    def write(self, text: str) -> int:
        """Fail."""
        raise self._error


def test_streams_without_bytes_below_get_text() -> None:
    out = io.StringIO()
    output = Output(out, io.StringIO(), {})
    output.json({"name": "é"})
    output.bytes(b"x\n")
    output.finish()
    assert out.getvalue() == '{\n  "name": "é"\n}\nx\n'


def test_halves_of_surrogate_pairs_are_escaped_in_json() -> None:
    out = Stream()
    Output(out, Stream(), {}).json({"\ud800": ["\udfff", 1, float("nan")]})
    assert json.loads(out.text()) == {"\ud800": ["\udfff", 1, None]}


def test_a_closed_pipe_and_a_full_disk_are_told_apart() -> None:
    with pytest.raises(ClosedPipeError):
        Output(Failing(BrokenPipeError()), None, {}).text("x")
    with pytest.raises(WorldError, match="No space left"):
        Output(Failing(OSError(28, "No space left on device")), None, {}).bytes(b"x")


def test_nothing_is_left_to_do_when_standard_error_fails() -> None:
    output = Output(Stream(), Failing(OSError()), {})
    output.note("a")
    output.note("b")


def test_a_closed_standard_output_is_an_error_for_whoever_writes() -> None:
    output = Output(None, None, {})
    for write in (lambda: output.text("x"), lambda: output.bytes(b"x")):
        with pytest.raises(WorldError, match="closed"):
            write()
    output.finish()


def test_a_note_is_one_line_each_for_message_and_advice() -> None:
    err = Stream()
    Output(Stream(), err, {}).note("what\nhappened", "do\nthis")
    assert err.text() == "what happened\n  do this\n"


def test_progress_is_taken_back_before_anything_else_is_said() -> None:
    err = Stream(terminal=True)
    output = Output(Stream(), err, {})
    output.progress("reading\na file")
    output.note("done")
    output.progress("")
    assert err.text() == "\r\x1b[Kreading a file\r\x1b[Kdone\n"


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo terminal")
def test_the_width_of_a_terminal() -> None:
    import fcntl
    import struct
    import termios

    ours, theirs = os.openpty()
    try:
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 77, 0, 0))
        with open(theirs, "w", closefd=False) as terminal:
            assert Output(terminal, None, {}).width == 77
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_stream_that_only_says_to_be_a_terminal_has_the_usual_width() -> None:
    assert Output(Stream(terminal=True), None, {}).width == 100


def test_a_closed_stream_is_no_terminal() -> None:
    closed = io.StringIO()
    closed.close()
    assert Output(closed, None, {}).width == 100


def test_the_standard_streams() -> None:
    assert isinstance(standard_output(), Output)
