"""`tollens contest`: raise a defeater against a claim: evidence that it may be wrong (§13.2).

A gap says that a claim is not backed; a defeater says that it is contested. It rebuts the claim, undermines the
evidence for it, or undercuts the step from the one to the other. Until it is settled, nothing that rests on the claim
is done. It is settled in a successor trace that refutes it or establishes the claim again, or waived for a reason:
`tollens residual TRACE waive`. Exit status 0: written; 2: it could not be done, and nothing was written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "contest a claim with evidence against it"
GROUP = "write"
EXAMPLES = (
    'tollens contest trace.json a12 --attacks rebuts --statement "It fails for amount 0" --by reviewer',
    'tollens contest trace.json a12 --attacks undermines --statement "No refunds in it" --evidence a13 --by reviewer',
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.apps.cli.commands import _appending
    from tollens.core.model import DefeaterKind, ResidualSeverity

    attacks = tuple(attack.value for attack in DefeaterKind)
    severities = tuple(severity.value for severity in ResidualSeverity)
    parser.add_argument("file", metavar="TRACE", help="a trace, JSON or YAML; - for standard input")
    parser.add_argument("claim", metavar="CLAIM", help="id of the artifact that states the claim, such as a result")
    parser.add_argument(
        "--attacks", choices=attacks, required=True, help="the claim, the evidence for it, or the inference to it"
    )
    parser.add_argument("--statement", metavar="TEXT", required=True, help="the challenge, in plain language")
    parser.add_argument(
        "--evidence", metavar="ID", action="append", default=[], help="an artifact that speaks against it (repeatable)"
    )
    parser.add_argument("--severity", choices=severities, help="what it matters if the claim is wrong")
    parser.add_argument("--check", metavar="TEXT", help="how it could be settled")
    _appending.configure(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Raise the defeater."""
    from tollens.apps.cli.commands import _appending
    from tollens.core.author.residuals import contested
    from tollens.core.model import DefeaterKind, ResidualSeverity

    at, by = _appending.at(arguments), _appending.by(arguments)
    return _appending.appending(
        arguments,
        output,
        lambda document: contested(
            document,
            arguments.claim,
            DefeaterKind(arguments.attacks),
            arguments.statement,
            evidence=arguments.evidence,
            severity=ResidualSeverity(arguments.severity) if arguments.severity else None,
            check=arguments.check or "",
            at=at,
            by=by,
        ),
    )
