"""`tollens resolve`: what became of the goals of a trace, item by item, by the evidence in it.

Each acceptance item gets its status from the artifacts of the trace, never from what somebody wrote down as done: a
property is done when every goal that matches is proved, current and uncontested. Reached, certified and governed are
told apart. Nothing is run, and nothing is written to the trace.

Exit status 0: every active goal is reached, or every one that was named; 1: one is not, or none is declared; 2: it
could not be read.
"""

from tollens.apps.cli.commands._engines import add_engines, engines
from tollens.core.errors import MisuseError

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output
    from tollens.core.derive.goals.resolution import ResolvedGoal

SUMMARY = "say which goals are reached, by what evidence, and what is missing"
GROUP = "read"
EXAMPLES = (
    "tollens resolve trace.json",
    "tollens resolve trace.json --goal g1",
    "tollens resolve trace.json --engine imandrax=2.0 --json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="TRACE", help="a trace; - for standard input")
    parser.add_argument("--goal", metavar="ID", action="append", help="show and judge this goal (may be repeated)")
    add_engines(parser)
    parser.add_argument("--json", action="store_true", help="print all of it as JSON")
    parser.add_argument("--all", action="store_true", help="cut no list")


def run(arguments: "Namespace", output: "Output") -> int:
    """Read, evaluate, show."""
    from msgspec import structs, to_builtins

    from tollens.apps import wiring
    from tollens.apps.cli.commands._invalid import say_invalid
    from tollens.core.derive.review.resolved import resolved

    document = wiring.open_any(arguments.file).document
    evaluation = wiring.evaluated(document, engines(arguments))
    say_invalid(evaluation, arguments.file, output)
    told = resolved(evaluation)
    goals = _chosen(told.goals, arguments.goal)
    if arguments.json:
        shown = structs.replace(told, goals=goals)
        output.json({"file": arguments.file, **to_builtins(shown)})
    else:
        from tollens.plugins.formats import resolution

        output.lines(resolution.lines(arguments.file, told, goals, output.width, everything=arguments.all))
    judged = goals if arguments.goal else tuple(goal for goal in goals if goal.active)
    return 0 if judged and all(goal.reached for goal in judged) else 1


def _chosen(goals: "tuple[ResolvedGoal, ...]", names: list[str] | None) -> "tuple[ResolvedGoal, ...]":
    """The goals of those ids, or all.

    Raises:
        MisuseError: There is no goal of that id.
    """
    if not names:
        return goals
    known = {goal.goal_id for goal in goals}
    for name in names:
        if name not in known:
            raise MisuseError(f"the trace has no goal {name!r}", f"It has: {', '.join(sorted(known)) or 'none'}.")
    return tuple(goal for goal in goals if goal.goal_id in names)
