"""A record that is still being made: entries, one after the other, and the trace that they add up to.

An entry is a JSON object with one member that says what it is:

- `journal`: the first one; beside it stands `trace`, what is known of the trace from the start, and `tags`, the
  key by which all writers mark the same secret alike, which is in no trace;
- `action`: an action (§8.1) as far as it is known when it begins; beside it `open` where it has not ended yet;
- `ended`: the id of an open action, and what is known of it at its end: lists are added to those it has;
- `artifact`, `goal`: one of them (§7, §18.1);
- `outcome`: how the work ended (§6).

Beside each may stand `redacted`: how many secrets were taken out of it, by kind; or `unredacted`: none was looked for.
Nothing is claimed that the entries do not say: an action without an end stays open and leaves a gap, and work without
an outcome was interrupted.
"""

from collections import Counter
from typing import Any

import msgspec

from tollens.core.author.identifiers import next_id
from tollens.core.errors import UnreadableError
from tollens.core.model import (
    ActivityActionType,
    AnalysisNoteArtifact,
    ArtifactRole,
    EventType,
    JsonObject,
    ResidualArtifact,
    ResidualKind,
    ResidualPayload,
    ResidualSeverity,
    ResidualSource,
    ResidualStatus,
    TargetRef,
    TargetType,
)
from tollens.core.model.evidence import EvidenceType
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value

FORMAT = "tollens-journal-1"
"""What the first entry says it is."""

REPORT = "recording-report"
"""Id of the artifact that says what became of the entries."""

_TOLD = 5
"""Most broken entries that are told one by one."""

_LISTS = ("inputs", "outputs", "evidence", "observations")
_CHANGES = frozenset(
    kind.value
    for kind in (
        ActivityActionType.EditFile,
        ActivityActionType.CreateFile,
        ActivityActionType.DeleteFile,
        ActivityActionType.RenameFile,
    )
)
_CUT_OFF = "the recording was cut off: no end of the work is recorded"
_UNSAID = "the recording ended, and nobody said that the work is complete"


class Recorded(msgspec.Struct, frozen=True):
    """What was recorded.

    Attributes:
        id: Of it, as text: the number of an action, the id of a trace, an artifact or a goal.
        made: Ids of the artifacts that an action made.
    """

    id: str
    made: tuple[str, ...] = ()


class Broken(msgspec.Struct, frozen=True):
    """An entry that could not be taken, by its line, counted from 1."""

    line: int
    reason: str


class RecordingReport(msgspec.Struct, frozen=True):
    """What became of the entries of a journal.

    Attributes:
        actions: How many there are.
        entries: How many were taken.
        broken: Those that could not be.
        unfinished: Actions whose end is not recorded.
        redacted: Secrets that were taken out, by kind.
        unredacted: Entries in which no secrets were looked for.
    """

    actions: int
    entries: int
    broken: tuple[Broken, ...]
    unfinished: tuple[int, ...]
    redacted: dict[str, int]
    unredacted: int = 0

    @property
    def particulars(self) -> tuple[str, ...]:
        """What the recording lacks, and what was taken out of it, a line each."""
        lines = []
        if self.unfinished:
            lines.append(f"actions whose end is not recorded: {', '.join(map(str, self.unfinished))}")
        lines += [f"line {each.line} of the journal: {each.reason}" for each in self.broken[:_TOLD]]
        if len(self.broken) > _TOLD:
            lines.append(f"{len(self.broken) - _TOLD} more lines of the journal that could not be read")
        if self.redacted:
            lines.append(f"taken out: {', '.join(f'{kind} ({count})' for kind, count in self.redacted.items())}")
        if self.unredacted:
            lines.append(f"entries in which no secrets were looked for: {self.unredacted}")
        return tuple(lines)


