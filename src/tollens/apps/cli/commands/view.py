"""`tollens view`: a trace, or a session, as one page for a browser.

The page is a single file: it needs no network and no server, and can be sent to somebody else. It shows the review, the
story action by action, lineage, goals, gaps, policies, changes with the evidence behind them, and the record itself;
everything is evaluated here, and the page only shows it. What it may do is limited by a policy in its head: it fetches
nothing. With two traces it shows what changed in evidence from the first to the second, which is the one it is about.

Written is NAME.html in the folder that one works in, or what -o names; the path is printed. A file that is there and is
no such page is left alone without --force.

Exit status 0: written, and a valid trace; 1: written, and an invalid trace; 2: it could not be read or written.
"""

from tollens.apps.cli.commands._engines import add_engines, engines

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output
    from tollens.core.view.viewing import Judged

SUMMARY = "show a trace as a page in a browser"
GROUP = "start"
EXAMPLES = (
    "tollens view trace.json --open",
    "tollens view session.jsonl -o review.html",
    "tollens view before.json after.json",
    "tollens view trace.json -o - > page.html",
    "tollens view trace.json --json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a trace or an agent's session; - for standard input")
    parser.add_argument(
        "after", metavar="AFTER", nargs="?", help="a later trace: the page is about it, and what changed since FILE"
    )
    parser.add_argument(
        "-o", "--output", "--out", dest="out", metavar="OUT", help="where to write; - for standard output"
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument("--force", action="store_true", help="write over a file that is no page of tollens")
    parser.add_argument("--json", action="store_true", help="print what the page shows as JSON, and write no page")
    add_engines(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Read or capture, evaluate, write."""
    from importlib.metadata import version

    from tollens.core.view.viewing import view
    from tollens.runtime import files

    names = [arguments.file] if arguments.after is None else [arguments.file, arguments.after]
    target = _target(arguments, names)
    traces = [_judged(name, arguments, output) for name in names]
    output.progress("making the page")
    made = view(traces[-1], f"tollens {version('tollens')}", *traces[:-1])
    if target is None:
        from msgspec import json

        output.bytes(json.format(made.json(), indent=2) + b"\n")
    else:
        from tollens.apps import viewer
        from tollens.plugins.formats.page import page

        data = b"".join(page(viewer.template(), made.manifest, made.texts))
        if target == files.STANDARD:
            output.bytes(data)
        else:
            files.write(target, data)
            output.lines([(target,)])
    if arguments.open and target is not None:
        _open(target, output)
    return 0 if made.valid else 1


def _target(arguments: "Namespace", names: list[str]) -> str | None:
    """Where the page goes; `None` where none is asked for.

    Raises:
        MisuseError: The arguments do not go together, or something else than a page is there.
    """
    from tollens.core.errors import MisuseError
    from tollens.plugins.formats.page import is_page
    from tollens.runtime import files

    if names == [files.STANDARD, files.STANDARD]:
        raise MisuseError("standard input cannot be both traces", "Name a file for one of them.")
    if arguments.json:
        if arguments.out or arguments.open or arguments.force:
            raise MisuseError("--json writes no page", "Leave out --json, or what says where the page goes.")
        return None
    target: str = arguments.out or f"{'-'.join(map(_stem, names))}.html"
    if target == files.STANDARD:
        if arguments.open:
            raise MisuseError("--open needs a file to open", "Leave out -o -, or name a file.")
        return target
    if any(files.same(name, target) for name in names):
        raise MisuseError(f"{target!r} is what is to be shown", "Name another file: -o OUT")
    if files.is_plain(target) and not arguments.force and not is_page(files.head(target, 4096)):
        raise MisuseError(
            f"{target!r} is there, and is no page that tollens made",
            "Name another file with -o OUT, or say --force to write over it.",
        )
    return target


def _stem(name: str) -> str:
    """The name of a file without its folders and endings; of standard input `trace`."""
    from pathlib import PurePath

    path = PurePath(name)
    if path.suffix in (".gz", ".zst"):
        path = path.with_suffix("")
    return path.stem if path.stem.strip("-.") else "trace"


def _judged(name: str, arguments: "Namespace", output: "Output") -> "Judged":
    """A trace with all that holds in it."""
    from pathlib import PurePath

    from tollens.apps import wiring
    from tollens.apps.cli.commands._invalid import say_invalid
    from tollens.runtime import files

    output.progress(f"reading {name}")
    given, arguments.file = arguments.file, name  # the one that a fault of reading is about
    document, _ = wiring.open_any(name)
    output.progress(f"evaluating {name}")
    shown = "standard input" if name == files.STANDARD else PurePath(name).name or name
    judged = wiring.judged(document, shown, engines(arguments))
    say_invalid(judged.evaluation, name, output)
    arguments.file = given
    return judged


def _open(target: str, output: "Output") -> None:
    from tollens.runtime.browser import open_page

    if not open_page(target):
        output.note("no browser could be started", f"Open the file yourself: {target}")
