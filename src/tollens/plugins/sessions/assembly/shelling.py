"""Shell lines as actions: what was run, how it ended, and for tests and commits what that shows (§10.9)."""

from collections.abc import Iterable

import msgspec

from tollens.core.derive.record.changes import UNFOLLOWED
from tollens.core.model import (
    ActionReproducibility,
    ActivityActionType,
    CommandResultArtifact,
    CommitArtifact,
    Evidence,
    EvidenceType,
    JsonObject,
    ReproducibilityStatus,
    ReproductionKind,
    ReproductionProcedure,
    ReproductionProcedureKind,
    ResidualSeverity,
)
from tollens.plugins.sessions.assembly.extracts import OUTPUT, Left, brief, extract, left
from tollens.plugins.sessions.assembly.files import Files
from tollens.plugins.sessions.assembly.footprint import Footprint, footprint
from tollens.plugins.sessions.assembly.gaps import Gaps
from tollens.plugins.sessions.assembly.ledger import Draft, Ledger
from tollens.plugins.sessions.assembly.paths import Places
from tollens.plugins.sessions.assembly.staging import Staging
from tollens.plugins.sessions.events import Call, Result, Shell
from tollens.plugins.sessions.shell.commands import KnownCommand, notable, recognize
from tollens.plugins.sessions.shell.line import Line, parse
from tollens.plugins.sessions.shell.runners import Deed
from tollens.plugins.sessions.shell.speakers import speaks_alone
from tollens.plugins.sessions.shell.status import Courses
from tollens.plugins.sessions.shell.testing_output import Judgement, Printed, commits_in, judge, read_output

TYPES = {
    Deed.Tests: ActivityActionType.RunTests,
    Deed.Commit: ActivityActionType.GitCommit,
    Deed.TypeCheck: ActivityActionType.TypeCheck,
    Deed.Lint: ActivityActionType.Lint,
    Deed.Delete: ActivityActionType.DeleteFile,
    Deed.Rename: ActivityActionType.RenameFile,
    Deed.Diff: ActivityActionType.GitDiff,
    Deed.Status: ActivityActionType.GitStatus,
}
"""The action that a line is called after, by its most notable command; any other line is RunCommand."""

_JUDGED = frozenset({Deed.Tests, Deed.TypeCheck, Deed.Lint})


class Part(msgspec.Struct, frozen=True):
    """One command of note within a line, and what is known of its end."""

    deed: Deed
    position: int
    command: str
    judgement: Judgement


class ShellLine(msgspec.Struct, frozen=True):
    """A shell line read once."""

    line: Line
    found: tuple[KnownCommand, ...]
    courses: Courses

    @property
    def type(self) -> ActivityActionType:
        """The action that it is."""
        main = notable(self.found)
        return TYPES[main.deed] if main else ActivityActionType.RunCommand


def read_line(shell: Shell) -> ShellLine:
    """Take a shell line apart."""
    line = parse(shell.command)
    if not shell.posix:
        line = msgspec.structs.replace(line, opaque=True)
    return ShellLine(line, recognize(line), Courses(line))


