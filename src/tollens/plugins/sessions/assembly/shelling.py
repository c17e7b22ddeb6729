"""Shell lines as actions: what was run step by step, how it ended, and what tests and commits show (§10.9)."""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tollens.core.derive.record.changes import UNFOLLOWED
from tollens.core.model import (
    ActionReproducibility,
    ActivityActionType,
    CommandResultArtifact,
    Evidence,
    EvidenceType,
    JsonObject,
    ReproducibilityStatus,
    ReproductionKind,
    ReproductionProcedure,
    ReproductionProcedureKind,
    ResidualSeverity,
)
from tollens.plugins.sessions.assembly.commits import Commits, Shown, shown_commits
from tollens.plugins.sessions.assembly.extracts import OUTPUT, brief, extract, left, one_line
from tollens.plugins.sessions.assembly.files import Files
from tollens.plugins.sessions.assembly.footprint import Footprint, folders, footprint
from tollens.plugins.sessions.assembly.gaps import Gaps
from tollens.plugins.sessions.assembly.ledger import Draft, Ledger
from tollens.plugins.sessions.assembly.paths import Places, joined
from tollens.plugins.sessions.assembly.verdicts import CHECKS, Ended, ShellLine, Verdicts
from tollens.plugins.sessions.events import Call, Result, Shell
from tollens.plugins.sessions.shell.contents import NOTHING, Contents, Left
from tollens.plugins.sessions.shell.deeds import Deed
from tollens.plugins.sessions.shell.line import Line
from tollens.plugins.sessions.shell.runners import deed_of
from tollens.plugins.sessions.shell.segments import Segment, main_of, whole_line
from tollens.plugins.sessions.shell.testing_output import Judgement, Printed
from tollens.plugins.sessions.shell.writing import sources

_TYPES = {
    Deed.Tests: ActivityActionType.RunTests,
    Deed.Commit: ActivityActionType.GitCommit,
    Deed.TypeCheck: ActivityActionType.TypeCheck,
    Deed.Lint: ActivityActionType.Lint,
    Deed.Delete: ActivityActionType.DeleteFile,
    Deed.Rename: ActivityActionType.RenameFile,
    Deed.Edit: ActivityActionType.EditFile,
    Deed.Diff: ActivityActionType.GitDiff,
    Deed.Status: ActivityActionType.GitStatus,
    Deed.Other: ActivityActionType.RunCommand,
}

_CHANGING = frozenset({Deed.Delete, Deed.Rename, Deed.Edit, Deed.Write})
"""Deeds that are about the files that they name."""


class Step(NamedTuple):
    """A step of a line with what is known of it."""

    segment: Segment
    kind: ActivityActionType
    ended: Ended
    footprint: Footprint


Making = Callable[[ActivityActionType, str], Draft]
"""Makes the action of a call, of a type and with a label."""


