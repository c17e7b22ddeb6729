"""`tollens schema`: print the types of a trace for another language.

Generated from the same types that read traces here, so that they never differ: a JSON Schema (2020-12), Pydantic
models, OCaml type declarations, TypeScript types.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "print the types of a trace as JSON Schema, Pydantic, OCaml or TypeScript"
GROUP = "describe"
EXAMPLES = (
    "tollens schema --format json-schema > trace.schema.json",
    "tollens schema --format typescript > trace.ts",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.projections import FILES

    parser.add_argument(
        "--format", choices=tuple(FILES), default="json-schema", help="the language; json-schema when not given"
    )


def run(arguments: "Namespace", output: "Output") -> int:
    """Print the projection."""
    from tollens.projections import projection

    output.bytes(projection(arguments.format).encode())
    return 0
