"""`tollens capture`: make a trace from an agent's session.

What the session does not show is not claimed: a command without a recorded end stays unknown, and what could not be
read is counted and said. The account of the capture stands in the trace, as metadata of the artifact `capture-report`.
What the agent keeps beside the file (sub-agents' own files, large outputs) is read with it. A file that holds several
sessions is refused unless `--session` says which one is meant, or `--all` takes each; with `--all`, what is refused is
told and the others are written. A checkpoint of Entire is bound to the commit that names it. Exit status 0: written; 2:
a session could not be read, or OUT not written.
"""

from tollens.apps.cli.commands import _newest

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence

    from tollens.apps.capturing import Captured, Links, Origin, Privacy
    from tollens.apps.cli.output import Output

SUMMARY = "make a trace from an agent's session"
GROUP = "write"
EXAMPLES = (
    "tollens capture session.jsonl -o trace.json",
    "tollens capture --latest -o trace.json",
    "tollens capture --from-git entire/checkpoints/v1 --all -o traces",
    "tollens capture - -o trace.yaml < session.jsonl",
    "tollens capture session.jsonl --format claude-code -o trace.json",
    "tollens capture sessions.jsonl --session 5b1f0c52 -o trace.json",
    "tollens capture sessions.jsonl --all -o traces",
    "tollens capture session.jsonl --redact home,email -o trace.json",
    "tollens capture session.jsonl --content digest -o trace.json",
    "tollens capture --latest --project . -o trace.json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument(
        "session",
        metavar="SESSION",
        nargs="?",
        help="an agent's session file, the folder that is one or holds some; - for standard input",
    )
    _newest.configure(parser)
    parser.add_argument(
        "--from-git",
        metavar="REF",
        help="a session in git: REF:PATH a file at a commit, REF or REF:CHECKPOINT the checkpoints of Entire",
    )
    parser.add_argument(
        "-o", "--output", metavar="OUT", required=True, help="where to write; - for standard output; a folder for --all"
    )
    parser.add_argument(
        "--format", metavar="NAME", help="read it in this session format, built in or installed; else it is recognized"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--session", dest="chosen", metavar="ID", help="of several sessions in SESSION, the one whose id begins so"
    )
    which.add_argument(
        "--all", action="store_true", help="a trace for each session in SESSION, as files in the folder OUT"
    )
    parser.add_argument(
        "--redact",
        metavar="KINDS",
        default="",
        help="take out these as well, separated by commas: home (names of users in paths), email (e-mail addresses)",
    )
    parser.add_argument(
        "--redact-key",
        metavar="FILE",
        help="a key: with the same one, the same secret has the same marker in every trace",
    )
    parser.add_argument("--no-redact", action="store_true", help="leave secrets in; the account of the capture says so")
    parser.add_argument(
        "--content",
        choices=("full", "digest"),
        default="full",
        help="digest: leave out texts, outputs, patches and contents of files, and keep their digests and sizes",
    )
    parser.add_argument(
        "--project",
        metavar="FOLDER",
        help="the project's folder on this machine: paths through its symbolic links are those that they lead to now",
    )
    parser.add_argument(
        "--json", action="store_true", help="print the account of the capture as JSON on standard output"
    )


