"""§7.1, §10 What was changed, file by file: the Diffs of each, and the evidence behind each symbol they change."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence

from tollens.core.derive.evaluation import Evaluation
from tollens.core.derive.review.claims import Claim
from tollens.core.derive.review.report import Review
from tollens.core.graph.index import Index
from tollens.core.graph.inventory import Inventory, normal_path
from tollens.core.model import DiffArtifact
from tollens.core.view.document import DiffPlace, FileStory, SymbolEvidence

_DEPTH = 64
"""So many parts of a path are told apart, from the file upward."""

# What is told for each file grows with what each Diff of it states, so that each of these needs a bound.
_FILES = 50
"""So many files a Diff, or an action that made one which states none, may be of to be told with each of them."""
_SYMBOLS = 100
"""Symbols of one Diff that are listed."""
_CLAIMS = 20
"""Claims about one symbol that are listed."""


def file_stories(evaluation: Evaluation, review: Review) -> Iterator[FileStory]:
    """The story of each file that was changed, as the review lists them, then of those that only a Diff tells of.

    Args:
        evaluation: Of the trace.
        review: Of the same trace.
    """
    index = evaluation.index
    inventory = Inventory(index)
    diffs, evidence = _Diffs(index, inventory), _Evidence(evaluation, review.claims, inventory)
    unchecked = frozenset(review.changes.unchecked)
    changed = Counter(number for file in review.changes.files for number in file.action_ids)
    for file in review.changes.files:
        places = diffs.of(file.path, (number for number in file.action_ids if changed[number] <= _FILES))
        yield FileStory(
            path=file.path,
            how=file.how,
            abandoned=file.abandoned,
            unchecked=file.path in unchecked,
            action_ids=file.action_ids,
            diffs=places,
            evidence=evidence.of(file.path, places),
        )
    for path, positions in diffs.left().items():
        places = diffs.places(positions)
        yield FileStory(path, (), False, False, (), places, evidence.of(path, places))


class _Diffs:
    """The Diff artifacts by the files that they state, else by the actions that made them."""

    def __init__(self, index: Index, inventory: Inventory) -> None:
        self._index = index
        self._inventory = inventory
        self._told: set[int] = set()
        self._by_path: dict[str, list[int]] = {}
        self._by_ending: dict[str, list[int]] = {}
        self._by_action: dict[int, list[int]] = {}
        for position, _ in index.of(DiffArtifact):
            files = inventory.files(position)
            for file in files if len(files) <= _FILES else ():
                self._by_path.setdefault(file, []).append(position)
                for ending in _endings(file):
                    self._by_ending.setdefault(ending, []).append(position)
            made = index.production.maker[position]
            if not files and made >= 0:
                self._by_action.setdefault(made, []).append(position)

    def of(self, path: str, action_ids: Iterable[int]) -> tuple[DiffPlace, ...]:
        """The Diffs of a file that these actions changed; a path and an absolute one that ends in it name one file."""
        name = normal_path(path)
        found = {*self._by_path.get(name, ()), *self._by_ending.get(name, ())}
        for ending in _endings(name):
            found.update(self._by_path.get(ending, ()))
        for number in action_ids:
            found.update(self._by_action.get(self._index.action_at[number], ()))
        self._told.update(found)
        return self.places(sorted(found))

    def left(self) -> dict[str, list[int]]:
        """The Diffs that are told with no file, by the one file that they state, or else by their names."""
        found: dict[str, list[int]] = {}
        for at, artifact in self._index.of(DiffArtifact):
            if at not in self._told:
                files = self._inventory.files(at)
                only = files[0] if len(files) == 1 else ""
                name = only or artifact.name or artifact.artifact_id
                found.setdefault(name, []).append(at)
        return found

    def places(self, positions: Iterable[int]) -> tuple[DiffPlace, ...]:
        """These Diffs, with what each says to change."""
        return tuple(self._place(at) for at in positions)

    def _place(self, at: int) -> DiffPlace:
        artifact, made = self._index.trace.artifacts[at], self._index.production.maker[at]
        action_id = self._index.trace.actions[made].id if made >= 0 else None
        symbols = self._inventory.symbols(artifact)
        return DiffPlace(at, action_id, symbols[:_SYMBOLS], max(0, len(symbols) - _SYMBOLS))


class _Evidence:
    """The claims about each symbol, and the symbols that stand in each file."""

    def __init__(self, evaluation: Evaluation, claims: Sequence[Claim], inventory: Inventory) -> None:
        verdicts = evaluation.established.freshness
        self._claims: dict[str, list[int]] = {}
        self._names: dict[str, dict[str, None]] = {}
        for number, claim in enumerate(claims):
            verdict = verdicts.get(claim.artifact_id or "")
            if verdict is not None and verdict.symbol:
                self._claims.setdefault(verdict.symbol, []).append(number)
                self._names.setdefault(_last_name(verdict.symbol), {})[verdict.symbol] = None
        self._in_file = _in_files(evaluation.index, inventory, self._claims)

    def of(self, path: str, diffs: Iterable[DiffPlace]) -> tuple[SymbolEvidence, ...]:
        """What is claimed about the symbols that some Diffs change, and about others that stand in the file."""
        names = {symbol: self._whole(symbol) for diff in diffs for symbol in diff.symbols}
        covered = frozenset(names.values())
        others = (name for name in self._in_file.get(normal_path(path), ()) if name not in covered)
        return tuple(self._told(symbol, name) for symbol, name in (*names.items(), *((name, name) for name in others)))

    def _whole(self, symbol: str) -> str:
        """The name by which claims know a symbol: the same, or one that has the same last part where that is unique."""
        if symbol in self._claims:
            return symbol
        named = self._names.get(_last_name(symbol), {})
        alike = [name for name in named if "." not in symbol or "." not in name] if len(named) == 1 else []
        return alike[0] if alike else symbol

    def _told(self, symbol: str, name: str) -> SymbolEvidence:
        numbers = self._claims.get(name, ())
        return SymbolEvidence(symbol, tuple(numbers[:_CLAIMS]), max(0, len(numbers) - _CLAIMS))


def _in_files(index: Index, inventory: Inventory, claimed: Container[str]) -> dict[str, dict[str, None]]:
    """The symbols of each file about which something is claimed, as artifacts state them that nothing replaced."""
    found: dict[str, dict[str, None]] = {}
    for at, artifact in index.artifacts:
        files = inventory.files(at)
        if 0 < len(files) <= _FILES and artifact.artifact_id not in index.replaced:
            own = [symbol for symbol in inventory.symbols(artifact) if symbol in claimed]
            for file in files if own else ():
                found.setdefault(file, {}).update(dict.fromkeys(own))
    return found


def _endings(path: str) -> Iterator[str]:
    """What an absolute path ends in; of a relative one nothing."""
    if path.startswith("/") or path[1:3] == ":/":
        parts = path.split("/")[-_DEPTH:]
        for first in range(1, len(parts)):
            yield "/".join(parts[first:])


def _last_name(symbol: str) -> str:
    return symbol.rpartition(".")[2] or symbol
