"""§10.3 to §10.7 What a reasoning result is about: a symbol, or a whole artifact, of which model and which files."""

from collections.abc import Iterator, Sequence
from operator import itemgetter

import msgspec

from tollens.core.derive.freshness.models import Models
from tollens.core.derive.freshness.touched import Subject
from tollens.core.graph.index import RESULTS, Index
from tollens.core.model.artifacts import (
    ReasoningResult,
    SourceCodeArtifact,
    StateSpaceAnalysisResultArtifact,
    VerificationGoalArtifact,
    VerificationResultArtifact,
)
from tollens.core.model.fingerprint import ReasoningFingerprint
from tollens.core.model.unrecognized import Unrecognized

_NONE: frozenset[str] = frozenset()


class About(msgspec.Struct, frozen=True, gc=False):
    """A result and what it is about.

    Attributes:
        result: The artifact.
        position: Of it among the artifacts.
        made: Position of the action that made it; `None` where that is not known for sure.
        fingerprint: What it says that it was computed over.
        symbol: What of the model it is about; `None` for all of its target.
        otherwise: Another symbol that the record names for it.
        named: The model text that its fingerprint names, by number.
        aims: The model texts that the record names for it, the one of the fingerprint first.
        lines: The lines of the models that it is about.
        targets: Ids of the artifacts that it is about.
        components: Durable identities that the result and its goal state.
        unread: The goal or target, where that could not be read as what it should be.
    """

    result: ReasoningResult
    position: int
    made: int | None
    fingerprint: ReasoningFingerprint | None
    symbol: str | None
    otherwise: str | None
    named: int | None
    aims: tuple[int, ...]
    lines: tuple[int, ...]
    targets: tuple[str, ...]
    components: frozenset[str]
    unread: str | None

    @property
    def goal_unread(self) -> bool:
        """Whether the goal is what could not be read."""
        result = self.result
        return isinstance(result, VerificationResultArtifact) and result.payload.goal_artifact_id == self.unread


def reasoning_results(index: Index) -> Iterator[tuple[int, ReasoningResult]]:
    """The reasoning results with their positions, in list order (§10.4a)."""
    found: list[tuple[int, ReasoningResult]] = [pair for kind in RESULTS for pair in index.of(kind)]
    yield from sorted(found, key=itemgetter(0))


def about(index: Index, models: Models, position: int, result: ReasoningResult) -> About:
    """Read what a result is about, from its fingerprint, its payload and its goal."""
    fingerprint = result.payload.fingerprint
    goal, aimed, stated = _asked(index, result)
    own = None if fingerprint is None else fingerprint.target_symbol
    named = None
    if fingerprint is not None and fingerprint.model_artifact_id is not None:
        named = models.revised(fingerprint.model_artifact_id, fingerprint.model_revision)
    number = models.numbered(aimed)
    if aimed is not None and number is not None and named in (None, number):  # most are about one text
        targets: tuple[str, ...] = (aimed,)
        aims: tuple[int, ...] = (number,)
        lines: tuple[int, ...] = (models.line_of[number],)
    else:
        targets = _targets(index, result, goal, aimed)
        aims, lines = _aims(models, named, targets)
    made = index.production.maker[position]
    components = (result.component_id, None if goal is None else goal.component_id)
    return About(
        result,
        position,
        made if made >= 0 else None,
        fingerprint,
        own or stated,
        stated if own and stated and own != stated and own.strip() != stated.strip() else None,
        named,
        aims,
        lines,
        targets,
        _NONE if components == (None, None) else frozenset(each for each in components if each is not None),
        _first_unread(index, result, targets) if index.unread_artifacts else None,
    )


def _aims(models: Models, named: int | None, targets: tuple[str, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The model texts that a record names, and the lines that it is about, with the text of its fingerprint."""
    aims = {} if named is None else {named: None}
    lines = set() if named is None else {models.line_of[named]}
    for target in targets:
        number = models.numbered(target)
        if number is None:
            lines.update(models.about(target))
        else:
            aims[number] = None
            lines.add(models.line_of[number])
    return tuple(aims), tuple(sorted(lines) if len(lines) > 1 else lines)


def _first_unread(index: Index, result: ReasoningResult, targets: tuple[str, ...]) -> str | None:
    named = (result.payload.goal_artifact_id, *targets) if isinstance(result, VerificationResultArtifact) else targets
    return next((name for name in named if _is_unread(index, name)), None)


def _is_unread(index: Index, name: str) -> bool:
    position = index.artifact_at.get(name)
    return position is not None and isinstance(index.trace.artifacts[position], Unrecognized)


def _asked(index: Index, result: ReasoningResult) -> tuple[VerificationGoalArtifact | None, str | None, str | None]:
    """The goal of a result, and what that or the result itself states: the id of its target, and the symbol."""
    if not isinstance(result, VerificationResultArtifact):
        symbol = result.payload.target_symbol if isinstance(result, StateSpaceAnalysisResultArtifact) else None
        return None, result.payload.target_artifact_id, symbol or None
    goal = index.artifact(result.payload.goal_artifact_id)
    if not isinstance(goal, VerificationGoalArtifact):
        return None, None, None
    return goal, goal.payload.target_artifact_id, goal.payload.target_symbol or None


def _targets(
    index: Index, result: ReasoningResult, goal: VerificationGoalArtifact | None, aimed: str | None
) -> tuple[str, ...]:
    """The ids of what a result is about: its target, or where the trace has no such artifact, what it derives from."""
    if aimed is not None and index.resolves(aimed):
        return (aimed,)
    return result.derived_from if goal is None else (*goal.derived_from, *result.derived_from)


def all_files(index: Index, models: Models, subjects: Sequence[About]) -> frozenset[str]:
    """All files that `as_edited` may give for one of some results, told at a glance."""
    files: set[str] = set()
    for held in models.texts:
        files |= held.origins
        if held.file is not None:
            files.add(held.file)
    for target in {target for subject in subjects for target in subject.targets if models.numbered(target) is None}:
        source = index.artifact(target)
        if isinstance(source, SourceCodeArtifact) and source.name:
            files.add(source.name)
    return frozenset(files)


def as_edited(index: Index, models: Models, subject: About) -> Subject:
    """What a result is about, as edits name it."""
    components = set(subject.components)
    files: set[str] = set()
    sources = set(subject.targets)
    for target in subject.targets:
        source = index.artifact(target) if models.numbered(target) is None else None
        if isinstance(source, SourceCodeArtifact):
            if source.component_id is not None:
                components.add(source.component_id)
            if source.name:
                files.add(source.name)
    for line in subject.lines:
        for text in models.standing(line):
            held = models.texts[text]
            if held.component is not None:
                components.add(held.component)
            if held.file is not None:
                files.add(held.file)
            files |= held.origins
            sources |= held.origins
    return Subject(subject.symbol, frozenset(components), frozenset(files), frozenset(sources))
