"""What the goals and results of a trace came to, as policies read it (§18.3): computed when a formula asks for it."""

from collections.abc import Callable, Iterable

from tollens.core.derive.evaluation import Evaluation
from tollens.core.graph.index import Index
from tollens.core.policy.checking import Given, asks_what_was_derived
from tollens.core.policy.damage import damaged_lists
from tollens.core.policy.engine import Shared
from tollens.core.policy.record import Derived, Record, Settings
from tollens.core.wire.document import Document

Evaluate = Callable[[Document], Evaluation]
"""Judges a trace by the model languages that are installed."""


def derived(evaluation: Evaluation) -> Derived:
    """What a trace came to."""
    goals = evaluation.resolution.goals
    return Derived(
        acceptance={(goal.goal_id, item.acceptance_id): item.status for goal in goals for item in goal.acceptance},
        open_gaps={goal.goal_id: goal.open_gap_ids for goal in goals},
        freshness={name: verdict.verdict.value for name, verdict in evaluation.established.freshness.items()},
    )


def shared_over(document: Document, policies: Iterable[Given], settings: Settings, evaluate: Evaluate) -> Shared:
    """A trace, ready for policies; it is judged as a whole only where one of them asks for that.

    Args:
        document: The trace.
        policies: All that will be checked over it.
        settings: How they are to be read.
        evaluate: Judges the trace.
    """
    if asks_what_was_derived(policies):
        return shared_of(document, evaluate(document), settings)
    stated = document.beside("high_stakes_paths")
    return Shared(Record(Index(document.trace, lambda: document.value), None, settings, stated), _damaged(document))


def shared_of(document: Document, evaluation: Evaluation, settings: Settings) -> Shared:
    """A trace that was judged already, ready for policies."""
    stated = document.beside("high_stakes_paths")
    return Shared(Record(evaluation.index, derived(evaluation), settings, stated), _damaged(document))


def _damaged(document: Document) -> tuple[str, ...]:
    wrong = any(fault.severity == "error" for fault in document.faults)
    return damaged_lists(document.value) if wrong else ()
