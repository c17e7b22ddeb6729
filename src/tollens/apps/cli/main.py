"""`tollens`: finds the verb, runs it, and turns whatever happens into an exit status and a sentence.

Exit status: 0 all is well; 1 a trace is invalid; 2 it could not be done (unreadable input, misuse, a file or an
optional part missing, a fault of the program); 130 interrupted; 141 the reader of the output went away.
"""

import gc
import os
import sys

from tollens.apps.cli import commands
from tollens.apps.cli.output import ClosedPipeError, Output, standard_output
from tollens.core.errors import MisuseError, TollensError, UnreadableError

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from typing import NoReturn

INVALID = 1
FAILED = 2
INTERRUPTED = 130
NO_READER = 141


def run() -> "NoReturn":
    """Run the command line and end the process.

    It ends at once, everything being written: taking millions of values apart one by one would only cost time, and so
    would collecting cycles, of which there are hardly any.
    """
    gc.disable()
    os._exit(main(sys.argv[1:], standard_output()))


def main(arguments: list[str], output: Output) -> int:
    """Run one command line.

    Args:
        arguments: Without the program's name.
        output: Where it speaks.

    Returns:
        The exit status.
    """
    try:
        try:
            status = _run(arguments, output)
        except TollensError as error:
            status = _explain(error, output)
        output.finish()
        return status
    except ClosedPipeError:
        return NO_READER
    except KeyboardInterrupt:
        output.note("interrupted")
        return INTERRUPTED
    except Exception as error:
        return _explain(error, output)


def _run(arguments: list[str], output: Output) -> int:
    if not arguments:
        output.text(overview())
        return FAILED  # so that a script that lost its verb does not go on
    verb, rest = arguments[0], arguments[1:]
    if verb == "help" and rest:
        verb, rest = rest[0], ["--help"]
    if verb in ("-h", "--help", "help"):
        output.text(overview())
        return 0
    if verb in ("-V", "--version"):
        from importlib.metadata import version

        output.text(f"tollens {version('tollens')} (Ponens Trace Specification 1.11)\n")
        return 0
    if verb not in commands.names():
        _refuse(verb)
    from tollens.apps.cli.parsing import HelpShownError, Parser

    try:
        parsed = Parser(verb, output).parsed(rest)
    except HelpShownError:
        return 0
    try:
        return commands.command(verb).run(parsed, output)
    except UnreadableError as error:
        name = getattr(parsed, "file", "")
        if name in error.message:
            raise
        raise UnreadableError(f"{name}: {error.message}", error.advice, error.line, error.column) from None


def overview() -> str:
    """What `tollens --help` prints: every verb in its group, and where to start."""
    modules = {name: commands.command(name) for name in commands.names()}
    width = max(map(len, modules))
    lines = ["usage: tollens VERB …", "", "Read, make and check traces of AI agents' work.", ""]
    for group, heading in commands.GROUPS.items():
        lines.append(f"{heading}:")
        lines.extend(f"  {name:<{width}} {module.SUMMARY}" for name, module in modules.items() if group == module.GROUP)
        lines.append("")
    lines += [
        "New here? Take a session of your agent, or a trace, and run:  tollens review FILE",
        "`-` stands for standard input or output. More on a verb:      tollens VERB --help",
        "A name that begins with a dash goes behind `--`.              tollens VERB … -- NAME",
        "The program's version:                                        tollens --version",
        "",
    ]
    return "\n".join(lines)


def _refuse(verb: str) -> "NoReturn":
    from difflib import get_close_matches

    if os.path.exists(verb):  # noqa: PTH110 - pathlib would cost a tenth of the start-up
        raise MisuseError(f"{verb!r} is a file, not a verb", f"Did you mean: tollens review {verb}")
    near = get_close_matches(verb, commands.names(), n=1)
    raise MisuseError(
        f"there is no verb {verb!r}",
        f"Did you mean: tollens {near[0]}" if near else "tollens --help lists the verbs",
    )


def _explain(error: Exception, output: Output) -> int:
    """Say what went wrong: never a traceback, unless TOLLENS_DEBUG asks for it."""
    if os.environ.get("TOLLENS_DEBUG"):
        import traceback

        output.trouble("".join(traceback.format_exception(error)))
    if isinstance(error, TollensError):
        output.note(f"tollens: {error.message}", error.advice)
    elif isinstance(error, MemoryError):
        output.note("tollens: there is not enough memory for this input")
    else:
        output.note(
            f"tollens: internal error: {type(error).__name__}: {str(error)[:200]}",
            "This is a fault of tollens: please report it with the command line and, if you may share it, the file. "
            "TOLLENS_DEBUG=1 shows where it happened.",
        )
    return FAILED
