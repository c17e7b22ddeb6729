"""Binding a trace to a commit: the members of the trace, the note on the commit, and the trailer on request."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from tollens.core.author.edits import removed, replaced
from tollens.core.errors import MisuseError, WorldError
from tollens.core.integrity.binding import BindReport, note_text, read_note, refuse_unfit_id, repository_name
from tollens.core.wire.document import Document
from tollens.runtime.binding.notes import put_note, text_on
from tollens.runtime.binding.record import Stated, agrees, required, stated, uncommitted
from tollens.runtime.binding.states import current_commit
from tollens.runtime.binding.trailers import traces_of, with_trailer
from tollens.runtime.git import Repository
from tollens.runtime.signing import hash_to_sign

_FETCHED = re.compile(r"^([^\t\n]+)\t(.*) \(fetch\)(?: \[[^\n]*\])?$", re.MULTILINE)
"""A remote and its address, as `git remote --verbose` lists them."""


class Wanted(NamedTuple):
    """How to bind.

    Attributes:
        commit: To which commit; if left out, where the trace is bound as long as only traces came later, else HEAD.
        note: Write the note.
        replace: Where the note is another trace's, write over it.
        rehash: Where the content is not the one that was recorded, record it anew.
        trailer: Add the trailer to HEAD.
    """

    commit: str | None = None
    note: bool = True
    replace: bool = False
    rehash: bool = False
    trailer: bool = False


class Bound(NamedTuple):
    """The bound trace, and what was done."""

    document: Document
    report: BindReport


def bind(name: str, document: Document, wanted: Wanted) -> Bound:
    """Bind a trace, which the caller then writes. What is refused is refused before anything is written.

    Args:
        name: The file of the trace.
        document: The trace.
        wanted: How.

    Raises:
        WorldError: There is no repository or commit, or git is not installed or refused.
        MisuseError: The trace cannot be named on a line, readers disagree on what it says, its content is not the one
            that was recorded, or the commit is another trace's.
    """
    place = required(name)
    said = stated(document)
    refuse_unfit_id(said.trace_id)
    content = hash_to_sign(document)
    noting = _Noting(document, said, content, wanted)
    if said.recorded is not None and not agrees(document, content, said.recorded):
        noting.refuse_change(f"the trace states {said.recorded}")
    head = place.commit("HEAD")
    if head is None:
        raise WorldError("the repository has no commits yet", "Commit the work first: git commit.")
    commit = _target(place, name, said, head, wanted)
    if wanted.note:
        noting.text(text_on(place, commit))
    trailer, commit, amended = _trailed(place, said.trace_id, commit, head, wanted)
    wrote = put_note(place, commit, noting.text) if wanted.note else False
    here = _here(place, commit)
    stamps = _stamps(here, document, said, content, commit)
    made = document
    for member, value in stamps.items():
        made = removed(made, f"/{member}") if value is None else replaced(made, f"/{member}", value)
    now = stated(made)
    report = BindReport(
        trace_id=said.trace_id,
        commit=commit,
        repo=now.repo,
        branch=now.branch,
        content_hash=content,
        written=tuple(stamps),
        note="none" if not wanted.note else "written" if wrote else "kept",
        replaced=noting.replaced,
        trailer=trailer,
        amended=amended,
        remarks=tuple(_remarks(place, here, name, commit, said.trace_id)),
    )
    return Bound(made, report)


class _Noting:
    """What the note on the commit shall be.

    Attributes:
        replaced: The note that gives way; `None` where none does.
    """

    def __init__(self, document: Document, said: Stated, content: str, wanted: Wanted) -> None:
        self._document = document
        self._said = said
        self._content = content
        self._wanted = wanted
        self.replaced: str | None = None

    def text(self, old: str | None) -> str | None:
        """From the note as it is to the note as it shall be; `None` where it may stay.

        Raises:
            MisuseError: It is another trace's, or of another content, and may not be replaced.
        """
        self.replaced = None
        trace_id = self._said.trace_id
        note = read_note(old or "")
        fresh = note_text(trace_id, self._content)
        if not note.trace_ids:
            return note_text(trace_id, self._content, note.others)
        if not note.names_only(trace_id):
            if not self._wanted.replace:
                raise MisuseError(
                    f"the commit is already bound to {', '.join(map(repr, note.trace_ids))}",
                    "One commit has one trace: commit the work of this one, or write over the note with --replace.",
                )
        elif note.content_hash is None:
            return note_text(trace_id, self._content, note.others)
        elif agrees(self._document, self._content, note.content_hash):
            return None
        else:
            self.refuse_change(f"the note on the commit states {note.content_hash}")
        self.replaced = old
        return fresh

    def refuse_change(self, stated_hash: str) -> None:
        """Refuse to record content that is not the one recorded before, unless it was asked for.

        Raises:
            MisuseError: Says so.
        """
        message = f"the content has the hash {self._content}, and {stated_hash}"
        if self._said.signed:
            raise MisuseError(
                f"{message}; its signatures are over what was recorded", "Start a successor: tollens succeed."
            )
        if not self._wanted.rehash:
            raise MisuseError(
                message, "Start a successor: tollens succeed. If the change is meant, record it anew: --rehash."
            )


def _target(place: Repository, name: str, said: Stated, head: str, wanted: Wanted) -> str:
    if wanted.commit is None:
        return current_commit(place, name, said, head) or head
    commit = place.commit(wanted.commit)
    if commit is None:
        raise MisuseError(f"there is no commit {wanted.commit!r} here", "git log shows them.")
    return commit


def _trailed(
    place: Repository, trace_id: str, commit: str, head: str, wanted: Wanted
) -> tuple[Literal["added", "present"] | None, str, str | None]:
    """Add the trailer if that is asked for: what became of it, the commit as it is now, and as it was."""
    if not wanted.trailer:
        return None, commit, None
    if trace_id in traces_of(place, commit):
        return "present", commit, None
    if commit != head:
        raise MisuseError(f"the trailer goes to HEAD, and the trace to {commit[:12]}", "Leave out --trailer.")
    return "added", with_trailer(place, head, trace_id), head


class _Here(NamedTuple):
    """What git says of where one works.

    Attributes:
        within: Whether the commit is in the history of HEAD.
    """

    repo: str | None
    branch: str | None
    within: bool


def _here(place: Repository, commit: str) -> _Here:
    branch = place.branch
    return _Here(_repo(place, branch), branch, place.is_ancestor(commit, "HEAD"))


def _stamps(here: _Here, document: Document, said: Stated, content: str, commit: str) -> dict[str, str | None]:
    """The members to write, and those to take away, where the trace does not state them so already."""
    moved = said.commit != commit
    branch = here.branch if here.within else None
    wanted = {
        "repo": here.repo or said.repo,
        "branch": branch if moved or said.branch is None else said.branch,
        "commit_sha": commit,
        "content_hash": said.recorded if said.recorded and agrees(document, content, said.recorded) else content,
    }
    return {name: value for name, value in wanted.items() if value != document.value.get(name)}


def _repo(place: Repository, branch: str | None) -> str | None:
    """`org/name` of the remote that the branch follows, or of `origin`, or of the only one."""
    addresses = dict(_FETCHED.findall(place.line("remote", "--verbose") or ""))
    followed = place.line("config", "--get", f"branch.{branch}.remote") if branch and len(addresses) > 1 else None
    only = next(iter(addresses)) if len(addresses) == 1 else None
    chosen = next((name for name in (followed, "origin", only) if name in addresses), None)
    return repository_name(addresses[chosen]) if chosen else None


def _remarks(place: Repository, here: _Here, name: str, commit: str, trace_id: str) -> Iterator[str]:
    changed = uncommitted(place, name)
    if changed:
        yield changed
    if here.repo is None:
        yield "no remote says the name of the repository"
    if here.branch is None:
        yield "HEAD is detached: no branch is recorded"
    if place.outer:
        yield "this is a submodule: the commit is its own, not the outer repository's"
    if not here.within:
        yield f"{commit[:12]} is not in the history of HEAD"
    others = [other for other in traces_of(place, commit) if other != trace_id]
    if others:
        yield f"the message of the commit names other traces, too: {', '.join(map(repr, others))}"
