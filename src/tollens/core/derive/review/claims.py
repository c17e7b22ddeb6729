"""What the record claims to have established, and by what (§10, §14, policies). Nothing is recomputed or raised."""

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from tollens.core.derive.record.changes import Since
from tollens.core.derive.record.runs import Results, Run
from tollens.core.derive.residuals.contested import EVALUATED, dispute_of, targeted
from tollens.core.derive.residuals.established import Established
from tollens.core.derive.residuals.surface import Defeater
from tollens.core.derive.review.strength import Strength, strength_of_artifact, strength_of_run
from tollens.core.graph.answers import answered_again
from tollens.core.graph.index import Index
from tollens.core.model import (
    Action,
    ActivityAction,
    CarriedForwardArtifact,
    CommitArtifact,
    ConformanceResultArtifact,
    CoSimulationResultArtifact,
    DiffArtifact,
    ExecutionMetadata,
    FormalizationArtifact,
    FormalizationStatus,
    KnownArtifact,
    Policy,
    PolicyEvaluation,
    ReasoningResult,
    StateSpaceAnalysisResultArtifact,
    Trace,
    Unrecognized,
    UserApprovalArtifact,
    VerificationGoalArtifact,
    VerificationResultArtifact,
)

Weight = Literal["against", "open", "for"]
"""Whether a verdict speaks against the work, leaves the question open, or speaks for it."""

AGAINST = frozenset({"refuted", "failed", "mismatched"})
FOR = frozenset({"proved", "passed", "matched", "complete", "approved"})
"""The verdicts that speak against the work, and for it."""


class Claim(msgspec.Struct, frozen=True):
    """One verdict that the record holds.

    Attributes:
        verdict: In the specification's words: `proved`, `refuted`, `passed`, …; `empty` for an analysis that has no
            regions, which claims nothing.
        subject: What it is about.
        by: What gave it: an engine, a command, a person; empty where the record does not say.
        artifact_id, action_id: Where it stands.
        detail: The counterexample, the note, the size of the analysis.
        contested_by: The open defeater against it or against what it rests on.
        contested_at: What that defeater contests: an artifact, a policy, or `action N`.
        replaced_by: A later answer to the same question.
        carried_by: The artifact that carries it over a merge, provably untouched (§15.3).
        doubted_by: What puts it in doubt: an open residual which says that a merge disturbed it, a later version of
            what it is about, an element that bears on it and is not recognized, or that its step was abandoned.
        outdated: Number of files changed after it; counted for checks that were run and for approvals.
        unfollowed: Number of actions after it that may have changed files which the record does not name; likewise.
        beside: It is an approval of something else than a change, such as a plan.
        ran: It is the end of a check that was run.
        weight: What it says about the work once all of the above is counted in.
        policy_id: Of a recorded evaluation, its policy.
        strength: How strong its evidence is at most, by what gave it, or weaker where that says so of itself; empty
            where it shows nothing. The strongest first: `proof`, `sat`, `tests`, `static_analysis`, `attested`.
        freshness: Of a reasoning result: `Fresh`, `Stale` or `Detached` (§18.3); null for any other claim.
        basis: How that was decided, by the words that a [Verdict](#verdict) explains; empty where there is none.
    """

    verdict: str
    subject: str
    by: str = ""
    artifact_id: str | None = None
    action_id: int | None = None
    detail: str = ""
    contested_by: str | None = None
    contested_at: str | None = None
    replaced_by: str | None = None
    carried_by: str | None = None
    doubted_by: str | None = None
    outdated: int = 0
    unfollowed: int = 0
    beside: bool = False
    ran: bool = False
    weight: Weight = "open"
    policy_id: str | None = None
    strength: Strength = ""
    freshness: str | None = None
    basis: str = ""


_ORDER = ("against", "open", "for")


def claims(
    established: Established,
    doubted: Mapping[str, str],
    runs: tuple[Run, ...],
    since: Mapping[int | None, Since],
    stated: Mapping[str, object],
) -> tuple[Claim, ...]:
    """Every claim, those against the work first, otherwise in the record's order.

    Args:
        established: What stands in the trace.
        doubted: By the id of a result: what puts it in doubt.
        runs: What was run; of several runs of one command the last one counts.
        since: What came after each run that checked something, and after each action that made an approval.
        stated: By the id of a result: what it says of its strength.
    """
    trace, defeaters, contested = established.index.trace, established.defeaters, established.contested
    found = [
        *_from_artifacts(established, doubted, since, stated),
        *_from_policies(trace, targeted(defeaters, *EVALUATED), contested),
        *_from_runs(trace, runs, since, _disputed_runs(trace, defeaters, contested)),
    ]
    weighed = [msgspec.structs.replace(claim, weight=_weight(claim)) for claim in found]
    return tuple(sorted(weighed, key=lambda claim: _ORDER.index(claim.weight)))


