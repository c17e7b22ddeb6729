"""§15.3 Whether a merged trace gives the account that it must: recomputed from it, its parents and their base alone.

What made the merged trace is not asked and not trusted. Its models are held against what the parents have together;
every artifact of either parent must be in it as it was; each result, in exactly one bucket; and each that is carried
forward must be carried by what is recomputed: the same closure, and nothing in it that differs.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.graph.index import Index
from tollens.core.merge.account import Account, Bucket
from tollens.core.merge.adding import not_added, uncovered
from tollens.core.merge.beside import called_otherwise, not_beside
from tollens.core.merge.buckets import Buckets
from tollens.core.merge.changes import change_set
from tollens.core.merge.classification import classify
from tollens.core.merge.combination import Combination
from tollens.core.merge.coverage import regressions
from tollens.core.merge.joining import amiss
from tollens.core.merge.keeping import not_kept
from tollens.core.merge.matching import names_in
from tollens.core.merge.origin import not_recorded, origin, own_record
from tollens.core.merge.parents import Parents
from tollens.core.merge.places import Kind
from tollens.core.merge.union import unite
from tollens.core.merge.views import View, Views
from tollens.core.merge.world import both, world_of
from tollens.core.model.artifacts import CarriedForwardArtifact
from tollens.core.ports import LanguageOf
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value

_SECTION = "15.3"
_FEW = 5
"""So many ids stand in a message at most."""


class CheckReport(msgspec.Struct, frozen=True):
    """What was recomputed of a merged trace.

    Attributes:
        holds: Whether it gives the account that it must.
        total: Whether every result of either parent is in it, in exactly one bucket.
        counts: Number of prior results by bucket, as the merged trace puts them; `none` and `several` beside the three.
        diagnostics: What is wrong, and what could be said otherwise, each with its place in the merged trace.
    """

    holds: bool
    total: bool
    counts: dict[str, int]
    diagnostics: tuple[Diagnostic, ...]


def check_merge(
    parents: Parents,
    merged: Document,
    language_of: LanguageOf,
    *,
    engines: Mapping[str, str],
    renewed: Sequence[Document] = (),
) -> CheckReport:
    """Recompute what a merged trace says of its prior results.

    Args:
        parents: The traces that came together, and their base.
        merged: What they became.
        language_of: Finds the languages that models are written in.
        engines: The current version of engines by name, where it is known from outside the traces.
        renewed: Traces that came along, whose results supersede some of the parents'.
    """
    views = Views(language_of, engines)
    looked = both(parents, views)
    union = unite(parents, merged.trace.trace_id or "merged", "", "")
    names = names_in(Index(merged.trace), looked.sides, union.names)
    world = world_of(looked, merged, names, views, joins=False)
    found, placement = world.merged[0]
    later = [(held.language, held.text) for trace in renewed for held in views.of(trace).models.texts]
    wrong = [
        _amiss(number, world.combination, why)
        for number, why in amiss(world.combination, found, placement, views.readings, later)
    ]
    checker = _Checker(found)
    accounts = classify(world)
    known = set(names.values())
    missing = [account for account in accounts if account.merged_id not in known]
    diagnostics = [*origin(found.index, parents), *wrong, *map(_missing, missing)]
    renamed = called_otherwise(merged, union)
    changes = change_set(world.combination, world.edited, accounts)
    diagnostics += not_recorded(found.index, parents, union, to_value(changes), renamed)
    diagnostics += uncovered(found.index, regressions(world.sides, found, union, accounts))
    if own_record(found.index, parents, union) is not None:
        diagnostics += not_added(found.index, parents, union, renamed)
    actions = None if Kind.Action in renamed else union.actions
    diagnostics += not_kept(found.index, looked.sides, names, actions)
    diagnostics += not_beside(merged, union, names)
    counts = dict.fromkeys((*(bucket.value for bucket in Bucket), "none", "several"), 0)
    for account in accounts:
        if account.merged_id in known:
            buckets = checker.buckets(account)
            counts["none" if not buckets else buckets[0].value if len(buckets) == 1 else "several"] += 1
            diagnostics += checker.check(account, buckets)
    counts["none"] += len(missing)
    diagnostics += checker.strangers({account.merged_id for account in accounts}, known)
    holds = not any(diagnostic.severity == "error" for diagnostic in diagnostics)
    return CheckReport(holds, counts["none"] == counts["several"] == 0, counts, tuple(diagnostics))


def _amiss(number: int, combination: Combination, why: str) -> Diagnostic:
    where = quoted(combination.alignment.where[number])
    text = f"model {where} is not what the parents have together: {why}"
    return _error("MCK002", ("artifacts",), text, "Merge again, or establish the results over it again.")


def _missing(account: Account) -> Diagnostic:
    text = f"{quoted(account.result_id)} of {account.from_} is not in the merged trace, or not as it was"
    return _error("MCK003", ("artifacts",), text, "A merge drops no result of its parents: merge again.")


def _error(code: str, path: tuple[str | int, ...], text: str, hint: str) -> Diagnostic:
    return Diagnostic(code, "error", pointer(*path), text, _SECTION, hint)


class _Checker:
    """What a merged trace says of its prior results.

    Args:
        found: The merged trace.
    """

    def __init__(self, found: View) -> None:
        self._index = found.index
        self._held = Buckets(found.index)

    def buckets(self, account: Account) -> list[Bucket]:
        """The buckets that the merged trace puts a result in."""
        return self._held.of(account)

    def check(self, account: Account, buckets: list[Bucket]) -> Iterator[Diagnostic]:
        """What is wrong with the account of one result."""
        at = self._index.artifact_at[account.merged_id]
        name = quoted(account.merged_id)
        if not buckets:
            text = f"{name} of {account.from_} is in no bucket: {account.bucket.value} is recomputed, {account.reason}"
            yield _error("MCK004", ("artifacts", at), text, "Record what is recomputed.")
        elif len(buckets) > 1:
            places = (*self._held.carried.get(account.merged_id, ()), *self._held.rereasoned.get(account.merged_id, ()))
            text = f"{name} of {account.from_} is in several buckets"
            yield _error("MCK005", ("artifacts", places[-1]), text, "Keep one: what is recomputed.")
        elif buckets[0] is Bucket.CarriedForward:
            yield from self._warrant(account, self._held.carried[account.merged_id][0])
        elif account.bucket is Bucket.CarriedForward:
            text = f"{name} is said to need re-reasoning, and could be carried forward: {account.reason}"
            hint = "Nothing is wrong; merging again would carry it."
            place = self._held.rereasoned[account.merged_id][0]
            yield Diagnostic("MCK008", "info", pointer("artifacts", place), text, _SECTION, hint)

    def _warrant(self, account: Account, position: int) -> Iterator[Diagnostic]:
        """Whether a result that is carried forward has the warrant that its account states."""
        carried = self._index.trace.artifacts[position]
        assert isinstance(carried, CarriedForwardArtifact)
        payload, name = carried.payload, quoted(account.merged_id)
        place = ("artifacts", position, "payload")
        if account.bucket is not Bucket.CarriedForward:
            text = f"{name} is carried forward without a warrant: {account.reason}"
            yield _error("MCK006", place, text, "Declare NeedsRereasoning, or establish the result again.")
            return
        if payload.basis is not account.basis:
            basis = account.basis.value if account.basis is not None else "none"
            text = f"{name} is carried forward as {payload.basis.value}, and {basis} is recomputed"
            yield _error("MCK007", (*place, "basis"), text, "State the basis that holds.")
        for member, stated, recomputed in (
            ("closure", set(payload.closure), set(account.closure)),
            ("via_assumptions", set(payload.via_assumptions), set(account.via_assumptions)),
        ):
            if stated != recomputed:
                text = f"{member} of {name} {_difference(recomputed - stated, stated - recomputed)}"
                yield _error("MCK007", (*place, member), text, "State exactly what was checked.")

    def strangers(self, prior: set[str], known: set[str]) -> Iterator[Diagnostic]:
        """Accounts of results that neither parent has, but for those that stand in a parent already.

        Args:
            prior: The results of the parents.
            known: Their artifacts.
        """
        artifacts = self._index.trace.artifacts
        for name, held in self._held.carried.items():
            positions = [at for at in held if artifacts[at].artifact_id not in known] if name not in prior else []
            if positions:
                text = f"{quoted(name)} is carried forward, and no result of either parent"
                yield _error(
                    "MCK009",
                    ("artifacts", positions[0], "payload", "result_id"),
                    text,
                    "Name the result that is meant.",
                )


def _difference(lacking: set[str], beyond: set[str]) -> str:
    parts = [
        f"{word} {', '.join(map(quoted, sorted(names)[:_FEW]))}{' and more' if len(names) > _FEW else ''}"
        for word, names in (("lacks", lacking), ("has beyond what is recomputed", beyond))
        if names
    ]
    return " and ".join(parts)
