"""§18.3 The open gaps of a goal: declared residuals that it is bound to or that touch its scope, and outdated evidence.

Touching is told word for word, so that a scope of `fee` is not touched by `coffee`.
"""

from collections.abc import Collection, Iterable
from functools import cached_property

from tollens.core.derive.record.mentions import Texts
from tollens.core.derive.residuals.established import Established
from tollens.core.derive.residuals.reopened import DerivedGap
from tollens.core.derive.residuals.surface import Gap
from tollens.core.graph.inventory import Inventory, normal_path
from tollens.core.model.unrecognized import Unrecognized

_OUTDATED = ("stale_evidence", "detached_evidence")


class OpenGaps:
    """Finds the open gaps of goals over one trace."""

    def __init__(self, established: Established, inventory: Inventory) -> None:
        self._established = established
        self._index = established.index
        self._inventory = inventory

    def of(
        self, scope: Iterable[str], bound: Iterable[str], symbols: Collection[str], evidence: Collection[str]
    ) -> tuple[str, ...]:
        """Ids of the open gaps of a goal, in the order of the surface, then those that outdated evidence reopens.

        Args:
            scope: Of the goal.
            bound: The residuals that its items are bound to, each with those that replaced it.
            symbols: The symbols that its items are about.
            evidence: The ids of the evidence of its items.
        """
        entries = tuple(dict.fromkeys(entry for entry in scope if entry))
        found = {self._numbers[name] for name in bound if name in self._numbers}
        for entry in entries:
            found.update(
                self._texts.mentioning(entry), self._about.get(entry, ()), self._about.get(normal_path(entry), ())
            )
        reopened: set[str] = set()
        if self._outdated:
            for names, table in (((*entries, *symbols), self._reopened_symbols), (evidence, self._reopened_results)):
                for name in names:
                    if name in table:
                        reopened.update(table[name])
        return (
            *(self._open[number].residual_id for number in sorted(found)),
            *sorted(reopened, key=self._order.__getitem__),
        )

    @cached_property
    def _open(self) -> list[Gap]:
        return [gap for gap in (*self._established.gaps, *self._established.defeaters) if gap.open]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {gap.residual_id: number for number, gap in enumerate(self._open)}

    @cached_property
    def _order(self) -> dict[str, int]:
        return {gap.residual_id: place for place, gap in enumerate(self._outdated)}

    @cached_property
    def _texts(self) -> Texts:
        return Texts((number, gap.statement) for number, gap in enumerate(self._open))

    @cached_property
    def _about(self) -> dict[str, list[int]]:
        """The open residuals about each artifact, and about its symbols, files and component."""
        found: dict[str, list[int]] = {}
        for number, gap in enumerate(self._open):
            names = dict.fromkeys((*gap.about, gap.target.partition(" ")[2]))
            for name in dict.fromkeys(other for one in names for other in (one, *self._subjects(one))):
                found.setdefault(name, []).append(number)
        return found

    def _subjects(self, name: str) -> tuple[str, ...]:
        """What an artifact says that it is about; of a model, which may list much, only its files."""
        position = self._index.artifact_at.get(name)
        artifact = None if position is None else self._index.trace.artifacts[position]
        if position is None or artifact is None or isinstance(artifact, Unrecognized):
            return ()
        symbols = self._inventory.symbols(artifact)
        told = symbols if len(symbols) == 1 else ()
        return (*told, *self._inventory.files(position), *filter(None, (artifact.component_id,)))

    @cached_property
    def _outdated(self) -> list[DerivedGap]:
        return [gap for gap in self._established.derived if gap.kind in _OUTDATED]

    @cached_property
    def _reopened_symbols(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for gap in self._outdated:
            if gap.symbol:
                found.setdefault(gap.symbol, []).append(gap.residual_id)
        return found

    @cached_property
    def _reopened_results(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for gap in self._outdated:
            for name in dict.fromkeys((gap.target, *gap.about)):
                if name:
                    found.setdefault(name, []).append(gap.residual_id)
        return found
