"""§5, §12.4 A trace and the commit that it is bound to: notes, the name of a repository, what is said of a binding.

The binding members repo, branch and commit_sha are outside the content hash. The way back, from the commit to the
trace, is a git note whose first line is `Trace-Id: …`, or a trailer of that name in the commit message.
"""

import re
from typing import Literal, NamedTuple

import msgspec

from tollens.core.errors import MisuseError

KEY = "Trace-Id"
"""The key of the line in a note, and of the trailer."""

HASH_KEY = "Content-Hash"
"""The key of the line in a note that holds the content hash."""

State = Literal["unbound", "dirty", "stale", "bound", "synced"]
Way = Literal["note", "trailer", "tree", "squash", "patch"]

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*/(?P<path>[^?#]*)")
_SHORT_ADDRESS = re.compile(r"(?:[^/:@\s]+@)?(?:\[[^\]/]*\]|[^/:@\s]{2,}):(?!//)(?P<path>[^?#]*)")
_LINE = re.compile(r"([A-Za-z-]+):[ \t]*(.*)")


class Note(NamedTuple):
    """A note on a commit, read.

    Attributes:
        trace_ids: The traces that it names, in order; more than one where several programs wrote it.
        content_hash: The hash that it states; `None` where it states none, or several.
        others: Its other lines, as they are.
    """

    trace_ids: tuple[str, ...] = ()
    content_hash: str | None = None
    others: tuple[str, ...] = ()

    def names_only(self, trace_id: str) -> bool:
        """Whether it is about this trace, and no other."""
        return set(self.trace_ids) == {trace_id}


class NoteFound(msgspec.Struct, frozen=True):
    """The note on the commit of a trace.

    Attributes:
        commit: The commit.
        trace_ids: The traces that it names.
        content_hash: The content hash that it states; null where it states none.
    """

    commit: str
    trace_ids: tuple[str, ...]
    content_hash: str | None


class Found(msgspec.Struct, frozen=True):
    """A commit that belongs to a trace, beside the one that the trace states.

    Attributes:
        commit: The commit.
        by: How it was found: its `note` or a `trailer` of it names the trace; or it has the same files (`tree`) as the
            commit that the trace states, or the change of all of its branch (`squash`), or the same change (`patch`).
        reachable: Whether it is in the history of HEAD.
    """

    commit: str
    by: Way
    reachable: bool


class BindingStatus(msgspec.Struct, frozen=True):
    """How a trace and the repository stand to one another.

    Attributes:
        trace_id: The trace.
        state: `unbound`: it states no commit; `dirty`: its content is not what was recorded; `stale`: HEAD has more
            than the commit and traces; `bound`: none of these; `synced`: besides, the note on the commit has the same
            content hash.
        detail: Why, in a sentence.
        next: The command to run now; empty where nothing is left to do, or no command does it.
        repo: The repository, as the trace states it.
        branch: The branch, as the trace states it.
        commit: The commit that it is bound to, its full name where it is known here.
        reachable: Whether a branch, a tag or HEAD leads to the commit; null where that was not asked or is not known.
        head: The commit that is checked out.
        content_hash: The hash of the content as it is.
        recorded_hash: The hash that the trace states.
        note: The note on the commit.
        found: Other commits that belong to the trace, the best first.
        remarks: What else is worth knowing.
    """

    trace_id: str
    state: State
    detail: str
    next: str
    repo: str | None = None
    branch: str | None = None
    commit: str | None = None
    reachable: bool | None = None
    head: str | None = None
    content_hash: str | None = None
    recorded_hash: str | None = None
    note: NoteFound | None = None
    found: tuple[Found, ...] = ()
    remarks: tuple[str, ...] = ()


class BoundTraces(msgspec.Struct, frozen=True):
    """The traces of a commit.

    Attributes:
        commit: Its full name.
        note: The note on it; null where there is none, or it names no trace.
        trailers: The traces that its message names.
    """

    commit: str
    note: NoteFound | None
    trailers: tuple[str, ...]


class BindReport(msgspec.Struct, frozen=True):
    """What binding a trace wrote.

    Attributes:
        trace_id: The trace.
        commit: The commit that it is bound to.
        repo: The repository that it states now.
        branch: The branch that it states now.
        content_hash: The hash of its content.
        written: The members of the trace that were written; empty where all of it stood there.
        note: Whether the note was `written`, `kept` as it was, or left out (`none`).
        replaced: The note that another trace, or another content, had there; null where there was none.
        trailer: `added` to the commit, which thereby became another one, or `present`; null where it was not asked for.
        amended: The commit that the trailer was added to.
        remarks: What else is worth knowing.
    """

    trace_id: str
    commit: str
    repo: str | None
    branch: str | None
    content_hash: str
    written: tuple[str, ...]
    note: Literal["written", "kept", "none"]
    replaced: str | None = None
    trailer: Literal["added", "present"] | None = None
    amended: str | None = None
    remarks: tuple[str, ...] = ()


def read_note(text: str) -> Note:
    r"""Read a note.

    >>> read_note("Trace-Id: t1\nContent-Hash: sha256:00\nGrade: A\n")
    Note(trace_ids=('t1',), content_hash='sha256:00', others=('Grade: A',))
    """
    ids: list[str] = []
    hashes: list[str] = []
    others: list[str] = []
    for line in text.split("\n"):
        matched = _LINE.fullmatch(line.rstrip("\r"))
        key, said = (matched[1].lower(), matched[2].rstrip()) if matched else ("", "")
        if key == KEY.lower() and said:
            ids.append(said)
        elif key == HASH_KEY.lower() and said:
            hashes.append(said)
        else:
            others.append(line)
    while others and not others[-1].strip():
        others.pop()
    return Note(tuple(dict.fromkeys(ids)), hashes[0] if len(set(hashes)) == 1 else None, tuple(others))


def note_text(trace_id: str, content_hash: str, others: tuple[str, ...] = ()) -> str:
    """The note of a trace; `trace_id` has passed `refuse_unfit_id`."""
    return "".join(f"{line}\n" for line in (f"{KEY}: {trace_id}", f"{HASH_KEY}: {content_hash}", *others))


def refuse_unfit_id(trace_id: str) -> None:
    """Refuse an id that could not be read back from a line: it would name another trace, or add lines of its own.

    Raises:
        MisuseError: Says why.
    """
    if not trace_id:
        raise MisuseError("the trace has no id, and a commit can only name one that has", "Set trace_id.")
    if not trace_id.isprintable() or trace_id != trace_id.strip():
        raise MisuseError(
            f"the id {trace_id!r} does not fit on a line: it has blanks at an end, or characters that are not printed",
            "Continue the trace under another id: tollens succeed.",
        )


def repository_name(address: str) -> str | None:
    """`org/name` of the address of a remote: its path, without host, user and password. `None` for a folder.

    >>> repository_name("https://user:secret@example.org/org/name.git")
    'org/name'
    >>> repository_name("git@example.org:org/name.git"), repository_name("/srv/git/name.git")
    ('org/name', None)
    """
    matched = _ADDRESS.fullmatch(address.partition("?")[0].partition("#")[0])
    if matched is not None and address.lower().startswith("file:"):
        return None
    matched = matched or _SHORT_ADDRESS.fullmatch(address)
    if matched is None:
        return None
    path = matched["path"].strip("/").removesuffix(".git").strip("/")
    return path if path and path.isprintable() and "@" not in path else None
