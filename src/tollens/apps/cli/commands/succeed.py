"""`tollens succeed`: start a trace that continues another and supersedes it (§13.3, §15.2).

TRACE is only read, so it may be sealed. The new trace has a Supersedes link to it, its place in the chain, and a
LinkTrace action that says exactly what was succeeded. Goals, policies, references, open review items and the residuals
that are not addressed go along; evidence does not: what holds is established anew. What a residual or goal cannot
take along (targets among what stays behind, statuses that earlier work had earned) stands in the result of that
action. `--address` marks residuals as closed by the work that follows, which needs a `--note` that says how; a
defeater takes evidence instead. Exit status 0: written; 2: nothing was written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output
    from tollens.core.author.additions import Additions

SUMMARY = "start a trace that continues another and supersedes it"
GROUP = "write"
EXAMPLES = (
    "tollens succeed trace.json -o next.json --id t2 --by agent",
    'tollens succeed trace.json -o next.json --id t2 --address r1 --note "Input is sorted now" --by agent',
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.apps.cli.commands import _appending

    parser.add_argument("file", metavar="TRACE", help="the predecessor, JSON or YAML; - for standard input")
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help="the successor; - for standard output")
    parser.add_argument("--id", metavar="NEW", required=True, help="the successor's trace id")
    parser.add_argument(
        "--address", metavar="RESIDUAL", action="append", default=[], help="a residual that it closes; repeatable"
    )
    parser.add_argument("--note", metavar="TEXT", help="what the successor is for, or how residuals were closed")
    parser.add_argument("--assistant", metavar="NAME", help="who does its work; as before when not given")
    parser.add_argument("--model", metavar="NAME", help="with which model; as before when not given")
    _appending.configure_author(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Read the predecessor, start the successor, judge it, write it."""
    from tollens.apps import wiring
    from tollens.apps.cli.commands import _appending
    from tollens.apps.cli.commands._writing import say_faults, write
    from tollens.core.author.additions import additions
    from tollens.core.author.successors import successor
    from tollens.core.errors import MisuseError
    from tollens.core.wire.document import Document
    from tollens.runtime import files

    by, at = _appending.by(arguments), _appending.at(arguments)
    _appending.refuse_two_streams(arguments.output, arguments.json)
    if files.same(arguments.file, arguments.output):
        raise MisuseError("a trace is not replaced by its successor", "Write it to another file: -o OUT")
    predecessor = wiring.load(arguments.file)
    say_faults(predecessor, output)
    made = successor(
        predecessor,
        arguments.id,
        address=arguments.address,
        note=arguments.note,
        assistant=arguments.assistant,
        model=arguments.model,
        at=at,
        by=by,
    )
    _appending.refuse_worse(predecessor, made)
    write(made.value, arguments.output, output)
    written = additions(Document.of({}), made)
    if arguments.json:
        _appending.say(written, arguments.output, output, as_json=True)
    else:
        _appending.tell(_summary(predecessor.trace.trace_id, arguments.id, written), arguments.output, output)
    return 0


def _summary(before: str, after: str, written: "Additions") -> str:
    """What supersedes what, and how much went along."""
    from collections import Counter

    counted = Counter(place.member for place in written.added)
    along = {
        "goals": "goals",
        "artifacts": "residuals",
        "review_items": "review items",
        "policies": "policies",
        "reference_artifacts": "references",
    }
    return f"{after} supersedes {before}; went along: {', '.join(f'{counted[m]} {noun}' for m, noun in along.items())}"
