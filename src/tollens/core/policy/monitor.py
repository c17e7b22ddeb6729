"""Policies while the work goes on: which verdicts are final, what is still owed, and what an action would violate.

After any number of actions the verdict is that of the evaluator over the trace up to there. An action costs a constant
for each operator; only what a policy says of the trace as a whole, such as of its residuals, is looked at over all
that happened, and only when a verdict is asked for.

Artifacts come with the action that produced them, and what they derive from before them. Quantifiers and lineage are
followed as far as an action and what it touches decide them (see `near`). A policy is not followed where an operator
that looks back has one inside that looks ahead, where it speaks at an action of elements that are not near it, or where
it has a name that nobody knows. Such a policy has no verdict here; `unfollowed` says why.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from tollens.core.graph.index import Index
from tollens.core.model.actions import Action
from tollens.core.model.artifacts import Artifact
from tollens.core.model.trace import Trace
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.policy.engine import Shared
from tollens.core.policy.evaluation import Evaluation
from tollens.core.policy.followed import Followed, Seen
from tollens.core.policy.near import UnfollowedError
from tollens.core.policy.neighbours import Near, Neighbours, names_of, parents_first
from tollens.core.policy.obligations import TooManyError
from tollens.core.policy.past import Happened
from tollens.core.policy.plan import TooDeepError
from tollens.core.policy.record import Derived, Record, Settings
from tollens.core.policy.selection import Parts, both, more, selected_parts
from tollens.core.policy.syntax import Formula
from tollens.core.policy.targets import files_of, may_name_more
from tollens.core.policy.verdict import Rule, Status, judge
from tollens.core.policy.witnesses import trigger

_TOO_MUCH = "it owes too much to be followed"


class Standing(NamedTuple):
    """Where a policy stands after the actions so far.

    Attributes:
        policy_id: Of the policy.
        status: The verdict if the work ended here.
        final: Whether nothing that comes can change it.
        owed: What must still happen for it to hold, as formulas about what comes.
    """

    policy_id: str
    status: Status
    final: bool
    owed: tuple[str, ...] = ()


class Violation(NamedTuple):
    """A policy that an action would violate, or may violate.

    Attributes:
        policy_id: Of the policy.
        final: Whether nothing that comes could mend it; otherwise what the trace says as a whole could, such as a
            residual that is addressed.
        doubt: Why it cannot be told whether the policy would be violated; empty where it surely would.
    """

    policy_id: str
    final: bool
    doubt: str = ""


class Unfollowed(NamedTuple):
    """A policy that cannot be followed action by action, and why; it is judged over the whole trace."""

    policy_id: str
    why: str


class _Watched:
    """A policy, with its formula and what triggers it, both followed.

    Attributes:
        rule: The policy.
        formula, trigger: What is followed.
        met: What of the things that it applies to was there so far.
        around: Whether it asks about what an action touches.
        alone: Whether it does not matter when artifacts come, and what they have to do with the actions.
        targets: Whether it asks what an earlier action worked on.
    """

    def __init__(self, rule: Rule, formula: Formula) -> None:
        self.rule = rule
        self.formula, self.trigger = Followed(formula), Followed(trigger(formula))
        self.met: Parts = (False, False) if rule.applies_when else (True, True)
        self.around = self.formula.around or self.trigger.around
        self.alone = rule.applies_when is None and self.formula.alone and self.trigger.alone
        self.targets = self.formula.targets or self.trigger.targets

    def met_with(self, seen: Seen) -> Parts:
        """What is there with one more action, too."""
        selector = self.rule.applies_when
        return self.met if selector is None else more(self.met, selected_parts(selector, seen.evaluation.shared))


class Monitor:
    """Follows the work of one trace.

    Args:
        rules: The policies.
        trace: What is known beforehand: the trigger, goals, residuals; its actions are taken in.
        settings: How policies are read.
        derived: What is known of goals and results.

    Attributes:
        unfollowed: The policies that are not followed.
    """

    def __init__(
        self, rules: Iterable[Rule], trace: Trace, settings: Settings | None = None, derived: Derived | None = None
    ) -> None:
        self._settings, self._derived = settings, derived
        self._start = msgspec.structs.replace(trace, actions=(), artifacts=())
        self._past = Neighbours()
        self._whole: Shared | None = None
        self._watched: list[_Watched] = []
        self.unfollowed: tuple[Unfollowed, ...] = ()
        whole = Shared(Record(Index(trace), derived, settings))
        for rule in rules:
            self._watch(rule, whole)
        coming, self._waiting = _by_action(trace, whole.record.makers)
        for action, artifacts in zip(trace.actions, coming, strict=True):
            self.feed(action, artifacts)

    def _watch(self, rule: Rule, whole: Shared) -> None:
        known = rule.over(whole)
        unheard = (*known.conditions, *known.parts)
        if unheard:  # what comes may have what it names, so that not even this is final
            self._leave(rule, unheard[0].why)
            return
        try:
            self._watched.append(_Watched(rule, known.formula))
        except UnfollowedError as error:
            self._leave(rule, str(error))
        except TooDeepError:
            self._leave(rule, "its quantifiers are nested too deep")

    def _leave(self, rule: Rule, why: str) -> None:
        self.unfollowed += (Unfollowed(rule.policy_id, why),)

    def feed(self, action: Action, artifacts: Sequence[Artifact] = ()) -> tuple[Standing, ...]:
        """Take in the next action with the artifacts that it produced.

        A policy that cannot be followed any further becomes one of the `unfollowed`: it has no standing any more.

        Returns:
            The policies whose verdict became final by it.
        """
        before = {watched.rule.policy_id for watched in self._watched if self._is_final(watched)}
        new = (*self._waiting, *artifacts)
        for watched, why in self._lost(action, new):
            self._watched.remove(watched)
            self._leave(watched.rule, why)
        seen = self._seen(action, new, self._watched)
        self._past.take(action, new)
        self._waiting, self._whole = (), None
        for watched in tuple(self._watched):
            watched.met = watched.met_with(seen)
            try:
                for followed in (watched.formula, watched.trigger):
                    followed.take(seen, followed.after(seen))
            except TooManyError:
                self._watched.remove(watched)
                self._leave(watched.rule, _TOO_MUCH)
        closed = (each for each in self._watched if each.rule.policy_id not in before and self._is_final(each))
        return tuple(map(self._standing, closed))

    def standings(self) -> tuple[Standing, ...]:
        """Where each policy that is followed stands."""
        return tuple(map(self._standing, self._watched))

    def would_violate(self, action: Action, artifacts: Sequence[Artifact] = ()) -> tuple[Violation, ...]:
        """The policies that an action would violate, were it taken now, or of which that cannot be told.

        Nothing is taken in. A policy that is violated already is not among them, nor is one that would only be owed
        more, nor one that is not followed: see `unfollowed`.
        """
        new = (*self._waiting, *artifacts)
        lost = dict(self._lost(action, new))
        followed = [watched for watched in self._watched if watched not in lost]
        found = [Violation(watched.rule.policy_id, False, why) for watched, why in lost.items()]
        if followed:
            seen = self._seen(action, new, followed)
            then = cache(lambda: self._shared((*self._past.actions, action), (*self._past.artifacts, *new)))
            found += [told for watched in followed if (told := self._violation(watched, seen, then))]
        return tuple(found)

    def _violation(self, watched: _Watched, seen: Seen, then: Callable[[], Shared]) -> Violation | None:
        formula, rule = watched.formula, watched.rule
        if formula.settled(formula.owed, lambda: Evaluation(self._all)) is False:
            return None
        try:
            owed = formula.after(seen).owed
        except TooManyError:
            return Violation(rule.policy_id, False, _TOO_MUCH)
        applies = both(watched.met_with(seen))
        if applies and formula.settled(owed, lambda: Evaluation(then())) is False:
            return Violation(rule.policy_id, formula.is_false(owed))
        return None

    def _lost(self, action: Action, new: Sequence[Artifact]) -> Iterator[tuple[_Watched, str]]:
        """The policies that cannot be followed over an action, and why."""
        belated = self._past.belated(action, new)
        watched = tuple(self._watched)
        untold = isinstance(action, Unrecognized) or may_name_more(action)
        unclear = self._past.unclear(action, new) if any(each.around for each in watched) else None
        for each in watched:
            if belated and not each.alone:
                yield each, belated
            elif unclear and each.around:
                yield each, unclear
            elif untold and each.targets:
                yield each, "it cannot be read what an action works on"

    # ── where a policy stands ────────────────────────────────────────────────────────────────────────────────────────

    def _standing(self, watched: _Watched) -> Standing:
        status = self._status(watched)
        return Standing(watched.rule.policy_id, status, self._is_final(watched), watched.formula.demands())

    def _status(self, watched: _Watched) -> Status:
        if not self._past.actions:
            return judge(watched.rule, self._all).status
        applies = both(watched.met)
        holds = watched.formula.value(lambda: Evaluation(self._all))
        if applies is False:
            return "not_applicable"
        if holds is True:
            fires = watched.trigger.value(lambda: Evaluation(self._all))
            return "not_applicable" if fires is False else "passed"
        return "failed" if holds is False and applies is True else "unknown"

    def _is_final(self, watched: _Watched) -> bool:
        """Whether the formula is decided, what triggers it too where that matters, and that the policy applies."""
        decided = watched.formula.decided
        if decided == "open" or both(watched.met) is not True:
            return False
        return decided is not True or watched.trigger.decided != "open"

    # ── what happened ────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _all(self) -> Shared:
        """All that happened so far, as one trace."""
        if self._whole is None:
            self._whole = self._shared(self._past.actions, [*self._past.artifacts, *self._waiting])
        return self._whole

    def _shared(self, actions: Sequence[Action], artifacts: Sequence[Artifact]) -> Shared:
        trace = msgspec.structs.replace(self._start, actions=tuple(actions), artifacts=tuple(artifacts))
        return Shared(Record(Index(trace), self._derived, self._settings))

    def _seen(self, action: Action, new: Sequence[Artifact], asking: Iterable[_Watched]) -> Seen:
        """An action with what is near it, as far as these policies ask for it, in a trace of its own."""
        past = self._past
        if any(watched.around for watched in asking):
            near = past.around(action, new)
        else:
            near = Near((action,), past.made_by(action, new))
        shared, position = self._shared(near.actions, near.artifacts), len(near.actions) - 1
        derived = {artifact.artifact_id: tuple(names_of(artifact, "derived_from")) for artifact in new}
        own = {name: parents for name, parents in derived.items() if name is not None}
        makes = tuple(dict.fromkeys(shared.record.produced_by((position,))))
        reads = tuple(name for name in names_of(action, "inputs") if past.has(name) or name in own)
        files = () if isinstance(action, Unrecognized) else files_of(action)
        return Seen(Evaluation(shared), position, Happened(reads, makes, files, own))


def _by_action(trace: Trace, makers: Sequence[Sequence[int]]) -> tuple[list[list[Artifact]], tuple[Artifact, ...]]:
    """The artifacts of a trace by the action that they come with, and those that come before any.

    One that no action makes comes with the last of what it derives from.
    """
    arrivals: dict[str | None, int] = {}
    for artifact, at in zip(trace.artifacts, makers, strict=True):
        if at:
            arrivals.setdefault(artifact.artifact_id, at[0])
    coming: list[list[Artifact]] = [[] for _ in trace.actions]
    waiting: list[Artifact] = []
    unmade = [artifact for artifact, at in zip(trace.artifacts, makers, strict=True) if not at]
    for artifact in parents_first(unmade) or unmade:
        arrival = max((arrivals.get(name, 0) for name in names_of(artifact, "derived_from")), default=0)
        arrivals.setdefault(artifact.artifact_id, arrival)
        (coming[arrival] if coming else waiting).append(artifact)
    for artifact, at in zip(trace.artifacts, makers, strict=True):
        if at:
            coming[at[0]].append(artifact)
    return coming, tuple(waiting)
