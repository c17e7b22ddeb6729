"""Real sessions with counts that were made without any importer, and the small faulty files; the shipped example."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tollens.core.errors import UnreadableError
from tollens.core.model import CommandResultArtifact, ResidualArtifact
from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins.sessions import Capture, capture, captures

SAMPLES = (
    "01-claude-code-2.1-rich.jsonl",
    "02-claude-code-glued-records.jsonl",
    "04-claude-code-1.0.jsonl",
    "06-codex-0.14x-rollout.jsonl",
    "12-pi-session.jsonl",
)


def check(found: Capture) -> None:
    assert validate(Document.of(to_value(found.trace))).diagnostics == ()
    records = found.report.records
    assert records.total == records.used + sum(count.count for count in records.skipped) + len(records.damaged)


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_agree_with_their_truth(shared: Path, name: str) -> None:
    manifest = json.loads((shared / "samples" / "manifest.json").read_text())
    truth = next(entry["truth"] for entry in manifest if entry["file"] == name)
    found = capture((shared / "samples" / name).read_bytes(), name=name)
    check(found)
    counts = found.report.found
    stated = {
        "records": found.report.records.total,
        "('message', 'user')": counts.prompts,
        "('compaction', None)": counts.compactions,
        "human_prompts": counts.prompts,
        "tool_calls": counts.calls,
        "error_results": counts.error_results,
        "calls_without_result": counts.calls_without_result,
        "results_without_call": counts.results_without_call,
        "interrupts": counts.interrupts,
        "compact_summaries": counts.compactions,
        "subagent_tool_calls_in_progress": counts.subagent_calls,
        "nonzero_exits": sum(
            artifact.payload.value.get("exit_code", artifact.payload.value.get("line_exit_code", 0)) != 0
            for artifact in found.trace.artifacts
            if isinstance(artifact, CommandResultArtifact)
        ),
    }
    known = {what: count for what, count in truth.items() if what in stated}
    assert len(known) > 3
    assert {what: stated[what] for what in known} == known
    assert known.keys() == truth.keys() or name.startswith("12-")  # that one counts records by type as well


def test_the_gemini_sample_agrees_with_its_truth(shared: Path) -> None:
    name = "10-gemini-cli-session.json"
    manifest = json.loads((shared / "samples" / "manifest.json").read_text())
    truth = next(entry["truth"] for entry in manifest if entry["file"] == name)
    found = capture((shared / "samples" / name).read_bytes(), name=name)
    check(found)
    counts, records = found.report.found, found.report.records
    succeeded = counts.calls - counts.error_results - counts.calls_without_result
    header = 1
    assert {
        "messages": records.total - header,
        "tool_calls": counts.calls,
        "status": {"success": succeeded},
    } == truth


def test_the_spans_of_the_sample_agree_with_their_truth(shared: Path) -> None:
    name = "14-otlp-genai-copilot.jsonl"
    manifest = json.loads((shared / "samples" / name).with_name("manifest.json").read_text())
    truth = next(entry["truth"] for entry in manifest if entry["file"] == name)
    found = captures((shared / "samples" / name).read_bytes(), name=name)
    for each in found:
        check(each)
    skipped: Counter[str] = Counter()
    for each in found:
        skipped.update({count.name: count.count for count in each.report.records.skipped})
    assert sum(each.report.found.calls for each in found) == truth["execute_tool"]
    assert skipped["span execute_hook"] == truth["execute_hook"]
    assert sum(each.report.records.total for each in found) == sum(truth.values())


def test_every_faulty_input_is_captured_or_refused(shared: Path) -> None:
    files = sorted(path for path in (shared / "inputs").rglob("*") if path.is_file() and path.suffix != ".md")
    assert files
    captured = []
    for path in files:
        try:
            check(capture(path.read_bytes(), name=path.name))
            captured.append(path.name)
        except UnreadableError as error:
            assert error.message and error.advice
    assert {"01.jsonl", "02.jsonl", "03.jsonl", "08.jsonl", "12.jsonl", "42.jsonl.gz", "s1.jsonl"} <= set(captured)
    assert {"38.codex.jsonl", "39.codex.jsonl", "45.opencode.json"} <= set(captured)
    assert {"46a.otlp.json", "46b.otlp.jsonl", "47a.lf.json", "47b.lf_page.json", "47c.lf_list.json"} <= set(captured)
    assert "46c.otlp_snake_b64.json" in captured
    assert "47d.lf_idsonly.json" not in captured


def test_naming_a_command_is_not_running_it(shared: Path) -> None:
    found = capture((shared / "inputs" / "27.jsonl").read_bytes(), name="27.jsonl")
    assert [action.type.name for action in found.trace.actions] == ["RunCommand"] * 3


def test_the_example_has_something_to_find(repository: Path) -> None:
    path = repository / "examples" / "claude-code-session.jsonl"
    found = capture(path.read_bytes(), name=path.name)
    check(found)
    runs = [a.payload["status"] for a in found.trace.artifacts if isinstance(a, CommandResultArtifact)]
    assert runs == ["failed", "passed", "unknown", "completed"]
    gaps = [a.payload.statement for a in found.trace.artifacts if isinstance(a, ResidualArtifact)]
    assert any("make test" in gap for gap in gaps)
    assert any("shop/receipts.py" in gap for gap in gaps)
    assert (found.report.found.refused, found.report.found.prompts) == (1, 2)
