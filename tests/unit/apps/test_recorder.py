"""An agent records itself: what is claimed is what was said, nothing is lost to a kill, and many may write at once."""

import asyncio
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from tollens.apps.recorder.recorder import Recorder
from tollens.apps.recorder.saving import finish
from tollens.core.errors import MisuseError, UnreadableError, WorldError
from tollens.core.model import (
    ActivityActionType,
    CommandResultArtifact,
    EventType,
    FormalModelArtifact,
    FormalModelPayload,
    ProvedResult,
    RefutedResult,
    ResidualKind,
    SourceCodeArtifact,
    Trace,
    VerificationResultArtifact,
)
from tollens.core.validate.check import validate
from tollens.runtime.policy_files import policies
from tollens.runtime.traces import evaluate, load

NOW = "2026-01-01T00:00:00Z"


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "trace.json")


def recorder(path: str, **options: Any) -> Recorder:
    given = {"assistant": "an agent", "model": "m", "task": "cap it", "trace_id": "t1", "now": lambda: NOW}
    return Recorder(path, **given | options)


def written(path: str) -> Trace:
    document = load(path)
    assert [found for found in validate(document).diagnostics if found.severity == "error"] == []
    assert not Path(f"{path}.journal").exists()
    return document.trace


def test_steps_artifacts_goals_gaps_and_observations_are_in_the_trace(path: str) -> None:
    with recorder(path) as made:
        made.goal("g1", "no discount exceeds 50", scope=["cart.py"])
        with made.action(ActivityActionType.ReadFile, "read", "it is there", tool="cat") as step:
            step.file("cart.py")
            source = made.artifact(SourceCodeArtifact(artifact_id="", name="cart.py"))
            made.observe("there is no cap", derived_from=[source])
        with made.action("EditFile", "cap", "it had none") as step:
            step.reads(source)
            step.file("cart.py")
            step.summary("capped")
        with made.action("RunTests", "test", "to see") as step:
            step.command("pytest", exit_code=0, output="3 passed")
            step.url("https://example.org/ci")
        made.residual(ResidualKind.Assumption, "no discount is negative", check="test it")
        made.complete("done")
    trace = written(path)
    assert [action.label for action in trace.actions] == ["read", "cap", "test"]
    assert trace.actions[0].outputs == trace.actions[1].inputs == (source,)
    assert [note.statement for note in trace.actions[0].observations] == ["there is no cap"]
    assert trace.files_modified == ("cart.py",)
    assert trace.goals[0].goal_id == "g1"
    assert trace.outcome.typ is EventType.ProcessCompleted
    assert {"Residual", "CommandResult"} <= {type(each).__name__.removesuffix("Artifact") for each in trace.artifacts}


def test_the_same_work_gives_the_same_bytes(tmp_path: Path) -> None:
    made = []
    for name in ("a.json", "b.json"):
        with recorder(str(tmp_path / name)) as one, one.action("Explain", "tell", "asked"):
            pass
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]


def test_work_is_not_complete_unless_somebody_says_so(path: str) -> None:
    with recorder(path):
        pass
    assert written(path).outcome.typ is EventType.ProcessInterrupted


def test_an_error_takes_a_completion_back_and_fails_its_step(path: str) -> None:
    with pytest.raises(ZeroDivisionError), recorder(path) as made:
        with pytest.raises(ValueError, match="no"), made.action("EditFile", "cap", "asked") as step:
            step.file("cart.py")
            raise ValueError("no")
        made.complete("done")
        raise ZeroDivisionError
    trace = written(path)
    assert trace.outcome.typ is EventType.ProcessAborted
    assert trace.files_modified == ()
    assert [note.statement for note in trace.actions[0].observations] == ["An error ended it: ValueError."]
    assert any("may have been made in part" in (each.name or "") for each in trace.artifacts)


def test_being_interrupted_is_no_abort(path: str) -> None:
    with pytest.raises(KeyboardInterrupt), recorder(path):
        raise KeyboardInterrupt
    assert written(path).outcome.typ is EventType.ProcessInterrupted


def test_nothing_follows_the_end(path: str) -> None:
    with recorder(path) as made:
        made.abort("too hard")
        with pytest.raises(MisuseError, match="stated already"):
            made.complete()
        with pytest.raises(MisuseError, match="stated already"), made.action("Explain", "tell", "asked"):
            pass
    assert written(path).outcome.typ is EventType.ProcessAborted