def run(arguments: "Namespace", output: "Output") -> int:
    """Capture, write, say what was lost."""
    from shlex import quote

    from tollens.apps import capturing
    from tollens.apps.cli.commands._writing import write_trace
    from tollens.core.errors import MisuseError
    from tollens.runtime import files

    if arguments.output == files.STANDARD and arguments.json:
        raise MisuseError("--json and -o - would both write to standard output", "Write the trace to a file.")
    if arguments.output == files.STANDARD and arguments.all:
        raise MisuseError("--all writes several files", "Name a folder for them: -o FOLDER")
    privacy, links = _privacy(arguments), capturing.links_of(arguments.project)
    origins = _origins(arguments, output)
    if any(files.same(arguments.output, origin.path) for origin in origins if origin.path):
        raise MisuseError(
            f"{arguments.output!r} is the session itself: the trace would take its place", "Name another file with -o."
        )
    if arguments.all:
        return _capture_all(origins, privacy, links, arguments, output)
    output.progress(f"capturing {origins[0].name}")
    captured = capturing.chosen(origins, arguments.chosen, arguments.format, privacy, links)
    write_trace(captured.trace, arguments.output, output)
    output.progress("")
    if arguments.json:
        output.json(_account(captured, arguments.output))
        return 0
    output.note(captured.report.sentence, *captured.report.particulars)
    if arguments.output != files.STANDARD:
        output.note(f"{arguments.output} is written; to look at it: tollens review {quote(arguments.output)}")
    return 0


def _privacy(arguments: "Namespace") -> "Privacy":
    """What may be kept."""
    from tollens.apps import capturing
    from tollens.core.errors import MisuseError

    also = [kind.strip() for kind in arguments.redact.split(",") if kind.strip()]
    if arguments.no_redact and (also or arguments.redact_key):
        raise MisuseError("--no-redact takes nothing out", "Leave out --redact and --redact-key, or --no-redact.")
    return capturing.private(
        redact=not arguments.no_redact, also=also, key_file=arguments.redact_key, content=arguments.content
    )


def _account(captured: "Captured", written: str) -> dict[str, object]:
    from msgspec import to_builtins

    told: dict[str, object] = to_builtins(captured.report)
    return {**told, "file": captured.name, "output": written}


def _origins(arguments: "Namespace", output: "Output") -> "Sequence[Origin]":
    """What may hold the session that is meant."""
    from tollens.apps import capturing
    from tollens.core.errors import MisuseError
    from tollens.runtime import files

    def told(name: str) -> "Callable[[int], None]":
        return lambda percent: output.progress(f"capturing {name} {percent} %")

    given = (arguments.session, arguments.latest, arguments.from_git)
    if sum(each is not None for each in given) != 1:
        raise MisuseError(
            "one of SESSION, --latest and --from-git says what is captured", "Name a session's file, or say --latest."
        )
    if arguments.from_git is not None:
        return capturing.git_origins(arguments.from_git, files.here())
    if arguments.session is not None:
        return capturing.file_origins(arguments.session, told)
    origins, meant = _newest.newest(arguments.latest, output, told)
    arguments.chosen = arguments.chosen or meant
    return origins


def _capture_all(
    origins: "Sequence[Origin]", privacy: "Privacy", links: "Links", arguments: "Namespace", output: "Output"
) -> int:
    """Write a trace for each session; what is refused is told, and the others are written."""
    from tollens.apps import capturing
    from tollens.apps.cli.commands._writing import write_trace
    from tollens.core.errors import UnreadableError
    from tollens.runtime import files

    files.make_folder(arguments.output)
    names = capturing.FileNames()
    accounts: list[dict[str, object]] = []
    refused: list[dict[str, object]] = []
    for number, origin in enumerate(origins, 1):
        output.progress(f"capturing {number} of {len(origins)}: {origin.name}")
        try:
            found = capturing.captures(origin, arguments.format, privacy, links)
        except UnreadableError as error:
            if len(origins) == 1:
                raise
            refused.append({"file": origin.name, "reason": error.message})
            output.progress("")
            output.note(f"refused: {error.message}")
            continue
        for captured in found:
            name = names.of(origin.label, str(captured.trace.trace_id))
            path = f"{arguments.output.rstrip('/')}/{name}"
            write_trace(captured.trace, path, output)
            accounts.append(_account(captured, path))
            output.progress("")
            if not arguments.json:
                output.note(f"{path}: {captured.report.sentence}", *captured.report.losses)
    if arguments.json:
        output.json({"captures": accounts, "refused": refused})
    return 2 if refused else 0
