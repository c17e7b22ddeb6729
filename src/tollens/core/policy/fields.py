"""The fields that a term can read of each kind of element, and the words that stand in them (policy companion §10)."""

import typing
from collections.abc import Mapping
from functools import cache
from typing import get_args

import msgspec

from tollens.core import model
from tollens.core.model.actions import (
    ActionCommon,
    ActivityActionType,
    ExecutionMetadata,
    GatewayActionType,
    GovernanceActionType,
    KnownAction,
    ReasoningActionType,
)
from tollens.core.model.artifacts import KnownArtifact
from tollens.core.model.base import Word
from tollens.core.model.goals import AcceptanceCommon, AcceptanceKind, Goal
from tollens.core.model.references import ReferenceArtifact
from tollens.core.model.residuals import Residual
from tollens.core.policy.vocabulary import ARTIFACT_TYPES, CATEGORIES, Element
from tollens.core.policy.words import fold, words_of

Words = frozenset[str]
"""Folded words; empty where a field holds anything."""

_ANYTHING: Words = frozenset()

SEVERITIES: tuple[str, ...] = ("info", "low", "medium", "high", "critical")
"""The words that have an order, least first (§13.2)."""


@cache
def fields_of(element: Element) -> Mapping[str, Words]:
    """Name of each field of an element to the words that stand in it, where they are closed.

    >>> sorted(fields_of("residual")["defeater_kind"])
    ['rebuts', 'undercuts', 'undermines']
    """
    match element:
        case "action":
            return _action()
        case "artifact":
            return _artifact()
        case "residual":
            names = ("id", "artifact_id", "derived_from", "summary", "name", "producer_action_id", "revision")
            return {**dict.fromkeys(names, _ANYTHING), **_members(Residual)}
        case "goal":
            return {"id": _ANYTHING, **_members(Goal)}
        case "acceptance item":
            own = {"id": _ANYTHING, "binding": _ANYTHING, "kind": words_of(AcceptanceKind)}
            return {**_members(AcceptanceCommon), **own}
        case "reference":
            return {"id": _ANYTHING, "type": _ANYTHING, **_members(ReferenceArtifact)}
        case "any":
            return _merged(_action(), _artifact())
        case _:
            return {}


def _action() -> Mapping[str, Words]:
    kinds = (ActivityActionType, GatewayActionType, ReasoningActionType, GovernanceActionType)
    types = frozenset(word for kind in kinds for word in words_of(kind))
    names = ("target_artifact_id", "target_path", "target", "input_count", "output_count", "derived_from", "exit_code")
    held = _merged(*(_members(kind) for kind in get_args(KnownAction)), _members(ActionCommon))
    own = {"type": types, "category": frozenset(CATEGORIES)}
    return {**held, **_members(ExecutionMetadata), **dict.fromkeys(names, _ANYTHING), **own}


def _artifact() -> Mapping[str, Words]:
    held = _merged(*(_members(kind) for kind in get_args(KnownArtifact)))
    payloads = [kind.__annotations__.get("payload") for kind in get_args(KnownArtifact)]
    inside = _merged(*(_members(kind) for kind in payloads if isinstance(kind, type)))
    types = frozenset(map(fold, ARTIFACT_TYPES))
    names = ("id", "role", "exit_code", "command", "output")
    status = inside["status"] | {"completed"}  # a command's result is open (§10.9), and this is what it says
    own = {**dict.fromkeys(names, _ANYTHING), "type": types, "artifact_type": types, "status": status}
    own["freshness"] = words_of(model.Freshness)  # of a result; derived, never stored (§18.3)
    return {**inside, **held, **own}


def _members(kind: type) -> dict[str, Words]:
    """The members of a record with the words of those that hold one of an enumeration."""
    if not issubclass(kind, msgspec.Struct):
        return {}
    hints = typing.get_type_hints(kind, vars(model))
    return {
        field.encode_name: _words(hints[field.name]) for field in msgspec.structs.fields(kind) if field.name in hints
    }


def _words(hint: object) -> Words:
    families = [kind for kind in (hint, *get_args(hint)) if isinstance(kind, type) and issubclass(kind, Word)]
    return frozenset(word for family in families for word in words_of(family))


def _merged(*tables: Mapping[str, Words]) -> dict[str, Words]:
    """Fields of several kinds of one element: a field is as open as the most open of them."""
    merged: dict[str, Words] = {}
    for table in tables:
        for name, words in table.items():
            known = merged.get(name)
            merged[name] = words if known is None else (known | words if known and words else _ANYTHING)
    return merged
