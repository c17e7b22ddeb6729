"""`tollens fingerprint`: what a result about a symbol would rest on, as one checksum (§10.4a).

With `--symbol` it prints the fingerprint of one definition with all that it reaches in the current model:
`task_checksum`, which comments, layout and order do not change and everything else does, and `task_shape`, which names
do not change either. `--model` takes another version of the model.

With `--stamp` it writes a successor of the trace in which the results that lacked a fingerprint carry one, taken from
the model that was current when each was made. A result gets none where the record does not say which model that was,
none that would make a stale result look fresh, and none while a merge asks for it to be established again; each of
those is named with the reason.

Exit status 0: printed or written; 2: the symbol names no definition, or several; it could not be read; nothing was
written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "fingerprint a symbol of a model, or stamp results that have no fingerprint"
GROUP = "read"
EXAMPLES = (
    "tollens fingerprint trace.json --symbol capture",
    "tollens fingerprint trace.json --symbol capture --json",
    "tollens fingerprint trace.json --stamp -o stamped.json --id t2 --by agent",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.apps.cli.commands import _appending

    parser.add_argument("file", metavar="TRACE", help="a trace; - for standard input")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--symbol", metavar="S", help="print the fingerprint of this definition")
    what.add_argument("--stamp", action="store_true", help="write a successor whose results carry fingerprints")
    parser.add_argument("--model", metavar="ID", help="with --symbol: the FormalModel to look in, current or not")
    parser.add_argument("--id", metavar="NEW", help="with --stamp: the trace id of the successor")
    parser.add_argument("-o", "--output", metavar="OUT", help="with --stamp: where to write the successor")
    _appending.configure_author(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Print one fingerprint, or stamp."""
    from tollens.core.errors import MisuseError

    if arguments.stamp:
        if arguments.model is not None:
            raise MisuseError("--model goes with --symbol", "Each result is stamped from the model that was current.")
        return _stamp(arguments, output)
    for name in ("id", "output", "by", "at"):
        if getattr(arguments, name) is not None:
            raise MisuseError(f"--{name} goes with --stamp", "Printing a fingerprint writes nothing.")
    return _print(arguments, output)


def _print(arguments: "Namespace", output: "Output") -> int:
    from msgspec import to_builtins

    from tollens.apps import wiring
    from tollens.plugins.formats import fingerprint

    found = wiring.fingerprint_of(wiring.load(arguments.file), arguments.symbol, arguments.model)
    if arguments.json:
        output.json({"file": arguments.file, **to_builtins(found)})
    else:
        output.lines(fingerprint.lines(found, output.width))
    return 0


def _stamp(arguments: "Namespace", output: "Output") -> int:
    from msgspec import to_builtins

    from tollens.apps import wiring
    from tollens.apps.cli.commands import _appending
    from tollens.apps.cli.commands._writing import say_faults, write
    from tollens.core.author.stamped import stamped
    from tollens.core.errors import MisuseError
    from tollens.core.wire.upgrade import upgrade
    from tollens.runtime import files

    if arguments.output is None or arguments.id is None:
        raise MisuseError("a stamped trace is a successor", "Name it and say where to write it: --id NEW -o OUT")
    if files.same(arguments.file, arguments.output):
        raise MisuseError("a trace is not replaced by its successor", "Write it to another file: -o OUT")
    _appending.refuse_two_streams(arguments.output, arguments.json)
    by, at = _appending.by(arguments), _appending.at(arguments)
    read = wiring.load(arguments.file)
    say_faults(read, output)
    predecessor = upgrade(read).document
    found = wiring.stamps_of(predecessor)
    if not found.made:
        for left in found.left:
            output.note(f"{left.artifact_id}: {left.why}")
        raise MisuseError("there is no result to stamp", "Nothing was written.")
    with _appending.refusing_the_unwritable():
        made = stamped(predecessor, found.made, arguments.id, at=at, by=by)
        _appending.refuse_worse(predecessor, made)
    write(made.value, arguments.output, output)
    told = found.report
    if arguments.json:
        output.json({"file": arguments.output, **to_builtins(told)})
        return 0
    _appending.tell(f"{arguments.id}: stamped {', '.join(told.stamped)}", arguments.output, output)
    for left in told.left:
        output.note(f"not stamped: {left.artifact_id}: {left.why}")
    return 0
