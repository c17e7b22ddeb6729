"""§7.3, §15.3 The model artifacts that a merged trace needs beside those of its parents, so that what stands is merged.

Where the sides changed different definitions of a model, a text that holds both changes is made line by line, and then
read: only if each definition in it is exactly the one that it should be, and mentions what it should, is it a model.
Where the text of one side is current and the record of both together says otherwise, since it holds two versions that
nothing orders, that text is stated once more, as the version that replaces both. A joined model says what it joins.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from tollens.core.derive.freshness.models import JOINS, ModelText
from tollens.core.derive.freshness.readings import Readings
from tollens.core.graph.closure import Closures
from tollens.core.merge.combination import Combination, Kind
from tollens.core.merge.identity import COMPONENTS
from tollens.core.merge.parents import Side
from tollens.core.merge.placement import Placement
from tollens.core.merge.three_way import merged as merged_text
from tollens.core.merge.views import View
from tollens.core.model.artifacts import FormalModelArtifact
from tollens.core.ports import Unread

Value = dict[str, Any]


class Joining(NamedTuple):
    """What was joined, and what was not.

    Attributes:
        models: By line, the JSON value of the FormalModel that replaces what stands, without the action that makes it.
        failed: The lines that could not be joined, and why.
        versions: Of each line of which it is open what the code will follow, the models that may be current there:
            those of both sides where both stand, and what a merge of their lines gives with either side first.
        unsettled: The lines of which it cannot be told what either side has.
    """

    models: Mapping[int, Value]
    failed: Mapping[int, str]
    versions: Mapping[int, tuple[Value, ...]]
    unsettled: frozenset[int]


def join(combination: Combination, union: View, placement: Placement, readings: Readings) -> Joining:
    """The models that are to be added to both histories together, so that what stands is what both have together.

    Args:
        combination: Of the models of both sides.
        union: Both histories as one trace.
        placement: Of its models in the lines.
        readings: Of model texts.
    """
    standing = placement.standing
    models: dict[int, Value] = {}
    failed: dict[int, str] = {}
    versions: dict[int, tuple[Value, ...]] = {}
    unsettled: set[int] = set()
    joiner = _Joiner(combination, union, readings)
    for number, kind in enumerate(combination.kinds):
        held = standing.get(number, [])
        found = joiner.text(number, kind) if held and kind not in (Kind.Conflict, Kind.Unknown) else None
        texts = joiner.joined_by_lines(number) if held and kind is Kind.Joined else []
        is_new = not all(map(placement.is_of_a_parent, held))  # of results that came along, or made by this merge
        if isinstance(found, Unread) and not is_new:
            failed[number] = found.why
        if not held:
            if any(combination.alignment.standing(number, side) for side in Side):
                failed[number] = "a model that was no version of it replaces it in the record of both sides together"
                unsettled.add(number)
        elif is_new:
            pass
        elif kind is Kind.Unknown:
            unsettled.add(number)
        elif found is None or isinstance(found, Unread):
            sides = (joiner.version(number, side, held) for side in Side)
            versions[number] = (*sides, *(joiner.model(number, text, held) for text in texts))
        elif not joiner.is_so(found, held):
            if len(found) == 1 and found[0][1] is not None:
                models[number] = joiner.model(number, found[0], held)
            else:
                failed[number] = "the record of both sides together does not say which of its texts is current"
                unsettled.add(number)
        if isinstance(found, list) and len(texts) > 1:
            versions[number] = tuple(joiner.model(number, text, held) for text in texts)
    return Joining(models, failed, versions, frozenset(unsettled))


def amiss(
    combination: Combination,
    merged: View,
    placement: Placement,
    readings: Readings,
    later: Collection[tuple[str, str | None]],
) -> Iterator[tuple[int, str]]:
    """The lines in which a merged trace has not what both sides have together, and what is wrong.

    Args:
        combination: Of the models of both sides.
        merged: The merged trace.
        placement: Of its models in the lines.
        readings: Of model texts.
        later: Languages and texts of models that came along with results which establish others again.
    """
    joiner = _Joiner(combination, merged, readings)
    for number, kind in enumerate(combination.kinds):
        if kind in (Kind.Conflict, Kind.Unknown) or not any(
            combination.alignment.standing(number, side) for side in Side
        ):
            continue
        found = joiner.text(number, kind)
        held = placement.standing.get(number, [])
        if not held and placement.is_displaced(number):
            continue  # no merge can keep it, and what rests on it is not carried
        if isinstance(found, Unread) or joiner.is_so(found, held) or joiner.reads_so(number, held):
            continue
        texts = [(text.language, text.text) for text in map(merged.models.texts.__getitem__, held)]
        if len(found) != 1 or found[0][1] is None or (texts and all(text in later for text in texts)):
            continue
        yield number, "something else stands there" if held else "no text of it stands there"


Texts = list[tuple[str, str | None]]
"""Languages and texts."""


class _Joiner:
    """Makes texts and artifacts."""

    def __init__(self, combination: Combination, union: View, readings: Readings) -> None:
        self._combination = combination
        self._union = union
        self._readings = readings
        self._taken = {*union.index.artifact_at, *union.index.reference_ids, *union.index.residual_ids}

    def text(self, number: int, kind: Kind) -> "Texts | Unread":
        """What should stand in a line, or why that cannot be told."""
        if kind is Kind.Joined:
            return self._joined(number)
        sides = [side for side in Side if self._combination.alignment.standing(number, side)]
        side = Side.Theirs if kind is Kind.Theirs else sides[0]
        return [(held.language, held.text) for held in self._held(number, side)]

    def is_so(self, texts: Texts, standing: list[int]) -> bool:
        """Whether what stands is what should stand."""
        held = [(each.language, each.text) for each in map(self._union.models.texts.__getitem__, standing)]
        return len(held) == len(texts) and all(held.count(each) == texts.count(each) for each in held)

    def reads_so(self, number: int, standing: list[int]) -> bool:
        """Whether one text stands, written otherwise than expected, that defines what it should."""
        if len(standing) != 1 or not self._combination.of_line(number):
            return False
        held = self._union.models.texts[standing[0]]
        language = self._readings.language(held.language)
        if isinstance(language, Unread) or held.text is None:
            return False
        return self._is_right(number, self._readings.link(language, [held.text]))

    def version(self, number: int, side: Side, standing: list[int]) -> Value:
        """The only text of a side as if it replaced what stands in a line."""
        held = next(self._held(number, side))
        return self.model(number, (held.language, held.text), standing)

    def model(self, number: int, given: tuple[str, str | None], standing: list[int]) -> Value:
        """The artifact that replaces what stands in a line, by its language and text."""
        language, text = given[0], given[1] or ""
        models = self._union.models.texts
        held = [models[at] for at in standing]
        artifacts = [self._union.index.trace.artifacts[each.position] for each in held]
        first = next((each for each in artifacts if isinstance(each, FormalModelArtifact)), None)
        names = [each.artifact_id for each in held]
        files = {each.file for each in held if each.file is not None}
        components = {each.component for each in held}
        sources = [name for each in artifacts if isinstance(each, FormalModelArtifact) for name in each.derived_from]
        metadata: dict[str, Any] = {JOINS: names}
        if len(files) == 1:
            metadata["path"] = files.pop()
        ids = dict(self._ids(number))
        if ids:
            metadata[COMPONENTS] = ids
        made: dict[str, Any] = {
            "artifact_id": self._name(number),
            "artifact_type": "FormalModel",
            "artifact_role": "formal_model",
            "name": None if first is None else first.name,
            "format": None if first is None else first.format,
            "revision": max((each.revision or 1 for each in held), default=1) + 1,
            "derived_from": list(dict.fromkeys((*names, *sources))),
            "supersedes": names[0],
            "component_id": components.pop() if len(components) == 1 else None,
            "summary": f"Joined by a merge from {' and '.join(names)}",
            "metadata": metadata,
            "payload": {
                "model_language": language,
                "formal_code": text,
                "symbols": self._symbols(held, language, text),
                "scope": None if first is None else first.payload.scope,
            },
        }
        return {member: value for member, value in made.items() if value is not None}

    def _held(self, number: int, side: Side) -> Iterator[ModelText]:
        models = self._combination.views[side].models
        return (models.texts[text] for text in self._combination.alignment.standing(number, side))

    def joined_by_lines(self, number: int) -> "Texts":
        """What `_by_lines` gives, in the language of ours."""
        language = next(self._held(number, Side.Ours)).language
        return [(language, text) for text in self._by_lines(number)]

    def _by_lines(self, number: int) -> tuple[str, ...]:
        """The text with the changes of both sides, line by line; none where both changed the same lines.

        Two where both added lines at one place: those of either side may come first.
        """
        combination = self._combination
        ours, theirs = (next(self._held(number, side)).text or "" for side in Side)
        at = combination.text(number, None) if combination.is_based(number) else None
        base = None if at is None else combination.views[None].models.texts[at].text
        found = merged_text(base, ours, theirs), merged_text(base, theirs, ours)
        return tuple(dict.fromkeys(text for text in found if text is not None))

    def _joined(self, number: int) -> "Texts | Unread":
        """The text with the changes of both sides, if it is what it should be."""
        ours, theirs = (next(self._held(number, side)) for side in Side)
        language = self._readings.language(ours.language)
        if isinstance(language, Unread) or ours.language != theirs.language:
            return Unread("its texts are of different languages")
        texts = self._by_lines(number)
        if not texts:
            return Unread("both sides changed the same lines of its text")
        if not all(self._is_right(number, self._readings.link(language, [text])) for text in texts):
            return Unread("the text with the changes of both sides would not define what it should")
        return [(ours.language, texts[0])]

    def _is_right(self, number: int, found: Closures) -> bool:
        """Whether a text defines exactly what both sides have together, and mentions what it should."""
        combination = self._combination
        wanted: dict[str, tuple[tuple[str, bool], ...]] = {}
        origin: dict[str, list[Side]] = {}
        for component in combination.of_line(number):
            version = component.merged
            if version is not None and version.place[0] == number:
                wanted[version.place[1]] = version.body.normals
                origin[version.place[1]] = [side for side in Side if combination.same(version, component.of(side))]
        held: dict[str, list[tuple[str, bool]]] = {}
        for each in found.definitions.definitions:
            if not each.joint:
                held.setdefault(each.name, []).append((each.normal, each.hint))
        if {name: tuple(normals) for name, normals in held.items()} != wanted:
            return False
        if found.definitions.common[0] != combination.common(number):
            return False
        mentioned = _mentioned(found)
        before: dict[Side, dict[str, set[str]]] = {}
        for side in Side:
            text = combination.text(number, side)
            alone = None if text is None else combination.views[side].alone(text)
            if alone is None:
                return False
            before[side] = _mentioned(alone)
        return all(
            any(mentioned[name] & before[side].keys() == before[side][name] & mentioned.keys() for side in sides)
            for name, sides in origin.items()
        )

    def _ids(self, number: int) -> Iterator[tuple[str, str]]:
        """The ids of what stands in a line, by name: those that were compared, and those that are declared."""
        for component in self._combination.of_line(number):
            if component.merged is not None and component.merged.place[0] == number:
                yield component.merged.place[1], component.name

    def _symbols(self, held: list[ModelText], called: str, text: str) -> list[str]:
        """The symbols that the artifacts state, as far as the text still defines them."""
        language = self._readings.language(called)
        stated = list(dict.fromkeys(name for each in held for name in each.symbols))
        if isinstance(language, Unread):
            return stated
        defined = {each.name for each in self._readings.link(language, [text]).definitions.definitions}
        return [name for name in stated if name in defined]

    def _name(self, number: int) -> str:
        """An id that is not taken."""
        name = f"joined:{self._combination.alignment.where[number]}"
        free, count = name, 1
        while free in self._taken:
            count += 1
            free = f"{name}#{count}"
        self._taken.add(free)
        return free


def _mentioned(closures: Closures) -> dict[str, set[str]]:
    """The names that the definitions of each name mention."""
    definitions = closures.definitions.definitions
    found: dict[str, set[str]] = {}
    for each in definitions:
        found.setdefault(each.name, set()).update(definitions[to].name for to in each.mentions)
    return found
