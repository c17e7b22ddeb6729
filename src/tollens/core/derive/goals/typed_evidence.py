"""§18.1, the goal companion: a typed criterion asks for evidence of a type about a component.

What an artifact is about it says by its own symbol, else the nearest that it was made from say it, never its prose. Of
several answers to one question the latest counts, and what it says against the component blocks.
"""

from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace

from tollens.core.derive.goals.outcomes import BLOCKED, DOING, DONE, TODO, Evidence, Outcome, least
from tollens.core.derive.goals.properties import MET, Asked, Properties
from tollens.core.derive.residuals.established import Established
from tollens.core.graph.grounds import rests_on
from tollens.core.graph.inventory import Inventory, same_file
from tollens.core.graph.latest import latest
from tollens.core.model.artifacts import (
    CarriedForwardArtifact,
    CommandResultArtifact,
    ConformanceResultArtifact,
    CoSimulationResultArtifact,
    FormalizationArtifact,
    GeneratedTestsArtifact,
    KnownArtifact,
    ReasoningResult,
    ResidualArtifact,
    StateSpaceAnalysisResultArtifact,
    VerificationGoalArtifact,
    VerificationResultArtifact,
)
from tollens.core.model.goals import AcceptanceStatus
from tollens.core.model.payloads.conformance import ConformanceStatus, CosimulationStatus
from tollens.core.model.payloads.models import FormalizationStatus
from tollens.core.model.unrecognized import Unrecognized, UnrecognizedArtifact

_MOST = 1_000
_NEGATIVE = (ConformanceStatus.ConformanceFailed, CosimulationStatus.Mismatched, FormalizationStatus.Failed)
_POSITIVE = (ConformanceStatus.ConformancePassed, CosimulationStatus.Matched, FormalizationStatus.Transparent)


