"""Arguments of a verb: argparse, taught to raise instead of ending the process and to print through `Output`."""

import argparse
from typing import NoReturn

from tollens.apps.cli import commands
from tollens.apps.cli.output import Output
from tollens.core.errors import MisuseError

_WIDTH = 100


class HelpShownError(Exception):
    """The user asked for help and has it."""


class Parser(argparse.ArgumentParser):
    """The parser of one verb.

    Args:
        verb: Its name.
        output: Where its help goes.
    """

    def __init__(self, verb: str, output: Output | None = None) -> None:
        module = commands.command(verb)
        summary = module.SUMMARY
        super().__init__(
            prog=f"tollens {verb}",
            description="\n".join([f"{summary[0].upper()}{summary[1:]}.", *_explanation(module.__doc__ or "")]),
            epilog="\n".join(["examples:", *(f"  {example}" for example in module.EXAMPLES)]),
            formatter_class=_formatter,
            allow_abbrev=False,
        )
        self.color = False  # Python 3.14 would write escape sequences of its own
        self._output = output
        module.configure(self)

    def print_help(self, file: object = None) -> None:
        """Write the help to the output."""
        if self._output is not None:
            self._output.text(self.format_help())

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Leave the parsing, not the process."""
        raise HelpShownError

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        raise MisuseError(f"{self.prog.removeprefix('tollens ')}: {message}", f"{self.prog} --help shows what it takes")


def _formatter(prog: str) -> argparse.HelpFormatter:
    """A formatter of one width everywhere, so that help and generated pages never differ between machines."""
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=28, width=_WIDTH)


def _explanation(documentation: str) -> list[str]:
    """The paragraphs of a verb's module docstring below its first line."""
    return documentation.strip().split("\n")[1:]
