"""Sessions out of a git repository: a file at a commit, or the checkpoints of Entire, each bound to its commit.

Entire puts each session of an agent on a branch, `entire/checkpoints/v1`, under `<2>/<10>/<n>/full.jsonl`; the first
two together are the id of the checkpoint, which the trailer `Entire-Checkpoint` of the commit names. Nothing is checked
out, and git runs no other program.
"""

import fnmatch
import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import orjson

from tollens.core.errors import MisuseError, WorldError
from tollens.runtime import files
from tollens.runtime.git import Repository, is_name, repository
from tollens.runtime.sessions import MOST_FILES, Given, Names, is_later_day

TRAILER = "Entire-Checkpoint"

_CHECKPOINT = re.compile(r"(?P<id>[0-9a-f]{2}/[0-9a-f]{10})/(?:(?P<number>\d{1,9})/)?")
_TRANSCRIPT = re.compile(r"full\.jsonl(?:\.\d{3})?")
"""A long transcript goes on in further files, cut between records."""

_ID = re.compile(r"[0-9a-f]{12}")
_RETOLD = "transcript.jsonl"
"""The transcript once more, in the checkpoint's own words and without most of it: nothing that the other has not."""

_ABOUT = frozenset({"metadata.json", "prompt.txt", "content_hash.txt"})
_LARGEST_NOTE = 1 << 20
"""Most bytes of what stands beside a checkpoint's transcript; a larger one is not looked into."""

_AT_ONCE = 32
"""How many small objects are read at once."""

_ROW = re.compile(rb"\d+ blob ([0-9a-f]+) +(\d+)\t(.*)", re.DOTALL)
_VALUES = f"%(trailers:key={TRAILER},valueonly,unfold,separator=%x00)"


class _Blob(NamedTuple):
    name: str
    size: int


class Stored(NamedTuple):
    """A session in a repository that was not read yet.

    Attributes:
        name: The commit as it was named, and the path in it.
        label: The checkpoint and its number; empty where it is none.
        session_id: As the checkpoint states it.
        parts: Names of the objects that its transcript is, in order.
        beside: Further files, with their names and objects.
        commit: The commit that it is bound to; empty where none is known.
        notes: What is known of the binding.
        hash: The SHA-256 that the checkpoint states of its transcript; empty where it states none.
    """

    repository: Repository
    name: str
    label: str
    session_id: str
    parts: tuple[str, ...]
    beside: tuple[tuple[str, str], ...] = ()
    commit: str = ""
    notes: tuple[str, ...] = ()
    hash: str = ""

    def read(self) -> Given:
        """Read it.

        Raises:
            WorldError: Git does not give it.
        """
        pieces = [self.repository.blob(part, files.MAX_BYTES) for part in self.parts]
        data = b"\n".join(pieces)
        beside = tuple((name, self.repository.blob(blob, files.MAX_BYTES)) for name, blob in self.beside)
        notes = self.notes
        if self.hash and self.hash != hashlib.sha256(data).hexdigest():
            notes = (*notes, "the content hash of the checkpoint is that of other bytes than the transcript's")
        return Given(data, beside, (), self.commit, notes)


def stored(folder: str, where: str, names: Names) -> tuple[Stored, ...]:
    """The sessions that a text `REF`, `REF:PATH` or `REF:CHECKPOINT` means in the repository that a folder is in.

    Args:
        folder: A folder in the repository.
        where: A revision of git; behind a colon the path of a file, or of a folder with checkpoints, or a checkpoint's
            id of twelve digits.
        names: What beside a file belongs to it.

    Raises:
        WorldError: The folder is in no repository, or git does not read it.
        MisuseError: There is no such commit, path or checkpoint.
    """
    found = repository(folder)
    if found is None:
        raise WorldError(f"{folder!r} is in no git repository", "Go into the repository that has the sessions.")
    revision, _, path = where.partition(":")
    commit = found.commit(revision)
    if commit is None:
        raise MisuseError(f"there is no commit {revision!r} here", "git branch --all lists what there is.")
    if _ID.fullmatch(path):
        path = f"{path[:2]}/{path[2:]}"
    tree = _tree(found, commit)
    path = path.strip("/")
    if path in tree:
        return (_file(found, tree, revision, path, commit, names),)
    checkpoints = _checkpoints(found, tree, revision, path)
    if not checkpoints:
        what = f"there is no {path!r} in {revision}" if path else f"there are no checkpoints of Entire in {revision}"
        raise MisuseError(what, f"Name the session's file: {revision}:PATH")
    return checkpoints


def _tree(found: Repository, commit: str) -> dict[str, _Blob]:
    """The files of a commit by path."""
    listed = found.run("ls-tree", "-r", "-z", "-l", "--full-tree", commit, seconds=300).stdout
    rows = (_ROW.fullmatch(row) for row in listed.split(b"\0"))
    return {
        row[3].decode("utf-8", "surrogateescape"): _Blob(row[1].decode(), int(row[2]))
        for row in rows
        if row is not None
    }


