"""The report on one trace: what every format of `tollens report` reads, so that no two of them disagree."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec

from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.review.gate import Gate, Reason
from tollens.core.derive.review.report import Review
from tollens.core.derive.review.worklist import worklist
from tollens.core.policy.checking import Checked
from tollens.core.report.matters import LEVELS, Matter, matters
from tollens.core.report.places import Places
from tollens.core.report.policies import (
    PolicyRow,
    SwitchedOff,
    gate_with,
    rows_of_check,
    rows_of_review,
)

_NO_LINES: Mapping[str, Sequence[int]] = MappingProxyType({})


class Reported(msgspec.Struct, frozen=True):
    """The report on one trace.

    Attributes:
        file: A name of the trace's file that says nothing of the machine: relative to where one works, or its last
            part.
        gate: Whether anything stands against the work, and what; with the policies that were asked for, where any
            were.
        unread: Why the trace could not be read; empty where it could.
        unchecked: Why the policies that were asked for could not be checked; empty where they could.
        policies: The verdicts on those policies and on those of the trace.
        disabled: The policies that were switched off.
        matters: Everything to be told, what stands against the work first.
        review: Of the trace; null where it could not be read.
    """

    file: str
    gate: Gate
    unread: str = ""
    unchecked: str = ""
    policies: tuple[PolicyRow, ...] = ()
    disabled: tuple[SwitchedOff, ...] = ()
    matters: tuple[Matter, ...] = ()
    review: Review | None = None

    @property
    def whole(self) -> bool:
        """Whether everything that was asked for could be looked at."""
        return not self.unread and not self.unchecked


def reported(
    file: str,
    evaluation: Evaluation,
    review: Review,
    checked: Checked | None,
    lines: Mapping[str, Sequence[int]] = _NO_LINES,
    unused: Sequence[str] = (),
) -> Reported:
    """The report on a trace.

    Args:
        file: Its name, as it is to be told.
        evaluation: Of the trace.
        review: Of the same; its gate may count the signatures.
        checked: The answer on the policies that were asked for; `None` where none were.
        lines: The lines of the trace's file on which its elements begin, as `layout` finds them.
        unused: Ids that the project's file speaks of and that no policy here has.
    """
    places = Places(evaluation.index, lines)
    off: tuple[SwitchedOff, ...] = ()
    if checked is None:
        policies, gate = rows_of_review(review.policies), review.gate
    else:
        policies = rows_of_check(checked)
        off = tuple(SwitchedOff(one.policy_id, one.reason, one.source) for one in checked.disabled)
        gate = gate_with(review.gate, policies)
    unchecked = checked.message if checked is not None and checked.gate == "unchecked" else ""
    told = matters(review, gate, policies, off, worklist(evaluation, gate.reasons), places)
    told += tuple(_unused(name) for name in unused)
    if unchecked:
        reason = Reason("undecided policy", "", unchecked)
        gate = Gate(False, (*gate.reasons, reason))
        told = (Matter("unchecked-policies", "error", "trace", "", unchecked), *told)
    ordered = tuple(sorted(told, key=lambda matter: LEVELS.index(matter.level)))
    return Reported(file, gate, "", unchecked, policies, off, ordered, review)


def _unused(name: str) -> Matter:
    return Matter("unused-setting", "warning", "policy", name, f"no policy has the id {name}")


def unread(file: str, why: str) -> Reported:
    """The report on a trace that could not be read."""
    gate = Gate(False, (Reason("invalid", "", why),))
    return Reported(file, gate, why, matters=(Matter("unread-trace", "error", "trace", "", why),))
