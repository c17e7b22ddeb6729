"""The little traces of the operator table as whole traces, and as one line of text."""

from typing import Any

from tollens.core.model.actions import GatewayActionType, GovernanceActionType, ReasoningActionType
from tollens.core.policy.operators import Example, Step
from tollens.core.validate.examples import a_model, a_proof, a_residual, a_verification_goal, an_artifact
from tollens.core.validate.rule import MINIMAL

_CATEGORIES = {
    **dict.fromkeys((kind.value for kind in GatewayActionType), "gateway"),
    **dict.fromkeys((kind.value for kind in ReasoningActionType), "reasoning"),
    **dict.fromkeys((kind.value for kind in GovernanceActionType), "governance"),
}

_ARTIFACTS = {
    "m": a_model("m"),
    "v": a_proof("v", "g"),
    "d": an_artifact("d", "Diff"),
}


def example_trace(example: Example) -> dict[str, Any]:
    """The JSON value of the trace that an example is about; action ids count from 1."""
    artifacts = []
    for number, step in enumerate(example.steps, 1):
        for name in step.makes:
            origin = {"producer_action_id": number, "derived_from": list(step.uses)}
            artifacts.append(_ARTIFACTS[name] | origin)
    if any("v" in step.makes for step in example.steps):
        artifacts.append(a_verification_goal("g", "m"))
    artifacts += [a_residual(f"r{n}", severity=s, status="open") for n, s in enumerate(example.residuals, 1)]
    actions = [_action(number, step) for number, step in enumerate(example.steps, 1)]
    return MINIMAL | {"actions": actions, "artifacts": artifacts}


def _action(number: int, step: Step) -> dict[str, Any]:
    made: dict[str, Any] = {
        "id": number,
        "category": _CATEGORIES.get(step.kind, "activity"),
        "type": step.kind,
        "label": step.kind,
        "rationale": "it is needed",
        "inputs": list(step.uses),
        "outputs": list(step.makes),
    }
    if step.file:
        made["evidence"] = [{"type": "FileRef", "ref": step.file}]
        made["request"] = {"path": step.file}
    if step.exit_code is not None:
        made["evidence"] = [{"type": "CommandOutput", "ref": "output", "exit_code": step.exit_code}]
    return made


def told(example: Example) -> str:
    """An example's trace in one line.

    >>> told(Example("P(ReadFile)", (Step("ReadFile", "a.py"), Step("EditFile")), False, ("low",)))
    'ReadFile a.py, EditFile; open residuals: low'
    """
    steps = ", ".join(_step(step) for step in example.steps) or "no action"
    return f"{steps}; open residuals: {', '.join(example.residuals)}" if example.residuals else steps


def _step(step: Step) -> str:
    words = [step.kind, step.file]
    words += [f"uses {' '.join(step.uses)}" if step.uses else "", f"makes {' '.join(step.makes)}" if step.makes else ""]
    words += [f"exit {step.exit_code}" if step.exit_code is not None else ""]
    return " ".join(word for word in words if word)
