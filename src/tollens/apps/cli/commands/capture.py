"""`tollens capture`: make a trace from an agent's session.

What the session does not show is not claimed: a command without a recorded end stays unknown, and what could not be
read is counted and said. The account of the capture stands in the trace, as metadata of the artifact `capture-report`.
What the agent keeps beside the file (sub-agents' own files, large outputs) is read with it. A file that holds several
sessions is refused unless `--session` says which one is meant, or `--all` takes each. Exit status 0: written; 2: the
session could not be read, or OUT not written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from tollens.apps.capturing import Captured
    from tollens.apps.cli.output import Output

SUMMARY = "make a trace from an agent's session"
GROUP = "write"
EXAMPLES = (
    "tollens capture session.jsonl -o trace.json",
    "tollens capture --latest -o trace.json",
    "tollens capture - -o trace.yaml < session.jsonl",
    "tollens capture session.jsonl --format claude-code -o trace.json",
    "tollens capture sessions.jsonl --session 5b1f0c52 -o trace.json",
    "tollens capture sessions.jsonl --all -o traces",
    "tollens capture session.jsonl --redact home,email -o trace.json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument(
        "session",
        metavar="SESSION",
        nargs="?",
        help="an agent's session file, or the folder that is one; - for standard input",
    )
    parser.add_argument(
        "--latest",
        metavar="AGENT",
        nargs="?",
        const="",
        help="the newest session of the project that one works in, of this agent or of any that is installed",
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
        "--json", action="store_true", help="print the account of the capture as JSON on standard output"
    )


def run(arguments: "Namespace", output: "Output") -> int:
    """Capture, write, say what was lost."""
    from msgspec import to_builtins

    from tollens.apps import capturing
    from tollens.apps.cli.commands._writing import write
    from tollens.core.errors import MisuseError
    from tollens.runtime import files

    if arguments.output == files.STANDARD and arguments.json:
        raise MisuseError("--json and -o - would both write to standard output", "Write the trace to a file.")
    if arguments.output == files.STANDARD and arguments.all:
        raise MisuseError("--all writes several files", "Name a folder for them: -o FOLDER")
    arguments.session = _source(arguments, output)
    also = [kind.strip() for kind in arguments.redact.split(",") if kind.strip()]
    if arguments.no_redact and (also or arguments.redact_key):
        raise MisuseError("--no-redact takes nothing out", "Leave out --redact and --redact-key, or --no-redact.")
    privacy = capturing.private(redact=not arguments.no_redact, also=also, key_file=arguments.redact_key)
    output.progress(f"capturing {arguments.session}")
    found = capturing.captures(arguments.session, arguments.format, privacy)
    taken = found if arguments.all else (_one(found, arguments),)
    names = _places(taken, arguments.output) if arguments.all else [arguments.output]
    for captured, name in zip(taken, names, strict=True):
        write(captured.document.value, name, output)
    output.progress("")
    accounts = [
        {"file": arguments.session, "output": name, **to_builtins(captured.report)}
        for captured, name in zip(taken, names, strict=True)
    ]
    if arguments.json:
        output.json({"captures": accounts} if arguments.all else accounts[0])
        return 0
    for captured, name in zip(taken, names, strict=True):
        output.note(f"{name}: {captured.report.sentence}" if arguments.all else captured.report.sentence)
        for missing in captured.report.completeness.missing:
            output.note(f"  {missing}")
    return 0


def _source(arguments: "Namespace", output: "Output") -> str:
    """The file or folder of the session."""
    from tollens.apps import capturing
    from tollens.core.errors import MisuseError
    from tollens.runtime import files, latest

    if (arguments.session is None) is (arguments.latest is None):
        raise MisuseError(
            "either SESSION or --latest says what is captured", "Name a session's file, or give --latest."
        )
    if arguments.latest is None:
        return str(arguments.session)
    home, environment = latest.surroundings()
    found = capturing.latest(arguments.latest or None, files.here(), home, environment)
    output.note(f"the newest session: {found}")
    return found


def _one(found: "Sequence[Captured]", arguments: "Namespace") -> "Captured":
    """The session that is meant."""
    from tollens.apps import capturing

    if arguments.chosen is None:
        return capturing.only(found, arguments.session)
    return capturing.chosen(found, arguments.chosen, arguments.session)


def _places(found: "Sequence[Captured]", folder: str) -> list[str]:
    """A file in the folder for each trace."""
    from tollens.apps import capturing
    from tollens.runtime import files

    files.make_folder(folder)
    return [f"{folder.rstrip('/')}/{name}" for name in capturing.file_names(found)]
