"""The entries of a recording: each is cleaned of secrets and written to the journal before anything else happens."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from tollens.core.author.recording import Recording
from tollens.core.errors import MisuseError
from tollens.core.model import (
    ResidualArtifact,
    ResidualKind,
    ResidualPayload,
    ResidualSeverity,
    ResidualSource,
    ResidualStatus,
    TargetRef,
)
from tollens.core.wire.encode import to_value
from tollens.plugins.sessions.source.redaction import Redactor
from tollens.runtime import chance
from tollens.runtime.journal import SUFFIX, Journal

_TITLE = 72
"""Most characters of a text that stand in a name."""


class Entries:
    """Writes entries, for any number of threads.

    Args:
        path: Of the trace; the journal stands beside it.
        redact: Whether secrets are taken out.
        sync: Whether each entry is forced onto the disk.
        now: Tells the time.

    Attributes:
        lock: Held while an entry is made and written.
    """

    def __init__(self, path: str, redact: bool, sync: bool, now: Callable[[], str]) -> None:
        self.now = now
        self.lock = threading.RLock()
        self._redact = redact
        self._redactor: Redactor | None = None
        self._told: dict[str, int] = {}
        self._journal = Journal(path + SUFFIX, sync=sync)

    def begin(self, head: dict[str, Any]) -> None:
        """Begin the journal.

        Raises:
            MisuseError: There is one already.
        """
        key = chance.key()
        self._redactor = Redactor(key) if self._redact else None
        held, told = self._clean(head)
        self._journal.begin(held, {**told, "tags": key.hex()})

    def recording(self) -> Recording:
        """What was recorded so far, by anybody."""
        with self.lock:
            return self._journal.recording()

    def add(self, make: Callable[[Recording], Sequence[dict[str, Any]]]) -> None:
        """Write the entries that are made of what was recorded so far."""

        def cleaned(recording: Recording) -> list[dict[str, Any]]:
            self._meet(recording)
            cleaned = map(self._clean, make(recording))
            return [{**held, **told} for held, told in cleaned]

        with self.lock:
            self._journal.add(cleaned)

    def artifact(self, artifact: Any, producer: int | None) -> str:
        """Write an artifact, which an action made or none; gives its id, made up where it is empty.

        Raises:
            MisuseError: It is none, or its id is taken.
        """
        value = to_value(artifact)
        if not isinstance(value, dict) or not isinstance(value.get("artifact_type"), str):
            raise MisuseError("that is no artifact", "Give a value of tollens.model, such as SourceCodeArtifact.")
        given: list[str] = []

        def made(recording: Recording) -> list[dict[str, Any]]:
            name = value.get("artifact_id") or recording.new_artifact_id(value["artifact_type"].lower())
            if name in recording.artifacts:
                raise MisuseError(f"there is an artifact {name!r} already", "Leave the id empty, and one is made up.")
            given.append(name)
            return [{"artifact": {**value, "artifact_id": name, "producer_action_id": producer}}]

        self.add(made)
        return given[0]

    def title(self, text: str) -> str:
        """A text as a name: without secrets, and only then cut, so that no part of one is left."""
        with self.lock:
            self._meet(self._journal.recording())
            return (text if self._redactor is None else self._redactor.text(text))[:_TITLE]

    def _meet(self, recording: Recording) -> None:
        """Mark secrets as whoever began the recording does."""
        if self._redact and self._redactor is None:
            self._redactor = Redactor(_key(recording.tags) or chance.key())

    def _clean(self, value: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """A value without its secrets, and what is to be told of those that were taken out since the last time."""
        if self._redactor is None:
            return value, {"unredacted": True}
        held: Any = self._redactor.value(value)
        before, self._told = self._told, dict(self._redactor.counts)
        counts = {kind: n - before.get(kind, 0) for kind, n in self._told.items() if n > before.get(kind, 0)}
        return held, {"redacted": counts} if counts else {}


def _key(tags: str) -> bytes:
    try:
        return bytes.fromhex(tags)
    except ValueError:  # a damaged journal
        return b""


def gap(
    name: str,
    kind: ResidualKind,
    statement: str,
    severity: ResidualSeverity | None = None,
    target: TargetRef | None = None,
    check: str = "",
) -> ResidualArtifact:
    """A gap that the agent declares (§13.1), as an artifact without an id."""
    payload = ResidualPayload(
        kind=kind,
        statement=statement,
        severity=severity,
        target=target,
        suggested_check=check or None,
        source=ResidualSource.AgentDeclared,
        status=ResidualStatus.ResidualOpen,
    )
    return ResidualArtifact(artifact_id="", name=name, payload=payload)
