"""`tollens hash`: the content hash of a trace (§12.4).

It is taken over the JSON value as read, without timestamp, content_hash, repo, branch, commit_sha and signatures, so
neither layout nor a signature changes it. What is said on standard error keeps other languages from computing the same:
whole floats, exponents, integers past 53 bits. A trace that repeats a member, or holds NaN, has a hash, but cannot be
signed, since readers disagree on what it says.

Exit status 0: there is a hash; 2: there is none, or the file could not be read.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "print the content hash of a trace"
GROUP = "read"
EXAMPLES = (
    "tollens hash trace.json",
    "tollens hash trace.json --scheme jcs",
    "tollens hash - --json < trace.json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a trace, JSON or YAML; - for standard input")
    parser.add_argument(
        "--scheme",
        choices=("canonical", "jcs"),
        default="canonical",
        help="the form that is hashed: the one in use, or RFC 8785; canonical when not given",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: "Namespace", output: "Output") -> int:
    """Hash, and say what is not portable."""
    from msgspec import to_builtins

    from tollens.runtime import files
    from tollens.runtime.hashing import hashed
    from tollens.runtime.traces import may_be_yaml

    name = arguments.file
    made = hashed(files.read(name), arguments.scheme, yaml=may_be_yaml(name))
    if arguments.json:
        output.json({"file": name, **to_builtins(made)})
    else:
        for remark in made.diagnostics:
            output.note(f"{remark.severity} {remark.code} {remark.path or 'the trace'}: {remark.message}", remark.hint)
        if made.content_hash is None:
            output.note(f"{name} has no content hash: it holds text that no bytes can stand for")
        else:
            output.text(f"{made.content_hash}\n")
    return 2 if made.content_hash is None else 0
