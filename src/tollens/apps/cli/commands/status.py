"""`tollens status`: how a trace stands to the commit that it is bound to, and what to do next.

The first that holds: `unbound`, it states no commit; `dirty`, its content is not what was recorded; `stale`, HEAD has
more than the commit and traces, or not the commit; `synced`, the note on the commit agrees with the content; else
`bound`. A commit that was squashed, rebased or reworded is looked for, by note, trailer, files and change. With
--commit it tells the traces of a commit instead. Nothing is written, and nothing is asked of the network.

Without TRACE, the only trace in this folder, .tollens or .ponens is meant.

Exit status 0: bound or synced, or the commit has a trace; 1: not; 2: it could not be told.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "say whether a trace still fits the commit that is checked out"
GROUP = "read"
EXAMPLES = (
    "tollens status trace.json",
    "tollens status trace.json --json",
    "tollens status --commit HEAD",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="TRACE", nargs="?", help="a trace in a git repository, JSON or YAML")
    parser.add_argument("--commit", metavar="REV", help="tell the traces of this commit, by note and trailer")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: "Namespace", output: "Output") -> int:
    """Look, and say what was found."""
    from msgspec import to_builtins

    from tollens.apps import wiring
    from tollens.plugins.formats.binding import status_lines
    from tollens.runtime.binding.record import folder_of, the_trace
    from tollens.runtime.binding.states import status

    if arguments.commit is not None:
        return _traces(arguments, output)
    name = arguments.file = arguments.file or the_trace()
    folder_of(name)
    found = status(name, wiring.load(name))
    if arguments.json:
        output.json({"file": name, **to_builtins(found)})
    else:
        output.lines(status_lines(name, found))
    return 0 if found.state in ("bound", "synced") else 1


def _traces(arguments: "Namespace", output: "Output") -> int:
    from msgspec import to_builtins

    from tollens.core.errors import MisuseError
    from tollens.plugins.formats.binding import traces_lines
    from tollens.runtime.binding.states import traces_at

    if arguments.file is not None:
        raise MisuseError("--commit tells the traces of a commit, and goes without TRACE", "Leave one of them out.")
    found = traces_at(".", arguments.commit)
    if arguments.json:
        output.json(to_builtins(found))
    else:
        output.lines(traces_lines(found))
    return 0 if found.note is not None or found.trailers else 1
