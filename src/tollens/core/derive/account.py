"""The account that a captured trace carries of its own making: metadata of the artifact `capture-report`."""

from typing import Any

import msgspec

from tollens.core.model import Trace, Unrecognized

ARTIFACT = "capture-report"
"""Id of the artifact that holds it."""


class Account(msgspec.Struct, frozen=True):
    """What became of an agent's session when the trace was made from it.

    Attributes:
        format: Of the session.
        end: How the session ended, as far as its file shows: `completed`, `aborted`, `interrupted`, `cut off`.
        total, used, skipped, damaged: Records of the session, and what became of them.
        unknown: Names of records, tools and fields that the capture did not know.
        redacted: Secrets that were taken out.
        missing: What the file does not have, in sentences.
    """

    format: str
    end: str
    total: int
    used: int
    skipped: int
    damaged: int
    unknown: tuple[str, ...]
    redacted: int
    missing: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """What became of the records, in one line."""
        parts = [
            f"{self.format or 'session'}, {self.end or 'end unknown'}",
            f"{self.total} records: {self.used} used, {self.skipped} skipped, {self.damaged} damaged",
        ]
        if self.unknown:
            parts.append(f"{len(self.unknown)} unknown names")
        if self.redacted:
            parts.append(f"{self.redacted} secrets taken out")
        return "; ".join(parts)

    @property
    def whole(self) -> bool:
        """Whether the file had all of the session, to its end, and every record was read."""
        return bool(self.end) and self.end != "cut off" and not self.damaged and not self.missing


def account(trace: Trace) -> Account | None:
    """The account in the trace, or `None` where it carries none. Members of another shape are read past."""
    for artifact in trace.artifacts:
        if not isinstance(artifact, Unrecognized) and artifact.artifact_id == ARTIFACT:
            held = {} if artifact.metadata is None else artifact.metadata.value
            records, end = _object(held, "records"), _object(held, "completeness")
            return Account(
                format=_text(held, "format"),
                end=_text(end, "end"),
                total=_number(records, "total"),
                used=_number(records, "used"),
                skipped=_sum(records, "skipped"),
                damaged=len(_list(records, "damaged")),
                unknown=tuple(
                    _text(count, "name")
                    for name in ("unknown_records", "unknown_tools", "unknown_fields")
                    for count in _list(held, name)
                ),
                redacted=_sum(held, "redacted"),
                missing=tuple(item for item in _list(end, "missing") if isinstance(item, str)),
            )
    return None


def _object(held: Any, name: str) -> dict[str, Any]:
    found = held.get(name) if isinstance(held, dict) else None
    return found if isinstance(found, dict) else {}


def _list(held: Any, name: str) -> list[Any]:
    found = held.get(name) if isinstance(held, dict) else None
    return found if isinstance(found, list) else []


def _text(held: Any, name: str) -> str:
    found = held.get(name) if isinstance(held, dict) else None
    return found if isinstance(found, str) else ""


def _number(held: Any, name: str) -> int:
    found = held.get(name) if isinstance(held, dict) else None
    return found if type(found) is int else 0


def _sum(held: Any, name: str) -> int:
    return sum(_number(count, "count") for count in _list(held, name))
