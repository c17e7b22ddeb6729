"""`tollens accept`: say what "done" means for a goal, one criterion at a time (§18.1).

A criterion is bound to what resolves it: a Change to a symbol, a Property to a symbol or the property's name, an
Obligation to a policy, a Gap to a declared residual; or it has a formula over criteria. With neither, nothing in the
record resolves it, and it stays as its author says. The list only grows, so that the definition cannot be moved to meet
the work: there is no verb that takes a criterion away. A goal that was certified has to be certified again.
Exit status 0: written; 2: it could not be done, and nothing was written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output
    from tollens.core.wire.document import Document

SUMMARY = 'say what "done" means for a goal'
GROUP = "write"
EXAMPLES = (
    'tollens accept trace.json g1 add --kind property --symbol capture --label "Never too much" --by author',
    'tollens accept trace.json g1 add --kind gap --residual r2 --label "Disputes are verified" --by author',
    'tollens accept trace.json g1 add --kind property --label "All proved" --formula all.json --by author',
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.apps.cli.commands import _appending
    from tollens.core.model import AcceptanceKind

    kinds = tuple(kind.value.lower() for kind in AcceptanceKind)
    parser.add_argument("file", metavar="TRACE", help="a trace, JSON or YAML; - for standard input")
    parser.add_argument("goal", metavar="GOAL", help="id of the goal")
    parser.add_argument("doing", choices=("add",), help="add a criterion at the end of its list")
    parser.add_argument("--kind", choices=kinds, required=True, help="what the criterion asks for")
    parser.add_argument("--label", metavar="TEXT", required=True, help="what it means, in plain language")
    parser.add_argument("--symbol", metavar="NAME", help="change, property: the symbol that it is about")
    parser.add_argument("--file", metavar="PATH", dest="source", help="change: the file that the symbol is in")
    parser.add_argument("--property", metavar="NAME", help="property: the name of the property")
    parser.add_argument("--policy", metavar="ID", help="obligation: the policy that must be satisfied")
    parser.add_argument("--residual", metavar="ID", help="gap: the residual that must be closed")
    parser.add_argument("--formula", metavar="JSON|FILE", help="a formula over criteria: JSON, or a file that holds it")
    parser.add_argument(
        "--covers", metavar="CLAUSE", action="append", default=[], help="a clause of the intent (repeatable)"
    )
    parser.add_argument("--id", metavar="ID", default="", help="id of the criterion; the next free one when not given")
    waiting = parser.add_mutually_exclusive_group()
    waiting.add_argument(
        "--required", action="store_true", default=None, help="the goal waits for it, as it does when nothing is said"
    )
    waiting.add_argument(
        "--optional", action="store_false", dest="required", default=None, help="the goal does not wait for it"
    )
    _appending.configure(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Add the criterion."""
    from tollens.apps.cli.commands import _appending
    from tollens.core.author import goals
    from tollens.core.author.acceptance import Criterion, criterion_added, is_bound
    from tollens.core.model import AcceptanceKind

    criterion = Criterion(
        kind=AcceptanceKind[arguments.kind.capitalize()],
        label=arguments.label,
        symbol=arguments.symbol,
        file=arguments.source,
        property=arguments.property,
        policy_id=arguments.policy,
        residual_id=arguments.residual,
        formula=None if arguments.formula is None else _formula(arguments.formula),
        required=arguments.required,
        covers=tuple(arguments.covers),
        name=arguments.id,
    )
    at, by = _appending.at(arguments), _appending.by(arguments)

    def change(document: "Document") -> "Document":
        after = criterion_added(document, arguments.goal, criterion, at=at, by=by)
        if not is_bound(criterion):
            output.note("the criterion is bound to nothing: no evidence in the record resolves it")
        if goals.certification_withdrawn(document, after, arguments.goal):
            output.note(
                f"the certification of {arguments.goal} no longer covers it",
                f"tollens certify TRACE {arguments.goal} renews it.",
            )
        return after

    return _appending.appending(arguments, output, change)


def _formula(said: str) -> object:
    """The formula itself, or the one that a file holds; what is wrong with it is found by validation."""
    from tollens.core.errors import MisuseError, UnreadableError
    from tollens.core.wire.value import parse
    from tollens.runtime import files

    inline = said.lstrip().startswith(("{", "["))
    place = "the formula" if inline else said
    try:
        parsed = parse(said.encode("utf-8", "surrogatepass") if inline else files.read(said))
    except UnreadableError as error:
        raise MisuseError(f"{place}: {error.message}", error.advice) from None
    fault = next((fault for fault in parsed.faults if fault.severity == "error"), None)
    if fault is not None:
        raise MisuseError(f"{place}: {fault.message}", fault.hint)
    if not isinstance(parsed.value, dict):
        raise MisuseError(f"{place} is no object", 'A formula is written {"and": [ … ]}, {"atom": { … }} and so on.')
    return parsed.value
