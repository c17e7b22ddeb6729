"""One step of the work that is recorded: what it is based on, what it made, how it ended."""

import os
from collections.abc import Sequence
from contextvars import ContextVar, Token
from typing import TYPE_CHECKING, Any, Self

from tollens.apps.recorder.entries import Entries, gap
from tollens.apps.recorder.saving import elsewhere
from tollens.apps.recorder.verification import answer, fingerprint, question
from tollens.core.author.recording import Recording
from tollens.core.errors import MisuseError
from tollens.core.model import (
    ActionType,
    ActivityActionType,
    CommandResultArtifact,
    Evidence,
    EvidenceType,
    GatewayActionType,
    GovernanceActionType,
    JsonObject,
    Observation,
    ReasoningActionType,
    ResidualKind,
    ResidualSeverity,
    TargetRef,
    TargetType,
)
from tollens.core.wire.careful import printable
from tollens.core.wire.encode import to_value
from tollens.plugins.sessions.assembly.verdicts import outcome

if TYPE_CHECKING:
    from types import TracebackType

    from tollens.core.model import ProvedResult, RefutedResult, SatResult, UnknownResult

_CATEGORIES: tuple[tuple[type[Any], str], ...] = (
    (ActivityActionType, "activity"),
    (GatewayActionType, "gateway"),
    (ReasoningActionType, "reasoning"),
    (GovernanceActionType, "governance"),
)
_CHANGING = (
    ActivityActionType.EditFile,
    ActivityActionType.CreateFile,
    ActivityActionType.DeleteFile,
    ActivityActionType.RenameFile,
)

CURRENT: ContextVar["Step | None"] = ContextVar("step", default=None)
"""The step that is being done: of each thread and each asynchronous task its own."""


def typed(kind: ActionType | str) -> ActionType:
    """The action type of that name (§8.1).

    Raises:
        MisuseError: There is none.
    """
    said = kind if isinstance(kind, str) else kind.value
    for family, _ in _CATEGORIES:
        if said in family._value2member_map_:
            found: ActionType = family(said)
            return found
    from difflib import get_close_matches

    known = [each.value for family, _ in _CATEGORIES for each in family]
    near = get_close_matches(said, known, 1)
    raise MisuseError(
        f"there is no action type {said[:100]!r}",
        f"Did you mean {near[0]}?" if near else "tollens schema lists them (§8.1).",
    )


def proposed(kind: ActionType, label: str, path: str, command: str) -> dict[str, Any]:
    """An action that might be done, as a JSON value without its number."""
    evidence = [Evidence(typ=EvidenceType.FileRef, ref_=path)] if path else []
    evidence += [Evidence(typ=EvidenceType.CommandOutput, ref_=command)] if command else []
    said = {"category": category(kind), "type": kind.value, "label": label or kind.value, "rationale": "proposed"}
    request = {"path": path or None, "command": command or None}
    held = {name: value for name, value in request.items() if value and not isinstance(kind, GatewayActionType)}
    return {**said, "evidence": [to_value(each) for each in evidence], **({"request": held} if held else {})}


def category(kind: ActionType) -> str:
    """The category that an action of that type is of (§8.1)."""
    return next(word for family, word in _CATEGORIES if isinstance(kind, family))