class Shells:
    """Turns the results of shell lines into artifacts, evidence and gaps.

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
        self._staging = Staging()

    def unanswered(self, draft: Draft, read: ShellLine, call: Call) -> None:
        """A line without a result may have been run: what it may have changed stands with the request."""
        left = footprint(read.line, lambda _: None, call.cwd, self._places)
        if left.unfollowed and draft.request is not None:
            draft.request[UNFOLLOWED] = left.told
        self._files.suspect(draft, left.unfollowed)

    def perform(self, draft: Draft, shell: Shell, read: ShellLine, call: Call, result: Result) -> None:
        """Record what came back from a shell line."""
        printed = _printed(result.text) if any(each.deed is Deed.Tests for each in read.found) else Printed()
        parts = [self._part(read, each, shell, result, printed) for each in read.found if each.deed in _JUDGED]
        verdict = _whole(draft.type, parts, result, shell)
        # The status of the line is evidence only where it is that of what the line is called after.
        masked = draft.type in (TYPES[Deed.Tests], TYPES[Deed.TypeCheck], TYPES[Deed.Lint]) and not _own(read, result)
        status = None if masked else result.status
        draft.evidence.append(Evidence(typ=EvidenceType.CommandOutput, ref_=brief(shell.line, 1000), exit_code=status))
        left = footprint(read.line, lambda at: _ended_at(read, at, result, shell), call.cwd, self._places)
        payload = self._payload(shell, result, status, verdict, printed, parts, left)
        artifact = CommandResultArtifact(
            artifact_id=self._ledger.new_id("command"),
            name=brief(f"result of {shell.line}"),
            producer_action_id=draft.id,
            payload=JsonObject.of(payload),
        )
        identity = self._ledger.add(artifact, draft)
        draft.result_summary = _summary(verdict, status, result, printed)
        if parts and not shell.shown:
            draft.reproducibility = _repeatable(shell, call.cwd)
        for part in parts:
            self._doubt(draft, part, identity)
            if part.deed is Deed.Tests and part.judgement.verdict != "unknown" and not call.abandoned:
                self.last_known_tests = (draft.id, part.position)
        self._files.suspect(draft, left.unfollowed)
        if not call.abandoned:
            for position, path in left.sure:
                self._files.touched_by_shell(draft, path, position)
            self._staging.see(read.line, call.cwd)
            self._commits(draft, read, result)

    def _part(self, read: ShellLine, each: KnownCommand, shell: Shell, result: Result, printed: Printed) -> Part:
        success = ended(read, each, result, shell)
        if each.deed is Deed.Tests:
            cut = (
                bool(result.preview)
                or result.interrupted
                or shell.background
                or not speaks_alone(read.line, read.found)
            )
            judgement = judge(success, printed, cut)
        elif success is None:
            judgement = Judgement("unknown", "nothing", "its exit status is not recorded")
        else:
            judgement = Judgement("passed" if success else "failed", "exit status")
        words = each.words if each.inner else read.line.commands[each.position].words
        return Part(each.deed, each.position, brief(" ".join(words), 100 if shell.shown else 300), judgement)

    def _payload(
        self,
        shell: Shell,
        result: Result,
        status: int | None,
        verdict: str,
        printed: Printed,
        parts: list[Part],
        left: Footprint,
    ) -> dict[str, object]:
        """The command result (§10.9): `command`, `exit_code`, `status`, `output`, and what the status rests on."""
        payload: dict[str, object] = {**command_of(shell), "status": verdict}
        if status is not None:
            payload["exit_code"] = status
        elif result.status is not None:
            payload["line_exit_code"] = result.status
        payload |= extract("output", result.text, OUTPUT)
        if result.preview:
            payload["output_elsewhere"] = result.preview
        if result.kept_in:
            payload["output_file"] = msgspec.to_builtins(result.kept_in)
        for name, value in (("tests_passed", printed.passed), ("tests_failed", printed.failed)):
            if value is not None:
                payload[name] = value
        if shell.background:
            payload["background"] = True
        if result.interrupted:
            payload["interrupted"] = True
        if parts:
            payload["judged"] = [
                {
                    "command": part.command,
                    "what": part.deed.value,
                    "status": part.judgement.verdict,
                    "basis": part.judgement.basis,
                    **({"overtaken": True} if left.overtakes(part.position, self._files.knows) else {}),
                }
                for part in parts
            ]
        if left.unfollowed:
            payload[UNFOLLOWED] = left.told
        return payload

    def _doubt(self, draft: Draft, part: Part, identity: str) -> None:
        """A run whose outcome is unknown or contradicted leaves a gap that says what to run."""
        judgement = part.judgement
        if not judgement.doubt:
            return
        outcome = "is not known" if judgement.verdict == "unknown" else "is contradicted"
        severity = ResidualSeverity.MediumResidual if part.deed is Deed.Tests else ResidualSeverity.LowResidual
        self._gaps.unverified(
            f"The outcome of `{part.command}` {outcome}: {judgement.doubt}.",
            severity,
            f"Run `{part.command}` by itself and look at its exit status.",
            draft,
            (identity,),
        )

    def _commits(self, draft: Draft, read: ShellLine, result: Result) -> None:
        """A commit that the output or the exit status proves is an artifact; one that neither shows is a gap."""
        made = [each for each in read.found if each.deed is Deed.Commit]
        if not made:
            return
        shown = _commits(result.text)
        success = ended(read, made[-1], result, None)
        if not shown and success is None:
            self._gaps.unverified(
                "Whether the commit was made is not recorded.",
                ResidualSeverity.MediumResidual,
                "Look for it with `git log`.",
                draft,
            )
        if not shown and not success:
            return
        paths, whole = self._staging.taken(self._files.has)
        changes = self._files.committed(paths)
        named: list[str] | None = [self._places.shown(path) for path in paths] if whole and len(shown) < 2 else None
        facts: list[dict[str, object]] = [
            {"branch": branch, "commit": commit, "message": subject[:500]} for branch, commit, subject in shown
        ]
        for fact in facts or [{"commit": None}]:
            fact["files"] = named
            self._ledger.add(
                CommitArtifact(
                    artifact_id=self._ledger.new_id("commit"),
                    name=brief(f"commit {fact.get('commit') or ''} {fact.get('message') or ''}".strip()),
                    producer_action_id=draft.id,
                    derived_from=changes,
                    metadata=JsonObject.of(fact),
                ),
                draft,
            )


def _printed(text: str) -> Printed:
    """What an output says of tests, whether it is there or was left out."""
    return text.seen.printed if isinstance(text, Left) and text.seen else read_output(text)


def _commits(text: str) -> tuple[tuple[str, str, str], ...]:
    """The commits that an output says were made, whether it is there or was left out."""
    return text.seen.commits if isinstance(text, Left) and text.seen else commits_in(text)


def command_of(shell: Shell) -> dict[str, object]:
    """The shell line as members of a payload (§10.9)."""
    if not shell.shown:
        return extract("command", shell.command, OUTPUT)
    return {"command": shell.shown, **extract("command", left(shell.command), OUTPUT)}


def _ended_at(read: ShellLine, position: int, result: Result, shell: Shell | None) -> bool | None:
    """Whether the command at a position succeeded, as far as the result of the line shows."""
    if result.interrupted or (shell is not None and shell.background):
        return None
    if result.status is None and not result.failed:
        return None
    return read.courses.succeeded(position, result.status == 0 and not result.failed)


def ended(read: ShellLine, each: KnownCommand, result: Result, shell: Shell | None) -> bool | None:
    """Whether a command of a line succeeded; `None` where neither the status nor the line tells."""
    return None if each.inner else _ended_at(read, each.position, result, shell)


def _own(read: ShellLine, result: Result) -> bool:
    """Whether the exit status of the line is that of the command it is called after."""
    main = notable(read.found)
    return main is not None and result.status is not None and ended(read, main, result, None) is not None


def _whole(kind: object, parts: Iterable[Part], result: Result, shell: Shell) -> str:
    """The outcome of the line: of the commands that it is called after if they are judged, else of the line itself."""
    verdicts = {part.judgement.verdict for part in parts if TYPES[part.deed] is kind}
    for verdict in ("failed", "unknown", "passed"):
        if verdict in verdicts:
            return verdict
    if result.interrupted or shell.background:
        return "unknown"
    if result.failed or result.status:
        return "failed"
    return "completed" if result.status == 0 else "unknown"


def _summary(verdict: str, status: int | None, result: Result, printed: Printed) -> str:
    counts = [f"{n} {word}" for n, word in ((printed.passed, "passed"), (printed.failed, "failed")) if n is not None]
    ended = f"exit status {status}" if status is not None else "interrupted" if result.interrupted else ""
    return "; ".join(text for text in (verdict, ended, ", ".join(counts)) if text)


def _repeatable(shell: Shell, cwd: str) -> ActionReproducibility:
    """How a check can be run again (§12.2); its environment is not recorded."""
    return ActionReproducibility(
        status=ReproducibilityStatus.PartiallyReproducible,
        reproduction_kind=ReproductionKind.ToolReexecution,
        procedure=ReproductionProcedure(
            kind=ReproductionProcedureKind.CommandProcedure,
            command=shell.command,
            working_directory=cwd or None,
        ),
        limitations=("The environment and the state of the files are not recorded.",),
    )
