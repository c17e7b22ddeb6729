"""`tollens verify`: check the signatures of a trace, and whether it may go on (§12.4).

Each signature gets a verdict: valid, untrusted (good, of somebody whom you do not trust), invalid, tampered (the
content was changed since), or unknown (it cannot be checked here). The gate passes only where there is a signature,
each one and each timestamp is valid, and what is asked for is there. Whom to trust is yours to say: nothing of it is
taken from the trace. Who signed, with which key and when is what the signature and your files say, never what stands
beside it.

A role or disposition that is not signed along (`unbound`) could have been written by anybody, and counts for what is
asked for only with --believe-unbound. Where a disposition is asked for, a rejection stands against it, and so does a
word that may be one: any but the one asked for, approved and noted.

Exit status 0: the gate passes; 1: it does not; 2: the trace, or a file that says whom to trust, could not be read.
"""

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "check the signatures of a trace, and whether it may go on"
GROUP = "read"
EXAMPLES = (
    "tollens verify trace.json --allowed-signers signers",
    "tollens verify trace.json --gpg-roster fingerprints --require-disposition approved",
    "tollens verify trace.json --identity alice@example.org --oidc-issuer https://accounts.google.com",
    "tollens verify trace.json --allowed-signers signers --min-signatures 2 --require-bound --json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    from tollens.apps.cli.commands import _trusting

    parser.add_argument("file", metavar="FILE", help="a trace, JSON or YAML; - for standard input")
    parser.add_argument("--json", action="store_true", help="print JSON")
    _trusting.configure(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Verify, judge, show."""
    from msgspec import to_builtins

    from tollens.apps.cli.commands import _trusting
    from tollens.plugins.formats import verification
    from tollens.runtime import files
    from tollens.runtime.traces import may_be_yaml
    from tollens.runtime.verifying import verify

    name = arguments.file
    given = _trusting.given(arguments)
    output.progress(f"verifying {name}")
    made = verify(files.read(name), given, _trusting.demands(arguments), yaml=may_be_yaml(name))
    output.progress("")
    if arguments.json:
        output.json({"file": name, **to_builtins(made)})
    else:
        output.lines(verification.lines(name, made, output.width))
    if given.problems:
        return 2
    return 0 if made.gate == "pass" else 1
