"""What a command leaves in the files that it writes, where the line itself says it: nothing is expanded or guessed.

A here document or a plain text that is written or added, and a patch that stands in the line. What `sed` makes of a
file is not told: what was in the file before is what the session last saw, and nothing shows that it still stood.
"""

import re
from typing import NamedTuple

from tollens.plugins.sessions.events import Edit, Move
from tollens.plugins.sessions.patching import added, parts_of
from tollens.plugins.sessions.shell.line import Command, Line

_EXPANDED = re.compile(r"[*?\[$`{~\\]")
_FILE = re.compile(
    r"^--- (?:a/([^\t\n]+)|/dev/null)[^\n]*\n\+\+\+ (?:b/([^\t\n]+)|/dev/null)[^\n]*\n(?=@@ )", re.MULTILINE
)


class Left(NamedTuple):
    """What a command leaves in a file.

    Attributes:
        whole: All that the file has afterwards; `None` where the line does not say it.
        patch: The change, as unified hunks without line numbers or as a patch in the line has them.
    """

    whole: str | None = None
    patch: str = ""


NOTHING = Left()
"""The line does not say what is in the file."""


class Contents:
    r"""What each command of a line leaves in the files that it names, by their paths as they are written.

    >>> from tollens.plugins.sessions.shell.reading import parse
    >>> Contents(parse("cat > a.txt <<'E'\nx $y\nE")).of(0)
    {'a.txt': Left(whole='x $y\n', patch='@@\n+x $y\n')}
    """

    def __init__(self, line: Line) -> None:
        self._line = line
        self._once = {member for pipeline in line.pipelines if not pipeline.within for member in pipeline.members}
        self._found: dict[int, dict[str, Left]] = {}

    def of(self, position: int) -> dict[str, Left]:
        """What the command at a position leaves; nothing for one that may run several times, or elsewhere."""
        if position not in self._found:
            self._found[position] = self._look(position)
        return self._found[position]

    def _look(self, position: int) -> dict[str, Left]:
        command = self._line.commands[position]
        if position not in self._once or command.inner.elsewhere or command.inner.fed:
            return {}
        if command.words[:1] != command.run[:1] or self._line.defined.intersection(command.words[:1]):
            return {}
        return _patched(command) or _written(command)


def _written(command: Command) -> dict[str, Left]:
    """What is written or added by a redirection, or by `tee`."""
    text = _put_out(command)
    if text is None:
        return {}
    if command.words[:1] == ("tee",):
        adds = command.words[1:2] == ("-a",)
        paths = command.words[2 if adds else 1 :]
        if command.writes or any(path.startswith("-") for path in paths):
            return {}
    elif len(command.writes) == 1 and command.outs == command.writes:
        paths, adds = command.writes, bool(command.adds)
    else:
        return {}
    return {path: Left(None if adds else text, added(path, text).patch) for path in paths}


def _put_out(command: Command) -> str | None:
    """What a command puts out, if the line says it."""
    words = command.words
    if words in ((), (":",), ("true",)):
        return "" if command.mute and command.given is None else None
    if words == ("cat",) or words[0] == "tee":
        return command.given if command.exact else None
    plain = command.given is None and not any(map(_EXPANDED.search, words[2 if words[0] == "printf" else 0 :]))
    if words[0] == "printf" and plain:
        return _formatted(words[1:])
    if words[0] == "echo" and plain and not any(word[:1] == "-" for word in words[1:2]):
        return " ".join(words[1:]) + "\n"
    return None


_ESCAPES = {"\\n": "\n", "\\t": "\t", "\\\\": "\\", '\\"': '"', "%%": "%"}


def _formatted(words: tuple[str, ...]) -> str | None:
    """What `printf` puts out of a text without places, or of texts in a place for one; `None` for anything else."""
    form, given = (words[0], words[1:]) if words else ("-", ())
    if form.startswith("-") or re.search(r"[*?\[$`{~]", form):
        return None
    parts = re.split(r"(\\[nt\\\"]|%%|%s)", form)
    if any("%" in part or "\\" in part for part in parts[::2]) or parts.count("%s") != bool(given):
        return None
    texts = given or ("",)
    return "".join("".join(text if part == "%s" else _ESCAPES.get(part, part) for part in parts) for text in texts)


def _patched(command: Command) -> dict[str, Left]:
    """What a patch within the line changes, file by file; a file that several of its parts are about is left out."""
    words = command.words
    found: list[tuple[str, Left]] = []
    given = command.given if command.given is not None and command.exact else ""
    if words[:1] in (("apply_patch",), ("applypatch",)):
        for part in parts_of(given or "".join(words[1:2])):
            if isinstance(part, Edit):
                found.append((part.path, Left(part.after, part.patch)))
            elif isinstance(part, Move):
                found.append((part.to, Left()))
    elif words in (("git", "apply"), ("patch", "-p1")):
        heads = list(_FILE.finditer(given))
        ends = (head.start() for head in heads[1:])
        for head in heads:
            hunks = given[head.end() : next(ends, len(given))].partition("\ndiff --git ")[0]
            found += [(path.strip(), Left(None, hunks)) for path in dict.fromkeys(filter(None, head.groups()))]
    paths = [path for path, _ in found]
    return {path: left for path, left in found if paths.count(path) == 1}
