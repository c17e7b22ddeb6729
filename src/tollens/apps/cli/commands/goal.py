"""`tollens goal`: state what a piece of work is for, list the goals, or give one up (§18.1).

`set` declares a goal or amends it: another intent, a wider scope; a goal that was dropped becomes active again. `drop`
gives it up; it stays in the record. What a goal said before is kept by the action that changed it, and whoever
certified it has to do so again. `ls` lists the goals with what the evidence says of them; `tollens resolve` says why.
Criteria are added by `tollens accept`. Exit status 0: done; 2: it could not be done, and nothing was written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output
    from tollens.core.wire.document import Document

SUMMARY = "state a goal, list the goals, or give one up"
GROUP = "write"
EXAMPLES = (
    'tollens goal trace.json set g1 --intent "Capture needs two approvals" --scope capture --by reviewer',
    'tollens goal trace.json drop g1 --note "the flow was removed" --by reviewer',
    "tollens goal trace.json ls",
)

_WRITING = ("output", "by", "at", "unseal")
_FITTING = {"set": ("goal", "intent", "scope", *_WRITING), "drop": ("goal", "note", *_WRITING), "ls": ("engine",)}


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.apps.cli.commands import _appending
    from tollens.apps.cli.commands._engines import add_engines

    parser.add_argument("file", metavar="TRACE", help="a trace, JSON or YAML; - for standard input")
    parser.add_argument("doing", choices=tuple(_FITTING), help="declare or amend, give up, or list")
    parser.add_argument("goal", metavar="GOAL", nargs="?", help="id of the goal")
    parser.add_argument("--intent", metavar="TEXT", help="the change and why, in plain language")
    parser.add_argument(
        "--scope", metavar="NAME", action="append", default=[], help="a file or symbol that it touches (repeatable)"
    )
    parser.add_argument("--note", metavar="TEXT", help="why the goal is given up")
    add_engines(parser)
    _appending.configure(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """List, or change one goal."""
    from tollens.apps.cli.commands import _appending
    from tollens.apps.cli.commands._doing import refuse_unfit, required
    from tollens.core.author import goals

    refuse_unfit(arguments, arguments.doing, _FITTING)
    if arguments.doing == "ls":
        return _list(arguments, output)
    name = required(arguments, "goal", arguments.doing, "GOAL")
    at, by = _appending.at(arguments), _appending.by(arguments)

    def change(document: "Document") -> "Document":
        if arguments.doing == "drop":
            return goals.goal_dropped(document, name, reason=arguments.note or "", at=at, by=by)
        after = goals.goal_set(document, name, intent=arguments.intent, scope=arguments.scope, at=at, by=by)
        if goals.certification_withdrawn(document, after, name):
            output.note(f"the certification of {name} no longer covers it", f"tollens certify TRACE {name} renews it.")
        return after

    return _appending.appending(arguments, output, change)


def _list(arguments: "Namespace", output: "Output") -> int:
    """The goals in the order of the record, with what became of them."""
    from tollens.apps import wiring
    from tollens.apps.cli.commands._engines import engines
    from tollens.plugins.formats import goal_list

    goals = wiring.evaluated(wiring.load(arguments.file), engines(arguments)).resolution.goals
    if arguments.json:
        from msgspec import to_builtins

        output.json({"file": arguments.file, "goals": to_builtins(goals)})
    else:
        output.lines(goal_list.lines(goals, output.width))
    return 0
