"""`tollens upgrade`: write an older trace as a trace of version 1.11.

Payloads on actions become artifacts, alternative spellings become the specification's own, the residual list becomes
artifacts (§13.7), the version becomes 1.11. What `tollens convert` kept aside for another tool stands in its place
again. Nothing is dropped; each step, and what could not be carried over, is
said. Twice is as good as once. A trace of a later version is written as it is. Exit status 0: written; 2: it could not
be read or written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "write an older trace as a trace of version 1.11"
GROUP = "write"
EXAMPLES = (
    "tollens upgrade old.json -o new.json",
    "tollens upgrade old.json --only residuals -o new.json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a trace of any version; - for standard input")
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help="where to write; - for standard output")
    parser.add_argument("--only", choices=("residuals",), help="one step: fold the residual list into artifacts")


def run(arguments: "Namespace", output: "Output") -> int:
    """Read, upgrade, say what there is to say, write."""
    from tollens.apps import wiring
    from tollens.apps.cli.commands._writing import say_faults, write
    from tollens.core.wire.upgrade import migrate_residuals, upgrade

    document = wiring.load(arguments.file)
    upgraded = migrate_residuals(document) if arguments.only == "residuals" else upgrade(document)
    for remark in upgraded.remarks:
        output.note(f"{remark.severity} {remark.code} {remark.path}: {remark.message}", remark.hint)
    say_faults(upgraded.document, output)
    write(upgraded.document.value, arguments.output, output)
    return 0
