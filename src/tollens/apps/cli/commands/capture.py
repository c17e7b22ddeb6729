"""`tollens capture`: make a trace from an agent's session.

What the session does not show is not claimed: a command without a recorded end stays unknown, and what could not be
read is counted and said. The account of the capture stands in the trace, as metadata of the artifact `capture-report`.
Exit status 0: written; 2: the session could not be read, or OUT not written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "make a trace from an agent's session"
GROUP = "write"
EXAMPLES = (
    "tollens capture session.jsonl -o trace.json",
    "tollens capture - -o trace.yaml < session.jsonl",
    "tollens capture session.jsonl --format claude-code -o trace.json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("session", metavar="SESSION", help="an agent's session file; - for standard input")
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help="where to write; - for standard output")
    parser.add_argument(
        "--format", metavar="NAME", help="read it in this session format, built in or installed; else it is recognized"
    )
    parser.add_argument(
        "--json", action="store_true", help="print the account of the capture as JSON on standard output"
    )


def run(arguments: "Namespace", output: "Output") -> int:
    """Capture, write, say what was lost."""
    from msgspec import to_builtins

    from tollens.apps import wiring
    from tollens.apps.cli.commands._writing import write
    from tollens.core.errors import MisuseError
    from tollens.runtime import files

    if arguments.json and arguments.output == files.STANDARD:
        raise MisuseError("--json and -o - would both write to standard output", "Write the trace to a file.")
    output.progress(f"capturing {arguments.session}")
    captured = wiring.captured(files.read(arguments.session), arguments.session, arguments.format)
    write(captured.document.value, arguments.output, output)
    output.progress("")
    if arguments.json:
        output.json({"file": arguments.session, "output": arguments.output, **to_builtins(captured.report)})
        return 0
    if captured.report is not None:
        output.note(captured.report.sentence)
        for missing in captured.report.completeness.missing:
            output.note(f"  {missing}")
    return 0
