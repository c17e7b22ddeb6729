"""What the verbs that add to a trace share: who and when, where it goes, and never making a trace worse."""

import os
from argparse import ArgumentTypeError
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from tollens.apps import wiring
from tollens.apps.cli.commands._writing import say_faults
from tollens.core.author.additions import Additions, Place, additions
from tollens.core.author.seal import seals, unsealed
from tollens.core.diagnostics import Diagnostic
from tollens.core.errors import MisuseError, UnreadableError, WorldError
from tollens.core.validate.check import validate
from tollens.runtime import clock, files
from tollens.runtime.traces import YAML_NAMES

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator

    from tollens.apps.cli.output import Output
    from tollens.core.wire.document import Document

AUTHOR = "TOLLENS_BY"
"""The environment variable that says who acts, where `--by` does not."""

_TOLD = 5
_LOSING = frozenset({"WIRE002"})
"""Faults of reading after which writing the file back would lose something: members that are there twice."""

_NOUNS = {
    "actions": "action",
    "artifacts": "artifact",
    "comments": "comment",
    "review_items": "review item",
    "trace_links": "link",
    "goals": "goal",
    "acceptance": "criterion",
}


def configure(parser: "ArgumentParser") -> None:
    """Declare the shared options."""
    parser.add_argument("-o", "--output", metavar="OUT", help="where to write; the trace's own file when not given")
    parser.add_argument(
        "--unseal", action="store_true", help="let a copy of a hashed or signed trace go on without its seal"
    )
    configure_author(parser)


def configure_author(parser: "ArgumentParser") -> None:
    """Declare who does it and when, and `--json`; for a verb that writes a trace of its own."""
    parser.add_argument("--by", metavar="NAME", help=f"who does it; ${AUTHOR} when not given")
    parser.add_argument("--at", metavar="TIME", type=moment, help="when, as 2026-01-02T03:04:05Z; now when not given")
    parser.add_argument("--json", action="store_true", help="print what was written as JSON")


def by(arguments: "Namespace") -> str:
    """Who acts. Nothing is guessed: a record that names the wrong person is worse than a question.

    Raises:
        MisuseError: Nobody said.
    """
    said = arguments.by if arguments.by is not None else os.environ.get(AUTHOR, "")
    if not said.strip():
        raise MisuseError("the record needs to know who does this", f"Say --by NAME, or set {AUTHOR}.")
    return str(said)


def at(arguments: "Namespace") -> str:
    """When it is done, RFC 3339."""
    return arguments.at or clock.now()


def appending(
    arguments: "Namespace", output: "Output", change: "Callable[[Document], Document]", tells: bool = True
) -> int:
    """As `appended`, and say what was written unless the caller does; the exit status, 0."""
    made = appended(arguments, output, change)
    if tells:
        out = arguments.file if arguments.output is None else arguments.output
        say(made, out, output, as_json=arguments.json)
    return 0


def appended(arguments: "Namespace", output: "Output", change: "Callable[[Document], Document]") -> Additions:
    """Read the trace, change it, and write it.

    In the trace's own file this is done under its lock, so that of two at a time neither is lost.

    Args:
        arguments: Those of `configure`, and `file`.
        output: Where to speak of faults, and where a trace goes that is written to `-`.
        change: From the trace as read to the trace to be written.

    Returns:
        What was written.

    Raises:
        MisuseError: The trace is sealed, the change would make it invalid where it was not, or the change itself makes
            no sense. Nothing is written.
    """
    name = arguments.file
    out = name if arguments.output is None else arguments.output
    refuse_two_streams(out, arguments.json)
    if not files.same(name, out):
        made = _changed(wiring.load(name), arguments, change, output)
        data = wiring.serialized(made.document.value, out)
        if out == files.STANDARD:
            output.bytes(data)
        else:
            files.write(out, data)
        return made.additions
    kept: list[Additions] = []

    def rewritten(data: bytes) -> bytes:
        say_lost_comments(data, out, output)
        made = _changed(wiring.load_from(data, name), arguments, change, output)
        kept.append(made.additions)
        return wiring.serialized(made.document.value, out)

    files.rewrite(out, rewritten)
    return kept[0]


def refuse_two_streams(out: str, as_json: bool) -> None:
    """Refuse to write a trace and what is said of it to the same stream.

    Raises:
        MisuseError: Both would go to standard output.
    """
    if out == files.STANDARD and as_json:
        raise MisuseError("standard output cannot hold both the trace and --json", "Write the trace to a file: -o OUT")


