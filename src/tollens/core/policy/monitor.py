"""Policies while the work goes on: which verdicts are final, what is still owed, and what an action would violate.

After any number of actions the verdict is that of the evaluator over the trace up to there. An action costs a constant
for each operator; only what a policy says of the trace as a whole, such as of its residuals, is looked at over all
that happened, and only when a verdict is asked for.

Artifacts come with the action that produced them, and what they derive from before them. A policy is not followed where
an operator that looks back has one inside that looks ahead, or where it tries the elements at each action.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from tollens.core.graph.index import Index
from tollens.core.model.actions import Action
from tollens.core.model.artifacts import Artifact
from tollens.core.model.trace import Trace
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.policy.engine import Shared
from tollens.core.policy.evaluation import Evaluation
from tollens.core.policy.followed import Followed, Seen, UnfollowedError
from tollens.core.policy.obligations import TooManyError
from tollens.core.policy.past import Happened
from tollens.core.policy.plan import TooDeepError
from tollens.core.policy.record import Derived, Record, Settings
from tollens.core.policy.selection import selected
from tollens.core.policy.targets import files_of
from tollens.core.policy.verdict import Rule, Status, judge
from tollens.core.policy.witnesses import trigger


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
    """A policy that an action would violate.

    Attributes:
        policy_id: Of the policy.
        final: Whether nothing that comes could mend it; otherwise what the trace says as a whole could, such as a
            residual that is addressed.
    """

    policy_id: str
    final: bool


class Unfollowed(NamedTuple):
    """A policy that cannot be followed action by action, and why; it is judged over the whole trace."""

    policy_id: str
    why: str


class _Watched(NamedTuple):
    """A policy, with its formula and what triggers it, both followed."""

    rule: Rule
    formula: Followed
    trigger: Followed


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
        self._actions: list[Action] = []
        self._artifacts: list[Artifact] = []
        self._by_id: dict[str, Artifact] = {}
        self._producing: dict[int, list[str]] = {}
        self._watched: list[_Watched] = []
        self.unfollowed: tuple[Unfollowed, ...] = ()
        self._whole: Shared | None = None
        whole = Shared(Record(Index(trace), derived, settings))
        for rule in rules:
            known = rule.over(whole)
            unheard = (*known.conditions, *known.parts)
            if unheard:  # what comes may have what it names, so that not even this is final
                self._leave(rule, unheard[0].why)
                continue
            try:
                self._watched.append(_Watched(rule, Followed(known.formula), Followed(trigger(known.formula))))
            except UnfollowedError as error:
                self._leave(rule, str(error))
            except TooDeepError:
                self._leave(rule, "its quantifiers are nested too deep")
        self._waiting: list[Artifact] = []
        makers = whole.record.makers
        coming: list[list[Artifact]] = [[] for _ in trace.actions]
        for artifact, at in zip(trace.artifacts, makers, strict=True):
            (coming[at[0]] if at else self._waiting).append(artifact)
        for action, artifacts in zip(trace.actions, coming, strict=True):
            self.feed(action, artifacts)

    def _leave(self, rule: Rule, why: str) -> None:
        self.unfollowed += (Unfollowed(rule.policy_id, why),)

    def feed(self, action: Action, artifacts: Sequence[Artifact] = ()) -> tuple[Standing, ...]:
        """Take in the next action with the artifacts that it produced.

        Returns:
            The policies whose verdict became final by it.
        """
        before = {watched.rule.policy_id for watched in self._watched if self._is_final(watched)}
        seen = self._seen(action, artifacts)
        self._actions.append(action)
        for artifact in (*self._waiting, *artifacts):
            self._take(artifact)
        self._waiting, self._whole = [], None
        for watched in tuple(self._watched):
            try:
                for followed in (watched.formula, watched.trigger):
                    followed.take(seen, followed.after(seen))
            except TooManyError:
                self._watched.remove(watched)
                self._leave(watched.rule, "it owes too much to be followed")
        closed = (each for each in self._watched if each.rule.policy_id not in before and self._is_final(each))
        return tuple(map(self._standing, closed))

    def standings(self) -> tuple[Standing, ...]:
        """Where each policy that is followed stands."""
        return tuple(map(self._standing, self._watched))

    def would_violate(self, action: Action, artifacts: Sequence[Artifact] = ()) -> tuple[Violation, ...]:
        """The policies that an action would violate, were it taken now; nothing is taken in.

        A policy that is violated already is not among them, nor is one that would only be owed more.
        """
        seen = self._seen(action, artifacts)
        then = self._shared([*self._actions, action], [*self._artifacts, *self._waiting, *artifacts])
        found: list[Violation] = []
        for watched in self._watched:
            formula = watched.formula
            if formula.settled(formula.owed, lambda: Evaluation(self._all)) is False:
                continue
            try:
                owed = formula.after(seen).owed
            except TooManyError:
                continue
            selector = watched.rule.applies_when
            applies = selector is None or selected(selector, then) is True
            if applies and formula.settled(owed, lambda: Evaluation(then)) is False:
                found.append(Violation(watched.rule.policy_id, formula.is_false(owed)))
        return tuple(found)

    # ── where a policy stands ────────────────────────────────────────────────────────────────────────────────────────

    def _standing(self, watched: _Watched) -> Standing:
        status = self._status(watched)
        return Standing(watched.rule.policy_id, status, self._is_final(watched), watched.formula.demands())

    def _status(self, watched: _Watched) -> Status:
        if not self._actions:
            return judge(watched.rule, self._all).status
        selector = watched.rule.applies_when
        applies = True if selector is None else selected(selector, self._all)
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
        selector = watched.rule.applies_when
        if decided == "open" or (selector is not None and selected(selector, self._all) is not True):
            return False
        return decided is not True or watched.trigger.decided != "open"

    # ── what happened ────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _all(self) -> Shared:
        """All that happened so far, as one trace."""
        if self._whole is None:
            self._whole = self._shared(self._actions, [*self._artifacts, *self._waiting])
        return self._whole

    def _shared(self, actions: Sequence[Action], artifacts: Sequence[Artifact]) -> Shared:
        trace = msgspec.structs.replace(self._start, actions=tuple(actions), artifacts=tuple(artifacts))
        return Shared(Record(Index(trace), self._derived, self._settings))

    def _take(self, artifact: Artifact) -> None:
        self._artifacts.append(artifact)
        name, producer = artifact.artifact_id, _producer(artifact)
        if name is not None:
            self._by_id.setdefault(name, artifact)
            if producer is not None:
                self._producing.setdefault(producer, []).append(name)

    def _seen(self, action: Action, artifacts: Sequence[Artifact]) -> Seen:
        """An action alone, with what it produced: what comes with it, and what came before and it lists too."""
        new = (*self._waiting, *artifacts)
        again = dict.fromkeys([*_names(action, "outputs"), *self._producing.get(action.id or 0, ())])
        alone = self._shared((action,), [*new, *(self._by_id[name] for name in again if name in self._by_id)])
        derived = {
            name: tuple(_names(artifact, "derived_from"))
            for artifact in new
            if (name := artifact.artifact_id) is not None
        }
        makes = tuple(dict.fromkeys(alone.record.produced_by((0,))))
        reads = tuple(name for name in _names(action, "inputs") if name in self._by_id or name in derived)
        files = () if isinstance(action, Unrecognized) else files_of(action)
        return Seen(Evaluation(alone), Happened(reads, makes, files, derived))


def _producer(artifact: Artifact) -> int | None:
    if isinstance(artifact, Unrecognized):
        return artifact.number("producer_action_id")
    return artifact.producer_action_id


def _names(entry: Action | Artifact, member: str) -> Sequence[str]:
    found: Sequence[str] = entry.texts(member) if isinstance(entry, Unrecognized) else getattr(entry, member)
    return found
