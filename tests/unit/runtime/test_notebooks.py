"""What a notebook shows: the words of the command line, in HTML that a hostile trace cannot leave."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import tollens
from tests.cli import program
from tollens.core import shown
from tollens.core.derive.review.reviewing import review
from tollens.core.model import Trace
from tollens.plugins.formats import text
from tollens.plugins.text.lines import plain
from tollens.runtime import notebooks
from tollens.testing.strategies import traces

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' style='x' onmouseover='alert(1)",
    "</pre><script>alert(1)</script>",
    "&lt;b&gt;",
    "\u202egnp.exe\u202c",
    "\x1b[2J\x00",
    "$x$ \\(y\\)",
    "]]><!--",
]


class Seen(HTMLParser):
    """The tags, attributes and text of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[tuple[str, str | None]] = set()
        self.text = ""
        self.open = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(attrs)
        self.open += 1

    def handle_endtag(self, tag: str) -> None:
        self.open -= 1

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(decl)


def seen(value: Any) -> Seen:
    html = value._repr_html_()
    assert isinstance(html, str)
    found = Seen(html)
    assert found.tags <= {"pre", "b", "span"}
    assert {name for name, _ in found.attributes} <= {"style"}
    assert not [style for _, style in found.attributes if style is None or "url" in style or "color" in style]
    assert found.open == 0
    return found


def test_every_value_shows_the_screen_of_the_command_line(repository: Path) -> None:
    path = repository / "examples/payments.json"
    document = tollens.load(path)
    printed = program.tollens("review", str(path)).out
    for value in (document, document.trace, tollens.evaluate(document)):
        shown_lines = seen(value).text.splitlines()
        assert shown_lines[0].startswith("payments-capture-hardening")
        assert shown_lines[2:] == printed.splitlines()[2:]
        assert not re.search(r"<(?:b|span)[^>]*> | </", value._repr_html_() or "")  # nothing underlines padding


def test_a_report_shows_what_was_found(repository: Path) -> None:
    found = seen(tollens.validate({"trace_id": 7}))
    assert "WIRE011" in found.text
    assert "could not be read" not in seen(tollens.validate(tollens.load(repository / "examples/payments.json"))).text
    assert seen(tollens.validate("no trace")).text


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_is_text(hostile: str) -> None:
    gap = {"kind": "assumption", "statement": hostile, "severity": "high", "status": "open"}
    value = {
        "trace_id": hostile,
        "assistant": hostile,
        "model": hostile,
        "trigger": {"type": "TaskReceived", "description": hostile},
        "outcome": {"type": "ProcessAborted", "reason": hostile},
        "goals": [{"goal_id": hostile, "intent": hostile}],
        "artifacts": [{"artifact_id": hostile, "artifact_type": "Residual", "payload": gap}],
        "files_modified": [hostile],
        hostile: 1,
    }
    document = tollens.Document.of(value)
    for each in (document, document.trace, tollens.evaluate(document), tollens.validate(document)):
        html = each._repr_html_()
        assert html is not None
        assert "<script" not in html
        assert "<img" not in html
        assert not set(html) & set("\u202e\x1b\x00")
        seen(each)
    if hostile.isprintable():
        assert hostile in seen(document).text


@given(traces())
def test_any_trace_is_shown_as_it_is_printed(trace: Trace) -> None:
    evaluation = tollens.evaluate(trace)
    name = trace.trace_id or "a trace without an id"
    printed = plain(list(text.lines(name, review(evaluation), 100)))
    assert [line.rstrip() for line in seen(trace).text.split("\n")] == printed.split("\n")


def test_a_large_trace_is_not_judged_to_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebooks, "MANY", 0)
    document = tollens.loads('{"trace_id": "<b>", "actions": [{"id": 1}]}')
    assert seen(document).text.startswith("<b>  1 actions, 0 artifacts\nIt is large")


def test_nothing_else_is_shown() -> None:
    with pytest.raises(TypeError, match="int is not shown"):
        notebooks.html(7)


def test_without_the_public_face_a_notebook_falls_back(monkeypatch: pytest.MonkeyPatch) -> None:
    document = tollens.loads("{}")
    monkeypatch.setattr(shown, "_ways", [])
    assert document._repr_html_() is None
