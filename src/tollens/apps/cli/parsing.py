"""Arguments of a verb: argparse, taught to raise instead of ending the process and to print through `Output`."""

import argparse
from typing import Any, NoReturn

from tollens.apps.cli import commands
from tollens.apps.cli.output import Output
from tollens.core.errors import MisuseError

_WIDTH = 100


class HelpShownError(Exception):
    """The user asked for help and has it."""


class _Operand(str):
    """An argument that stands behind `--`: no option, whatever it begins with."""

    __slots__ = ()


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

    def parsed(self, arguments: list[str]) -> argparse.Namespace:
        """The arguments, options and operands in any order; what stands behind `--` is no option.

        argparse forgets the `--` where the order is free, and would take a file called `-o.json` for an option.

        Raises:
            MisuseError: They are none of this verb.
        """
        end = arguments.index("--") if "--" in arguments else len(arguments)
        found = self.parse_intermixed_args([*arguments[:end], *map(_Operand, arguments[end + 1 :])])
        for name, value in vars(found).items():
            setattr(found, name, _plain(value))
        return found

    def _parse_optional(self, arg_string: str) -> Any:
        return None if isinstance(arg_string, _Operand) else super()._parse_optional(arg_string)

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


def _plain(value: Any) -> Any:
    """A value of an argument in which operands are texts like others."""
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, _Operand) else value


def _formatter(prog: str) -> argparse.HelpFormatter:
    """A formatter of one width everywhere, so that help and generated pages never differ between machines."""
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=28, width=_WIDTH)


def _explanation(documentation: str) -> list[str]:
    """The paragraphs of a verb's module docstring below its first line."""
    return documentation.strip().split("\n")[1:]