def _weight(claim: Claim) -> Weight:
    if claim.replaced_by is not None:
        return "open"
    if claim.verdict in AGAINST or claim.contested_by is not None:
        return "against"
    settled = claim.doubted_by is None and not claim.outdated and not claim.unfollowed and not claim.beside
    return "for" if claim.verdict in FOR and settled else "open"


def _from_artifacts(
    established: Established,
    doubted: Mapping[str, str],
    since: Mapping[int | None, Since],
    stated: Mapping[str, object],
) -> Iterator[Claim]:
    index = established.index
    tools = _tools(index.trace.actions)
    held = {artifact.artifact_id: artifact for _, artifact in index.artifacts}
    replaced = _replaced(index)
    carried = {each.payload.result_id: each.artifact_id for _, each in index.of(CarriedForwardArtifact)}
    for _, artifact in index.artifacts:
        claim = _claim(artifact, held)
        if isinstance(artifact, UserApprovalArtifact):
            claim = _approval(artifact, held, since[artifact.producer_action_id])
        if claim is not None:
            at, by = established.contested.get(artifact.artifact_id, (None, None))
            verdict = established.freshness.get(artifact.artifact_id)
            yield msgspec.structs.replace(
                claim,
                by=claim.by or tools.get(artifact.producer_action_id, ""),
                artifact_id=artifact.artifact_id,
                action_id=artifact.producer_action_id,
                contested_by=by,
                contested_at=at,
                replaced_by=replaced.get(artifact.artifact_id),
                carried_by=carried.get(artifact.artifact_id),
                doubted_by=claim.doubted_by or doubted.get(artifact.artifact_id),
                strength=strength_of_artifact(artifact, stated.get(artifact.artifact_id)),
                freshness=None if verdict is None else verdict.verdict.value,
                basis="" if verdict is None else verdict.basis,
            )


def _tools(actions: tuple[Action, ...]) -> dict[int | None, str]:
    return {
        action.id: action.execution.tool
        for action in actions
        if not isinstance(action, Unrecognized)
        and isinstance(action.execution, ExecutionMetadata)
        and action.execution.tool
    }


def _replaced(index: Index) -> dict[str, str]:
    """Each artifact with the later one that supersedes it; a result only with one that answers its question again.

    What supersedes a refutation, and answers another question, does not answer it.
    """
    results = {result.artifact_id for _, result in index.artifacts if isinstance(result, ReasoningResult)}
    others = {name: by for name, by in index.replaced.items() if name not in results}
    return others | answered_again(index, lambda _: True)


def _claim(artifact: KnownArtifact, held: Mapping[str, KnownArtifact]) -> Claim | None:
    match artifact:
        case VerificationResultArtifact():
            return _verification(artifact, held)
        case StateSpaceAnalysisResultArtifact():
            return _analysis(artifact)
        case ConformanceResultArtifact():
            payload = artifact.payload
            subject = f"{_title(payload.target_artifact_id, held)} against {payload.reference_artifact_id}"
            detail = payload.note or "; ".join(payload.findings)
            return Claim(payload.status.value, subject, payload.engine or "", detail=detail)
        case CoSimulationResultArtifact():
            replay = artifact.payload
            subject = f"co-simulation of {_title(replay.target_artifact_id, held)}"
            return Claim(replay.status.value, subject, replay.engine or "", detail=replay.summary or "")
        case CarriedForwardArtifact() if artifact.payload.result_id not in held:  # else it is told with the result
            carried = artifact.payload
            return Claim("carried", f"{carried.result_id}, which is no result of this trace", carried.basis.value)
        case FormalizationArtifact() if artifact.payload.status is not FormalizationStatus.Transparent:
            return Claim(artifact.payload.status.value, f"formalization {artifact.name or artifact.artifact_id}")
        case _:
            return None


def _verification(artifact: VerificationResultArtifact, held: Mapping[str, KnownArtifact]) -> Claim:
    payload = artifact.payload
    goal = held.get(payload.goal_artifact_id)
    unknown_goal = None
    if isinstance(goal, VerificationGoalArtifact):
        symbol = goal.payload.target_symbol
        subject = goal.payload.description or goal.name or goal.artifact_id
        if symbol and symbol not in subject:
            subject = f"{symbol}: {subject}"
    else:
        subject = payload.goal_artifact_id
        unknown_goal = "its goal, which is none of this trace"
    return Claim(payload.status.value, subject, payload.engine or "", detail=_answer(artifact), doubted_by=unknown_goal)


def _approval(artifact: UserApprovalArtifact, held: Mapping[str, KnownArtifact], since: Since) -> Claim:
    """An approval speaks for the work only where it derives from a change: one of a plan was given before the work."""
    parents = [held[name] for name in artifact.derived_from if name in held]
    changed = any(_is_change(each) or any(_is_change(held.get(one)) for one in each.derived_from) for each in parents)
    told = artifact.summary or artifact.name or artifact.artifact_id
    titles = [title for name in artifact.derived_from if (title := _title(name, held)) not in told]
    subject = f"{', '.join(titles)}: {told}" if titles else told
    return Claim("approved", subject, outdated=since.files, unfollowed=since.actions, beside=not changed)