class Shells:
    """Turns shell lines with their results into actions, artifacts, evidence and gaps.

    Attributes:
        last_known_tests: The last action that ran tests with a known outcome, and the position of the tester in its
            line; zeros if there is none.
    """

    def __init__(self, ledger: Ledger, files: Files, gaps: Gaps, places: Places) -> None:
        self.last_known_tests = (0, 0)
        self._ledger = ledger
        self._files = files
        self._gaps = gaps
        self._places = places
        self._commits = Commits(ledger, files, gaps, places)

    def unanswered(self, draft: Draft, read: ShellLine, call: Call) -> None:
        """A line without a result may have been run: what it may have changed stands with the request."""
        left = footprint(read.line, read.done, lambda _: None, call.cwd, self._places)
        if left.unfollowed and draft.request is not None:
            draft.request[UNFOLLOWED] = left.told
        self._files.suspect(draft, left.unfollowed)

    def kind_of(self, read: ShellLine, segment: Segment, cwd: str) -> ActivityActionType:
        """The action that a step is: what writes a file that the session knows, or adds to one, edits it."""
        if segment.deed is not Deed.Write or segment.position is None:
            return _TYPES.get(segment.deed, ActivityActionType.RunCommand)
        command = read.line.commands[segment.position]
        paths = footprint(read.line, read.done, lambda _: True, cwd, self._places).of((segment.position,)).named
        known = any(self._files.knows(path) for _, path in paths)
        if command.run[:1] == ("touch",) and known:
            return ActivityActionType.RunCommand
        return ActivityActionType.EditFile if known or command.adds else ActivityActionType.CreateFile

    def perform(self, shell: Shell, read: ShellLine, call: Call, result: Result, make: Making) -> tuple[Draft, ...]:
        """Record what came back from a shell line: an action for each step of it that may have been run."""
        verdicts = Verdicts(read, shell, result)
        whole = self._settled(footprint(read.line, read.done, verdicts.succeeded, call.cwd, self._places), read.line)
        run = [segment for segment in read.steps if verdicts.ended(segment).ran is not False]
        run = run or [whole_line(read.line, shell.command)]
        main = main_of(run)
        commits = iter(shown_commits(result.text, sum(each.deed is Deed.Commit for each in run)))
        within = list(folders(read.line, verdicts.succeeded, call.cwd))
        said = Contents(read.line)
        identities = [self._ledger.new_id("command") for _ in run]
        drafts: list[Draft] = []
        for number, segment in enumerate(run):
            positions = frozenset(segment.positions)
            if segment is run[-1]:
                positions |= {len(read.line.commands)}
            step = Step(segment, self.kind_of(read, segment, call.cwd), verdicts.ended(segment), whole.of(positions))
            draft = make(step.kind, _label(segment, shell))
            drafts.append(draft)
            told = _Told(shell, call, result, len(run), number + 1, segment is main, identities[run.index(main)])
            shown = next(commits) if segment.deed is Deed.Commit else []
            self._perform(draft, step, verdicts, told, identities[number])
            if not call.abandoned:
                self._changed(draft, step.footprint, said, within, shell)
                self._commits.see([(read.line.commands[at], within[at]) for at in segment.positions])
                self._committed(draft, step, shown)
        for segment in read.steps:
            if segment not in run:
                label = brief(shown_text(segment.alone, shell), 300)
                drafts[-1].note(f"Not run, by the exit status of the line: {label}")
        return tuple(drafts)

    def _settled(self, did: Footprint, line: Line) -> Footprint:
        """The same, where the session knows files in what is named: then that is a folder, and they are meant."""
        sure: list[tuple[int, str]] = []
        for position, path in did.sure:
            command = line.commands[position].run
            moved = sources(command)
            inside = self._files.beneath(path) if moved or deed_of(command) is Deed.Delete else []
            target = len(moved) == 1 and path == [each for at, each in did.sure if at == position][-1]
            if inside and target:
                sure.append((position, joined(path, moved[0].rpartition("/")[2])))
            else:
                sure += [(position, each) for each in inside or (path,)]
        return did._replace(sure=tuple(sure))

    def _perform(self, draft: Draft, step: Step, verdicts: Verdicts, told: "_Told", identity: str) -> None:
        """One step: evidence, result, and what stays open."""
        segment, ended = step.segment, step.ended
        judgement = verdicts.judged(segment, ended) if segment.deed in CHECKS else None
        printed = verdicts.counts if segment.deed is Deed.Tests else Printed()
        verdict = judgement.verdict if judgement else _verdict(ended, told.result)
        draft.evidence.append(
            Evidence(
                typ=EvidenceType.CommandOutput,
                ref_=brief(shown_text(segment.command, told.shell), 1000),
                exit_code=ended.status,
            )
        )
        if draft.request is not None and told.parts > 1:
            draft.request |= {"part": told.part, "parts": told.parts}
        self._name_files(draft, step)
        payload = {**written("command", segment.command, told.shell), "status": verdict}
        payload |= _statuses(ended, told) | told.output()
        for name, value in (("tests_passed", printed.passed), ("tests_failed", printed.failed)):
            if value is not None:
                payload[name] = value
        if judgement is not None and segment.position is not None:
            payload["judged"] = [self._judged(step, judgement, segment.position, told.shell)]
            if shown_text(segment.command, told.shell) == segment.command:
                draft.reproducibility = _repeatable(segment.command, told.call.cwd)
        if step.footprint.unfollowed:
            payload[UNFOLLOWED] = step.footprint.told
        artifact = CommandResultArtifact(
            artifact_id=identity,
            name=brief(f"result of {shown_text(segment.command, told.shell)}"),
            producer_action_id=draft.id,
            payload=JsonObject.of(payload),
        )
        self._ledger.add(artifact, draft)
        summary = _summary(verdict, ended.status, told.result, printed)
        draft.result_summary = summary if told.main or summary != "unknown" else None
        if ended.ran is None and segment.folded == 0 and verdict == "unknown" and printed == Printed():
            draft.note("Whether this was run is not recorded: the line may have ended, or gone another way, before it.")
        self._open(draft, step, judgement, identity, told.shell)
        if segment.deed is Deed.Tests and verdict != "unknown" and not told.call.abandoned:
            self.last_known_tests = (draft.id, segment.position or 0)

    def _name_files(self, draft: Draft, step: Step) -> None:
        """A step that is about files names them, also where it is not known that it changed them."""
        unproven = [path for _, path in step.footprint.named if path not in {path for _, path in step.footprint.sure}]
        if step.segment.deed in _CHANGING and unproven and not step.footprint.sure:
            self._files.refer(draft, unproven[0], counts=False)
        if step.kind is ActivityActionType.CreateFile:
            draft.note("Whether the file existed before is not recorded.")

    def _judged(self, step: Step, judgement: Judgement, position: int, shell: Shell) -> dict[str, object]:
        overtaken = step.footprint.overtakes(position, self._files.knows)
        return {
            "command": brief(shown_text(step.segment.label, shell), 300),
            "what": step.segment.deed.value,
            "status": judgement.verdict,
            "basis": judgement.basis,
            **({"overtaken": True} if overtaken else {}),
        }

    def _open(self, draft: Draft, step: Step, judgement: Judgement | None, identity: str, shell: Shell) -> None:
        """What stays open of a step: an outcome that is unknown, with what to run."""
        command = brief(shown_text(step.segment.alone, shell), 300)
        if step.segment.folded:
            self._gaps.unverified(
                f"What these steps of a line did is not told one by one: {step.segment.folded}.",
                ResidualSeverity.MediumResidual,
                "Read the line itself.",
                draft,
            )
        if judgement is None or not judgement.doubt:
            return
        severity = ResidualSeverity.LowResidual
        if step.segment.deed is Deed.Tests:
            severity = ResidualSeverity.MediumResidual
        look = "its exit status" if step.ended.success is None else "what it prints"
        self._gaps.unverified(
            f"The outcome of `{command}` is not known: {judgement.doubt}.",
            severity,
            f"Run `{command}` by itself and look at {look}.",
            draft,
            (identity,),
        )

    def _changed(self, draft: Draft, did: Footprint, said: Contents, within: list[str | None], shell: Shell) -> None:
        """What a step did to files; of a line without contents, the digests of what it wrote."""
        self._files.suspect(draft, did.unfollowed)
        found: dict[tuple[int, str], Left] = {}
        for position in dict.fromkeys(position for position, _ in did.sure):
            for name, what in said.of(position).items():
                found[position, joined(within[position] or "", name)] = what
        for position, path in did.sure:
            what = found.get((position, path), NOTHING)
            what = what._replace(patch=left(what.patch)) if shell.shown else what
            self._files.touched_by_shell(draft, path, position, what)

    def _committed(self, draft: Draft, step: Step, shown: list[Shown]) -> None:
        if step.segment.deed is Deed.Commit:
            self._commits.add(draft, shown, step.ended.success)


