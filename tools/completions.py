"""The completion scripts of shells, made from the parsers of the verbs by shtab."""

import argparse
from collections.abc import Callable

import shtab

from tollens.apps.cli import commands
from tollens.apps.completions import SHELLS
from tollens.plugins.sessions import FORMATS
from tollens.plugins.signers import SIGNERS
from tollens.runtime.policy_files import pack_names

FILES = frozenset(
    {
        *("FILE", "TRACE", "OUT", "SESSION", "BASE", "MERGED", "RESULTS", "BEFORE", "AFTER", "OTHER", "PREDECESSOR"),
        *("JSON|FILE", "KEY", "PATH", "OURS", "THEIRS"),
    }
)
"""What an argument is called where it is a file, or may be one."""

FOLDERS = frozenset({"DIR"})
"""What it is called where it is a folder."""

SOURCES = frozenset({"SOURCE"})
"""What it is called where it is a file with policies, or the name of a pack."""

_WORDS: dict[tuple[str, str], Callable[[], tuple[str, ...]]] = {
    ("sign", "--backend"): SIGNERS.names,
    ("capture", "--format"): FORMATS.names,
}
"""Options that take the name of a plugin: any installed one is taken, those that come along are offered."""

_PREAMBLE = {
    "bash": """
_tollens_sources() {
  compgen -W "PACKS" -- "$1"
  compgen -f -- "$1"
}
""",
    "zsh": """
_tollens_sources() {
  _alternative 'packs:pack:(PACKS)' 'files:file:_files'
}
""",
    "fish": """
function _tollens_sources
  printf '%s\\n' PACKS
  __fish_complete_path (commandline -ct)
end
""",
}
_SOURCES = {"bash": "_tollens_sources", "zsh": "_tollens_sources", "fish": "(_tollens_sources)"}


def completions() -> dict[str, Callable[[], str]]:
    """Path from the root of the repository to what makes the script."""
    return {f"src/tollens/apps/completions/tollens.{shell}": _maker(shell) for shell in SHELLS}


def _maker(shell: str) -> Callable[[], str]:
    return lambda: script(shell)


def script(shell: str) -> str:
    """The script of one shell."""
    packs = " ".join(pack_names())
    text: str = shtab.complete(whole_parser(), shell, preamble=_PREAMBLE[shell].replace("PACKS", packs))
    return text if text.endswith("\n") else f"{text}\n"


def whole_parser() -> argparse.ArgumentParser:
    """One parser of the whole command line, as shtab wants it; the program itself makes only that of its verb."""
    root = argparse.ArgumentParser(prog="tollens")
    root.add_argument("-V", "--version", action="store_true", help="print the version")
    verbs = root.add_subparsers()
    for verb in commands.names():
        module = commands.command(verb)
        parser = verbs.add_parser(verb, help=module.SUMMARY)
        module.configure(parser)
        for action in parser._actions:
            _offer(verb, action)
    help_of = verbs.add_parser("help", help="how to use a verb")
    help_of.add_argument("verb", nargs="?", choices=tuple(commands.names()), help="the verb")
    return root


def _offer(verb: str, action: argparse.Action) -> None:
    """Say what completes an argument, by what it is called."""
    names = set(action.metavar) if isinstance(action.metavar, tuple) else {action.metavar}
    if names <= FILES:
        action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab reads it
    elif names <= FOLDERS:
        action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    elif names <= SOURCES:
        action.complete = _SOURCES  # type: ignore[attr-defined]
    for option in action.option_strings:
        if (verb, option) in _WORDS:
            action.choices = _WORDS[verb, option]()
