"""`tollens link`: link a trace to another one (§15.1), with the LinkTrace action that records it.

The link leads from TRACE to the other: `--relationship supersedes` says that TRACE supersedes the other. Only the id
of the other trace is taken; nothing of its content. To start a new trace that supersedes one, use `tollens succeed`.
A trace with a content hash or signatures is left alone: start a successor, or let a copy go on without its seal.
Exit status 0: written; 2: nothing was written.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "link a trace to another one"
GROUP = "write"
EXAMPLES = (
    "tollens link trace.json --to other.json --relationship same_task --by reviewer",
    'tollens link trace.json --to t0 --relationship reruns --note "With the newer prover" --by agent',
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.apps.cli.commands import _appending
    from tollens.core.model import TraceRelationship

    words = [word.value for word in TraceRelationship]
    parser.add_argument("file", metavar="TRACE", help="a trace, JSON or YAML; - for standard input")
    parser.add_argument("--to", metavar="OTHER", required=True, help="the other trace: its file, or its id")
    parser.add_argument(
        "--relationship", metavar="WORD", required=True, type=_word, help=f"what TRACE is to it: {', '.join(words)}"
    )
    parser.add_argument("--note", metavar="TEXT", help="what there is to say about it")
    _appending.configure(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Find the other trace's id, and link."""
    from tollens.apps.cli.commands import _appending
    from tollens.core.author.trace_links import linked
    from tollens.core.model import TraceRelationship

    by, at = _appending.by(arguments), _appending.at(arguments)
    to, relationship = _trace_id(arguments.to), TraceRelationship(arguments.relationship)
    return _appending.appending(
        arguments, output, lambda document: linked(document, to, relationship, note=arguments.note, at=at, by=by)
    )


def _word(text: str) -> str:
    """The wire's word for a relationship, which may also be given as the text's constructor (`SamePr`)."""
    from argparse import ArgumentTypeError

    from tollens.core.model import TraceRelationship

    for word in TraceRelationship:
        if text in (word.value, word.name):
            return word.value
    raise ArgumentTypeError(f"{text!r} is none of {', '.join(word.value for word in TraceRelationship)}")


def _trace_id(said: str) -> str:
    """The id that the other trace goes by: that in its file, or what was said where there is no such file.

    Raises:
        MisuseError: It looks like a file and there is none.
    """
    from tollens.apps import wiring
    from tollens.core.errors import MisuseError, UnreadableError
    from tollens.runtime import files
    from tollens.runtime.traces import YAML_NAMES

    if files.exists(said):
        try:
            return wiring.load(said).trace.trace_id
        except UnreadableError as error:
            raise UnreadableError(f"{said}: {error.message}", error.advice) from None
    if said.endswith((".json", *YAML_NAMES)):
        raise MisuseError(f"there is no file {said!r}", "Name a file that exists, or a trace by its id.")
    return said
