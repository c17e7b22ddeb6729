"""`tollens merge`: bring two traces together, and account for every prior result (§15.3).

The merged trace holds both histories in full. Each verification, analysis, conformance check and co-simulation of
either side is in one bucket: carried forward, where nothing that it rests on differs; to be established again, with
what was touched and why; or established again, where a newer result supersedes it and holds. A result of a file that
--with names may do that: it states as `supersedes` the id that the older one has in the merged trace.

--check MERGED writes nothing: it recomputes from MERGED, its parents and their base whether that account holds.

--driver is for git, which `tollens git install` tells to run it: the merged trace takes the place of OURS, and what
could not be merged is left as a conflict, with OURS as it was.

Exit status 0: written, or the account holds; 1: the account does not hold, or a conflict is left to git; 2: it could
not be merged or checked.
"""

from tollens.apps.cli.commands._engines import add_engines, engines

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output
    from tollens.core.merge import Merged, Parents
    from tollens.core.wire.document import Document

SUMMARY = "bring two traces together, and account for every prior result"
GROUP = "write"
EXAMPLES = (
    "tollens merge ours.json theirs.json --base base.json -o merged.json",
    "tollens merge ours.json theirs.json --base base.json --with renewed.json -o merged.json --json",
    "tollens merge --check merged.json --base base.json --parents ours.json theirs.json",
)
KINDS = ("merge", "rebase", "cherry-pick", "squash")
BY = "tollens merge"
"""Who merges, where nobody says: a merge driver is run by git, and not by anybody in particular."""

_OF_TRACES = ("trace_id", "actions", "artifacts")
"""Of these a trace has at least one, however damaged it is."""