def test_what_makes_no_sense_is_refused(path: str) -> None:
    with recorder(path) as made:
        with pytest.raises(MisuseError, match="no action type"):
            made.action("RunTest", "test", "to see")
        with pytest.raises(MisuseError, match="no step"):
            made.observe("something")
        with pytest.raises(MisuseError, match="defeater"):
            made.residual(ResidualKind.Defeater, "no")
        with pytest.raises(MisuseError, match="no artifact"):
            made.artifact({"name": "x"})
        made.artifact(SourceCodeArtifact(artifact_id="a"))
        with pytest.raises(MisuseError, match="'a' already"):
            made.artifact(SourceCodeArtifact(artifact_id="a"))
        made.goal("g", "x")
        with pytest.raises(MisuseError, match="'g' already"):
            made.goal("g", "y")
        with pytest.raises(MisuseError, match="under way"):
            recorder(path).start()
        made.complete()
    with pytest.raises(MisuseError, match="there already"):
        recorder(path).start()
    with pytest.raises(WorldError, match="no recording"):
        Recorder.join(path).start()


def test_secrets_are_taken_out_before_anything_is_written(path: str) -> None:
    secret = "ghp_" + "a1B2" * 9
    with recorder(path) as made:
        with made.action("RunCommand", "push", f"with {secret}") as step:
            step.command(f"git push https://{secret}@github.com", exit_code=0)
        assert secret not in Path(f"{path}.journal").read_text()
    assert secret not in Path(path).read_text()
    report = next(each for each in written(path).artifacts if each.artifact_id == "recording-report")
    assert sum(report.metadata.value["redacted"].values()) >= 2
    with recorder(f"{path}2", redact=False) as made:
        made.goal("g1", secret)
    assert secret in Path(f"{path}2").read_text()
    report = next(each for each in written(f"{path}2").artifacts if each.artifact_id == "recording-report")
    assert report.metadata.value["unredacted"] == 2


def test_what_two_processes_take_out_is_not_said_to_be_the_same(path: str) -> None:
    recorder(path).start()
    for number in range(2):
        Recorder.join(path).goal(f"g{number}", f"password=ghp_{number}{'a1B2' * 8}")
    first, second = (goal["intent"] for goal in Recorder.join(path).recording().goals.values())
    assert "redacted" in first
    assert first != second


def test_a_secret_is_marked_alike_by_all_who_record(path: str) -> None:
    secret = "ghp_" + "a1B2" * 9
    with recorder(path, task=secret) as made:
        for number in range(2):
            Recorder.join(path).goal(f"g{number}", secret)
        journal = Path(f"{path}.journal")
        if sys.platform != "win32":
            assert journal.stat().st_mode & 0o777 == 0o600
        tags = json.loads(journal.read_text().split("\n")[0])["tags"]
        made.complete()
    trace = written(path)
    said = {trace.trigger.description, *(goal.intent for goal in trace.goals)}  # type: ignore[union-attr]
    assert len(said) == 1
    assert tags not in Path(path).read_text()
    report = next(each for each in trace.artifacts if each.artifact_id == "recording-report")
    assert report.metadata.value["redacted"] == {"API key": 3}


def test_no_part_of_a_secret_is_left_in_a_name_that_is_cut(path: str) -> None:
    secret = "ghp_" + "a1B2" * 9
    said = f"{'word ' * 10}{secret}"
    with recorder(path) as made:
        code = FormalModelPayload(model_language="iml", formal_code="let f x = x")
        model = made.artifact(FormalModelArtifact(artifact_id="", name="m", payload=code))
        with made.action("RunCommand", "a", "b") as step:
            step.command(said, exit_code=0)
            made.residual(ResidualKind.Assumption, said)
            step.verified(ProvedResult(proof_pp="auto"), claim=said, model=model, engine="e")
        with pytest.raises(ZeroDivisionError), made.action("EditFile", "a", "b") as step:
            step.file(said[20:])
            raise ZeroDivisionError
        made.complete()
    assert secret[:8] not in Path(path).read_text()


@pytest.mark.parametrize("head", ['{"journal":"tollens-journal-1"}', '{"journal":"tollens-journal-1","trace":1}'])
def test_a_beginning_without_a_trace_is_no_journal(path: str, head: str) -> None:
    Path(f"{path}.journal").write_text(f"{head}\n")
    with pytest.raises(UnreadableError, match="beginning is missing"):
        Recorder.join(path).goal("g", "x")


def test_a_journal_with_a_damaged_key_can_be_gone_on_with(path: str) -> None:
    recorder(path).start()
    journal = Path(f"{path}.journal")
    entry = json.loads(journal.read_text())
    journal.write_text(json.dumps({**entry, "tags": "no number"}) + "\n")
    Recorder.join(path).goal("g", "ghp_" + "a1B2" * 9)
    assert "redacted" in Recorder.join(path).recording().goals["g"]["intent"]


