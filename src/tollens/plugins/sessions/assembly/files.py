"""The files of a session through its reads and edits: what each change is based on, as lineage (§7.3).

A read yields the source as it stood; an edit yields the change, derived from the version last read or written, and
the version that it makes. Only what the record shows is linked: an edit without an earlier read derives from nothing.
"""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from tollens.core.model import (
    ActivityActionType,
    DiffArtifact,
    DocumentationArtifact,
    Evidence,
    EvidenceType,
    JsonObject,
    SourceCodeArtifact,
)
from tollens.plugins.sessions.assembly.extracts import WORDS, brief, digest, extract, size
from tollens.plugins.sessions.assembly.ledger import Draft, Ledger
from tollens.plugins.sessions.assembly.paths import Places
from tollens.plugins.sessions.events import Edit, FileRead, Move, Removal
from tollens.plugins.sessions.shell.contents import NOTHING, Left

_DOCUMENTS = (".md", ".rst", ".txt", ".adoc", ".pdf", ".html", ".docx", ".org")


def is_document(path: str) -> bool:
    """Whether a file is text for people rather than code, by its ending."""
    return path.casefold().endswith(_DOCUMENTS)


class _File(msgspec.Struct):
    """One file.

    Attributes:
        current: The artifact that stands for its latest known version.
        work: A tool read or changed it, so that it is part of the work and no mere output of a command.
        committed: How many of its changes are committed.
        gone: It was deleted, and nothing shows that it is there again.
        exact: The digest is that of the file itself, to the last character, and not of what a tool shows of it.
    """

    current: str | None = None
    work: bool = False
    revision: int = 0
    digest: str | None = None
    changes: list[str] = msgspec.field(default_factory=list)
    committed: int = 0
    gone: bool = False
    exact: bool = False


class Change(NamedTuple):
    """The latest change of a file.

    Attributes:
        at: The action, and within a shell line the position of the command.
        diff_id: The Diff artifact.
        known: The session had read or changed the file before, so that it is part of the work and no mere output.
    """

    at: tuple[int, int]
    diff_id: str
    known: bool = True


