"""Each form of a report: what it says, what it leaves out and tells so, and that nothing in it is a stranger's."""

import gzip
import hashlib
import json
import re
from typing import Any

import pytest
from msgspec.structs import replace

from tests.laws.reports import EXAMPLE, check_comment, comment, junit_tree, report_on, sarif_schema
from tests.unit.core.derive.traces import document, ran, residual
from tollens.core.report.matters import Matter
from tollens.core.report.reporting import Reported, unread
from tollens.plugins.formats import annotations, code_quality, junit, markdown, sarif, whole

HOSTILE = (
    "::error::x\r\n::set-output name=a::b%0A @octo #12 <script>alert(1)</script> [x](https://e.example) `code` | $x$ "
    ":tada: www.e.example {0} ]]> &amp; \u202etxt.exe\x00\x1b[2J -->"
)


def many(number: int, level: str = "warning") -> Reported:
    """A report with so many matters."""
    made = report_on(EXAMPLE)
    told = tuple(
        Matter("open-gap", level, "residual", f"r{at}", f"statement {at}", path=f"/artifacts/{at}")  # type: ignore[arg-type]
        for at in range(number)
    )
    return replace(made, matters=told)


def hostile() -> Reported:
    """A report on a trace in which every text is a stranger's."""
    trace = document(
        trigger={"type": "TaskReceived", "description": HOSTILE},
        actions=[ran(1, HOSTILE, 1), ran(2, HOSTILE + "2", 0)],
        artifacts=[residual(HOSTILE, severity="critical", statement=HOSTILE, suggested_check=HOSTILE)],
        goals=[
            {
                "goal_id": HOSTILE,
                "intent": HOSTILE,
                "status": "GoalActive",
                "acceptance": [{"id": HOSTILE, "kind": "Change", "label": HOSTILE, "status": "AcceptTodo"}],
            }
        ],
        policies=[{"policy_id": HOSTILE, "name": HOSTILE, "severity": "error", "formula": "G(false)"}],
        files_modified=[HOSTILE],
    )
    return report_on(trace.value, name="traces/a b,c:d%\u202e.json")


