"""§7.1 The components of code that a trace knows, formalized or not: symbols in files, component ids, and bare files.

Read from what artifacts state of themselves, never from prose: the symbols of models, the targets of goals, analyses
and tests, and `symbols`, `target_symbol`, `path` and the like in their metadata.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from tollens.core.graph.grounds import rests_on
from tollens.core.graph.index import Index
from tollens.core.model.artifacts import (
    Artifact,
    CommitArtifact,
    DiffArtifact,
    DocumentationArtifact,
    FormalizationArtifact,
    FormalModelArtifact,
    GeneratedTestsArtifact,
    ReasoningResult,
    SourceCodeArtifact,
    StateSpaceAnalysisResultArtifact,
    VerificationGoalArtifact,
)
from tollens.core.model.unrecognized import Unrecognized

_SYMBOLS = ("target_symbol", "target_symbols", "symbol", "symbols", "function")
_FILES = ("path", "paths", "file", "files", "file_path", "src_path", "source_file", "source_path", "target_file")
_TEXTS = (SourceCodeArtifact, DiffArtifact, DocumentationArtifact, FormalizationArtifact, FormalModelArtifact)
_CODE = (SourceCodeArtifact, DiffArtifact)
_INHERITING = (*_TEXTS, GeneratedTestsArtifact, VerificationGoalArtifact, CommitArtifact)

MOST = 1_000
"""Names that one artifact may inherit; beyond, it is about too much for any of them to be told apart."""


class Component(NamedTuple):
    """A piece of code: a symbol in a file, where these are known, else a component id, or a file alone."""

    symbol: str = ""
    file: str = ""
    component_id: str = ""

    def __str__(self) -> str:
        what = self.symbol or self.component_id
        return f"{what} in {self.file}" if what and self.file else what or self.file


class Inventory:
    """The components of a trace, and what its artifacts state of symbols and files."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def symbols(self, artifact: Artifact) -> tuple[str, ...]:
        """The symbols that an artifact itself states; also one that is not recognized, as far as it can be read."""
        own: tuple[str | None, ...] = ()
        match artifact:
            case Unrecognized():
                payload = artifact.member("payload")
                own = tuple(_texts(payload, _SYMBOLS)) if isinstance(payload, dict) else ()
            case FormalModelArtifact() | FormalizationArtifact():
                own = artifact.payload.symbols
            case VerificationGoalArtifact() | StateSpaceAnalysisResultArtifact():
                own = (artifact.payload.target_symbol,)
            case GeneratedTestsArtifact():
                own = (artifact.payload.function_,)
        stated = _stated(artifact, _SYMBOLS)
        return tuple(dict.fromkeys(name for name in (*own, *stated) if name))

    def files(self, position: int) -> tuple[str, ...]:
        """The files that an artifact is about: stated by itself, else by what it was made from or replaces."""
        return self._files[position]

    @cached_property
    def _files(self) -> list[tuple[str, ...]]:
        found: list[tuple[str, ...]] = []
        at = self._index.artifact_at
        for position, artifact in enumerate(self._index.trace.artifacts):
            own = _own_files(artifact)
            if not own and isinstance(artifact, (*_INHERITING, ReasoningResult, Unrecognized)):
                grounds = sorted(at[name] for name in _grounds(artifact) if name in at and at[name] < position)
                own = _joined(found[ground] for ground in grounds)
                before = None if isinstance(artifact, Unrecognized) else at.get(artifact.supersedes or "")
                if not own and before is not None and before < position:
                    own = found[before]
            found.append(own)
        return found

    @cached_property
    def components(self) -> tuple[Component, ...]:
        """Every component, in list order, each once.

        What a later version replaced counts no more where that version states its symbols. A symbol that is stated
        without a file is the one that is stated with a file, if there is exactly one such.
        """
        stated = dict.fromkeys(self._stated_components())
        placed: dict[str, list[str]] = {}
        for component in stated:
            if component.symbol and component.file:
                placed.setdefault(component.symbol, []).append(component.file)
        kept = [
            component
            for component in stated
            if component.file or not component.symbol or len(placed.get(component.symbol, ())) != 1
        ]
        occupied = {component.file for component in kept if component.symbol or component.component_id}
        return tuple(c for c in kept if c.symbol or c.component_id or c.file not in occupied)

    @cached_property
    def places(self) -> dict[str, tuple[str, ...]]:
        """The files in which each symbol is known to stand."""
        found: dict[str, dict[str, None]] = {}
        for component in self.components:
            if component.symbol and component.file:
                found.setdefault(component.symbol, {})[component.file] = None
        return {symbol: tuple(files) for symbol, files in found.items()}

    @cached_property
    def symbols_of_component(self) -> dict[str, frozenset[str]]:
        """The symbols of each component id, as the artifacts that carry it state them."""
        found: dict[str, set[str]] = {}
        for _, artifact in self._index.artifacts:
            if artifact.component_id:
                found.setdefault(artifact.component_id, set()).update(self.symbols(artifact))
        return {name: frozenset(symbols) for name, symbols in found.items()}

    def _stated_components(self) -> Iterator[Component]:
        listed: set[tuple[str, str]] = set()
        replaced, artifact_of = self._index.replaced, self._index.artifact
        for position, artifact in enumerate(self._index.trace.artifacts):
            symbols = self.symbols(artifact)
            successor = artifact_of(replaced.get(artifact.artifact_id or "", ""))
            if successor is not None and self.symbols(successor):
                continue
            files = self._files[position]
            unread = isinstance(artifact, Unrecognized)
            identity = component_id(artifact)
            if unread or isinstance(artifact, _CODE):
                listed.update((symbol, file) for symbol in symbols for file in files)
            for symbol in symbols:
                told = [file for file in files if (symbol, file) in listed]
                for file in told or files or ("",):
                    yield Component(symbol, file)
            if identity and not symbols:
                yield Component("", files[0] if len(files) == 1 else "", identity)
            if unread or isinstance(artifact, _CODE):
                for file in files:
                    yield Component("", file)


