"""The account of a capture: what became of every record of a session, and what its file does not have.

It stands in a captured trace as the metadata of the artifact `capture-report`. Nothing is dropped in silence: `total =
used + skipped + damaged` holds for every capture.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from tollens.core.model import Trace, Unrecognized

ARTIFACT = "capture-report"
"""Id of the artifact that holds it."""

_TOLD = 12
"""Most names or places that a line of words lists."""

End = Literal["completed", "aborted", "interrupted", "cut off", "unknown"]
"""How a session ended, as far as its file shows."""


class Count(msgspec.Struct, frozen=True):
    """A name and how often it occurred."""

    name: str
    count: int


class Damage(msgspec.Struct, frozen=True):
    """A piece of a file that is no record, with its line, counted from 1; `file` where it is one beside the session."""

    line: int
    reason: str
    file: str = ""


class Records(msgspec.Struct, frozen=True):
    """What became of the records. `skipped` is by type and reason."""

    total: int = 0
    used: int = 0
    skipped: tuple[Count, ...] = ()
    damaged: tuple[Damage, ...] = ()


class Found(msgspec.Struct, frozen=True):
    """How much of each is in the file.

    Attributes:
        prompts: Of a person; machine text is counted in `machine_texts`.
        calls: Tool calls in the agent's own messages; those reported as progress of sub-agents are `subagent_calls`.
        error_results: Results that the file marks as errors, refused calls among them.
        repeats: Records that are copies of earlier ones; they count once.
        abandoned: Calls on branches that were rewound.
        elsewhere: Sub-agents whose records are in other files.
        emptied: Messages of which nothing but the frame is left, as a failed compaction leaves them.
    """

    prompts: int = 0
    machine_texts: int = 0
    calls: int = 0
    subagent_calls: int = 0
    error_results: int = 0
    refused: int = 0
    calls_without_result: int = 0
    results_without_call: int = 0
    interrupts: int = 0
    compactions: int = 0
    repeats: int = 0
    abandoned: int = 0
    elsewhere: int = 0
    emptied: int = 0


class Completeness(msgspec.Struct, frozen=True):
    """How the session ended, on what that rests, and what the file does not have of it, in sentences."""

    end: End
    reason: str = ""
    missing: tuple[str, ...] = ()


class Beside(msgspec.Struct, frozen=True):
    """A further file of the session: its name within the session's folder, and digest and size of its bytes."""

    name: str
    digest: str
    size: int


class CaptureReport(msgspec.Struct, frozen=True):
    """The account of one capture.

    Attributes:
        format: Name of the session format.
        file: What the caller calls the file, without folders, so that the trace does not depend on where the file
            lay; `digest` and `size` (bytes) are over the file as given.
        versions: Of the agent, in the order of their appearance.
        unknown_records, unknown_tools, unknown_fields: Names that the capture did not know.
        redacted: Secrets that were taken out, by kind.
        secrets_kept: Nobody looked for secrets: the capture was told not to.
        content: `full`, or `digest` where texts, outputs, patches and contents of files were left out.
        notes: What had to be repaired or is odd about the times.
        beside: The first 1,000 further files that were read; `records` counts those that they hold.
    """

    format: str
    completeness: Completeness
    records: Records
    file: str = ""
    digest: str = ""
    size: int = 0
    session_id: str = ""
    versions: tuple[str, ...] = ()
    found: Found = Found()
    unknown_records: tuple[Count, ...] = ()
    unknown_tools: tuple[Count, ...] = ()
    unknown_fields: tuple[Count, ...] = ()
    redacted: tuple[Count, ...] = ()
    secrets_kept: bool = False
    content: Literal["full", "digest"] = "full"
    notes: tuple[str, ...] = ()
    beside: tuple[Beside, ...] = ()

    @property
    def unknown(self) -> tuple[str, ...]:
        """Names of records, tools and fields that the capture did not know."""
        return tuple(each.name for each in (*self.unknown_records, *self.unknown_tools, *self.unknown_fields))

    @property
    def sentence(self) -> str:
        """What became of the records, in one line."""
        records = self.records
        skipped, secrets = sum(each.count for each in records.skipped), sum(each.count for each in self.redacted)
        total = _number(records.total, "record")
        parts = [
            f"{self.format or 'session'}, {self.completeness.end}",
            f"{total}: {records.used} used, {skipped} skipped, {len(records.damaged)} damaged",
        ]
        if self.unknown:
            parts.append(_number(len(self.unknown), "unknown name"))
        if secrets:
            parts.append(f"{_number(secrets, 'secret')} taken out")
        if self.content == "digest":
            parts.append("contents left out")
        if self.secrets_kept:
            parts.append("secrets were not taken out")
        return "; ".join(parts)

    @property
    def losses(self) -> tuple[str, ...]:
        """What of the session is not in the trace, a line each: what is damaged, not known, or missing."""
        places = [_place(each) for each in self.records.damaged]
        unknown = (
            *(f"record {each.name} ({each.count})" for each in self.unknown_records),
            *(f"tool {each.name} ({each.count})" for each in self.unknown_tools),
            *(f"member {each.name} ({each.count})" for each in self.unknown_fields),
        )
        lines = (_listed("damaged", places), _listed("not known", unknown))
        return (*filter(None, lines), *self.completeness.missing)

    @property
    def particulars(self) -> tuple[str, ...]:
        """All that the sentence only counts, a line each: what was skipped, by type, the losses, secrets and notes."""
        skipped = _listed("skipped", [f"{each.name} ({each.count})" for each in self.records.skipped])
        secrets = _listed("taken out", [f"{each.name} ({each.count})" for each in self.redacted])
        return (*filter(None, [skipped]), *self.losses, *filter(None, [secrets]), *self.notes)

    @property
    def whole(self) -> bool:
        """Whether the file had all of the session, to its end, and every record was read."""
        ended = self.completeness.end not in ("cut off", "unknown")
        return ended and not self.records.damaged and not self.completeness.missing


def _number(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _place(damage: Damage) -> str:
    return f"line {damage.line}{f' of {damage.file}' if damage.file else ''} ({damage.reason})"


def _listed(what: str, names: Sequence[str]) -> str:
    """A line that lists names; empty where there are none."""
    more = f", and {len(names) - _TOLD} more" if len(names) > _TOLD else ""
    return f"{what}: {', '.join(names[:_TOLD])}{more}" if names else ""


def account(trace: Trace) -> CaptureReport | None:
    """The account in the trace, or `None` where it carries none; one that cannot be read says so of itself."""
    for artifact in trace.artifacts:
        if artifact.artifact_id == ARTIFACT:
            held = None if isinstance(artifact, Unrecognized) or artifact.metadata is None else artifact.metadata.value
            try:
                return msgspec.convert(held, CaptureReport)
            except msgspec.ValidationError:
                missing = ("the account of the capture, which cannot be read",)
                return CaptureReport("", Completeness("unknown", missing=missing), Records())
    return None
