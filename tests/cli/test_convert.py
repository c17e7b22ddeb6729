"""`tollens convert` for other tools: what is written, what is told, what is refused."""

import io
import json
from pathlib import Path

import pytest

from tests.cli.program import tollens


@pytest.fixture
def example(repository: Path) -> str:
    return str(repository / "examples/payments.json")


@pytest.mark.parametrize("form", ["prov-json", "dot", "ponens"])
def test_the_same_trace_gives_the_same_bytes(example: str, form: str, tmp_path: Path) -> None:
    printed = tollens("convert", example, "-o", "-", "--to", form)
    assert printed.status == 0
    for _ in range(2):
        assert tollens("convert", example, "-o", str(tmp_path / "out"), "--to", form).status == 0
        assert (tmp_path / "out").read_text("utf-8") == printed.out


def test_what_the_dialect_says_otherwise_is_told(example: str) -> None:
    ended = tollens("convert", example, "-o", "-", "--to", "ponens")
    assert "4 × goals and criteria" in ended.err
    assert "(/policy_evaluations/5)" in ended.err
    assert json.loads(ended.out)["tollens_kept"]


def test_a_graph_is_restricted_to_the_lineage_of_one(example: str) -> None:
    whole = tollens("convert", example, "-o", "-", "--to", "dot")
    part = tollens("convert", example, "-o", "-", "--to", "dot", "--around", "vr-bound", "--depth", "1")
    assert whole.status == part.status == 0
    assert 0 < part.out.count("label=") < whole.out.count("label=")
    goal = tollens("convert", example, "-o", "-", "--to", "dot", "--around", "g-capture")
    assert 0 < goal.out.count("label=") < whole.out.count("label=")


def test_an_element_without_a_lineage_is_told(tmp_path: Path, example: str) -> None:
    value = json.loads(Path(example).read_text())
    value["goals"] = [{"goal_id": "g", "intent": "x", "status": "GoalActive", "acceptance": []}]
    value["meta_actions"].append({"id": "m-none", "title": "x"})
    (tmp_path / "t.json").write_text(json.dumps(value))
    for name, why in (("g", "no artifact is evidence"), ("m-none", "the meta-action names nothing that it produced")):
        ended = tollens("convert", str(tmp_path / "t.json"), "-o", "-", "--to", "dot", "--around", name)
        assert f"nothing is drawn: {why}" in ended.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--to", "dot", "--around", "nobody"), "no artifact"),
        (("--to", "dot", "--depth", "1"), "--depth goes with --around"),
        (("--to", "dot", "--around", "vr-bound", "--depth", "-1"), "less than no step"),
        (("--to", "prov-json", "--around", "vr-bound"), "--around goes with"),
        (("--around", "vr-bound"), "--around goes with"),
        (("--to", "xml"), "invalid choice"),
    ],
)
def test_what_does_not_go_together_is_refused(
    example: str, arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    ended = tollens("convert", example, "-o", str(tmp_path / "out"), *arguments)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("form", ["prov-json", "dot", "ponens"])
def test_a_form_that_leaves_something_out_is_not_written_over_the_trace(
    example: str, form: str, tmp_path: Path
) -> None:
    whole = Path(example).read_bytes()
    (tmp_path / "t.json").write_bytes(whole)
    (tmp_path / "link").symlink_to("t.json")
    for out in ("t.json", "link"):
        ended = tollens("convert", str(tmp_path / "t.json"), "-o", str(tmp_path / out), "--to", form)
        assert ended.status == 2
        assert f"is the trace, and {form} does not hold all of it" in ended.err
        assert (tmp_path / "t.json").read_bytes() == whole
    assert tollens("convert", str(tmp_path / "t.json"), "-o", str(tmp_path / "t.json"), "--to", "json").status == 0


@pytest.mark.parametrize("form", ["prov-json", "dot", "ponens"])
def test_a_damaged_trace_is_written_and_its_errors_are_told(form: str, tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text('{"artifacts": [{"artifact_id": "\\u001b[2J"}], "actions": [{}]}')
    ended = tollens("convert", str(tmp_path / "t.json"), "-o", str(tmp_path / "out"), "--to", form)
    assert ended.status == 0
    assert "error WIRE" in ended.err
    assert b"\x1b" not in (tmp_path / "out").read_bytes()


def test_a_graph_of_an_invalid_trace_says_that_it_is(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text('{"trace_id": "t", "artifacts": [{"artifact_id": "a", "artifact_type": "Diff"}]}')
    ended = tollens("convert", str(tmp_path / "t.json"), "-o", "-", "--to", "dot")
    assert ended.status == 0
    assert "is no valid trace" in ended.err


def test_an_invalid_trace_from_standard_input_is_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    given = b'{"trace_id": "t", "artifacts": [{"artifact_id": "a", "artifact_type": "Diff"}]}'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
    ended = tollens("convert", "-", "-o", "-", "--to", "dot")
    assert "standard input is no valid trace" in ended.err


def test_what_no_json_can_hold_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text('{"trace_id": "t", "x": NaN}')
    ended = tollens("convert", str(tmp_path / "t.json"), "-o", str(tmp_path / "out"), "--to", "ponens")
    assert ended.status == 2
    assert "NaN" in ended.err
    assert not (tmp_path / "out").exists()
