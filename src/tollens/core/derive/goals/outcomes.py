"""§18.2 What became of a criterion: its status, the evidence for it, and why."""

from collections.abc import Iterable, Sequence

import msgspec

from tollens.core.model.goals import AcceptanceStatus

BLOCKED, TODO, DOING, DONE = (
    AcceptanceStatus.AcceptBlocked,
    AcceptanceStatus.AcceptTodo,
    AcceptanceStatus.AcceptDoing,
    AcceptanceStatus.AcceptDone,
)
RANK = {BLOCKED: 0, TODO: 1, DOING: 2, DONE: 3}
"""From what stands against to what is established."""

BASES = ("absence", "met", "text", "model")
"""What a Done may rest on other than an uncontested, fresh result or a stated target, the weakest first.

- `absence`: a `not` of something for which there is no evidence.
- `met`: the role under which evidence counts that is contested or outdated.
- `text`: a change that names its symbol in its summary or name alone.
- `model`: a formal model that lists the symbol; no change of code does.
"""

_MOST_REASONS = 3


class Evidence(msgspec.Struct, frozen=True, gc=False):
    """What resolves a criterion: the id of an artifact, evaluation or residual, and the position if an artifact's."""

    name: str
    position: int = -1


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """What became of a criterion.

    Attributes:
        status: As resolved.
        evidence: What was found, whether or not it sufficed.
        reason: Why, unless plainly done.
        counterexample: Of a refutation.
        basis: One of `BASES`, or empty.
        void: It is open for a reason that says nothing about the matter itself, such as outdated evidence or an empty
            range; `not` does not turn it into Done.
        manual: Its authored status is all there is.
    """

    status: AcceptanceStatus
    evidence: tuple[Evidence, ...] = ()
    reason: str = ""
    counterexample: str | None = None
    basis: str = ""
    void: bool = False
    manual: bool = False


def weakest(bases: Iterable[str]) -> str:
    """The weakest of some bases."""
    given = set(bases)
    return next((basis for basis in BASES if basis in given), "")


def least(outcomes: Sequence[Outcome]) -> Outcome:
    """All of these must hold: the least favourable status, with everything that was found.

    Args:
        outcomes: One at least.
    """
    if len(outcomes) == 1:
        return outcomes[0]
    status = min((outcome.status for outcome in outcomes), key=RANK.__getitem__)
    deciding = [outcome for outcome in outcomes if outcome.status is status]
    reasons = list(dict.fromkeys(outcome.reason for outcome in deciding if outcome.reason))
    more = len(reasons) - _MOST_REASONS
    told = "; ".join(reasons[:_MOST_REASONS]) + (f"; and {more} more" if more > 0 else "")
    return Outcome(
        status,
        tuple(dict.fromkeys(found for outcome in outcomes for found in outcome.evidence)),
        told,
        next((outcome.counterexample for outcome in deciding if outcome.counterexample is not None), None),
        weakest(outcome.basis for outcome in outcomes) if status is DONE else "",
        any(outcome.void for outcome in deciding),
    )


def unresolved(authored: AcceptanceStatus | None, reason: str, evidence: tuple[Evidence, ...] = ()) -> Outcome:
    """Nothing resolves a bound criterion: it keeps its authored status, but for Done, which no evidence backs."""
    if authored is DONE:
        return Outcome(TODO, evidence, f"authored as done, but {reason}", void=True)
    return Outcome(authored or TODO, evidence, reason)