def test_half_a_character_in_an_output_stops_nothing(path: str) -> None:
    with recorder(path) as made:
        with made.action("RunTests", "to\ud83d", "see") as step:
            step.command("pytest \udcff", exit_code=0, output="5 passed in 1s \udcff")
        made.complete()
    (ran,) = (each for each in written(path).artifacts if isinstance(each, CommandResultArtifact))
    assert ran.payload is not None
    assert (ran.payload.value["command"], ran.payload.value["status"]) == ("pytest \ufffd", "passed")


def test_a_killed_process_loses_nothing_that_was_said(path: str) -> None:
    code = f"""
import os, signal
from tollens import Recorder
with Recorder({path!r}, assistant="a", model="m", task="t") as recorder:
    with recorder.action("EditFile", "first", "asked") as step:
        step.file("cart.py")
    with recorder.action("RunTests", "second", "to see"):
        os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", code], check=False)
    assert not Path(path).exists()
    with Path(f"{path}.journal").open("ab") as journal:
        journal.write(b'{"action": {"id": 3')
    report = finish(path, closed=False)
    assert report.unfinished == (2,)
    assert len(report.broken) == 1
    trace = written(path)
    assert [action.label for action in trace.actions] == ["first", "second"]
    assert trace.outcome.typ is EventType.ProcessInterrupted
    assert trace.files_modified == ("cart.py",)
    assert sum("not recorded how this ended" in (each.name or "") for each in trace.artifacts) == 1


def test_writing_goes_on_after_a_torn_line(path: str) -> None:
    with recorder(path) as made:
        with Path(f"{path}.journal").open("ab") as journal:
            journal.write(b'{"action": {"id"')
        with made.action("Explain", "tell", "asked"):
            pass
        made.complete()
    trace = written(path)
    assert len(trace.actions) == 1
    assert any("could not be read: 1 (line 2)" in (each.name or "") for each in trace.artifacts)


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        '{"nothing": {}}',
        '{"action": 1}',
        '{"action": {"id": 7}}',
        '{"ended": {"id": 1}}',
        '{"artifact": {}}',
        '{"goal": {"goal_id": ""}}',
        '{"journal": "tollens-journal-1", "trace": {}}',
        '{"journal": "another", "trace": {}}',
        '{"ended": {"id": []}}',
    ],
)
def test_entries_that_make_no_sense_are_told(path: str, line: str) -> None:
    with recorder(path) as made:
        with Path(f"{path}.journal").open("a") as journal:
            journal.write(line + "\n")
        made.complete()
    assert any("could not be read: 1" in (each.name or "") for each in written(path).artifacts)


def test_what_is_no_journal_is_refused_and_stays(path: str) -> None:
    Path(f"{path}.journal").write_text("no journal\n")
    with pytest.raises(UnreadableError, match="beginning is missing"):
        finish(path, closed=False)
    assert Path(f"{path}.journal").exists()


def test_a_trace_that_is_there_is_not_written_over(path: str) -> None:
    made = recorder(path).start()
    Path(path).write_text("{}")
    with pytest.raises(MisuseError, match="there already"):
        made.close()
    assert Path(path).read_text() == "{}"
    assert Path(f"{path}.journal").exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="starts twenty processes as only POSIX does")
def test_twenty_writers_at_once_lose_nothing(path: str) -> None:
    code = f"""
import os, sys
from tollens import Recorder
writers = []
for _ in range(20):
    writer = os.fork()
    if not writer:
        recorder = Recorder.join({path!r}).start()
        for number in range(5):
            with recorder.action("Explain", "tell", "asked") as step:
                recorder.observe("seen")
        os._exit(0)
    writers.append(writer)
