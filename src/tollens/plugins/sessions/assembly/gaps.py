"""What a session leaves unestablished, as Residual artifacts (§13), each with what to check."""

from tollens.core.model import (
    ResidualArtifact,
    ResidualKind,
    ResidualPayload,
    ResidualSeverity,
    ResidualSource,
    ResidualStatus,
    TargetRef,
    TargetType,
)
from tollens.plugins.sessions.assembly.extracts import brief
from tollens.plugins.sessions.assembly.ledger import Draft, Ledger


class Gaps:
    """Gathers the gaps; they become artifacts at the end, after everything that they are about."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._found: list[ResidualPayload] = []

    def unverified(
        self,
        statement: str,
        severity: ResidualSeverity,
        check: str,
        draft: Draft | None = None,
        related: tuple[str, ...] = (),
    ) -> None:
        """Something may be so, and the record does not show it."""
        self._add(ResidualKind.Unverified, statement, severity, check, draft, related)

    def limitation(
        self, statement: str, severity: ResidualSeverity, check: str = "", draft: Draft | None = None
    ) -> None:
        """The record itself is not whole."""
        self._add(ResidualKind.Limitation, statement, severity, check, draft, ())

    def _add(
        self,
        kind: ResidualKind,
        statement: str,
        severity: ResidualSeverity,
        check: str,
        draft: Draft | None,
        related: tuple[str, ...],
    ) -> None:
        target = TargetRef(target_type=TargetType.TraceTarget)
        if draft is not None:
            target = TargetRef(target_type=TargetType.ActionTarget, target_id=str(draft.id))
        payload = ResidualPayload(
            kind=kind,
            statement=statement,
            severity=severity,
            target=target,
            related_artifact_ids=related,
            suggested_check=check or None,
            source=ResidualSource.ToolInferred,
            status=ResidualStatus.ResidualOpen,
            introduced_by_action_id=draft.id if draft else None,
        )
        self._found.append(payload)

    def write(self) -> None:
        """Add the gaps to the artifacts."""
        for payload in self._found:
            self._ledger.add(
                ResidualArtifact(
                    artifact_id=self._ledger.new_id("residual"),
                    name=brief(f"{payload.kind.value.replace('_', ' ')}: {payload.statement}"),
                    derived_from=payload.related_artifact_ids,
                    summary=payload.statement,
                    producer_action_id=payload.introduced_by_action_id,
                    payload=payload,
                )
            )
