"""§15.3 Whether a closure is the same in the merged model but for names, and but for what may be anything.

Checksums do not answer that: they hold the names and the texts of all that is in a closure. So the two closures are
walked side by side, component by component.
"""

from collections.abc import Collection, Mapping

from tollens.core.derive.freshness.model_state import Hit, Linked
from tollens.core.merge.combination import Combination, Version
from tollens.core.merge.identity import Body
from tollens.core.merge.parents import Side
from tollens.core.merge.reach import Reach, Target
from tollens.core.ports import TypedLanguage


class Resemblance:
    """Compares the closures of one side with those of the merged model.

    Args:
        combination: Of the models of both sides.
        side: The side.
        reach: Of the side.
        merged: Of the merged model.
    """

    def __init__(self, combination: Combination, side: Side, reach: Reach, merged: Reach) -> None:
        self._combination, self._side, self._reach, self._merged = combination, side, reach, merged
        self._typed: dict[int, tuple[Linked, Mapping[str, str]]] = {}
        self._at: dict[int, tuple[Linked, dict[str, list[int]]]] = {}

    def holds(self, target: Target, opaque: Collection[str], renamed: Collection[str]) -> bool:
        """Whether what a symbol rests on is the same but for the given components.

        Args:
            target: What a result is about on the side.
            opaque: Components that may be anything of their type, which must therefore be known.
            renamed: Components in which no more than names differ; each that has another name itself must have been
                declared to be the same.
        """
        if len(target.hits) != 1 or not all(self._is_declared(name) for name in renamed):
            return False
        (start,) = target.hits
        own = self._reach.nodes(start.linked)[start.at]
        found = None if own is None else self._find(own.name)
        return found is not None and self._walk(start, found, opaque)

    def _is_declared(self, name: str) -> bool:
        """Whether each trace that has a component under another name declares its id."""
        versions = self._combination.components[name].versions
        is_one = len({version.body.name for version in versions}) == 1
        return is_one or all(version.body.declared == name for version in versions)

    def _find(self, name: str) -> Hit | None:
        """The one definition that a component has in the merged model."""
        hits = [
            Hit(linked, at)
            for linked in self._merged.view.judge.sight.states.now.linked
            for at in self._positions(linked).get(name, ())
        ]
        return hits[0] if len(hits) == 1 else None

    def _positions(self, linked: Linked) -> dict[str, list[int]]:
        """Where each component stands in linked texts of the merged model."""
        key = id(linked)
        if key not in self._at:
            found: dict[str, list[int]] = {}
            for at, node in enumerate(self._merged.nodes(linked)):
                if node is not None:
                    found.setdefault(node.name, []).append(at)
            self._at[key] = linked, found
        return self._at[key][1]

    def _walk(self, start: Hit, found: Hit, opaque: Collection[str]) -> bool:
        """Go through both closures at once; what is opaque is not looked into."""
        old, new = start.linked, found.linked
        nodes, count, others = self._reach.nodes(old), len(self._reach.nodes(old)), len(self._merged.nodes(new))
        pairs = {start.at: found.at}
        work = [start.at]
        for at in work:
            there = pairs[at]
            if at >= count or there >= others:
                if at - count != there - others:
                    return False
            else:
                node = nodes[at]
                is_opaque = node is not None and node.name in opaque
                if opaque and not self._is_typed_alike(Hit(old, at), Hit(new, there), is_opaque):
                    return False
                if is_opaque:
                    continue
                if not self._same(Hit(old, at), Hit(new, there)):
                    return False
            before, after = _steps(self._reach, old, at), _steps(self._merged, new, there)
            if before is None or after is None or before.keys() != after.keys():
                return False
            for name, to in before.items():
                if to not in pairs:
                    pairs[to] = after[name]
                    work.append(to)
                elif pairs[to] != after[name]:
                    return False
        return True

    def _is_typed_alike(self, one: Hit, other: Hit, is_opaque: bool) -> bool:
        """Whether a definition has the same type in both models, and uses others at the same types.

        What is opaque need only have a type that its users, by this, can use as before.
        """
        name, now = (hit.linked.closures.definitions.definitions[hit.at].name for hit in (one, other))
        typed = self._types(self._merged, other.linked).get(now)
        return typed is not None and (is_opaque or typed == self._types(self._reach, one.linked).get(name))

    def _types(self, reach: Reach, linked: Linked) -> Mapping[str, str]:
        """The types of linked texts, as far as they are known."""
        key = id(linked)
        if key not in self._typed:
            models, states = reach.view.models, reach.view.judge.sight.states
            language = states.language(linked.texts[0])
            texts = [models.texts[text].text or "" for text in linked.texts]
            self._typed[key] = linked, language.typings(texts) if isinstance(language, TypedLanguage) else {}
        return self._typed[key][1]

    def _same(self, one: Hit, other: Hit) -> bool:
        """Whether two definitions differ in no more than the names of components."""
        old, new = (hit.linked.closures.definitions for hit in (one, other))
        first, second = old.definitions[one.at], new.definitions[other.at]
        if (first.whole, first.hint, old.common[first.source]) != (
            second.whole,
            second.hint,
            new.common[second.source],
        ):
            return False
        versions = [
            Version((0, each.name), Body(each.name, ((each.normal, each.hint),), None)) for each in (first, second)
        ]
        return self._combination.reads_the_same(self._side, versions[0], self._side.other, versions[1])


def _steps(reach: Reach, linked: Linked, at: int) -> dict[str, int] | None:
    """What a node directly rests on, by component; `None` where two of these are one component, or one is none."""
    nodes = reach.nodes(linked)
    found: dict[str, int] = {}
    for to in linked.closures.rests_on[at]:
        node = nodes[to] if to < len(nodes) else None
        name = f"\0{to - len(nodes)}" if to >= len(nodes) else "" if node is None else node.name
        if not name or name in found:
            return None
        found[name] = to
    return found
