"""Each rule's own examples are its tests, and no rule goes without them."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tollens.core.diagnostics import Diagnostic, Report
from tollens.core.validate.check import validate
from tollens.core.validate.rule import MINIMAL, Rule, rules
from tollens.core.wire.document import Document

RULES = rules()


def report_on(members: dict[str, object]) -> Report:
    return validate(Document.of(MINIMAL | members))


def telling(report: Report) -> list[Diagnostic]:
    return [found for found in report.diagnostics if found.severity != "info"]


def test_the_minimal_trace_breaks_nothing() -> None:
    assert report_on({}).diagnostics == ()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_good_example(rule: Rule) -> None:
    report = report_on(rule.good)
    assert not [found for found in report.diagnostics if found.severity == "error" or found.code == rule.code]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_bad_example(rule: Rule) -> None:
    report = report_on(rule.bad)
    found = [one for one in report.diagnostics if one.code == rule.code]
    assert found
    assert {one.code for one in telling(report)} <= {rule.code}
    for one in found:
        assert (one.severity, one.section) == (rule.severity, rule.section)
        assert one.message
        assert one.hint
        assert one.path == "" or resolves(MINIMAL | rule.bad, one.path.rpartition("/")[0])


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_good_example_is_a_neighbour_of_the_bad_one(rule: Rule) -> None:
    # A good example without the elements and members that the rule looks at would pass whatever the rule says.
    assert not Counter(members_of(rule.bad)) - Counter(members_of(rule.good))


def members_of(value: object, place: str = "") -> Iterator[str]:
    """The place of every element and member of a value, by the types of the artifacts around it."""
    match value:
        case dict():
            within = f"{place}:{value.get('artifact_type', '')}"
            for member, said in value.items():
                if said is not None:
                    yield f"{within}/{member}"
                    yield from members_of(said, f"{within}/{member}")
        case list():
            for element in value:
                yield f"{place}/*"
                yield from members_of(element, f"{place}/*")


def resolves(value: object, path: str) -> bool:
    for part in path.split("/")[1:]:
        try:
            value = value[int(part) if isinstance(value, list) else part]  # type: ignore[index]
        except (KeyError, IndexError, ValueError):
            return False
    return True


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_says_what_it_asks(rule: Rule) -> None:
    assert re.fullmatch(r"[A-Z]{3}\d{3}", rule.code)
    assert re.fullmatch(r"\d+(\.\d+a?)?", rule.section)
    assert rule.title
    assert not rule.title.endswith(".")
    assert rule.prose.endswith(".")
    assert rule.hint.endswith(".")
    assert rule.good != rule.bad
