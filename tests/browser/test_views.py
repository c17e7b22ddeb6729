"""What each view shows of the traces that are shipped, of two at once, and of traces that have little or are wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PageOf
from tests.browser.visit import VIEWS, Visit, Visits


def test_lineage_opens_and_closes_a_few_steps_at_a_time(example: Visit) -> None:
    example.to("lineage", "vr-bound")
    boxes = example.page.locator(".lineage-box")
    before = boxes.count()
    assert f"{before} of 62 shown" in example.text()
    example.page.get_by_role("button", name="more that").first.click()
    assert boxes.count() > before
    example.page.get_by_role("button", name="Hide what").first.click()
    example.page.get_by_role("combobox", name="Made from").select_option("0")
    example.page.get_by_role("combobox", name="Led to").select_option("0")
    assert boxes.count() == 1


def test_lineage_marks_what_is_contested_or_stale_by_words(example: Visit) -> None:
    example.to("lineage", "vr-bound")
    for box in example.page.locator(".lineage-box.contested").all():
        assert "contested" in box.inner_text()
    example.to("lineage", "vr-zero")
    assert "stale" in example.page.locator(".lineage-box.stale").first.inner_text()
    assert example.page.locator(".lineage-box.stale").first.evaluate("e => getComputedStyle(e).borderStyle") == "dashed"


def test_lineage_says_in_a_list_what_it_draws(example: Visit) -> None:
    example.to("lineage", "cone", "g-capture")
    example.page.get_by_text("The same as a list").click()
    drawn = example.page.locator(".lineage-box").evaluate_all("boxes => boxes.map(box => box.hash).sort()")
    listed = example.page.locator(".lineage-list th[scope=row] a").evaluate_all(
        "links => links.map(a => a.hash).sort()"
    )
    assert drawn == listed and len(drawn) > 10


def test_lineage_finds_a_thing_by_a_word(example: Visit) -> None:
    example.to("lineage")
    example.page.get_by_label("Look at").fill("conformance passed")
    example.page.locator(".lineage-found a").first.click()
    example.settle()
    assert example.fragment() == "#/lineage/conformance"


def test_lineage_of_very_many_shows_no_more_than_fit(payments: dict[str, Any], page_of: PageOf, visits: Visits) -> None:
    note = {"artifact_type": "AnalysisNote", "derived_from": ["task"], "producer_action_id": 45}
    payments["artifacts"] += [{**note, "artifact_id": f"note-{number}"} for number in range(2000)]
    visit = visits.open(page_of(payments), "#/lineage/task")
    assert visit.page.locator(".lineage-box").count() <= 80
    more = visit.page.locator(".lineage-place:has(.seed) .lineage-door.came")
    before = visit.page.locator(".lineage-box").count()
    for _ in range(9):
        more.click()
    assert before < visit.page.locator(".lineage-box").count() <= 80
    assert "there is room for no more" in visit.text()


def test_policies_say_the_gravest_first_and_where(example: Visit) -> None:
    example.to("policies")
    titles = example.page.locator(".policy h3").all_inner_texts()
    assert titles[0].split() == ["violated", "Commits", "acknowledge", "their", "gaps"]
    assert titles[1].split()[0] == "undecided"
    first = example.page.locator(".policy").first
    assert first.locator(".timeline-mark.violating").get_attribute("href") == "#/story/action/38"
    assert "it is a GitCommit" in first.inner_text()
    assert "no trace of the text has" in example.page.locator(".policy").nth(1).inner_text()


def test_changes_say_where_the_record_has_no_text(example: Visit) -> None:
    example.to("changes")
    assert "The record does not have the text of this change. It says:" in example.text()
    assert "not tested since" in example.page.locator(".file", has_text="tests/test_capture_race.py").inner_text()
    assert "not tested since" not in example.page.locator(".file", has_text="payments/capture.py").inner_text()
    evidence = example.page.locator("table.file-evidence").first.inner_text()
    assert "capture_from" in evidence and "refuted" in evidence


@pytest.fixture
def session(page_of: PageOf, repository: Path, visits: Visits) -> Visit:
    return visits.open(page_of(repository / "examples/claude-code-session.jsonl"))


def test_changes_of_a_session_are_lines_with_numbers(session: Visit) -> None:
    session.to("changes", "shop/refunds.py")
    rows = session.page.locator(".file[open] tr.added").all_inner_texts()
    assert rows[0].split(maxsplit=2) == ["14", "+", "if amount > payment.captured:"]
    removed = session.page.locator(".file[open] tr.removed").first
    assert removed.inner_text().split()[:2] == ["14", "−"]
    assert removed.locator(".sign").get_attribute("aria-label") == "removed"


def test_a_session_is_shown_as_a_trace_is(session: Visit) -> None:
    for view in VIEWS:
        session.to(view)
        assert session.page.locator(".failed-part").count() == 0, view
        assert session.text().strip() != "", view


def test_search_finds_what_stands_deep_in_an_artifact(session: Visit) -> None:
    session.to("search", "test_earlier_refunds_count failures")
    found = session.page.locator(".results[aria-label='In actions and artifacts'] li")
    found.first.wait_for()
    assert "CommandResult" in found.first.inner_text()
    found.first.get_by_role("link").click()
    session.settle()
    assert session.fragment().startswith("#/record/artifacts/")


def test_search_finds_words_of_every_kind_through_the_index(
    payments: dict[str, Any], page_of: PageOf, visits: Visits
) -> None:
    """Of several scripts, in capitals, beside punctuation, longer than the index holds, escaped, and of numbers."""
    words = 'Größe 数据库 naïve_x a1-b2 new\nline \t"quoted" 90210 ' + "e" * 64
    payments["artifacts"][0]["metadata"] = {"note": words, "inner": [{"member_name": 90211}]}
    visit = visits.open(page_of(payments), "#/search")
    for query in ("GRÖßE", "数据", "naïve_", "b2", "line", "quoted", "90210", "90211", "member_n", "e" * 12, "e" * 64):
        visit.page.get_by_label("Words to look for").fill(query)
        results = visit.page.locator(".results[aria-label='In actions and artifacts']")
        results.locator("a[href='#/record/artifacts/0']").wait_for()


def test_two_traces_say_their_losses_first(
    earlier: dict[str, Any], repository: Path, page_of: PageOf, visits: Visits
) -> None:
    visit = visits.open(page_of(earlier, repository / "examples/payments.json"))
    visit.page.get_by_role("link", name="Compare").click()
    visit.settle()
    seen = visit.seen()
    assert "3 things are less established than before" in seen
    assert seen.index("Losses") < seen.index("The two traces")
    row = visit.page.locator(".losses tbody tr").first
    assert [cell.split("\n")[0] for cell in row.locator("td").all_inner_texts()][1:] == ["proved", "proved"]
    row.get_by_role("link", name="vr-bound").click()
    visit.settle()
    assert visit.fragment() == "#/lineage/vr-bound"


def test_one_trace_has_nothing_to_compare(example: Visit) -> None:
    assert example.page.get_by_role("link", name="Compare").count() == 0


def test_a_trace_with_nothing_in_it_says_so_in_every_view(
    page_of: PageOf, payments: dict[str, Any], visits: Visits
) -> None:
    empty = {name: type(value)() if isinstance(value, list) else value for name, value in payments.items()}
    empty = {**empty, "trace_lineage": None, "reproducibility": None, "merge": None, "metrics": None}
    visit = visits.open(page_of(empty))
    for view in VIEWS:
        visit.to(view)
        assert visit.page.locator(".failed-part").count() == 0, view
        assert visit.text().strip() != "", view
    visit.to("policies")
    assert "states no policy" in visit.text()
    visit.to("lineage")
    assert "no artifacts" in visit.text()
    visit.to("changes")
    assert "names no file that was changed" in visit.text()


def test_an_invalid_trace_is_shown_with_its_faults(page_of: PageOf, payments: dict[str, Any], visits: Visits) -> None:
    payments["actions"][3] = {"id": "three", "category": 7, "inputs": "x"}
    payments["artifacts"][5] = None
    payments["artifacts"][6]["artifact_type"] = "NoSuchThing"
    payments["policies"][0]["formula"] = "G(("
    visit = visits.open(page_of(payments, valid=False))
    assert "invalid" in visit.seen()
    for view in VIEWS:
        visit.to(view)
        assert visit.page.locator(".failed-part").count() == 0, view
    visit.to("policies")
    assert "The formula cannot be read" in visit.text()


def test_a_damaged_page_says_what_is_damaged(tmp_path: Path, page_of: PageOf, repository: Path, visits: Visits) -> None:
    text = page_of(repository / "examples/payments.json").read_text("utf-8")
    at = text.index('data-block="lineage">') + len('data-block="lineage">')
    damaged = tmp_path / "damaged.html"
    damaged.write_text(text[: at + 40] + "AAAA" + text[at + 44 :], "utf-8")
    visit = visits.open(damaged, "#/lineage")
    visit.page.locator(".failed-part").wait_for()
    assert "“lineage” of this page is damaged: make the page again" in visit.text()
    visit.to("policies")
    assert visit.page.locator(".failed-part").count() == 0


def test_a_page_without_a_trace_says_how_one_is_made(tmp_path: Path, visits: Visits, repository: Path) -> None:
    template = tmp_path / "template.html"
    template.write_bytes((repository / "src/tollens/apps/viewer/page.html").read_bytes())
    visit = visits.open(template)
    assert "tollens view" in visit.page.locator("body").inner_text()


def test_what_the_page_shows_is_what_the_command_line_says(example: Visit, repository: Path, page_of: PageOf) -> None:
    from tests.cli.program import tollens

    review = json.loads(tollens("review", str(repository / "examples/payments.json"), "--json").out)
    example.to("gaps")
    text = example.text()
    for gap in review["gaps"]:
        if gap["status"] == "open":
            assert gap["residual_id"] in text
    example.to("policies")
    for policy in review["policies"]:
        assert policy["message"].replace("`", "") in example.text()
