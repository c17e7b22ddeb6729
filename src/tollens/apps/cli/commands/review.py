"""`tollens review`: what an agent's session, or a trace, did and established, on one screen.

A session is captured first. Shown is what was asked, what came out, what was run and failed, what was established and
by what, what still holds, what became of the goals, what is contested, which gaps are open, what was changed, and what
is wrong with the trace itself: as the record has it, never more. The policies that the trace holds are evaluated, and
shown beside what is recorded of them; `tollens check` checks others.

With --gate the exit status judges the work and not only the file, and what is printed is why: 1 when the trace is
invalid, an acceptance item is blocked, a result is refuted, failed, contested, stale or detached (unless a later one
replaces it), a policy of severity error is violated or cannot be decided, a critical gap is open, or a blocking review
item is. With --require-signatures the answer of the signature gate counts as well, as `tollens verify` gives it.

Exit status 0: shown, and a valid trace (with --gate: nothing stands against the work); 1: shown, and an invalid trace
(with --gate: something does); 2: it could not be read.
"""

from tollens.apps.cli.commands import _newest, _trusting
from tollens.apps.cli.commands._engines import add_engines, engines

TYPE_CHECKING = False  # importing typing for it would cost a tenth of the start-up
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tollens.apps.cli.output import Output

SUMMARY = "show what an agent did, what holds, and where to look first"
GROUP = "start"
EXAMPLES = (
    "tollens review session.jsonl",
    "tollens review --latest",
    "tollens review trace.json --all",
    "tollens review trace.json --gate",
    "tollens review trace.json --gate --require-signatures --allowed-signers signers",
    "tollens review - --json < trace.json",
)


def configure(parser: "ArgumentParser") -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="an agent's session or a trace; - for standard input")
    _newest.configure(parser)
    parser.add_argument("--json", action="store_true", help="print all of it as JSON")
    parser.add_argument("--gate", action="store_true", help="judge the work: print why not, exit 1 unless nothing is")
    parser.add_argument("--all", action="store_true", help="cut no list, and list what is only counted otherwise")
    add_engines(parser)
    _trusting.configure_gate(parser)


def run(arguments: "Namespace", output: "Output") -> int:
    """Read or capture, validate, review, show."""
    from msgspec import to_builtins

    from tollens.apps import wiring
    from tollens.core.derive.review.reviewing import review
    from tollens.core.errors import MisuseError

    if (arguments.file is None) == (arguments.latest is None):
        raise MisuseError("FILE or --latest says what is reviewed", "Name a session or a trace, or say --latest.")
    _trusting.refuse_idle(arguments)
    if arguments.latest is not None:
        arguments.file, document = _newest.opened(arguments.latest, output)
    else:
        output.progress(f"reading {arguments.file}")
        document = wiring.open_any(arguments.file).document
    output.progress(f"reviewing {arguments.file}")
    made = review(wiring.evaluated(document, engines(arguments)))
    unread = False
    if arguments.require_signatures:
        made, unread = _trusting.with_signatures(made, document, arguments)
    output.progress("")
    if arguments.json:
        output.json({"file": arguments.file, **to_builtins(made)})
    else:
        from tollens.plugins.formats import gate, text

        if arguments.gate:
            output.lines(gate.lines(arguments.file, made.gate, output.width))
        else:
            output.lines(text.lines(arguments.file, made, output.width, everything=arguments.all))
    if unread:
        return 2
    return 0 if (made.gate.passed if arguments.gate else made.valid) else 1
