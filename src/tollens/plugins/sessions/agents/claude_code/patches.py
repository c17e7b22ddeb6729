"""What an edit changed, from the richest thing that the record has of it."""

from typing import Any

from tollens.plugins.sessions.events import Edit
from tollens.plugins.sessions.patching import replacement
from tollens.plugins.sessions.values import number, objects, string

_MADE = (("File created successfully at", True), ("has been updated", False))
"""What the words of a result say of whether a file was there before it was written."""


def edit_of(tool: str, given: dict[str, Any], beside: object, said: str = "") -> Edit | None:
    """The edit that a call asks for, or `None` where it names no file.

    Args:
        tool: Edit, MultiEdit, Write or NotebookEdit.
        given: The input of the call.
        beside: The `toolUseResult`, if there is one.
        said: What came back, in words.
    """
    path = string(given, "file_path", "notebook_path", "path")
    if not path:
        return None
    found = beside if isinstance(beside, dict) else {}
    by_user = found.get("userModified") is True
    if tool == "Write":
        return _written(path, given, found, said, by_user)
    patch = hunks(found.get("structuredPatch"))
    if tool == "NotebookEdit":
        before, after = _text(found, "original_file"), _text(found, "updated_file")
        return Edit(path, patch or replacement("", string(given, "new_source")), before, after, False, by_user)
    before = _text(found, "originalFile", "originalFileContents")
    pairs = _replacements(tool, given, found)
    # Nothing is replaced only where the file was not there, or was empty.
    starts = any(not old for old, _, _ in pairs)
    after = None if by_user or before is None else _applied(before, pairs)
    patch = patch or "".join(replacement(old, new) for old, new, _ in pairs)
    return Edit(path, patch, before, after, None if starts else False, by_user)


def _written(path: str, given: dict[str, Any], found: dict[str, Any], said: str, by_user: bool) -> Edit:
    """A file written as a whole."""
    stated = _text(found, "content")
    content = stated if stated is not None else None if by_user else _text(given, "content")
    created = {"create": True, "update": False}.get(string(found, "type"))
    if created is None:
        created = next((made for words, made in _MADE if words in said[:2_000]), None)
    before = _text(found, "originalFile", "originalFileContents")
    changed = content is not None and content != before
    patch = hunks(found.get("structuredPatch")) or (replacement(before or "", content or "") if changed else "")
    return Edit(path, patch, before, content, created, by_user)


def _text(holder: dict[str, Any], *names: str) -> str | None:
    return next((held for name in names if isinstance(held := holder.get(name), str)), None)


def _replacements(tool: str, given: dict[str, Any], found: dict[str, Any]) -> list[tuple[str, str, bool]]:
    """What is replaced by what, and whether everywhere: as the result states it, else as it was asked for."""
    if tool == "MultiEdit":
        return [_pair(each) for each in objects(found.get("edits") or given.get("edits"))]
    old, new = _text(found, "oldString"), _text(found, "newString")
    asked = _pair(given)
    return [asked if old is None or new is None else (old, new, asked[2])]


def _pair(edit: dict[str, Any]) -> tuple[str, str, bool]:
    return string(edit, "old_string"), string(edit, "new_string"), edit.get("replace_all") is True


def _applied(before: str, pairs: list[tuple[str, str, bool]]) -> str | None:
    """The content after the replacements, or `None` where they do not fit what the record shows."""
    text = before
    for old, new, everywhere in pairs:
        if not (old in text if old else not text):
            return None
        text = new if not old else text.replace(old, new) if everywhere else text.replace(old, new, 1)
    return text


def hunks(patch: object) -> str:
    """The hunks of a structured patch as unified text; empty where there are none."""
    lines: list[str] = []
    for hunk in objects(patch):
        old, size = number(hunk, "oldStart"), number(hunk, "oldLines")
        new, grown = number(hunk, "newStart"), number(hunk, "newLines")
        body = hunk.get("lines")
        if not isinstance(body, list):
            continue
        lines.append(f"@@ -{old},{size} +{new},{grown} @@" if None not in (old, size, new, grown) else "@@")
        lines.extend(line for line in body if isinstance(line, str))
    return "\n".join(lines) + "\n" if lines else ""
