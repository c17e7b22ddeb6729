"""The output that the README shows, taken from the program itself."""

import contextlib
import io
import re
from pathlib import Path

from tollens.apps.cli.main import main
from tollens.apps.cli.output import Output

ROOT = Path(__file__).resolve().parent.parent
_SHOWN = re.compile(r"^```text\n.*?^```$", re.MULTILINE | re.DOTALL)
_COMMAND = ("review", "examples/claude-code-session.jsonl")


def readme() -> str:
    """The README with its one screen of output as the program prints it now."""
    held = (ROOT / "README.md").read_text("utf-8")
    printed = io.StringIO()
    with contextlib.chdir(ROOT):
        status = main(list(_COMMAND), Output(printed, None, {}))
    if status != 0:
        raise RuntimeError(f"`tollens {' '.join(_COMMAND)}` ended with {status}")
    return _SHOWN.sub(lambda _: f"```text\n{printed.getvalue()}```", held, count=1)
