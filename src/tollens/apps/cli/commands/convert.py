"""`tollens convert`: write a trace as JSON or YAML.

Nothing is added, dropped or respelled: the value read is the value written, unknown members too. The format is that of
`--to`, or of the name of OUT. Exit status 0: written; 2: it could not be read or written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "write a trace as JSON or YAML"
GROUP = "write"
EXAMPLES = (
    "tollens convert trace.json -o trace.yaml",
    "tollens convert trace.yaml -o - --to json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a trace, JSON or YAML; - for standard input")
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help="where to write; - for standard output")
    parser.add_argument("--to", choices=("json", "yaml"), help="the format; by the name of OUT when not given")


def run(arguments: "Namespace", output: "Output") -> int:
    """Read, and write in the other format."""
    from tollens.apps import wiring
    from tollens.apps.cli.commands._writing import say_faults, write

    document = wiring.load(arguments.file)
    say_faults(document, output)
    write(document.value, arguments.output, output, arguments.to)
    return 0
