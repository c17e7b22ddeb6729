"""`tollens convert`: write a trace as JSON or YAML, or in a form that other tools read.

JSON and YAML hold all of it: nothing is added, dropped or respelled, the value read is the value written, unknown
members too. The format is that of --to, or of the name of OUT.

The other forms are for other tools. `prov-json` is W3C PROV: who did what, and what was made from what, as far as the
record states it. `dot` is the lineage for Graphviz, with what is stale, contested or replaced marked; --around
restricts it to what one artifact or meta-action, or the evidence for a goal, was made from and what came of it.
`ponens` is the dialect of the reference implementation. What a form says otherwise, or leaves out, is told on standard
error; so none of them is written over the trace.

Exit status 0: written; 2: it could not be read or written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output
    from tollens.core.derive.evaluation import Evaluation

SUMMARY = "write a trace as JSON or YAML, or for other tools"
GROUP = "write"
EXAMPLES = (
    "tollens convert trace.json -o trace.yaml",
    "tollens convert trace.yaml -o - --to json",
    "tollens convert trace.json -o provenance.json --to prov-json",
    "tollens convert trace.json -o - --to dot --around vr-bound | dot -Tsvg > lineage.svg",
    "tollens convert trace.json -o theirs.json --to ponens",
)

_WHOLE = ("json", "yaml")


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.plugins.exchange import FORMS

    parser.add_argument("file", metavar="FILE", help="a trace, JSON or YAML; - for standard input")
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help="where to write; - for standard output")
    parser.add_argument(
        "--to", choices=(*_WHOLE, *FORMS.names()), help="the format; JSON or YAML by the name of OUT when not given"
    )
    parser.add_argument("--around", metavar="ID", help="dot: only the lineage of this artifact, meta-action or goal")
    parser.add_argument("--depth", metavar="N", type=int, help="dot: most steps from it to go either way")


def run(arguments: "Namespace", output: "Output") -> int:
    """Read, and write in the other format."""
    from tollens.apps import wiring
    from tollens.apps.cli.commands._invalid import say_invalid
    from tollens.apps.cli.commands._writing import put, say_faults, write
    from tollens.plugins.exchange import FORMS, Asked

    form = None if arguments.to in (None, *_WHOLE) else FORMS.get(arguments.to)
    _refuse_misfits(arguments, form is not None and form.restrictable)
    document = wiring.load(arguments.file)
    say_faults(document, output)
    if form is None:
        write(document.value, arguments.output, output, arguments.to)
        return 0

    def evaluate() -> "Evaluation":
        made = wiring.without_policies(document)
        say_invalid(made, arguments.file, output)
        return made

    written = form.write(Asked(document, evaluate, arguments.around, arguments.depth))
    put(written.data, arguments.output, output)
    for told in written.told:
        times = f"{told.times} × " if told.times > 1 else ""
        output.note(f"{times}{told.what}{f' ({told.first})' if told.first else ''}")
    return 0


def _refuse_misfits(arguments: "Namespace", restrictable: bool) -> None:
    """Refuse what does not go with the form.

    Raises:
        MisuseError: Says what.
    """
    from tollens.core.errors import MisuseError
    from tollens.runtime import files

    if arguments.to not in (None, *_WHOLE) and files.same(arguments.file, arguments.output):
        raise MisuseError(
            f"{arguments.output!r} is the trace, and {arguments.to} does not hold all of it",
            "Name another file: -o OUT",
        )
    if arguments.around is None and arguments.depth is not None:
        raise MisuseError("--depth goes with --around", "Say around which element: --around ID")
    if arguments.around is not None and not restrictable:
        raise MisuseError("--around goes with a form that shows a lineage", "That is --to dot.")
    if arguments.depth is not None and arguments.depth < 0:
        raise MisuseError(f"--depth {arguments.depth} is less than no step", "Leave it out to go to the end.")
