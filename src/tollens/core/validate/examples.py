"""Elements for the examples of the rules: what a rule is not about is filled in."""

from typing import Any

Value = dict[str, Any]

_CATEGORIES = {
    "Verify": "reasoning",
    "Formalize": "reasoning",
    "ExclusiveDecision": "gateway",
    "ParallelSplit": "gateway",
    "Approve": "governance",
}


def an_action(number: int, kind: str = "ReadFile", **members: Any) -> Value:
    """An action; a reasoning one names its tool, as it should (§8.3)."""
    category = _CATEGORIES.get(kind, "activity")
    made: Value = {"id": number, "category": category, "type": kind, "label": "a step", "rationale": "it is needed"}
    if category == "reasoning":
        made["execution"] = {"tool": "imandrax"}
    return made | members


def an_artifact(name: str, kind: str = "SourceCode", payload: Value | None = None, **members: Any) -> Value:
    """An artifact."""
    made: Value = {"artifact_id": name, "artifact_type": kind} | members
    if payload is not None:
        made["payload"] = payload
    return made


def a_model(name: str = "model", **members: Any) -> Value:
    """A formal model."""
    return an_artifact(name, "FormalModel", {"model_language": "iml", "formal_code": "let f x = x"}, **members)


def a_verification_goal(name: str = "goal", target: str = "model", **payload: Any) -> Value:
    """A verification goal about `target`."""
    said = {"goal_id": 1, "kind": "verify", "description": "f is safe", "src": "fun x -> f x = x"}
    return an_artifact(name, "VerificationGoal", said | {"target_artifact_id": target} | payload)


def an_open_result(name: str = "result", about: str = "goal", **payload: Any) -> Value:
    """A verification result that settles nothing."""
    said: Value = {"goal_id": 1, "goal_artifact_id": about, "status": "unknown", "result": {"unknown": {}}}
    return an_artifact(name, "VerificationResult", said | payload)


def a_proof(name: str = "result", about: str = "goal", **members: Any) -> Value:
    """A proof."""
    said: Value = {"goal_id": 1, "goal_artifact_id": about, "status": "proved"}
    return an_artifact(name, "VerificationResult", said | {"result": {"proved": {"proof_pp": "qed"}}}, **members)


def an_analysis(name: str = "analysis", target: str = "model", **payload: Any) -> Value:
    """A state-space analysis without regions, which settles nothing."""
    said = {"target_artifact_id": target, "analysis_kind": "region_decomposition"}
    return an_artifact(name, "StateSpaceAnalysisResult", said | payload)


def a_conformance_check(target: str = "model", reference: str = "ref", **payload: Any) -> Value:
    """A conformance check that settles nothing."""
    said = {"reference_artifact_id": reference, "target_artifact_id": target, "status": "unknown"}
    return an_artifact("check", "ConformanceResult", said | payload)


def a_reference(name: str = "ref", **members: Any) -> Value:
    """A reference artifact."""
    made = {"reference_artifact_id": name, "name": "the contract", "domain": "payments"}
    return made | {"artifact_type": "RefContractModel"} | members


def a_residual(name: str = "r1", anchors: tuple[str, ...] = (), summary: str = "not checked", **payload: Any) -> Value:
    """A residual artifact that derives from `anchors`."""
    said = {"kind": "limitation", "statement": "not checked"} | payload
    return an_artifact(name, "Residual", said, derived_from=list(anchors), summary=summary)


def a_meta_action(name: str, *actions: int, **members: Any) -> Value:
    """A meta-action over the actions of those ids."""
    return {"id": name, "title": "a step", "action_ids": list(actions), "source": "plan_declared"} | members


def a_member(number: int, of: str) -> Value:
    """An action that names the meta-action `of` as the one around it."""
    return an_action(number, meta_action_id=of)


def a_comment(name: str = "c1", **members: Any) -> Value:
    """A comment on the trace."""
    made = {"comment_id": name, "author": "a reviewer", "created_at": "2026-01-02T00:00:00Z", "body": "why?"}
    return made | {"target": {"target_type": "trace"}} | members


def a_review_item(name: str = "i1", **members: Any) -> Value:
    """A review item about the trace."""
    made: Value = {"review_item_id": name, "author": "a reviewer", "created_at": "2026-01-02T00:00:00Z"}
    return made | {"title": "look here", "target": {"target_type": "trace"}, "status": "open"} | members


def a_criterion(kind: str, binding: Value, name: str = "c1") -> Value:
    """A criterion of a goal."""
    return {"acceptance_id": name, "kind": kind, "label": "it holds", "binding": binding}


def a_goal(*items: Value, **members: Any) -> Value:
    """A goal of the trace with those criteria."""
    return {"goal_id": "g1", "intent": "make it safe", "acceptance": list(items)} | members


def a_policy(name: str = "p1", **members: Any) -> Value:
    """A policy."""
    made = {"policy_id": name, "name": name, "severity": "error", "scope": "trace", "kind": "trace_invariant"}
    return made | {"formula": "G(has_rationale)"} | members


def a_reproduction(**members: Any) -> Value:
    """What a reproducible action says of itself (§12.2)."""
    made: Value = {"status": "reproducible", "reproduction_kind": "tool_reexecution"}
    return made | {"procedure": {"kind": "command", "command": "make check"}} | members


def a_signature(**members: Any) -> Value:
    """A signature record; no real one."""
    made = {"signer": "alice", "content_hash": "sha256:00", "algo": "ssh", "signed_at": "2026-01-02T00:00:00Z"}
    return made | {"signature": "…"} | members


def a_link(**members: Any) -> Value:
    """A link from this trace to another."""
    made = {"link_id": "l1", "from_trace_id": "t1", "to_trace_id": "t0", "relationship": "supersedes"}
    return made | members


MERGE = {"parents": ["ours", "theirs"], "base": "base", "kind": "merge"}
"""A merge of two traces (§15.3)."""
