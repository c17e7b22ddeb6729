"""A command that is stated as its words, as the shell line that it is."""

import re
import shlex
from collections.abc import Sequence

from tollens.plugins.sessions.events import Shell

POSIX = frozenset({"sh", "bash", "zsh", "dash", "ksh"})
_OTHER = frozenset({"powershell", "pwsh", "cmd", "fish", "nu"})


def shell_of_words(words: Sequence[str]) -> Shell:
    """The shell line of a command; of one that hands a line to a shell, that line.

    >>> shell_of_words(["bash", "-lc", "ls | wc"]).command, shell_of_words(["ls", "a b"]).command
    ('ls | wc', "ls 'a b'")
    """
    name = base_name(words[0])
    if name in POSIX and len(words) == 3 and re.fullmatch(r"-[lic]{0,3}c", words[1]):
        return Shell(words[2])
    if name in _OTHER:
        script = words[-1] if len(words) > 2 else shlex.join(words)
        return Shell(script, posix=False)
    return Shell(shlex.join(words))


def base_name(program: str) -> str:
    """The name of a program without folders and ending, in small letters."""
    return re.split(r"[/\\]", program)[-1].casefold().removesuffix(".exe")
