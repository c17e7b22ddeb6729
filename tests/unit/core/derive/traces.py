"""Small traces for the tests of derived views: members laid over a minimal trace."""

from typing import Any

from tollens.apps import wiring
from tollens.core.derive.review.report import Review
from tollens.core.derive.review.reviewing import review
from tollens.core.wire.document import Document


def document(**members: Any) -> Document:
    """A trace with these members."""
    minimal = {
        "trace_id": "t1",
        "spec_version": "1.11",
        "assistant": "an agent",
        "model": "a model",
        "timestamp": "2026-01-01T00:00:00Z",
        "trigger": {"type": "TaskReceived", "description": "do it"},
        "outcome": {"type": "ProcessCompleted"},
        "actions": [],
        "artifacts": [],
    }
    return Document.of({**minimal, **members})


def reviewed(**members: Any) -> Review:
    """The review of a trace with these members."""
    made = document(**members)
    return review(wiring.evaluated(made, {}))


def action(number: int, kind: str, label: str = "a step", category: str = "activity", **members: Any) -> dict[str, Any]:
    """An action."""
    return {"id": number, "category": category, "type": kind, "label": label, "rationale": "needed", **members}


def ran(number: int, command: str, exit_code: int | None, kind: str = "RunTests", **members: Any) -> dict[str, Any]:
    """An action that ran a command."""
    evidence = {"type": "CommandOutput", "ref": command, "exit_code": exit_code}
    request = {"command": command, **members.pop("request", {})}
    return action(number, kind, request=request, evidence=[evidence], **members)


def edited(number: int, path: str, kind: str = "EditFile", **members: Any) -> dict[str, Any]:
    """An action that changed a file."""
    return action(number, kind, evidence=[{"type": "FileRef", "ref": path}], **members)


def artifact(artifact_id: str, kind: str, payload: object = None, **members: Any) -> dict[str, Any]:
    """An artifact."""
    held = {} if payload is None else {"payload": payload}
    return {"artifact_id": artifact_id, "artifact_type": kind, **held, **members}


def model(name: str = "model") -> dict[str, Any]:
    """A formal model."""
    return artifact(name, "FormalModel", {"model_language": "iml", "formal_code": "let f x = x"})


def goal(name: str = "goal", target: str = "model", **members: Any) -> dict[str, Any]:
    """A verification goal."""
    payload = {"goal_id": 1, "kind": "theorem", "description": "f is total", "src": "", "target_artifact_id": target}
    return artifact(name, "VerificationGoal", payload | members)


def answer(name: str, verdict: str = "proved", goal: str = "goal", **members: Any) -> dict[str, Any]:
    """A verification result."""
    results = {
        "proved": {"proof_pp": "auto"},
        "refuted": {"counterexample": "x = 0"},
        "sat": {"model": {"m_type": "instance_model", "src": "x = 1"}},
        "unknown": {"note": "out of time"},
    }
    payload = {"goal_id": 1, "goal_artifact_id": goal, "status": verdict, "engine": "an engine"}
    return artifact(name, "VerificationResult", payload | {"result": {verdict: results[verdict]}}, **members)


def residual(name: str, kind: str = "unverified", anchors: tuple[str, ...] = (), **payload: Any) -> dict[str, Any]:
    """A residual."""
    held = {"kind": kind, "statement": f"what {name} says", **payload}
    return artifact(name, "Residual", held, derived_from=list(anchors))


def defeater(name: str, target: str, **payload: Any) -> dict[str, Any]:
    """A defeater of an artifact."""
    aimed = {"target": {"target_type": "artifact", "target_id": target}}
    return residual(name, "defeater", (target,), defeater_kind="rebuts", **(aimed | payload))