_LONGEST = 120
"""Characters of an id that is made of those of the parents."""


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.apps.cli.commands import _appending

    parser.add_argument("traces", nargs="*", metavar="TRACE", help="ours and theirs; - for standard input")
    parser.add_argument("--base", metavar="BASE", help="the trace that both came from; if it is none, that is told")
    parser.add_argument("-o", "--output", metavar="OUT", help="where to write the merged trace; - for standard output")
    parser.add_argument("--kind", choices=KINDS, help="how the sides come together, recorded; merge when not given")
    parser.add_argument("--id", metavar="ID", help="of the merged trace; made of those of its parents when not given")
    parser.add_argument(
        "--with",
        dest="renewed",
        metavar="RESULTS",
        action="append",
        default=[],
        help="a trace with results that establish others again (may be repeated)",
    )
    parser.add_argument("--check", metavar="MERGED", help="recompute what this merged trace says of its parents")
    parser.add_argument("--parents", nargs=2, metavar=("OURS", "THEIRS"), help="the parents of the trace to check")
    parser.add_argument(
        "--driver", nargs=3, metavar=("BASE", "OURS", "THEIRS"), help="merge for git, which gives these"
    )
    parser.add_argument("--path", metavar="PATH", help="of the file that --driver merges, in the repository")
    add_engines(parser)
    _appending.configure_author(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Merge, or check a merge."""
    _refuse_misfits(arguments)
    _refuse_two_readings(arguments)
    if arguments.driver is not None:
        return _drive(arguments, output)
    return _check(arguments, output) if arguments.check is not None else _merge(arguments, output)


def _merge(arguments: "Namespace", output: "Output") -> int:
    """Read both sides and their base, merge them, write what they become, and say what became of the results."""
    from msgspec import to_builtins

    from tollens.apps.cli.commands import _appending
    from tollens.apps.cli.commands._writing import write
    from tollens.plugins.formats import merging

    _appending.refuse_two_streams(arguments.output, arguments.json)
    made = _made(_parents(arguments.traces, arguments, output), arguments)
    write(made.document.value, arguments.output, output)
    if arguments.json:
        output.json({"file": arguments.output, **to_builtins(made.report)})
    elif arguments.output == "-":
        output.note(merging.summary(made.report))
    else:
        output.lines(merging.lines(arguments.output, made.report, output.width))
    return 0 if made.report.total else 1


def _made(parents: "Parents", arguments: "Namespace") -> "Merged":
    """The merge of two traces."""
    from tollens.apps import wiring
    from tollens.apps.cli.commands import _appending

    with _appending.refusing_the_unwritable():
        return wiring.merged(
            parents,
            trace_id=arguments.id or _made_of(parents),
            at=_appending.at(arguments),
            by=_by(arguments),
            engines=engines(arguments),
            renewed=[_load(name) for name in arguments.renewed],
        )


def _drive(arguments: "Namespace", output: "Output") -> int:
    """Merge the files that git gives."""
    from tollens.apps.cli.commands._driving import Sides, drive

    base, ours, theirs = arguments.driver
    sides = Sides(base, ours, theirs, arguments.path or ours)
    return drive(sides, arguments, output, lambda parents: _made(parents, arguments))


def _check(arguments: "Namespace", output: "Output") -> int:
    """Recompute the account of a merged trace."""
    from msgspec import to_builtins

    from tollens.apps import wiring
    from tollens.plugins.formats import merging

    report = wiring.merge_checked(
        _parents(arguments.parents, arguments, output),
        _load(arguments.check),
        engines(arguments),
        [_load(name) for name in arguments.renewed],
    )
    if arguments.json:
        output.json({"file": arguments.check, **to_builtins(report)})
    else:
        output.lines(merging.check_lines(arguments.check, report, output.width))
    return 0 if report.holds else 1


def _parents(names: list[str], arguments: "Namespace", output: "Output") -> "Parents":
    """The traces that come together, as read; what is wrong with them is told."""
    from tollens.apps import wiring
    from tollens.apps.cli.commands._writing import say_faults

    documents = [_load(name) for name in names]
    base = None if arguments.base is None else _load(arguments.base)
    for document in documents:
        say_faults(document, output)
    return wiring.parents_of(documents[0], documents[1], base, arguments.kind or KINDS[0])


def _load(name: str) -> "Document":
    """Read one of the traces that are given.

    Raises:
        UnreadableError: It is no trace; says which one.
    """
    from tollens.apps import wiring
    from tollens.core.errors import UnreadableError

    try:
        document = wiring.load(name)
    except UnreadableError as error:
        raise UnreadableError(f"{name}: {error.message}", error.advice, error.line, error.column) from None
    if not any(member in document.value for member in _OF_TRACES):
        raise UnreadableError(f"{name}: this is no trace: it has no trace_id, actions or artifacts", "Name a trace.")
    return document


def _by(arguments: "Namespace") -> str:
    """Who merges."""
    import os

    from tollens.apps.cli.commands import _appending

    said = arguments.by if arguments.by is not None else os.environ.get(_appending.AUTHOR, "")
    return said.strip() or BY


def _made_of(parents: "Parents") -> str:
    """An id that the same parents always give, and that none of them has."""
    import hashlib

    from tollens.core.merge.parents import whose

    name = f"merge-{parents.ours.trace.trace_id or 'ours'}-{parents.theirs.trace.trace_id or 'theirs'}"
    while len(name) > _LONGEST or whose(name, parents) is not None:
        name = f"merge-{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
    return name


def _refuse_two_readings(arguments: "Namespace") -> None:
    """Refuse standard input for several traces.

    Raises:
        MisuseError: It would be read twice.
    """
    from tollens.core.errors import MisuseError
    from tollens.runtime import files

    given = (*arguments.traces, *(arguments.parents or ()), *arguments.renewed, arguments.base, arguments.check)
    if given.count(files.STANDARD) > 1:
        raise MisuseError("standard input cannot be several traces", "Name files for all but one of them.")


def _refuse_misfits(arguments: "Namespace") -> None:
    """Refuse what does not go with merging, or with checking a merge.

    Raises:
        MisuseError: Says what.
    """
    from tollens.core.errors import MisuseError

    if arguments.driver is not None:
        for option in ("traces", "base", "output", "id", "renewed", "check", "parents", "json"):
            if getattr(arguments, option):
                raise MisuseError("--driver takes what git gives it, and little else", "tollens git install sets it.")
        return
    if arguments.path is not None:
        raise MisuseError("--path goes with --driver", "Leave it out.")
    if arguments.check is None:
        if len(arguments.traces) != 2:
            raise MisuseError("a merge is of two traces", "Name ours and theirs: tollens merge OURS THEIRS -o OUT")
        if arguments.output is None:
            raise MisuseError("it is not said where the merged trace goes", "Say -o OUT.")
        if arguments.parents is not None:
            raise MisuseError("--parents goes with --check", "Name ours and theirs without an option.")
        return
    if arguments.parents is None or arguments.traces:
        raise MisuseError("a merge is checked against its parents", "Name them: --check MERGED --parents OURS THEIRS")
    for option in ("output", "id"):
        if getattr(arguments, option):
            raise MisuseError(f"--{option} says nothing of a merge that is checked", "Leave it out.")
