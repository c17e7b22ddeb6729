"""§18.3 What a judgement of freshness says: the verdict, how it was decided, and why in words."""

from typing import Literal

import msgspec

from tollens.core.model.goals import Freshness

Basis = Literal[
    "checksum",
    "model",
    "text",
    "textual",
    "order",
    "absent",
    "moved",
    "engine",
    "reference",
    "task",
    "unread",
    "unclear",
    "disturbed",
    "unverifiable",
]
"""How a verdict was decided; the documentation of `Verdict` says what each means."""


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """A verdict on one result; the members mean what they mean in `Verdict`."""

    verdict: Freshness
    basis: Basis
    reason: str
    changed: tuple[str, ...] = ()
    moved_to: str | None = None

    @property
    def fresh(self) -> bool:
        """Whether the result still applies."""
        return self.verdict is Freshness.Fresh


def fresh(basis: Basis, reason: str) -> Ruling:
    """It still applies."""
    return Ruling(Freshness.Fresh, basis, reason)


def stale(basis: Basis, reason: str, changed: tuple[str, ...] = (), moved_to: str | None = None) -> Ruling:
    """It must be established again."""
    return Ruling(Freshness.Stale, basis, reason, changed, moved_to)


def detached(reason: str, moved_to: str | None = None) -> Ruling:
    """Its target is gone."""
    return Ruling(Freshness.Detached, "absent", reason, (), moved_to)
