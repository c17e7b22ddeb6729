"""§18.3 The model texts of a trace, the lines that they are versions in, and which of them stand at a time.

A line is one model through time. Two texts are of one line where the record says so: one supersedes or revises the
other, or both are of the same file, of the same component, or were made from the same sources, or a merge joined them
(§15.3). In a line a later text replaces an earlier one: by `supersedes` first, then by `revision`, then by the order of
the actions. Lines stand side by side, so the current model is the current texts of all lines.

Where the record leaves open whether a text replaces another (`Models.doubtful`), both readings are looked at.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import itemgetter

import msgspec

from tollens.core.derive.freshness.sources import Sources, file_of, may_be_model, path_of
from tollens.core.graph.index import Index
from tollens.core.model.artifacts import FormalModelArtifact, SourceCodeArtifact
from tollens.core.model.unrecognized import Unrecognized, UnrecognizedArtifact

JOINS = "joins"
"""The member of a model's metadata that lists the models which a merge joined into it: it replaces each of them."""


class ModelText(msgspec.Struct, frozen=True, gc=False):
    """One version of a model.

    Attributes:
        position: Of the artifact in the trace.
        artifact_id: Its id; empty where an unrecognized element states none.
        language: As stated, in lower case; empty where an unrecognized element states none.
        text: The model; `None` where it cannot be had.
        why: Why not.
        symbols: What the artifact says that it defines.
        made: Position of the action that made it; `None` where that is not known for sure.
        revision: As stated.
        component: The durable identity of what it models (§7.1).
        file: The file that it is, where the record names one.
        origins: What it was made from: files by name, else ids.
        open: Something that it was made from could not be read, so that it may be of any line.
    """

    position: int
    artifact_id: str
    language: str
    text: str | None
    why: str
    symbols: tuple[str, ...]
    made: int | None
    revision: int | None
    component: str | None
    file: str | None
    origins: frozenset[str]
    open: bool


class Models:
    """The model texts of a trace by line. Texts and lines are numbered in list order.

    Attributes:
        texts: All versions.
        line_of: The line of each text.
        members: The texts of each line.
        replaced: Positions of the artifacts, of any type, that a later one replaces.
    """

    def __init__(self, index: Index) -> None:
        self.index = index
        before = index.lines.before
        self._sources = Sources(index)
        self.texts: tuple[ModelText, ...] = tuple(_texts(index, self._sources))
        self.at: dict[int, int] = {text.position: number for number, text in enumerate(self.texts)}
        self._replaced = {
            number: (self.at[before[text.position]],)
            for number, text in enumerate(self.texts)
            if before.get(text.position) in self.at
        }
        self._numbers = {
            text.artifact_id: number
            for number, text in enumerate(self.texts)
            if index.unique or index.artifact_at.get(text.artifact_id) == text.position
        }
        self.replaced = frozenset(before.values())
        for number, old in self._joined():
            self._replaced[number] = (*self._replaced.get(number, ()), *old)
            self.replaced |= {self.texts[at].position for at in old}
        self.line_of, self.members = self._lines()
        self._standing: dict[tuple[int, int], tuple[int, ...]] = {}
        self._about: dict[str, tuple[int, ...]] = {}

    def numbered(self, artifact_id: str | None) -> int | None:
        """The text that is the artifact of that id."""
        return None if artifact_id is None else self._numbers.get(artifact_id)

    def revised(self, artifact_id: str, revision: int | None) -> int | None:
        """The version of a model that a fingerprint names: that artifact, or the one of its line with that revision."""
        number = self.numbered(artifact_id)
        if number is None or revision is None or self.texts[number].revision in (None, revision):
            return number
        same = [at for at in self.members[self.line_of[number]] if self.texts[at].revision == revision]
        return same[0] if len(same) == 1 else None

    def about(self, artifact_id: str) -> tuple[int, ...]:
        """The lines that model an artifact: the one that it is a version in, or those that were made from it."""
        if artifact_id not in self._about:
            number = self.numbered(artifact_id)
            if number is not None:
                found = {self.line_of[number]}
            elif artifact_id in self._by_origin:
                found = self._by_origin[artifact_id]
            else:
                found = {self.line_of[at] for at in self._children(artifact_id)}
            self._about[artifact_id] = tuple(sorted(found))
        return self._about[artifact_id]

    def standing(self, line: int, until: int | None = None) -> tuple[int, ...]:
        """The current texts of a line, or those current right after the action at position `until`.

        Several where the record does not order them: made by one action, or by none that is known.
        """
        members = self._by_time[line]
        count = len(members) if until is None else bisect_right(members, until, key=self._time)
        if count == 1:
            return (members[0],)
        if (line, count) not in self._standing:
            self._standing[line, count] = self._latest(sorted(members[:count]))
        return self._standing[line, count]

    def ordered(self, line: int) -> bool:
        """Whether it is known which of the line's texts stood at any time."""
        members = self.members[line]
        return len(members) == 1 or (self.index.in_id_order and all(self.texts[at].made is not None for at in members))

    @cached_property
    def changes(self) -> list[int]:
        """The positions of the actions that made a text, sorted, without repetition."""
        return sorted({text.made for text in self.texts if text.made is not None})

    @cached_property
    def rewritten(self) -> frozenset[int]:
        """The lines that had several different texts."""
        return frozenset(
            line
            for line, members in enumerate(self.members)
            if len(members) > 1 and len({self.texts[at].text for at in members}) > 1
        )

    @cached_property
    def untimed(self) -> bool:
        """Whether a text was made at an unknown time."""
        return any(text.made is None for text in self.texts)

    @cached_property
    def last_replacement(self) -> int:
        """The position of the last action that made a further text of a line; -1 without one."""
        further = (at for members in self._by_time for at in members[1:])
        return -1 if self.untimed else max((self._time(at) for at in further), default=-1)

    def order(self, at: int) -> int:
        """Where a text stands in time: by the actions, or by the list where the record does not order those."""
        made = self.texts[at].made
        return at if made is None or self.untimed or not self.index.in_id_order else made

    @cached_property
    def _by_time(self) -> list[list[int]]:
        return [members if len(members) == 1 else sorted(members, key=self._time) for members in self.members]

    def _time(self, at: int) -> int:
        """When a text was made; one made at an unknown time was there from the start."""
        made = self.texts[at].made
        return -1 if made is None else made

    def _latest(self, present: Sequence[int]) -> tuple[int, ...]:
        here = set(present)
        old = {before for at in present for before in self._replaced.get(at, ()) if before in here}
        heads = [at for at in present if at not in old] or list(present)
        revisions = [self.texts[at].revision for at in heads]
        stated = [revision for revision in revisions if revision is not None]
        if len(stated) == len(heads) > 1:
            heads = [at for at, revision in zip(heads, revisions, strict=True) if revision == max(stated)]
        times = [self.texts[at].made for at in heads]
        known = [made for made in times if made is not None]
        if len(known) == len(heads) > 1 and self.index.in_id_order:
            heads = [at for at, made in zip(heads, times, strict=True) if made == max(known)]
        return tuple(heads)

    def _joined(self) -> Iterator[tuple[int, list[int]]]:
        """Each text that says what it joins, with the earlier ones of its language among these."""
        for number, text in enumerate(self.texts):
            artifact = self.index.trace.artifacts[text.position]
            if isinstance(artifact, Unrecognized) or artifact.metadata is None:
                continue
            stated = artifact.metadata.value.get(JOINS)
            names = [name for name in stated if isinstance(name, str)] if isinstance(stated, list) else []
            old = [at for at in map(self.numbered, names) if at is not None and at < number]
            yield number, [at for at in old if self.texts[at].language == text.language]

    def _lines(self) -> tuple[list[int], list[list[int]]]:
        root = list(range(len(self.texts)))

        def find(at: int) -> int:
            while root[at] != at:
                root[at] = root[root[at]]
                at = root[at]
            return at

        first: dict[object, int] = {}
        for number, text in enumerate(self.texts):
            same = [first.setdefault(key, number) for key in keys(text)]
            same += self._replaced.get(number, ())
            for other in same:
                if other != number:
                    one, two = sorted((find(number), find(other)))
                    root[two] = one
        numbers: dict[int, int] = {}
        line_of = [numbers.setdefault(find(at), len(numbers)) for at in range(len(self.texts))]
        members: list[list[int]] = [[] for _ in numbers]
        for at, line in enumerate(line_of):
            members[line].append(at)
        return line_of, members

    def _children(self, artifact_id: str) -> Iterator[int]:
        position = self.index.artifact_at.get(artifact_id)
        children = () if position is None else self.index.children[position]
        return (self.at[child] for child in children if child in self.at)

    @cached_property
    def _by_origin(self) -> dict[str, set[int]]:
        """The lines made from each artifact, by its id; sources of one file share them."""
        by_key: dict[str, set[int]] = {}
        for number, text in enumerate(self.texts):
            for origin in text.origins:
                by_key.setdefault(origin, set()).add(self.line_of[number])
        found: dict[str, set[int]] = {}
        for _, artifact in self.index.of(SourceCodeArtifact):
            held = by_key.get(self._sources.key(artifact))
            if held is not None:
                found[artifact.artifact_id] = held
        return found