def _file(found: Repository, tree: dict[str, _Blob], revision: str, path: str, commit: str, names: Names) -> Stored:
    """A file at a commit, with what lies beside it there."""
    at = _CHECKPOINT.match(path)
    if at is not None and _TRANSCRIPT.fullmatch(path, at.end()):
        return _checkpoints(found, tree, revision, at[0].rstrip("/"))[0]
    folder, _, file = path.rpartition("/")
    start = f"{folder}/" if folder else ""
    named = names(found.blob(tree[path].name, files.MAX_BYTES), file, None)
    beside = [(name, tree[start + name].name) for name in named if start + name in tree]
    beside.extend(_fitting(found, tree, path, [name for name in named if "*" in name], names))
    for name in named:
        if start + name not in tree and "*" not in name and not name.endswith(".jsonl"):
            skipped = len(start) + len(name.partition("/")[0]) + 1
            inside = (each for each in tree if each.startswith(f"{start}{name}/"))
            beside.extend((each[skipped:], tree[each].name) for each in inside)
    notes = (f"read from the commit {commit}",)
    return Stored(found, f"{revision}:{path}", "", "", (tree[path].name,), tuple(beside[:MOST_FILES]), notes=notes)


def _fitting(
    found: Repository, tree: dict[str, _Blob], path: str, patterns: list[str], names: Names
) -> Iterator[tuple[str, str]]:
    """Files whose names fit patterns, in the folder of a file or of a later day, and what these name in turn."""
    folder = path.rpartition("/")[0]
    lying = [each.rpartition("/") for each in tree if each != path] if patterns else []
    waiting = {
        f"{at}{slash}{name}": name for at, slash, name in lying if at == folder or is_later_day(f"/{at}", f"/{folder}")
    }
    while patterns:
        fitting = re.compile("|".join(map(fnmatch.translate, patterns)))
        patterns = []
        for each in [each for each, name in waiting.items() if fitting.match(name)]:
            name = waiting.pop(each)
            yield name, tree[each].name
            further = names(found.blob(tree[each].name, files.MAX_BYTES), name, ())
            patterns.extend(pattern for pattern in further if "*" in pattern)


def _checkpoints(found: Repository, tree: dict[str, _Blob], revision: str, path: str) -> tuple[Stored, ...]:
    """The checkpoints below a path, in the order of their names."""
    groups: dict[str, dict[str, _Blob]] = {}
    for each, blob in tree.items():
        at = _CHECKPOINT.match(each)
        if at is not None and f"{each}/".startswith(f"{path}/" if path else ""):
            groups.setdefault(at[0], {})[each[at.end() :]] = blob
    held = {place: group for place, group in sorted(groups.items()) if "full.jsonl" in group}
    notes = _small(found, [group[name] for group in held.values() for name in _ABOUT if name in group])
    bound = _bound(found) if held else {}
    made: list[Stored] = []
    for place, group in held.items():
        number = place.split("/")[2]
        identity = place[:13].replace("/", "")
        about = {name: notes.get(group[name].name, b"") for name in _ABOUT if name in group}
        commits = bound.get(identity, [])
        parts = sorted(name for name in group if _TRANSCRIPT.fullmatch(name))
        further = sorted(name for name in group if name.endswith(".jsonl") and name not in (*parts, _RETOLD))
        made.append(
            Stored(
                found,
                f"{revision}:{place}full.jsonl",
                f"{identity}-{number}" if number else identity,
                _session_id(about.get("metadata.json", b"")),
                tuple(group[name].name for name in parts),
                tuple((name, group[name].name) for name in further[:MOST_FILES]),
                commits[0] if len(commits) == 1 else "",
                (_told(identity, commits),),
                about.get("content_hash.txt", b"").decode("utf-8", "replace").strip().removeprefix("sha256:"),
            )
        )
    return tuple(made)


def _small(found: Repository, blobs: Sequence[_Blob]) -> dict[str, bytes]:
    """The contents of small objects by name, some at a time."""
    read: dict[str, bytes] = {}
    names = sorted({blob.name for blob in blobs if blob.size <= _LARGEST_NOTE})
    for start in range(0, len(names), _AT_ONCE):
        some = names[start : start + _AT_ONCE]
        read |= {name: data for name, data in zip(some, found.blobs(some), strict=True) if data is not None}
    return read


def _session_id(metadata: bytes) -> str:
    """The session that the metadata of a checkpoint names."""
    try:
        held: Any = orjson.loads(metadata)
    except orjson.JSONDecodeError:
        return ""
    named = held.get("session_id") if isinstance(held, dict) else None
    return named if isinstance(named, str) else ""


def _bound(found: Repository) -> dict[str, list[str]]:
    """The commits whose messages name each checkpoint, in the history of any branch, tag or HEAD."""
    words = ("--fixed-strings", f"--grep={TRAILER}", "HEAD", "--branches", "--tags", "--remotes")
    done = found.run("log", f"--format=%H%x00{_VALUES}", *words, "--", fine=range(256), seconds=300)
    bound: dict[str, list[str]] = {}
    for row in done.stdout.decode("utf-8", "replace").split("\n"):
        commit, *ids = row.split("\0")
        for each in dict.fromkeys(map(str.strip, ids)) if is_name(commit) else ():
            bound.setdefault(each, []).append(commit)
    return bound


def _told(checkpoint: str, commits: list[str]) -> str:
    """What is known of the commit that a checkpoint belongs to."""
    if len(commits) == 1:
        return f"checkpoint {checkpoint}: its commit is {commits[0]}, by the trailer {TRAILER}"
    if commits:
        return f"checkpoint {checkpoint}: {len(commits)} commits name it, so none is taken for its own"
    return f"checkpoint {checkpoint}: no commit here names it"
