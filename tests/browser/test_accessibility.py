"""WCAG 2.2 at level AA, as far as axe can tell, on every view, light and dark; and in print."""

from pathlib import Path
from typing import Any, Literal

import pytest

from tests.browser.conftest import PageOf
from tests.browser.visit import VIEWS, Visit, Visits

axe = pytest.importorskip("axe_playwright_python.base", reason="the package axe-playwright-python is not installed")

EVERYTHING = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""All that can differ between light and dark."""

PLACES = (*((view,) for view in VIEWS), ("lineage", "vr-zero"), ("story", "action", "29"), ("search", "capture"))


def violations(visit: Visit, rules: Any = EVERYTHING) -> list[str]:
    """What axe finds on the page as it is, one line for each element."""
    if visit.page.evaluate("typeof axe") == "undefined":
        visit.page.evaluate(axe.AXE_SCRIPT)
    found: dict[str, Any] = visit.page.evaluate(
        "runOnly => axe.run(document, { runOnly, resultTypes: ['violations'] })", rules
    )
    return [f"{each['id']}: {node['html'][:160]}" for each in found["violations"] for node in each["nodes"]]


def opened(visit: Visit) -> None:
    """Opens all that can be opened in the view."""
    visit.page.evaluate("document.querySelectorAll('main details').forEach(each => { each.open = true })")
    visit.settle()


@pytest.mark.parametrize(("scheme", "rules"), [("light", EVERYTHING), ("dark", COLOURS)])
def test_every_view_is_accessible(
    page_of: PageOf, repository: Path, visits: Visits, scheme: Literal["light", "dark"], rules: Any
) -> None:
    visit = visits.open(page_of(repository / "examples/payments.json"), color_scheme=scheme, reduced_motion="reduce")
    wrong = {}
    for place in PLACES:
        visit.to(*place)
        opened(visit)
        if found := violations(visit, rules):
            wrong[place] = found
    assert wrong == {}


@pytest.mark.parametrize(("scheme", "rules"), [("light", EVERYTHING), ("dark", COLOURS)])
def test_a_diff_and_two_traces_are_accessible(
    page_of: PageOf,
    earlier: dict[str, Any],
    repository: Path,
    visits: Visits,
    scheme: Literal["light", "dark"],
    rules: Any,
) -> None:
    session = visits.open(page_of(repository / "examples/claude-code-session.jsonl"), "#/changes", color_scheme=scheme)
    assert violations(session, rules) == []
    two = visits.open(page_of(earlier, repository / "examples/payments.json"), "#/compare", color_scheme=scheme)
    assert violations(two, rules) == []


def test_a_small_window_is_accessible_and_scrolls_one_way(page_of: PageOf, repository: Path, visits: Visits) -> None:
    visit = visits.open(page_of(repository / "examples/payments.json"), viewport={"width": 320, "height": 640})
    for place in PLACES:
        visit.to(*place)
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 320, place
    assert violations(visit) == []


def test_the_watch_finds_what_is_not_accessible(example: Visit) -> None:
    name = {"type": "rule", "values": ["button-name"]}
    assert violations(example, name) == []
    example.page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<button></button>')")
    assert [found.split(":")[0] for found in violations(example, name)] == ["button-name"]


def test_print_has_the_whole_view_and_no_controls(example: Visit) -> None:
    example.page.emulate_media(media="print")
    example.settle()
    shown = example.page.evaluate("""() => [...document.querySelectorAll("nav, input, main button")]
        .filter(each => each.checkVisibility()).map(each => each.outerHTML.slice(0, 100))""")
    assert shown == []
    assert "Overlapping captures exceed the authorization" in example.text()
    assert example.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_what_is_cut_short_on_the_screen_stands_on_paper(example: Visit) -> None:
    def printed(view: str) -> str:
        example.to(view)
        example.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        example.settle()
        text = example.text()
        example.page.evaluate("dispatchEvent(new Event('afterprint'))")
        return text

    example.page.emulate_media(media="print")
    assert "What the diagram shows" in printed("lineage")
    assert not example.page.locator(".lineage-frame").is_visible()
    assert "G(DeleteFile → P(Approve))" in printed("policies")
