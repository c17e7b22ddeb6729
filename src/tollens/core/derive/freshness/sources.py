"""§18.3 What models were made from, as far as the record names it: the sources that the versions of one model share."""

import re

from tollens.core.graph.index import Index
from tollens.core.model.artifacts import (
    Artifact,
    DiffArtifact,
    DocumentationArtifact,
    FormalizationArtifact,
    FormalModelArtifact,
    KnownArtifact,
    SourceCodeArtifact,
)
from tollens.core.model.unrecognized import Unrecognized

_FILE = re.compile(r"[^\s]*\w\.[A-Za-z]\w{0,7}")
_PATHS = ("path", "file", "file_path", "source_file", "source_path", "src_path")
_BETWEEN = (FormalizationArtifact, DiffArtifact)
_SOURCES = (SourceCodeArtifact, DocumentationArtifact)

_MOST_ORIGINS = 32
"""A model made from more than so many sources says of none of them that it is its line."""

_NOTHING: frozenset[str] = frozenset()


class Sources:
    """What artifacts were made from, by one key a source: its file where it has one, else the id of its first version.

    Args:
        index: Of the trace.
    """

    def __init__(self, index: Index) -> None:
        self._index = index
        self._through: dict[int, frozenset[str]] = {}

    def of(self, artifact: Artifact) -> frozenset[str]:
        """What a model was made from: through the formalization or the change in between, if there is one."""
        found = _NOTHING
        for name in _parents(artifact):
            found = found | self._behind(name) if found else self._behind(name)
            if len(found) > _MOST_ORIGINS:
                return _NOTHING
        return found

    def is_open(self, artifact: Artifact) -> bool:
        """Whether something that a model was directly made from could not be read."""
        if not self._index.unread_artifacts:
            return False
        parents = (self._index.artifact_at.get(name) for name in _parents(artifact))
        return any(at is not None and isinstance(self._index.trace.artifacts[at], Unrecognized) for at in parents)

    def key(self, artifact: SourceCodeArtifact | DocumentationArtifact) -> str:
        """The same for all versions of one source."""
        position = self._index.artifact_at[artifact.artifact_id]
        first = self._index.trace.artifacts[self._index.lines.origin(position)]
        return file_of(artifact) or first.artifact_id or artifact.artifact_id

    def _behind(self, name: str) -> frozenset[str]:
        position = self._index.artifact_at.get(name)
        artifact = None if position is None else self._index.trace.artifacts[position]
        if position is None or not isinstance(artifact, _BETWEEN):
            return self._direct(name, artifact)
        if position not in self._through:
            own = (name,) if isinstance(artifact, FormalizationArtifact) else ()
            parents = ((parent, self._index.artifact_at.get(parent)) for parent in artifact.derived_from)
            keys = frozenset(
                key
                for parent, at in parents
                for key in self._direct(parent, None if at is None else self._index.trace.artifacts[at])
            )
            self._through[position] = keys or frozenset(own)
        return self._through[position]

    def _direct(self, name: str, artifact: Artifact | None) -> frozenset[str]:
        """The key of a source; nothing for what is no source, such as an instruction or another model.

        Args:
            name: Its id.
            artifact: The artifact of that id; `None` where the trace has none.
        """
        if isinstance(artifact, _SOURCES):
            return frozenset((self.key(artifact),))
        unread = isinstance(artifact, Unrecognized) and not may_be_model(self._index, artifact)
        return frozenset((name,)) if artifact is None or unread else _NOTHING


def may_be_model(index: Index, artifact: Unrecognized) -> bool:
    """Whether an unrecognized artifact may be a version of a model: by its type, its payload, or what it replaces."""
    kind = artifact.text("artifact_type")
    if kind in ("FormalModel", "IMLModel"):
        return True
    held = artifact.member("payload")
    if isinstance(held, dict) and ("formal_code" in held or "iml_code" in held):
        return kind != "Formalization"
    old = index.artifact(artifact.text("supersedes") or "")
    return isinstance(old, FormalModelArtifact)


def file_of(artifact: KnownArtifact) -> str | None:
    """The file that an artifact is, by its metadata, or by its name where that looks like a file's."""
    return path_of(None if artifact.metadata is None else artifact.metadata.value, artifact.name)


def path_of(metadata: object, name: str | None) -> str | None:
    """As `file_of`, from the two members."""
    stated: str | None = None
    if isinstance(metadata, dict):
        named = (metadata[member] for member in _PATHS if isinstance(metadata.get(member), str) and metadata[member])
        stated = next(named, None)
    if stated is None and name and "." in name and _FILE.fullmatch(name):
        stated = name
    return None if stated is None else stated.removeprefix("./")


def _parents(artifact: Artifact) -> tuple[str, ...]:
    return artifact.texts("derived_from") if isinstance(artifact, Unrecognized) else artifact.derived_from
