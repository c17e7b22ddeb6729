"""§18.2 Change: an edit that touches the bound symbol has landed.

By what a Diff states of its targets: symbols, component, files. Its name and summary count, word for word, only where
it states no symbol and no component. Where no Diff does, a formal model that lists the symbol counts, as the text says.
"""

from collections.abc import Iterable
from functools import cached_property

from tollens.core.derive.goals.outcomes import BLOCKED, DONE, Evidence, Outcome
from tollens.core.derive.goals.properties import MET
from tollens.core.derive.record.abandoned import abandoned
from tollens.core.derive.record.mentions import Texts, mentions
from tollens.core.derive.record.runs import Results, outcome_of
from tollens.core.derive.residuals.established import Established
from tollens.core.graph.inventory import Inventory, same_file
from tollens.core.graph.succession import replacements
from tollens.core.model.actions import ActivityAction
from tollens.core.model.artifacts import DiffArtifact, FormalModelArtifact
from tollens.core.model.meta_actions import MetaActionStatus
from tollens.core.model.unrecognized import Unrecognized


class Landed:
    """Resolves change criteria over one trace."""

    def __init__(self, established: Established, inventory: Inventory) -> None:
        self._contested = established.contested
        self._index = established.index
        self._inventory = inventory

    def outcome(self, symbol: str, file: str, component_id: str, role: str) -> Outcome | None:
        """What became of the change, or `None` where no edit of the symbol has landed.

        Args:
            symbol: What must be touched; empty to ask for the file or component alone.
            file: The file that it must be touched in, or empty.
            component_id: The component, or empty.
            role: As a formula gives it.
        """
        if not symbol and not file and not component_id:
            return None
        for basis, positions in (
            ("", self._stated(symbol, component_id, file)),
            ("text", self._told(symbol, file)),
            ("model", self._modelled(symbol, file)),
        ):
            found = [position for position in positions if self._stands(position, file)]
            if found:
                return self._judged(found, basis, role)
        return None

    def _judged(self, positions: list[int], basis: str, role: str) -> Outcome:
        names = [self._index.trace.artifacts[position].artifact_id or "" for position in positions]
        evidence = tuple(Evidence(*found) for found in zip(names, positions, strict=True))
        dispute = next(((name, self._contested[name][1]) for name in names if name in self._contested), None)
        if dispute is None:
            return Outcome(DONE, evidence, basis=basis)
        if role == MET:
            return Outcome(DONE, evidence, basis=MET)
        return Outcome(BLOCKED, evidence, f"{dispute[0]} is contested by {dispute[1]}")

    @cached_property
    def _edits(self) -> dict[int, DiffArtifact]:
        """Every Diff but those that were replaced, were on an abandoned course, or whose action may have failed."""
        return {position: diff for position, diff in self._index.of(DiffArtifact) if self._counts(position)}

    def _counts(self, position: int) -> bool:
        artifact = self._index.trace.artifacts[position]
        if artifact.artifact_id in self._replaced:
            return False
        made = self._index.production.maker[position]
        action = self._index.trace.actions[made] if made >= 0 else None
        if isinstance(action, Unrecognized) or (action is not None and action.id in self._abandoned):
            return False
        metadata = artifact.metadata if isinstance(artifact, DiffArtifact) else None
        if metadata is not None and metadata.get("abandoned") is True:
            return False
        if isinstance(action, ActivityAction):
            outcome, _, _ = outcome_of(action, [result.payload.value for result in self._results.of(action)])
            return outcome != "failed" and not self._results.unread(action)
        return True

    @cached_property
    def _replaced(self) -> dict[str, str]:
        """What any later artifact replaces, also one that is not recognized."""
        return replacements(enumerate(self._index.trace.artifacts), self._index.artifact_at)

    @cached_property
    def _abandoned(self) -> frozenset[int]:
        """Actions of a course that was given up; also where the meta-action says so and is not recognized."""
        given_up = set(abandoned(self._index.trace))
        for meta in self._index.trace.meta_actions:
            if isinstance(meta, Unrecognized) and meta.text("status") == MetaActionStatus.MetaAbandoned.value:
                held = meta.member("action_ids")
                given_up.update(one for one in (held if isinstance(held, list) else ()) if type(one) is int)
        return frozenset(given_up)

    @cached_property
    def _results(self) -> Results:
        return Results(self._index.trace.artifacts)

    @cached_property
    def _by_target(self) -> dict[str, list[int]]:
        """The edits of each symbol, file and component id that one states."""
        found: dict[str, list[int]] = {}
        members = self._inventory.symbols_of_component
        for position, diff in self._edits.items():
            own = {*self._inventory.symbols(diff), *self._inventory.files(position)}
            if diff.component_id:
                own |= {diff.component_id, *members[diff.component_id]}
            for name in own:
                found.setdefault(name, []).append(position)
        return found

    def _stated(self, symbol: str, component_id: str, file: str) -> Iterable[int]:
        targets = [name for name in (symbol, component_id) if name] or [file]
        return dict.fromkeys(position for name in targets for position in self._by_target.get(name, ()))

    def _told(self, symbol: str, file: str) -> Iterable[int]:
        return self._texts.mentioning(symbol, strict=True) if symbol else ()

    @cached_property
    def _texts(self) -> Texts:
        return Texts(
            (position, text)
            for position, diff in self._edits.items()
            if not diff.component_id and not self._inventory.symbols(diff)
            for text in (diff.name or "", diff.summary or "")
        )

    def _modelled(self, symbol: str, file: str) -> Iterable[int]:
        return self._models.get(symbol, ()) if symbol else ()

    @cached_property
    def _models(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for position, model in self._index.of(FormalModelArtifact):
            if self._counts(position):
                for symbol in self._inventory.symbols(model):
                    found.setdefault(symbol, []).append(position)
        return found

    def _stands(self, position: int, file: str) -> bool:
        """Whether an edit is of the file, if one is asked for; its text counts where it states none."""
        if not file:
            return True
        files = self._inventory.files(position)
        if files:
            return any(same_file(one, file) for one in files)
        artifact = self._edits.get(position)
        return artifact is not None and any(
            mentions(text, file, strict=True) for text in (artifact.name or "", artifact.summary or "")
        )
