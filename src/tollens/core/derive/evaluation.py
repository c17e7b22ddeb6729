"""The one evaluation behind every screen, every JSON and every exit status (§18.3): nothing else decides what holds."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from tollens.core.derive.goals.resolution import Resolution, resolve_goals
from tollens.core.derive.policies import PolicyVerdict
from tollens.core.derive.residuals.established import Established, establish
from tollens.core.diagnostics import Report
from tollens.core.graph.index import Index
from tollens.core.model.trace import Trace
from tollens.core.ports import LanguageOf
from tollens.core.shown import html_of
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document

_NONE: Mapping[str, str] = MappingProxyType({})


class Evaluation(msgspec.Struct, frozen=True):
    """A trace, judged.

    Attributes:
        report: What its validation found.
        established: What stands before any goal is asked.
        resolution: What became of its goals.
        policies: What became of its policies, as far as they were evaluated.
    """

    report: Report
    established: Established
    resolution: Resolution
    policies: tuple[PolicyVerdict, ...] = ()

    def _repr_html_(self) -> str | None:
        return html_of(self)

    @property
    def index(self) -> Index:
        """Of the trace."""
        return self.established.index

    @property
    def trace(self) -> Trace:
        """The trace, in the lenient reading."""
        return self.established.index.trace


def evaluate(document: Document, language_of: LanguageOf, engines: Mapping[str, str] = _NONE) -> Evaluation:
    """Judge a trace: deterministic, read-only, from nothing but the trace and the arguments.

    Args:
        document: The trace.
        language_of: Finds the languages that models are written in.
        engines: The current version of engines by name, where it is known from outside the trace (§18.3).
    """
    report = validate(document)
    index = Index(document.trace, lambda: document.value)
    established = establish(index, language_of, engines)
    return Evaluation(report, established, resolve_goals(established))
