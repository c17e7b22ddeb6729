"""`tollens show`: what is in a trace: its head, its actions, its artifacts, or one of them whole.

The whole record in its own order, a line each; `tollens review` is the short answer. What could not be read as what it
should be is marked, and shown as it stands in the file. Exit status 0: shown; 2: it could not be read, or has no such
element.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "list what is in a trace, or show one action or artifact whole"
GROUP = "read"
EXAMPLES = (
    "tollens show trace.json",
    "tollens show trace.json --action 29",
    "tollens show trace.json --artifact r1 --json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a trace or an agent's session; - for standard input")
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--action", metavar="ID", type=int, help="show this action whole")
    one.add_argument("--artifact", metavar="ID", help="show this artifact whole")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: "Namespace", output: "Output") -> int:
    """Read, and list or pick."""
    from msgspec import to_builtins

    from tollens.apps import wiring
    from tollens.core.derive.record import contents
    from tollens.plugins.formats import listing

    document = wiring.open_any(arguments.file).document
    if arguments.action is not None or arguments.artifact is not None:
        element = (
            contents.artifact(document, arguments.artifact)
            if arguments.action is None
            else contents.action(document, arguments.action)
        )
        if arguments.json:
            output.json({"file": arguments.file, **to_builtins(element)})
        else:
            output.lines(listing.element(element, output.width))
        return 0
    held = contents.contents(document.trace)
    if arguments.json:
        output.json({"file": arguments.file, **to_builtins(held)})
    else:
        output.lines(listing.lines(arguments.file, held, output.width))
    return 0