class _Told(msgspec.Struct, frozen=True):
    """What a step shares with the others of its line.

    Attributes:
        main: It is the step with which the output is kept.
        main_id: The result of that step.
    """

    shell: Shell
    call: Call
    result: Result
    parts: int
    part: int
    main: bool
    main_id: str

    def output(self) -> dict[str, object]:
        """The output, or where it is kept, and why it is not the whole one."""
        found: dict[str, object] = {}
        if not self.main:
            found["output_in"] = self.main_id
        elif self.parts > 1:
            found |= written("whole_line", self.shell.command, self.shell)
        if self.main:
            found |= extract("output", self.result.text, OUTPUT)
            if self.result.preview:
                found["output_elsewhere"] = self.result.preview
            if self.result.kept_in:
                found["output_file"] = msgspec.to_builtins(self.result.kept_in)
        if self.shell.background:
            found["background"] = True
        if self.result.interrupted:
            found["interrupted"] = True
        return found


def _label(segment: Segment, shell: Shell) -> str:
    """What an action is called; of a command that writes a text into a file, without that text."""
    first, more, _ = segment.label.partition("\n")
    text = f"{first} …" if more and segment.deed in _CHANGING else shown_text(segment.label, shell)
    return brief(f"Run {text}")


def shown_text(text: str, shell: Shell) -> str:
    """A part of a shell line as a trace may show it: of a line without contents, what one line shows of it."""
    return one_line(text) if shell.shown else text


def written(name: str, text: str, shell: Shell) -> dict[str, object]:
    """A part of a shell line as members of a payload (§10.9)."""
    short = shown_text(text, shell)
    return extract(name, text, OUTPUT) if short == text else {name: short, **extract(name, left(text), OUTPUT)}


def _statuses(ended: Ended, told: _Told) -> dict[str, object]:
    """The exit status of the step, and that of the line where it is another one."""
    found: dict[str, object] = {} if ended.status is None else {"exit_code": ended.status}
    if told.result.status not in (None, ended.status):
        found["line_exit_code"] = told.result.status
    return found


def _verdict(ended: Ended, result: Result) -> str:
    """The outcome of a step that is no check."""
    if ended.success is None:
        return "unknown"
    return "completed" if ended.success and result.status is not None else "failed" if not ended.success else "unknown"


def _summary(verdict: str, status: int | None, result: Result, printed: Printed) -> str:
    counts = [f"{n} {word}" for n, word in ((printed.passed, "passed"), (printed.failed, "failed")) if n is not None]
    ended = f"exit status {status}" if status is not None else "interrupted" if result.interrupted else ""
    return "; ".join(text for text in (verdict, ended, ", ".join(counts)) if text)


def _repeatable(command: str, cwd: str) -> ActionReproducibility:
    """How a check can be run again (§12.2); its environment is not recorded."""
    return ActionReproducibility(
        status=ReproducibilityStatus.PartiallyReproducible,
        reproduction_kind=ReproductionKind.ToolReexecution,
        procedure=ReproductionProcedure(
            kind=ReproductionProcedureKind.CommandProcedure,
            command=command,
            working_directory=cwd or None,
        ),
        limitations=("The environment and the state of the files are not recorded.",),
    )
