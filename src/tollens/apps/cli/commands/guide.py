"""`tollens guide`: how to record work as a trace, or how to review one, on a page.

`produce` is for an agent that has nothing but this program; `review` is for whoever judges a trace. Exit status 0.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "how to record work as a trace, or to review one"
GROUP = "read"
EXAMPLES = ("tollens guide", "tollens guide review")


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("which", nargs="?", choices=("produce", "review"), default="produce", help="produce, if none")


def run(arguments: "Namespace", output: "Output") -> int:
    """Print the guide."""
    from tollens.apps.guides import guide

    output.bytes(guide(arguments.which))
    return 0
