"""`tollens check`: check policies over traces, and say where they are violated and what is missing.

Checked are the formulas and sources of the command line, those of the project (tollens.toml), and the policies that
each trace holds. A source is a policy file, a folder, a pack that comes with tollens, or PACK/ID. A violated policy of
severity error blocks, and so does one that cannot be decided: what is not recorded is not taken for done. With
--strict those of every severity block, and policies that the static check warns of. Nothing to check is no pass.

--write records the verdicts in the trace. That changes its content hash, so check first and sign last.

Exit status 0: nothing blocks; 1: something does; 2: it could not be checked.
"""

from tollens.apps.cli.commands._project import add_policies
from tollens.core.errors import MisuseError, TollensError

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.commands._policies import Plan
    from tollens.apps.cli.output import Output
    from tollens.core.wire.document import Document
    from tollens.plugins.formats.checks import Told

SUMMARY = "check policies over traces: which hold, where they are violated"
GROUP = "start"
EXAMPLES = (
    "tollens check trace.json --policy review",
    "tollens check traces/*.json --policy policies/ --strict",
    'tollens check trace.json --formula "G(GitCommit -> P(RunTests /\\ completed))"',
    "tollens check trace.json --policy evidence --high-stakes payments/ --json",
    "tollens check trace.json --write -o checked.json",
)
STATUSES = {"passed": 0, "blocked": 1, "unchecked": 2}


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument(
        "files", nargs="+", metavar="TRACE", help="a trace, or an agent's session; - for standard input"
    )
    add_policies(parser)
    parser.add_argument("--write", action="store_true", help="record the verdicts in the trace")
    parser.add_argument(
        "--residuals", action="store_true", help="list a residual for each policy that did not pass; record it"
    )
    parser.add_argument("-o", "--output", metavar="OUT", help="where to write; the trace's own file when not given")
    parser.add_argument("--unseal", action="store_true", help="let a copy of a hashed or signed trace go on unsealed")
    parser.add_argument("--json", action="store_true", help="print JSON: an object, or with several traces a list")
    parser.add_argument("--all", action="store_true", help="cut no list, and show what passed or did not apply")


def run(arguments: "Namespace", output: "Output") -> int:
    """Check each trace; the worst decides the exit status."""
    from tollens.apps.cli.commands._policies import planned
    from tollens.plugins.formats import checks

    _refuse_unfit(arguments)
    plan = planned(arguments)
    told: list[checks.Told] = []
    for number, name in enumerate(arguments.files, 1):
        output.progress(f"checking {name} ({number} of {len(arguments.files)})")
        told.append(_told(name, plan, arguments, output))
        output.progress("")
        if not arguments.json:
            output.lines(checks.lines(told[-1], output.width, everything=arguments.all))
            output.finish()  # whoever reads from a pipe does not wait for the last trace
    if arguments.json:
        entries = [checks.entry(one) for one in told]
        output.json(entries if len(entries) > 1 else entries[0])
    elif len(told) > 1:
        output.lines(checks.summary(told, output.width))
    return max(STATUSES[one.checked.gate] for one in told)


def _refuse_unfit(arguments: "Namespace") -> None:
    """Refuse options that would say nothing, or would write over one another."""
    from tollens.runtime import files

    if not arguments.write:
        for option in ("output", "unseal"):
            if getattr(arguments, option):
                raise MisuseError(f"--{option} goes with --write, which records the verdicts")
    elif len(arguments.files) > 1:
        raise MisuseError("--write records the verdicts on one trace", "Check the traces one by one.")
    elif files.STANDARD in (arguments.output, arguments.output or arguments.files[0]):
        raise MisuseError("standard output is for the verdicts", "Say where the trace is to be written: -o OUT.")


def _told(name: str, plan: "Plan", arguments: "Namespace", output: "Output") -> "Told":
    """The answer on one trace, which is recorded in it if that is asked for."""
    from tollens.apps import wiring
    from tollens.core.policy.checking import Checked
    from tollens.plugins.formats.checks import Told

    if arguments.write:
        return _recorded(name, plan, arguments, output)
    try:
        document = wiring.open_any(name).document
    except TollensError as error:
        return Told(name, Checked("unchecked", f"the trace cannot be read: {error.message}"))
    return _judged(name, document, plan, arguments)


def _judged(name: str, document: "Document", plan: "Plan", arguments: "Namespace") -> "Told":
    from tollens.apps import wiring
    from tollens.apps.cli.commands._policies import unused
    from tollens.core.policy.derived_residuals import derived_residuals
    from tollens.plugins.formats.checks import Told

    checked = wiring.checked(document, plan.given, plan.terms, plan.settings)
    residuals = derived_residuals(row.judgement for row in checked.rows) if arguments.residuals else None
    faults = sum(fault.severity == "error" for fault in document.faults)
    return Told(name, checked, residuals, faults, unused(plan, checked))


def _recorded(name: str, plan: "Plan", arguments: "Namespace", output: "Output") -> "Told":
    """Check a trace and write it back with the verdicts."""
    from argparse import Namespace

    from tollens.apps.cli.commands import _appending
    from tollens.core.author.evaluations import evaluations_recorded, residuals_recorded

    kept: list[Told] = []

    def change(document: "Document") -> "Document":
        told = _judged(name, document, plan, arguments)
        kept.append(told)
        if told.checked.gate == "unchecked":
            raise MisuseError(told.checked.message, "Nothing was written.")
        judgements = [row.judgement for row in told.checked.rows]
        after = evaluations_recorded(document, told.checked.policies, judgements)
        return residuals_recorded(after, told.residuals or ())

    where = Namespace(file=name, output=arguments.output, unseal=arguments.unseal, json=False)
    _appending.appending(where, output, change, tells=False)
    number = len(kept[0].checked.rows)
    output.note(
        f"{arguments.output or name}: recorded {number} evaluation{'' if number == 1 else 's'}",
        "The content hash is another one now: seal and sign the trace after this, not before.",
    )
    return kept[0]
