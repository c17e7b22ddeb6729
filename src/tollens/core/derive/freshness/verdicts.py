"""§18.3 Freshness: whether a reasoning result still applies to the model as it is now. Derived, never stored.

A result is Fresh only where that follows: its checksum was recomputed and is equal, or the closure of its target in the
model that it was computed over is the closure now. What cannot be recomputed, read or ordered is Stale and says why. A
result whose target is gone is Detached. A result without a fingerprint is judged by the rule of version 1.7: Stale once
what it is about was edited.
"""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from tollens.core.derive.freshness.judge import Judge
from tollens.core.derive.freshness.rulings import Basis
from tollens.core.derive.freshness.subjects import reasoning_results
from tollens.core.graph.index import Index
from tollens.core.model.goals import Freshness
from tollens.core.ports import LanguageOf

_NONE: Mapping[str, str] = MappingProxyType({})


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """Whether one reasoning result still applies, and how that was decided.

    Attributes:
        artifact_id: The result.
        verdict: `Fresh`, `Stale` or `Detached`.
        basis: How it was decided, by one of these words. `checksum`: the stored checksum was recomputed; `model`: the
            model that the result was computed over was compared with the current one; `text`: likewise, of a language
            that cannot be read here, as text; `textual`: the stored checksum was recomputed as the reference
            implementation does; `order`: no fingerprint, so the later edits decide; `absent`: the target is in no
            current model; `moved`: its component defines another name now; `engine`: the engine has advanced;
            `reference`: what was conformed to was replaced; `task`: the fingerprint is about another symbol than the
            goal; `unread`: a model could not be read; `unclear`: the record does not say which model is current;
            `disturbed`: a residual asks for it to be established again, as a merge does; `unverifiable`: there is
            nothing to compare with.
        reason: The same as a sentence.
        symbol: What of the model the result is about; `None` for all of its target.
        changed: Names of definitions that differ, sorted; the first few of them.
        moved_to: Where the target seems to have gone: a definition that reads the same but for names.
    """

    artifact_id: str
    verdict: Freshness
    basis: Basis
    reason: str
    symbol: str | None = None
    changed: tuple[str, ...] = ()
    moved_to: str | None = None


class FreshnessReport(msgspec.Struct, frozen=True):
    """Which results of a trace still apply.

    Attributes:
        holds: Whether every result that nothing supersedes is Fresh.
        counts: Number of results by verdict; each of the three is present.
        superseded: Ids of the results that a later result supersedes, in list order; they are history.
        freshness: The verdict on each result, in list order.
    """

    holds: bool
    counts: dict[str, int]
    superseded: tuple[str, ...]
    freshness: tuple[Verdict, ...]


def report(index: Index, verdicts: Mapping[str, Verdict]) -> FreshnessReport:
    """Sum up the verdicts that `freshness` gave."""
    results = {result.artifact_id: result for _, result in reasoning_results(index)}
    superseded = {
        name
        for name, result in results.items()
        for later in index.lines.after.get(index.artifact_at[name], ())
        if type(index.trace.artifacts[later]) is type(result)
    }
    counts = {word.value: sum(each.verdict is word for each in verdicts.values()) for word in Freshness}
    return FreshnessReport(
        holds=all(each.verdict is Freshness.Fresh or each.artifact_id in superseded for each in verdicts.values()),
        counts=counts,
        superseded=tuple(name for name in verdicts if name in superseded),
        freshness=tuple(verdicts.values()),
    )


def freshness(index: Index, language_of: LanguageOf, engines: Mapping[str, str] = _NONE) -> dict[str, Verdict]:
    """Judge every reasoning result.

    Args:
        index: Of the trace.
        language_of: Finds the languages that models are written in.
        engines: The current version of engines by name, where it is known from outside the trace.

    Returns:
        The verdicts by artifact id, in list order. Of two results with one id the worse verdict stands.
    """
    judge = Judge(index, language_of, engines)
    found: dict[str, Verdict] = {}
    for subject in judge.sight.subjects:
        made = judge.ruling(subject)
        name = subject.result.artifact_id
        known = found.get(name)
        if known is None or known.verdict is Freshness.Fresh:
            found[name] = Verdict(
                name, made.verdict, made.basis, made.reason, subject.symbol, made.changed, made.moved_to
            )
    return found
