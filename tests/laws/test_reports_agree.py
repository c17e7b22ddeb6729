"""Every form of a report tells the same: something stands against the work exactly where the gate does not pass."""

import json
from typing import Any
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.reports import (
    EXAMPLE,
    check_comment,
    code_quality_schema,
    comment,
    junit_tree,
    report_on,
    sarif_schema,
    whole_schema,
)
from tollens.core.report.reporting import Reported
from tollens.core.wire.encode import to_value
from tollens.plugins.formats import annotations, code_quality, junit, markdown, sarif, whole
from tollens.testing import mutations, strategies


def check_forms(report: Reported) -> None:
    against = [matter for matter in report.matters if matter.level == "error"]
    assert bool(against) is not report.gate.passed
    assert len(against) >= len(report.gate.reasons)

    log = json.loads(json.dumps(sarif.log([report], "1.0")))
    assert not [error.message for error in sarif_schema().iter_errors(log)]
    results = log["runs"][0]["results"]
    assert [result["level"] for result in results] == [matter.level for matter in report.matters]

    tree = junit_tree(junit.document([report]))
    failed = {case.tag for case in tree.iter() if case.tag in ("failure", "error")}
    assert bool(failed) is not report.gate.passed

    told = list(annotations.commands([report]))
    assert all("\n" not in line and "\r" not in line for line in told)
    assert any(line.startswith("::error ") for line in told) is not report.gate.passed

    issues = code_quality.issues([report])
    assert not [error.message for error in code_quality_schema().iter_errors(issues)]
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    assert any(issue["severity"] == "major" for issue in issues) is not report.gate.passed

    value = json.loads(json.dumps(whole.value([report])))
    assert not [error.message for error in whole_schema().iter_errors(value["traces"][0])]
    assert value["passed"] is report.gate.passed

    text = comment(report, links=markdown.Links("https://h.example/{trace}", "https://h.example/files"))
    assert ("passes the gate" in text.splitlines()[1]) is report.gate.passed
    check_comment(text, links=True)
    assert text == comment(report, links=markdown.Links("https://h.example/{trace}", "https://h.example/files"))


@given(strategies.traces())
@settings(max_examples=15)
def test_any_trace(trace: Any) -> None:
    check_forms(report_on(to_value(trace)))


@given(strategies.json_objects())
@settings(max_examples=15)
def test_any_object(value: dict[str, Any]) -> None:
    check_forms(report_on(value))


@given(st.data())
@settings(max_examples=20)
def test_a_damaged_trace(data: st.DataObject) -> None:
    value = EXAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        value = data.draw(mutations.mutated(value)).value
    check_forms(report_on(value))


def test_xml_holds_whatever_a_text_may_hold() -> None:
    for number in [*range(0x300), 0x200B, 0x202E, 0x2028, 0xD800, 0xDFFF, 0xE000, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF]:
        written = f"<x y={junit._attribute(chr(number))}>{junit._text(chr(number))}</x>"
        ElementTree.fromstring(written.encode("utf-8"))
