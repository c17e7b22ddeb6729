"""What an edit changed, from the richest thing that the record has of it."""

from typing import Any

from tollens.plugins.sessions.events import Edit
from tollens.plugins.sessions.patching import replacement
from tollens.plugins.sessions.values import number, objects, string


def edit_of(tool: str, given: dict[str, Any], beside: object) -> Edit | None:
    """The edit that a call asks for, or `None` where it names no file.

    Args:
        tool: Edit, MultiEdit, Write or NotebookEdit.
        given: The input of the call.
        beside: The `toolUseResult`, if there is one.
    """
    path = string(given, "file_path", "notebook_path", "path")
    if not path:
        return None
    found = beside if isinstance(beside, dict) else {}
    before = _text(found, "originalFile", "originalFileContents")
    by_user = found.get("userModified") is True
    pairs = _replacements(tool, given)
    if tool == "Write":
        content = _text(given, "content")
        kind = string(found, "type")
        created = {"create": True, "update": False}.get(kind)
        patch = hunks(found.get("structuredPatch")) or replacement("", content or "")
        return Edit(path, patch, before, None if by_user else content, created, by_user)
    after = None if by_user or before is None else _applied(before, pairs, given)
    patch = hunks(found.get("structuredPatch")) or "".join(replacement(old, new) for old, new, _ in pairs)
    return Edit(path, patch, before, after, False, by_user)


def _text(holder: dict[str, Any], *names: str) -> str | None:
    return next((held for name in names if isinstance(held := holder.get(name), str)), None)


def _replacements(tool: str, given: dict[str, Any]) -> list[tuple[str, str, bool]]:
    """What is replaced by what, and whether everywhere."""
    if tool == "NotebookEdit":
        return [("", string(given, "new_source"), False)]
    edits = list(objects(given.get("edits"))) if tool == "MultiEdit" else [given]
    return [(string(e, "old_string"), string(e, "new_string"), e.get("replace_all") is True) for e in edits]


def _applied(before: str, pairs: list[tuple[str, str, bool]], given: dict[str, Any]) -> str | None:
    """The content after the replacements, or `None` where they do not fit what the record shows."""
    text = before
    for old, new, everywhere in pairs:
        if not old or old not in text or "notebook_path" in given:
            return None
        text = text.replace(old, new) if everywhere else text.replace(old, new, 1)
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
