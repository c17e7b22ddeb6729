"""§15.3 The merge of two traces: one trace with both histories, and the account of every prior result."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tollens.core.errors import MisuseError
from tollens.core.graph.index import Index
from tollens.core.merge.buckets import Buckets
from tollens.core.merge.changes import change_set
from tollens.core.merge.classification import classify
from tollens.core.merge.coverage import regressions
from tollens.core.merge.parents import Parents, Side, current, whose
from tollens.core.merge.questions import questions
from tollens.core.merge.recording import recorded
from tollens.core.merge.report import MergeReport, coverage_of, of_base, remarks, results_of
from tollens.core.merge.union import Union, document_of, unite
from tollens.core.merge.views import Views
from tollens.core.merge.world import both, world_of
from tollens.core.ports import LanguageOf
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value


class Merged(NamedTuple):
    """A merged trace, and what the merge says of itself."""

    document: Document
    report: MergeReport


def merge(
    parents: Parents,
    language_of: LanguageOf,
    *,
    trace_id: str,
    at: str,
    by: str,
    engines: Mapping[str, str],
    renewed: Sequence[Document] = (),
) -> Merged:
    """Bring two traces together, and account for every result of either.

    Args:
        parents: The two, and what both came from.
        language_of: Finds the languages that models are written in.
        trace_id: Of the merged trace.
        at: When, as RFC 3339.
        by: Who merges.
        engines: The current version of engines by name, where it is known from outside the traces.
        renewed: Traces whose results supersede some of the parents', by the ids of the merged trace.

    Raises:
        MisuseError: A list of a trace is no list, or the id is that of a parent or of the base.
    """
    if (taken := whose(trace_id, parents)) is not None:
        text = f"the merged trace cannot have the id of {taken}, {quoted(trace_id)}: it is another trace"
        raise MisuseError(text, "Give it an id of its own.")
    views = Views(language_of, engines)
    looked = both(parents, views)
    union, names = _united(parents, renewed, trace_id, at, by)
    document = document_of(union.value, (parents.ours, parents.theirs, *renewed))
    world = world_of(looked, document, names, views, joins=True)
    accounts = classify(world)
    changes = change_set(world.combination, world.edited, accounts)
    gained = regressions(world.sides, world.merged[0].view, union, accounts)
    models = tuple(world.joining.models.values())
    document = recorded(parents, union, world.union.index, accounts, gained, models, to_value(changes))
    held = Buckets(Index(document.trace))
    report = MergeReport(
        all(len(held.of(account)) == 1 for account in accounts),
        changes,
        results_of(accounts),
        coverage_of(gained),
        (*of_base(parents.doubt), *remarks(world.combination, world.joining.failed.items()), *questions(union)),
    )
    return Merged(document, report)


def _united(
    parents: Parents, renewed: Sequence[Document], trace_id: str, at: str, by: str
) -> tuple[Union, Mapping[tuple[Side, str], str]]:
    """Both histories as one trace, with what establishes results again behind them; and what artifacts are called."""
    union = unite(parents, trace_id, at, by)
    names = union.names
    for trace in renewed:
        ours = document_of(union.value, (parents.ours, parents.theirs, *renewed))
        held = parents._replace(ours=ours, theirs=current(trace, "what is new"), base=None)
        union = union.joined_by(unite(held, trace_id, at, by))
    return union, names
