"""§15.3 What a merge says of itself: the JSON of `tollens merge --json`."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.merge.account import Account, Bucket
from tollens.core.merge.changes import ChangeSet
from tollens.core.merge.combination import Combination, Kind
from tollens.core.merge.coverage import Regression
from tollens.core.merge.descent import HINT, Doubt
from tollens.core.merge.parents import Side
from tollens.core.model.merging import CarriedForwardBasis
from tollens.core.validate.wording import quoted

_FEW = 5
"""So many components stand in a message at most."""


class ResultReport(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """What became of one prior result.

    Attributes:
        result_id: Its id in the parent.
        from_: The parent that has it: `ours`, `theirs`, or `both` in the same words.
        merged_id: Its id in the merged trace.
        bucket: `CarriedForward`, `NeedsRereasoning` or `Reestablished`.
        basis: On what it is carried forward.
        closure: Ids of the components that it rests on, sorted: those that were checked.
        touched: Of these, and of what it would newly rest on, those that differ in the merged model, sorted.
        via_assumptions: Ids of the artifacts that state the assumptions under which it is carried forward.
        reason: Why, as a sentence without a full stop.
        by: The result that establishes it again.
    """

    result_id: str
    from_: str
    merged_id: str
    bucket: Bucket
    basis: CarriedForwardBasis | None
    closure: tuple[str, ...]
    touched: tuple[str, ...]
    via_assumptions: tuple[str, ...]
    reason: str
    by: str | None = None


class CoverageReport(msgspec.Struct, frozen=True):
    """A goal whose scope gained what nothing proves.

    Attributes:
        goal_id: In the merged trace.
        added: What it covers now, neither parent that has it covered, and nothing proves; sorted.
        removed: What a parent covered that is gone; sorted.
    """

    goal_id: str
    added: tuple[str, ...]
    removed: tuple[str, ...]


class MergeReport(msgspec.Struct, frozen=True):
    """What a merge did.

    Attributes:
        total: Whether every result of either parent is in the merged trace, in exactly one bucket.
        change_set: What either side changed against the base.
        results: What became of each prior result: those of ours in list order, then those that only theirs has.
        coverage_regressions: Goals whose scope gained what nothing proves.
        diagnostics: What could not be joined, and what stands in two ways.
    """

    total: bool
    change_set: ChangeSet
    results: tuple[ResultReport, ...]
    coverage_regressions: tuple[CoverageReport, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def counts(self) -> dict[str, int]:
        """Number of prior results by bucket."""
        found = dict.fromkeys((bucket.value for bucket in Bucket), 0)
        for result in self.results:
            found[result.bucket.value] += 1
        return found


def results_of(accounts: Iterable[Account]) -> tuple[ResultReport, ...]:
    """The accounts as the report has them."""
    return tuple(
        ResultReport(
            account.result_id,
            account.from_,
            account.merged_id,
            account.bucket,
            account.basis,
            account.closure,
            account.touched,
            account.via_assumptions,
            account.reason,
            account.by,
        )
        for account in accounts
    )


def coverage_of(regressions: Iterable[Regression]) -> tuple[CoverageReport, ...]:
    """The regressions as the report has them."""
    return tuple(CoverageReport(each.goal_id, each.added, each.removed) for each in regressions)


def of_base(doubt: Doubt | None) -> Iterator[Diagnostic]:
    """What speaks against the base that was given, if something does."""
    if doubt is not None:
        yield Diagnostic("MRG107", "warning", pointer("merge", "base"), doubt.reason, "15.3", HINT)


def remarks(combination: Combination, failed: Iterable[tuple[int, str]]) -> Iterator[Diagnostic]:
    """What of the models is not one model in the merged trace, and what to do.

    Args:
        combination: Of the models of both sides.
        failed: The lines that could not be joined, and why.
    """
    where = combination.alignment.where
    for number, kind in enumerate(combination.kinds):
        if kind is Kind.Conflict:
            names = tuple(component.name for component in combination.of_line(number) if component.conflict)
            text = f"both sides changed differently, so that both versions stand: {_listed(names) or where[number]}"
            yield _remark("MRG101", text, "Resolve it in the code, formalize that, and establish the results again.")
        elif kind is Kind.Unknown or (kind is Kind.Gone and any(number in combination.whole[side] for side in Side)):
            why = next(held[number] for held in combination.whole.values() if number in held)
            yield _remark("MRG102", f"model {quoted(where[number])}: {why}", "Formalize it again over the merged code.")
    for number, why in failed:
        text = f"model {quoted(where[number])} could not be joined, so that the texts of both sides stand: {why}"
        yield _remark("MRG103", text, "Formalize it again over the merged code.")


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _FEW
    return ", ".join(map(quoted, names[:_FEW])) + (f" and {more} more" if more > 0 else "")


def _remark(code: str, text: str, hint: str) -> Diagnostic:
    return Diagnostic(code, "warning", pointer("artifacts"), text, "15.3", hint)
