"""§15.3 Accounts of prior results as artifacts: what stands from earlier merges is kept, replaced or closed.

An account of an earlier merge that says the same is kept, so that merging once more adds nothing. One that says
something else is superseded by the new one. Where several stand, because both parents come from merges of their own,
the others are closed, each by a revision with the status `addressed`: an artifact supersedes one other only (§7.3).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from tollens.core.graph.grounds import results_to_establish_again
from tollens.core.graph.index import Index
from tollens.core.merge.account import Account, Bucket
from tollens.core.merge.coverage import Regression
from tollens.core.merge.likeness import digest
from tollens.core.merge.naming import free_name
from tollens.core.model import (
    CarriedForwardArtifact,
    CarriedForwardPayload,
    JsonObject,
    ReasoningResult,
    ResidualArtifact,
    ResidualKind,
    ResidualPayload,
    ResidualSeverity,
    ResidualSource,
    ResidualStatus,
    TargetRef,
    TargetType,
)

MERGE = "merge"
"""The member of an account's metadata that holds what it rests on, and the tag of the residuals that a merge makes."""

_GOAL, _ANY = "goal_id", ""
"""The member of a CoverageRegression's metadata that names its goal; and what stands for none, as another program's."""

Standing = CarriedForwardArtifact | ResidualArtifact
"""An account that stands."""


class _Earlier(NamedTuple):
    """What stands from earlier merges: by the id of the result, and by the id of the goal."""

    results: Mapping[str, list[Standing]]
    goals: Mapping[str, list[ResidualArtifact]]


def _earlier(index: Index) -> _Earlier:
    results: dict[str, list[Standing]] = {}
    goals: dict[str, list[ResidualArtifact]] = {}
    for _, carried in index.of(CarriedForwardArtifact):
        if carried.artifact_id not in index.replaced:
            results.setdefault(carried.payload.result_id, []).append(carried)
    for _, gap in index.of(ResidualArtifact):
        if gap.artifact_id in index.replaced or gap.payload.status is ResidualStatus.ResidualAddressed:
            continue
        if gap.payload.kind is ResidualKind.NeedsRereasoning:
            for name in _about(index, gap):
                results.setdefault(name, []).append(gap)
        elif gap.payload.kind is ResidualKind.CoverageRegression:
            goals.setdefault(str(_noted(gap).get(_GOAL, _ANY)), []).append(gap)
    return _Earlier(results, goals)


def _about(index: Index, gap: ResidualArtifact) -> tuple[str, ...]:
    """The results that a NeedsRereasoning residual is about."""
    return results_to_establish_again(
        gap.payload, gap.derived_from, lambda name: isinstance(index.artifact(name), ReasoningResult)
    )


def _noted(artifact: Standing) -> Mapping[str, Any]:
    """What an account says that it rests on."""
    held = None if artifact.metadata is None else artifact.metadata.value.get(MERGE)
    return held if isinstance(held, dict) else {}


def untold(index: Index, regressions: Iterable[Regression]) -> Iterator[Regression]:
    """The regressions that no standing residual of a trace tells; one that names no goal may be about any."""
    earlier = _earlier(index)
    for regression in regressions:
        standing = (*earlier.goals.get(regression.goal_id, ()), *earlier.goals.get(_ANY, ()))
        if not any(_tells(one, regression) for one in standing):
            yield regression


def _tells(one: ResidualArtifact, regression: Regression) -> bool:
    """Whether a residual about a goal, or about any, tells what it gained."""
    noted = _noted(one)
    return _GOAL not in noted or set(_listed(noted.get("added"))) >= set(regression.added)


def _listed(held: object) -> list[str]:
    """Names that are listed, as far as they are."""
    return [name for name in held if isinstance(name, str)] if isinstance(held, list | tuple) else []


