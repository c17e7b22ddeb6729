"""The command line run inside the test, with its streams captured."""

import io
from typing import NamedTuple

from tollens.apps.cli.main import main
from tollens.apps.cli.output import Output


class Ended(NamedTuple):
    """How a command line ended: its exit status and what it wrote."""

    status: int
    out: str
    err: str


class Stream(io.TextIOWrapper):
    """A text stream over bytes that may call itself a terminal."""

    def __init__(self, encoding: str = "utf-8", terminal: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, newline="")
        self._terminal = terminal

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._terminal

    def text(self) -> str:
        """What was written."""
        self.flush()
        held = self.buffer
        assert isinstance(held, io.BytesIO)
        return held.getvalue().decode(self.encoding)


def tollens(*arguments: str, encoding: str = "utf-8", terminal: bool = False, **environ: str) -> Ended:
    """Run a command line."""
    out, err = Stream(encoding, terminal), Stream(encoding, terminal)
    status = main(list(arguments), Output(out, err, environ))
    return Ended(status, out.text(), err.text())
