"""`tollens symbol`: what is established about one symbol, and whether it still holds.

Every verification, analysis, conformance check and co-simulation about it, the worst first: what was asked, what was
answered, by whom, whether it is fresh and by what that was decided, what contests it; then the goals about it that have
no answer, and the gaps. A result that names no symbol is about the whole model, and so about each of its symbols.
The last part of a qualified name is enough where it is unique.

Exit status 0: shown; 1: the record has no such symbol, and what is like it is named; 2: it could not be read.
"""

from tollens.apps.cli.commands._engines import add_engines, engines

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "say what is established about a symbol, and whether it still holds"
GROUP = "read"
EXAMPLES = (
    "tollens symbol trace.json capture",
    "tollens symbol trace.json capture --json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a trace or an agent's session; - for standard input")
    parser.add_argument("symbol", metavar="NAME", help="a function, type or other definition of a model")
    parser.add_argument("--json", action="store_true", help="print all of it as JSON")
    add_engines(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Read, evaluate, gather, show."""
    from msgspec import to_builtins

    from tollens.apps import wiring
    from tollens.apps.cli.commands._invalid import say_invalid
    from tollens.core.derive.review.symbols import UnknownSymbol

    document = wiring.open_any(arguments.file).document
    evaluation = wiring.evaluated(document, engines(arguments))
    say_invalid(evaluation, arguments.file, output)
    found = wiring.about_symbol(evaluation, arguments.symbol)
    unknown = isinstance(found, UnknownSymbol)
    if arguments.json:
        output.json({"file": arguments.file, "known": not unknown, **to_builtins(found)})
    if isinstance(found, UnknownSymbol):
        if not arguments.json:
            near = f"Did you mean: {', '.join(found.near)}" if found.near else ""
            output.note(f"nothing in {arguments.file} is about a symbol {found.symbol!r}", near)
            for why in found.unread:
                output.note(f"it may be defined in a model that was not read: {why}")
        return 1
    if not arguments.json:
        from tollens.plugins.formats import symbol

        output.lines(symbol.lines(arguments.file, found, output.width))
    return 0
