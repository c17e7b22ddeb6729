"""Tools that no table knows: whether one may have changed files, by its name and what it is given."""

import re

from tollens.plugins.sessions.events import OtherTool
from tollens.plugins.sessions.words import names

_CHANGES = re.compile(r"write|edit|patch|create|delete|remove|rename|move|replace|insert|apply", re.IGNORECASE)
_PATHS = names("path file file_path filepath filename relative_path absolute_path notebook_path target_file uri")
_READS = re.compile(
    r"(?:^|[/_.-])(?:read|get|list|search|find|query|view|show|fetch|describe|stat|tree|info)(?:[/_.-]|$)"
)


def may_change_files(operation: OtherTool) -> bool:
    """Whether a tool may have changed files: it runs something, says so by its name, or is given a file to work on.

    >>> may_change_files(OtherTool("apply_patch", {})), may_change_files(OtherTool("list_edits", {"path": "a"}))
    (True, False)
    """
    if operation.runs:
        return True
    if operation.checks or only_reads(operation.tool):
        return False
    return takes_a_path(operation.arguments) or _CHANGES.search(operation.tool) is not None


def takes_a_path(given: dict[str, object]) -> bool:
    """Whether one of the arguments of a tool names a file."""
    return any(name.casefold() in _PATHS and isinstance(value, str) for name, value in given.items())


def only_reads(tool: str) -> bool:
    """Whether a tool says by its name that it looks at something.

    >>> only_reads("filesystem/read_file"), only_reads("filesystem/edit_file")
    (True, False)
    """
    return _READS.search(tool) is not None
