"""The verbs that say what is left: `next`, `residuals`, `lineage`, `symbol`."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import tollens


@pytest.fixture
def trace(repository: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The example, from the folder of the repository."""
    monkeypatch.chdir(repository)
    return "examples/payments.json"


@pytest.fixture
def value(trace: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(trace).read_bytes())
    return found


def printed(*arguments: str, status: int = 0) -> dict[str, Any]:
    ended = tollens(*arguments, "--json")
    assert (ended.status, ended.err) == (status, "")
    found: dict[str, Any] = json.loads(ended.out)
    return found


class TestNext:
    def test_the_json_has_every_step_in_order(self, trace: str) -> None:
        found = printed("next", trace)
        assert list(found) == ["file", "steps"]
        assert list(found["steps"][0]) == [
            "priority",
            "kind",
            "subject",
            "severity",
            "label",
            "why",
            "do",
            "command",
            "evidence",
            "also",
        ]
        assert [step["priority"] for step in found["steps"]] == sorted(step["priority"] for step in found["steps"])

    def test_the_text_has_ten_and_says_so(self, trace: str) -> None:
        out = tollens("next", trace).out
        assert "\n 10  " in out
        assert "\n 11  " not in out
        assert "more: --all shows them" in out
        assert "\n 11  " in tollens("next", trace, "--all").out
        assert f"tollens show {trace} --artifact r-contested" in out

    def test_the_commands_that_it_names_run(self, trace: str) -> None:
        for step in printed("next", trace)["steps"]:
            words = step["command"].replace("TRACE", trace).split()
            if words and words[1] in ("show", "lineage", "validate"):
                assert tollens(*words[1:]).status == 0, step["command"]

    def test_it_has_a_step_for_whatever_holds_up_the_gate(self, trace: str) -> None:
        reasons = printed("review", trace)["gate"]["reasons"]
        steps = printed("next", trace)["steps"]
        held = {name for step in steps for name in (step["subject"], *step["also"], *step["evidence"])}
        assert reasons
        assert {reason["subject"] for reason in reasons} <= held


class TestResiduals:
    def test_the_json_holds_all_of_it(self, trace: str) -> None:
        found = printed("residuals", trace)
        assert list(found) == [
            "file",
            "gaps",
            "defeaters",
            "contested",
            "derived_residuals",
            "candidates",
            "since",
        ]
        assert {"artifact_id": "cf-bound", "at": "vr-bound", "defeaters": ["r-contested"]} in found["contested"]
        assert "vr-overlap" not in [each["artifact_id"] for each in found["contested"]]  # it is only cited
        assert found["since"] is None

    def test_the_text_tells_what_is_open_and_with_all_what_is_settled(self, trace: str) -> None:
        out = tollens("residuals", trace).out
        assert "Contested" in out
        assert "r-contested  rebuts vr-bound" in out
        assert "Settled" not in out
        assert "r-tests" in tollens("residuals", trace, "--all").out

    def test_what_became_of_gaps_since_another_trace(
        self, value: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("old.json").write_text(json.dumps(value))
        gone = [each for each in value["artifacts"] if each["artifact_id"] != "r-integers"]
        for each in gone:
            if each["artifact_id"] == "r-void":
                each["payload"] = each["payload"] | {"status": "addressed"}
        Path("new.json").write_text(json.dumps(value | {"trace_id": "next", "artifacts": gone}))
        since = json.loads(tollens("residuals", "new.json", "--since", "old.json", "--json").out)["since"]
        assert since["chain"] == [value["trace_id"], "next"]
        assert since["unlinked"] == [value["trace_id"]]
        assert [each["residual_id"] for each in since["vanished"]] == ["r-integers"]
        assert [each["residual_id"] for each in since["closed"]] == ["r-void"]
        assert since["new"] == []
        out = tollens("residuals", "new.json", "--since", "old.json").out
        assert "does not name it as its predecessor" in out
        assert "vanished" in out

    def test_a_predecessor_that_cannot_be_read(self, trace: str) -> None:
        assert tollens("residuals", trace, "--since", "nowhere.json").status == 2

    def test_no_declared_gap_is_said(self, tmp_path: Path, value: dict[str, Any]) -> None:
        file = tmp_path / "bare.json"
        file.write_text(json.dumps(value | {"artifacts": []}))
        assert "No residual is declared." in tollens("residuals", str(file)).out


class TestLineage:
    def test_the_json_has_both_directions(self, trace: str) -> None:
        found = printed("lineage", trace, "vr-bound")
        assert [each["artifact_id"] for each in found["ancestors"]][-2:] == ["vg-bound", "ref-policy"]
        assert {each["artifact_id"] for each in found["descendants"]} == {"cf-bound", "r-contested", "r-commit"}
        assert found["subject"][0]["contested_by"] == "r-contested"

    def test_a_meta_action_stands_for_what_it_produced(self, trace: str) -> None:
        found = printed("lineage", trace, "m-lock")
        assert (found["kind"], [each["artifact_id"] for each in found["subject"]]) == ("meta_action", ["vg-lock"])
        assert "produced vg-lock" in tollens("lineage", trace, "m-lock").out

    def test_a_goal_stands_for_the_artifacts_that_are_evidence_for_it(self, trace: str) -> None:
        found = printed("lineage", trace, "g-capture")
        assert found["kind"] == "goal"
        named = [each["artifact_id"] for each in found["subject"]]
        assert "vr-bound" in named
        shown = tollens("lineage", trace, "g-capture").out
        assert f"evidence: {', '.join(named)}" in " ".join(shown.split())
        assert found["title"][:60] in shown

    def test_versions_and_the_current_one(self, trace: str) -> None:
        assert "versions: src-1, src-2, src-3; current: src-3" in tollens("lineage", trace, "src-2").out

    def test_a_depth(self, trace: str) -> None:
        found = printed("lineage", trace, "vr-bound", "--depth", "1")
        assert [each["artifact_id"] for each in found["ancestors"]] == ["vg-bound"]
        assert tollens("lineage", trace, "vr-bound", "--depth", "-1").status == 2

    def test_an_unknown_id_names_what_is_like_it(self, trace: str) -> None:
        ended = tollens("lineage", trace, "vr-bounds")
        assert (ended.status, ended.out) == (2, "")
        assert "Did you mean: vr-bound" in ended.err


class TestSymbol:
    def test_the_json_of_a_known_symbol(self, trace: str) -> None:
        found = printed("symbol", trace, "capture")
        assert (found["known"], found["standing"]) == (True, "contested")
        assert next(result["artifact_id"] for result in found["results"]) == "vr-bound"
        assert "vr-bound" in tollens("symbol", trace, "capture").out

    def test_an_unknown_symbol_ends_with_1_and_near_names(self, trace: str) -> None:
        found = printed("symbol", trace, "captur", status=1)
        assert (found["known"], found["near"][0]) == (False, "capture")
        ended = tollens("symbol", trace, "captur")
        assert (ended.status, ended.out) == (1, "")
        assert "Did you mean: capture" in ended.err

    def test_what_it_says_of_a_result_is_what_freshness_says(self, trace: str) -> None:
        by_name = {each["artifact_id"]: each["verdict"] for each in printed("review", trace)["freshness"]}
        for result in printed("symbol", trace, "capture")["results"]:
            assert result["freshness"] == by_name[result["artifact_id"]]
