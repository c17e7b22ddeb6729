"""`tollens freshness` and `tollens fingerprint`: what they print and write, and how they end."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import tollens
from tests.unit.core.derive import traces
from tollens.plugins.languages import language_of

BEFORE = "LEAST = 0\n\ndef clamp(x):\n    return LEAST if x < LEAST else x\n"
AFTER = BEFORE.replace("LEAST = 0", "LEAST = 1")


def model(name: str, text: str, made: int, **members: Any) -> dict[str, Any]:
    payload = {"model_language": "python", "formal_code": text}
    return traces.artifact(name, "FormalModel", payload, producer_action_id=made, **members)


def trace(*later: dict[str, Any], **fingerprint: Any) -> dict[str, Any]:
    """A proof about `clamp`, and what came later."""
    proof = traces.answer("proof", goal="goal", producer_action_id=3)
    if fingerprint:
        proof["payload"]["fingerprint"] = {"task_checksum": "other:00", "target_symbol": "clamp", **fingerprint}
    goal = traces.artifact("goal", "VerificationGoal", traces.goal("goal", "m1", target_symbol="clamp")["payload"])
    held = [model("m1", BEFORE, 1), goal, proof, *later]
    steps = [
        traces.action(n, "Explain", outputs=[a["artifact_id"] for a in held if a.get("producer_action_id") == n])
        for n in range(1, 5)
    ]
    return dict(traces.document(artifacts=held, actions=steps).value)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("fresh.json").write_text(json.dumps(trace()))
    changed = model("m2", AFTER, 4, supersedes="m1")
    Path("stale.json").write_text(json.dumps(trace(changed, engine="e", engine_version="1")))
    Path("engine.json").write_text(json.dumps(trace(engine="e", engine_version="1")))
    return tmp_path


class TestFreshness:
    def test_the_exit_status(self, folder: Path) -> None:
        assert tollens("freshness", "fresh.json").status == 0
        assert tollens("freshness", "stale.json").status == 1
        assert tollens("freshness", "missing.json").status == 2

    def test_the_text_says_why(self, folder: Path) -> None:
        told = tollens("freshness", "stale.json").out
        assert "Stale" in told
        assert "changed: LEAST" in " ".join(told.split())

    def test_the_json(self, folder: Path) -> None:
        found = json.loads(tollens("freshness", "stale.json", "--json").out)
        assert list(found) == ["file", "holds", "counts", "superseded", "freshness"]
        assert found["holds"] is False
        assert found["counts"] == {"Fresh": 0, "Stale": 1, "Detached": 0}
        (verdict,) = found["freshness"]
        assert list(verdict) == ["artifact_id", "verdict", "basis", "reason", "symbol", "changed", "moved_to"]
        assert (verdict["verdict"], verdict["basis"], verdict["changed"]) == ("Stale", "model", ["LEAST"])

    def test_an_engine_that_has_advanced(self, folder: Path) -> None:
        assert tollens("freshness", "engine.json").status == 0
        assert tollens("freshness", "engine.json", "--engine", "e=2").status == 1
        assert tollens("freshness", "engine.json", "--engine", "e").status == 2


class TestFingerprint:
    def test_one_symbol(self, folder: Path) -> None:
        ended = tollens("fingerprint", "fresh.json", "--symbol", "clamp", "--json")
        found = json.loads(ended.out)
        assert ended.status == 0
        language = language_of("python")
        assert found["task_checksum"].startswith(f"tollens-python-{getattr(language, 'version', None)}:sha256:")
        assert found["closure"] == ["LEAST", "clamp"]
        assert found["task_checksum"] in tollens("fingerprint", "fresh.json", "--symbol", "clamp").out

    @pytest.mark.parametrize(
        "arguments",
        [
            ("--symbol", "nothing"),
            ("--symbol", "clamp", "--model", "m9"),
            ("--symbol", "clamp", "-o", "out.json"),
            ("--stamp",),
            ("--stamp", "--id", "t2", "-o", "fresh.json", "--by", "someone"),
            ("--stamp", "--id", "t1", "-o", "out.json", "--by", "someone"),
            ("--stamp", "--model", "m1", "--id", "t2", "-o", "out.json", "--by", "someone"),
            (),
        ],
    )
    def test_what_makes_no_sense_writes_nothing(self, folder: Path, arguments: tuple[str, ...]) -> None:
        before = Path("fresh.json").read_bytes()
        assert tollens("fingerprint", "fresh.json", *arguments).status == 2
        assert Path("fresh.json").read_bytes() == before
        assert not Path("out.json").exists()

    def test_a_stamped_successor(self, folder: Path) -> None:
        stamp = ("--stamp", "-o", "out.json", "--id", "t2", "--by", "someone", "--at", "2026-01-02T00:00:00Z")
        ended = tollens("fingerprint", "fresh.json", *stamp, "--json")
        assert ended.status == 0
        assert json.loads(ended.out) == {"file": "out.json", "stamped": ["proof"], "left": []}
        first = Path("out.json").read_bytes()
        assert tollens("fingerprint", "fresh.json", *stamp).status == 0
        assert Path("out.json").read_bytes() == first
        found = json.loads(tollens("freshness", "out.json", "--json").out)
        assert [each["basis"] for each in found["freshness"]] == ["checksum"]

    def test_nothing_to_stamp(self, folder: Path) -> None:
        ended = tollens("fingerprint", "stale.json", "--stamp", "-o", "out.json", "--id", "t2", "--by", "someone")
        assert ended.status == 2
        assert not Path("out.json").exists()
