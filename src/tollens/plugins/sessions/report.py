"""The account of a capture: what became of every record, and what the file does not have.

Nothing is dropped in silence: `total = used + skipped + damaged` holds for every capture.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Literal

import msgspec

from tollens.plugins.sessions.source import Damage

NAMES = 100
"""Most different names that are counted one by one; further ones are counted together."""

REST = "(further names)"


class Count(msgspec.Struct, frozen=True):
    """A name and how often it occurred."""

    name: str
    count: int


def counted(counts: Mapping[str, int]) -> tuple[Count, ...]:
    """Counts by name, most frequent first, the names cut to 100 characters."""
    found = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Count(name[:100], count) for name, count in found)


def tally(counts: Counter[str], name: str, more: int = 1) -> None:
    """Count a name that comes from the file: hostile files may have any number of different ones."""
    counts[name if name in counts or len(counts) < NAMES else REST] += more


class Records(msgspec.Struct, frozen=True):
    """What became of the records. `skipped` is by type and reason."""

    total: int
    used: int
    skipped: tuple[Count, ...]
    damaged: tuple[Damage, ...]


class Found(msgspec.Struct, frozen=True):
    """How much of each is in the file.

    Attributes:
        prompts: Of a person; machine text is counted in `machine_texts`.
        calls: Tool calls in the agent's own messages; those reported as progress of sub-agents are `subagent_calls`.
        error_results: Results that the file marks as errors, refused calls among them.
        repeats: Records that are copies of earlier ones; they count once.
        abandoned: Calls on branches that were rewound.
        elsewhere: Sub-agents whose records are in other files.
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


class Account(msgspec.Struct, frozen=True):
    """What a session format reports of its reading."""

    records: Records
    found: Found
    unknown_records: tuple[Count, ...] = ()
    unknown_tools: tuple[Count, ...] = ()
    unknown_fields: tuple[Count, ...] = ()
    missing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


End = Literal["completed", "aborted", "interrupted", "cut off"]


class Completeness(msgspec.Struct, frozen=True):
    """How the session ended, on what that rests, and what the file does not have of it."""

    end: End
    reason: str
    missing: tuple[str, ...]


class CaptureReport(msgspec.Struct, frozen=True):
    """The account of one capture; the same value stands in the trace as metadata of the artifact `capture-report`.

    Attributes:
        format: Name of the session format.
        file: What the caller calls the file, without folders, so that the trace does not depend on where the file
            lay; `digest` and `size` (bytes) are over the file as given.
        versions: Of the agent, in the order of their appearance.
    """

    format: str
    file: str
    digest: str
    size: int
    session_id: str
    versions: tuple[str, ...]
    records: Records
    found: Found
    unknown_records: tuple[Count, ...]
    unknown_tools: tuple[Count, ...]
    unknown_fields: tuple[Count, ...]
    redacted: tuple[Count, ...]
    completeness: Completeness
    notes: tuple[str, ...]
