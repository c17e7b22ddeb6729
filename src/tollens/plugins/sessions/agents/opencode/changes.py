"""What an edit changed, from the richest thing that the record has of it."""

from collections.abc import Iterator
from typing import Any

from tollens.plugins.sessions.events import Changes, Edit, Move, Operation, Removal
from tollens.plugins.sessions.patching import hunks_of, patched, replacement
from tollens.plugins.sessions.values import held, objects, string

_WRITTEN = {"Wrote file successfully: ": True, "Created file successfully: ": False}
"""What version 2 answers to the writing of a file, with whether the file was there before."""


def path_of(given: dict[str, Any]) -> str:
    """The file that a call names, as old and new versions write it."""
    return string(given, "filePath", "file_path", "path")


def edit_of(given: dict[str, Any], facts: dict[str, Any], text: str) -> Operation | None:
    """A text in a file replaced, or a file made of it where nothing is to be replaced.

    Args:
        given: The input of the call.
        facts: The metadata of its state.
        text: What came back.
    """
    path = path_of(given)
    if not path:
        return None
    old, new = string(given, "oldString", "old_string"), string(given, "newString", "new_string")
    patch, before, after = _told(facts)
    known = before if old else None
    return Edit(path, patch or replacement(old, new), known, after, False if old else None)


def write_of(given: dict[str, Any], facts: dict[str, Any], text: str) -> Operation | None:
    """A file written as a whole. What it holds then is told only by the record: a formatter may have changed it."""
    path = path_of(given) or string(facts, "filepath")
    if not path:
        return None
    patch, before, after = _told(facts)
    exists = facts.get("exists", next((was for opening, was in _WRITTEN.items() if text.startswith(opening)), None))
    created = not exists if isinstance(exists, bool) else None
    return Edit(path, patch or replacement("", string(given, "content")), None if created else before, after, created)


def edits_of(given: dict[str, Any], facts: dict[str, Any], text: str) -> Operation | None:
    """Several replacements in one file, one after another."""
    path = path_of(given)
    if not path:
        return None
    told = [_told(each) for each in objects(facts.get("results"))]
    asked = "".join(
        replacement(string(each, "oldString", "old_string"), string(each, "newString", "new_string"))
        for each in objects(given.get("edits"))
    )
    patch = "".join(patch for patch, _, _ in told)
    return Edit(path, patch or asked, told[0][1] if told else None, told[-1][2] if told else None, False)


def patch_of(given: dict[str, Any], facts: dict[str, Any], text: str) -> Operation | None:
    """Several files changed by one patch: as the record tells of each, or else as the patch asks for."""
    files = list(objects(facts.get("files")))
    asked = string(given, "patchText", "patch", "input")
    # Version 2 names of a file that was moved only where it came to lie.
    moved = "\n*** Move to: " in asked and not any("movePath" in file for file in files)
    told = () if moved else tuple(part for file in files for part in _changed(file))
    parts = told or patched(asked)
    return Changes(parts) if parts else None


def _told(facts: dict[str, Any]) -> tuple[str, str | None, str | None]:
    """The change that the metadata of a call tells of: as hunks, and with the contents where it has them."""
    change = held(facts, "filediff") or next(objects(facts.get("files")), {})
    patch = string(facts, "diff") or string(change, "patch", "diff")
    return hunks_of(patch), _whole(change, "before"), _whole(change, "after")


def _whole(holder: dict[str, Any], name: str) -> str | None:
    found = holder.get(name)
    return found if isinstance(found, str) else None


def _changed(file: dict[str, Any]) -> Iterator[Edit | Removal | Move]:
    """What a patch did to one file."""
    path, to = string(file, "filePath", "relativePath", "file"), string(file, "movePath")
    kind = string(file, "type") or {"added": "add", "deleted": "delete"}.get(string(file, "status"), "")
    patch = hunks_of(string(file, "patch", "diff"))
    before, after = _whole(file, "before"), _whole(file, "after")
    if not path:
        return
    if kind == "delete":
        yield Removal(path, before)
        return
    if to:
        yield Move(path, to)
    if patch or not to:
        yield Edit(to or path, patch, None if kind == "add" else before, after, kind == "add")
