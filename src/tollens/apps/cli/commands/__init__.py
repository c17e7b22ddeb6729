"""One verb a file, named after it with `_` for `-`; found by listing this folder.

Each module has `SUMMARY` (one line for `tollens --help`), `GROUP` (a key of `GROUPS`), `EXAMPLES` (command lines),
`configure(parser)` and `run(arguments, output) -> exit status`. It is light to import, since `tollens --help` imports
them all: everything heavy is imported inside `run`.
"""

import os
from importlib import import_module

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from typing import Protocol

    from tollens.apps.cli.output import Output

    class Command(Protocol):
        """What each module of this folder offers."""

        __doc__: str | None
        SUMMARY: str
        GROUP: str
        EXAMPLES: tuple[str, ...]

        def configure(self, parser: ArgumentParser) -> None:
            """Declare the arguments."""

        def run(self, arguments: Namespace, output: Output) -> int:
            """Do the work; return the exit status."""


GROUPS = {
    "start": "Start here",
    "read": "Look closer",
    "write": "Make and change traces",
    "describe": "The format itself",
}
"""Groups of verbs, in the order of `tollens --help`: key and heading."""


def names() -> list[str]:
    """Every verb, sorted."""
    folder = os.listdir(__path__[0])  # noqa: PTH208 - pathlib would cost a tenth of the start-up
    return sorted(name[:-3].replace("_", "-") for name in folder if name.endswith(".py") and not name.startswith("_"))


def command(name: str) -> "Command":
    """The module of a verb that `names` lists."""
    module: Command = import_module(f"{__name__}.{name.replace('-', '_')}")
    return module
