"""§10, §18.3 What is established about one symbol, and whether it still holds."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

import msgspec

from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.freshness.models import Models, ModelText
from tollens.core.derive.residuals.reopened import DerivedGap
from tollens.core.derive.residuals.surface import Gap
from tollens.core.derive.review.worth import WORST, Standing, engine_of, question_of, standing_of, verdict_of
from tollens.core.graph.answers import answered_again
from tollens.core.graph.index import Index
from tollens.core.model import ReasoningResult, VerificationGoalArtifact, VerificationResultArtifact
from tollens.core.ports import LanguageOf, Unread

_FEW = 10_000
"""Names among which a similar one is looked for: comparing takes its time."""


class AboutSymbol(msgspec.Struct, frozen=True):
    """One reasoning result about a symbol.

    Attributes:
        standing: What it is worth now: `replaced` where a later result answers the same question; otherwise as of the
            whole symbol.
        verdict: In the specification's words: `proved`, `refuted`, `passed`, …; of an analysis `complete`,
            `incomplete` or `unstated`.
        question: What was asked: the description of the goal, the kind of the analysis, the reference.
        by: The engine; empty where the record does not say.
        action_id: The action that made it; `null` where that is not known for sure.
        whole: It names no symbol, and is about the whole model that the symbol is defined in.
        freshness, basis, reason: The verdict of freshness, what it rests on, and why (§18.3).
        contested_by: The defeater against it or against what it rests on.
        replaced_by: The later result.
    """

    artifact_id: str
    type: str
    standing: str
    verdict: str
    question: str
    by: str
    action_id: int | None
    whole: bool
    freshness: str
    basis: str
    reason: str
    contested_by: str | None
    replaced_by: str | None


class SymbolAccount(msgspec.Struct, frozen=True):
    """What the record holds about one symbol.

    Attributes:
        symbol: As it was asked for, or the whole name where only its last part was.
        standing: Where it stands.
        defined_in: Ids of the current models that define it.
        results: Every reasoning result about it, the worst first, replaced ones last.
        gaps: Open declared gaps and defeaters about what these results are about, and about them.
        derived_residuals: Gaps that were computed about it (§18.3).
        unanswered: Ids of goals about it that have no result.
    """

    symbol: str
    standing: Standing
    defined_in: tuple[str, ...]
    results: tuple[AboutSymbol, ...]
    gaps: tuple[Gap, ...]
    derived_residuals: tuple[DerivedGap, ...]
    unanswered: tuple[str, ...]


class UnknownSymbol(msgspec.Struct, frozen=True):
    """Nothing in the record has that name.

    Attributes:
        symbol: As it was asked for.
        near: Names that are like it; of a last part that several names share, all of these.
        unread: Why some models could not be looked into, so that the symbol may be defined there all the same.
    """

    symbol: str
    near: tuple[str, ...]
    unread: tuple[str, ...]


class _Definitions:
    """Where names are defined, in the current texts of the models."""

    def __init__(self, index: Index, language_of: LanguageOf) -> None:
        self.by_name: dict[str, dict[str, None]] = {}
        unread: dict[str, None] = {}
        models = Models(index)
        for line in range(len(models.members)):
            for at in models.standing(line):
                text = models.texts[at]
                if not text.artifact_id:
                    unread[f"a model that states no id: {text.why}"] = None
                    continue
                for name in text.symbols:
                    self.by_name.setdefault(name, {})[text.artifact_id] = None
                why = self._read(text, language_of)
                if why:
                    unread[f"{text.artifact_id}: {why}"] = None
        self.unread = tuple(unread)

    def _read(self, text: ModelText, language_of: LanguageOf) -> str:
        if text.text is None:
            return text.why
        language = language_of(text.language)
        if isinstance(language, Unread):
            return language.why
        for definition in language.link((language.parse(text.text),)).definitions:
            self.by_name.setdefault(definition.name, {})[text.artifact_id] = None
        return ""


def symbol_account(evaluation: Evaluation, language_of: LanguageOf, name: str) -> SymbolAccount | UnknownSymbol:
    """What is known about a symbol, by its whole name, or by its last part where that is unique.

    Args:
        evaluation: Of the trace.
        language_of: Finds the languages that models are written in.
        name: Of the symbol.
    """
    index = evaluation.index
    defined = _Definitions(index, language_of)
    named = {*defined.by_name, *_named(evaluation)}
    whole = _whole(name, named)
    if whole is None:
        return UnknownSymbol(name, _near(name, named), defined.unread)
    models = tuple(defined.by_name.get(whole, ()))
    results = tuple(_results(evaluation, whole, _versions(index, models)))
    worst = min((WORST.index(each.standing) for each in results if each.standing in WORST), default=None)
    standing: Standing = "nothing" if worst is None else WORST[worst]  # type: ignore[assignment]
    concerned = {each.artifact_id for each in results} | set(_goals_about(index, whole))
    established = evaluation.established
    return SymbolAccount(
        symbol=whole,
        standing=standing,
        defined_in=models,
        results=tuple(sorted(results, key=_rank)),
        gaps=tuple(
            gap
            for gap in (*established.defeaters, *established.gaps)
            if gap.open and (concerned.intersection(gap.about) or gap.target.endswith(f" {whole}"))
        ),
        derived_residuals=tuple(gap for gap in established.derived if gap.symbol == whole or gap.target in concerned),
        unanswered=_unanswered(index, whole),
    )


def _rank(result: AboutSymbol) -> int:
    return WORST.index(result.standing) if result.standing in WORST else len(WORST)


def _named(evaluation: Evaluation) -> Iterator[str]:
    """The symbols that goals and results name."""
    for verdict in evaluation.established.freshness.values():
        if verdict.symbol:
            yield verdict.symbol
    for _, goal in evaluation.index.of(VerificationGoalArtifact):
        if goal.payload.target_symbol:
            yield goal.payload.target_symbol
    for _, artifact in evaluation.index.artifacts:
        if artifact.component_id:
            yield artifact.component_id


def _whole(name: str, named: Iterable[str]) -> str | None:
    found = [each for each in named if each == name] or [each for each in named if each.rpartition(".")[2] == name]
    return found[0] if len(found) == 1 else None


def _near(name: str, named: set[str]) -> tuple[str, ...]:
    same_part = sorted(each for each in named if each.rpartition(".")[2] == name)
    return tuple(same_part or (get_close_matches(name, sorted(named), n=5) if len(named) <= _FEW else ()))


def _goals_about(index: Index, symbol: str) -> Iterator[str]:
    for _, goal in index.of(VerificationGoalArtifact):
        if goal.payload.target_symbol == symbol:
            yield goal.artifact_id


def _unanswered(index: Index, symbol: str) -> tuple[str, ...]:
    answered = {answer.payload.goal_artifact_id for _, answer in index.of(VerificationResultArtifact)}
    return tuple(name for name in _goals_about(index, symbol) if name not in answered and name not in index.replaced)


def _versions(index: Index, models: Iterable[str]) -> frozenset[str]:
    """Ids of some models and of all earlier versions of them."""
    read = index.lines
    found = {version for name in models for version in read.versions(index.artifact_at[name])}
    return frozenset(index.trace.artifacts[at].artifact_id or "" for at in found)


def _results(evaluation: Evaluation, symbol: str, models: frozenset[str]) -> Iterator[AboutSymbol]:
    index, established = evaluation.index, evaluation.established
    replaced = answered_again(index, lambda name: True)
    for name, verdict in established.freshness.items():
        result = index.artifact(name)
        if not isinstance(result, ReasoningResult):
            continue
        whole = verdict.symbol is None and _target(index, result) in models
        if verdict.symbol != symbol and not whole:
            continue
        contested_by = established.contested[name][1] if name in established.contested else None
        by = replaced.get(name)
        made = index.maker(name)
        yield AboutSymbol(
            artifact_id=name,
            type=type(result).__name__.removesuffix("Artifact"),
            standing="replaced" if by is not None else standing_of(result, verdict, contested_by),
            verdict=verdict_of(result),
            question=question_of(index, result),
            by=engine_of(result),
            action_id=None if made is None else index.trace.actions[made].id,
            whole=whole,
            freshness=verdict.verdict.value,
            basis=verdict.basis,
            reason=verdict.reason,
            contested_by=contested_by,
            replaced_by=by,
        )


def _target(index: Index, result: ReasoningResult) -> str:
    if not isinstance(result, VerificationResultArtifact):
        return result.payload.target_artifact_id
    goal = index.artifact(result.payload.goal_artifact_id)
    return goal.payload.target_artifact_id if isinstance(goal, VerificationGoalArtifact) else ""
