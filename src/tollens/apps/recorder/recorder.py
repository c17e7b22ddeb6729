"""Recording the work of an agent into a trace, an entry at a time."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Self

from tollens.apps.recorder.entries import Entries, gap
from tollens.apps.recorder.saving import elsewhere, finish
from tollens.apps.recorder.step import CURRENT, Step, proposed, typed
from tollens.apps.recorder.watch import Watch
from tollens.core.author.recording import Recording
from tollens.core.errors import MisuseError
from tollens.core.model import ActionType, EventType, GoalStatus, ResidualKind, ResidualSeverity, TargetRef
from tollens.core.wire.document import Document
from tollens.core.wire.versions import CURRENT as VERSION
from tollens.runtime import chance, clock, files

if TYPE_CHECKING:
    from types import TracebackType

    from tollens.core.policy.monitor import Unfollowed, Violation
    from tollens.core.policy.verdict import Rule


class Recorder:
    """Records the work of an agent into a trace. A context manager, with `with` as with `async with`.

    Any number of threads, tasks and, by `join`, processes may record into one trace at once.

    Args:
        path: Of the trace, which is written when the recording ends; the journal stands beside it until then.
        assistant: Which agent works.
        model: Which model answers.
        task: What was asked for, in words.
        trace_id: Of the trace; made up when not given.
        policies: To be asked before acting (`tollens.policies` reads them).
        redact: Whether secrets are taken out of all that is said, before it is written.
        sync: Whether each entry is forced onto the disk, to outlive a loss of power; much slower.
        now: Tells the time; the clock, when not given.

    Raises:
        MisuseError: The trace is there already, or a recording of it is.

    >>> import tempfile, tollens
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with tollens.Recorder(f"{folder}/t.json", assistant="an agent", model="m-1", task="Cap it") as recorder:
    ...         with recorder.action("EditFile", "Cap the fee", "No cap was there.") as step:
    ...             step.file("fees.py")
    ...         recorder.complete("The fee is capped.")
    ...     tollens.load(f"{folder}/t.json").trace.files_modified
    ('fees.py',)
    """

    def __init__(
        self,
        path: str,
        *,
        assistant: str,
        model: str,
        task: str,
        trace_id: str = "",
        policies: "Iterable[Rule]" = (),
        redact: bool = True,
        sync: bool = False,
        now: Callable[[], str] | None = None,
    ) -> None:
        self._begin(path, policies, redact, sync, now)
        self._owns = True
        trigger = {"type": EventType.TaskReceived.value, "description": task}
        self._head = {
            "trace_id": trace_id or f"recording-{chance.nonce():016x}",
            "spec_version": VERSION,
            "assistant": assistant,
            "model": model,
            "timestamp": self.now(),
            "trigger": trigger,
        }

    def _begin(
        self, path: str, policies: "Iterable[Rule]", redact: bool, sync: bool, now: Callable[[], str] | None
    ) -> None:
        self.path = path
        self.now = now or clock.now
        self._entries = Entries(path, redact, sync, self.now)
        self._watch = Watch(tuple(policies))

    @classmethod
    def join(
        cls,
        path: str,
        *,
        policies: "Iterable[Rule]" = (),
        redact: bool = True,
        sync: bool = False,
        now: Callable[[], str] | None = None,
    ) -> Self:
        """Record into a trace that somebody else began and will end; the arguments are those of a recorder."""
        made = cls.__new__(cls)
        made._begin(path, policies, redact, sync, now)
        made._owns = False
        return made

    # ── beginning and end ────────────────────────────────────────────────────────────────────────────────────────────

    def start(self) -> Self:
        """Begin the recording, or see that there is one to join; entering the context does so.

        Raises:
            MisuseError: The trace or a recording of it is there already.
            WorldError: There is no recording to join, or it cannot be written.
        """
        if not self._owns:
            self.recording()
            return self
        if files.exists(self.path):
            raise MisuseError(f"{self.path} is there already", "Record into a new file, or move the old one away.")
        self._entries.begin(self._head)
        return self

    def complete(self, summary: str = "") -> None:
        """Say that the work is done; without this the trace says that it was not. An error after it takes it back.

        Raises:
            MisuseError: How it ended is said already.
        """
        self._end(EventType.ProcessCompleted, "summary", summary)

    def abort(self, reason: str) -> None:
        """Say that the work was given up, and why."""
        self._end(EventType.ProcessAborted, "reason", reason)

    def _end(self, kind: EventType, member: str, said: str) -> None:
        outcome = {"type": kind.value, member: said or None}

        def made(recording: Recording) -> list[dict[str, Any]]:
            if recording.outcome is not None and kind is EventType.ProcessCompleted:
                raise MisuseError("the end of the work is stated already")
            return [{"outcome": outcome}]

        self._entries.add(made)

    def close(self) -> None:
        """Write the trace, and take the journal away. Of a recording that was joined nothing is written."""
        if self._owns:
            finish(self.path, closed=True)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        if kind is not None and self._owns:
            ended = EventType.ProcessAborted if issubclass(kind, Exception) else EventType.ProcessInterrupted
            self._end(ended, "reason", f"an error ended it: {kind.__name__}")
        self.close()

    async def __aenter__(self) -> Self:
        return await elsewhere(self.start)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        await elsewhere(lambda: self.__exit__(kind, error, trace))

    # ── what happens ─────────────────────────────────────────────────────────────────────────────────────────────────

    def action(self, kind: ActionType | str, label: str, rationale: str, *, tool: str = "", detail: str = "") -> "Step":
        """A step of the work, to be entered as a context; it is written when it begins, and its end when it ends.

        Args:
            kind: Its type (§8.1), such as `EditFile`.
            label: What is done, in a few words.
            rationale: Why.
            tool: What it is done with.
            detail: More about it.

        Raises:
            MisuseError: There is no such type.
        """
        return Step(
            self._entries, typed(kind), {"label": label, "rationale": rationale, "detail": detail or None, "tool": tool}
        )

    def artifact(self, artifact: Any) -> str:
        """Record an artifact (§7): made by the current step, if there is one. Gives its id, made up where it is empty.

        Raises:
            MisuseError: Its id is taken.
        """
        step = CURRENT.get()
        if step is not None and step.entries is self._entries:
            return step.makes(artifact)
        return self._entries.artifact(artifact, None)

    def goal(self, name: str, intent: str, *, scope: Sequence[str] = ()) -> None:
        """State what the work is for (§18.1); criteria are added to the trace by `tollens accept`.

        Raises:
            MisuseError: There is a goal of that id.
        """

        def made(recording: Recording) -> list[dict[str, Any]]:
            if name in recording.goals:
                raise MisuseError(f"there is a goal {name!r} already")
            stated = {"goal_id": name, "intent": intent, "scope": list(scope), "acceptance": []}
            return [{"goal": {**stated, "status": GoalStatus.GoalActive.value}}]

        self._entries.add(made)

    def residual(
        self,
        kind: ResidualKind,
        statement: str,
        *,
        severity: ResidualSeverity | None = None,
        target: TargetRef | None = None,
        check: str = "",
    ) -> str:
        """Declare a gap (§13.1): what was assumed, not verified, left out. Gives the id of its artifact.

        Raises:
            MisuseError: It is a defeater, which is raised against a claim: `tollens contest`.
        """
        if kind is ResidualKind.Defeater:
            raise MisuseError("a defeater is evidence against a claim, not a gap", "tollens contest raises one.")
        return self.artifact(gap(self._entries.title(statement), kind, statement, severity, target, check))

    def observe(self, statement: str, *, derived_from: Sequence[str] = ()) -> None:
        """Note what the current step showed (§9.2).

        Raises:
            MisuseError: No step is being done.
        """
        self._step().observe(statement, derived_from=derived_from)

    def _step(self) -> "Step":
        step = CURRENT.get()
        if step is None or step.entries is not self._entries:
            raise MisuseError("no step is being done", "with recorder.action(…) begins one.")
        return step

    # ── asking ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def would_violate(
        self, kind: ActionType | str, label: str = "", *, path: str = "", command: str = ""
    ) -> "tuple[Violation, ...]":
        """The policies that such a step would violate, were it done now; see `tollens.Monitor`.

        Args:
            kind: Its type.
            label: What would be done.
            path: The file that it would be done to.
            command: The command that it would run.
        """
        with self._entries.lock:
            return self._watch.would_violate(self.recording(), proposed(typed(kind), label, path, command))

    @property
    def unfollowed(self) -> "tuple[Unfollowed, ...]":
        """The policies that cannot be followed step by step, and why; `tollens check` judges the whole trace."""
        with self._entries.lock:
            return self._watch.unfollowed(self.recording())

    def recording(self) -> Recording:
        """What was recorded so far, by anybody."""
        return self._entries.recording()

    def document(self) -> Document:
        """The trace as it would be, were the recording cut off here."""
        return self.recording().document(closed=False)
