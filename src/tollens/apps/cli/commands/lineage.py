"""`tollens lineage`: what an artifact was made from, and what came of it, as trees.

Followed is `derived_from` (§7.3), in both directions to the end, or --depth steps. A meta-action stands for what it
produced (§8.4), a goal for the artifacts that are evidence for its items (§18). An artifact that is reached by several
ways is named again where it is met again, and expanded once. Each line says whether a result still holds, and what
contests it. Exit status 0: shown; 2: it could not be read, or has no such element.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "show what an artifact was made from and what came of it"
GROUP = "read"
EXAMPLES = (
    "tollens lineage trace.json vr-bound",
    "tollens lineage trace.json m-model --depth 2",
    "tollens lineage trace.json g-capture",
    "tollens lineage trace.json commit --json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a trace or an agent's session; - for standard input")
    parser.add_argument("element", metavar="ID", help="an artifact, a meta-action or a goal")
    parser.add_argument("--depth", metavar="N", type=int, help="most steps to go either way")
    parser.add_argument("--json", action="store_true", help="print all of it as JSON")
    parser.add_argument("--all", action="store_true", help="cut no tree")


def run(arguments: "Namespace", output: "Output") -> int:
    """Read, evaluate, follow, show."""
    from msgspec import to_builtins

    from tollens.apps import wiring
    from tollens.apps.cli.commands._invalid import say_invalid
    from tollens.core.derive.review.provenance import provenance
    from tollens.core.errors import MisuseError
    from tollens.plugins.formats import lineage

    if arguments.depth is not None and arguments.depth < 0:
        raise MisuseError(f"--depth {arguments.depth} is less than no step", "Leave it out to go to the end.")
    document = wiring.open_any(arguments.file).document
    evaluation = wiring.evaluated(document, {})
    say_invalid(evaluation, arguments.file, output)
    found = provenance(evaluation, arguments.element, arguments.depth)
    if arguments.json:
        output.json({"file": arguments.file, **to_builtins(found)})
    else:
        limit = None if arguments.all else lineage.LIMIT
        output.lines(lineage.lines(arguments.file, found, output.width, limit))
    return 0
