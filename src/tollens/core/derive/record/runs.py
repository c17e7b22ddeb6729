"""What was run, and how it ended as far as the record shows (§9.1, §10.9). What is not recorded stays unknown."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from tollens.core.model import (
    Action,
    ActivityAction,
    ActivityActionType,
    Artifact,
    CommandResultArtifact,
    Evidence,
    EvidenceType,
    ExecutionMetadata,
    JsonObject,
    KnownAction,
    Unrecognized,
)

RunOutcome = Literal["failed", "unknown", "passed"]

CHECKS = frozenset({ActivityActionType.RunTests, ActivityActionType.TypeCheck, ActivityActionType.Lint})
"""Actions that check the work."""

_COMMANDS = CHECKS | {ActivityActionType.RunCommand}

_FAILED = frozenset({"failed", "failure", "error", "errored", "timeout", "timed_out", "killed", "aborted"})
_PASSED = frozenset({"passed", "pass", "success", "succeeded", "ok"})
_UNSURE = frozenset({"unknown", "interrupted", "cancelled", "pending", "running", "partial", "incomplete"})


class Run(msgspec.Struct, frozen=True):
    """One command that was run.

    Attributes:
        action_id: Of the action.
        type: The action's type, such as `RunTests`.
        command: The command line, or what stands for it in the record.
        outcome: `failed` when any exit status is not 0 or any status word says so; `passed` when an exit status of 0
            or, where none is recorded, a status word says so, and nothing contradicts or is unreadable; else `unknown`.
        exit_code: The exit status, the worst if there are several.
        said: The status words of the record.
        last_line: The last line of its recorded output.
        folder: The working directory, where the record states it.
        abandoned: The abandoned meta-action that it is part of (§8.4).
        passed_later: The action that ran the same command in the same folder later and passed.
        overtaken: A later command of the same line changed files of the work, or may have.
    """

    action_id: int
    type: str
    command: str
    outcome: RunOutcome
    exit_code: int | None = None
    said: tuple[str, ...] = ()
    last_line: str = ""
    folder: str = ""
    abandoned: str | None = None
    passed_later: int | None = None
    overtaken: bool = False

    @property
    def checks(self) -> bool:
        """Whether it checked the work: tests, types, lint."""
        return self.type in _CHECK_NAMES

    @property
    def key(self) -> tuple[str, str]:
        """The same for two runs of one command in one folder."""
        return self.folder, " ".join(self.command.split())


_CHECK_NAMES = frozenset(kind.value for kind in CHECKS)


class Results:
    """The command results of a trace by the action that made them."""

    def __init__(self, artifacts: Iterable[Artifact]) -> None:
        self._by_id: dict[str, CommandResultArtifact] = {}
        self._by_action: dict[int, list[CommandResultArtifact]] = {}
        self._unread: set[str | int | None] = set()
        for artifact in artifacts:
            if isinstance(artifact, Unrecognized):
                self._unread |= {artifact.artifact_id, artifact.number("producer_action_id")}
            if isinstance(artifact, CommandResultArtifact):
                self._by_id.setdefault(artifact.artifact_id, artifact)
                if artifact.producer_action_id is not None:
                    self._by_action.setdefault(artifact.producer_action_id, []).append(artifact)

    def of(self, action: KnownAction) -> list[CommandResultArtifact]:
        """Results that the action lists as outputs, then those that name it as their producer."""
        found = {name: self._by_id[name] for name in action.outputs if name in self._by_id}
        found |= {result.artifact_id: result for result in self._by_action.get(action.id, ())}
        return list(found.values())

    def unread(self, action: KnownAction) -> bool:
        """Whether something that the action made, or its evidence, could not be read: it may say anything."""
        made = self._unread.intersection((action.id, *action.outputs))
        return bool(made) or any(isinstance(item, Unrecognized) for item in action.evidence)


def runs(actions: Iterable[Action], results: Results, dropped: Mapping[int, str]) -> tuple[Run, ...]:
    """Every command that was run, in the order of the record; `dropped` is what `abandoned.abandoned` gives.

    A call of a tool that the record calls a command, for want of a better word, and that has no command line is none.
    """
    found: list[Run] = []
    for action in actions:
        if isinstance(action, ActivityAction):
            made = results.of(action)
            coded = any(code is not None for code in _exit_codes(action))
            if made or coded or action.type in CHECKS or (action.type in _COMMANDS and not _is_tool_call(action)):
                run = _run(action, [artifact.payload.value for artifact in made])
                unsure = run.outcome == "passed" and results.unread(action)
                outcome = "unknown" if unsure else run.outcome
                found.append(msgspec.structs.replace(run, outcome=outcome, abandoned=dropped.get(action.id)))
    return tuple(_with_later_passes(found))


def _is_tool_call(action: ActivityAction) -> bool:
    """Whether the record names the tool behind an action and no command line."""
    named = isinstance(action.execution, ExecutionMetadata) and bool(action.execution.tool)
    return named and not _stated_command(action, [])


def outcome_of(
    action: ActivityAction, payloads: list[dict[str, Any]]
) -> tuple[RunOutcome, int | None, tuple[str, ...]]:
    """How an action ended: outcome, exit status, status words."""
    held = [*payloads, *([action.result.value] if action.result is not None else [])]
    codes = [code for code in _exit_codes(action) if code is not None]
    codes += [payload["exit_code"] for payload in held if type(payload.get("exit_code")) is int]
    words = tuple(
        dict.fromkeys(payload["status"].lower() for payload in held if isinstance(payload.get("status"), str))
    )
    worst = next((code for code in codes if code != 0), 0 if codes else None)
    errs = any(payload.get("is_error") is True for payload in held)
    if worst or errs or _FAILED.intersection(words):
        return "failed", worst, words
    if _UNSURE.intersection(words) or any(payload.get("interrupted") is True for payload in held):
        return "unknown", worst, words
    if worst == 0 or _PASSED.intersection(words):
        return "passed", worst, words
    return "unknown", worst, words


def _exit_codes(action: ActivityAction) -> list[int | None]:
    return [item.exit_code for item in action.evidence if isinstance(item, Evidence)]


def _run(action: ActivityAction, payloads: list[dict[str, Any]]) -> Run:
    outcome, code, words = outcome_of(action, payloads)
    output = next((text for payload in payloads if (text := _output(payload))), action.result_summary or "")
    command, folder = _stated_command(action, payloads) or action.label, _folder(action, payloads)
    return Run(
        action_id=action.id,
        type=action.type.value,
        command=command,
        outcome=outcome,
        exit_code=code,
        said=words,
        last_line=_last_line(output),
        folder=folder,
        overtaken=any(_overtaken(payload) for payload in payloads),
    )


def _overtaken(payload: dict[str, Any]) -> bool:
    judged = payload.get("judged")
    parts = judged if isinstance(judged, list) else []
    return any(isinstance(part, dict) and part.get("overtaken") is True for part in parts)


def _folder(action: ActivityAction, payloads: list[dict[str, Any]]) -> str:
    for holder in [*payloads, _members(action.request)]:
        for name in ("working_directory", "cwd"):
            value = holder.get(name)
            if isinstance(value, str) and value:
                return value
    return ""


def _stated_command(action: ActivityAction, payloads: list[dict[str, Any]]) -> str:
    """The command line by the result, the request, or the evidence (§9.1); empty where none of them has it."""
    for payload in [*payloads, _members(action.request)]:
        for name in ("command", "cmd"):
            value = payload.get(name)
            if isinstance(value, str) and value:
                return value
            if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
                return " ".join(value)
    outputs = (item for item in action.evidence if isinstance(item, Evidence))
    return next((item.ref_ for item in outputs if item.typ is EvidenceType.CommandOutput), "")


def _members(held: JsonObject | None) -> dict[str, Any]:
    return {} if held is None else held.value


def _output(payload: dict[str, Any]) -> str:
    """The recorded output; where streams are apart, standard error, in which commands complain, counts as later."""
    texts = (payload.get(name) for name in ("stderr", "output", "stdout"))
    return next((text for text in texts if isinstance(text, str) and text.strip()), "")


def _last_line(text: str) -> str:
    return text.rstrip().rpartition("\n")[2].strip()


def _with_later_passes(found: list[Run]) -> Iterable[Run]:
    passed_later: dict[tuple[str, str], int] = {}
    turned: list[Run] = []
    for run in reversed(found):
        if run.outcome == "passed" and run.abandoned is None:
            passed_later[run.key] = run.action_id
        elif run.outcome == "failed" and run.key in passed_later:
            run = msgspec.structs.replace(run, passed_later=passed_later[run.key])
        turned.append(run)
    return reversed(turned)
