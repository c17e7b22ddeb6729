"""Patches as Codex writes them (`*** Begin Patch`), and the changes that it reports of one, as parts of one call."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tollens.plugins.sessions.events import Edit, Move, Removal
from tollens.plugins.sessions.values import held, string

Part = Edit | Removal | Move

BEGIN = "*** Begin Patch"
_END = "*** End Patch"
_FILE = re.compile(r"\*\*\* (Add|Update|Delete) File: (.+)")
_MOVE = re.compile(r"\*\*\* Move to: (.+)")
_IGNORED = re.compile(r"\*\*\* (?:End of File|Environment ID: .*)")
_HEREDOC = re.compile(
    r"\s*(?:cd (?P<quote>['\"]?)(?P<folder>[^\s'\"`$;&|<>()]{1,1000})(?P=quote)\s*&&\s*)?"
    r"(?:apply_patch|applypatch)\s*<<-?\s*(?P<mark>['\"]?)(?P<word>\w{1,40})(?P=mark)[ \t]*\n"
)


def heredoc(line: str) -> tuple[str, str] | None:
    """The patch that a shell line is all about and the folder it changes to before; `None` for any other line."""
    found = _HEREDOC.match(line)
    if not found:
        return None
    lines = line[found.end() :].rstrip().split("\n")
    if lines[-1].strip() != found["word"] or any(each.strip() == found["word"] for each in lines[:-1]):
        return None
    return "\n".join(lines[:-1]), found["folder"] or ""


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
    lines = content.split("\n")
    rows = "".join(f"+{line}\n" for line in (lines[:-1] if lines[-1] == "" else lines))
    return Edit(path, f"@@\n{rows}" if rows else "", after=content, created=True)


def reported(changes: object) -> tuple[Part, ...]:
    """The changes of a patch that was applied, by path, as an event or an item reports them."""
    if not isinstance(changes, dict):
        return ()
    return tuple(part for path, change in changes.items() if isinstance(path, str) for part in _reported(path, change))


def _reported(path: str, change: object) -> tuple[Part, ...]:
    kind, facts = string(change, "type"), change if isinstance(change, dict) else dict[str, Any]()
    if not kind:
        kind = next((name for name in ("add", "delete", "update") if isinstance(facts.get(name), dict)), "")
        facts = held(facts, kind)
    content = facts.get("content")
    if kind == "add":
        return (added(path, content),) if isinstance(content, str) else (Edit(path, "", created=True),)
    if kind == "delete":
        return (Removal(path, content if isinstance(content, str) else None),)
    if kind != "update":
        return ()
    patch, to = string(facts, "unified_diff"), string(facts, "move_path")
    edit = (Edit(to or path, patch),) if patch or not to else ()
    return (Move(path, to), *edit) if to else edit
