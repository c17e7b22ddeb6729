"""`tollens report`: what stands against the work and what is open, in the forms that pipelines and reviewers read.

| format | for |
|---|---|
| markdown | a comment on a pull request, or the summary of a job: one screen, what stands against the work first |
| text | a terminal or a log: what stands against the work, a line each |
| sarif | SARIF 2.1.0: code scanning, editors |
| junit | JUnit XML: the test tab of a pipeline; only what holds is a pass |
| github | workflow commands: annotations at the lines of a pull request |
| codequality | a code quality report of GitLab: likewise |
| json | the reviews whole, with every matter that the other forms tell |

Policies are those that each trace holds; where some are asked for, by option or by the project (tollens.toml), the
answer on all of them is that of `tollens check`. With --also further forms are written in the same run.

A trace that is named twice is told once. Something that could not be read or checked is told by the report, which
holds what could. Exit status 0: a report was made, whatever it says; 1: with --gate, something stands against the
work, as `tollens review --gate` and `tollens check` have it; 2: something could not be read or checked.
"""

from tollens.apps.cli.commands import _trusting
from tollens.apps.cli.commands._engines import add_engines, engines
from tollens.apps.cli.commands._project import add_policies
from tollens.core.errors import MisuseError, TollensError

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Mapping, Sequence

    from tollens.apps.cli.commands._policies import Plan
    from tollens.apps.cli.output import Output
    from tollens.core.report.reporting import Reported

