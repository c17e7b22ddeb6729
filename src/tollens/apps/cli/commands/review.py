"""`tollens review`: what an agent's session, or a trace, did and established, on one screen.

A session is captured first. Shown is what was asked, what came out, what was run and failed, what was established and
by what, what is contested, which gaps are open, what was changed, and what is wrong with the trace itself: as the
record has it, never more. Exit status 0: shown, and a valid trace; 1: shown, and an invalid trace; 2: it could not
be read.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "show what an agent did, what holds, and where to look first"
GROUP = "start"
EXAMPLES = (
    "tollens review session.jsonl",
    "tollens review trace.json --all",
    "tollens review - --json < trace.json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="an agent's session or a trace; - for standard input")
    parser.add_argument("--json", action="store_true", help="print all of it as JSON")
    parser.add_argument("--all", action="store_true", help="cut no list, and list what is only counted otherwise")


def run(arguments: "Namespace", output: "Output") -> int:
    """Read or capture, validate, review, show."""
    from msgspec import to_builtins

    from tollens.apps import wiring
    from tollens.core.derive.review import review
    from tollens.core.validate.check import validate

    output.progress(f"reading {arguments.file}")
    document, _ = wiring.open_any(arguments.file)
    output.progress(f"validating {arguments.file}")
    made = review(document.trace, validate(document))
    output.progress("")
    if arguments.json:
        output.json({"file": arguments.file, **to_builtins(made)})
    else:
        from tollens.plugins.formats import text

        output.lines(text.lines(arguments.file, made, output.width, everything=arguments.all))
    return 0 if made.valid else 1
