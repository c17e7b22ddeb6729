"""`tollens residuals`: what a trace says that it did not establish, and what can be seen of that without being said.

Shown are declared gaps and defeaters by severity, with what each contests and the check that would close it; gaps that
stale and detached results reopen; and candidates that nobody declared: goals without an answer, observations of low
confidence, limits of a replay, policies that did not pass (§13.4).

With --since, what became of gaps along a chain of traces: closed, acknowledged, still open, new, reopened. One that is
simply gone has vanished, and is not called closed: nothing in the record says that anything closed it.

Exit status 0: shown; 2: it could not be read.
"""

from tollens.apps.cli.commands._engines import add_engines, engines

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "list gaps and counter-evidence, and what became of them"
GROUP = "read"
EXAMPLES = (
    "tollens residuals trace.json",
    "tollens residuals trace.json --since predecessor.json",
    "tollens residuals trace.json --json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a trace or an agent's session; - for standard input")
    parser.add_argument(
        "--since",
        metavar="PREDECESSOR",
        action="append",
        default=[],
        help="an earlier trace of the chain, the oldest first (may be repeated)",
    )
    parser.add_argument("--json", action="store_true", help="print all of it as JSON")
    parser.add_argument("--all", action="store_true", help="list what is settled, and all candidates")
    add_engines(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Read, evaluate, follow the chain, show."""
    from msgspec import to_builtins

    from tollens.apps import wiring
    from tollens.apps.cli.commands._invalid import say_invalid
    from tollens.core.derive.residuals.lifecycle import lifecycle
    from tollens.core.derive.residuals.unestablished import unestablished
    from tollens.core.graph.index import Index

    document = wiring.open_any(arguments.file).document
    evaluation = wiring.evaluated(document, engines(arguments))
    say_invalid(evaluation, arguments.file, output)
    earlier = [Index(wiring.open_any(name).document.trace) for name in arguments.since]
    since = lifecycle((*earlier, evaluation.index)) if earlier else None
    found = unestablished(evaluation.established, since)
    if arguments.json:
        output.json({"file": arguments.file, **to_builtins(found)})
    else:
        from tollens.plugins.formats import residuals

        output.lines(residuals.lines(arguments.file, found, output.width, everything=arguments.all))
    return 0