class TestMarkdown:
    def test_it_begins_with_its_marker_and_its_verdict(self) -> None:
        lines = comment(report_on(EXAMPLE)).splitlines()
        assert lines[:2] == ["<!-- tollens:report tests -->", "### Tollens: `traces/one.json` does not pass the gate"]
        passing = comment(report_on(document().value)).splitlines()
        assert passing[1].endswith(" passes the gate, with nothing established")
        proved = comment(report_on(document(actions=[ran(1, "pytest", 0)]).value)).splitlines()
        assert proved[1].endswith(" passes the gate")
        assert "nothing in the record stands against the work" in passing[3]

    def test_what_is_not_folded_fits_a_screen(self) -> None:
        for told in (comment(report_on(EXAMPLE)), comment(many(5_000, "error")), comment(*[report_on(EXAMPLE)] * 30)):
            open_ = re.sub(r"<details>.*?</details>", "", told, flags=re.DOTALL)
            assert open_.count("\n") <= 40
            check_comment(told)

    def test_it_stays_below_the_limit_and_tells_what_is_left_out(self) -> None:
        told = comment(many(5_000))
        assert len(told.encode()) <= markdown.MOST_BYTES
        left = re.search(r"… and ([\d]+) more", told)
        assert left is not None
        assert int(left[1]) == 5_000 - len(set(re.findall(r"statement \d+", told)))

    def test_rows_too_large_for_what_is_left_are_told(self) -> None:
        wide = "\N{PILE OF POO}" * 400
        made = replace(
            many(0), matters=tuple(Matter("k", "error", "trace", str(at), wide, do=wide) for at in range(900))
        )
        text = comment(*[made] * 3)
        assert len(text.encode()) <= markdown.MOST_BYTES
        assert text.endswith("</sub>\n")
        assert "</details>" in text
        assert "more: `tollens report TRACE --format json`" in text

    def test_a_stranger_does_nothing(self) -> None:
        links = markdown.Links("https://h.example/{trace}", "https://h.example/blob/main/")
        told = markdown.comment([hostile(), hostile()], "key", links)
        check_comment(told, links=True)
        check_comment(comment(hostile()))
        assert told.count("<!--") == 1

    def test_links_lead_to_the_place_and_the_line(self) -> None:
        matters = tuple(
            Matter("k", "error", about, "a/b c", f"about {about}", file="src/x y.py", line=7)  # type: ignore[arg-type]
            for about in ("artifact", "action", "goal", "residual", "policy", "file", "review item", "trace")
        )
        links = markdown.Links("https://h.example/page.html?t={trace}", "https://h.example/blob/main/")
        told = comment(replace(many(0), matters=matters), links=links)
        fragments = re.findall(r"<https://h\.example/page\.html\?t=traces/one\.json#/([^>]*)>", told)
        assert fragments[:8] == [
            *("lineage/a%2Fb%20c", "story/action/a%2Fb%20c", "goals/a%2Fb%20c", "gaps/a%2Fb%20c", "policies/a%2Fb%20c"),
            *("changes/a%2Fb%20c", "record", "record"),
        ]
        assert fragments[8:] == fragments[:8]
        assert "[`src/x y.py:7`](<https://h.example/blob/main/src/x%20y.py#L7>)" in told

    @pytest.mark.parametrize(
        ("path", "fragment"),
        [
            ("", "record"),
            ("/artifacts/3/payload", "record/artifacts/3/payload"),
            ("/actions/7", "record/actions/7"),
            ("/review_items/0", "record/rest/review_items/0"),
            ("/x~1y~0z", "record/rest/x%2Fy~z"),
        ],
    )
    def test_what_is_about_the_trace_leads_to_its_place_in_the_record(self, path: str, fragment: str) -> None:
        told = replace(many(0), matters=(Matter("k", "error", "trace", "", "it is so", path=path),))
        assert f"(<https://h.example/#/{fragment}>)" in comment(told, links=markdown.Links("https://h.example/"))

    def test_a_file_that_begins_the_sentence_is_named_once_and_linked_all_the_same(self) -> None:
        matter = Matter("untested-change", "warning", "file", "a.py", "a.py: changed", file="a.py", line=3)
        report = replace(many(0), matters=(matter,))
        assert "`a.py" not in comment(report)
        told = comment(report, links=markdown.Links(files="https://h.example"))
        assert "[`a.py:3`](<https://h.example/a.py#L3>)" in told

    def test_a_fault_is_told_with_its_place(self) -> None:
        broken = report_on({**document().value, "actions": [{"id": 1}, {"id": 2}]})
        told = comment(broken)
        assert "`#/actions/0/" in told
        assert "`#/actions/1/" in told
        linked = comment(broken, links=markdown.Links("https://h.example/"))
        assert "`#/" not in linked
        assert "<https://h.example/#/record/actions/0/" in linked
        assert "`#" not in comment(report_on(EXAMPLE))

    def test_several_traces_are_in_one_table_the_failing_first(self) -> None:
        passing = report_on(document().value, name="good.json")
        told = comment(passing, unread("gone.json", "there is no such file"), report_on(EXAMPLE))
        rows = [line.split(" | ")[0] for line in told.splitlines() if line.startswith("| `")]
        assert rows == ["| `gone.json`", "| `traces/one.json`", "| `good.json`"]
        assert "### Tollens: 2 of 3 traces do not pass the gate" in told
        assert "**could not be checked**" in told
        assert "### Tollens: all 2 traces pass the gate" in comment(passing, passing)
        assert "1 of 2 traces does not pass the gate" in comment(passing, report_on(EXAMPLE))

    def test_a_trace_that_could_not_be_read(self) -> None:
        told = comment(unread("gone.json", "there is no such file @octo"))
        assert "`gone.json` could not be checked" in told
        check_comment(told)

    def test_a_record_that_does_not_say_what_was_asked(self) -> None:
        assert "does not say what was asked" in comment(report_on(document(trigger={"type": "TaskReceived"}).value))


