"""§13.1, §15.3 CoverageRegression: goals whose scope gained a component in the merge that nothing proves.

What a goal covers is what its scope names (files, symbols, component ids) and what the selectors in its criteria range
over, found by what artifacts state and models define, never by likeness of text. What a parent that has the goal did
not cover, and the merged trace does, is gained. It is proved where a goal about it is, by a result that stands after
the merge.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from tollens.core.derive.freshness.verdicts import Verdict
from tollens.core.derive.goals.outcomes import DONE
from tollens.core.derive.goals.properties import Asked, Properties
from tollens.core.derive.goals.selectors import Selectors
from tollens.core.derive.residuals.contested import contested
from tollens.core.derive.residuals.established import Established
from tollens.core.derive.residuals.surface import surface
from tollens.core.graph.elements import known
from tollens.core.graph.inventory import Component, Inventory
from tollens.core.merge.account import Account, Bucket
from tollens.core.merge.parents import Side
from tollens.core.merge.places import Kind
from tollens.core.merge.union import Union
from tollens.core.merge.views import View
from tollens.core.model import Freshness, Goal
from tollens.core.wire.formulas import Selector, read_formula

_SCOPE = Selector("scope", "")


class Regression(NamedTuple):
    """A goal that covers more than before, and not all of it proved.

    Attributes:
        goal_id: In the merged trace.
        added: What it covers now, no parent that has it covered, and nothing proves; sorted.
        removed: What a parent covered that is gone; sorted.
        stated_by: Ids of the artifacts that state what is added.
    """

    goal_id: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    stated_by: tuple[str, ...]


def regressions(
    sides: Mapping[Side, View], merged: View, union: Union, accounts: Sequence[Account]
) -> tuple[Regression, ...]:
    """The goals of the merged trace that regressed, in list order.

    Args:
        sides: The parents.
        merged: The merged trace, with the models that the merge joined.
        union: How the two came together.
        accounts: What became of each prior result.
    """
    goals = [goal for _, goal in known(merged.index.trace.goals) if _selectors(goal)]
    if not goals:
        return ()
    before = {side: _Covered(view) for side, view in sides.items()}
    after = _Covered(merged)
    proofs = _Proofs(merged, after.code, accounts)
    names: dict[str, list[tuple[Side, str]]] = {}
    for there, new in union.others[Kind.Goal].items():
        names.setdefault(new, []).append(there)
    found = (_regression(goal, names.get(goal.goal_id, ()), before, after, proofs) for goal in goals)
    return tuple(regression for regression in found if regression is not None)


def _regression(
    goal: Goal,
    names: Iterable[tuple[Side, str]],
    before: Mapping[Side, "_Covered"],
    after: "_Covered",
    proofs: "_Proofs",
) -> Regression | None:
    """What a goal gained, by its names in the parents that have it."""
    gained: dict[Component, None] = {}
    lost: dict[Component, None] = {}
    now = after.by(goal)
    for side, name in names:
        held = before[side].goals.get(name)
        if held is None:
            continue
        there = before[side].by(held)
        then, here = _Known(there), _Known(now)
        gained.update((each, None) for each in now if each not in then)
        lost.update((each, None) for each in there if each not in here)
    added = [component for component in gained if not proofs.proved(component)]
    if not added:
        return None
    stated = (name for component in added for name in after.code.stating(component))
    return Regression(goal.goal_id, _names(added), _names(lost), tuple(dict.fromkeys(stated)))


def _names(components: Sequence[Component] | Mapping[Component, None]) -> tuple[str, ...]:
    return tuple(sorted({component.symbol or component.component_id or component.file for component in components}))


class _Known:
    """Components, to be looked up. A file that is not known on one side tells nothing apart."""

    def __init__(self, components: Iterable[Component]) -> None:
        self._exact = frozenset(components)
        self._ids = {component.component_id for component in self._exact if component.component_id}
        self._symbols = {component.symbol for component in self._exact if component.symbol}
        self._anywhere = {component.symbol for component in self._exact if component.symbol and not component.file}
        self._files = {component.file for component in self._exact}

    def __contains__(self, one: object) -> bool:
        """Whether a component is one of them."""
        assert isinstance(one, Component)
        if one in self._exact or one.component_id in self._ids:
            return True
        if one.symbol:
            return one.symbol in (self._anywhere if one.file else self._symbols)
        return not one.component_id and one.file in self._files


def _selectors(goal: Goal) -> tuple[Selector, ...]:
    """What says which components a goal covers."""
    found = [_SCOPE] if goal.scope else []
    for _, item in known(goal.acceptance):
        if item.formula is not None:
            found += [node.selector for node in read_formula(item.formula).nodes if node.selector is not None]
    return tuple(dict.fromkeys(found))


class _Covered:
    """What the goals of a trace cover."""

    def __init__(self, view: View) -> None:
        self.code = _Code(view)
        self._selectors = Selectors(view.index, self.code)
        self.goals = {goal.goal_id: goal for _, goal in known(view.index.trace.goals)}

    def by(self, goal: Goal) -> dict[Component, None]:
        """The components that a goal covers, of those that there are."""
        chosen = (
            component for selector in _selectors(goal) for component in self._selectors.components(selector, goal.scope)
        )
        return {component: None for component in chosen if component in self.code.places_of}


class _Code(Inventory):
    """The components of a trace: also what its current models define without stating it."""

    def __init__(self, view: View) -> None:
        super().__init__(view.index)
        self._view = view

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """Every component, each once."""
        stated = super().components
        placed = {component.symbol for component in stated}
        defined = (component for component, _ in self._defined if component.symbol not in placed)
        return tuple(dict.fromkeys((*stated, *defined)))

    @cached_property
    def places_of(self) -> frozenset[Component]:
        """All components, to be looked up."""
        return frozenset(self.components)

    @cached_property
    def _defined(self) -> list[tuple[Component, str]]:
        """What current model texts define, with the id of the model."""
        return list(self._definitions())

    def _definitions(self) -> Iterator[tuple[Component, str]]:
        for texts in self._view.standing:
            for number in texts:
                text = self._view.models.texts[number]
                names = self._view.judge.sight.states.defines(number)
                files = self.files(text.position) or ("",)
                if names is None:
                    # What an unreadable text defines is not known: it stands for all of that, by its own name.
                    yield from ((Component("", file, text.artifact_id), text.artifact_id) for file in files)
                    continue
                yield from ((Component(name, file), text.artifact_id) for name in names for file in files)

    def stating(self, component: Component) -> tuple[str, ...]:
        """Ids of the artifacts that state or define a component, or state its symbol or file."""
        name = component.symbol or component.component_id or component.file
        return tuple(self._stating.get(name, ()))

    @cached_property
    def _stating(self) -> dict[str, dict[str, None]]:
        found: dict[str, dict[str, None]] = {}
        for position, artifact in self._index.artifacts:
            names = (*self.symbols(artifact), *self.files(position), artifact.component_id or "")
            for name in names:
                found.setdefault(name, {})[artifact.artifact_id] = None
        for component, model in self._defined:
            if model:
                found.setdefault(component.symbol or component.component_id, {})[model] = None
        return found


class _Proofs:
    """What is proved in the merged trace."""

    def __init__(self, merged: View, code: Inventory, accounts: Sequence[Account]) -> None:
        index = merged.index
        gaps, defeaters = surface(index)
        standing = [account.merged_id for account in accounts if account.bucket is Bucket.CarriedForward]
        standing += [account.by for account in accounts if account.by is not None]
        fresh = {name: Verdict(name, Freshness.Fresh, "model", "it is accounted for by the merge") for name in standing}
        disputes = contested(index.trace.artifacts, defeaters)
        established = Established(index, gaps, defeaters, disputes, fresh, ())
        self._properties = Properties(established, {}, code)

    def proved(self, component: Component) -> bool:
        """Whether a goal about a component is proved, by a result that stands."""
        if not component.symbol:
            return False
        outcome = self._properties.outcome(Asked(component.symbol, file=component.file), "")
        return outcome is not None and outcome.status is DONE