class Recording:
    """What the entries of a journal add up to; entries are taken in order.

    Attributes:
        actions: By id, as JSON values; numbered from 1 in the order in which they began.
        artifacts: By id, likewise.
        goals: By id, likewise.
        outcome: How the work ended, if that is said.
        broken: What could not be taken.
        tags: The key by which all writers mark the same secret alike, as text; empty if there is none.
    """

    def __init__(self) -> None:
        self.tags = ""
        self.actions: dict[int, dict[str, Any]] = {}
        self.artifacts: dict[str, dict[str, Any]] = {}
        self.goals: dict[str, dict[str, Any]] = {}
        self.outcome: dict[str, Any] | None = None
        self.broken: list[Broken] = []
        self._head: dict[str, Any] | None = None
        self._open: set[int] = set()
        self._numbers: dict[str, int] = {}
        self._redacted: Counter[str] = Counter()
        self._unredacted = 0
        self._lines = 0
        self._taken = 0

    @property
    def head(self) -> dict[str, Any]:
        """What is known of the trace from the start.

        Raises:
            UnreadableError: There is no beginning, so it is no journal.
        """
        if self._head is None:
            raise UnreadableError(
                "this is no journal of a recording: its beginning is missing", "tollens record TRACE start begins one."
            )
        return self._head

    @property
    def next_action(self) -> int:
        """The id of the next action."""
        return len(self.actions) + 1

    def new_artifact_id(self, prefix: str) -> str:
        """An id that no artifact of the recording has."""
        number = self._numbers.get(prefix, 0) + 1
        while f"{prefix}{number}" in self.artifacts:
            number += 1
        self._numbers[prefix] = number - 1  # the next one looks from here, so that many ids cost no more than they are
        return f"{prefix}{number}"

    def damage(self, reason: str) -> None:
        """Take note of a line that holds no entry."""
        self._lines += 1
        self.broken.append(Broken(self._lines, reason))

    def take(self, entry: object) -> None:
        """Take the entry of the next line; one that makes no sense is noted as broken."""
        self._lines += 1
        why = self._take(entry) if isinstance(entry, dict) else "no entry: it is no JSON object"
        if why:
            self.broken.append(Broken(self._lines, why))
            return
        self._taken += 1
        self._unredacted += isinstance(entry, dict) and entry.get("unredacted") is True
        if isinstance(entry, dict) and isinstance(counts := entry.get("redacted"), dict):
            self._redacted.update({str(kind): n for kind, n in counts.items() if isinstance(n, int)})

    def _take(self, entry: dict[str, Any]) -> str:
        """Take an entry; gives why it could not be, or nothing."""
        kind = next((name for name in _TAKERS if name in entry), None)
        if kind is None:
            return "no entry of a kind that is known here"
        held = entry.get("trace") if kind == "journal" else entry[kind]
        if not isinstance(held, dict):
            return f"the {kind} is no JSON object"
        return _TAKERS[kind](self, held, entry)

    def _begin(self, held: dict[str, Any], entry: dict[str, Any]) -> str:
        if entry["journal"] != FORMAT:
            return "the journal is of a format that is not known here"
        if self._head is not None:
            return "a second beginning"
        self._head = held
        self.tags = tags if isinstance(tags := entry.get("tags"), str) else ""
        return ""

    def _act(self, held: dict[str, Any], entry: dict[str, Any]) -> str:
        if held.get("id") != self.next_action or isinstance(held["id"], bool):
            return "the action does not have the next number"
        self.actions[self.next_action] = held
        if entry.get("open") is True:
            self._open.add(held["id"])
        return ""

    def _end(self, held: dict[str, Any], _: dict[str, Any]) -> str:
        number = held.get("id")
        if not isinstance(number, int) or number not in self._open:
            return "the end of an action that is not open"
        action = dict(self.actions[number])
        for name, value in held.items():
            action[name] = [*_listed(action.get(name)), *_listed(value)] if name in _LISTS else value
        self.actions[number] = action
        self._open.discard(number)
        return ""

    def _make(self, held: dict[str, Any], _: dict[str, Any]) -> str:
        name = held.get("artifact_id")
        if not isinstance(name, str) or not name or name in self.artifacts:
            return "the artifact has no id of its own"
        self.artifacts[name] = held
        return ""

    def _aim(self, held: dict[str, Any], _: dict[str, Any]) -> str:
        name = held.get("goal_id")
        if not isinstance(name, str) or not name or name in self.goals:
            return "the goal has no id of its own"
        self.goals[name] = held
        return ""

    def _finish(self, held: dict[str, Any], _: dict[str, Any]) -> str:
        if self.outcome is not None and held.get("type") == EventType.ProcessCompleted.value:
            return "a completion of what has ended already"
        self.outcome = held
        return ""

    def document(self, *, closed: bool) -> Document:
        """The trace of what was recorded so far.

        Args:
            closed: The recording came to its end by itself, and was not cut off.

        Raises:
            UnreadableError: There is no beginning, so it is no journal.
        """
        head = self.head
        report = self.report()
        artifacts = [*self.artifacts.values(), *self._gaps(report)]
        name = next_id(self.artifacts, REPORT) if REPORT in self.artifacts else REPORT
        artifacts.append(to_value(_note(report, name)))
        missing = {"type": EventType.ProcessInterrupted.value, "reason": _UNSAID if closed else _CUT_OFF}
        return Document.of(
            {
                **head,
                "actions": [self._shown(action) for action in self.actions.values()],
                "outcome": self.outcome or missing,
                "artifacts": artifacts,
                "goals": list(self.goals.values()),
                "files_modified": self._modified(),
                "metrics": {"total_actions": len(self.actions)},
            }
        )

    def report(self) -> RecordingReport:
        """What became of the entries."""
        return RecordingReport(
            actions=len(self.actions),
            entries=self._taken,
            broken=tuple(self.broken),
            unfinished=tuple(sorted(self._open)),
            redacted=dict(sorted(self._redacted.items())),
            unredacted=self._unredacted,
        )

    def _shown(self, action: dict[str, Any]) -> dict[str, Any]:
        if action["id"] not in self._open:
            return action
        note = {"statement": "The recording does not say how this ended."}
        return {**action, "observations": [*_listed(action.get("observations")), note]}

    def _modified(self) -> list[str]:
        """The files that ended actions changed, each once, in the order of the first change."""
        found: dict[str, None] = {}
        for number, action in self.actions.items():
            if str(action.get("type")) in _CHANGES and number not in self._open:
                for piece in _listed(action.get("evidence")):
                    if isinstance(piece, dict) and piece.get("type") == EvidenceType.FileRef.value:
                        found.setdefault(str(piece.get("ref")))
        return list(found)

    def _gaps(self, report: RecordingReport) -> list[Any]:
        """What the recording leaves open, as residuals."""
        gaps = []
        if report.broken:
            lines = ", ".join(str(each.line) for each in report.broken[:10])
            more = f" and {len(report.broken) - 10} more" if len(report.broken) > 10 else ""
            gaps.append(
                ResidualPayload(
                    kind=ResidualKind.Limitation,
                    statement=f"Entries of the journal could not be read: {len(report.broken)} (line {lines}{more}).",
                    severity=ResidualSeverity.MediumResidual,
                    source=ResidualSource.ToolInferred,
                    status=ResidualStatus.ResidualOpen,
                )
            )
        for number in report.unfinished:
            label = self.actions[number].get("label", "")
            gaps.append(
                ResidualPayload(
                    kind=ResidualKind.Unverified,
                    statement=f"It is not recorded how this ended: {label}",
                    severity=ResidualSeverity.MediumResidual,
                    target=TargetRef(target_type=TargetType.ActionTarget, target_id=str(number)),
                    suggested_check="Find out whether it was done, and what it did.",
                    source=ResidualSource.ToolInferred,
                    status=ResidualStatus.ResidualOpen,
                )
            )
        ids = dict.fromkeys(self.artifacts)
        made = []
        for gap in gaps:
            name = next_id(ids, "gap")
            ids[name] = None
            made.append(to_value(ResidualArtifact(artifact_id=name, name=gap.statement[:72], payload=gap)))
        return made


_TAKERS = {
    "journal": Recording._begin,
    "action": Recording._act,
    "ended": Recording._end,
    "artifact": Recording._make,
    "goal": Recording._aim,
    "outcome": Recording._finish,
}


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _note(report: RecordingReport, name: str) -> AnalysisNoteArtifact:
    return AnalysisNoteArtifact(
        artifact_id=name,
        artifact_role=ArtifactRole("audit_evidence"),
        name="recording report",
        format="application/json",
        summary=f"What became of the {report.entries + len(report.broken)} entries of the journal.",
        metadata=JsonObject.of(msgspec.to_builtins(report)),
    )
