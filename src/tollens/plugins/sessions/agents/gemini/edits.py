"""What an edit changed: the change that was shown to the person, or what the call asked for."""

import re
from typing import Any

from tollens.plugins.sessions.events import Edit
from tollens.plugins.sessions.patching import hunks_of, replacement
from tollens.plugins.sessions.values import string

_CREATED = re.compile(r"Successfully created and wrote to new file|Created new file")


def edit_of(tool: str, given: dict[str, Any], shown: object, text: str) -> Edit | None:
    """The edit that a call asks for, or `None` where it names no file.

    Args:
        tool: `write_file`, or one that replaces a text by another.
        given: The arguments of the call.
        shown: What was shown to the person: where the edit was made, the change with both contents.
        text: The result as the agent saw it.
    """
    path = string(given, "file_path", "absolute_path", "path")
    if not path:
        return None
    by_user = given.get("modified_by_user") is True or "User modified the `" in text
    before, after = _text(shown, "originalContent"), _text(shown, "newContent")
    stated = shown.get("isNewFile") if isinstance(shown, dict) else None
    new = stated is True or bool(_CREATED.search(text))
    patch = hunks_of(string(shown, "fileDiff"))
    if tool == "write_file":
        patch = patch or ("" if by_user else replacement("", string(given, "content")))
        known = new or stated is False or "Successfully overwrote file" in text
        return Edit(path, patch, None if new else before, _written(before, after), new if known else None, by_user)
    old = string(given, "old_string")
    patch = patch or ("" if by_user else replacement(old, string(given, "new_string")))
    created = new or (None if not old else False)
    return Edit(path, patch, None if new else before, _written(before, after), created, by_user)


def _text(holder: object, name: str) -> str | None:
    found = holder.get(name) if isinstance(holder, dict) else None
    return found if isinstance(found, str) else None


def _written(before: str | None, after: str | None) -> str | None:
    """The content after an edit, where it is sure: in a file with other line ends the agent restores these."""
    crlf = before is not None and after is not None and "\r\n" in before and "\r\n" not in after
    return None if crlf else after
