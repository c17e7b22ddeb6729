"""Nothing of a trace becomes markup, is hidden, reorders what is around it, is fetched, or breaks an address."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PageOf
from tests.browser.hostile import ESCAPED, ID, MARKUP, broken, hostile
from tests.browser.visit import VIEWS, Visit, Visits, address

_FOREIGN = """() => [...document.querySelectorAll("body *")].flatMap(element => [
    ...["script", "style", "iframe", "object", "embed", "base", "img", "form[action]"].filter(
        name => element.matches(name) && element.closest("main")),
    ...[...element.attributes].filter(({ name, value }) =>
        name.startsWith("on") || (["href", "src", "action"].includes(name) && !value.startsWith("#")))
        .map(({ name, value }) => `${name}=${value}`)])"""
"""Elements and attributes that a view has no use for: each would be a text of the trace that became markup."""

_CHARACTERS = r"""() => {
    const hidden = /(?![\t\n])[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\p{Co}]/u;
    const texts = [document.title, document.body.innerText];
    for (const element of document.querySelectorAll("main *, header *"))
        for (const { value } of element.attributes) texts.push(value);
    return texts.filter(text => hidden.test(text)).map(text => text.slice(0, 200));
}"""
"""Texts and attributes with characters that cannot be seen."""


PLACES = (
    ("story", "action", "9"),
    ("story", "action", "29"),
    ("lineage", "vr-bound" + ID),
    ("lineage", "cone", "g-capture" + ID),
    ("goals", "g-capture" + ID),
    ("gaps", "r-lock" + ID),
    ("policies", "commits_acknowledge_gaps" + ID),
    ("record", "artifacts", "0"),
    ("search", "alert onerror"),
)

QUERIES = (
    "<script>alert(1)</script>",
    "../../%2F%00",
    ".*+?^${}()|[]\\",
    "__proto__ constructor",
    "x" * 5000,
    "\u202e\u0000",
    "a" * 41,
    "'\"",
    "İı ß ſ",
)

MISSED = re.compile(r"This trace has no|There is no|names no change")
"""What a view says of an id that it does not find."""

ADDRESSES = ("#/%", "#/lineage/%E0%A4%A", "#/" + "a/" * 500, "#/record/artifacts/-1", "#/__proto__", "#/story/action/x")


def inspect(visit: Visit) -> None:
    assert visit.page.evaluate(_FOREIGN) == []
    assert visit.page.evaluate(_CHARACTERS) == []
    assert visit.page.evaluate("({}).polluted") is None


@pytest.fixture(scope="session")
def hostile_page(repository: Path, page_of: PageOf) -> Path:
    return page_of(hostile(json.loads((repository / "examples/payments.json").read_bytes())))


@pytest.fixture
def attacked(hostile_page: Path, visits: Visits) -> Visit:
    return visits.open(hostile_page)


def test_every_view_shows_harm_as_the_text_that_it_is(attacked: Visit) -> None:
    for view in VIEWS:
        attacked.to(view)
        attacked.page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
        attacked.settle()
        inspect(attacked)
        if view not in ("record", "search"):
            assert "<script>alert(1)</script>" in attacked.text(), view


def test_ids_that_are_no_good_address_lead_to_their_places(attacked: Visit) -> None:
    for place in PLACES:
        attacked.to(*place)
        inspect(attacked)
        assert not MISSED.search(attacked.text()), place


def test_every_link_of_the_first_view_leads_somewhere(attacked: Visit) -> None:
    links = attacked.page.evaluate("[...new Set([...document.querySelectorAll('main a')].map(a => a.hash))]")
    assert len(links) > 20
    for link in links[:40]:
        attacked.page.evaluate("link => { location.hash = link }", link)
        attacked.settle()
        assert attacked.page.locator(".failed-part").count() == 0, link
        assert "There is no view" not in attacked.text(), link


def test_hidden_characters_are_shown_as_escapes(attacked: Visit) -> None:
    attacked.to("gaps", "r-lock" + ID)
    assert ESCAPED in attacked.text()
    assert MARKUP.split("<!--")[0] in attacked.text()


def test_a_hostile_query_finds_or_finds_nothing(attacked: Visit) -> None:
    attacked.to("search")
    for query in QUERIES:
        attacked.page.get_by_label("Words to look for").fill(query)
        attacked.page.wait_for_timeout(300)
        attacked.settle()
        inspect(attacked)
        assert attacked.page.locator(".failed-part").count() == 0


def test_an_address_typed_by_hand_is_answered(example: Visit) -> None:
    for typed in ADDRESSES:
        example.page.evaluate("typed => { location.hash = typed }", typed)
        example.settle()
        assert example.text().strip() != "", typed
        assert example.page.locator("nav[aria-label=Views] a").count() > 5


def test_ids_that_objects_have_by_themselves_are_ids_like_others(
    payments: dict[str, Any], page_of: PageOf, visits: Visits
) -> None:
    names = {
        "vr-bound": "__proto__",
        "g-capture": "constructor",
        "r-lock": "toString",
        "commits_acknowledge_gaps": "hasOwnProperty",
    }
    text = json.dumps(payments)
    for name, other in names.items():
        text = text.replace(f'"{name}"', f'"{other}"')
    visit = visits.open(page_of(json.loads(text)))
    for view, name in (
        ("lineage", "__proto__"),
        ("goals", "constructor"),
        ("gaps", "toString"),
        ("policies", "hasOwnProperty"),
    ):
        visit.to(view, name)
        assert name in visit.text()
        assert visit.page.locator(".failed-part").count() == 0
        assert not MISSED.search(visit.text())
    inspect(visit)


def test_very_much_text_holds_up_no_view(payments: dict[str, Any], page_of: PageOf, visits: Visits) -> None:
    lines = "\n".join(f"line {number} of the output" for number in range(10_000))
    patch = "@@ -0,0 +1,10000 @@\n" + "\n".join(f"+added {number}" for number in range(10_000))
    for artifact in payments["artifacts"]:
        if artifact["artifact_type"] == "CommandResult":
            artifact["payload"]["output"] = lines
        if artifact["artifact_type"] == "Diff":
            artifact["metadata"] = {"patch": patch}
    payments["actions"][0]["label"] = "label " * 20_000
    visit = visits.open(page_of(payments))
    for place in (
        ("review",),
        ("story", "action", "29"),
        ("changes", "payments/capture.py"),
        ("search", "output"),
        ("lineage", "diff"),
    ):
        visit.page.evaluate("fragment => { performance.clearMarks(); location.hash = fragment }", address(*place))
        visit.settle()
        assert visit.page.locator(".failed-part").count() == 0
        assert visit.page.evaluate("document.querySelectorAll('*').length") < 5_000
    visit.to("changes", "payments/capture.py")
    assert "added 399" not in visit.text()  # the header of the hunk is the first of 400
    visit.page.get_by_role("button", name="more lines").first.click()
    assert "added 2000" in visit.text()


def test_a_trace_with_anything_anywhere_breaks_no_view(
    payments: dict[str, Any], page_of: PageOf, visits: Visits
) -> None:
    for seed in range(4):
        visit = visits.open(page_of(broken(payments, seed), valid=False))
        for place in (*((view,) for view in VIEWS), ("story", "action", "29"), ("search", "capture")):
            visit.to(*place)
            assert visit.page.locator(".failed-part").count() == 0, (seed, place)
            assert visit.text().strip() != "", (seed, place)
