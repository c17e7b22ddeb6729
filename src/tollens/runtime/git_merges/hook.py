# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH114, PTH118
"""The post-merge hook: a marked block that tells what a merge left to establish. Nothing of a hook is overwritten."""

import os
import re
from typing import NamedTuple

from tollens.runtime import files
from tollens.runtime.git import Repository

_BEGIN = b"# >>> tollens git install >>>\n"
_END = b"# <<< tollens git install <<<\n"
_BLOCK = (
    _BEGIN
    + b"if command -v tollens >/dev/null 2>&1; then\n"
    + b'    tollens git post-merge "$@" || :\n'
    + b"fi\n"
    + _END
)
_NEW = b"#!/bin/sh\n"
_SHELL = re.compile(rb"#!\s*\S*?(?:/env\s+)?\b(?:sh|bash|dash|ksh|zsh)\b[^\n]*\n")
_LEAVES = re.compile(rb"^(?:exit|exec)\b", re.MULTILINE)
_ENDS = (
    "the post-merge hook has an exit or exec of its own: where it ends there, the hint that was added is not reached"
)
_SAY = 'have it run: tollens git post-merge "$@"'


class Hooked(NamedTuple):
    """What became of the hook.

    Attributes:
        path: Where it is; `None` where that is not this program's to say.
        state: `written`, `appended`, `kept`, `removed`, `absent`, or `left` where it is not touched, with the reason.
        remark: What a person should know; empty where that is nothing.
    """

    path: str | None
    state: str
    remark: str = ""


def add(place: Repository) -> Hooked:
    """Put the block at the end of the hook, or write a hook of it.

    Raises:
        WorldError: It cannot be read or written.
    """
    path, why = _path(place)
    if path is None:
        return Hooked(None, "left", f"{why}: {_SAY}")
    if os.path.islink(path):
        return Hooked(path, "left", f"the post-merge hook is a link, and is left alone: {_SAY}")
    if not os.path.lexists(path):
        files.make_folder(os.path.dirname(path))  # noqa: PTH120
        files.write(path, _NEW + _BLOCK, executable=True)
        return Hooked(path, "written")
    held = files.read(path)
    disabled = "" if os.access(path, os.X_OK) else "the post-merge hook is not executable, so git does not run it"
    if _BEGIN in held:
        return Hooked(path, "kept", disabled)
    if not _SHELL.match(held):
        return Hooked(path, "left", f"the post-merge hook is no shell script, and is left alone: {_SAY}")
    files.rewrite(path, lambda data: data + (b"" if data.endswith(b"\n") else b"\n") + _BLOCK)
    return Hooked(path, "appended", disabled or (_ENDS if _LEAVES.search(held) else ""))


def remove(place: Repository) -> Hooked:
    """Take the block away; a hook that holds nothing else goes as well.

    Raises:
        WorldError: It cannot be read or written.
    """
    path, why = _path(place)
    if path is None:
        return Hooked(None, "left", why)
    if not files.exists(path):
        return Hooked(path, "absent")
    held = files.read(path)
    before, began, rest = held.partition(_BEGIN)
    _, ended, after = rest.partition(_END)
    if not began:
        return Hooked(path, "absent")
    if not ended or os.path.islink(path):
        return Hooked(path, "left", "the block in the post-merge hook was changed: take it away by hand")
    if before + after == _NEW:
        files.remove(path)
    else:
        files.rewrite(path, lambda data: data.replace(_BEGIN + rest.partition(_END)[0] + _END, b""))
    return Hooked(path, "removed")


def _path(place: Repository) -> tuple[str | None, str]:
    """Where the hook of a repository is; `None`, and why, where others look after hooks."""
    asked = place.run("config", "--show-scope", "-z", "--get-all", "core.hooksPath", fine=range(256))
    if asked.status not in (0, 1):
        return None, "git does not say where hooks are"
    words = asked.stdout.split(b"\0")
    # What git is told here on its command line, so that it runs no hook, is of the scope "command".
    stated = [os.fsdecode(value) for scope, value in zip(words[::2], words[1::2], strict=False) if scope != b"command"]
    if stated:
        return None, f"core.hooksPath is {stated[-1]!r}, where others look after hooks"
    common = place.line("rev-parse", "--git-common-dir")
    if common is None:
        return None, "git does not say where its folder is"
    return os.path.join(place.folder, common, "hooks", "post-merge"), ""
