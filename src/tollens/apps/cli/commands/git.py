"""`tollens git`: let git merge and compare traces.

`install [PATTERN…]` registers a merge driver (tollens merge), a diff driver (git diff then compares the evidence in
traces, a line each) and a hint after a merge, for the files that the patterns name as in .gitignore: *.trace.json when
none is given. The patterns go to .gitattributes, which is for all who have the repository; the rest is for this clone,
or with --global for all repositories of yours. A hook that is there is added to, never overwritten. --uninstall takes
all of it back. Twice is as good as once.

Git runs the others: `textconv FILE` prints the evidence of a trace, or what it is instead; `post-merge` tells what a
merge left to establish.

Exit status 0: done; 2: it could not be done.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from tollens.apps.cli.output import Output
    from tollens.plugins.text.lines import Line
    from tollens.runtime.git_merges.install import GitSetup

SUMMARY = "let git merge and compare traces"
GROUP = "write"
EXAMPLES = (
    "tollens git install",
    "tollens git install trace.json 'traces/*.yaml'",
    "tollens git install --global",
    "tollens git install --uninstall",
    "tollens git textconv trace.json",
)

_FITTING = {"install": ("everywhere", "uninstall", "no_hook", "json"), "textconv": (), "post-merge": ()}
_SHOWN = {"everywhere": "--global", "no_hook": "--no-hook"}


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("doing", choices=tuple(_FITTING), help="what to do")
    parser.add_argument("names", nargs="*", metavar="NAME", help="install: patterns; textconv: a file")
    parser.add_argument("--global", dest="everywhere", action="store_true", help="for all repositories of yours")
    parser.add_argument("--uninstall", action="store_true", help="take back what install does")
    parser.add_argument("--no-hook", action="store_true", help="leave the post-merge hook alone")
    parser.add_argument("--json", action="store_true", help="print what was done as JSON")


def run(arguments: "Namespace", output: "Output") -> int:
    """Do one of it."""
    from tollens.apps.cli.commands._doing import refuse_unfit

    refuse_unfit(arguments, arguments.doing, _FITTING, _SHOWN)
    return _DOING[arguments.doing](arguments, output)


def _install(arguments: "Namespace", output: "Output") -> int:
    from msgspec import to_builtins

    from tollens.core.errors import MisuseError
    from tollens.runtime.git_merges.install import Wanted, install, uninstall

    if arguments.uninstall:
        if arguments.names or arguments.no_hook:
            raise MisuseError("--uninstall takes all of it back", "Leave patterns and --no-hook out.")
        made = uninstall(".", everywhere=arguments.everywhere)
    else:
        made = install(".", Wanted(tuple(arguments.names), arguments.everywhere, not arguments.no_hook))
    if arguments.json:
        output.json(to_builtins(made))
    else:
        output.lines(_lines(made, gone=arguments.uninstall))
    return 0


def _lines(made: "GitSetup", *, gone: bool) -> "Iterator[Line]":
    """What was done, a line each."""
    from tollens.plugins.text.printable import one_line

    word = "removed" if gone else "set"
    yield ("settings: ", f"{word} {', '.join(made.settings)}" if made.settings else "as they are")
    lines = "; ".join(map(one_line, made.lines))
    yield (f"{one_line(made.attributes)}: ", f"{'removed' if gone else 'added'} {lines}" if lines else "as it is")
    if made.hook_state:
        yield (f"hook {one_line(made.hook or 'post-merge')}: ", made.hook_state)
    if made.traces is not None:
        yield (f"traces here: {made.traces}",)
    for remark in made.remarks:
        yield (("warn", "note: "), one_line(remark))


def _textconv(arguments: "Namespace", output: "Output") -> int:
    """The evidence of a trace; git gives up on a whole diff or log where this fails, so that it never does."""
    from tollens.apps import wiring
    from tollens.apps.cli.commands._driving import loaded
    from tollens.core.derive.comparison.pieces import pieces
    from tollens.core.errors import MisuseError, TollensError
    from tollens.plugins.formats.comparison import evidence_lines
    from tollens.runtime import files

    if len(arguments.names) != 1:
        raise MisuseError("git textconv takes exactly one FILE")
    (name,) = arguments.names
    data = files.read(name)
    try:
        evaluation = wiring.evaluated(loaded(data, name, "it"), {})
    except TollensError as error:
        output.lines([(f"no trace: {error.message}",)])
        output.lines((line,) for line in data.decode("utf-8", "backslashreplace").splitlines())
    else:
        output.lines(evidence_lines(evaluation, pieces(evaluation)))
    return 0


def _post_merge(arguments: "Namespace", output: "Output") -> int:
    """Tell of each trace that a merge brought what it says has to be established again."""
    from tollens.apps import wiring
    from tollens.core.derive.residuals.surface import surface
    from tollens.core.errors import TollensError
    from tollens.core.graph.index import Index
    from tollens.runtime.git_merges.brought import brought

    squashed = arguments.names[:1] == ["1"]
    for name in brought(".", squashed=squashed):
        try:
            gaps, _ = surface(Index(wiring.load(name).trace))
        except TollensError as error:
            output.note(f"{name}: {error.message}", error.advice)
            continue
        left = [gap for gap in gaps if gap.open and gap.kind in ("needs_rereasoning", "coverage_regression")]
        if left:
            number = f"{len(left)} thing{'' if len(left) == 1 else 's'} to establish again"
            output.note(
                f"{name}: after merges there {'is' if len(left) == 1 else 'are'} {number}", f"tollens next {name}"
            )
    return 0


_DOING = {"install": _install, "textconv": _textconv, "post-merge": _post_merge}
