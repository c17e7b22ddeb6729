"""The files that a patch touches, where the patch stands in the shell line."""

import re

from tollens.plugins.sessions.events import Move
from tollens.plugins.sessions.patching import parts_of
from tollens.plugins.sessions.shell.line import Command

_UNIFIED = re.compile(r"^--- (?:a/([^\t\n]+)|/dev/null).*\n\+\+\+ (?:b/([^\t\n]+)|/dev/null).*\n@@ ", re.MULTILINE)


def patched(command: Command) -> tuple[str, ...] | None:
    r"""The files that `patch`, `git apply` and `apply_patch` change with a patch that the line gives them.

    `None` where the patch is elsewhere, is still to be expanded, or is told from where to count its paths.

    >>> from tollens.plugins.sessions.shell.reading import parse
    >>> line = parse("apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.py\n*** End Patch\nEOF")
    >>> patched(line.commands[0])
    ('a.py',)
    """
    words = command.run
    if words[:1] in (("apply_patch",), ("applypatch",)):
        text = command.given if command.given is not None and command.exact else "".join(words[1:2])
        paths = (
            path for part in parts_of(text) for path in (part.path, *((part.to,) if isinstance(part, Move) else ()))
        )
        return tuple(dict.fromkeys(paths)) or None
    counted = words[1:] == ("-p1",) if words[:1] == ("patch",) else words == ("git", "apply")
    if not counted or command.given is None or not command.exact:
        return None
    pairs = _UNIFIED.findall(command.given)
    return tuple(dict.fromkeys(path.strip() for pair in pairs for path in pair if path)) or None
