"""The outputs that the README shows, taken from the program itself."""

import contextlib
import io
import re
from pathlib import Path

from tollens.apps.cli.main import main
from tollens.apps.cli.output import Output

ROOT = Path(__file__).resolve().parent.parent
_SHOWN = re.compile(r"^```sh\n\./run tollens (.*)\n```\n\n```text\n(?:.*\n)*?```$", re.MULTILINE)
"""One command in a block of its own, and then what it prints."""


def readme() -> str:
    """The README with what its commands print now, wherever a command is followed by its output."""
    return _SHOWN.sub(_with_output, (ROOT / "README.md").read_text("utf-8"))


def _with_output(shown: re.Match[str]) -> str:
    command = shown[1]
    return f"```sh\n./run tollens {command}\n```\n\n```text\n{_printed(command)}```"


def _printed(command: str) -> str:
    printed = io.StringIO()
    with contextlib.chdir(ROOT):
        status = main(command.split(), Output(printed, None, {}))
    if status != 0:
        raise RuntimeError(f"`tollens {command}` ended with {status}")
    return printed.getvalue()