class Step:
    """A step of the work, while it is being done. A context manager, with `with` as with `async with`.

    Attributes:
        entries: Where it is recorded.
        id: Its number; 0 before it began.
    """

    def __init__(self, entries: Entries, kind: ActionType, said: dict[str, Any]) -> None:
        self.entries = entries
        self.id = 0
        self._kind = kind
        self._said = said
        self._gained: dict[str, list[Any]] = {"inputs": [], "outputs": [], "evidence": [], "observations": []}
        self._files: list[str] = []
        self._summary: str | None = None
        self._token: Token[Step | None] | None = None

    def start(self) -> Self:
        """Write that it begins; entering the context does so."""
        gateway = isinstance(self._kind, GatewayActionType)
        tool = self._said.pop("tool")

        def made(recording: Recording) -> list[dict[str, Any]]:
            if recording.outcome is not None:
                raise MisuseError("the end of the work is stated already", "Say so after the last step.")
            self.id = recording.next_action
            action = {"id": self.id, "category": category(self._kind), "type": self._kind.value, **self._said}
            action |= {} if gateway else {"request": {"at": self.entries.now()}}
            action |= {"execution": {"tool": tool}} if tool else {}
            return [{"action": action, "open": True}]

        self.entries.add(made)
        return self

    def reads(self, *artifacts: str) -> None:
        """Say which artifacts it is based on, by id."""
        self._gained["inputs"].extend(artifacts)

    def makes(self, artifact: Any) -> str:
        """Record an artifact that it made; gives the id, which is made up where it is empty."""
        name = self.entries.artifact(artifact, self.id)
        self._gained["outputs"].append(name)
        return name

    def file(self, path: "str | os.PathLike[str]") -> None:
        """Say which file it is about. It counts once the step has ended well."""
        self._files.append(os.fsdecode(path))

    def command(self, line: str, *, exit_code: int | None = None, output: str = "") -> str:
        """Record a command with what it printed and how it ended; without an exit code that stays unknown.

        The exit code of a line such as `pytest | tail` is not that of its tests: it says nothing of how they ended.
        """
        if exit_code is not None and not -(2**31) <= exit_code < 2**32:
            raise MisuseError(f"{exit_code} is no exit code", "Give what the command ended with, such as 0 or 1.")
        line, output = printable([line, output])  # what was decoded with half a character in it
        status, own = ("unknown", None) if exit_code is None else outcome(line, exit_code, output)
        self._evidence(Evidence(typ=EvidenceType.CommandOutput, ref_=line, exit_code=own))
        held = {"command": line, "exit_code": own, "status": status, "output": output}
        if own != exit_code:
            held["line_exit_code"] = exit_code
        return self.makes(
            CommandResultArtifact(artifact_id="", name=self.entries.title(line), payload=JsonObject.of(held))
        )

    def url(self, address: str) -> None:
        """Say which page or document it is about."""
        self._evidence(Evidence(typ=EvidenceType.UrlRef, ref_=address))

    def _evidence(self, evidence: Evidence) -> None:
        self._gained["evidence"].append(to_value(evidence))

    def observe(self, statement: str, *, derived_from: Sequence[str] = ()) -> None:
        """Note what it showed (§9.2)."""
        seen = Observation(statement=statement, derived_from=tuple(derived_from))
        self._gained["observations"].append(to_value(seen))

    def summary(self, text: str) -> None:
        """Say what came of it, in a few words."""
        self._summary = text

    def verified(
        self,
        result: "ProvedResult | RefutedResult | SatResult | UnknownResult",
        *,
        claim: str,
        model: str,
        symbol: str | None = None,
        engine: str,
        engine_version: str | None = None,
        source: str = "",
    ) -> str:
        """Record a reasoner's answer about a model that was recorded (§10.3, §10.4), with its fingerprint (§10.4a).

        The fingerprint is taken from the model as it stands now. Where none can be taken, the result has none, and an
        observation says why.

        Args:
            result: The answer.
            claim: What was asked, in plain language.
            model: Id of the FormalModel artifact.
            symbol: What in it the answer is about.
            engine: Which reasoner answered.
            engine_version: Its version.
            source: The goal in the model's language.

        Returns:
            The id of the result.

        Raises:
            MisuseError: There is no such model.
        """
        recording = self.entries.recording()
        asked = question(recording, self.entries.title(claim), claim, model, symbol, source)
        goal = self.makes(asked)
        found, why = fingerprint(recording, model, symbol, engine, engine_version)
        if found is None:
            self.observe(f"The result has no fingerprint: {why}.")
        return self.makes(answer(asked, goal, result, engine, found))

    def end(self, error: type[BaseException] | None = None) -> None:
        """Write that it ended, by an error or without one; leaving the context does so."""
        ended: dict[str, Any] = {"id": self.id}
        if error is None:
            for path in self._files:
                self._evidence(Evidence(typ=EvidenceType.FileRef, ref_=path))
        else:
            self._fail(error)
        ended |= {name: found for name, found in self._gained.items() if found}
        if self._summary is not None and not isinstance(self._kind, GatewayActionType):
            ended["result_summary"] = self._summary
        self.entries.add(lambda _: [{"ended": ended}])

    def _fail(self, error: type[BaseException]) -> None:
        """Nothing that an error ended counts as done; what it may have changed all the same is a gap."""
        self._summary = f"failed: {error.__name__}"
        self.observe(f"An error ended it: {error.__name__}.")
        if self._files and self._kind in _CHANGING:
            names = ", ".join(self._files[:10])
            statement = f"An error ended a change, which may have been made in part: {names}."
            self.makes(
                gap(
                    self.entries.title(statement),
                    ResidualKind.Unverified,
                    statement,
                    ResidualSeverity.MediumResidual,
                    TargetRef(target_type=TargetType.ActionTarget, target_id=str(self.id)),
                    "Look at what stands in the files.",
                )
            )

    def __enter__(self) -> Self:
        self.start()
        self._token = CURRENT.set(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        try:
            self.end(kind)
        finally:
            if self._token is not None:
                CURRENT.reset(self._token)

    async def __aenter__(self) -> Self:
        await elsewhere(self.start)
        self._token = CURRENT.set(self)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        try:
            await elsewhere(lambda: self.end(kind))
        finally:
            if self._token is not None:
                CURRENT.reset(self._token)
