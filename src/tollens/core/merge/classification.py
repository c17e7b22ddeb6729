"""§15.3 What becomes of each prior result: carried forward where nothing that it rests on differs in the merged model.

Four things must hold, each by itself a reason to establish a result again where it does not:

- It held on its own side: it was fresh there, no earlier merge asks for it to be established again, and what it rests
  on there can be told in full.
- None of that differs from the merged model, component by component, nor was edited by the other side unmodelled.
- What it is about has the same closure in the merged model, by its checksum, so that no name has come to mean more.
- It is fresh in the merged trace, so that no engine, reference or later edit outdates it.

A result may also hold whatever a dependency is, where the model that it was computed over takes that as uninterpreted.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from tollens.core.derive.freshness.model_state import Hit, Linked
from tollens.core.derive.freshness.subjects import About
from tollens.core.graph.answers import answered_again
from tollens.core.graph.index import Index
from tollens.core.merge.account import Account, Bucket
from tollens.core.merge.assumed import Assumptions
from tollens.core.merge.buckets import Buckets
from tollens.core.merge.combination import Combination, How, Kind
from tollens.core.merge.identity import Place
from tollens.core.merge.parents import Side
from tollens.core.merge.reach import Node, Reach, Target
from tollens.core.merge.there import There, differing, few
from tollens.core.merge.views import View
from tollens.core.merge.world import World
from tollens.core.model.merging import CarriedForwardBasis

_RESULTS = ("VerificationResult", "StateSpaceAnalysisResult", "ConformanceResult", "CoSimulationResult")


class Seen(NamedTuple):
    """What one side says of a result; the members mean what they mean in `Account`."""

    basis: CarriedForwardBasis | None
    reason: str
    closure: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    via_assumptions: tuple[str, ...] = ()


class _RestingOn(NamedTuple):
    """The components that a target rests on, and those that count as changed, each with why."""

    closure: tuple[str, ...]
    touched: Mapping[str, str]


def classify(world: World) -> tuple[Account, ...]:
    """The account of every reasoning result of either parent: those of ours in list order, then those of theirs alone.

    What is the same on both sides counts once, and is carried forward where both sides say so.
    """
    classifier = _Classifier(world)
    if world.doubted is not None:
        classifier = _Classifier(world, _Classifier(world._replace(**world.doubted._asdict(), merged=())))
    sides: dict[str, list[tuple[Side, str]]] = {}
    for side, view in world.sides.items():
        for name in _results(view):
            sides.setdefault(world.merged_id(side, name), []).append((side, name))
    found = {merged: classifier.account(merged, where) for merged, where in sides.items()}
    carried = {merged for merged, each in found.items() if each.bucket is Bucket.CarriedForward}

    def holds(merged: str) -> bool:
        return merged in carried or (merged not in found and classifier.is_fresh(merged))

    index = world.merged[0].view.index
    renewed = answered_again(index, holds, stated=True)
    for merged, account in found.items():
        if merged in renewed:
            found[merged] = _established(account, renewed[merged])
        elif account.bucket is Bucket.NeedsRereasoning:
            found[merged] = classifier.with_successors(account, index)
    return tuple(found.values())


def _results(view: View) -> Iterator[str]:
    """The ids of the reasoning results of a trace, also of those that cannot be read."""
    yield from view.subjects
    for _, artifact in view.index.unread_artifacts:
        if artifact.text("artifact_type") in _RESULTS and artifact.artifact_id is not None:
            yield artifact.artifact_id


def _established(account: Account, by: str) -> Account:
    return account._replace(
        bucket=Bucket.Reestablished,
        basis=None,
        via_assumptions=(),
        reason=f"{by!r} supersedes it and holds over the merged model",
        by=by,
    )


class _Classifier:
    """Judges one result after the other.

    Args:
        world: What is looked at.
        doubted: The same by a base that is not used, which is asked what it would change.
    """

    def __init__(self, world: World, doubted: "_Classifier | None" = None) -> None:
        self._world = world
        self._doubted = doubted
        combination = world.combination
        self._reach = {
            side: Reach(view, _numbers(combination, side), _names(combination, side))
            for side, view in world.sides.items()
        }
        self._there = [There(merged, combination, self._reach) for merged in world.merged]
        self._asked = Buckets(world.merged[0].view.index).rereasoned if world.merged else {}
        self._buckets = {side: Buckets(view.index) for side, view in world.sides.items()}
        self._assumptions = {side: Assumptions(view) for side, view in world.sides.items()}
        self._touched: dict[Side, dict[int, list[str]]] = {side: {} for side in world.sides}
        self._rests_on: dict[Side, dict[int, _RestingOn]] = {side: {} for side in world.sides}

    def account(self, merged: str, where: Iterable[tuple[Side, str]]) -> Account:
        """The account of one result by the sides that have it."""
        where = list(where)
        seen = [self._seen(*where[0], merged)]
        alike = self._doubted is None and len(where) > 1 and self._says_the_same(seen[0], *where[0], *where[1])
        if len(where) > 1 and not alike:
            seen.append(self._seen(*where[1], merged))
        if self._doubted is not None:
            doubted = self._doubted
            seen = [doubted.unless_it_changes(*whose, each) for each, whose in zip(seen, where, strict=True)]
        failing = next((each for each in seen if each.basis is None), None)
        opaque = next((each for each in seen if each.basis is CarriedForwardBasis.UninterpretedOpaque), seen[0])
        told = failing or opaque
        return Account(
            tuple(side for side, _ in where),
            where[0][1],
            merged,
            Bucket.NeedsRereasoning if failing else Bucket.CarriedForward,
            told.basis,
            told.closure,
            tuple(sorted({name for each in seen for name in each.touched})),
            told.via_assumptions,
            told.reason,
        )

    def unless_it_changes(self, side: Side, name: str, seen: Seen) -> Seen:
        """What a side says of a result, unless it is carried and rests on what counts as changed by this base."""
        if seen.basis is None:
            return seen
        target = self._reach[side].target(self._world.sides[side].subjects[name])
        touched = self._resting_on(side, target).touched
        if touched:
            names = tuple(sorted(touched))
            reason = (
                f"by the base that was given, and that neither side is known to come from, {differing(names, touched)}"
            )
            return Seen(None, reason, seen.closure, names)
        if target.why and not self._is_as_it_was(side):
            return Seen(None, f"what it rests on cannot be told: {target.why}", seen.closure)
        return seen

    def with_successors(self, account: Account, index: Index) -> Account:
        """The account of a result with why what supersedes it does not establish it again, if something does."""
        at = index.artifact_at.get(account.merged_id, -1)
        for later in index.lines.after.get(at, ()):
            name = index.trace.artifacts[later].artifact_id or ""
            now = self._there[0].subject(name)
            if now is None:
                why = "is no result of the kind"
            else:
                why = self._there[0].outdated(now) or "answers another question, or is to be established again itself"
            return account._replace(reason=f"{account.reason}; {name!r} supersedes it, and {why}")
        return account

    def _says_the_same(self, seen: Seen, side: Side, name: str, other: Side, also: str) -> bool:
        """Whether it is plain that the other side carries a result that one side carries.

        It is where both have the same current texts of what it is about, which rest on no others, and neither edited
        anything since the base. What else may outdate it is asked of the merged trace, which holds both histories.
        """
        if seen.basis is not CarriedForwardBasis.ClosureDisjoint or also in self._buckets[other].rereasoned:
            return False
        combination, view = self._world.combination, self._world.sides[side]
        lines = view.subjects[name].lines
        return (
            bool(lines)
            and also in self._world.sides[other].subjects
            and not any(edited.any for edited in self._world.edited.values())
            and all(combination.kinds[combination.alignment.number[side, line]] is Kind.Same for line in lines)
            and view.judge.sight.states.apart(lines)
        )

    def is_fresh(self, merged: str) -> bool:
        """Whether a result of the merged trace is fresh there, however it is read, and no merge asks for it again."""
        if merged in self._asked:
            return False
        subjects = [(there, there.subject(merged)) for there in self._readings(merged)]
        return all(now is not None and there.outdated(now) is None for there, now in subjects)

    def _readings(self, merged: str) -> Iterator[There]:
        """The readings of the merged trace that may say different things of a result."""
        as_it_is, *others = self._there
        yield as_it_is
        turned = self._world.turned
        if turned is not None and not turned.either_order.is_alike(as_it_is.subject(merged)):
            yield self._turned
        yield from others

    @cached_property
    def _turned(self) -> There:
        assert self._world.turned is not None
        return There(self._world.turned.merged, self._world.combination, self._reach)

    def _seen(self, side: Side, name: str, merged: str) -> Seen:
        view = self._world.sides[side]
        subject = view.subjects.get(name)
        readings = list(self._readings(merged))
        now = [(there, about) for there in readings if (about := there.subject(merged)) is not None]
        if subject is None or len(now) < len(readings):
            return Seen(None, "it cannot be read as the result that it should be")
        reach = self._reach[side]
        target = reach.target(subject)
        rests_on = self._resting_on(side, target)
        closure = rests_on.closure
        ruling = view.judge.ruling(subject)
        if not ruling.fresh:
            return Seen(None, f"it was {ruling.verdict.value} before the merge: {ruling.reason}", closure)
        asked = self._buckets[side].rereasoned.get(name)
        if asked:
            gap = view.index.trace.artifacts[asked[0]].artifact_id
            return Seen(None, f"it needed to be established again before the merge: {gap}", closure)
        if target.why:
            return self._untold(side, subject, now, target)
        touched = rests_on.touched
        if touched:
            return self._disturbed(side, subject, now, target, closure, touched)
        if self._may_rest_on_more(side, subject):
            return Seen(None, "it may rest on a model of which it cannot be told what both sides have", closure)
        for there, about in now:
            strayed = there.strayed(target, about, closure)
            if strayed is not None:
                return Seen(None, strayed[0], closure, strayed[1])
        return self._outdated(now, closure) or Seen(
            CarriedForwardBasis.ClosureDisjoint, f"nothing that it rests on differs: {_count(closure)}", closure
        )

    def _may_rest_on_more(self, side: Side, subject: About) -> bool:
        """Whether a result is not known to rest on its own models alone, where some cannot be compared."""
        states = self._world.sides[side].judge.sight.states
        return bool(self._world.joining.unsettled) and not (subject.lines and states.apart(subject.lines))

    def _outdated(self, now: Sequence[tuple[There, About]], closure: tuple[str, ...]) -> Seen | None:
        """A result that rests on nothing that differs, and yet does not hold in the merged trace."""
        why = next((why for there, about in now if (why := there.outdated(about)) is not None), None)
        return None if why is None else Seen(None, why, closure)

    def _untold(self, side: Side, subject: About, now: Sequence[tuple[There, About]], target: Target) -> Seen:
        """A result of which it cannot be told what it rests on: it holds only where nothing at all differs."""
        models, where = self._world.sides[side].models, self._world.combination.alignment
        numbers = [where.of(side, text) for text in target.texts]
        closure = tuple(sorted({where.where[number] for number in numbers})) or subject.targets
        if not self._is_as_it_was(side):
            return Seen(None, f"what it rests on cannot be told: {target.why}", closure)
        named = ", ".join(repr(models.texts[text].artifact_id) for text in target.texts)
        return self._outdated(now, closure) or Seen(
            CarriedForwardBasis.ClosureDisjoint,
            f"the merge changes nothing on this side, so that {named or 'what it is about'} is as it was",
            closure,
        )

    def _is_as_it_was(self, side: Side) -> bool:
        """Whether the merge brings nothing to a side: neither a model or a change of one, nor an edit."""
        return self._as_before[side]

    @cached_property
    def _as_before(self) -> dict[Side, bool]:
        combination = self._world.combination
        found: dict[Side, bool] = {}
        for side in self._world.sides:
            kept = (Kind.Same, Kind.Ours if side is Side.Ours else Kind.Theirs)
            lines = all(
                kind in kept or (kind is Kind.Added and not combination.alignment.standing(number, side.other))
                for number, kind in enumerate(combination.kinds)
            )
            nothing = not combination.differs[side] and not combination.whole[side]
            found[side] = lines and nothing and not self._world.edited[side.other].any
        return found

    def _resting_on(self, side: Side, target: Target) -> "_RestingOn":
        """What a target rests on, told once: several results may be about one thing."""
        known = self._rests_on[side]
        key = id(target)  # it is kept by what gave it
        if key not in known:
            nodes = self._reach[side].closure(target)
            known[key] = _RestingOn(self._reach[side].named(nodes), self._touched_in(side, nodes))
        return known[key]

    def _touched_in(self, side: Side, closure: Iterable[tuple[Linked, list[int]]]) -> dict[str, str]:
        """The components of a closure that count as changed, and why."""
        found: dict[str, str] = {}
        for linked, positions in closure:
            nodes, whys = self._reach[side].nodes(linked), self._whys(side, linked)
            for at in filter(whys.__getitem__, positions):
                node = nodes[at]
                if node is not None:
                    found[node.name] = whys[at]
        return found

    def _whys(self, side: Side, linked: Linked) -> list[str]:
        """Why each node of linked texts counts as changed; empty where it does not."""
        known = self._touched[side]
        key = id(linked)
        if key not in known:
            nodes = self._reach[side].nodes(linked)
            found = [
                "" if node is None else self._find_touch(side, Hit(linked, at), node) for at, node in enumerate(nodes)
            ]
            known[key] = found + [""] * (len(linked.closures.rests_on) - len(found))
        return known[key]

    def _find_touch(self, side: Side, hit: Hit, node: Node) -> str:
        combination, other = self._world.combination, self._world.edited[side.other]
        how = combination.differs[side].get(node.name)
        if how is not None:
            return how.value
        if node.place[0] in combination.whole[side]:
            return combination.whole[side][node.place[0]]
        if not other.any:
            return ""
        view = self._world.sides[side]
        edit = other.touch(node, view.models.texts[node.text], node.name)
        if edit is not None:
            return f"{side.other.value} edited it, by {edit}"
        definition = hit.linked.closures.definitions.definitions[hit.at]
        symbol = other.mentioned(definition.normal, view.defined)
        return "" if symbol is None else f"it mentions {symbol!r}, which {side.other.value} edited"

    def _disturbed(
        self,
        side: Side,
        subject: About,
        now: Sequence[tuple[There, About]],
        target: Target,
        closure: tuple[str, ...],
        touched: Mapping[str, str],
    ) -> Seen:
        """A result that rests on something that differs: in its name only, or where anything would do, it holds."""
        differs = self._world.combination.differs[side]
        renamed = {name for name in touched if differs.get(name) is How.Renamed}
        changed = {name for name in touched if name not in renamed}
        via: tuple[str, ...] = ()
        told = tuple(sorted(changed or touched))
        why = Seen(None, differing(told, touched), closure, told)
        if changed:
            assumed = self._assumed(side, subject, target)
            if not all(differs.get(name) is How.Changed and name in assumed for name in changed):
                return why
            via = tuple(sorted({place for name in changed for place in assumed[name]}))
        if not all(there.resembles(side, target, changed, renamed) for there, _ in now):
            said = "it was taken as uninterpreted, and is not known to be used at the same types" if changed else ""
            return why._replace(reason=f"{why.reason}; {said}") if said else why
        for there, about in now:
            outdated = there.outdated_but_for_its_task(about)
            if outdated is not None:
                return Seen(None, outdated, closure, told)
        if changed:
            reason = f"what differs was taken as uninterpreted: {few(told)}"
            return Seen(CarriedForwardBasis.UninterpretedOpaque, reason, closure, told, via)
        reason = f"nothing that it rests on differs but in its name: {few(tuple(sorted(renamed)))}"
        return Seen(CarriedForwardBasis.ClosureDisjoint, reason, closure)

    def _assumed(self, side: Side, subject: About, target: Target) -> dict[str, tuple[str, ...]]:
        """What the result's own model takes as uninterpreted, but for its target, with where the model says so."""
        reach, models = self._reach[side], self._world.sides[side].models
        own = subject.aims[0] if subject.aims else target.hits[0].text
        number = self._world.combination.alignment.of(side, own)
        said = self._assumptions[side].of(models.texts[own])
        targets = {node.name for hit in target.hits if (node := reach.nodes(hit.linked)[hit.at]) is not None}
        found: dict[str, tuple[str, ...]] = {}
        for hit in target.hits[:1] if said else ():
            for node in reach.nodes(hit.linked):
                if node is not None and node.place[0] == number and node.place[1] in said and node.name not in targets:
                    cited = said[node.place[1]]
                    found[node.name] = tuple(self._world.merged_id(side, name) for name in cited)
        return found


def _numbers(combination: Combination, side: Side) -> Callable[[int], int]:
    return lambda text: combination.alignment.of(side, text)


def _names(combination: Combination, side: Side) -> Callable[[Place, str | None], str]:
    return lambda place, declared: combination.identities.of(side, place, declared)


def _count(names: tuple[str, ...]) -> str:
    return f"{len(names)} component{'' if len(names) == 1 else 's'} checked"