def keys(text: ModelText) -> list[tuple[object, ...]]:
    """What two texts of one line have in common, each with its kind in front.

    An id that two texts share is a fault, and tells neither apart.
    """
    found: list[tuple[object, ...]] = []
    if text.artifact_id:
        found.append(("id", text.artifact_id))
    if text.file is not None:
        found.append(("file", text.language, text.file))
    if text.component is not None:
        found.append(("component", text.language, text.component))
    if text.origins:
        found.append(("origins", text.language, text.origins, text.file))
    return found


def _texts(index: Index, sources: Sources) -> Iterator[ModelText]:
    maker = index.production.maker
    languages: dict[str, str] = {}
    models: list[tuple[int, FormalModelArtifact | UnrecognizedArtifact]] = [*index.of(FormalModelArtifact)]
    if index.unread_artifacts:
        models = sorted([*models, *index.unread_artifacts], key=itemgetter(0))
    for position, artifact in models:
        made = maker[position]
        if isinstance(artifact, FormalModelArtifact):
            payload = artifact.payload
            moved = not payload.formal_code and isinstance(payload.formal_code_ref, str)
            language = payload.model_language
            if language not in languages:
                languages[language] = language.strip().lower()
            yield ModelText(
                position,
                artifact.artifact_id,
                languages[language],
                None if moved else payload.formal_code,
                "its text is kept elsewhere" if moved else "",
                payload.symbols,
                made if made >= 0 else None,
                artifact.revision,
                artifact.component_id,
                file_of(artifact),
                sources.of(artifact),
                sources.is_open(artifact),
            )
        elif may_be_model(index, artifact):
            held = artifact.member("payload")
            stated = held.get("model_language") if isinstance(held, dict) else None
            producer = index.action_at.get(artifact.number("producer_action_id") or -1)
            yield ModelText(
                position,
                artifact.text("artifact_id") or "",
                stated.strip().lower() if isinstance(stated, str) else "",
                None,
                "it could not be read as what it should be",
                (),
                made if made >= 0 else producer,
                artifact.number("revision"),
                artifact.text("component_id"),
                path_of(artifact.member("metadata"), artifact.text("name")),
                sources.of(artifact),
                sources.is_open(artifact),
            )
