"""`tollens comment`: add a comment to a trace, answer one, or resolve one (§14.2).

Each is recorded by a governance action: AddComment, or RecordAudit where a comment is resolved. Nothing else of the
trace changes. TARGET is `trace`, `action:12`, `artifact:a3`, `reference_artifact:…`, `policy:…`, `policy_evaluation:…`
or the id of an artifact. A trace with a content hash or signatures is left alone: start a successor, or let a copy go
on without its seal. Exit status 0: written; 2: nothing was written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output
    from tollens.core.wire.document import Document

SUMMARY = "add a comment to a trace, answer one, or resolve one"
GROUP = "write"
EXAMPLES = (
    'tollens comment trace.json --on artifact:a1 --body "Which inputs?" --by reviewer',
    'tollens comment trace.json --reply-to c1 --body "All of them." --by agent',
    "tollens comment trace.json --resolve c1 --by reviewer -o resolved.json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.apps.cli.commands import _appending

    parser.add_argument("file", metavar="TRACE", help="a trace, JSON or YAML; - for standard input")
    parser.add_argument("--on", metavar="TARGET", help="what the comment is about")
    parser.add_argument("--body", metavar="TEXT", help="what it says")
    parser.add_argument("--reply-to", metavar="ID", help="the comment that it answers; it is about the same thing")
    parser.add_argument("--resolve", metavar="ID", help="the comment to resolve, and nothing else")
    _appending.configure(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Add, answer or resolve."""
    from tollens.apps.cli.commands import _appending
    from tollens.core.author import comments
    from tollens.core.author.targets import target
    from tollens.core.errors import MisuseError
    from tollens.core.graph.index import Index

    by, at = _appending.by(arguments), _appending.at(arguments)
    if arguments.resolve is not None and any((arguments.on, arguments.body, arguments.reply_to)):
        raise MisuseError("--resolve goes without --on, --body and --reply-to", "Answer first, then resolve.")

    def change(document: "Document") -> "Document":
        if arguments.resolve is not None:
            return comments.resolved(document, arguments.resolve, at=at, by=by)
        on = None if arguments.on is None else target(Index(document.trace), arguments.on)
        return comments.commented(document, arguments.body or "", on=on, reply_to=arguments.reply_to, at=at, by=by)

    return _appending.appending(arguments, output, change)
