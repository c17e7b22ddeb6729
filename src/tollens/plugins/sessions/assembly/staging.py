"""Which files a commit holds, as far as the `git add` before it names them."""

import re
from collections.abc import Callable, Iterable

from tollens.plugins.sessions.assembly.paths import joined
from tollens.plugins.sessions.shell.line import Command
from tollens.plugins.sessions.shell.writing import operands

_ALL = re.compile(r"-[a-zA-Z]*[AauipeN]|--(?:all|update|interactive|patch|edit|pathspec|intent-to-add|include|only)")
"""Options with which `git add` and `git commit` take files that are not named."""

_VALUED = re.compile(r"-[a-zA-Z]*[mFCct]|--(?:message|file|author|date|template|trailer|fixup|squash)")
_STAGES = frozenset({"rm", "mv", "reset", "restore", "stash", "checkout", "merge", "apply", "cherry-pick", "revert"})
"""Other commands of git after which the next commit may hold, or lack, files that no `git add` names."""


class Staging:
    """What was put forward for the next commit.

    Attributes:
        paths: The files that were named.
        whole: No file that is not named can be among them.
    """

    def __init__(self) -> None:
        self.paths: dict[str, None] = {}
        self.whole = True

    def see(self, commands: Iterable[tuple[Command, str | None]]) -> None:
        """Take in commands that were run, each with its folder, if that is known: what they add, how they commit."""
        for command, folder in commands:
            words = command.run
            if words[:2] == ("git", "add"):
                self._add(words, folder)
            elif words[:2] == ("git", "commit"):
                self.whole = self.whole and not _takes_more(words[2:])
            elif words[:1] == ("git",) and (words[1:2] == () or words[1] in _STAGES or words[1].startswith("-")):
                self.whole = False

    def _add(self, words: tuple[str, ...], folder: str | None) -> None:
        given = operands(words)
        plain = len(given) == sum(not word.startswith("-") for word in words[2:])
        self.whole = self.whole and plain and folder is not None and not any(map(_ALL.match, words[2:]))
        if folder is not None:
            self.paths |= dict.fromkeys(joined(folder, path) for path in given)

    def taken(self, known: Callable[[str], bool]) -> tuple[list[str], bool]:
        """What a commit takes, and whether that is all of it; nothing is put forward after it.

        Args:
            known: Whether the session knows a path as a file; another one may be a folder.
        """
        paths, whole = list(self.paths), self.whole
        self.paths, self.whole = {}, True
        return paths, whole and bool(paths) and all(map(known, paths))


def _takes_more(arguments: tuple[str, ...]) -> bool:
    """Whether `git commit` with these arguments takes more than what was added."""
    valued = False
    for word in arguments:
        if valued:
            valued = False
        elif not word.startswith("-") or _ALL.match(word):
            return True
        else:
            valued = _VALUED.fullmatch(word) is not None
    return False
