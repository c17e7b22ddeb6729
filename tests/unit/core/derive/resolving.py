"""Goals of small traces, resolved with verdicts on freshness that a test states by hand."""

from collections.abc import Mapping
from typing import Any

from tollens.core.derive.freshness.verdicts import Verdict
from tollens.core.derive.goals.resolution import Resolution, ResolvedGoal, ResolvedItem, resolve_goals
from tollens.core.derive.residuals.contested import contested
from tollens.core.derive.residuals.established import Established
from tollens.core.derive.residuals.reopened import reopened
from tollens.core.derive.residuals.surface import surface
from tollens.core.graph.index import Index
from tollens.core.model import Freshness, ReasoningResult
from tollens.core.validate.examples import a_model, a_verification_goal, an_action, an_artifact
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

Value = dict[str, Any]

_RESULTS: Mapping[str, Value] = {
    "proved": {"proof_pp": "qed"},
    "refuted": {"counterexample": "x = -1"},
    "sat": {"model": {"m_type": "counterexample_model", "src": "x = -1"}},
    "unknown": {},
}


def established(members: Mapping[str, Any], outdated: Mapping[str, Freshness] | None = None) -> Established:
    """What a trace establishes; every result is Fresh but those that are named."""
    document = Document.of({**MINIMAL, **members})
    index = Index(document.trace, lambda: document.value)
    verdicts = {}
    for _, artifact in index.artifacts:
        if isinstance(artifact, ReasoningResult):
            name = artifact.artifact_id
            verdict = (outdated or {}).get(name, Freshness.Fresh)
            symbol = "f" if verdict is not Freshness.Fresh else None
            verdicts[name] = Verdict(name, verdict, "order", "as the test has it", symbol)
    gaps, defeaters = surface(index)
    disputes = contested(index.trace.artifacts, defeaters)
    return Established(index, gaps, defeaters, disputes, verdicts, reopened(index, verdicts))


def resolution(outdated: Mapping[str, Freshness] | None = None, **members: Any) -> Resolution:
    """The goals of a trace with these members."""
    return resolve_goals(established(members, outdated))


def resolved_goal(outdated: Mapping[str, Freshness] | None = None, **members: Any) -> ResolvedGoal:
    """The only goal of a trace."""
    (made,) = resolution(outdated, **members).goals
    return made


def resolved(
    item: Value, outdated: Mapping[str, Freshness] | None = None, scope: Any = (), **members: Any
) -> ResolvedItem:
    """The only item of the only goal of a trace."""
    (made,) = resolved_goal(outdated, goals=[goal(item, scope=list(scope))], **members).acceptance
    return made


def goal(*items: Value, name: str = "g1", **members: Any) -> Value:
    """A goal."""
    return {"goal_id": name, "intent": "make it safe", "acceptance": list(items)} | members


def item(kind: str, binding: Value | None, name: str = "c1", **members: Any) -> Value:
    """An acceptance item."""
    return {"acceptance_id": name, "kind": kind, "label": "it holds", "binding": binding} | members


def holds(symbol: str | None = "f", name: str | None = None, **members: Any) -> Value:
    """An item that asks for a property."""
    return item("Property", {"symbol": symbol, "property": name}, **members)


def asks(formula: object, **members: Any) -> Value:
    """An item with a formula."""
    return item("Property", None, formula=formula, **members)


def atom(kind: str = "Property", role: str | None = None, **binding: Any) -> Value:
    """An atom of a formula."""
    made: Value = {"atom": {"kind": kind, "binding": binding}}
    return made if role is None else made | {"role": role}


def about(name: str = "vg1", symbol: str | None = "f", target: str = "model", **payload: Any) -> Value:
    """A verification goal about a symbol."""
    return a_verification_goal(name, target, target_symbol=symbol, **payload)


def answer(name: str = "vr1", verdict: str = "proved", to: str = "vg1", number: int = 1, **members: Any) -> Value:
    """A verification result; what `listed` holds are the properties of a proof."""
    held = dict(_RESULTS[verdict])
    if "listed" in members:
        held["properties"] = [
            {"name": called, "status": status, "src": ""} for called, status in members.pop("listed").items()
        ]
    payload: Value = {"goal_id": number, "goal_artifact_id": to, "status": verdict, "result": {verdict: held}}
    return an_artifact(name, "VerificationResult", payload, **members)


def defeater(name: str, against: str, kind: str = "artifact", **payload: Any) -> Value:
    """An open defeater."""
    said = {"kind": "defeater", "defeater_kind": "rebuts", "statement": "it is not so"}
    return an_artifact(name, "Residual", said | {"target": {"target_type": kind, "target_id": against}} | payload)


def steps(*numbers: int, kind: str = "Verify") -> list[Value]:
    """Actions of those ids, in that order."""
    return [an_action(number, kind) for number in numbers]


PROVED = [a_model(), about(), answer()]
"""A proof about f."""