def say(made: Additions, out: str, output: "Output", *, as_json: bool) -> None:
    """Say what was written, in words or as JSON."""
    if as_json:
        tell_json(made, out, output)
        return
    sentences = [
        f"{verb} {', '.join(map(_named, places))}"
        for verb, places in (("added", made.added), ("changed", made.changed))
        if places
    ]
    if made.unsealed:
        sentences.append(f"dropped {' and '.join(made.unsealed)}: the copy is not sealed")
    tell("; ".join(sentences), out, output)


def tell(text: str, out: str, output: "Output") -> None:
    """Say one sentence about what was written to `out`, where the trace itself does not go."""
    if out == files.STANDARD:
        output.note(text)
    else:
        with _written(out):
            output.lines([(f"{out}: {text}",)])
            output.finish()


def tell_json(made: object, out: str, output: "Output") -> None:
    """Say what was written to `out` as JSON: the member `file`, then those of `made`."""
    from msgspec import to_builtins

    with _written(out):
        output.json({"file": out, **to_builtins(made)})


def say_lost_comments(data: bytes, out: str, output: "Output") -> None:
    """Say that comments of a YAML file are not kept when it is written anew."""
    if out.endswith(YAML_NAMES) and any(line.lstrip().startswith(b"#") for line in data.splitlines()):
        output.note(f"{out}: lines that begin with # are no content of a trace, and are not kept where they comment")


@contextmanager
def _written(out: str) -> "Iterator[None]":
    """Say that the file is written where no account of it can be given, so that nobody writes it again."""
    try:
        yield
    except WorldError as error:
        raise WorldError(f"{out} is written, but {error.message}", error.advice) from None


class _Changed(NamedTuple):
    document: "Document"
    additions: Additions


def _changed(
    before: "Document", arguments: "Namespace", change: "Callable[[Document], Document]", output: "Output"
) -> _Changed:
    copy = arguments.output is not None and not files.same(arguments.file, arguments.output)
    sealed = seals(before)
    if sealed and not (copy and arguments.unseal):
        raise MisuseError(
            f"the trace is sealed by {' and '.join(sealed)}, which a change would break",
            "tollens succeed TRACE --id NEW -o OUT starts a successor; -o OUT --unseal makes a copy without the seal.",
        )
    lost = next((fault for fault in before.faults if fault.code in _LOSING), None)
    if lost is not None and not copy:
        raise MisuseError(
            f"writing the file back would lose something: {lost.path}: {lost.message}", "Mend it first, or use -o OUT."
        )
    say_faults(before, output)
    start = unsealed(before)
    with refusing_the_unwritable():
        after = change(start)
        refuse_worse(before, after)
    return _Changed(after, additions(start, after, sealed))


@contextmanager
def refusing_the_unwritable() -> "Iterator[None]":
    """Refuse what would make a trace that no reader takes: bytes that are no text, or too many levels.

    Raises:
        MisuseError: Says which.
    """
    try:
        yield
    except UnicodeEncodeError:
        raise MisuseError(
            "half of a surrogate pair, as of bytes that are no UTF-8, cannot be written", "Nothing was written."
        ) from None
    except UnreadableError as error:
        raise MisuseError(f"the trace could not be read again: {error.message}", "Nothing was written.") from None


def refuse_worse(before: "Document", after: "Document") -> None:
    """Refuse a trace with errors that the one it came from does not have.

    Raises:
        MisuseError: Says which.
    """
    errors = _errors(after)
    if not errors:
        return
    new = list((Counter(errors) - Counter(_errors(before))).elements())
    if new:
        told = "; ".join(f"{code} {path}: {message}" for code, path, message in new[:_TOLD])
        more = f" and {len(new) - _TOLD} more" if len(new) > _TOLD else ""
        raise MisuseError(f"the trace would have errors that it has not now: {told}{more}", "Nothing was written.")


def _errors(document: "Document") -> list[tuple[str, str, str]]:
    found: tuple[Diagnostic, ...] = validate(document).diagnostics
    return [(one.code, one.path, one.message) for one in found if one.severity == "error"]


def _named(place: Place) -> str:
    noun = _NOUNS.get(place.member, place.member)
    kind = f" ({place.kind})" if place.kind else ""
    return f"{noun} {place.id}{kind}" if place.id else f"{noun}{kind}"


def moment(text: str) -> str:
    """A time as an option states it.

    Raises:
        ArgumentTypeError: It is none, or lacks its zone.
    """
    if not clock.is_moment(text):
        raise ArgumentTypeError(f"{text!r} is no time with its zone, such as 2026-01-02T03:04:05Z")
    return text
