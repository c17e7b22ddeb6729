"""How a trace stands to the commit that is checked out; and which traces a commit has."""

import shlex
from typing import NamedTuple

from msgspec.structs import replace

from tollens.core.errors import MisuseError, WorldError
from tollens.core.integrity.binding import BindingStatus, BoundTraces, Found, Note, NoteFound, State
from tollens.core.wire.document import Document
from tollens.runtime.binding.newer import only_traces
from tollens.runtime.binding.notes import all_notes, note_on
from tollens.runtime.binding.record import Stated, agrees, folder_of, path_in, required, stated, uncommitted
from tollens.runtime.binding.rewritten import found_again
from tollens.runtime.binding.trailers import commits_of, traces_of
from tollens.runtime.git import Repository, repository

_SHALLOW = "this clone is shallow, and may lack what would tell: git fetch --unshallow"
_LEAST_DIGITS = 7
_HEX = frozenset("0123456789abcdef")


def status(name: str, document: Document) -> BindingStatus:
    """How a trace stands to its repository: unbound, dirty, stale, bound or synced, told in this order.

    Args:
        name: The file of the trace.
        document: The trace.

    Raises:
        WorldError: Git is needed to tell, and is not installed; or there is no repository.
    """
    said = stated(document)
    place, absent = _place(name)
    made = BindingStatus(
        said.trace_id,
        "unbound",
        "",
        "",
        repo=said.repo,
        branch=said.branch,
        commit=said.commit,
        content_hash=said.content,
        recorded_hash=said.recorded,
    )
    return _Judging(name, document, said, place, absent).judged(made)


def traces_at(folder: str, revision: str) -> BoundTraces:
    """The traces that a commit has, by its note and by the trailers in its message.

    Raises:
        WorldError: There is no repository, or git is not installed.
        MisuseError: There is no such commit.
    """
    found = repository(folder)
    if found is None:
        raise WorldError("this folder is in no git repository", "Change into the repository first.")
    commit = found.commit(revision)
    if commit is None:
        raise MisuseError(f"there is no commit {revision!r} here", _SHALLOW if found.shallow else "git log shows them.")
    return BoundTraces(commit, _shown(commit, note_on(found, commit)), traces_of(found, commit))


def current_commit(place: Repository, name: str, said: Stated, head: str) -> str | None:
    """The commit that a trace states, where HEAD has it and beyond it traces only; `None` where that is not so."""
    commit = _stated_commit(place, said)
    if commit is None or not place.is_ancestor(commit, head):
        return None
    return commit if commit == head or only_traces(place, commit, head, path_in(place, name)) else None


