"""The cases of `vectors/capture`: the session of an agent, and what a trace of it must say."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tollens.apps import capturing
from tollens.core.derive.record.changes import NO_RESULT
from tollens.core.errors import UnreadableError
from tollens.core.model import CommandResultArtifact, Evidence, EvidenceType, Trace
from tollens.core.validate.check import validate

VECTORS = Path(__file__).parents[2] / "vectors" / "capture"
CASES = sorted(folder for folder in VECTORS.iterdir() if folder.is_dir())


def told(folder: Path) -> dict[str, Any]:
    """What the trace of a case says, in the words of `expected.json`."""
    [file] = folder.glob("session.*")
    [origin] = capturing.file_origins(str(file), lambda name: lambda percent: None)
    [captured] = capturing.captures(origin)
    assert validate(captured.document).valid
    report, trace = captured.report, captured.document.trace
    skipped = sum(each.count for each in report.records.skipped)
    records = {"total": report.records.total, "used": report.records.used, "skipped": skipped}
    found: dict[str, int] = msgspec.to_builtins(report.found)
    return {
        "format": report.format,
        "end": report.completeness.end,
        "records": {**records, "damaged_lines": [each.line for each in report.records.damaged]},
        "found": {name: count for name, count in found.items() if count},
        "unknown": list(report.unknown),
        "actions": _actions(trace),
        "files_modified": list(trace.files_modified),
    }


def _actions(trace: Trace) -> list[dict[str, Any]]:
    """Each action: its type, the files that its evidence names, and how it ended as far as that is known."""
    results = {
        artifact.producer_action_id: artifact.payload.value.get("status")
        for artifact in trace.artifacts
        if isinstance(artifact, CommandResultArtifact) and artifact.payload is not None
    }
    actions = []
    for action in trace.actions:
        refs = [each for each in action.evidence if isinstance(each, Evidence) and each.typ is EvidenceType.FileRef]
        summary = getattr(action, "result_summary", None)
        ended = "no result" if summary == NO_RESULT else results.get(action.id)
        said: dict[str, Any] = {"type": action.type.value}
        said |= {"files": [each.ref_ for each in refs]} if refs else {}
        actions.append(said | ({"ended": ended} if ended else {}))
    return actions


@pytest.mark.parametrize("folder", [pytest.param(folder, id=folder.name) for folder in CASES])
def test_capture(folder: Path) -> None:
    right = json.loads((folder / "expected.json").read_bytes())
    assert right.get("refused", False) is folder.name.endswith("_fail")
    if folder.name.endswith("_fail"):
        with pytest.raises(UnreadableError):
            told(folder)
    else:
        assert told(folder) == right
