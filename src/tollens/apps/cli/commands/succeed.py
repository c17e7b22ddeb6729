"""`tollens succeed`: start a trace that continues another and supersedes it, or close residuals in it (§13.3, §15.2).

With `--id`, TRACE is the predecessor and is only read, so it may be sealed. The new trace has a Supersedes link to it,
its place in the chain, and a LinkTrace action that says exactly what was succeeded. Goals, policies, references, open
review items and the residuals that are not addressed go along; evidence does not: what holds is established anew. What
an element cannot take along (targets among what stays behind, statuses that earlier work had earned) stands in the
result of that action. `--address` marks residuals as closed from the beginning; a defeater takes evidence instead.

Without `--id`, TRACE is a successor, and `--address` closes residuals in it: by a revision of each, with an audit
action that rests on the `--evidence`. Exit status 0: written; 2: nothing was written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output
    from tollens.core.author.additions import Additions
    from tollens.core.wire.document import Document

SUMMARY = "start a trace that continues another, or close residuals in it"
GROUP = "write"
EXAMPLES = (
    "tollens succeed trace.json -o next.json --id t2 --by agent",
    'tollens succeed trace.json -o next.json --id t2 --address r1 --note "Input is sorted now" --by agent',
    'tollens succeed next.json --address r2 --evidence a5 --note "Proved for zero" --by agent',
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.apps.cli.commands import _appending

    parser.add_argument("file", metavar="TRACE", help="the predecessor, or a successor; - for standard input")
    parser.add_argument("--id", metavar="NEW", help="start a successor with this trace id; needs -o OUT")
    parser.add_argument(
        "--address", metavar="RESIDUAL", action="append", default=[], help="a residual that is closed; repeatable"
    )
    parser.add_argument(
        "--evidence", metavar="ID", action="append", default=[], help="an artifact that closes it; repeatable"
    )
    parser.add_argument("--note", metavar="TEXT", help="what the successor is for; how residuals were closed")
    parser.add_argument("--assistant", metavar="NAME", help="who does its work; as before when not given")
    parser.add_argument("--model", metavar="NAME", help="with which model; as before when not given")
    _appending.configure(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Start a successor, or close residuals in one."""
    from tollens.apps.cli.commands import _appending

    _refuse_misfits(arguments)
    by, at = _appending.by(arguments), _appending.at(arguments)
    if arguments.id is not None:
        return _start(arguments, output, by, at)

    def change(document: "Document") -> "Document":
        from tollens.core.author.addressing import addressed

        for name in dict.fromkeys(arguments.address):
            document = addressed(document, name, evidence=arguments.evidence, note=arguments.note or "", at=at, by=by)
        return document

    return _appending.appending(arguments, output, change)


def _start(arguments: "Namespace", output: "Output", by: str, at: str) -> int:
    """Read the predecessor, start the successor, judge it, write it."""
    from tollens.apps import wiring
    from tollens.apps.cli.commands import _appending
    from tollens.apps.cli.commands._writing import say_faults, write
    from tollens.core.author.additions import additions
    from tollens.core.author.successors import successor
    from tollens.core.wire.document import Document

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


def _refuse_misfits(arguments: "Namespace") -> None:
    """Refuse what does not go with starting a successor, or with closing residuals in one.

    Raises:
        MisuseError: Says what.
    """
    from tollens.apps.cli.commands import _appending
    from tollens.core.errors import MisuseError
    from tollens.runtime import files

    if arguments.id is None:
        if not arguments.address:
            raise MisuseError(
                "there is nothing to do", "Start a successor with --id NEW -o OUT, or close residuals with --address."
            )
        if arguments.assistant or arguments.model:
            raise MisuseError("--assistant and --model are said when a successor is started", "Leave them out.")
        return
    if arguments.output is None:
        raise MisuseError("a successor is a file of its own", "Say where to write it: -o OUT")
    if files.same(arguments.file, arguments.output):
        raise MisuseError("a trace is not replaced by its successor", "Write it to another file: -o OUT")
    if arguments.evidence:
        raise MisuseError(
            "a successor has no evidence yet when it is started", "Close the residual later: succeed OUT --address ID"
        )
    if arguments.unseal:
        raise MisuseError("a successor has no seal to drop", "Leave --unseal out.")
    _appending.refuse_two_streams(arguments.output, arguments.json)