class TypedEvidence:
    """Resolves typed criteria over one trace."""

    def __init__(self, established: Established, properties: Properties, inventory: Inventory) -> None:
        self._established = established
        self._index = established.index
        self._properties = properties
        self._inventory = inventory
        self._tables: dict[str, dict[str, tuple[tuple[int, ...], ...]]] = {}

    def outcome(self, kind: str, asked: Asked, reference: str, role: str) -> Outcome | None:
        """What became of a typed criterion, or `None` where no such evidence is about the component.

        Args:
            kind: Name of an artifact type.
            asked: The component; its property only where verification results are asked for.
            reference: The reference artifact that the evidence is against, or empty.
            role: As a formula gives it.
        """
        if asked.name and kind != "VerificationResult":
            return Outcome(TODO, reason=f"{kind} artifacts do not say which property they are about", void=True)
        if reference and kind != "ConformanceResult":
            return Outcome(TODO, reason=f"{kind} artifacts are not against a reference", void=True)
        if kind == "VerificationResult":
            return self._verified(asked, role)
        groups = self._by_symbol(kind).get(asked.symbol, ()) if asked.symbol else self._of_file(kind, asked.file)
        found = []
        for group in groups:
            kept = [position for position in group if self._fits(position, asked, reference)]
            found += [self._judged(position, role) for position in latest(self._index, kept)]
        if found and role != MET:
            found += self._unread(kind, asked.symbol)
        return least(found) if found else None

    def _verified(self, asked: Asked, role: str) -> Outcome | None:
        """By the goals about the symbol; under the role met a refutation is evidence, too."""
        made = self._properties.outcome(asked, role)
        if made is None or not made.evidence:
            return None
        return replace(made, status=DONE, basis=MET) if role == MET else made

    def _fits(self, position: int, asked: Asked, reference: str) -> bool:
        artifact = self._index.trace.artifacts[position]
        if reference and getattr(artifact.payload, "reference_artifact_id", "") != reference:  # type: ignore[union-attr]
            return False
        if not asked.file:
            return True
        files = self._inventory.files(position)
        if not files:
            return self._inventory.places.get(asked.symbol) == (asked.file,)
        return any(same_file(file, asked.file) for file in files)

    def _of_file(self, kind: str, file: str) -> tuple[tuple[int, ...], ...]:
        """The artifacts of a type, those that answer one question together; nothing where no file is asked for."""
        found: dict[tuple[str, ...], list[int]] = {}
        for position in self._of_kind.get(kind, ()):
            found.setdefault(self._question(position), []).append(position)
        return tuple(map(tuple, found.values())) if file else ()

    def _by_symbol(self, kind: str) -> dict[str, tuple[tuple[int, ...], ...]]:
        """The artifacts of a type by the symbol that they are about, those that answer one question together."""
        if kind not in self._tables:
            table: dict[str, dict[tuple[str, ...], list[int]]] = {}
            for position in self._of_kind.get(kind, ()):
                for symbol in self._subjects[position]:
                    table.setdefault(symbol, {}).setdefault(self._question(position), []).append(position)
            self._tables[kind] = {name: tuple(map(tuple, groups.values())) for name, groups in table.items()}
        return self._tables[kind]

    @cached_property
    def _of_kind(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for position, artifact in self._index.artifacts:
            found.setdefault(type(artifact).__name__.removesuffix("Artifact"), []).append(position)
        return found

    def _unread(self, kind: str, symbol: str) -> list[Outcome]:
        """Evidence of the type that is not recognized, and may be about the symbol."""
        return [
            Outcome(TODO, (Evidence(name, position),), f"{name} is not recognized", void=True)
            for position, name in self._unread_of_kind.get(kind, ())
            if not symbol or not self._subjects[position] or symbol in self._subjects[position]
        ]

    @cached_property
    def _unread_of_kind(self) -> dict[str, list[tuple[int, str]]]:
        found: dict[str, list[tuple[int, str]]] = {}
        for position, artifact in enumerate(self._index.trace.artifacts):
            if isinstance(artifact, UnrecognizedArtifact):
                kind = artifact.text("artifact_type") or ""
                found.setdefault(kind, []).append((position, artifact.artifact_id or artifact.path))
        return found

    def _question(self, position: int) -> tuple[str, ...]:
        """What a later artifact must share to take the place of this one."""
        artifact = self._index.trace.artifacts[position]
        match artifact:
            case StateSpaceAnalysisResultArtifact():
                return (artifact.payload.target_symbol or "", artifact.payload.analysis_kind)
            case ConformanceResultArtifact():
                return (artifact.payload.reference_artifact_id,)
            case CommandResultArtifact():
                return (str(artifact.payload.get("command", "")),)
        return ()

    @cached_property
    def _subjects(self) -> list[frozenset[str]]:
        """The symbols that each artifact is about: its own, else those of the nearest that it was made from."""
        found: list[frozenset[str]] = []
        at = self._index.artifact_at
        for position, artifact in enumerate(self._index.trace.artifacts):
            own = frozenset(self._inventory.symbols(artifact))
            if not own:
                grounds = {at[name] for name in _grounds(artifact) if at.get(name, position) < position}
                own = _union([found[ground] for ground in sorted(grounds)])
            found.append(own)
        return found

    def _judged(self, position: int, role: str) -> Outcome:
        artifact: KnownArtifact = self._index.trace.artifacts[position]  # type: ignore[assignment]
        name = artifact.artifact_id
        evidence = (Evidence(name, position),)
        if role == MET:
            return Outcome(DONE, evidence, basis=MET)
        dispute = self._established.contested.get(name)
        if dispute is not None:
            return Outcome(BLOCKED, evidence, f"{name} is contested by {dispute[1]}")
        status, said = _verdict(artifact)
        if status is not DONE:
            return Outcome(status, evidence, f"{name} {said}")
        if isinstance(artifact, ReasoningResult) and (reason := self._properties.held_against(name)):
            return Outcome(TODO, evidence, reason, void=True)
        return Outcome(DONE, evidence)


def _grounds(artifact: KnownArtifact | Unrecognized) -> set[str]:
    if isinstance(artifact, Unrecognized):
        return set(artifact.texts("derived_from"))
    return rests_on(artifact) | set(artifact.derived_from)


def _union(sets: Sequence[frozenset[str]]) -> frozenset[str]:
    """All of them; nothing where they are too many to say what it is about."""
    filled = list(dict.fromkeys(some for some in sets if some))
    if len(filled) < 2:
        return filled[0] if filled else frozenset()
    made = frozenset().union(*filled)
    return made if len(made) <= _MOST else frozenset()


def _verdict(artifact: KnownArtifact) -> tuple[AcceptanceStatus, str]:
    """What an artifact says of its component by itself; what has no verdict is enough by being there."""
    match artifact:
        case StateSpaceAnalysisResultArtifact():
            whole = artifact.payload.regions and artifact.payload.complete is not False
            return (DONE, "") if whole else (DOING, "does not cover the state space")
        case ConformanceResultArtifact() | CoSimulationResultArtifact() | FormalizationArtifact():
            status = artifact.payload.status
            if status in _POSITIVE:
                return DONE, ""
            return (BLOCKED if status in _NEGATIVE else DOING), f"says {status.value}"
        case CommandResultArtifact():
            code = artifact.payload.get("exit_code")
            if type(code) is not int:
                return DOING, "does not say how the command ended"
            return (DONE, "") if code == 0 else (BLOCKED, f"ended with status {code}")
        case GeneratedTestsArtifact():
            return (DONE, "") if artifact.payload.tests else (DOING, "holds no test")
        case CarriedForwardArtifact() | ResidualArtifact() | VerificationGoalArtifact() | VerificationResultArtifact():
            return DOING, "establishes nothing by itself"
    return DONE, ""
