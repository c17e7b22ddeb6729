"""Policies, their verdicts and references in the dialect: formulas are text, no verdict is unknown."""

from typing import Any

from tollens.core.errors import PolicySyntaxError
from tollens.core.model.base import Json
from tollens.core.policy.encoded import from_json
from tollens.core.policy.printer import printed
from tollens.plugins.exchange.ponens.changes import Changes, each

_VERDICTS = "policy_evaluations"


def policies(held: list[Any], changes: Changes) -> list[Any]:
    """The policies of a trace."""

    def change(policy: dict[str, Any], at: int) -> dict[str, Any] | None:
        formula = policy.get("formula")
        if formula is None or isinstance(formula, str):
            return policy
        try:
            text = printed(from_json(Json.of(formula)), ascii=True)
        except (PolicySyntaxError, RecursionError, TypeError, ValueError):
            changes.keep(
                "a policy whose formula is neither text nor a tree of one is kept aside", policy, "policies", at
            )
            return None
        changes.changed("the formula of a policy is text, and no tree", "policies", at, "formula")
        return {**policy, "formula": text}

    return each(held, change)


def evaluations(held: list[Any], changes: Changes) -> list[Any]:
    """The recorded verdicts of policies. There is no word for an unknown one, and any other would say more."""

    def change(evaluation: dict[str, Any], at: int) -> dict[str, Any] | None:
        if evaluation.get("status") != "unknown":
            return evaluation
        changes.keep("an unknown verdict of a policy has no word there and is kept aside", evaluation, _VERDICTS, at)
        return None

    return each(held, change)


def references(held: list[Any], changes: Changes) -> list[Any]:
    """The reference artifacts of a trace."""

    def change(reference: dict[str, Any], at: int) -> dict[str, Any]:
        payload = reference.get("payload")
        if payload is None or isinstance(payload, dict):
            return reference
        path = ("reference_artifacts", at, "payload")
        changes.keep("the payload of a reference artifact that is no object is kept aside", payload, *path)
        return {**reference, "payload": None}

    return each(held, change)
