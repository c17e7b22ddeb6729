"""§13.1, §15.3 Which definitions a model says that it takes as uninterpreted: results over it hold whatever these are.

The text names no place for that. Two are read, both of the model that a result was computed over and of no other: the
member `assumptions` of its payload, a list of objects with `target`, a symbol, and `abstraction`; and Residual
artifacts of kind Assumption that target, relate to or derive from the model and have these two in their metadata. Only
the abstraction `uninterpreted` says that any definition would do; a contract, say, would have to hold of the new one.
"""

from functools import cached_property
from typing import Any

from tollens.core.derive.freshness.models import ModelText
from tollens.core.merge.views import View
from tollens.core.model.artifacts import ResidualArtifact
from tollens.core.model.residuals import ResidualKind, ResidualStatus

UNINTERPRETED = "uninterpreted"


class Assumptions:
    """What the models of one trace take as uninterpreted.

    Args:
        view: Of the trace.
    """

    def __init__(self, view: View) -> None:
        self._view = view

    def of(self, held: ModelText) -> dict[str, tuple[str, ...]]:
        """Each symbol that a model takes as uninterpreted, with what says so: residuals, else the model."""
        found: dict[str, tuple[str, ...]] = {}
        for said in self._listed(held.position):
            symbol = _uninterpreted(said, "target")
            if symbol is not None:
                found[symbol] = (held.artifact_id,)
        return found | self._declared.get(held.artifact_id, {})

    def _listed(self, position: int) -> list[Any]:
        artifacts = self._view.document.value.get("artifacts")
        element = artifacts[position] if isinstance(artifacts, list) and position < len(artifacts) else None
        payload = element.get("payload") if isinstance(element, dict) else None
        listed = payload.get("assumptions") if isinstance(payload, dict) else None
        return listed if isinstance(listed, list) else []

    @cached_property
    def _declared(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """By model and symbol, the residuals that say it."""
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for _, gap in self._view.index.of(ResidualArtifact):
            payload = gap.payload
            if payload.kind is not ResidualKind.Assumption or payload.status is ResidualStatus.ResidualAddressed:
                continue
            held = {} if gap.metadata is None else gap.metadata.value
            symbol = _uninterpreted(held, "target") or _uninterpreted(held, "symbol")
            if symbol is None or gap.artifact_id in self._view.index.replaced:
                continue
            aimed = () if payload.target is None or payload.target.target_id is None else (payload.target.target_id,)
            for name in dict.fromkeys((*aimed, *payload.related_artifact_ids, *gap.derived_from)):
                by_symbol = found.setdefault(name, {})
                by_symbol[symbol] = (*by_symbol.get(symbol, ()), gap.artifact_id)
        return found


def _uninterpreted(said: object, member: str) -> str | None:
    """The symbol that is said to be taken as uninterpreted."""
    if not isinstance(said, dict) or said.get("abstraction") != UNINTERPRETED:
        return None
    symbol = said.get(member)
    return symbol if isinstance(symbol, str) and symbol else None
