"""§15.3 The merge of two traces: one trace with both histories, and the account of every prior result."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from tollens.core.graph.index import Index
from tollens.core.merge.alignment import Which
from tollens.core.merge.buckets import Buckets
from tollens.core.merge.changes import change_set
from tollens.core.merge.classification import World, classify
from tollens.core.merge.combination import Combination
from tollens.core.merge.coverage import regressions
from tollens.core.merge.edited import Edited
from tollens.core.merge.joining import join
from tollens.core.merge.parents import Parents, Side, current
from tollens.core.merge.placement import Placement
from tollens.core.merge.recording import recorded
from tollens.core.merge.report import MergeReport, coverage_of, remarks, results_of
from tollens.core.merge.union import Union, document_of, unite
from tollens.core.merge.views import View, Views
from tollens.core.ports import LanguageOf
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.core.wire.reading import Reading


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
        MisuseError: A list of a trace is no list.
    """
    views = Views(language_of, engines)
    sides, every = sides_of(parents, views)
    combination = Combination(every)
    edited = edits_of(combination, every)
    union, names = _united(parents, renewed, trace_id, at, by)
    together = views.of(document_of(union.value, (parents.ours, parents.theirs, *renewed)))
    placement = Placement(combination.alignment, together, names)
    joining = join(combination, together, placement, views.readings)
    for number, why in joining.failed.items():
        combination.doubt(number, why)
    merged = together
    if joining.models:
        merged = views.of(_with_models(together.document, joining.models))
        placement = Placement(combination.alignment, merged, names)
    accounts = classify(World(sides, combination, edited, merged, placement, names))
    changes = change_set(combination, edited, accounts)
    gained = regressions(sides, merged, union, accounts)
    document = recorded(parents, union, together.index, accounts, gained, joining.models, to_value(changes))
    held = Buckets(Index(document.trace))
    report = MergeReport(
        all(len(held.of(account)) == 1 for account in accounts),
        changes,
        results_of(accounts),
        coverage_of(gained),
        tuple(remarks(combination, joining.failed.items())),
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


def sides_of(parents: Parents, views: Views) -> tuple[dict[Side, View], dict[Which, View]]:
    """The views of the parents, and with that of the base."""
    sides = {side: views.of(parents.of(side)) for side in Side}
    every: dict[Which, View] = {} if parents.base is None else {None: views.of(parents.base)}
    return sides, every | dict(sides.items())


def edits_of(combination: Combination, every: Mapping[Which, View]) -> dict[Side, Edited]:
    """What each side edited since the base; without one, what the other side has not."""
    before = every.get(None)
    return {side: Edited(combination.alignment, side, before or every[side.other]) for side in Side}


def _with_models(document: Document, models: Sequence[dict[str, Any]]) -> Document:
    """The union with the joined models, made by an action after all others: what the results are judged over."""
    trace = document.trace
    number = max((action.id for action in trace.actions if action.id is not None), default=0) + 1
    action = {"id": number, "category": "governance", "type": "LinkTrace", "label": "Merge", "rationale": ""}
    made = [{**model, "producer_action_id": number} for model in models]
    added = Document.of({"trace_id": trace.trace_id, "actions": [action], "artifacts": made})
    value = dict(document.value)
    value["actions"] = [*value.get("actions", ()), action]
    value["artifacts"] = [*value.get("artifacts", ()), *made]
    extended = msgspec.structs.replace(
        trace,
        actions=(*trace.actions, *added.trace.actions),
        artifacts=(*trace.artifacts, *added.trace.artifacts),
    )
    return Document(value, None, Reading(extended, document.faults))
