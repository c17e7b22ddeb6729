"""What holds at the positions of a trace before any operator: types, categories, outcomes, statuses, words.

Each fact is found at most once for a trace, for all policies together. What an entry that could not be read (§16.4)
says of its type counts where the type is none of the text: of a type of the text it is undetermined whether it is one.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, KeysView, Mapping, Sequence
from functools import cached_property, partial
from itertools import compress
from typing import cast, get_args

from tollens.core.graph.elements import known
from tollens.core.model.actions import Action, ActionType, ReasoningActionType
from tollens.core.model.artifacts import (
    ArtifactRole,
    ConformanceResultArtifact,
    FormalModelArtifact,
    KnownArtifact,
    StateSpaceAnalysisResultArtifact,
    VerificationResultArtifact,
)
from tollens.core.model.events import STARTING, Event, EventType
from tollens.core.model.policies import PolicyEvaluationStatus
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.policy.masks import Masks, everywhere, mask_of, only
from tollens.core.policy.outcomes import ENDS, RESULTS, End, ends
from tollens.core.policy.plan import type_name
from tollens.core.policy.record import Record
from tollens.core.policy.slips import meant_type
from tollens.core.policy.targets import touches
from tollens.core.policy.texts import Texts, has_words
from tollens.core.policy.vocabulary import ACTION_TYPES, ARTIFACT_TYPES, CATEGORIES, tag_of

_STATUS_ATOMS: Mapping[str, tuple[str, ...]] = {
    "proved": ("VerificationResult",),
    "refuted": ("VerificationResult",),
    "sat": ("VerificationResult",),
    "unknown": ("VerificationResult",),
    "passed": ("ConformanceResult",),
    "partial": ("ConformanceResult", "CoSimulationResult"),
    "matched": ("CoSimulationResult",),
    "mismatched": ("CoSimulationResult",),
}
"""Status that is an atom to the types of the results that it is a status of."""

_ENDING = frozenset(EventType) - STARTING


class Facts:
    """The facts of one trace.

    Attributes:
        size: The number of positions; of an empty trace 1, for a position where nothing happened.
        full: The mask of all positions.
        actions: The mask of the positions where an action is: all, but for the empty trace.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self.size = max(record.size, 1)
        self.full = (1 << self.size) - 1
        self.actions = self.full if record.size else 0
        self._kept: dict[tuple[str, str], Masks] = {}
        self._told: dict[str, dict[int, None]] = {}
        self._descendants: dict[str, bytes] = {}

    def atom(self, name: str) -> Masks:
        """Where an atom holds."""
        return self._once("atom", name, self._atom)

    def why(self, name: str) -> str:
        """Why an atom may be undetermined somewhere."""
        if name in ("completed", "failed"):
            return "no exit code, status or flag of success is recorded"
        if name == "high_stakes_path" and self.high_stakes_patterns is None:
            return "no paths of high stakes are configured"
        if name == "high_stakes_path" and self.high_stakes_damaged:
            return "not all paths of high stakes that the trace lists are texts"
        if name in ("start_event", "end_event", "merged"):
            return "the event could not be read"
        known = name in self._predicates or name in CATEGORIES or name in _STATUS_ATOMS or name[:1].isupper()
        if not known and not self._record.settings.text_predicates:
            return "words of the text are not looked at"
        return "an entry of the trace could not be read"

    def _once(self, kind: str, name: str, find: Callable[[str], Masks]) -> Masks:
        found = self._kept.get((kind, name))
        if found is None:
            found = self._kept[kind, name] = find(name)
        return found

    def _atom(self, name: str) -> Masks:
        if name in self._predicates:
            return self._predicates[name]()
        if name in CATEGORIES:
            return self.category(name)
        if name in _STATUS_ATOMS:
            return _any(self.status(kind, name) for kind in _STATUS_ATOMS[name])
        if name[:1].isupper():
            return self.type(name)
        return self._text(name)

    @cached_property
    def _predicates(self) -> Mapping[str, Callable[[], Masks]]:
        return {
            "action": lambda: everywhere(True, self.full) if self.actions else everywhere(False, self.full),
            "completed": lambda: self._ended("completed"),
            "failed": lambda: self._ended("failed"),
            "start_event": lambda: self._event(self._record.trace.trigger, STARTING),
            "end_event": lambda: self._event(self._record.trace.outcome, _ENDING),
            "merged": self._merged,
            "has_rationale": lambda: self._of_actions([bool(a.rationale) for _, a in self._record.index.actions]),
            "high_stakes_path": self._high_stakes,
            "reasoning_action": lambda: self.category("reasoning"),
            "verification_action": lambda: self.type(ReasoningActionType.Verify.value),
            "state_space_analysis_action": lambda: self.type(ReasoningActionType.StateSpaceAnalysis.value),
            **{name: partial(self._made, name) for name in TESTS},
        }

    # ── types and categories ─────────────────────────────────────────────────────────────────────────────────────────

    def type(self, name: str) -> Masks:
        """Where the action is of a type, or produced an artifact of it."""
        return self._once("type", type_name(name), self._type)

    def _type(self, name: str) -> Masks:
        acted, unread = self._acted.get(name, 0), self._unknown_types.get(name, ())
        sure = acted | self._mask([*unread, *self._makers_of(self._artifact_types.get(name, ()))])
        return Masks(sure, self.full & ~sure & ~self._unread_types(name))

    def descendants(self, name: str) -> bytes:
        """For each artifact 2 or 3 where it derives from one of a type; 1 where it may, from one that is unread."""
        if name not in self._descendants:
            sure = self._record.below(self._artifact_types.get(name, ()))
            may = self._record.below(self._unread_artifacts(name))
            both = int.from_bytes(sure) << 1 | int.from_bytes(may)
            self._descendants[name] = both.to_bytes(len(sure))
        return self._descendants[name]

    @cached_property
    def _acted(self) -> dict[str, int]:
        """Where the action is of each type of the text that occurs."""
        actions = self._record.index.actions
        kinds: list[ActionType] = list(actions.each("type"))
        numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
        codes = bytes(map(numbers.__getitem__, kinds))
        return {kind.value: self._flagged(only(codes, number)) for kind, number in numbers.items()}

    def _flagged(self, flags: bytes) -> int:
        """The positions of the recognized actions that are flagged."""
        if not self._record.unread:
            return mask_of(flags)
        return self._mask(compress(self._record.index.actions.positions, flags))

    @cached_property
    def _unknown_types(self) -> dict[str, list[int]]:
        """The positions of each type that is none of the text, which only entries that cannot be read have."""
        found: dict[str, list[int]] = {}
        for position in self._record.unread:
            said = self._said(position, "type")
            if said is not None and said not in ACTION_TYPES:
                found.setdefault(said, []).append(position)
        return found

    @cached_property
    def _artifact_types(self) -> dict[str, list[int]]:
        """Each artifact type to the places of its artifacts, as `_action_types`."""
        found: dict[str, list[int]] = {}
        for kind in get_args(KnownArtifact):
            found[tag_of(kind)] = list(self._record.places_by_class.get(kind, ()))
        for place, artifact in self._record.unread_artifacts:
            said = artifact.text("artifact_type")
            if said is not None and type_name(said) not in ARTIFACT_TYPES:
                found.setdefault(said, []).append(place)
        return found

    def has_type(self, name: str) -> bool:
        """Whether an action or an artifact says that it is of a type, be it one of the text or not."""
        return bool(name in self._acted or name in self._unknown_types or self._artifact_types.get(name))

    def kinds(self) -> Iterator[int]:
        """Where each type of the text and each status of a result occurs: what most formulas are made of."""
        made = (name for name, places in self._artifact_types.items() if places)
        for name in dict.fromkeys((*self._acted, *made)):
            if name in ACTION_TYPES or name in ARTIFACT_TYPES:
                yield self.type(name).true
        for kind, status in self._results:
            yield self.status(kind, status).true

    def _unread_types(self, name: str) -> int:
        """The positions of entries that cannot be read and may be of a type."""
        acted = (
            ()
            if name in ARTIFACT_TYPES and name not in ACTION_TYPES
            else [
                position
                for position in self._record.unread
                if (said := self._said(position, "type")) is None or (meant_type(said) == name and name in ACTION_TYPES)
            ]
        )
        produced = () if name in ACTION_TYPES and name not in ARTIFACT_TYPES else self._unread_artifacts(name)
        return self._mask([*acted, *self._makers_of(produced)])

    def _unread_artifacts(self, name: str) -> list[int]:
        return [
            place
            for place, artifact in self._record.unread_artifacts
            if (said := artifact.text("artifact_type")) is None or (meant_type(said) == name and name in ARTIFACT_TYPES)
        ]

    def _said(self, position: int, member: str) -> str | None:
        """What an action that could not be read says in a member."""
        action = self._record.trace.actions[position]
        return action.text(member) if isinstance(action, Unrecognized) else None

    def category(self, name: str) -> Masks:
        """Where the action is of a category."""
        sure = self._mask([at for at, a in self._record.index.actions if tag_of(a) == name])
        unsure = self._mask([at for at in self._record.unread if self._said(at, "category") in (None, name)])
        return Masks(sure, self.full & ~sure & ~unsure)

    # ── outcomes and statuses ────────────────────────────────────────────────────────────────────────────────────────

    def _ended(self, end: End) -> Masks:
        opposite: End = "failed" if end == "completed" else "completed"
        if not self.actions:
            return Masks(0, self.full)
        return Masks(self._at_end(end), self._at_end(opposite) | self._at_end("unfinished"))

    def _at_end(self, end: End) -> int:
        return mask_of(only(self._ends, ENDS.index(end)))

    @cached_property
    def _ends(self) -> bytes:
        return ends(self._record)

    def status(self, kind: str, status: str) -> Masks:
        """Where a result of a type was produced that has a status; of one that cannot be read it is undetermined."""
        return self._once(kind, status, lambda _: self._status(kind, status))

    def _status(self, kind: str, status: str) -> Masks:
        sure = self._mask(self._makers_of(self._results.get((kind, status), ())))
        return Masks(sure, self.full & ~sure & ~self._mask(self._makers_of(self._unread_artifacts(kind))))

    @cached_property
    def _results(self) -> dict[tuple[str, str], list[int]]:
        found: dict[tuple[str, str], list[int]] = {}
        for kind in RESULTS:
            for place, result in self._record.of(kind):
                status = cast(VerificationResultArtifact | ConformanceResultArtifact, result).payload.status.value
                found.setdefault((tag_of(kind), status), []).append(place)
        return found

    # ── the rest ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _merged(self) -> Masks:
        event = self._record.trace.merge
        return everywhere(None if isinstance(event, Unrecognized) else event is not None, self.full)

    def _event(self, event: object, kinds: frozenset[EventType]) -> Masks:
        return everywhere(event.typ in kinds if isinstance(event, Event) else None, self.full)

    def _high_stakes(self) -> Masks:
        patterns = self.high_stakes_patterns
        if patterns is None:
            return Masks(0, 0 if self.actions else self.full)
        masks = self.on_path(patterns)
        return Masks(masks.true, 0) if self.high_stakes_damaged else masks

    @property
    def high_stakes_damaged(self) -> bool:
        """Whether the trace lists paths of high stakes that are no texts, so that no path is surely none."""
        said = self._record.stated_paths
        return isinstance(said, list) and not all(isinstance(path, str) for path in said)

    def on_path(self, patterns: Sequence[str]) -> Masks:
        """Where the action works on a file whose path one of the patterns matches."""
        named = self._record.by_file.items()
        sure = self._mask(position for file, found in named if touches((file,), patterns) for position in found)
        return Masks(sure, self.full & ~sure & ~self.untargeted)

    @cached_property
    def untargeted(self) -> int:
        """The positions of the actions of which it cannot be read, or not all, what they work on."""
        return self._mask([*self._record.unread, *self._record.half_read])

    @cached_property
    def high_stakes_patterns(self) -> tuple[str, ...] | None:
        """What makes a path one of high stakes, by the project and by the trace; `None` where neither says."""
        said = self._record.stated_paths
        stated = tuple(path for path in said if isinstance(path, str) and path) if isinstance(said, list) else ()
        configured = tuple(path for path in self._record.settings.high_stakes_paths if path)
        return None if not configured and not isinstance(said, list) else (*configured, *stated)

    def _text(self, name: str) -> Masks:
        if not self._record.settings.text_predicates:
            return Masks(0, 0 if self.actions else self.full)
        sure = self._mask(at for kind, found in self._unknown_types.items() if has_words(kind, name) for at in found)
        for kind, acted in self._acted.items():
            sure |= acted if has_words(kind, name) else 0
        sure |= self._texts.where(name) if self.actions else 0
        return Masks(sure, self.full & ~sure & ~self._mask(self._record.unread))

    @cached_property
    def _texts(self) -> Texts[Action]:
        return Texts(self._record.trace.actions, _told)

    def artifacts_that(self, name: str) -> KeysView[int]:
        """The places of the artifacts of which a predicate of artifacts holds, ascending."""
        if name not in self._told:
            kind, role = TESTS[name]
            roles = self._record.roles
            pairs = zip(compress(range(len(roles)), roles), filter(None, roles), strict=True)  # most state none
            told = [place for place, said in pairs if said == role]
            of_kind = () if kind is None else self._record.places_by_class.get(kind, ())
            self._told[name] = dict.fromkeys(sorted({*told, *of_kind}))
        return self._told[name].keys()

    def _made(self, name: str) -> Masks:
        """Where an artifact was produced of which a predicate holds."""
        return self._produced(self.artifacts_that(name))

    def _produced(self, places: Collection[int]) -> Masks:
        sure = self._mask(self._makers_of(places))
        unread = self._mask(self._makers_of([place for place, _ in self._record.unread_artifacts]))
        return Masks(sure, self.full & ~sure & ~unread)

    def referring(self, reference: str) -> Masks:
        """Where the action, or a result that it produced, refers to a reference artifact."""

        def refers(artifact: KnownArtifact) -> bool:
            payload = getattr(artifact, "payload", None)
            return getattr(payload, "reference_artifact_id", None) == reference or reference in artifact.derived_from

        acted = self._mask([at for at, action in self._record.index.actions if reference in action.inputs])
        produced = self._produced([place for place, held in self._record.index.artifacts if refers(held)])
        return Masks(produced.true | acted, produced.false & ~acted)

    def policy_failed(self, policy: str) -> bool | None:
        """Whether the last recorded evaluation of a policy failed; `None` where there is none."""
        said = [held.status for _, held in known(self._record.trace.policy_evaluations) if held.policy_id == policy]
        return said[-1] is PolicyEvaluationStatus.Failed if said else None

    def _of_actions(self, values: Sequence[bool]) -> Masks:
        """A fact of each recognized action; of the others it is undetermined."""
        sure = self._flagged(bytes(values))
        return Masks(sure, self.full & ~sure & ~self._mask(self._record.unread))

    def _makers_of(self, places: Collection[int]) -> list[int]:
        return self._record.makers.entries(places)

    def _mask(self, found: Iterable[int]) -> int:
        if not found:
            return 0
        flags = bytearray(self.size)
        for position in found:
            flags[position] = 1
        return mask_of(flags)


def _any(found: Iterable[Masks]) -> Masks:
    made = Masks(0, -1)
    for masks in found:
        made = Masks(made.true | masks.true, made.false & masks.false)
    return made


def _told(actions: Sequence[Action]) -> list[str]:
    """The texts of each action in one, a line each, since no name spans lines; of what could not be read nothing."""
    told = [""] * len(actions)
    for place, action in known(actions):
        summary = getattr(action, "result_summary", None)  # which a gateway has not
        told[place] = f"{action.label or ''}\n{action.detail or ''}\n{action.rationale or ''}\n{summary or ''}"
    return told


def holds_of(name: str, artifact: KnownArtifact) -> bool:
    """Whether a predicate of artifacts holds of one."""
    kind, role = TESTS[name]
    return type(artifact) is kind or (role is not None and artifact.artifact_role == role)


TESTS: Mapping[str, tuple[type | None, ArtifactRole | None]] = {
    "formal_model_artifact": (FormalModelArtifact, ArtifactRole("formal_model")),
    "approved_reference_artifact": (None, ArtifactRole("approved_reference")),
    "state_space_analysis_result": (StateSpaceAnalysisResultArtifact, None),
}
"""The predicates of artifacts: the class of which it holds, and the role."""
