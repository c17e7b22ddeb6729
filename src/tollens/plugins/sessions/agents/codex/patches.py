"""Patches in shell lines, and the changes that Codex reports of one, as parts of one call."""

import re
from typing import Any

from tollens.plugins.sessions.events import Edit, Move, Removal
from tollens.plugins.sessions.patching import Part, added
from tollens.plugins.sessions.values import held, objects, string

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


def reported(changes: object) -> tuple[Part, ...]:
    """The changes of a patch that was applied, by path or a list of them, as an event or an item reports them."""
    if isinstance(changes, dict):
        named = [(path, change) for path, change in changes.items() if isinstance(path, str)]
    else:
        named = [
            (path, {"type": change.get("kind"), **change})
            for change in objects(changes)
            if (path := string(change, "path"))
        ]
    return tuple(part for path, change in named for part in _reported(path, change))


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
