"""Changes of files as the record has them: replacements without line numbers, and patches of several files at once."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tollens.plugins.sessions.events import Edit, Move, Removal
from tollens.plugins.sessions.values import string

Part = Edit | Removal | Move

BEGIN = "*** Begin Patch"
_END = "*** End Patch"
_FILE = re.compile(r"\*\*\* (Add|Update|Delete) File: (.+)")
_MOVE = re.compile(r"\*\*\* Move to: (.+)")
_HEADER = re.compile(r"\A(?:Index: [^\n]*\n)?(?:=+\n)?--- [^\n]*\n\+\+\+ [^\n]*\n")
_IGNORED = re.compile(r"\*\*\* (?:End of File|Environment ID: .*)")


def replacement(old: str, new: str) -> str:
    r"""A replacement as removed and added lines; the end of the last line is no line of its own.

    >>> replacement("a", "b"), replacement("", "b\n")
    ('@@\n-a\n+b\n', '@@\n+b\n')
    """
    rows = [f"{sign}{line}" for sign, text in (("-", old), ("+", new)) for line in _lines(text)]
    return "\n".join(["@@", *rows]) + "\n" if rows else ""


def _lines(text: str) -> list[str]:
    """The lines of a text, without their ends."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def hunks_of(diff: str) -> str:
    r"""A diff of one file without the lines that name it.

    >>> hunks_of("--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n")
    '@@ -1 +1 @@\n-x\n+y\n'
    """
    return _HEADER.sub("", diff)


def patched(patch: str) -> tuple[Part, ...]:
    """What a patch does to each file; some records leave out its first line."""
    return parts_of(patch) or parts_of(f"{BEGIN}\n{patch}")


def parts_of(patch: str) -> tuple[Part, ...]:
    """What a patch does to each file, in order; nothing where it is none, or a line of it is not understood."""
    lines = patch.replace("\r\n", "\n").split("\n")
    begins = next((at for at, line in enumerate(lines) if line.strip() == BEGIN), None)
    if begins is None:
        return ()
    parts: list[Part] = []
    for head, body in _sections(lines[begins + 1 :]):
        found = _section(head, body)
        if found is None:
            return ()
        parts.extend(found)
    return tuple(parts)


def _sections(lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """The parts of a patch: the line that names a file, and those that follow it; the first may have no such line."""
    head, body = "", list[str]()
    for line in lines:
        plain = line.strip()
        if plain == _END:
            break
        if _FILE.fullmatch(plain):
            if head or body:
                yield head, body
            head, body = plain, []
        elif not _IGNORED.fullmatch(plain):
            body.append(line)
    if head or any(line.strip() for line in body):
        yield head, body


def _section(head: str, body: list[str]) -> tuple[Part, ...] | None:
    named = _FILE.fullmatch(head)
    if named is None:
        return None
    path = named[2].strip()
    if named[1] == "Delete":
        return (Removal(path),) if not any(line.strip() for line in body) else None
    if named[1] == "Add":
        while body and not body[-1]:
            body.pop()
        if not all(line.startswith("+") for line in body):
            return None
        return (added(path, "".join(f"{line[1:]}\n" for line in body)),)
    moved = _MOVE.fullmatch(body[0].strip()) if body else None
    return _updated(path, moved[1].strip() if moved else "", body[1:] if moved else body)


def _updated(path: str, to: str, body: list[str]) -> tuple[Part, ...] | None:
    """An update, and a move before it where there is one."""
    while body and not body[-1]:
        body.pop()
    if not all(line[:1] in ("", " ", "+", "-") or line.startswith("@@") for line in body):
        return None
    changes = any(line[:1] in ("+", "-") for line in body)
    hunks = body if not body or body[0].startswith("@@") else ["@@", *body]
    edit = (Edit(to or path, "\n".join(hunks) + "\n"),) if changes or not to else ()
    return (Move(path, to), *edit) if to else edit


def added(path: str, content: str) -> Edit:
    """A file that a patch adds, with its whole content."""
    return Edit(path, replacement("", content), after=content, created=True)


def patch_in(given: dict[str, Any]) -> str:
    """The patch among the arguments of a call, whatever it is called; empty where there is none.

    >>> patch_in({"why": "x", "body": "*** Begin Patch"})
    '*** Begin Patch'
    """
    texts = (value for value in given.values() if isinstance(value, str))
    marked = next((text for text in texts if text.lstrip().startswith(BEGIN)), "")
    return marked or string(given, "patch", "input", "patchText", "content", "diff")
