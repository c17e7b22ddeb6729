# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH110, PTH118
"""The trailer `Trace-Id` in the messages of commits: read, searched for, and added to a commit that nobody has yet."""

import os
import shlex
from collections.abc import Iterator

from tollens.core.errors import MisuseError, WorldError
from tollens.core.integrity.binding import KEY
from tollens.runtime.git import Repository, is_name

_VALUES = f"%(trailers:key={KEY},valueonly,unfold,separator=%x00)"
_UNDER_WAY = (
    "MERGE_HEAD",
    "CHERRY_PICK_HEAD",
    "REVERT_HEAD",
    "BISECT_LOG",
    "rebase-merge",
    "rebase-apply",
    "sequencer",
)
"""What git keeps while it is in the middle of something."""


def traces_of(repository: Repository, commit: str) -> tuple[str, ...]:
    """The traces that the message of a commit names."""
    for _, ids in _read(repository, "--max-count=1", commit):
        return ids
    return ()


def commits_of(repository: Repository, trace_id: str) -> list[str]:
    """The commits whose message names a trace, newest first, in the history of any branch, tag or HEAD."""
    words = ("--fixed-strings", f"--grep={trace_id}", "HEAD", "--branches", "--tags", "--remotes")
    return [commit for commit, ids in _read(repository, *words) if trace_id in ids]


def line(trace_id: str) -> str:
    """The trailer of a trace."""
    return f"{KEY}: {trace_id}"


def with_trailer(repository: Repository, head: str, trace_id: str) -> str:
    """Put the trailer of a trace at the end of the message of HEAD, and give the name that the commit has now.

    Only the message changes. Files, index, author and dates stay, and the old commit stays in the reflog.

    Raises:
        MisuseError: Somebody else may have the commit, or git is in the middle of something. Nothing was changed.
        WorldError: HEAD moved meanwhile.
    """
    _refuse_published(repository, head, trace_id)
    (raw,) = repository.blobs([head])
    assert raw is not None
    fields, _, message = raw.partition(b"\n\n")
    names = {field.partition(b" ")[0] for field in fields.split(b"\n")}
    if names & {b"gpgsig", b"gpgsig-sha256"}:
        raise MisuseError("HEAD is signed, and a new message would end that", _by_hand(trace_id))
    if b"encoding" in names and not trace_id.isascii():
        raise MisuseError("the message of HEAD is not in UTF-8, as the trailer is", _by_hand(trace_id))
    ended = repository.run(
        "interpret-trailers",
        "--no-divider",
        "--if-exists=addIfDifferent",
        "--if-missing=add",
        f"--trailer={line(trace_id)}",
        stdin=message,
    ).stdout
    made = repository.run("hash-object", "-t", "commit", "-w", "--stdin", stdin=fields + b"\n\n" + ended).stdout
    name = made.decode("ascii").strip()
    done = repository.run(
        "update-ref", "--create-reflog", "-m", f"tollens bind: {line(trace_id)}", "HEAD", name, head, fine=range(256)
    )
    if done.status != 0:
        raise WorldError("HEAD moved meanwhile, and was left alone", "Try again.")
    return name


def _refuse_published(repository: Repository, head: str, trace_id: str) -> None:
    """Refuse to rewrite a commit that anything but the branch in hand leads to."""
    busy = [name for name in _UNDER_WAY if os.path.exists(os.path.join(repository.git_dir, name))]
    if busy:
        raise MisuseError(f"git is in the middle of something ({busy[0]})", "End it first, or leave out --trailer.")
    own = repository.line("symbolic-ref", "--quiet", "HEAD")
    told = repository.run("for-each-ref", f"--contains={head}", "--format=%(refname)").stdout
    names = told.decode("utf-8", "replace").splitlines()
    others = [name for name in names if name != own and name.startswith(("refs/heads/", "refs/tags/", "refs/remotes/"))]
    if others:
        raise MisuseError(
            f"HEAD is not yours alone ({others[0]} has it, too), and a trailer would make it another commit",
            _by_hand(trace_id),
        )


def _by_hand(trace_id: str) -> str:
    return (
        "Leave out --trailer: the note binds as well. Or put it into the next commit: "
        f"git commit --trailer {shlex.quote(line(trace_id))}"
    )


def _read(repository: Repository, *words: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Commits and the traces that their messages name."""
    done = repository.run("log", f"--format=%H%x00{_VALUES}", *words, "--", fine=range(256))
    for row in done.stdout.decode("utf-8", "replace").split("\n"):
        commit, *ids = row.split("\0")
        if is_name(commit):
            yield commit, tuple(dict.fromkeys(filter(None, map(str.strip, ids))))