SUMMARY = "report on traces: pull request comment, SARIF, JUnit, annotations, JSON"
GROUP = "start"
EXAMPLES = (
    "tollens report trace.json > comment.md",
    "tollens report traces/*.json --format sarif -o tollens.sarif",
    "tollens report traces/*.json --format github --also markdown=comment.md --also junit=junit.xml --gate",
    "tollens report trace.json --policy review --strict --format json",
)
FORMATS = ("markdown", "text", "sarif", "junit", "github", "codequality", "json")
KEY = "tollens"
"""Of a comment, where nobody says."""


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument(
        "files", nargs="+", metavar="TRACE", help="a trace, or an agent's session; - for standard input"
    )
    parser.add_argument("--format", choices=FORMATS, default="markdown", help="the form; markdown when not given")
    parser.add_argument("-o", "--output", metavar="OUT", default="-", help="where to write; standard output if none")
    parser.add_argument(
        "--also",
        action="append",
        default=[],
        metavar="FORMAT=OUT",
        help="a further form, and where to write it (may be repeated)",
    )
    parser.add_argument("--gate", action="store_true", help="judge the work: exit 1 when anything stands against it")
    parser.add_argument(
        "--link", metavar="URL", help="markdown: the page that `tollens view` made; {trace} stands for the trace's file"
    )
    parser.add_argument("--files", metavar="URL", dest="files_at", help="markdown: the folder of the changed files")
    parser.add_argument(
        "--key", metavar="NAME", help="markdown: which of several comments in one place it is; tollens if none"
    )
    add_engines(parser)
    add_policies(parser)
    _trusting.configure_gate(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Read, judge and report each trace; the worst decides the exit status of the gate."""
    from tollens.apps.cli.commands._policies import planned
    from tollens.runtime import files

    targets = _targets(arguments)
    _trusting.refuse_idle(arguments)
    plan, unread = planned(arguments), False
    reports: list[Reported] = []
    names = _names(arguments.files)
    for number, (name, shown) in enumerate(names.items(), 1):
        output.progress(f"reporting {name} ({number} of {len(names)})")
        report, problem = _reported(name, shown, plan, arguments)
        reports.append(report)
        unread = unread or problem
        output.progress("")
    for form, name in targets:
        data = _written(form, reports, arguments)
        if name == files.STANDARD:
            output.bytes(data)
        else:
            files.write(name, data)
    if arguments.gate:
        _say_why_not(reports, output)
    if unread or any(report.unread or (arguments.gate and report.unchecked) for report in reports):
        return 2
    return 1 if arguments.gate and not all(report.gate.passed for report in reports) else 0


def _say_why_not(reports: "list[Reported]", output: "Output") -> None:
    """Tell on standard error what does not pass: the report itself may have gone to a file."""
    from tollens.core.derive.review.wording import counted

    for report in reports:
        if not report.gate.passed:
            output.note(f"{report.file} does not pass: {counted(len(report.gate.reasons), 'reason')}")


def _targets(arguments: "Namespace") -> list[tuple[str, str]]:
    """Each form and where it goes.

    Raises:
        MisuseError: An option says nothing of what is written, or two forms, or a form and a trace, are one file.
    """
    from tollens.runtime import files

    found = [(arguments.format, arguments.output)]
    for given in arguments.also:
        form, _, name = given.partition("=")
        if form not in FORMATS or not name:
            raise MisuseError(f"--also {given!r} is no FORMAT=OUT", f"FORMAT is one of {', '.join(FORMATS)}.")
        found.append((form, name))
    places = [name for _, name in found]
    for place, name in enumerate(places):
        if name in places[:place] or any(files.same(name, other) for other in places[:place]):
            raise MisuseError(f"two forms go to {name}", "Give each a file of its own.")
        if name != files.STANDARD and any(files.same(name, trace) for trace in arguments.files):
            raise MisuseError(f"the report would take the place of the trace {name}", "Give it a file of its own.")
        if any(files.same(name, one) for one in _rules(arguments)):
            raise MisuseError(f"the report would take the place of {name}, by which it judges", "Give it its own file.")
    _refuse_unfit(arguments, [form for form, _ in found])
    return found


def _rules(arguments: "Namespace") -> list[str]:
    """The files that say what is asked for and whom to trust."""
    alone = (arguments.project, arguments.allowed_signers, arguments.gpg_roster, arguments.trust_root, arguments.tsa_ca)
    return [*arguments.policy, *filter(None, alone)]


def _refuse_unfit(arguments: "Namespace", forms: list[str]) -> None:
    """Refuse what a comment cannot be given, and what nothing would use."""
    import re

    told = {"--link": arguments.link, "--files": arguments.files_at, "--key": arguments.key}
    for option, value in told.items():
        if value is not None and "markdown" not in forms:
            raise MisuseError(f"{option} goes with markdown", "Leave it out, or ask for that form.")
    if arguments.key is not None and not re.fullmatch(
        r"[A-Za-z0-9._/]([A-Za-z0-9._/-]{0,98}[A-Za-z0-9._/])?", arguments.key
    ):
        raise MisuseError(f"--key {arguments.key!r} is no name", "It has letters, digits and ._/- between them.")
    for option in ("--link", "--files"):
        address = told[option]
        if address is not None and not re.fullmatch(r"https?://[^\s<>]+", address):
            raise MisuseError(f"{option} {address!r} is no address", "It begins with https:// or http://.")
    if arguments.link is not None and len(arguments.files) > 1 and "{trace}" not in arguments.link:
        raise MisuseError("--link leads to the page of one trace", "Write {trace} where the name of its file stands.")
    if arguments.files.count("-") > 1:
        raise MisuseError("standard input cannot be several traces", "Name files for all but one of them.")


def _names(given: list[str]) -> dict[str, str]:
    """Each trace once, with a name that no other one has: two folders elsewhere may hold files of one name."""
    from tollens.runtime import files

    names: dict[str, str] = {}
    taken: dict[str, str] = {}
    for name in given:
        shown = base = _shown(name)
        number = 1
        while shown in taken and not (name == taken[shown] or files.same(name, taken[shown])):
            number += 1
            shown = f"{base} ({number})"
        if shown not in taken:
            taken[shown] = name
            names[name] = shown
    return names


def _reported(name: str, shown: str, plan: "Plan", arguments: "Namespace") -> "tuple[Reported, bool]":
    """The report on one trace under the name it is shown by, and whether a file of the verifier's was unreadable."""
    from tollens.apps import wiring
    from tollens.apps.cli.commands._policies import unused
    from tollens.core.derive.review.reviewing import review
    from tollens.core.report.reporting import reported, unread

    try:
        document, capture = wiring.open_any(name)
    except TollensError as error:
        why = error.message.replace(name, shown)
        return unread(shown, f"{why}. {error.advice}".rstrip()), False
    evaluation = wiring.evaluated(document, engines(arguments))
    made, problem = review(evaluation), False
    if arguments.require_signatures:
        made, problem = _trusting.with_signatures(made, document, arguments)
    checked, misspelt = None, tuple[str, ...]()
    if _asked(plan, arguments):
        checked = wiring.checked(document, plan.given, plan.terms, plan.settings, evaluation)
        misspelt = unused(plan, checked)
        if not plan.given and not checked.rows and not checked.disabled:
            checked = None  # nothing was asked for, and the trace holds nothing
    lines = _lines(name) if capture is None else {}
    return reported(shown, evaluation, made, checked, lines, misspelt), problem


def _lines(name: str) -> "Mapping[str, Sequence[int]]":
    """The lines of a trace's file on which its elements begin; none of what can be read only once."""
    from tollens.core.report.layout import lines_of_elements
    from tollens.runtime import files

    try:
        return lines_of_elements(files.read(name)) if files.is_plain(name) else {}
    except TollensError:
        return {}


def _asked(plan: "Plan", arguments: "Namespace") -> bool:
    """Whether anything is said of policies, by option or by the project."""
    from tollens.core.policy.checking import Terms
    from tollens.core.policy.record import Settings

    return bool(plan.given) or plan.terms != Terms() or plan.settings != Settings()


def _shown(name: str) -> str:
    """A name for a trace's file that says nothing of the machine: relative to where one works, or its last part."""
    import os

    from tollens.runtime import files

    if name == files.STANDARD:
        return "standard-input"
    try:
        shown = files.shown(name)
    except ValueError:  # on another drive
        shown = f"..{os.sep}{name}"
    shown = shown.replace(os.sep, "/")
    return shown.rpartition("/")[2] if shown.startswith("../") else shown


def _written(form: str, reports: "list[Reported]", arguments: "Namespace") -> bytes:
    """The report in one of the forms."""
    from importlib.metadata import version

    from tollens.apps.cli.output import WIDTH, json_lines
    from tollens.plugins.formats import annotations, code_quality, gate, junit, markdown, sarif, whole
    from tollens.plugins.text.lines import plain

    match form:
        case "markdown":
            links = markdown.Links(arguments.link or "", arguments.files_at or "")
            text = markdown.comment(reports, arguments.key or KEY, links)
        case "text":
            told = [line for one in reports for line in gate.lines(one.file, one.gate, WIDTH)]
            text = plain(told)
        case "junit":
            text = junit.document(reports)
        case "github":
            text = "".join(f"{line}\n" for line in annotations.commands(reports))
        case "sarif":
            return json_lines(sarif.log(reports, version("tollens")))
        case "codequality":
            return json_lines(code_quality.issues(reports))
        case _:
            return json_lines(whole.value(reports))
    return text.encode("utf-8")
