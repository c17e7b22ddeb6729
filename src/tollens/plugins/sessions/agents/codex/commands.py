"""The shell line of a call, from the forms in which Codex states commands."""

import re
from typing import Any

from tollens.plugins.sessions.argv import POSIX, base_name, shell_of_words
from tollens.plugins.sessions.events import Shell
from tollens.plugins.sessions.values import held, string

_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


def shell_of(given: dict[str, Any], known: str, cwd: str) -> Shell | None:
    """The shell line that a call runs; `None` where it states none.

    Args:
        given: The arguments: `command` as words or as a line, `cmd`, `input` of the first version of `unified_exec`, or
            the `action` of a `local_shell_call`.
        known: The shell that the session names; empty where it names none.
        cwd: The folder that the command runs in.
    """
    action = held(given, "action")
    stated = next(
        (
            value
            for value in (given.get("cmd"), given.get("command"), action.get("command"), given.get("input"))
            if value
        ),
        None,
    )
    if isinstance(stated, list):
        words = [word for word in stated if isinstance(word, str)]
        return shell_of_words(words) if words and len(words) == len(stated) else None
    if not isinstance(stated, str):
        return None
    named = base_name(string(given, "shell") or known)
    # PowerShell is the shell of Windows where none is named.
    posix = named in POSIX if named else _DRIVE.match(cwd) is None
    return Shell(stated, posix=posix)


def folder_of(given: dict[str, Any]) -> str:
    """The folder that a call names to run in; empty where it names none."""
    return string(given, "workdir", "cwd") or string(held(given, "action"), "working_directory")
