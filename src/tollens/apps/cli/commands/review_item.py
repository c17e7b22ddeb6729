"""`tollens review-item`: open, acknowledge, resolve or waive a review item (§14.3).

Each step is recorded by its governance action: CreateReviewItem, AcknowledgeReviewItem, or ResolveReviewItem, which
waiving uses too. An open item can be acknowledged; an open or acknowledged one resolved or waived; a settled one stays
as it is. TARGET is `trace`, `action:12`, `artifact:a3`, `reference_artifact:…`, `policy:…`, `policy_evaluation:…` or
the id of an artifact. A trace with a content hash or signatures is left alone: start a successor, or let a copy go on
without its seal. Exit status 0: written; 2: nothing was written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output
    from tollens.core.wire.document import Document

SUMMARY = "open, acknowledge, resolve or waive a review item"
GROUP = "write"
EXAMPLES = (
    'tollens review-item trace.json open --on artifact:a1 --title "Lock the row" --blocking --by reviewer',
    "tollens review-item trace.json acknowledge ri1 --by agent",
    'tollens review-item trace.json resolve ri1 --note "Locked in a9" --by reviewer',
)

_STEPS = ("open", "acknowledge", "resolve", "waive")
_OF_AN_OPEN_ONE = ("title", "on", "body", "assignee", "blocking")


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.apps.cli.commands import _appending

    parser.add_argument("file", metavar="TRACE", help="a trace, JSON or YAML; - for standard input")
    parser.add_argument("step", choices=_STEPS, help="what to do")
    parser.add_argument("item", metavar="ID", nargs="?", help="the item; a new one gets the next free id")
    parser.add_argument("--title", metavar="TEXT", help="open: what is demanded")
    parser.add_argument("--on", metavar="TARGET", help="open: what it is about; the trace when not given")
    parser.add_argument("--body", metavar="TEXT", help="open: the demand at length")
    parser.add_argument("--assignee", metavar="NAME", help="open: who is to settle it")
    parser.add_argument("--blocking", action="store_true", help="open: approval waits for it")
    parser.add_argument("--note", metavar="TEXT", help="how it was resolved, or why waived (which needs it)")
    _appending.configure(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Open an item, or move one on."""
    from tollens.apps.cli.commands import _appending
    from tollens.core.author import review_items
    from tollens.core.author.targets import target
    from tollens.core.graph.index import Index

    _refuse_misfits(arguments)
    by, at = _appending.by(arguments), _appending.at(arguments)

    def change(document: "Document") -> "Document":
        if arguments.step != "open":
            return review_items.moved(document, arguments.item, arguments.step, note=arguments.note, at=at, by=by)
        return review_items.opened(
            document,
            arguments.title,
            target=target(Index(document.trace), arguments.on or "trace"),
            body=arguments.body,
            assignee=arguments.assignee,
            blocking=arguments.blocking,
            at=at,
            by=by,
        )

    return _appending.appending(arguments, output, change)


def _refuse_misfits(arguments: "Namespace") -> None:
    """Refuse what does not go with the step, rather than pass over it.

    Raises:
        MisuseError: Says what.
    """
    from tollens.core.errors import MisuseError

    if arguments.step == "open":
        if arguments.item is not None:
            raise MisuseError("a new review item gets its id by itself", "Leave the id out.")
        if arguments.title is None:
            raise MisuseError("a review item says what it demands", "Say it with --title TEXT.")
        if arguments.note is not None:
            raise MisuseError("a note says how an item was settled", "Say more of the demand with --body TEXT.")
        return
    if arguments.item is None:
        raise MisuseError(f"which review item to {arguments.step}?", f"tollens review-item TRACE {arguments.step} ID")
    given = [f"--{name}" for name in _OF_AN_OPEN_ONE if getattr(arguments, name)]
    if given:
        raise MisuseError(f"{', '.join(given)} is said when an item is opened", "Open a new item, or add a comment.")
