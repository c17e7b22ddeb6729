"""`tollens validate`: check traces against the specification.

Every fault is reported, not the first: those of the file's shape, then every breach of a semantic rule, grouped by
rule, with what the rule asks and why. Each file's report is printed as soon as it is judged. Exit status 0: valid; 1:
a file is invalid; 2: a file could not be read.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output
    from tollens.core.diagnostics import Report

SUMMARY = "check traces against the specification and explain every fault"
GROUP = "read"
EXAMPLES = (
    "tollens validate trace.json",
    "tollens validate traces/*.json --json",
    "tollens validate - < trace.json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a trace, JSON or YAML; - for standard input")
    parser.add_argument("--json", action="store_true", help="print JSON: an object, or with several files a list")
    parser.add_argument("--all", action="store_true", help="list every place, not the first ten of each rule")


def run(arguments: "Namespace", output: "Output") -> int:
    """Judge each file; the worst decides the exit status."""
    from tollens.core.validate.rule import rules
    from tollens.core.wire.explanations import EXPLANATIONS
    from tollens.plugins.formats import findings

    explained = EXPLANATIONS | {rule.code: (rule.title, rule.prose) for rule in rules()}
    limit = None if arguments.all else findings.PLACES
    entries = []
    worst = 0
    for number, name in enumerate(arguments.files, start=1):
        output.progress(f"validating {name} ({number} of {len(arguments.files)})")
        report, readable = _judge(name)
        worst = max(worst, (0 if report.valid else 1) if readable else 2)
        output.progress("")
        if arguments.json:
            entries.append(findings.entry(name, report))
        else:
            output.lines(findings.lines(name, report, readable, explained, output.width, limit))
            output.finish()  # whoever reads from a pipe does not wait for the last file
    if arguments.json:
        output.json(entries if len(entries) > 1 else entries[0])
    return worst


def _judge(name: str) -> "tuple[Report, bool]":
    """The report on one file, and whether it could be read at all."""
    from tollens.apps.wiring import load
    from tollens.core.diagnostics import Diagnostic, Report
    from tollens.core.errors import TollensError, UnreadableError
    from tollens.core.validate.check import validate

    try:
        return validate(load(name)), True
    except TollensError as error:
        code = "WIRE001" if isinstance(error, UnreadableError) else "FILE001"
        return Report(None, (Diagnostic(code, "error", "", error.message, "", error.advice),)), False