def _grounds(artifact: Artifact) -> Iterable[str]:
    """What an artifact was made from or is about."""
    if isinstance(artifact, Unrecognized):
        return sorted(artifact.texts("derived_from"))
    return sorted(rests_on(artifact) | set(artifact.derived_from) - {artifact.supersedes or ""})


def _joined(files: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for some in files:
        found.update(dict.fromkeys(some))
        if len(found) > MOST:
            return ()
    return tuple(found)


def component_id(artifact: Artifact) -> str:
    """The component that an artifact says it is about, or nothing."""
    stated = artifact.text("component_id") if isinstance(artifact, Unrecognized) else artifact.component_id
    return stated or ""


def _stated(artifact: Artifact, members: tuple[str, ...]) -> Iterator[str]:
    """The texts of some members of an artifact's metadata."""
    if isinstance(artifact, Unrecognized):
        held = artifact.member("metadata")
        return _texts(held if isinstance(held, dict) else {}, members)
    return iter(()) if artifact.metadata is None else _texts(artifact.metadata.value, members)


def _texts(holder: dict[str, Any], members: tuple[str, ...]) -> Iterator[str]:
    for member in members:
        held = holder.get(member)
        yield from (one for one in (held if isinstance(held, list) else [held]) if isinstance(one, str))


def _own_files(artifact: Artifact) -> tuple[str, ...]:
    stated = tuple(dict.fromkeys(normal_path(path) for path in _stated(artifact, _FILES) if path))
    if stated or not isinstance(artifact, _TEXTS):
        return stated
    name = artifact.name or ""
    return (normal_path(name),) if looks_like_a_file(name) else ()


def normal_path(path: str) -> str:
    """A path with `/` between its parts and without a leading `./`."""
    path = path.replace("\\", "/")
    while path.startswith("./"):
        path = path[2:]
    return path


def looks_like_a_file(name: str) -> bool:
    """Whether a name is plainly that of a file: without blanks, and its last part ends in a short extension.

    >>> looks_like_a_file("payments/fees.py"), looks_like_a_file("Payments.fee"), looks_like_a_file("patch 1")
    (True, False, False)
    """
    last = name.replace("\\", "/").rpartition("/")[2]
    stem, dot, extension = last.rpartition(".")
    short = extension.isalnum() and extension.isascii() and len(extension) <= 4
    if not stem or not dot or not short or any(map(str.isspace, name)):
        return False
    return "/" in name.replace("\\", "/") or extension in _EXTENSIONS


_SCRIPTS = ("css", "html", "js", "json", "jsx", "md", "php", "py", "pyi", "rb", "sh", "sql", "toml", "ts", "tsx", "txt")
_SOURCES = ("c", "cc", "cpp", "cs", "go", "h", "hpp", "hs", "iml", "java", "kt", "lean", "ml", "mli", "rs", "scala")
_EXTENSIONS = frozenset((*_SCRIPTS, *_SOURCES, "swift", "xml", "yaml", "yml"))
"""Extensions that tell a bare file name from a qualified name such as `Payments.fee`."""


def same_file(one: str, other: str) -> bool:
    """Whether two paths name one file, as far as paths tell: they are equal, or one is absolute and ends in the other.

    >>> same_file("/home/me/src/fees.py", "src/fees.py"), same_file("a/fees.py", "fees.py")
    (True, False)
    """
    one, other = normal_path(one), normal_path(other)
    if one == other:
        return True
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    absolute = longer.startswith("/") or longer[1:3] == ":/"
    return absolute and bool(shorter) and longer.endswith(f"/{shorter}")
