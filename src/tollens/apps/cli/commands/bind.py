"""`tollens bind`: bind a trace to the commit of the work that it records (§5, §12.4).

The trace gets `repo` (org/name of the remote), `branch`, `commit_sha` and `content_hash`, all outside the content hash,
so that signatures stand; the commit gets a git note in refs/notes/ponens that names the trace and its hash. Twice is as
good as once: as long as only traces were committed after the commit, it stays the one; otherwise HEAD becomes it.

--trailer also adds `Trace-Id: …` to the message of HEAD, which makes it another commit: only if nothing but the current
branch has it. A note of another trace, or of other content, is only written over on request. Without TRACE, the only
trace in this folder, .tollens or .ponens is meant.

Exit status 0: bound; 2: it could not be done, and nothing was written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output
    from tollens.core.integrity.binding import BindReport

SUMMARY = "bind a trace to a commit, and the commit to the trace"
GROUP = "write"
EXAMPLES = (
    "tollens bind trace.json",
    "tollens bind trace.json --trailer",
    "tollens bind trace.json --commit 4f2a91c",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="TRACE", nargs="?", help="a trace in a git repository, JSON or YAML")
    parser.add_argument("--commit", metavar="REV", help="the commit; HEAD, or the one it has, when not given")
    parser.add_argument("--trailer", action="store_true", help="add the trailer Trace-Id to the message of HEAD")
    parser.add_argument("--no-note", action="store_true", help="leave the git note out")
    parser.add_argument("--replace", action="store_true", help="write over the note of another trace")
    parser.add_argument("--rehash", action="store_true", help="the content was changed on purpose: record its new hash")
    parser.add_argument("--json", action="store_true", help="print what was done as JSON")


def run(arguments: "Namespace", output: "Output") -> int:
    """Bind, and write the trace if it does not state it so already."""
    from tollens.apps import wiring
    from tollens.apps.cli.commands import _appending
    from tollens.core.errors import MisuseError
    from tollens.plugins.formats.binding import bound_lines
    from tollens.runtime import files
    from tollens.runtime.binding.record import folder_of, the_trace
    from tollens.runtime.binding.stamping import Wanted, bind

    if arguments.no_note and arguments.replace:
        raise MisuseError("--replace is about the note, which --no-note leaves out", "Leave one of them out.")
    name = arguments.file = arguments.file or the_trace()
    folder_of(name)
    wanted = Wanted(arguments.commit, not arguments.no_note, arguments.replace, arguments.rehash, arguments.trailer)
    reports: list[BindReport] = []

    def bound(data: bytes) -> bytes:
        before = wiring.load_from(data, name)
        made = bind(name, before, wanted)
        reports.append(made.report)
        if not made.report.written:
            return data
        _appending.say_lost_comments(data, name, output)
        return wiring.serialized(made.document.value, name)

    files.rewrite(name, bound)
    if arguments.json:
        _appending.tell_json(reports[0], name, output)
    else:
        output.lines(bound_lines(name, reports[0]))
    return 0