def _is_change(artifact: KnownArtifact | None) -> bool:
    return isinstance(artifact, DiffArtifact | CommitArtifact)


def _answer(artifact: VerificationResultArtifact) -> str:
    result = artifact.payload.result
    if result.refuted:
        return f"counterexample: {result.refuted.counterexample}"
    if result.sat:
        return f"satisfiable, no proof: {result.sat.model.src}"
    if result.unknown:
        return result.unknown.note or ""
    return ""


def _analysis(artifact: StateSpaceAnalysisResultArtifact) -> Claim:
    payload = artifact.payload
    verdict = (
        {True: "complete", False: "incomplete", None: "unstated"}[payload.complete] if payload.regions else "empty"
    )
    subject = f"{payload.analysis_kind} of {payload.target_symbol or payload.target_artifact_id}"
    number = len(payload.regions)
    return Claim(verdict, subject, detail=f"{number} region{'' if number == 1 else 's'}")


def _title(name: str, held: Mapping[str, KnownArtifact]) -> str:
    artifact = held.get(name)
    return name if artifact is None or artifact.name is None else artifact.name


def _from_policies(trace: Trace, aimed: Mapping[str, str], contested: Mapping[str, tuple[str, str]]) -> Iterator[Claim]:
    names = {policy.policy_id: policy.name for policy in trace.policies if isinstance(policy, Policy)}
    unread = {item.text("policy_id") for item in trace.policy_evaluations if isinstance(item, Unrecognized)}
    for evaluation in trace.policy_evaluations:
        if isinstance(evaluation, PolicyEvaluation):
            subject = f"policy {names.get(evaluation.policy_id) or evaluation.policy_id}"
            verdict = evaluation.status.value.replace("_", " ")
            at, by = dispute_of(evaluation, aimed, contested) or (None, None)
            yield Claim(
                verdict,
                subject,
                "recorded evaluation",
                None,
                evaluation.checked_at_action_id,
                evaluation.note or "",
                contested_by=by,
                contested_at=at,
                doubted_by="another evaluation, not recognized" if evaluation.policy_id in unread else None,
                policy_id=evaluation.policy_id,
            )


def _disputed_runs(
    trace: Trace, defeaters: tuple[Defeater, ...], contested: Mapping[str, tuple[str, str]]
) -> dict[int, tuple[str, str]]:
    """The actions of which what they ran is contested, as itself or as its result: what is, and by which defeater."""
    aimed = targeted(defeaters, "action")
    if not aimed and not contested:
        return {}
    found: dict[int, tuple[str, str]] = {}
    results = Results(trace.artifacts)
    for action in trace.actions:
        if isinstance(action, ActivityAction):
            if str(action.id) in aimed:
                found[action.id] = (f"action {action.id}", aimed[str(action.id)])
            names = (result.artifact_id for result in results.of(action))
            result = next((contested[name] for name in names if name in contested), None)
            if result is not None:
                found.setdefault(action.id, result)
    return found


def _from_runs(
    trace: Trace,
    runs: tuple[Run, ...],
    since: Mapping[int | None, Since],
    disputed: Mapping[int, tuple[str, str]],
) -> Iterator[Claim]:
    """How each check ended last; a failure on a course that was given up says nothing of the work that was kept."""
    doubts = _later_unread(trace)
    checks = [run for run in runs if run.checks]
    last = {(run.key, run.abandoned is None): run for run in checks if run.outcome != "unknown"}
    latest = {(run.key, run.abandoned is None): run for run in checks}
    for name, run in last.items():
        if run.outcome == "passed" or run.abandoned is None:
            later = latest[name]
            again = "" if later is run else f"action {later.action_id}, the same check with an unknown end"
            how = f"exit {run.exit_code}" if run.exit_code is not None else f"said {' '.join(run.said)!r}"
            at, by = disputed.get(run.action_id, (None, None))
            yield Claim(
                run.outcome,
                run.command,
                f"{run.type}, {how}",
                None,
                run.action_id,
                run.last_line,
                contested_by=by,
                contested_at=at,
                outdated=since[run.action_id].files,
                unfollowed=since[run.action_id].actions + run.overtaken,
                doubted_by=doubts.get(run.action_id)
                or (run.abandoned and f"{run.abandoned}, which was abandoned")
                or again
                or None,
                ran=True,
                strength=strength_of_run(run),
            )


def _later_unread(trace: Trace) -> dict[int, str]:
    """Each action that something unrecognized follows: an action, or what a run gave, which may name its command.

    It may have changed anything or failed at the same check.
    """
    results = Results(trace.artifacts)
    found: dict[int, str] = {}
    doubt = ""
    for action in reversed(trace.actions):
        if isinstance(action, Unrecognized):
            doubt = f"a later action that is not recognized, {action.path}"
            continue
        if doubt:
            found[action.id] = doubt
        if isinstance(action, ActivityAction) and results.unread(action):
            doubt = f"a later result that is not recognized, of action {action.id}"
    return found
