"""`tollens next`: what to do, the most consequential first, and what would close each matter.

First what stands against the work (blocked criteria, refuted, failed and contested claims, blocking review items), then
what goals require and is not established, then results that no longer hold, then open gaps with a check, then gaps to
decide about, then what nobody declared or required. Matters with one cause are one step. In the JSON, TRACE stands for
the file in a command line. Exit status 0: shown; 2: it could not be read.
"""

from tollens.apps.cli.commands._engines import add_engines, engines

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "say what to do next, the most consequential first"
GROUP = "start"
EXAMPLES = (
    "tollens next trace.json",
    "tollens next trace.json --all",
    "tollens next trace.json --json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a trace or an agent's session; - for standard input")
    parser.add_argument("--json", action="store_true", help="print every step as JSON")
    parser.add_argument("--all", action="store_true", help="show every step, not the first ten")
    add_engines(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Read, evaluate, list."""
    from msgspec import to_builtins

    from tollens.apps import wiring
    from tollens.core.derive.review.reviewing import review
    from tollens.core.derive.review.worklist import worklist

    document = wiring.open_any(arguments.file).document
    evaluation = wiring.evaluated(document, engines(arguments))
    steps = worklist(evaluation, review(evaluation).gate.reasons)
    if arguments.json:
        output.json({"file": arguments.file, "steps": to_builtins(steps)})
    else:
        from tollens.plugins.formats import worklist as steps_as_text

        limit = None if arguments.all else steps_as_text.LIMIT
        output.lines(steps_as_text.lines(arguments.file, steps, output.width, limit))
    return 0
