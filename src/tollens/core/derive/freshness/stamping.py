"""§10.4a Fingerprints for results that lack one, and of single symbols: computed, never written here.

A stamp is taken from the model that was current at the action of the result, and only where the record says which that
was. It never makes an old proof look new: a result that is stale now, and would not be by its stamp, gets none. Neither
does one that needs to be established again since a merge, or that was carried over a change of what may be anything:
there the order of the actions does not tell over which model it was computed.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tollens.core.derive.freshness.engines import engine_of
from tollens.core.derive.freshness.judge import Judge
from tollens.core.derive.freshness.model_state import Hit, State
from tollens.core.derive.freshness.models import ModelText
from tollens.core.derive.freshness.sight import Sight
from tollens.core.derive.freshness.subjects import About
from tollens.core.errors import MisuseError
from tollens.core.graph.grounds import results_to_establish_again
from tollens.core.graph.index import Index
from tollens.core.model.artifacts import CarriedForwardArtifact, ResidualArtifact
from tollens.core.model.fingerprint import ReasoningFingerprint
from tollens.core.model.merging import CarriedForwardBasis
from tollens.core.model.residuals import ResidualKind, ResidualStatus
from tollens.core.ports import LanguageOf, Unread


class Left(msgspec.Struct, frozen=True):
    """A result that got no fingerprint, and why."""

    artifact_id: str
    why: str


class Stamp(NamedTuple):
    """A fingerprint for the result at a position among the artifacts."""

    position: int
    artifact_id: str
    fingerprint: ReasoningFingerprint


class Stamps(NamedTuple):
    """What there is to stamp.

    Attributes:
        made: In list order.
        left: The results without a fingerprint that get none, in list order.
    """

    made: tuple[Stamp, ...]
    left: tuple[Left, ...]

    @property
    def report(self) -> "StampReport":
        """The same without the fingerprints."""
        return StampReport(tuple(stamp.artifact_id for stamp in self.made), self.left)


class StampReport(msgspec.Struct, frozen=True):
    """What was stamped.

    Attributes:
        stamped: Ids of the results that carry a fingerprint now, in list order.
        left: The results that got none, in list order.
    """

    stamped: tuple[str, ...]
    left: tuple[Left, ...]


class Printed(msgspec.Struct, frozen=True):
    """The fingerprint of one definition in the current model, with its closure (§10.4a).

    Attributes:
        symbol: As the model has it.
        model_artifact_id: The FormalModel that it stands in.
        model_revision: Of that, as stated.
        task_checksum: Over the definition and its closure.
        task_shape: The same without the names.
        closure: Names of the definitions in the closure, sorted; itself among them.
    """

    symbol: str
    model_artifact_id: str
    model_revision: int | None
    task_checksum: str
    task_shape: str
    closure: tuple[str, ...]


def stamps(index: Index, language_of: LanguageOf) -> Stamps:
    """Compute the fingerprints of the results that lack one.

    Args:
        index: Of the trace.
        language_of: Finds the languages that models are written in.
    """
    judge = Judge(index, language_of, {})
    doubted = _doubted(index)
    made: list[Stamp] = []
    left: list[Left] = []
    for subject in judge.sight.subjects:
        position, result = subject.position, subject.result
        if subject.fingerprint is None and index.artifact_at[result.artifact_id] == position:
            found = doubted.get(result.artifact_id) or _stamp(judge, subject)
            if isinstance(found, str):
                left.append(Left(result.artifact_id, found))
            else:
                made.append(Stamp(position, result.artifact_id, found))
    return Stamps(tuple(made), tuple(left))


def _doubted(index: Index) -> dict[str, str]:
    """Why results that a merge brought in were not computed over the model that the order of the actions tells."""
    found: dict[str, str] = {}
    for _, carried in index.of(CarriedForwardArtifact):
        opaque = carried.payload.basis is CarriedForwardBasis.UninterpretedOpaque
        if opaque and carried.artifact_id not in index.replaced:
            found[carried.payload.result_id] = f"what it rests on changed since, by {carried.artifact_id!r}"
    for _, gap in index.of(ResidualArtifact):
        addressed = gap.payload.status is ResidualStatus.ResidualAddressed or gap.artifact_id in index.replaced
        if gap.payload.kind is ResidualKind.NeedsRereasoning and not addressed:
            for name in results_to_establish_again(gap.payload, gap.derived_from, index.artifact_at.__contains__):
                found[name] = f"it needs to be established again, by {gap.artifact_id!r}"
    return found


def _stamp(judge: Judge, subject: About) -> ReasoningFingerprint | str:
    """The fingerprint of a result, or why it gets none."""
    sight = judge.sight
    past = sight.past(subject) if subject.made is not None else None
    if past is None:
        return "the record does not say which model was current when it was made"
    texts = sight.texts(subject, past)
    if not texts:
        return "the model that it is about is not in the trace, or was made after it"
    unread = next((text for text in texts if not past.reads(text)), None)
    if unread is not None:
        return _unread(sight, unread)
    then = _task(sight, subject, past, texts)
    if isinstance(then, str):
        return then
    if not judge.ruling(subject).fresh:
        now = sight.states.now
        current = _task(sight, subject, now, [text for text in sight.texts(subject, now) if now.reads(text)])
        if not isinstance(current, str) and current.checksum == then.checksum:
            return "it is stale now, by an edit that its model does not show"
    name, version = engine_of(sight.index, subject.result, None)
    return ReasoningFingerprint(
        task_checksum=then.checksum,
        task_shape=then.shape,
        target_symbol=subject.symbol,
        engine=name,
        engine_version=version,
        model_artifact_id=then.model.artifact_id,
        model_revision=then.model.revision,
    )


class _Task(NamedTuple):
    checksum: str
    shape: str
    model: ModelText


def _task(sight: Sight, subject: About, state: State, texts: Sequence[int]) -> _Task | str:
    """The only task that a result can be about in a model, or why there is no such."""
    models = sight.models.texts
    if subject.symbol is None:
        if len(texts) != 1:
            return "its target has several texts"
        return _Task(*state.whole(texts[0]), models[texts[0]])
    hits = sight.hits(subject, subject.symbol, state, texts)
    if len(hits) != 1:
        number = "no definition" if not hits else "several definitions"
        return f"{number} of {subject.symbol!r} in the model that was current when it was made"
    return _Task(hits[0].checksum, hits[0].shape, models[hits[0].text])


def printed(index: Index, language_of: LanguageOf, symbol: str, model: str | None = None) -> Printed:
    """The fingerprint of a symbol in the current model, or in the model that is named, with what stood beside it.

    Args:
        index: Of the trace.
        language_of: Finds the languages that models are written in.
        symbol: Qualified or not.
        model: Id of a FormalModel, which need not be current.

    Raises:
        MisuseError: The symbol names no definition there, or several.
    """
    sight = Sight(index, language_of)
    states, number = sight.states, sight.models.numbered(model)
    if model is not None and number is None:
        raise MisuseError(f"{model!r} is no formal model of this trace", "tollens show TRACE lists the artifacts.")
    state = states.now
    if number is not None and number not in state.standing:
        held = sight.models.texts[number]
        past = states.at(held.made, held.position, (number,))
        if past is None:
            raise MisuseError(f"the record does not say what stood beside {model!r}", "Name a current model.")
        state = past
    if number is not None and not state.reads(number):
        raise MisuseError(_unread(sight, number), "")
    hits = state.hits(symbol, None if number is None else (number,))
    if len(hits) != 1:
        raise MisuseError(*_not_one(sight, symbol, state, hits))
    (hit,) = hits
    text = sight.models.texts[hit.text]
    closure = hit.linked.closures.names(hit.at)
    return Printed(hit.name, text.artifact_id, text.revision, hit.checksum, hit.shape, closure)


def _not_one(sight: Sight, symbol: str, state: State, hits: Sequence[Hit]) -> tuple[str, str]:
    """What is wrong where a symbol does not name one definition, and what to do."""
    if hits:
        where = ", ".join(sorted({sight.models.texts[hit.text].artifact_id for hit in hits}))
        return f"{symbol!r} is defined more than once: in {where}", "Name one with --model ID."
    if state.unread:
        return f"{symbol!r} is in no model that could be read; {_unread(sight, state.unread[0])}", ""
    return f"{symbol!r} is in no current model", "tollens show TRACE lists the models; --model ID names an older one."


def _unread(sight: Sight, text: int) -> str:
    held = sight.models.texts[text]
    language = sight.states.language(text)
    return f"model {held.artifact_id!r} cannot be read: {language.why if isinstance(language, Unread) else held.why}"