sys.exit(any([os.waitpid(writer, 0)[1] for writer in writers]))
"""
    with recorder(path) as made:
        assert subprocess.run([sys.executable, "-c", code]).returncode == 0
        made.complete()
    trace = written(path)
    assert [action.id for action in trace.actions] == list(range(1, 101))
    assert all(action.observations for action in trace.actions)


def test_threads_and_tasks_each_have_their_own_step(path: str) -> None:
    made = recorder(path)

    async def one(number: int) -> None:
        async with made.action("Explain", f"task {number}", "asked"):
            await asyncio.sleep(0)
            made.observe(f"task {number}")

    def other(number: int) -> None:
        with made.action("Explain", f"thread {number}", "asked"):
            made.observe(f"thread {number}")

    async def work() -> None:
        async with made:
            await asyncio.gather(*map(one, range(5)))
            threads = [threading.Thread(target=other, args=(number,)) for number in range(5)]
            for thread in threads:
                thread.start()
            for thread in threads:
                await asyncio.to_thread(thread.join)
            made.complete()

    asyncio.run(work())
    trace = written(path)
    assert len(trace.actions) == 10
    assert all(action.observations[0].statement == action.label for action in trace.actions)


def test_adding_does_not_grow_with_what_is_there(path: str) -> None:
    """The journal only ever gets lines added; nothing that stands in it is written again."""
    with recorder(path) as made:
        held = b""
        for _ in range(20):
            with made.action("Explain", "tell", "asked"):
                pass
            now = Path(f"{path}.journal").read_bytes()
            assert now.startswith(held)
            assert len(now) - len(held) < 600
            held = now


def test_a_proof_has_the_fingerprint_of_its_model(path: str) -> None:
    with recorder(path) as made, made.action("Verify", "prove", "to be sure", tool="imandra") as step:
        code = "def cap(x): return min(x, 50)\n"
        payload = FormalModelPayload(model_language="python", formal_code=code)
        model = step.makes(FormalModelArtifact(artifact_id="", name="cart", payload=payload))
        proved = ProvedResult(proof_pp="auto")
        first = step.verified(proved, claim="cap is at most 50", model=model, symbol="cap", engine="z3")
        second = step.verified(RefutedResult(counterexample="x"), claim="it is fast", model=model, engine="z3")
        third = step.verified(proved, claim="other", model=model, symbol="nothing", engine="z3")
        with pytest.raises(MisuseError, match="no formal model"):
            step.verified(proved, claim="x", model="nothing", engine="z3")
    trace = written(path)
    results = {each.artifact_id: each for each in trace.artifacts if isinstance(each, VerificationResultArtifact)}
    stated = results[first].payload.fingerprint
    assert stated is not None
    assert stated.task_checksum.startswith("tollens-python-")
    assert results[second].payload.fingerprint is None
    assert results[third].payload.fingerprint is None
    assert sum("no fingerprint" in note.statement for note in trace.actions[0].observations) == 2
    assert evaluate(load(path)).established.freshness[first].verdict.value == "Fresh"


def test_policies_are_asked_before_acting(path: str) -> None:
    rules = policies("workflow/research_before_edit")
    with recorder(path, policies=rules) as made:
        asked = made.would_violate("EditFile", path="cart.py")
        assert [found.policy_id for found in asked] == ["research_before_edit"]
        with made.action("ReadFile", "read", "first") as step:
            step.file("cart.py")
            assert made.would_violate("ReadFile") == ()
        assert made.would_violate("EditFile", path="cart.py", command="x") == ()
        with made.action("Explain", "tell", "asked"):
            pass
        assert made.would_violate("EditFile", path="cart.py") == ()
        assert made.unfollowed == ()
        made.complete()
    with recorder(f"{path}2") as made:
        assert made.would_violate("EditFile") == ()
        assert made.unfollowed == ()
        assert json.loads(Path(f"{path}2.journal").read_text().splitlines()[0])["journal"] == "tollens-journal-1"
        assert made.document().trace.actions == ()


def test_entries_can_be_forced_onto_the_disk(path: str) -> None:
    with recorder(path, sync=True) as made:
        made.complete()
    assert written(path).outcome.typ is EventType.ProcessCompleted


@pytest.mark.parametrize(
    ("line", "code", "output", "status", "own"),
    [
        ("pytest", 0, "", "passed", 0),
        ("pytest", 1, "", "failed", 1),
        ("pytest | tail", 0, "", "unknown", None),
        ("pytest || true", 0, "1 failed", "failed", None),
        ("pytest; echo done", 0, "", "unknown", None),
        ("make", 0, "", "passed", 0),
        ("if pytest; then make; fi", 0, "", "unknown", None),
        ("pytest" + " " * 9 + "x" * 300_000, 0, "", "unknown", None),
    ],
)
def test_the_status_of_a_line_is_not_that_of_its_tests(
    path: str, line: str, code: int, output: str, status: str, own: int | None
) -> None:
    with recorder(path) as made, made.action("RunTests", "test", "to see") as step:
        step.command(line, exit_code=code, output=output)
    trace = written(path)
    held = json.loads(trace.artifacts[0].payload.text)
    assert (held["status"], held["exit_code"]) == (status, own)
    assert [each.exit_code for each in trace.actions[0].evidence] == [own]
    assert held.get("line_exit_code") == (None if own is not None else code)


def test_names_of_files_that_are_no_text_and_huge_numbers_stop_nothing(path: str) -> None:
    with recorder(path) as made, made.action("EditFile", "half \ud800", "why") as step:
        step.file(Path("a.py"))
        step.file("b\udcff.py")
        step.summary("\ud800")
        with pytest.raises(MisuseError, match="no exit code"):
            step.command("make", exit_code=10**30)
    assert written(path).files_modified == ("a.py", "b\ufffd.py")


def test_nothing_is_added_to_what_is_no_journal(path: str) -> None:
    Path(f"{path}.journal").write_text("garbage\n")
    with pytest.raises(UnreadableError, match="beginning is missing"), Recorder.join(path) as made:
        made.goal("g", "x")
    assert Path(f"{path}.journal").read_text() == "garbage\n"
