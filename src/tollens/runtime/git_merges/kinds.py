# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH118, PTH119
"""§15.3 How git brings two commits together while it runs a merge driver.

Git does not say so: what it writes about a cherry-pick or a squash it writes after the merge. So the command line of
the git process that runs the driver is read, and else what a rebase in progress leaves in the repository.
"""

import os
import shlex
from collections.abc import Iterable, Sequence

from tollens.runtime import files
from tollens.runtime.git import Repository

MERGE, REBASE, CHERRY_PICK, SQUASH = "merge", "rebase", "cherry-pick", "squash"
REVERT = "revert"
"""No merge of what is known: it takes back."""

_COMMANDS = {"merge": MERGE, "pull": MERGE, "rebase": REBASE, "cherry-pick": CHERRY_PICK, "revert": REVERT}
_WITH_VALUE = ("-C", "-c", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env")
"""Options of git before its command whose value is the next word."""

_SQUASH = "--squash"


def kind_of(place: Repository, command_lines: Iterable[Sequence[str]]) -> str:
    """How the sides come together: `merge`, also where nothing says otherwise, or one of the others.

    Args:
        place: The repository.
        command_lines: Of the processes that started this one, the nearest first.
    """
    for words in command_lines:
        if words and _is_git(words[0]):
            asked = _asked(words)
            told = _told(asked) or _told(_unaliased(place, asked))
            if told:
                return told
            break  # what an outer git was asked for says nothing of this one
    return _in_progress(place)


def _is_git(program: str) -> bool:
    return os.path.basename(program).removesuffix(".exe") == "git"


def _asked(words: Sequence[str]) -> tuple[str, ...]:
    """The command of git with its options."""
    at = 1
    while at < len(words) and words[at].startswith("-"):
        at += 2 if words[at] in _WITH_VALUE else 1
    return tuple(words[at:])


def _unaliased(place: Repository, asked: Sequence[str]) -> tuple[str, ...]:
    """What an alias stands for: git runs it in the same process."""
    text = place.line("config", "--get", f"alias.{asked[0]}") if asked else None
    if text is None or text.startswith("!"):
        return ()
    try:
        return (*_asked(("git", *shlex.split(text))), *asked[1:])
    except ValueError:  # a quotation mark is left open
        return ()


def _told(asked: Sequence[str]) -> str:
    """What a command of git does; empty where that is not one of these."""
    kind = _COMMANDS.get(asked[0], "") if asked else ""
    if kind != MERGE:
        return kind
    squashes = False
    for word in asked[1:]:
        if word == "--":
            break
        if word.startswith("--sq") and _SQUASH.startswith(word):  # git takes a beginning that is no other option's
            squashes = True
        elif word == "--no-squash":
            squashes = False
    return SQUASH if squashes else MERGE


def _in_progress(place: Repository) -> str:
    """What the repository says to be in the middle of."""

    def has(*names: str) -> bool:
        path = os.path.join(place.git_dir, *names)
        return files.is_folder(path) or files.exists(path)

    if has("rebase-merge") or (has("rebase-apply") and not has("rebase-apply", "applying")):
        return REBASE
    return CHERRY_PICK if has("CHERRY_PICK_HEAD") else REVERT if has("REVERT_HEAD") else MERGE
