"""The manual pages, made from the parsers of the verbs: `tollens(1)`, and a page for each verb.

They hold what `--help` prints, in the language of man pages (man(7)); no date, so that they change when the words do.
"""

import argparse
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tollens.apps.cli import commands
from tollens.apps.cli.commands import _appending
from tollens.apps.cli.parsing import Parser

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "man/man1"

_ENVIRONMENT = {
    "NO_COLOR": "When set to anything, nothing is coloured.",
    "COLUMNS": "The width of what is printed; that of the terminal, or 100, when not set.",
    _appending.AUTHOR: "Who changes a trace, where --by does not say.",
    "TOLLENS_DEBUG": "When set to anything, a failure of the program shows where it happened.",
}
_STATUS = {
    "0": "All is well.",
    "1": "A trace is invalid, or what was checked is bad.",
    "2": "It could not be done: unreadable input, misuse, a file or an optional part missing.",
    "130": "Interrupted.",
    "141": "The reader of the output went away.",
}


def man_pages() -> dict[str, Callable[[], str]]:
    """Path from the root of the repository to what makes the page."""
    pages: dict[str, Callable[[], str]] = {f"{FOLDER}/tollens.1": overview}
    return pages | {f"{FOLDER}/tollens-{verb}.1": partial(verb_page, verb) for verb in commands.names()}


def overview() -> str:
    """The page of the whole program."""
    lines = [*_head("tollens", "read, make, check and review traces of AI agents' work")]
    lines += [".SH SYNOPSIS", ".B tollens", r"\fIVERB\fR [\fIARGUMENT\fR ...]", ".br", ".B tollens", r"\-\-version"]
    lines += [
        ".SH DESCRIPTION",
        *_text(
            "A trace is the record of what an AI agent was asked, did, decided, proved and left open, in the form of "
            "the Ponens Trace Specification 1.11. `tollens` makes traces of agents' sessions, judges what in a trace "
            "still holds, and never says more than the evidence does. `-` stands for standard input or output."
        ),
        ".PP",
        *_text("Begin with a session of your agent, or with a trace: `tollens review FILE`."),
        ".SH VERBS",
    ]
    for group, heading in commands.GROUPS.items():
        lines.append(f".SS {_escaped(heading)}")
        for verb in commands.names():
            module = commands.command(verb)
            if group == module.GROUP:
                lines += [".TP", rf"\fBtollens\-{_escaped(verb)}\fR(1)", _line(module.SUMMARY)]
    lines += [".SH EXIT STATUS", *_listed(_STATUS), ".SH ENVIRONMENT", *_listed(_ENVIRONMENT)]
    lines += [".SH FILES", ".TP", r"\fItollens.toml\fR", "What policies apply to a project."]
    return "\n".join(lines) + "\n"


def verb_page(verb: str) -> str:
    """The page of one verb."""
    module = commands.command(verb)
    parser = Parser(verb)
    lines = [*_head(f"tollens-{verb}", module.SUMMARY), ".SH SYNOPSIS", *_synopsis(verb, parser)]
    explanation = "\n".join((module.__doc__ or "").strip().split("\n")[1:])
    told, status = _apart(explanation)
    lines.append(".SH DESCRIPTION")
    for place, paragraph in enumerate(told or [f"{module.SUMMARY[0].upper()}{module.SUMMARY[1:]}."]):
        lines += [*([".PP"] if place else []), *_text(paragraph)]
    arguments = [action for action in parser._actions if action.dest != "help"]
    for heading, held in (
        ("ARGUMENTS", [action for action in arguments if not action.option_strings]),
        ("OPTIONS", [action for action in arguments if action.option_strings]),
    ):
        if held:
            lines.append(f".SH {heading}")
            for action in held:
                lines += [".TP", _shown(action), _line(action.help or "")]
    lines.append(".SH EXIT STATUS")
    lines += _text(status) if status else _listed(_STATUS)
    lines += [".SH EXAMPLES", ".nf", *(_line(example) for example in module.EXAMPLES), ".fi"]
    lines += [".SH SEE ALSO", r"\fBtollens\fR(1)"]
    return "\n".join(lines) + "\n"


def _head(name: str, summary: str) -> Iterator[str]:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    yield f'.TH {_escaped(name.upper())} 1 "" "tollens {version}" "Tollens"'
    yield from (".nh", ".ad l")
    yield ".SH NAME"
    yield rf"{_escaped(name)} \- {_escaped(summary)}"


def _synopsis(verb: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    usage = " ".join(parser.format_usage().split()).removeprefix(f"usage: tollens {verb} ")
    yield rf".B tollens {_escaped(verb)}"
    yield re.sub(r"(?<=[^ ]),(?=[^ ])", r",\:", _line(usage))  # a line may end between the words of a long choice


def _apart(explanation: str) -> tuple[list[str], str]:
    """The paragraphs of a text, and the sentences on the exit status at its end."""
    before, _, status = explanation.partition("Exit status")
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", before)]
    return [part for part in paragraphs if part], f"Exit status{' '.join(['', *status.split()])}" if status else ""


def _text(paragraph: str) -> Iterator[str]:
    """A paragraph, or a table of Markdown with two columns; what stands in backquotes is bold."""
    if paragraph.startswith("|"):
        rows = (line.strip("| ").split(" | ", 1) for line in paragraph.splitlines()[2:])
        yield from _listed(dict(rows))
        return
    paragraph = " ".join(paragraph.split())
    parts = re.split(r"`([^`]+)`", paragraph)
    yield _guarded("".join(rf"\fB{_escaped(part)}\fR" if at % 2 else _escaped(part) for at, part in enumerate(parts)))


def _listed(rows: dict[str, str]) -> Iterator[str]:
    for name, words in rows.items():
        yield from (".TP", rf"\fB{_escaped(name)}\fR", _line(words))


def _shown(action: argparse.Action) -> str:
    """An argument as it is written: what is typed is bold, what stands for something is in italics."""
    if action.choices:
        value = r"|\:".join(rf"\fB{_escaped(str(choice))}\fR" for choice in action.choices)
    else:
        named = action.metavar or action.dest.upper()
        value = " ".join(rf"\fI{_escaped(each)}\fR" for each in ((named,) if isinstance(named, str) else named))
    options = ", ".join(rf"\fB{_escaped(option)}\fR" for option in action.option_strings)
    if not options:
        return f"{value} ..." if action.nargs in ("*", "+") else value
    return options if action.nargs == 0 else f"{options} {value}"


def _line(text: str) -> str:
    return _guarded(_escaped(text))


def _escaped(text: str) -> str:
    """Text in roff: a backslash is a character, and a hyphen is one that can be copied into a command line."""
    plain = text.replace("\\", r"\e").replace("-", r"\-").replace("…", "...").replace("§", r"\(sc")
    return plain.replace("'", r"\(aq").replace("`", r"\(ga").replace("~", r"\(ti").replace("^", r"\(ha")


def _guarded(line: str) -> str:
    """A line that begins like a request of roff, and is none."""
    return rf"\&{line}" if line.startswith((".", "'")) else line
