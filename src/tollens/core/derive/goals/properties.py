"""§18.2 Property: every verification goal that matches the binding, by its latest result.

A goal is told apart by its identity, a result belongs to the goal that its `goal_artifact_id` names. A refutation that
stands is not masked by the proof of another goal.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from tollens.core.derive.goals.outcomes import BLOCKED, DOING, DONE, TODO, Evidence, Outcome, least
from tollens.core.derive.record.mentions import Texts, mentions
from tollens.core.derive.residuals.established import Established
from tollens.core.graph.inventory import Component, Inventory, same_file
from tollens.core.graph.latest import latest
from tollens.core.model.artifacts import VerificationGoalArtifact, VerificationResultArtifact
from tollens.core.model.goals import Freshness
from tollens.core.model.payloads.verification import PropertyStatus, VerificationResultStatus
from tollens.core.model.unrecognized import UnrecognizedArtifact

_ANY = ""
"""Stands for whichever goal an answer is for."""

MET = "met"
"""The role under which evidence counts though it is contested or outdated (§18.1)."""

_MOST_KEPT = 16


class Asked(msgspec.Struct, frozen=True, gc=False):
    """What a property criterion asks for.

    Attributes:
        symbol: The symbol that the goal is about, or empty.
        name: The property, by its name or in words of the description; or empty.
        file: The file of the symbol, or empty.
        exact: Whether `name` is the whole name or description.
    """

    symbol: str = ""
    name: str = ""
    file: str = ""
    exact: bool = False

    def __str__(self) -> str:
        what = f"the property {self.name!r}" if self.name else "a property"
        of = Component(self.symbol, self.file)
        return f"{what} of {of}" if self.symbol or self.file else what


class Properties:
    """Resolves property criteria over one trace.

    Args:
        established: What stands.
        doubted: By the id of a result: what puts it in doubt, as `doubts.doubts` gives it.
        inventory: Of the trace.
    """

    def __init__(self, established: Established, doubted: Mapping[str, str], inventory: Inventory) -> None:
        self._established = established
        self._index = established.index
        self._doubted = doubted
        self._inventory = inventory
        self._goals = dict(self._index.of(VerificationGoalArtifact))
        self._by_symbol: dict[str, list[int]] = {}
        for position, goal in self._goals.items():
            self._by_symbol.setdefault(goal.payload.target_symbol or "", []).append(position)
        self._standing: dict[tuple[int, str, bool], Outcome] = {}
        self._kept: dict[tuple[Asked, bool], Outcome | None] = {}

    def outcome(self, asked: Asked, role: str) -> Outcome | None:
        """What became of the property, or `None` where no goal matches.

        The last few answers are kept: many criteria ask for one property.
        """
        key = (asked, role == MET)
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._found(asked, role)
        return self._kept[key]

    def _found(self, asked: Asked, role: str) -> Outcome | None:
        if not asked.symbol and not asked.name and not asked.file:
            return None
        surely = self._current(self._matching(asked))
        unnamed = self._unnamed(asked)
        unread = list(self._unread(asked)) if self._unread_goals else []
        if not unnamed and not unread and len(surely) < 2:
            return self._of_goal(surely[0], asked, role) if surely else None
        found = [self._of_goal(position, asked, role) for position in surely]
        for position in unnamed:
            outcome = self._of_goal(position, asked, role)
            name = self._goals[position].artifact_id
            if outcome.status is BLOCKED:
                found.append(outcome)
            elif outcome.status is not DONE and not self._unread_answers.keys().isdisjoint((name, _ANY)):
                found.append(Outcome(TODO, outcome.evidence, f"an answer to goal {name} is not recognized", void=True))
            elif not surely:
                found.append(
                    Outcome(TODO, outcome.evidence, f"goal {name} does not say that it is about {asked.symbol}")
                )
        return least([*found, *unread]) if found or unread else None

    def _matching(self, asked: Asked) -> list[int]:
        if asked.symbol:
            among: Sequence[int] = self._by_symbol.get(asked.symbol, ())
        elif asked.name:
            among = self._named(asked.name)
        else:
            among = tuple(self._goals)
        return [position for position in among if self._fits(self._goals[position], position, asked)]

    def _fits(self, goal: VerificationGoalArtifact, position: int, asked: Asked) -> bool:
        payload = goal.payload
        listed = bool(payload.properties) and asked.name in [item.name for item in payload.properties]
        named = not asked.name or listed or _says(asked, goal.name, payload.description)
        return named and (not asked.file or self._stands_in(position, asked))

    def _stands_in(self, position: int, asked: Asked) -> bool:
        """Whether a goal is about the file; one that does not say which, only where there is no other."""
        files = self._inventory.files(position)
        if not files:
            return bool(asked.symbol) and self._inventory.places.get(asked.symbol) == (asked.file,)
        return any(same_file(file, asked.file) for file in files)

    def _unnamed(self, asked: Asked) -> list[int]:
        """Goals with the property that name no symbol: they may be about the one that is asked for."""
        if not asked.symbol or not asked.name:
            return []
        among = self._by_symbol.get("")
        if among is None:
            return []
        return self._current([p for p in among if self._fits(self._goals[p], p, asked)])

    def _current(self, positions: list[int]) -> list[int]:
        """Without the goals that another one of them replaces (§7.3)."""
        if len(positions) < 2:
            return positions
        replaced = self._index.replaced
        names = {self._goals[position].artifact_id for position in positions}
        return [p for p in positions if replaced.get(self._goals[p].artifact_id) not in names]

    def _named(self, name: str) -> tuple[int, ...]:
        """Goals that may have a property of that name: their texts hold its words."""
        return self._texts.mentioning(name.casefold())

    @cached_property
    def _texts(self) -> Texts:
        return Texts(
            (position, text.casefold())
            for position, goal in self._goals.items()
            for text in (goal.payload.description, goal.name or "", *(item.name for item in goal.payload.properties))
        )

    def _unread(self, asked: Asked) -> Iterator[Outcome]:
        """Goals that are not recognized, and match as far as they can be read."""
        for position, artifact, payload in self._unread_goals:
            symbol, description = payload.get("target_symbol"), payload.get("description")
            if asked.symbol and isinstance(symbol, str) and symbol and symbol != asked.symbol:
                continue
            if asked.name and isinstance(description, str) and not _says(asked, artifact.text("name"), description):
                continue
            name = artifact.artifact_id or artifact.path
            yield Outcome(TODO, (Evidence(name, position),), f"goal {name} is not recognized", void=True)

    @cached_property
    def _unread_goals(self) -> list[tuple[int, UnrecognizedArtifact, dict[str, Any]]]:
        return [
            (position, artifact, payload if isinstance(payload := artifact.member("payload"), dict) else {})
            for position, artifact in self._index.unread_artifacts
            if artifact.text("artifact_type") == "VerificationGoal"
        ]

    @cached_property
    def _results(self) -> dict[int, list[int]]:
        """The results of each goal. `goal_id` counts where the named goal is not in the trace, and one goal has it."""
        found: dict[int, list[int]] = {}
        artifact_at = self._index.artifact_at
        for position, result in self._index.of(VerificationResultArtifact):
            named = result.payload.goal_artifact_id
            at = artifact_at.get(named)
            if at is None and named not in self._index.reference_ids and not self._unread_goals:
                same = self._numbered.get(result.payload.goal_id, [])
                at = same[0] if len(same) == 1 else None
            if at in self._goals:
                found.setdefault(at, []).append(position)
        return found

    @cached_property
    def _numbered(self) -> dict[int, list[int]]:
        """The goals of each `goal_id`."""
        found: dict[int, list[int]] = {}
        for position, goal in self._goals.items():
            found.setdefault(goal.payload.goal_id, []).append(position)
        return found

    def _of_goal(self, position: int, asked: Asked, role: str) -> Outcome:
        goal = self._goals[position]
        name = goal.artifact_id
        listed = goal.payload.properties
        by_name = bool(listed) and asked.name in [item.name for item in listed]
        key = (position, asked.name if by_name else "", role == MET)
        if key not in self._standing:
            answers = latest(self._index, self._results.get(position, ()))
            if answers:
                made = least([self._of_result(each, name, key[1], role) for each in answers])
            elif role != MET and (dispute := self._established.contested.get(name)) is not None:
                made = Outcome(BLOCKED, (), f"goal {name} is contested by {dispute[1]}")
            else:
                made = Outcome(DOING, (), f"goal {name} has no result that can be read")
            self._standing[key] = made
        return self._standing[key]

    def _of_result(self, position: int, goal: str, name: str, role: str) -> Outcome:
        """By the verdict, and unless the role is met by what is held against it."""
        result: Any = self._index.trace.artifacts[position]
        made = _verdict(result, name, (Evidence(result.artifact_id, position),))
        if role == MET:
            return replace(made, basis=MET) if made.status is DONE else made
        contested = self._established.contested
        dispute = (contested.get(result.artifact_id) or contested.get(goal)) if contested else None
        if dispute is not None:
            at = "" if dispute[0] == result.artifact_id else f", which contests {dispute[0]}"
            told = f"{result.artifact_id} is contested by {dispute[1]}{at}"
            return replace(made, status=BLOCKED, reason=told, void=False)
        if made.status is not DONE:
            return made
        reason = self.held_against(result.artifact_id) or self._maybe_answered_again(result, position, goal)
        return replace(made, status=TODO, reason=reason, void=True) if reason else made

    def _maybe_answered_again(self, result: VerificationResultArtifact, position: int, goal: str) -> str:
        """That an answer which is not recognized is not surely earlier than a result; or nothing."""
        if not self._unread_answers:
            return ""
        maker = self._index.maker(result.artifact_id)
        for at, unread in (*self._unread_answers.get(goal, ()), *self._unread_answers.get(_ANY, ())):
            number = unread.number("producer_action_id")
            made = None if number is None else self._index.action_at.get(number)
            earlier = at < position if maker is None and made is None else self._index.later(maker, made)
            if not earlier and (result.supersedes is None or result.supersedes != unread.artifact_id):
                return f"{unread.artifact_id or unread.path}, which may be a later answer, is not recognized"
        return ""

    @cached_property
    def _unread_answers(self) -> dict[str, list[tuple[int, UnrecognizedArtifact]]]:
        """By the id of a goal the results for it that are not recognized, by what they name or derive from.

        Those of which that tells no goal may answer any.
        """
        found: dict[str, list[tuple[int, UnrecognizedArtifact]]] = {}
        asked = {goal.artifact_id for goal in self._goals.values()}
        asked.update(goal.artifact_id for _, goal, _ in self._unread_goals if goal.artifact_id)
        for position, artifact in self._index.unread_artifacts:
            payload = artifact.member("payload")
            named = payload.get("goal_artifact_id") if isinstance(payload, dict) else None
            results = artifact.text("artifact_type") == "VerificationResult"
            goals = artifact.texts("derived_from") if results else ()
            names = dict.fromkeys((*goals, *((named,) if isinstance(named, str) else ())))
            if results and asked.isdisjoint(names):
                names = {_ANY: None}
            for goal in names:
                found.setdefault(goal, []).append((position, artifact))
        return found

    def held_against(self, name: str) -> str:
        """Why a result that is not contested does not count: it is not Fresh (§18.3), or in doubt; or nothing."""
        verdict = self._established.freshness.get(name)
        if verdict is None:
            return f"whether {name} still holds is not known"
        if verdict.verdict is not Freshness.Fresh:
            return f"{name} is {verdict.verdict.value.lower()}: {verdict.reason}"
        return f"{name} is in doubt by {self._doubted[name]}" if name in self._doubted else ""


def _says(asked: Asked, name: str | None, description: str) -> bool:
    """Whether a goal of that name and that description has the property."""
    if asked.name in (name, description):
        return True
    return not asked.exact and mentions(description.casefold(), asked.name.casefold())


def _verdict(result: VerificationResultArtifact, name: str, evidence: tuple[Evidence, ...]) -> Outcome:
    """What a result says by itself: only a proof that lists no property otherwise is one."""
    payload, called = result.payload, result.artifact_id
    if payload.status is VerificationResultStatus.VrRefuted:
        counterexample = payload.result.refuted.counterexample if payload.result.refuted else None
        return Outcome(BLOCKED, evidence, f"{called} refutes it", counterexample)
    if payload.status is not VerificationResultStatus.VrProved or not payload.result.proved:
        found = "satisfiable, which proves nothing" if payload.result.sat else "unknown"
        return Outcome(DOING, evidence, f"{called} is {found}")
    listed = payload.result.proved.properties
    unproved = [item for item in listed if item.status is not PropertyStatus.Proved]
    refuted = [item.name for item in unproved if item.status is PropertyStatus.Refuted] if unproved else ()
    if refuted:
        return Outcome(BLOCKED, evidence, f"{called} is called proved, and lists {refuted[0]!r} as refuted")
    if listed and name and name not in [item.name for item in listed]:
        return Outcome(DOING, evidence, f"{called} lists what it proved, and {name!r} is not among it")
    open_ones = [item.name for item in unproved if not name or item.name == name] if unproved else ()
    if open_ones:
        return Outcome(DOING, evidence, f"{called} lists {open_ones[0]!r} as not proved")
    return Outcome(DONE, evidence)