class TestSarif:
    def log(self, *reports: Reported) -> Any:
        made = json.loads(json.dumps(sarif.log(reports, "1.2.3")))
        assert not [error.message for error in sarif_schema().iter_errors(made)]
        return made["runs"][0]

    def test_every_result_has_a_place_and_a_rule(self) -> None:
        run = self.log(report_on(EXAMPLE))
        rules = run["tool"]["driver"]["rules"]
        for result in run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
            (location,) = result["locations"]
            uri = location["physicalLocation"]["artifactLocation"]["uri"]
            assert uri in ("traces/one.json", "payments/capture.py", "tests/test_capture_race.py")
            assert location["physicalLocation"]["region"]["startLine"] >= 1
            assert location["logicalLocations"][0]["fullyQualifiedName"].startswith("traces/one.json#")
        assert all(rule["help"]["text"] and len(rule["properties"]["tags"]) <= 10 for rule in rules)
        assert "AClaimIsRefuted" in {rule["name"] for rule in rules}
        assert all(rule["name"].lower() != rule["id"].lower() for rule in rules)

    def test_fingerprints_are_apart_and_do_not_hang_on_words(self) -> None:
        first = self.log(report_on(EXAMPLE))["results"]
        marks = [result["partialFingerprints"]["primaryLocationLineHash"] for result in first]
        assert len(set(marks)) == len(marks)
        made = report_on(EXAMPLE)
        told = tuple(replace(matter, text="other words", do="") for matter in made.matters)
        second = self.log(replace(made, matters=told))["results"]
        assert [r["partialFingerprints"] for r in second] == [r["partialFingerprints"] for r in first]

    def test_results_are_cut_the_least_grave_first(self) -> None:
        grave, light = many(10, "error"), many(30_000, "note")
        run = json.loads(json.dumps(sarif.log([light, grave], "1")))["runs"][0]
        self.log(replace(light, matters=light.matters[:20]))
        assert len(run["results"]) == sarif.MOST_RESULTS
        assert [result["level"] for result in run["results"][:11]] == ["error"] * 10 + ["note"]
        (invocation,) = run["invocations"]
        (told,) = invocation["toolExecutionNotifications"]
        assert told["message"]["text"].startswith("6010 results are left out, the least grave ones: 6010 of level note")
        assert len(gzip.compress(json.dumps(run).encode())) < 10_000_000

    def test_the_largest_file_stays_below_what_is_taken(self) -> None:

        def words(at: int) -> str:
            return " ".join(hashlib.sha256(f"{at} {part}".encode()).hexdigest() for part in range(40))

        told = tuple(Matter("open-gap", "note", "residual", f"r{at}", words(at), do=words(-at)) for at in range(8_000))
        data = json.dumps(sarif.log([replace(many(0), matters=told)], "1")).encode()
        assert len(gzip.compress(data, 6)) < 10_000_000

    def test_a_trace_that_could_not_be_read_is_no_success(self) -> None:
        run = self.log(unread("gone.json", "there is no such file"), report_on(EXAMPLE))
        assert run["invocations"][0]["executionSuccessful"] is False
        assert run["results"][0]["ruleId"] == "unread-trace"

    def test_a_stranger_s_message_holds_no_link_and_no_placeholder(self) -> None:
        for result in self.log(hostile())["results"]:
            text = result["message"]["text"]
            assert "](" not in text
            assert not re.search(r"(?<!\{)\{\d", text)
            assert not set(text) & set("\x00\x1b\u202e")
            uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            assert uri == "traces/a%20b,c%3Ad%25%E2%80%AE.json"


class TestJunit:
    def test_only_what_holds_is_a_pass(self) -> None:
        suite = junit_tree(junit.document([report_on(EXAMPLE)]))[0]
        passed = [case.attrib["name"] for case in suite if not len(case)]
        assert "regions: region_decomposition of capture" in passed
        assert "is valid" in passed
        assert not [name for name in passed if name.startswith(("vr-positive", "vr-bound", "deletions_approved"))]
        failed = {case.attrib["name"].partition(":")[0] for case in suite if len(case) and case[0].tag == "failure"}
        assert {"vr-bound", "vr-overlap", "g-capture/a2", "commits_acknowledge_gaps", "r-lock"} <= failed

    def test_no_case_of_one_trace_has_the_class_and_name_of_a_case_of_another(self) -> None:
        bad = report_on(EXAMPLE, "bad.json")
        good = replace(bad, file="good.json", matters=())
        cases = [case.attrib for suite in junit_tree(junit.document([good, bad])) for case in suite]
        named = {(case["classname"], case["name"]) for case in cases}
        assert len(named) == len(cases)
        assert ("goal in good.json", "is valid") not in named
        assert ("trace in good.json", "is valid") in named

    def test_one_thing_is_one_case(self) -> None:
        names = [(case.key) for case in junit.cases(report_on(EXAMPLE))]
        assert len(set(names)) == len(names)

    def test_what_cannot_be_told_is_an_error(self) -> None:
        for report in (unread("gone.json", "gone"), replace(many(0), matters=(_matter("undecided-policy"),))):
            suite = junit_tree(junit.document([report]))[0]
            assert suite[0][0].tag == "error"

    def test_cases_are_cut_those_that_hold_first(self) -> None:
        suite = junit_tree(junit.document([many(20_000, "error")]))[0]
        assert len(suite) == junit.MOST_CASES
        assert suite[0][0].tag == "failure"
        assert suite[-1].attrib["name"].endswith("more cases")

    def test_a_stranger_s_text_is_text(self) -> None:
        tree = junit_tree(junit.document([hostile()]))
        told = [text for case in tree[0] for text in (*case.attrib.values(), *(c.text or "" for c in case))]
        assert not set("".join(told)) & set("\x00\x1b\u202e")
        assert any("<script>" in text for text in told)

    def test_a_long_text_is_cut(self) -> None:
        assert len(junit.legal("x" * 10_000)) == 2_001