class _Judging(NamedTuple):
    """One trace, and where it is."""

    name: str
    document: Document
    said: Stated
    place: Repository | None
    absent: str

    def judged(self, made: BindingStatus) -> BindingStatus:
        """The answer, the first state that holds."""
        said, place = self.said, self.place
        head = None if place is None else place.commit("HEAD")
        made = replace(made, head=head)
        if said.commit is None:
            return self._unbound(made)
        commit = None if place is None else _stated_commit(place, said)
        note = None if place is None or commit is None else note_on(place, commit)
        shown = None if commit is None else _shown(commit, note)
        made = replace(made, commit=commit or said.commit, note=shown)
        why = self._dirty(note)
        if why:
            return self._as(made, "dirty", why, self._after_dirty(shown))
        if place is None:
            raise WorldError(f"whether the trace is still bound to the code cannot be told: {self.absent}")
        if commit is None or head is None:
            return self._lost(place, made, head)
        made = replace(made, reachable=_is_reachable(place, commit, head))
        if current_commit(place, self.name, said, head) is None:
            return self._stale(place, made, commit, head)
        return self._bound(place, made, note, commit, head)

    def _as(self, made: BindingStatus, state: State, detail: str, then: str, **members: object) -> BindingStatus:
        return replace(made, state=state, detail=detail, next=then, **members)

    def _command(self, options: str = "") -> str:
        return f"tollens bind {shlex.quote(self.name)}{options}"

    def _unbound(self, made: BindingStatus) -> BindingStatus:
        if self.place is None:
            return self._as(made, "unbound", f"the trace states no commit, and {self.absent}", "")
        if made.head is None:
            return self._as(
                made, "unbound", "the trace states no commit, and the repository has none yet", "git commit"
            )
        found = self._named(self.place, made.head)
        detail = "the trace states no commit"
        if found:
            detail += f", though a {found[0].by} on {found[0].commit[:12]} names it"
        return self._as(made, "unbound", detail, self._command(), found=found)

    def _dirty(self, note: Note | None) -> str:
        """Why the content is not what was recorded; empty where it is."""
        said = self.said
        if said.content is None:
            return "its content has no hash to compare: readers disagree on what it says (tollens hash tells where)"
        ours = note is not None and note.names_only(said.trace_id)
        noted = note.content_hash if ours and note is not None else None
        if said.recorded is not None and not agrees(self.document, said.content, said.recorded):
            return f"the content has the hash {said.content}, and the trace states {said.recorded}"
        if noted is not None and not agrees(self.document, said.content, noted):
            return f"the content has the hash {said.content}, and the note on the commit states {noted}"
        if said.recorded is None and noted is None:
            return "no hash of the content is recorded, so whether it was changed since cannot be told"
        return ""

    def _after_dirty(self, note: NoteFound | None) -> str:
        if self.said.content is None:
            return f"tollens validate {shlex.quote(self.name)}"
        noted = None if note is None else note.content_hash
        if self.said.recorded is None and noted is None:
            return self._command()
        return f"tollens succeed {shlex.quote(self.name)} --id NEW -o OUT"

    def _lost(self, place: Repository, made: BindingStatus, head: str | None) -> BindingStatus:
        """The commit is not known here."""
        shown = str(self.said.commit)[:64]
        if head is None:
            return self._as(made, "stale", f"the repository has no commits, so not {shown!r} either", "")
        found = self._named(place, head)
        detail = f"the commit {shown!r} is not in this repository"
        if place.shallow:
            detail += f"; {_SHALLOW}"
        return self._as(made, "stale", detail, self._onto(found, head), found=found)

    def _stale(self, place: Repository, made: BindingStatus, commit: str, head: str) -> BindingStatus:
        if place.is_ancestor(commit, head):
            detail = f"HEAD has changes since {commit[:12]} that are no traces"
            return self._as(made, "stale", detail, self._command(), found=self._named(place, head))
        if place.is_ancestor(head, commit):
            detail = f"HEAD is before {commit[:12]}"
            return self._as(made, "stale", detail, f"git switch --detach {commit[:12]}")
        search = found_again(place, commit, head)
        known = {one.commit for one in search.found}
        found = (*search.found, *(one for one in self._named(place, head) if one.commit not in known | {commit}))
        detail = f"{commit[:12]} is not in the history of HEAD"
        if not made.reachable:
            detail = f"no branch or tag leads to {commit[:12]} any more"
        if search.found:
            detail += f"; {search.found[0].commit[:12]} has the same {_SAME[search.found[0].by]}"
        elif place.shallow:
            detail += f"; {_SHALLOW}"
        return self._as(made, "stale", detail, self._onto(found, head), found=found, remarks=search.remarks)

    def _bound(
        self, place: Repository, made: BindingStatus, note: Note | None, commit: str, head: str
    ) -> BindingStatus:
        where = commit[:12] + ("" if commit == head else ", and HEAD has only traces beyond it")
        trace_id = self.said.trace_id
        changed = uncommitted(place, self.name)
        made = replace(made, remarks=(changed,) if changed else ())
        if note is not None and note.names_only(trace_id) and note.content_hash is not None:
            return self._as(made, "synced", f"bound to {where}; the note there agrees", "")
        if note is None or not note.trace_ids:
            why, then = "there is no note", self._command()
        elif note.names_only(trace_id):
            why, then = "the note there states no content hash", self._command()
        else:
            why, then = f"the note there names {', '.join(note.trace_ids)}", self._command(" --replace")
        return self._as(made, "bound", f"bound to {where}; {why}", then, found=self._named(place, head, but=commit))

    def _named(self, place: Repository, head: str, but: str = "") -> tuple[Found, ...]:
        """The commits whose note or message names the trace."""
        trace_id = self.said.trace_id
        if not trace_id.isprintable() or not trace_id.strip():
            return ()
        noted = [commit for commit, note in all_notes(place).items() if trace_id in note.trace_ids]
        found = {
            commit: Found(commit, "note", place.is_ancestor(commit, head)) for commit in noted if place.commit(commit)
        }
        for commit in commits_of(place, trace_id):
            found.setdefault(commit, Found(commit, "trailer", place.is_ancestor(commit, head)))
        found.pop(but, None)
        return tuple(sorted(found.values(), key=lambda one: (not one.reachable, one.by)))

    def _onto(self, found: tuple[Found, ...], head: str) -> str:
        """The command that binds to the commit that took the place of the old one."""
        best = next((one.commit for one in found if one.reachable), head)
        return self._command() if best == head else self._command(f" --commit {best[:12]}")


_SAME = {"tree": "files", "patch": "change", "squash": "change as all of the branch"}


def _place(name: str) -> tuple[Repository | None, str]:
    """The repository; or why there is none that tells anything."""
    folder_of(name)
    try:
        return required(name), ""
    except WorldError as error:
        return None, error.message


def _stated_commit(place: Repository, said: Stated) -> str | None:
    """The full name of the commit that a trace states; only what looks like one is given to git.

    A branch may be called like the beginning of a commit, and git takes the branch: what it finds must begin so.
    """
    text = (said.commit or "").lower()
    found = place.commit(text) if len(text) >= _LEAST_DIGITS and _HEX.issuperset(text) else None
    return found if found is not None and found.startswith(text) else None


def _is_reachable(place: Repository, commit: str, head: str) -> bool:
    if place.is_ancestor(commit, head):
        return True
    words = ("for-each-ref", "--count=1", f"--contains={commit}", "--format=%(refname)")
    return place.line(*words, "refs/heads", "refs/tags", "refs/remotes") is not None


def _shown(commit: str, note: Note | None) -> NoteFound | None:
    return NoteFound(commit, note.trace_ids, note.content_hash) if note is not None and note.trace_ids else None
