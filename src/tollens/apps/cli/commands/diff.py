"""`tollens diff`: what changed in evidence between two traces, and whether any of it was lost.

Results, checks that were run and approvals are matched by what they answer, not by their ids: a property that is proved
again under another id is kept, and one whose proof is there and no longer holds is not. Gaps, goals item by item, and
policies are told, too. A loss is whatever is established by less than before, or where that cannot be told: evidence
that is gone, says less, no longer holds or is contested; a gap that was open and is gone without being closed; a
criterion or policy that held and does not. Nothing is run, and nothing is written.

Exit status 0: compared; 1: with --exit-code, evidence was lost; 2: it could not be compared.
"""

from tollens.apps.cli.commands._engines import add_engines, engines

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output
    from tollens.core.derive.evaluation import Evaluation

SUMMARY = "say what changed in evidence between two traces"
GROUP = "read"
EXAMPLES = (
    "tollens diff before.json after.json",
    "tollens diff before.json after.json --exit-code",
    "git show main:trace.json | tollens diff - trace.json --json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("before", metavar="BEFORE", help="the trace whose evidence is to be kept; - for standard input")
    parser.add_argument("after", metavar="AFTER", help="the trace that is to keep it; - for standard input")
    parser.add_argument("--exit-code", action="store_true", help="exit with 1 where evidence was lost")
    add_engines(parser)
    parser.add_argument("--json", action="store_true", help="print all of it as JSON")
    parser.add_argument("--all", action="store_true", help="cut no list")


def run(arguments: "Namespace", output: "Output") -> int:
    """Read and evaluate both, compare, show."""
    from msgspec import to_builtins

    from tollens.core.derive.comparison.comparing import compare
    from tollens.core.errors import MisuseError
    from tollens.plugins.formats import comparison
    from tollens.runtime import files

    names = arguments.before, arguments.after
    if names == (files.STANDARD, files.STANDARD):
        raise MisuseError("standard input cannot be both traces", "Name a file for one of them.")
    before, after = (_evaluated(name, arguments, output) for name in names)
    told = compare(before, after)
    if arguments.json:
        output.json({"files": list(names), **to_builtins(told)})
    else:
        output.lines(comparison.lines(*names, told, output.width, everything=arguments.all))
    return 1 if arguments.exit_code and told.loss else 0


def _evaluated(name: str, arguments: "Namespace", output: "Output") -> "Evaluation":
    from tollens.apps import wiring
    from tollens.apps.cli.commands._invalid import say_invalid

    arguments.file = name  # the one that a fault of reading is about
    evaluation = wiring.evaluated(wiring.open_any(name).document, engines(arguments))
    say_invalid(evaluation, name, output)
    return evaluation
