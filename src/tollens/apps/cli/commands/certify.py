"""`tollens certify`: judge whether a goal asks for the right thing.

Whether a goal is met is for the evidence to say; whether its criteria are the right ones is a judgement, and whoever
did the work or wrote one of the criteria does not make it. A name is compared, nobody's identity is proved: a signature
does that. A later judgement takes the place of an earlier one, which the action keeps. Exit status 0: written; 2: it
could not be done, and nothing was written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "judge whether a goal asks for the right thing"
GROUP = "write"
EXAMPLES = (
    "tollens certify trace.json g1 --verdict approved --by reviewer",
    'tollens certify trace.json g1 --verdict changes_requested --note "refunds are missing" --by reviewer',
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.apps.cli.commands import _appending
    from tollens.core.author.certification import VERDICTS

    parser.add_argument("file", metavar="TRACE", help="a trace, JSON or YAML; - for standard input")
    parser.add_argument("goal", metavar="GOAL", help="id of the goal")
    parser.add_argument("--verdict", choices=VERDICTS, required=True, help="whether its criteria are the right ones")
    parser.add_argument("--note", metavar="TEXT", help="why, or what is to change")
    _appending.configure(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Record the judgement."""
    from tollens.apps.cli.commands import _appending
    from tollens.core.author.certification import certified

    at, by = _appending.at(arguments), _appending.by(arguments)
    return _appending.appending(
        arguments,
        output,
        lambda document: certified(
            document, arguments.goal, arguments.verdict, note=arguments.note or "", at=at, by=by
        ),
    )
