"""`tollens policy`: look at policies, have a formula explained, and try policies on their own examples.

`list` names the policies of the sources given, or of the project and the packs that come with tollens. `show` prints
them whole. `explain` says in plain words what a formula demands, and with --trace where each part of it holds, fails
or cannot be told. `lint` checks formulas before any trace is looked at. `test` runs the examples that policies are
written with. A source is a policy file, a folder, a pack, or PACK/ID; --formula takes a formula instead.

Exit status 0: all is well; 1: lint finds an error (with --strict: a warning), or an example disagrees; 2: it could not
be done: no such policy, or nothing to test.
"""

from tollens.apps.cli.commands._project import add_project
from tollens.core.errors import MisuseError

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.commands._policies import Asked
    from tollens.apps.cli.output import Output
    from tollens.core.policy.checking import Given
    from tollens.plugins.formats.policies import Explained

SUMMARY = "list, show, explain, lint and test policies"
GROUP = "read"
EXAMPLES = (
    "tollens policy list",
    "tollens policy show review/assumptions_are_located",
    'tollens policy explain --formula "G(GitCommit -> P(RunTests))" --trace trace.json',
    "tollens policy lint policies/ --strict",
    "tollens policy test policies/tested.json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("doing", choices=tuple(_DOING), help="what to do")
    parser.add_argument("sources", nargs="*", metavar="SOURCE", help="a policy file, folder, pack or PACK/ID")
    parser.add_argument(
        "--formula", action="append", default=[], metavar="TEXT", help="a formula in the place of a source (repeatable)"
    )
    parser.add_argument("--trace", metavar="TRACE", help="explain: the trace to look at")
    parser.add_argument(
        "--high-stakes", action="append", default=[], metavar="PATTERN", help="explain: paths of high stakes"
    )
    parser.add_argument("--strict", action="store_true", help="lint: warnings count, too")
    add_project(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: "Namespace", output: "Output") -> int:
    """Do one of it."""
    for option, homes in _FITTING.items():
        if arguments.doing not in homes and getattr(arguments, option) not in (None, [], False):
            raise MisuseError(
                f"--{option.replace('_', '-')} does not go with {arguments.doing}", f"It goes with {homes[0]}."
            )
    return _DOING[arguments.doing](arguments, output, _meant(arguments))


_FITTING = {
    "trace": ("explain",),
    "high_stakes": ("explain",),
    "strict": ("lint",),
    "formula": ("explain", "lint", "show"),
}
"""Option to what it goes with."""


def _meant(arguments: "Namespace") -> "Asked":
    """The policies that are meant: those that are named; else all of the project, and all that come with tollens."""
    from argparse import Namespace

    from tollens.apps.cli.commands._policies import asked, project_of
    from tollens.runtime.policy_files import pack, pack_names

    if arguments.sources or arguments.formula:
        alone = Namespace(project=None, no_project=True)
        return asked(alone, arguments.formula, arguments.sources)._replace(project=project_of(arguments))
    if arguments.doing == "explain":
        raise MisuseError("explain needs a formula or a policy", "Say --formula TEXT, or name a policy: PACK/ID.")
    found = asked(arguments, [], [])
    others = [name for name in pack_names() if name not in found.project.packs]
    shipped = (policy for name in others for policy in pack(name).policies)
    return found._replace(policies=(*found.policies, *shipped))


def _read(meant: "Asked") -> "list[Given]":
    from tollens.core.policy.checking import Terms, given

    return [given(one, Terms(types=meant.project.types)) for one in meant.policies]


def _list(arguments: "Namespace", output: "Output", meant: "Asked") -> int:
    from tollens.plugins.formats import policies

    held = _read(meant)
    if arguments.json:
        output.json([policies.row(one) for one in held])
    else:
        output.lines(policies.listed(held, output.width))
    return 0


def _show(arguments: "Namespace", output: "Output", meant: "Asked") -> int:
    from tollens.plugins.formats import policies

    held = _read(meant)
    if arguments.json:
        output.json([policies.whole(one) for one in held])
    else:
        output.lines(line for one in held for line in policies.shown(one, output.width))
    return 0


def _lint(arguments: "Namespace", output: "Output", meant: "Asked") -> int:
    from tollens.plugins.formats import policies

    held = _read(meant)
    if arguments.json:
        output.json([policies.linted(one) for one in held])
    else:
        output.lines(policies.remarks(held, output.width))
    counting = ("error", "warning") if arguments.strict else ("error",)
    bad = any(one.rule is None or any(said.severity in counting for said in one.diagnostics) for one in held)
    return 1 if bad else 0


def _test(arguments: "Namespace", output: "Output", meant: "Asked") -> int:
    from msgspec import to_builtins

    from tollens.apps import wiring
    from tollens.plugins.formats import policies

    trials = [(one.policy.policy_id, wiring.tried(one, meant.project.types)) for one in meant.policies]
    every = [trial for _, tried in trials for trial in tried]
    if arguments.json:
        output.json([{"policy_id": name, "examples": to_builtins(tried)} for name, tried in trials])
    else:
        output.lines(policies.trials(trials, output.width))
    if any(trial.agrees is False for trial in every):
        return 1
    if not any(trial.agrees for trial in every):
        output.note("tollens: there is nothing to test", "A policy has examples: passes and fails, each with a trace.")
        return 2
    return 0


def _explain(arguments: "Namespace", output: "Output", meant: "Asked") -> int:
    from tollens.plugins.formats import policies

    told = [_explained(one, arguments) for one in _read(meant)]
    if arguments.json:
        output.json([policies.explanation(one) for one in told])
    else:
        for number, one in enumerate(told):
            output.lines(
                [(), *policies.explained(one, output.width)] if number else policies.explained(one, output.width)
            )
    return 0


def _explained(one: "Given", arguments: "Namespace") -> "Explained":
    from tollens.apps import wiring
    from tollens.core.policy.explain import explained
    from tollens.core.policy.outline import located
    from tollens.core.policy.record import Settings
    from tollens.core.policy.verdict import judge
    from tollens.plugins.formats.policies import Explained

    if one.rule is None:
        raise MisuseError(f"{one.published.policy.policy_id}: {one.fault}")
    outline = explained(one.rule.formula)
    if arguments.trace is None:
        return Explained(one, outline)
    shared = wiring.shared(wiring.open_any(arguments.trace).document, [one], Settings(tuple(arguments.high_stakes)))
    where = located(outline, shared, one.rule.strangers or ())
    return Explained(one, outline, arguments.trace, judge(one.rule, shared), where)


_DOING = {"list": _list, "show": _show, "explain": _explain, "lint": _lint, "test": _test}