class TestAnnotations:
    def test_a_step_shows_ten_of_a_level_and_the_last_tells_of_the_rest(self) -> None:
        told = list(annotations.commands([many(25, "error"), many(25, "warning"), many(25, "note")]))
        assert [sum(line.startswith(f"::{word} ") for line in told) for word in ("error", "warning", "notice")] == [
            10
        ] * 3
        assert told[-1].endswith("15 of level error, 15 of level warning, 16 of level notice")

    def test_where_everything_is_shown_nothing_is_told_of_a_rest(self) -> None:
        told = list(annotations.commands([many(9, "note")]))
        assert len(told) == 9
        assert "not shown here" not in "".join(told)

    def test_places(self) -> None:
        at = replace(_matter("open-gap"), file="a,b.py", line=3)
        (told,) = annotations.commands([replace(many(0), matters=(at,))])
        assert told.startswith(
            "::error file=a%2Cb.py,line=3,title=A gap is open (open-gap)::it is so [traces/one.json]"
        )
        (bare,) = annotations.commands([replace(many(0), matters=(_matter("open-gap"),))])
        assert bare.startswith("::error file=traces/one.json,title=")

    def test_a_stranger_s_text_is_no_command(self) -> None:
        for line in annotations.commands([hostile()]):
            assert re.match(r"::(error|warning|notice) file=[^:]*::|::notice title=Tollens::", line)
            assert not set(line) & set("\r\n\x00\x1b\u202e")
            assert "%0A @octo" not in line


class TestCodeQuality:
    def test_issues(self) -> None:
        issues = code_quality.issues([report_on(EXAMPLE)])
        assert {issue["severity"] for issue in issues} == {"major", "minor", "info"}
        assert len({issue["fingerprint"] for issue in issues}) == len(issues)
        assert issues[0]["location"] == {"path": "payments/capture.py", "lines": {"begin": 1}}

    def test_issues_are_cut(self) -> None:
        issues = code_quality.issues([many(6_000)])
        assert len(issues) == code_quality.MOST + 1
        assert issues[-1]["description"] == "1000 more are left out, the least grave ones"


def test_the_whole() -> None:
    value = json.loads(json.dumps(whole.value([report_on(document().value), unread("gone.json", "gone")])))
    assert value["version"] == "1"
    assert value["passed"] is False
    assert [trace["file"] for trace in value["traces"]] == ["traces/one.json", "gone.json"]
    assert value["traces"][1]["review"] is None
    assert value["traces"][1]["gate"] == {
        "passed": False,
        "reasons": [{"cause": "invalid", "subject": "", "text": "gone"}],
    }


def _matter(kind: str) -> Matter:
    return Matter(kind, "error", "policy", "p", "it is so")


@pytest.mark.parametrize("form", ["sarif", "junit", "github", "codequality"])
def test_no_report_is_no_matter(form: str) -> None:
    made: Any = {
        "sarif": lambda: sarif.log([], "1")["runs"][0]["results"],
        "junit": lambda: list(junit_tree(junit.document([]))),
        "github": lambda: list(annotations.commands([])),
        "codequality": lambda: code_quality.issues([]),
    }[form]()
    assert made == []
