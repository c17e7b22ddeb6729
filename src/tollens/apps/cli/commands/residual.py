"""`tollens residual`: declare a gap, or decide what becomes of one (§13).

`declare` adds a gap of the work: what was assumed, not verified, left out, is limited, or is a question to a person.
`acknowledge` and `waive` are a reviewer's decisions, each with a note: they append a revision of the residual with its
new status, and the action that decided. A waiver needs a reason. `promote` opens a review item about the residual; the
residual stays as it is. A gap is addressed in a successor trace: `tollens succeed`. Evidence against a claim is no
gap: `tollens contest`. Exit status 0: written; 2: it could not be done, and nothing was written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from tollens.apps.cli.output import Output
    from tollens.core.wire.document import Document

SUMMARY = "declare a gap, or acknowledge, waive or track one"
GROUP = "write"
EXAMPLES = (
    'tollens residual trace.json declare --kind unverified --statement "No proof of refunds" --target a8 --by reviewer',
    'tollens residual trace.json acknowledge r1 --note "known; next release" --by reviewer',
    'tollens residual trace.json waive r1 --note "one user at a time, by contract" --by reviewer',
    'tollens residual trace.json promote r2 --title "Verify disputes first" --blocking --by reviewer',
)

_DECLARING = ("kind", "statement", "severity", "target", "related", "rationale", "check", "tag")
_FITTING = {
    "declare": _DECLARING,
    "acknowledge": ("residual", "note"),
    "waive": ("residual", "note"),
    "promote": ("residual", "title", "body", "blocking", "assignee"),
}


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.apps.cli.commands import _appending
    from tollens.core.model import ResidualKind, ResidualSeverity

    kinds = tuple(kind.value for kind in ResidualKind if kind is not ResidualKind.Defeater)
    severities = tuple(severity.value for severity in ResidualSeverity)
    parser.add_argument("file", metavar="TRACE", help="a trace, JSON or YAML; - for standard input")
    parser.add_argument("doing", choices=tuple(_FITTING), help="what to do")
    parser.add_argument("residual", metavar="ID", nargs="?", help="the residual; any of its revisions names it")
    declaring = parser.add_argument_group("declare")
    declaring.add_argument(
        "--kind", choices=kinds, metavar="KIND", help=f"why something is not established: {', '.join(kinds)}"
    )
    declaring.add_argument("--statement", metavar="TEXT", help="the gap, in plain language")
    declaring.add_argument("--severity", choices=severities, help="its impact if wrong or left alone")
    declaring.add_argument("--target", metavar="TARGET", help="where it bites: an artifact, action:12, policy:…, trace")
    declaring.add_argument(
        "--related", metavar="ID", action="append", default=[], help="an affected or supporting artifact (repeatable)"
    )
    declaring.add_argument("--rationale", metavar="TEXT", help="why it was assumed, not verified or left out")
    declaring.add_argument("--check", metavar="TEXT", help="how a reviewer could close it")
    declaring.add_argument("--tag", metavar="WORD", action="append", default=[], help="to find it by (repeatable)")
    deciding = parser.add_argument_group("acknowledge, waive")
    deciding.add_argument("--note", metavar="TEXT", help="why; needed to waive")
    tracking = parser.add_argument_group("promote")
    tracking.add_argument("--title", metavar="TEXT", help="what is to be done about it")
    tracking.add_argument("--body", metavar="TEXT", help="more about it; its statement when not given")
    tracking.add_argument("--assignee", metavar="NAME", help="who is to do it")
    tracking.add_argument("--blocking", action="store_true", help="it holds up approval")
    _appending.configure(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Declare, decide or promote."""
    from tollens.apps.cli.commands import _appending
    from tollens.apps.cli.commands._doing import refuse_unfit

    refuse_unfit(arguments, arguments.doing, _FITTING)
    change = {
        "declare": _declaring,
        "acknowledge": _deciding,
        "waive": _deciding,
        "promote": _promoting,
    }[arguments.doing]
    made = change(arguments, _appending.at(arguments), _appending.by(arguments))
    return _appending.appending(arguments, output, made)


def _declaring(arguments: "Namespace", at: str, by: str) -> "Callable[[Document], Document]":
    from tollens.apps.cli.commands._doing import required
    from tollens.core.author import residuals
    from tollens.core.author.targets import target
    from tollens.core.graph.index import Index
    from tollens.core.model import ResidualKind, ResidualSeverity

    kind = ResidualKind(required(arguments, "kind", "declare"))
    statement = required(arguments, "statement", "declare")

    def change(document: "Document") -> "Document":
        return residuals.residual_declared(
            document,
            kind,
            statement,
            severity=ResidualSeverity(arguments.severity) if arguments.severity else None,
            target=None if arguments.target is None else target(Index(document.trace), arguments.target),
            related=arguments.related,
            rationale=arguments.rationale or "",
            check=arguments.check or "",
            tags=arguments.tag,
            at=at,
            by=by,
        )

    return change


def _deciding(arguments: "Namespace", at: str, by: str) -> "Callable[[Document], Document]":
    from tollens.apps.cli.commands._doing import required
    from tollens.core.author import residuals
    from tollens.core.model import ResidualStatus

    status = {
        "acknowledge": ResidualStatus.ResidualAcknowledged,
        "waive": ResidualStatus.ResidualWaived,
    }[arguments.doing]
    name = required(arguments, "residual", arguments.doing, "ID")
    return lambda document: residuals.residual_settled(document, name, status, note=arguments.note or "", at=at, by=by)


def _promoting(arguments: "Namespace", at: str, by: str) -> "Callable[[Document], Document]":
    from tollens.apps.cli.commands._doing import required
    from tollens.core.author import residuals

    name = required(arguments, "residual", "promote", "ID")
    title = required(arguments, "title", "promote")
    return lambda document: residuals.promoted(
        document,
        name,
        title,
        body=arguments.body or "",
        blocking=arguments.blocking,
        assignee=arguments.assignee,
        at=at,
        by=by,
    )
