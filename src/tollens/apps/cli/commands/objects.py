"""`tollens objects`: keep contents apart from the trace, under the SHA-256 of their bytes.

`put FILE…` stores files and prints the references that `content_ref` may hold. `get REFERENCE` gives an object back.
`externalize TRACE` moves the texts of models to the store, where a reference beside an empty text stands for each;
`inline TRACE` brings them back. Both change the content hash, and leave a hashed or signed trace alone: -o OUT --unseal
makes a copy without its seal. `verify [TRACE…]` checks every object, and that each reference of the traces leads to
one. `gc TRACE…` shows the objects that none of the traces names, and with --delete deletes them; a trace that cannot be
read stops it.

The store is `.tollens/objects` beside the trace (that is written), unless --store names another.

Exit status 0: done, and nothing is wrong; 1: verify found something wrong; 2: it could not be done.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable

    from tollens.apps.cli.output import Output
    from tollens.core.author.contents import Relocated
    from tollens.core.wire.document import Document
    from tollens.runtime.objects import Store

SUMMARY = "keep the contents of a trace in a store of objects"
GROUP = "write"
EXAMPLES = (
    "tollens objects put src/payments.py",
    "tollens objects externalize trace.json",
    "tollens objects inline trace.json -o whole.json",
    "tollens objects verify trace.json",
    "tollens objects gc trace.json other.json --delete",
)

LEAST = 1024
"""Bytes from which on a text is moved, unless told otherwise."""

_FITTING = {
    "put": ("json",),
    "get": ("output",),
    "externalize": ("output", "unseal", "above", "json"),
    "inline": ("output", "unseal", "json"),
    "verify": ("json",),
    "gc": ("delete", "dry_run", "json"),
}


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("doing", choices=tuple(_FITTING), help="what to do")
    parser.add_argument("names", nargs="*", metavar="NAME", help="put: files; get: a reference; else: traces")
    parser.add_argument("--store", metavar="DIR", help="the store; .tollens/objects beside the trace when not given")
    parser.add_argument("-o", "--output", metavar="OUT", help="get, externalize, inline: where to write")
    parser.add_argument(
        "--above",
        metavar="BYTES",
        type=_size,
        help=f"externalize: only texts of so many bytes or more; {LEAST} when not given",
    )
    parser.add_argument(
        "--unseal", action="store_true", help="externalize, inline: let a copy go on without hash and signatures"
    )
    parser.add_argument("--delete", action="store_true", help="gc: delete what it would only show")
    parser.add_argument("--dry-run", action="store_true", help="gc: only show, as when --delete is not given")
    parser.add_argument("--json", action="store_true", help="print what was done as JSON")


def run(arguments: "Namespace", output: "Output") -> int:
    """Do one of it."""
    from tollens.apps.cli.commands._doing import refuse_unfit
    from tollens.core.errors import MisuseError

    doing = arguments.doing
    refuse_unfit(arguments, doing, _FITTING, {"dry_run": "--dry-run"})
    if arguments.delete and arguments.dry_run:
        raise MisuseError("--delete and --dry-run contradict each other", "Leave one of them out.")
    if doing in ("get", "externalize", "inline") and len(arguments.names) != 1:
        raise MisuseError(f"objects {doing} takes exactly one {'REFERENCE' if doing == 'get' else 'TRACE'}")
    if doing in ("put", "gc") and not arguments.names:
        raise MisuseError(
            f"objects {doing} takes at least one {'FILE' if doing == 'put' else 'TRACE'}",
            "" if doing == "put" else "Name every trace that shares the store: what none of them names is deleted.",
        )
    return _DOING[doing](arguments, output)


def _size(text: str) -> int:
    from argparse import ArgumentTypeError

    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise ArgumentTypeError(f"{text!r} is no number of bytes")
    return int(text)


def _store(arguments: "Namespace", near: str) -> "Store":
    from tollens.runtime.objects import Store, beside

    return Store(arguments.store if arguments.store is not None else beside(near))


def _put(arguments: "Namespace", output: "Output") -> int:
    from msgspec import to_builtins

    from tollens.core.integrity.objects import PutReport, StoredObject
    from tollens.plugins.text.printable import one_line
    from tollens.runtime import files

    store = _store(arguments, files.STANDARD)
    held: list[StoredObject] = []
    with store.held():
        for name in arguments.names:
            data = files.read(name)
            held.append(StoredObject(store.put(data), len(data), name))
    if arguments.json:
        output.json(to_builtins(PutReport(store.folder, tuple(held))))
    else:
        output.lines((one.reference, ("dim", f"  {one_line(one.file)}" if len(held) > 1 else "")) for one in held)
    return 0


def _get(arguments: "Namespace", output: "Output") -> int:
    from tollens.runtime import files

    data = _store(arguments, files.STANDARD).get(arguments.names[0])
    if arguments.output in (None, files.STANDARD):
        output.bytes(data)
    else:
        files.write(arguments.output, data)
    return 0


def _externalize(arguments: "Namespace", output: "Output") -> int:
    from tollens.core.author.contents import externalized

    least = LEAST if arguments.above is None else arguments.above
    return _relocate(arguments, output, lambda document, store: externalized(document, least, store.put))


def _inline(arguments: "Namespace", output: "Output") -> int:
    from tollens.core.author.contents import inlined

    return _relocate(arguments, output, lambda document, store: inlined(document, store.get))


def _relocate(arguments: "Namespace", output: "Output", relocate: "Callable[[Document, Store], Relocated]") -> int:
    """Move texts, write the trace, and say that its hash is another one now."""
    from contextlib import nullcontext

    from msgspec.structs import replace

    from tollens.apps.cli.commands import _appending
    from tollens.core.integrity.canonical import canonical_value
    from tollens.core.integrity.objects import MoveReport
    from tollens.plugins.formats import objects as shown
    from tollens.runtime import files

    arguments.file = arguments.names[0]
    out = arguments.file if arguments.output is None else arguments.output
    back = arguments.doing == "inline"
    store = _store(arguments, arguments.file if back or out == files.STANDARD else out)
    reports: list[MoveReport] = []

    def change(document: "Document") -> "Document":
        done = relocate(document, store)
        before, after = (canonical_value(one.value, ()).digest for one in (document, done.document))
        reports.append(MoveReport(store.folder, done.moved, done.kept, before, after))
        return done.document

    with nullcontext() if back else store.held():
        written = _appending.appended(arguments, output, change)
    report = replace(reports[0], unsealed=written.unsealed)
    if arguments.json:
        _appending.tell_json(report, out, output)
    else:
        for sentence in shown.moved(report, back):
            _appending.tell(sentence, out, output)
    return 0


def _verify(arguments: "Namespace", output: "Output") -> int:
    from msgspec import to_builtins

    from tollens.core.errors import WorldError
    from tollens.plugins.formats import objects as shown
    from tollens.runtime import files
    from tollens.runtime.keeping import checked

    store = _store(arguments, (*arguments.names, files.STANDARD)[0])
    if not files.is_folder(store.folder) and (arguments.store is not None or not arguments.names):
        raise WorldError(f"there is no store {store.folder!r}", "Name it: --store DIR.")  # a trace may need none
    report = checked(store, _read_all(arguments.names))
    if arguments.json:
        output.json(to_builtins(report))
    else:
        output.lines(shown.verified(report))
    return 0 if report.sound else 1


def _gc(arguments: "Namespace", output: "Output") -> int:
    from msgspec import to_builtins

    from tollens.plugins.formats import objects as shown
    from tollens.runtime.keeping import cleaned

    store = _store(arguments, arguments.names[0])
    report = cleaned(store, arguments.names, lambda: _read_all(arguments.names), delete=arguments.delete)
    if arguments.json:
        output.json(to_builtins(report))
    else:
        output.lines(shown.cleaned(report))
    return 0


def _read_all(names: list[str]) -> "list[tuple[str, Document]]":
    from tollens.apps import wiring
    from tollens.core.errors import TollensError, UnreadableError

    read = []
    for name in names:
        try:
            read.append((name, wiring.load(name)))
        except UnreadableError as error:
            raise TollensError(f"{name}: {error.message}", error.advice) from None
    return read


_DOING = {
    "put": _put,
    "get": _get,
    "externalize": _externalize,
    "inline": _inline,
    "verify": _verify,
    "gc": _gc,
}
