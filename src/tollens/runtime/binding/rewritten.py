"""A commit found again after a squash, a rebase or a new message: by its files as a whole, or by its change."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tollens.core.errors import WorldError
from tollens.core.integrity.binding import Found, Way
from tollens.runtime.git import Repository, is_name

MOST = 100_000
"""Most commits whose files are compared, the newest first."""

MOST_CHANGES = 5_000
"""Most commits whose changes are compared, the newest first."""

_AT_ONCE = 200
_ORDER: tuple[Way, ...] = ("tree", "squash", "patch")
_DIFF = ("-p", "--full-index", "--binary", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "-U3")
_PLACE = re.compile(rb"@@ -[0-9,]+ \+[0-9,]+ @@.*")


class Search(NamedTuple):
    """What a search for a rewritten commit found.

    Attributes:
        found: The commits, those with all the same files first, each newest first.
        remarks: What was left out of the search.
    """

    found: tuple[Found, ...]
    remarks: tuple[str, ...]


def found_again(repository: Repository, commit: str, head: str) -> Search:
    """Commits that took the place of one that is not in the history of HEAD.

    Only what the branches, tags and HEAD have beyond the commit is looked at: a rewritten commit is there or nowhere.

    Args:
        repository: Where.
        commit: The full name of a commit that is there.
        head: What is checked out.
    """
    listed = repository.run(
        *("rev-list", "--format=%T", f"--max-count={MOST + 1}"),
        *("HEAD", "--branches", "--tags", "--remotes", "--not", commit, "--"),
    ).stdout.decode("ascii", "replace")
    words = listed.split()
    candidates = [(name, tree) for word, name, tree in zip(words[::3], words[1::3], words[2::3], strict=False)]
    names = [name for name, _ in candidates[:MOST]]
    remarks = []
    for what, most in (("files", MOST), ("changes", MOST_CHANGES)):
        if len(candidates) > most:
            remarks.append(f"of {len(names):,} later commits or more, the {what} of the newest {most:,} were compared")
    tree = repository.line("rev-parse", "--verify", "--quiet", f"{commit}^{{tree}}")
    ways: dict[str, Way] = {name: "tree" for name, other in candidates[:MOST] if other == tree}
    try:
        for name, way in _by_change(repository, commit, head, names[:MOST_CHANGES]):
            ways.setdefault(name, way)
    except WorldError as error:
        remarks.append(f"changes were not all compared: {error.message}")
    ranked = sorted((name for name in names if name in ways), key=lambda name: _ORDER.index(ways[name]))
    return Search(tuple(Found(name, ways[name], repository.is_ancestor(name, head)) for name in ranked), tuple(remarks))


def _by_change(repository: Repository, commit: str, head: str, names: Sequence[str]) -> Iterator[tuple[str, Way]]:
    sought: dict[bytes, Way] = {}
    base = repository.line("merge-base", commit, head)
    whole = repository.run("diff-tree", "-r", *_DIFF, base, commit).stdout if base else b""
    if _change(whole.split(b"\n")):
        sought[_change(whole.split(b"\n"))] = "squash"
    for _, change in _changes(repository, [commit]):
        sought[change] = "patch"  # where it is all of the branch, it was rebased rather than squashed
    for at in range(0, len(names) if sought else 0, _AT_ONCE):
        for name, change in _changes(repository, names[at : at + _AT_ONCE]):
            if change in sought:
                yield name, sought[change]


def _changes(repository: Repository, names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Commits and the digest of what each changes; merges, and those that change nothing, left out."""
    told = repository.run(
        "diff-tree", "--stdin", "--root", "-r", *_DIFF, stdin="".join(f"{name}\n" for name in names).encode()
    ).stdout
    wanted = set(names)
    name = ""
    lines: list[bytes] = []
    for line in (*told.split(b"\n"), b""):
        # inside a change a line is led by a blank, a sign or a word; a name alone on its line begins the next commit
        text = line.decode("ascii", "replace") if len(line) in (40, 64) else ""
        if is_name(text) and text in wanted:
            if name and (change := _change(lines)):
                yield name, change
            name, lines = text, []
        else:
            lines.append(line)
    if name and (change := _change(lines)):
        yield name, change


def _change(lines: Sequence[bytes]) -> bytes:
    """A digest of what is changed, wherever in the files it stands; empty where nothing is.

    Unlike `git patch-id`, blanks count, since they carry meaning, and so do modes and binary contents.
    """
    kept = [
        b"@@" if _PLACE.fullmatch(line) else line
        for line in lines
        if line and not line.startswith(b"index ") and not is_name(line.decode("ascii", "replace"))
    ]
    return hashlib.sha256(b"\n".join(kept)).digest() if kept else b""
