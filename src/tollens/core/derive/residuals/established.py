"""What the record says before any goal is asked (§13, §18.3): gaps, contested claims, and which results still hold."""

from collections.abc import Mapping

import msgspec

from tollens.core.derive.freshness.verdicts import Verdict, freshness
from tollens.core.derive.residuals.contested import contested
from tollens.core.derive.residuals.disturbed import disturbed
from tollens.core.derive.residuals.reopened import DerivedGap, reopened
from tollens.core.derive.residuals.surface import Defeater, Gap, surface
from tollens.core.graph.index import Index
from tollens.core.ports import LanguageOf


class Established(msgspec.Struct, frozen=True):
    """What stands, what is disputed and what is open.

    Attributes:
        index: Of the trace.
        gaps, defeaters: The declared residual surface.
        contested: By artifact id: the id of the artifact that is contested, and the id of the defeater.
        freshness: The verdict on each reasoning result, by artifact id, in list order; none that a residual asks to
            establish again is Fresh.
        derived: The gaps that stale and detached results reopen.
    """

    index: Index
    gaps: tuple[Gap, ...]
    defeaters: tuple[Defeater, ...]
    contested: Mapping[str, tuple[str, str]]
    freshness: Mapping[str, Verdict]
    derived: tuple[DerivedGap, ...]


def establish(index: Index, language_of: LanguageOf, engines: Mapping[str, str]) -> Established:
    """Read what stands.

    Args:
        index: Of the trace.
        language_of: Finds the languages that models are written in.
        engines: The current version of engines by name, where it is known from outside the trace.
    """
    gaps, defeaters = surface(index)
    verdicts = freshness(index, language_of, engines)
    disputes = contested(index.trace.artifacts, defeaters)
    reopens = reopened(index, verdicts)  # what is disturbed has a declared gap
    return Established(index, gaps, defeaters, disputes, disturbed(verdicts, gaps), reopens)
