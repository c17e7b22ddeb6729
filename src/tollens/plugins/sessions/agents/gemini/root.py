"""The folder of the project. The record has only its digest, and paths: a folder is named where one of these shows it.

The digest is that of the folder's path, so that one of the folders on the way to a file that was touched can be proved
to be it; and where a path was given relative to the folder, the answer to the call may name the whole of it.
"""

import hashlib
import re
from collections.abc import Iterable
from typing import Any

from tollens.plugins.sessions.values import held, objects, string

MOST = 200
"""Most paths that are looked at."""

_GIVEN = ("file_path", "absolute_path", "path", "dir_path", "directory")
_ABSOLUTE = re.compile(r"/|[A-Za-z]:[\\/]")
_MENTIONED = re.compile(r"(?:(?<![\w/.:])/|\b[A-Za-z]:\\)[^\s'\"`<>|*?:]{1,500}")


def project_root(digest: str, calls: Iterable[dict[str, Any]], directories: object) -> str:
    """The folder of the project, or nothing where the record does not show it.

    Args:
        digest: The `projectHash` of the record.
        calls: The calls of the session.
        directories: The further folders that the session was given.
    """
    stated = [each for each in directories if isinstance(each, str)] if isinstance(directories, list) else []
    resolved = ""
    tried: set[str] = set()
    for path, answer in _paths(stated, calls):
        if len(tried) >= MOST * 10:
            break
        if not _ABSOLUTE.match(path):
            resolved = resolved or _resolved(path, answer)
            continue
        for folder in _folders(path):
            if folder not in tried:
                tried.add(folder)
                if hashlib.sha256(folder.encode("utf-8", "replace")).hexdigest() == digest:
                    return folder
    return resolved


def _paths(stated: list[str], calls: Iterable[dict[str, Any]]) -> Iterable[tuple[str, str]]:
    """The paths of the record, each with what was answered to the call that names it."""
    yield from ((path, "") for path in stated[:MOST])
    found = 0
    for call in calls:
        if found >= MOST:
            return
        given = held(call, "args")
        responses = (held(held(part, "functionResponse"), "response") for part in objects(call.get("result")))
        answer = next((string(response, "output") for response in responses), "")
        for name in _GIVEN:
            path = string(given, name)
            if path and found < MOST:
                found += 1
                yield path, answer[:2000] if string(call, "status") == "success" else ""
        for mentioned in _MENTIONED.findall(answer[:1000]):
            if found < MOST:
                found += 1
                yield mentioned, ""


def _folders(path: str) -> Iterable[str]:
    """A path and the folders on the way to it."""
    yield path
    for at in range(len(path) - 1, 0, -1):
        if path[at] in "/\\" and at < 1000:
            yield path[:at]


def _resolved(path: str, answer: str) -> str:
    """The folder that a relative path was resolved in, where the answer names the whole path."""
    plain = path.removeprefix("./")
    if not plain or plain.startswith("..") or len(plain) > 500:
        return ""
    before, after = r"(?:^|[\s:'\"`])((?:/|[A-Za-z]:\\)[^\n'\"`]{0,500}?)[/\\]", r"(?=$|[\s.,'\"`])"
    found = re.search(before + re.escape(plain) + after, answer)
    return found[1] if found else ""