class Files:
    """All files of a session by identity.

    Attributes:
        modified: The files that were changed, in the order of the first change, each with its latest change.
        abandoned: The files that were changed on abandoned branches only or as well.
        unfollowed: What may have changed files that are not named: the action, the position within its shell line, and
            the command.
    """

    def __init__(self, ledger: Ledger, places: Places) -> None:
        self.modified: dict[str, Change] = {}
        self.abandoned: dict[str, None] = {}
        self.unfollowed: list[tuple[tuple[int, int], str]] = []
        self._ledger = ledger
        self._places = places
        self._files: dict[str, _File] = {}

    def refer(self, draft: Draft, path: str, counts: bool = True) -> str:
        """Name a file at an action and mark it if it lies outside the project; gives its shown path.

        Args:
            counts: The file is evidence of the action (§9.1). A change that failed, has no result or stands on an
                abandoned branch has none: evidence of a change that `files_modified` lacks would contradict it.
        """
        shown = self._places.shown(path)
        if counts:
            draft.evidence.append(Evidence(typ=EvidenceType.FileRef, ref_=shown))
        elif draft.request is not None:
            draft.request["path"] = shown
        if self._places.outside(path):
            draft.note(f"{shown} lies outside the project's folder.")
        return shown

    def read(self, draft: Draft, reading: FileRead, abandoned: bool) -> None:
        """A file was read with success: the version as it stood is an artifact, unless it is the one already known."""
        shown = self.refer(draft, reading.path)
        file = self._files.setdefault(shown, _File())
        seen = digest(reading.content) if reading.content is not None else None
        known = file.current is not None and (reading.partial or seen is None or seen == file.digest)
        if known and file.current is not None:
            draft.inputs.append(file.current)
            return
        facts: dict[str, object] = {"path": shown, "outside_project": self._places.outside(reading.path)}
        if seen is not None and reading.content is not None:
            facts |= {"content_digest": seen, "characters": size(reading.content), "partial": reading.partial}
        if reading.first is not None and reading.partial:
            facts["first_line"] = reading.first
        superseded = None if abandoned or reading.partial else file.current
        identity = self._version(draft, shown, file.revision + 1, (), superseded, facts, abandoned)
        if not abandoned:
            file.current, file.revision, file.work, file.gone = identity, file.revision + 1, True, False
            file.digest, file.exact = None if reading.partial else seen, reading.exact

    def edit(self, draft: Draft, edit: Edit, abandoned: bool) -> None:
        """A file was changed with success: the change and the version that it makes are artifacts."""
        shown = self.refer(draft, edit.path, counts=not abandoned)
        file = self._files.setdefault(shown, _File())
        facts: dict[str, object] = {"path": shown, "outside_project": self._places.outside(edit.path)}
        facts |= extract("patch", edit.patch, WORDS)
        for name, content in (("before_digest", edit.before), ("after_digest", edit.after)):
            if content is not None:
                facts[name] = digest(content)
        if edit.created is not None:
            facts["created"] = edit.created
        if edit.by_user:
            facts["changed_by_the_person"] = True
        if abandoned:
            facts["abandoned"] = True
        known = () if abandoned or file.current is None else (file.current,)
        draft.inputs.extend(known)
        base = () if abandoned else self._base(draft, shown, file, edit)
        change = DiffArtifact(
            artifact_id=self._ledger.new_id("diff"),
            name=brief(f"change of {shown}"),
            format="unified diff",
            revision=len(file.changes) + 1 if not abandoned else None,
            producer_action_id=draft.id,
            derived_from=base,
            metadata=JsonObject.of(facts),
        )
        self._ledger.add(change, draft)
        if abandoned:
            self.abandoned.setdefault(shown)
            return
        after: dict[str, object] = {"path": shown, "outside_project": self._places.outside(edit.path)}
        made = None
        if edit.after is not None:
            made = digest(edit.after)
            after |= {"content_digest": made, "characters": size(edit.after)}
        parents = (change.artifact_id, *base)
        file.current = self._version(draft, shown, file.revision + 1, parents, file.current, after, False)
        file.revision, file.work, file.gone = file.revision + 1, True, False
        file.digest, file.exact = made, True
        file.changes.append(change.artifact_id)
        self.modified[shown] = Change((draft.id, 0), change.artifact_id)

    def _base(self, draft: Draft, shown: str, file: _File, edit: Edit) -> tuple[str, ...]:
        """The version that an edit was based on, the last that is known; first what it was made on, where that differs.

        What stood there instead is a version that nothing recorded made.
        """
        known = () if file.current is None else (file.current,)
        stood = None if edit.before is None else digest(edit.before)
        if edit.before is None or not known or not file.exact or file.digest in (None, stood):
            return known
        draft.note(f"{shown} was not as it was last seen: something that is not recorded had changed it.")
        facts: dict[str, object] = {"path": shown, "outside_project": self._places.outside(edit.path)}
        facts |= {"content_digest": stood, "characters": size(edit.before), "changed_unrecorded": True}
        file.current = self._version(draft, shown, file.revision + 1, (), file.current, facts, False)
        file.revision += 1
        return (file.current, *known)

    def remove(self, draft: Draft, removal: Removal, abandoned: bool) -> None:
        """A file was deleted with success."""
        shown = self.refer(draft, removal.path, counts=not abandoned)
        facts: dict[str, object] = {"deleted": True}
        if removal.before is not None:
            facts["before_digest"] = digest(removal.before)
        change = self._change(draft, shown, removal.path, facts, abandoned)
        if not abandoned:
            file = self._files[shown]
            file.current, file.digest, file.work, file.gone = None, None, True, True
            self.modified[shown] = Change((draft.id, 0), change)

    def move(self, draft: Draft, move: Move, abandoned: bool) -> None:
        """A file was moved with success: the version of the new path derives from that of the old one."""
        shown = self.refer(draft, move.path, counts=not abandoned)
        to = self.refer(draft, move.to, counts=not abandoned)
        base = self._files[shown].current if shown in self._files else None
        change = self._change(draft, shown, move.path, {"moved_to": to}, abandoned)
        if abandoned:
            return
        old, new = self._files[shown], self._files.setdefault(to, _File())
        facts: dict[str, object] = {"path": to, "outside_project": self._places.outside(move.to)}
        parents = (change, base) if base is not None else (change,)
        new.current = self._version(draft, to, new.revision + 1, parents, new.current, facts, False)
        new.revision, new.digest, new.exact = new.revision + 1, old.digest, old.exact
        old.current, old.digest = None, None
        old.work = new.work = True
        new.changes.append(change)
        for path in (shown, to):
            self.modified[path] = Change((draft.id, 0), change)

    def _change(self, draft: Draft, shown: str, path: str, facts: dict[str, object], abandoned: bool) -> str:
        """Add a change of a file that has no text: it derives from the version that stood, where one is known."""
        file = self._files.setdefault(shown, _File())
        base = () if abandoned or file.current is None else (file.current,)
        draft.inputs.extend(base)
        stated = {"path": shown, "outside_project": self._places.outside(path), **facts}
        if abandoned:
            stated["abandoned"] = True
            self.abandoned.setdefault(shown)
        change = DiffArtifact(
            artifact_id=self._ledger.new_id("diff"),
            name=brief(f"change of {shown}"),
            revision=None if abandoned else len(file.changes) + 1,
            producer_action_id=draft.id,
            derived_from=base,
            metadata=JsonObject.of(stated),
        )
        self._ledger.add(change, draft)
        if not abandoned:
            file.changes.append(change.artifact_id)
        return change.artifact_id

    def _version(
        self,
        draft: Draft,
        shown: str,
        revision: int,
        parents: tuple[str, ...],
        superseded: str | None,
        facts: dict[str, object],
        abandoned: bool,
    ) -> str:
        """Add a version of a file."""
        document = is_document(shown)
        kind = DocumentationArtifact if document else SourceCodeArtifact
        if abandoned:
            facts["abandoned"] = True
        version = kind(
            artifact_id=self._ledger.new_id("document" if document else "source"),
            name=brief(shown),
            revision=revision,
            producer_action_id=draft.id,
            derived_from=parents,
            supersedes=superseded,
            content_ref=shown,
            metadata=JsonObject.of(facts),
        )
        return self._ledger.add(version, draft)

    def knows(self, path: str) -> bool:
        """Whether the session has read or changed this file."""
        file = self._files.get(self._places.shown(path))
        return file is not None and file.work

    def beneath(self, path: str) -> list[str]:
        """The files in a folder that the session knows; none if the record does not show that it is one."""
        start = self._places.shown(path).rstrip("/") + "/"
        return [shown for shown, file in self._files.items() if file.work and not file.gone and shown.startswith(start)]

    def has(self, path: str) -> bool:
        """Whether the record shows that this path is a file."""
        return self._places.shown(path) in self._files

    def suspect(self, draft: Draft, commands: Iterable[tuple[int, str]]) -> None:
        """Commands of an action, with their positions, may have changed files that are not named."""
        self.unfollowed.extend(((draft.id, position), command) for position, command in commands)

    def touched_by_shell(self, draft: Draft, path: str, position: int, left: Left = NOTHING) -> None:
        """A command of a shell line changed, made, moved or deleted a file.

        Args:
            draft: The action.
            path: Of the file.
            position: Of the command in its line.
            left: What the line says to be in the file now; mostly nothing.
        """
        known = self.knows(path)
        shown = self.refer(draft, path)
        facts: dict[str, object] = {"by_command": True}
        if left.patch:
            facts |= extract("patch", left.patch, WORDS)
        if left.whole is not None:
            facts["after_digest"] = digest(left.whole)
        if draft.type is ActivityActionType.DeleteFile:
            facts["deleted"] = True
        elif left.whole is None:
            facts["after"] = "not recorded"
        change = self._change(draft, shown, path, facts, False)
        file = self._files[shown]
        file.gone = draft.type is ActivityActionType.DeleteFile
        before, file.current, file.digest = file.current, None, None
        if left.whole is not None:
            file.digest, file.exact = digest(left.whole), True
            stands: dict[str, object] = {"path": shown, "outside_project": self._places.outside(path)}
            stands |= {"content_digest": file.digest, "characters": len(left.whole)}
            parents = (change, before) if before is not None else (change,)
            file.current = self._version(draft, shown, file.revision + 1, parents, before, stands, False)
            file.revision += 1
        self.modified[shown] = Change((draft.id, position), change, known)

    def committed(self, paths: list[str]) -> tuple[str, ...]:
        """The changes of these files since the last commit that named them; they count as committed from now on."""
        found: list[str] = []
        for path in dict.fromkeys(self._places.shown(path) for path in paths):
            file = self._files.get(path)
            if file is not None:
                found.extend(file.changes[file.committed :])
                file.committed = len(file.changes)
        return tuple(found)