class Answers:
    """Writes accounts as artifacts.

    Attributes:
        made: Those that were written.

    Args:
        index: Of the trace that they are added to.
        taken: Ids that no new artifact may have.
        action: The id of the action that makes them.
        trace_id: Of the merged trace.
    """

    def __init__(self, index: Index, taken: Iterable[Any], action: int, trace_id: str) -> None:
        self._index = index
        self._earlier = _earlier(index)
        self._taken = set(taken)
        self._action = action
        self._trace_id = trace_id
        self._closed: set[str] = set()
        self.made: list[Standing] = []

    def account(self, account: Account) -> None:
        """Add what an account asks for beyond what stands."""
        held = self._earlier.results.get(account.merged_id, ())
        standing = [one for one in held if one.artifact_id not in self._closed]
        answer = next((one for one in standing if self._says(one, account)), None)
        if answer is None and account.bucket is Bucket.CarriedForward:
            answer = self._carried(account, standing)
        elif answer is None and account.bucket is Bucket.NeedsRereasoning:
            answer = self._rereasoned(account, standing)
        for one in standing:
            if one is not answer and one.artifact_id not in self._closed:
                self._close(one, account, account.by if answer is None else answer.artifact_id)

    def regression(self, regression: Regression) -> None:
        """Add the residual of a goal, unless one stands that says as much."""
        standing = self._earlier.goals.get(regression.goal_id, [])
        if any(_tells(one, regression) for one in standing):
            return
        added = sorted(set(regression.added).union(*(_listed(_noted(one).get("added")) for one in standing)))
        named = ", ".join(added)
        payload = ResidualPayload(
            kind=ResidualKind.CoverageRegression,
            statement=f"The scope of the goal {regression.goal_id} gained in the merge what nothing proves: {named}",
            target=TargetRef(target_type=TargetType.TraceTarget, target_id=self._trace_id),
            related_artifact_ids=regression.stated_by,
            suggested_check=f"Prove {named}, or say why the goal does not cover it.",
        )
        noted = {_GOAL: regression.goal_id, "added": added, "removed": list(regression.removed)}
        self._residual(f"coverage-{regression.goal_id}", payload, noted, standing[0] if standing else None)

    def _carried(self, account: Account, standing: Sequence[Standing]) -> Standing:
        assert account.basis is not None
        before = next((one for one in standing if isinstance(one, CarriedForwardArtifact)), None)
        noted = {"from": account.from_, "reason": account.reason, "touched": list(account.touched)}
        payload = CarriedForwardPayload(
            result_id=account.merged_id,
            basis=account.basis,
            closure=account.closure,
            via_assumptions=account.via_assumptions,
        )
        made = CarriedForwardArtifact(
            artifact_id=self._name(f"carried-{account.merged_id}", [account.closure, noted]),
            revision=_next_revision(before),
            producer_action_id=self._action,
            derived_from=(account.merged_id,),
            supersedes=self._superseded(before),
            summary=f"{account.merged_id} still holds: {account.reason}",
            metadata=JsonObject.of({MERGE: noted}),
            payload=payload,
        )
        self.made.append(made)
        return made

    def _rereasoned(self, account: Account, standing: Sequence[Standing]) -> Standing:
        payload = ResidualPayload(
            kind=ResidualKind.NeedsRereasoning,
            statement=f"{account.merged_id} needs to be established again: {account.reason}",
            target=_result(account),
            suggested_check=f"Establish {account.merged_id} again over the merged model; let that supersede it.",
        )
        noted = {
            "from": account.from_,
            "reason": account.reason,
            "touched": list(account.touched),
            "closure": list(account.closure),
        }
        return self._residual(f"rereason-{account.merged_id}", payload, noted, standing[0] if standing else None)

    def _close(self, old: Standing, account: Account, by: str | None) -> None:
        """Mark an earlier account as answered, by a revision of it that says by what."""
        again = f"{account.merged_id} is accounted for again"
        payload = ResidualPayload(
            kind=ResidualKind.NeedsRereasoning,
            statement=old.payload.statement if isinstance(old, ResidualArtifact) else again,
            target=_result(account),
            rationale=f"{again}, by {by}" if by else again,
            status=ResidualStatus.ResidualAddressed,
        )
        self._residual(f"closed-{old.artifact_id}", payload, {"from": account.from_}, old)

    def _residual(
        self, first: str, payload: ResidualPayload, noted: Mapping[str, Any], before: Standing | None
    ) -> ResidualArtifact:
        target = payload.target
        aimed = target.target_id if target and target.target_type is TargetType.ArtifactTarget else None
        completed = msgspec.structs.replace(
            payload,
            severity=ResidualSeverity.MediumResidual,
            source=ResidualSource.ToolInferred,
            status=payload.status or ResidualStatus.ResidualOpen,
            introduced_by_action_id=self._action,
            tags=(MERGE,),
        )
        made = ResidualArtifact(
            artifact_id=self._name(first, [payload.statement, noted]),
            name=f"{payload.kind.value.replace('_', ' ')}: {aimed or noted.get(_GOAL)}",
            revision=_next_revision(before),
            producer_action_id=self._action,
            derived_from=tuple(dict.fromkeys((*((aimed,) if aimed else ()), *payload.related_artifact_ids))),
            supersedes=self._superseded(before),
            summary=payload.statement,
            metadata=JsonObject.of({MERGE: dict(noted)}),
            payload=completed,
        )
        self.made.append(made)
        return made

    def _superseded(self, before: Standing | None) -> str | None:
        if before is None:
            return None
        self._closed.add(before.artifact_id)
        return before.artifact_id

    def _name(self, first: str, said: object) -> str:
        name = first if first not in self._taken else free_name(first, digest(said), self._taken)
        self._taken.add(name)
        return name

    def _says(self, one: Standing, account: Account) -> bool:
        """Whether an earlier account says of a result what the new one does, and no less."""
        if isinstance(one, CarriedForwardArtifact):
            held = one.payload
            return (
                account.bucket is Bucket.CarriedForward
                and held.basis is account.basis
                and set(held.closure) == set(account.closure)
                and set(held.via_assumptions) == set(account.via_assumptions)
            )
        alone = len(_about(self._index, one)) == 1  # one that is about several cannot be replaced for one of them
        told = set(_noted(one).get("touched", ()))
        return account.bucket is Bucket.NeedsRereasoning and alone and set(account.touched) <= told


def _result(account: Account) -> TargetRef:
    return TargetRef(target_type=TargetType.ArtifactTarget, target_id=account.merged_id)


def _next_revision(before: Standing | None) -> int:
    return 1 if before is None else (before.revision or 1) + 1
