"""What a session format reports of its reading, and how it counts."""

from collections import Counter
from collections.abc import Mapping

import msgspec

from tollens.core.derive.record.account import Count, Damage, Found, Records

NAMES = 100
"""Most different names that are counted one by one; further ones are counted together."""

REST = "(further names)"


def counted(counts: Mapping[str, int]) -> tuple[Count, ...]:
    """Counts by name, most frequent first, the names cut to 100 characters."""
    found = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Count(name[:100], count) for name, count in found)


def tally(counts: Counter[str], name: str, more: int = 1) -> None:
    """Count a name that comes from the file: hostile files may have any number of different ones."""
    counts[name if name in counts or len(counts) < NAMES else REST] += more


def records_of(number: int, skipped: Counter[str], damaged: tuple[Damage, ...]) -> Records:
    """What became of `number` records that are objects, each used or skipped, and of what is none."""
    return Records(number + len(damaged), number - skipped.total(), counted(skipped), damaged)


class Account(msgspec.Struct, frozen=True):
    """What a session format reports of its reading: its part of the account of the capture."""

    records: Records
    found: Found
    unknown_records: tuple[Count, ...] = ()
    unknown_tools: tuple[Count, ...] = ()
    unknown_fields: tuple[Count, ...] = ()
    missing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
