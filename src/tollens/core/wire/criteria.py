"""§18.1 One criterion, as an acceptance item or an atom of a formula states it: what is asked, and of what.

Besides the four kinds of the text there is the typed form of the goal companion: evidence of a type about a component.
It is read here from the open JSON, since the record of the text has no place for it.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from tollens.core.model.artifacts import ArtifactCommon
from tollens.core.model.base import json_type
from tollens.core.model.goals import (
    AcceptanceKind,
    AcceptanceStatus,
    ChangeBinding,
    GapBinding,
    KnownAcceptanceItem,
    ObligationBinding,
    PropertyBinding,
)


class Variable(NamedTuple):
    """The variable of a quantifier, by its level."""

    level: int


Term = str | Variable | None
"""What a criterion names: a text, the variable of a quantifier, or nothing."""


class Criterion(msgspec.Struct, frozen=True, gc=False):
    """What is asked.

    Attributes:
        kind: One of the text, or `None` for the typed form.
        bound: Whether it says what evidence resolves it; otherwise its authored status is all there is.
        symbol, file: What it is about.
        property_: The property that must hold.
        policy_id, residual_id: What an Obligation and a Gap are bound to.
        evidence_type: Of the typed form: the name of a class of artifacts, as `EVIDENCE_TYPES` has it.
        reference: Of the typed form: the reference artifact that the evidence is against.
        exact: Whether `property_` must be the whole name or description, and not a part of it.
        status: Authored.
    """

    kind: AcceptanceKind | None
    bound: bool
    symbol: Term = None
    file: Term = None
    property_: Term = None
    policy_id: Term = None
    residual_id: Term = None
    evidence_type: str = ""
    reference: str = ""
    exact: bool = False
    status: AcceptanceStatus | None = None

    @property
    def free(self) -> int:
        """The variables that it names, a bit a level."""
        terms = (self.symbol, self.file, self.property_, self.policy_id, self.residual_id)
        bits = 0
        for term in terms:
            if isinstance(term, Variable):
                bits |= 1 << term.level
        return bits


class CriterionFault(NamedTuple):
    """What is wrong with a criterion.

    Attributes:
        member: Where, parts of the path with `/` between them; empty for the whole.
        message: What.
        unbound: Whether it is a variable that no quantifier binds.
    """

    member: str
    message: str
    unbound: bool = False


Faults = list[CriterionFault]

EVIDENCE_TYPES = {
    kind.__name__.removesuffix("Artifact").lower(): kind.__name__.removesuffix("Artifact")
    for kind in ArtifactCommon.__subclasses__()
} | {
    "imlmodel": "FormalModel",
    "decomposition": "StateSpaceAnalysisResult",
    "decomp": "StateSpaceAnalysisResult",
    "regiondecomposition": "StateSpaceAnalysisResult",
    "tests": "GeneratedTests",
}
"""Names of evidence, in lower case and without `_` and blanks, to artifact types."""

_SYMBOLS = ("function", "function_", "symbol")
_FILES = ("file", "path")
_KINDS = {kind.value.lower(): kind for kind in AcceptanceKind}
_STATUSES = {status.value.lower().removeprefix("accept"): status for status in AcceptanceStatus}
_BINDINGS = {
    AcceptanceKind.Change: ("symbol", "file"),
    AcceptanceKind.Property: ("symbol", "property"),
    AcceptanceKind.Obligation: ("policy_id",),
    AcceptanceKind.Gap: ("residual_id",),
}
_NO_VARIABLES: Mapping[str, int] = {}


def criterion_of(item: KnownAcceptanceItem) -> Criterion:
    """The criterion of an acceptance item that has no formula and is not of the typed form."""
    match item.binding:
        case ChangeBinding(symbol=symbol, file=file):
            return Criterion(AcceptanceKind.Change, True, symbol=symbol, file=file, status=item.status)
        case PropertyBinding(symbol=symbol, property=name):
            return Criterion(AcceptanceKind.Property, True, symbol=symbol, property_=name, status=item.status)
        case ObligationBinding(policy_id=policy):
            return Criterion(AcceptanceKind.Obligation, True, policy_id=policy, status=item.status)
        case GapBinding(residual_id=residual):
            return Criterion(AcceptanceKind.Gap, True, residual_id=residual, status=item.status)
    return Criterion(item.kind, False, status=item.status)


def is_typed(value: object) -> bool:
    """Whether an item or atom is of the typed form: it names evidence, and a component or a reference."""
    return (
        isinstance(value, dict)
        and value.get("evidence") is not None
        and (value.get("component") is not None or value.get("reference") is not None)
    )


def status_of(word: object) -> AcceptanceStatus | None:
    """The authored status that a word spells, or `None`."""
    return _STATUSES.get(word.lower().removeprefix("accept")) if isinstance(word, str) else None


def read_criterion(value: object, variables: Mapping[str, int] = _NO_VARIABLES) -> tuple[Criterion, Faults]:
    """Read a criterion from JSON.

    Args:
        value: An atom, or an acceptance item.
        variables: The variables that it may name, with their levels.

    Returns:
        The criterion, and what is wrong with it; with a fault it means nothing.
    """
    faults: Faults = []
    if not isinstance(value, dict):
        return Criterion(None, False), [CriterionFault("", f"a criterion is an object, not {json_type(value)}")]
    authored = value.get("status")
    status = status_of(authored)
    if authored is not None and status is None:
        faults.append(
            CriterionFault("status", "the status is none of AcceptTodo, AcceptDoing, AcceptDone, AcceptBlocked")
        )
    if value.get("formula") is not None:
        faults.append(CriterionFault("formula", "an atom holds a criterion, not a formula"))
    if is_typed(value):
        return _typed(value, variables, status, faults), faults
    word = value.get("kind")
    kind = _KINDS.get(word.lower()) if isinstance(word, str) else None
    if kind is None:
        faults.append(CriterionFault("kind", "the kind is none of Change, Property, Obligation, Gap"))
        return Criterion(None, False), faults
    binding = value.get("binding")
    if binding is None:
        return Criterion(kind, False, status=status), faults
    if not isinstance(binding, dict):
        faults.append(CriterionFault("binding", f"a binding is an object, not {json_type(binding)}"))
        return Criterion(None, False), faults
    terms: dict[str, Term] = {}
    for name, held in sorted(binding.items()):
        if name in _BINDINGS[kind]:
            terms[name] = _term(held, variables, f"binding/{name}", faults)
        elif held is not None:
            faults.append(CriterionFault("binding", f"{name!r} is no member of the binding of a {kind.value}"))
    return (
        Criterion(
            kind,
            True,
            symbol=terms.get("symbol"),
            file=terms.get("file"),
            property_=terms.get("property"),
            policy_id=terms.get("policy_id"),
            residual_id=terms.get("residual_id"),
            status=status,
        ),
        faults,
    )


def _term(held: object, variables: Mapping[str, int], member: str, faults: Faults) -> Term:
    if held is None or isinstance(held, str):
        return held
    if isinstance(held, dict) and len(held) == 1 and isinstance(name := held.get("var"), str):
        if name in variables:
            return Variable(variables[name])
        faults.append(CriterionFault(member, f"no quantifier around it binds the variable {name!r}", unbound=True))
        return None
    faults.append(CriterionFault(member, f'a text or {{"var": NAME}} is needed, not {json_type(held)}'))
    return None


def _typed(
    value: dict[str, Any], variables: Mapping[str, int], status: AcceptanceStatus | None, faults: Faults
) -> Criterion:
    symbol, file = _component(value.get("component"), variables, faults)
    evidence = value["evidence"]
    named = evidence.get("artifact") if isinstance(evidence, dict) else None
    folded = named.lower().replace("_", "").replace(" ", "") if isinstance(named, str) else ""
    if folded not in EVIDENCE_TYPES:
        faults.append(CriterionFault("evidence", "the evidence names no type of artifact"))
    reference = value.get("reference")
    if reference is not None and not isinstance(reference, str):
        faults.append(CriterionFault("reference", f"a reference is a text, not {json_type(reference)}"))
        reference = None
    matching = value.get("property_match")
    if matching not in (None, "exact"):
        faults.append(CriterionFault("property_match", "property_match is exact, or not stated"))
    return Criterion(
        None,
        True,
        symbol=symbol,
        file=file,
        property_=_term(value.get("property"), variables, "property", faults),
        evidence_type=EVIDENCE_TYPES.get(folded, ""),
        reference=reference or "",
        exact=matching == "exact",
        status=status,
    )


def _component(held: object, variables: Mapping[str, int], faults: Faults) -> tuple[Term, Term]:
    if held is None or isinstance(held, str) or (isinstance(held, dict) and set(held) == {"var"}):
        return _term(held, variables, "component", faults), None
    if not isinstance(held, dict):
        faults.append(CriterionFault("component", f"a component is an object, not {json_type(held)}"))
        return None, None
    found: dict[str, Term] = {}
    for name, part in sorted(held.items()):
        which = "symbol" if name in _SYMBOLS else "file" if name in _FILES else ""
        if not which:
            faults.append(CriterionFault("component", f"{name!r} is no member of a component"))
        elif part is not None and which in found:
            faults.append(CriterionFault("component", f"the component states its {which} twice"))
        elif part is not None:
            found[which] = _term(part, variables, f"component/{name}", faults)
    return found.get("symbol"), found.get("file")
