"""The lineage as a graph: every artifact and edge, what bears on each in words, hostile text as nothing but text."""

import html
import re
import shutil
import subprocess
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tollens
from tollens.plugins.exchange import FORMS, Asked
from tollens.plugins.exchange import dot as form

DOT = shutil.which("dot")
HOSTILE = [
    '"]; x [label="',
    "\\N\\G",
    "&lt;script&gt;",
    "<b>x</b>",
    "a\nb",
    "\x1b[2J\u202e",
    "\\",
    'a\\"',
    "</title><script>",
]


def drawn(value: dict[str, Any], around: str | None = None, depth: int | None = None) -> str:
    document = tollens.Document.of(value)
    return FORMS.get("dot").write(Asked(document, lambda: tollens.evaluate(document), around, depth)).data.decode()


def artifact(name: str, kind: str = "Diff", /, **more: object) -> dict[str, Any]:
    return {"artifact_id": name, "artifact_type": kind, **more}


CHAIN = {
    "trace_id": "t",
    "artifacts": [
        artifact("a", "SourceCode", name="a.py"),
        artifact("b", derived_from=["a"]),
        artifact("c", derived_from=["b", "ref", "nowhere"], supersedes="b"),
        artifact("d", "Commit", derived_from=["c"]),
        artifact("alone", "Plan"),
    ],
    "reference_artifacts": [
        {"reference_artifact_id": "ref", "name": "r", "domain": "d", "artifact_type": "RefDocumentation"}
    ],
}


def labels(text: str) -> list[str]:
    return [
        line.split('label="')[1].split('", ')[0].split("\\n")[0] for line in text.splitlines() if " [label=" in line
    ]


def test_everything_is_drawn_once() -> None:
    text = drawn(CHAIN)
    assert labels(text) == ["a", "b", "c", "d", "alone", "ref", "nowhere"]
    assert text.count(" -> ") == 5
    assert text.startswith("digraph lineage {\n")
    assert text.endswith("}\n")
    assert drawn(CHAIN) == text


def test_it_is_restricted_to_the_lineage_of_one() -> None:
    assert labels(drawn(CHAIN, "b")) == ["a", "b", "c", "d"]
    assert labels(drawn(CHAIN, "b", 1)) == ["a", "b", "c"]
    assert [line for line in drawn(CHAIN, "b").splitlines() if 'style="dotted,bold"' in line]
    with pytest.raises(tollens.MisuseError, match="no artifact"):
        drawn(CHAIN, "nobody")


def test_what_bears_on_it_is_said_in_words_and_in_form() -> None:
    gap = {"kind": "defeater", "defeater_kind": "rebuts", "statement": "no", "status": "open"}
    value = {
        "artifacts": [
            artifact("old", "SourceCode"),
            artifact("new", "SourceCode", supersedes="old"),
            artifact("r", "Residual", payload={**gap, "target": {"target_type": "artifact", "target_id": "old"}}),
        ]
    }
    old = next(line for line in drawn(value).splitlines() if 'label="old' in line)
    assert "replaced by new" in old
    assert "CONTESTED by r" in old
    assert "peripheries=2" in old
    assert 'style="bold,dotted"' in old


def test_stale_results_are_marked(repository: Any) -> None:
    document = tollens.load(repository / "examples/payments.json")
    evaluation = tollens.evaluate(document)
    text = FORMS.get("dot").write(Asked(document, lambda: evaluation)).data.decode()
    stale = [name for name, verdict in evaluation.established.freshness.items() if verdict.verdict.value != "Fresh"]
    assert stale
    for name in stale:
        line = next(line for line in text.splitlines() if f'label="{name}\\n' in line)
        assert "STALE" in line or "DETACHED" in line
        assert "dashed" in line


def test_a_cycle_and_a_double_id_are_drawn() -> None:
    value = {"artifacts": [artifact("a", derived_from=["b"]), artifact("b", derived_from=["a"]), artifact("a")]}
    assert labels(drawn(value)) == ["a", "b"]
    assert drawn(value, "a").count(" -> ") == 2


def test_many_are_drawn_with_a_word_of_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    document = tollens.Document.of(CHAIN)
    monkeypatch.setattr(form, "MANY", 3)
    told = FORMS.get("dot").write(Asked(document, lambda: tollens.evaluate(document))).told
    assert ["--around" in each.what for each in told] == [True]


@given(st.text())
def test_no_text_ends_its_quotes(text: str) -> None:
    inside = form._escaped(text)
    assert re.fullmatch(r'(\\["\\]|[^"\\])*', inside, re.DOTALL)
    assert html.unescape(re.sub(r"\\(.)", r"\1", inside)) == text


@pytest.mark.skipif(DOT is None, reason="Graphviz is not installed")
@pytest.mark.parametrize("text", HOSTILE)
def test_graphviz_draws_hostile_text_as_text(text: str) -> None:
    assert DOT is not None
    value = {
        "trace_id": text,
        "artifacts": [artifact(text, name=text), artifact("b", derived_from=[text], name=f"x{text}")],
    }
    ended = subprocess.run([DOT, "-Tsvg"], input=drawn(value).encode(), capture_output=True, check=True)
    svg = ended.stdout.decode()
    assert ended.stderr == b""
    assert svg.count('class="node"') == 2
    assert svg.count('class="edge"') == 1
    assert "<script" not in svg
    assert "<b>" not in svg
    if text.isprintable() and "\\" not in text and "&" not in text:
        assert text in html.unescape(svg).replace("\xa0", " ")


@pytest.mark.parametrize("text", ["x" * 70_000, "&" * 70_000, "a" + "\U0001d167" * 70_000, "\u202e" * 70_000])
def test_no_string_is_longer_than_graphviz_reads(text: str) -> None:
    told = drawn({"trace_id": text, "artifacts": [artifact(text, name=text)]})
    assert max(len(line.encode()) for line in re.findall(r'"((?:\\.|[^"\\])*)"', told)) < 16_384
    if DOT is not None:
        ended = subprocess.run([DOT, "-Tplain"], input=told.encode(), capture_output=True, check=False)
        assert (ended.returncode, ended.stderr) == (0, b"")


def test_half_of_a_surrogate_pair_is_drawn() -> None:
    document = tollens.loads('{"artifacts": [{"artifact_id": "\\ud800x", "artifact_type": "Diff"}]}')
    data = FORMS.get("dot").write(Asked(document, lambda: tollens.evaluate(document))).data
    assert "\ufffdx" in data.decode()
