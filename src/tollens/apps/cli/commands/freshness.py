"""`tollens freshness`: whether each reasoning result still applies to the model as it is now (§18.3).

Every verification, state-space analysis, conformance check and co-simulation is Fresh, Stale or Detached, with the
reason and with the basis on which that was decided. Fresh is only said where it follows from the record: nothing is run
again, and what cannot be recomputed is Stale.

Exit status 0: every result that nothing supersedes is Fresh; 1: some are not; 2: it could not be read.
"""

from tollens.apps.cli.commands._engines import add_engines, engines

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "say which proofs and other results still apply to the current model"
GROUP = "read"
EXAMPLES = (
    "tollens freshness trace.json",
    "tollens freshness trace.json --engine imandrax=2.0",
    "tollens freshness trace.json --json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a trace or an agent's session; - for standard input")
    parser.add_argument("--json", action="store_true", help="print all of it as JSON")
    add_engines(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Read, evaluate, sum up, show."""
    from msgspec import to_builtins

    from tollens.apps import wiring
    from tollens.apps.cli.commands._invalid import say_invalid
    from tollens.core.derive.freshness.verdicts import report
    from tollens.plugins.formats import freshness

    evaluation = wiring.evaluated(wiring.open_any(arguments.file).document, engines(arguments))
    say_invalid(evaluation, arguments.file, output)
    made = report(evaluation.index, evaluation.established.freshness)
    if arguments.json:
        output.json({"file": arguments.file, **to_builtins(made)})
    else:
        output.lines(freshness.lines(arguments.file, made, output.width))
    return 0 if made.holds else 1
