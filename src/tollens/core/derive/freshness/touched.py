"""§18.3 Which edits came last to a symbol or a file: what the freshness rule of version 1.7 asks of the record.

An edit is a Diff, an action that changes a file, or a source that replaces another. What it says in members of their
own counts first: a symbol, a component, a file. Only where it says none of these, a name that its text holds as a word;
who asks is told that it was no more than that.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from tollens.core.derive.record.runs import Results, outcome_of
from tollens.core.graph.index import Index
from tollens.core.model.actions import ActivityAction, ActivityActionType
from tollens.core.model.artifacts import DiffArtifact, FormalModelArtifact, SourceCodeArtifact
from tollens.core.model.evidence import Evidence
from tollens.core.model.unrecognized import Unrecognized

_EDITS = (
    ActivityActionType.EditFile,
    ActivityActionType.CreateFile,
    ActivityActionType.DeleteFile,
    ActivityActionType.RenameFile,
)
EDIT_NAMES = frozenset(kind.value for kind in _EDITS)
"""Types of actions that change files."""
_SYMBOLS = ("target_symbol", "symbol")
_SYMBOL_LISTS = ("target_symbols", "symbols")
_FILES = ("path", "file", "file_path", "notebook_path", "source_file", "source_path")

_TOKEN = re.compile(r"[^\s()\[\]{}<>\"`,;]+")
_NAME = re.compile(r"[^\W\d][\w']*")
_QUALIFIED = re.compile(r"[^\W\d][\w']*(?:\.[^\W\d][\w']*)*")
_RUN = re.compile(r"[^\W\d]\w*")
_LINES = re.compile(r"(?::\d+(?:-\d+)?)+$")
_DEPTH = 12
"""So many folders of a path are told apart, from the file upward."""

ALWAYS = 1 << 62
"""When an edit was made whose action is not known."""

_SYMBOL_KEYS = ("name", "last")
_WORD_KEYS = {"name": "word", "last": "last word"}
"""The same for symbols that only the words of an edit name."""


class Subject(msgspec.Struct, frozen=True, gc=False):
    """What a result is about, as edits name it.

    Attributes:
        symbol: Qualified or not; `None` for all of the files.
        components: Durable identities (§7.1).
        files: That the symbol stands in, as far as the record says.
        sources: Ids of the artifacts that it was made from or is.
    """

    symbol: str | None
    components: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()
    sources: frozenset[str] = frozenset()


class Old(NamedTuple):
    """What is passed over, by positions in the trace."""

    artifacts: Collection[int]
    actions: Collection[int]


_NOTHING = Old((), ())


class _Last(NamedTuple):
    """When something was edited last, by the list of actions and by their ids, and by what."""

    place: int
    number: int
    what: str


class Edits:
    """The edits that a trace records, each name with its last one.

    Args:
        index: Of the trace.
        subjects: All that will be asked about: what concerns none of them is passed over. Without them nothing is.
        old: Positions of the artifacts, and of the actions, whose edits do not count.
    """

    def __init__(self, index: Index, subjects: Iterable[Subject] | None, old: Old | None = None) -> None:
        self._index = index
        self._last: dict[tuple[str, str], _Last] = {}
        for edit in _edits(index, _Wanted(subjects), old or _NOTHING):
            for key in edit.keys:
                known = self._last.get(key)
                if known is None or (edit.at.place, edit.at.number) > (known.place, known.number):
                    number = edit.at.number if known is None else max(edit.at.number, known.number)
                    self._last[key] = _Last(edit.at.place, number, edit.at.what)
                elif edit.at.number > known.number:
                    self._last[key] = known._replace(number=edit.at.number)

    @property
    def any(self) -> bool:
        """Whether there is an edit at all."""
        return bool(self._last)

    def any_from(self, place: int) -> bool:
        """Whether an edit was made by the action at that position or by a later one, for all that is known."""
        return any(last.place >= place for last in self._last.values())

    @cached_property
    def symbols(self) -> frozenset[str]:
        """The last parts of the symbols that edits state."""
        return frozenset(name for kind, name in self._last if kind == "last")

    @cached_property
    def files(self) -> frozenset[str]:
        """The files that edits state or name."""
        return frozenset(name for kind, name in self._last if kind == "file")

    def since(self, subject: Subject, made: int | None) -> "Touch | None":
        """An edit of the subject that does not surely come before an action; `None` without one.

        Args:
            subject: What may have been edited.
            made: Position of the action; `None` where it is not known, so that every edit counts.
        """
        if not self._last:
            return None
        found: Touch | None = None
        number = None if made is None else self._index.trace.actions[made].id
        for key in _asked(subject):
            last = self._last.get(key)
            if last is not None and (
                made is None or number is None or last.place > made or (last.number > number and last.place != made)
            ):
                if key[0] in _SYMBOL_KEYS:
                    return Touch(last.what, last.place, exact=True)
                words = key[0] in _WORD_KEYS.values()
                if found is None or (not words and (found.words or last.place > found.place)):
                    found = Touch(last.what, last.place, exact=False, words=words)
        return found


class Touch(NamedTuple):
    """An edit of something.

    Attributes:
        what: The edit, as words.
        place: Position of its action, or beyond all of them.
        exact: It states the symbol; otherwise the file, component or source that the symbol stands in.
        words: It states none of these; its words name the symbol.
    """

    what: str
    place: int
    exact: bool
    words: bool = False


def _asked(subject: Subject) -> list[tuple[str, str]]:
    keys: list[tuple[str, str]] = []
    if subject.symbol is not None:
        symbol = subject.symbol.strip()
        for kind, name in (("name" if "." in symbol else "last", symbol), ("name", _last_part(symbol))):
            keys += [(kind, name), (_WORD_KEYS[kind], name)]
    keys += [("component", component) for component in sorted(subject.components)]
    keys += [("source", source) for source in sorted(subject.sources)]
    for path in sorted(subject.files):
        keys.append(("ending", _normal(path)))
        keys += [("file", ending) for ending in _endings(path)]
    return keys


class _Wanted:
    """Which texts may name one of many subjects, told by a glance at their words.

    A symbol that a text names, and the last part of a file's path, stand in it, and their runs of letters are whole
    there. So a text that holds the first run of none of them, or not the name itself, names none of them.
    """

    def __init__(self, subjects: Iterable[Subject] | None) -> None:
        names: set[str] = set()
        for subject in subjects or ():
            names.update(_normal(path).rpartition("/")[2] for path in subject.files)
            if subject.symbol is not None:
                names.add(_last_part(subject.symbol))
        self._all = subjects is None
        self._by_run: dict[str, list[str]] = {}
        for name in names:
            run = _RUN.search(name)
            if run is None:
                self._all = True
            else:
                self._by_run.setdefault(run[0], []).append(name)
        self._runs = frozenset(self._by_run)
        first = "".join(sorted({run[0] for run in self._runs}))
        # Of a text only the words are taken out that begin like a run that is looked for.
        self._alike = re.compile(rf"(?<![^\W\d])[{first or '_'}]\w*")

    def in_any(self, texts: Iterable[str | None]) -> bool:
        """Whether one of the texts may name a subject."""
        if self._all:
            return True
        held = " ".join(filter(None, texts))
        runs = self._alike.findall(held)
        if self._runs.isdisjoint(runs):
            return False
        return any(name in held for run in runs for name in self._by_run.get(run, ()))


class _Edit(NamedTuple):
    at: _Last
    keys: frozenset[tuple[str, str]]


def _edits(index: Index, wanted: _Wanted, old: Old) -> Iterator[_Edit]:
    detailed: set[int] = set()  # actions whose own Diff says more exactly what they edited
    for position, artifact in index.of(DiffArtifact):
        if position in old.artifacts:
            continue
        plain = artifact.metadata is None and artifact.component_id is None
        if plain and not wanted.in_any((artifact.name, artifact.summary)):
            continue
        metadata = {} if artifact.metadata is None else artifact.metadata.value
        made = index.production.maker[position]
        exact = _exact(metadata, artifact.component_id)
        if exact and made >= 0:
            detailed.add(made)
        keys = exact or frozenset((*_in_files(_stated(metadata, _FILES)), *_in_text(artifact.name, artifact.summary)))
        yield _Edit(_when(index, made, f"Diff {artifact.artifact_id!r}"), keys)
    for position, source in index.of(SourceCodeArtifact):
        if source.supersedes is not None and position not in old.artifacts:
            when = _when(index, index.production.maker[position], f"source {source.artifact_id!r}")
            yield _Edit(when, frozenset({("source", source.supersedes), *_in_files([source.name or ""])}))
    yield from _unread(index, old)
    edits = [
        (position, action)
        for position, action in index.of(ActivityAction)
        if action.type in _EDITS
        and position not in detailed
        and position not in old.actions
        and _may_concern(action, wanted)
    ]
    results = Results(index.trace.artifacts if edits else ())
    for position, action in edits:
        outcome, _, _ = outcome_of(action, [result.payload.value for result in results.of(action)])
        if outcome != "failed":
            yield _Edit(_Last(position, action.id, f"action {action.id}"), frozenset(_of_action(index, action)))


def _may_concern(action: ActivityAction, wanted: _Wanted) -> bool:
    """Whether an action may have edited one of the subjects; of one without evidence that takes a closer look."""
    references = [item.ref_ for item in action.evidence if isinstance(item, Evidence)]
    return not references or wanted.in_any(references)


def _unread(index: Index, old: Old) -> Iterator[_Edit]:
    """Edits that could not be read as what they should be: all of their text may be what they are about."""
    for position, artifact in index.unread_artifacts:
        if position in old.artifacts:
            continue
        made = index.production.maker[position]
        what = f"artifact {artifact.text('artifact_id')!r}, which could not be read"
        if artifact.text("artifact_type") == "Diff":
            yield _Edit(_when(index, made, what), frozenset(_of_any(artifact)))
        before = artifact.text("supersedes")
        if before is not None and not isinstance(index.artifact(before), FormalModelArtifact):
            yield _Edit(_when(index, made, what), frozenset({("source", before)}))
    for position, action in index.unread_actions:
        if action.text("type") in EDIT_NAMES and position not in old.actions:
            keys = frozenset(_of_any(action))
            number = action.id if action.id is not None else ALWAYS
            yield _Edit(_Last(position, number, f"action {action.id}, which could not be read"), keys)


def _of_any(held: Unrecognized) -> Iterator[tuple[str, str]]:
    """Every name in something that could not be read, as if it were stated."""
    stated = {word: kind for kind, word in _WORD_KEYS.items()}
    for kind, name in _in_text(*_strings(held.value.value)):
        yield stated.get(kind, kind), name


def _when(index: Index, made: int, what: str) -> _Last:
    """When an artifact was made; always, where that is not known."""
    number = index.trace.actions[made].id if made >= 0 else None
    return _Last(ALWAYS, ALWAYS, what) if number is None else _Last(made, number, what)


def _exact(metadata: dict[str, Any], component: str | None) -> frozenset[tuple[str, str]]:
    """The symbols and the component that an edit states in members of their own."""
    symbols = _stated(metadata, _SYMBOLS)
    for name in _SYMBOL_LISTS:
        held = metadata.get(name)
        symbols += [each for each in held if isinstance(each, str)] if isinstance(held, list) else []
    keys = {key for symbol in symbols for key in _of_symbol(symbol)}
    return frozenset(keys | ({("component", component)} if component is not None else set()))


def _of_symbol(symbol: str) -> Iterator[tuple[str, str]]:
    """A symbol by its whole name, and by the last part for those who ask for no more."""
    yield "name", symbol.strip()
    yield "last", _last_part(symbol)


def _of_action(index: Index, action: ActivityAction) -> Iterator[tuple[str, str]]:
    """What an action edited: by its evidence, its request, its outputs, or at last its label."""
    references = [item.ref_ for item in action.evidence if isinstance(item, Evidence)]
    request: dict[str, Any] = {} if action.request is None else action.request.value
    if references:
        for reference in references:
            yield from _of_reference(reference)
        return
    outputs = (index.artifact(name) for name in action.outputs)
    names = [each.name or "" for each in outputs if isinstance(each, DiffArtifact | SourceCodeArtifact)]
    named = [*_in_files(_stated(request, _FILES) or names)]
    yield from named or _in_text(action.label)


def _of_reference(reference: str) -> Iterator[tuple[str, str]]:
    """A file, or `file:symbol`; a line number behind the colon says nothing more."""
    path, _, rest = reference.rpartition(":")
    if path and _QUALIFIED.fullmatch(rest):
        yield from _of_symbol(rest)
    else:
        yield from _in_files([_LINES.sub("", reference)])


def _stated(held: dict[str, Any], names: Iterable[str]) -> list[str]:
    return [held[name] for name in names if isinstance(held.get(name), str) and held[name]]


def _in_files(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    for path in paths:
        if path:
            yield "file", _normal(path)
            for ending in _endings(path):
                yield "ending", ending


def _in_text(*texts: str | None) -> Iterator[tuple[str, str]]:
    """The names that texts hold as words, and the files."""
    for text in filter(None, texts):
        for token in _TOKEN.findall(text):
            bare = token.strip("'.:!?*")
            for name in {token, bare, *_NAME.findall(bare)}:
                for kind, symbol in _of_symbol(name):
                    yield _WORD_KEYS[kind], symbol
            if "." in bare or "/" in bare:
                yield from _in_files([bare])


def _endings(path: str) -> Iterator[str]:
    """A path without its first folders, one less at a time, so that two spellings of one file meet."""
    parts = _normal(path).split("/")[-_DEPTH:]
    for first in range(len(parts)):
        yield "/".join(parts[first:])


def _normal(path: str) -> str:
    return path.replace("\\", "/").removeprefix("./")


def _last_part(symbol: str) -> str:
    symbol = symbol.strip()
    return symbol.rpartition(".")[2] or symbol


def _strings(value: Any) -> list[str]:
    """Every string in a JSON value."""
    found: list[str] = []
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            found.append(held)
        elif isinstance(held, dict):
            waiting.extend(held.values())
        elif isinstance(held, list):
            waiting.extend(held)
    return found
