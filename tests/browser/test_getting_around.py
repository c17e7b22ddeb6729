"""Every place has an address, the way back works, and all of it can be done without a mouse."""

from pathlib import Path
from typing import Any

from tests.browser.conftest import PageOf
from tests.browser.visit import Visit, Visits, address


def test_a_place_can_be_opened_by_its_address(page_of: PageOf, repository: Path, visits: Visits) -> None:
    page = page_of(repository / "examples/payments.json")
    said = {
        ("story", "action", "29"): "pytest tests/test_capture_race.py",
        ("lineage", "vr-zero"): "nothing_settled proved",
        ("goals", "g-lock"): "g-lock",
        ("gaps", "r-lock"): "capture takes no lock on the payment",
        ("policies", "references_signed"): "References are signed off",
        ("changes", "tests/test_capture_race.py"): "Use the real database",
        ("record", "artifacts", "0"): "UserInstruction",
        ("search", "lock"): "capture takes no lock",
    }
    for place, text in said.items():
        visit = visits.open(page, address(*place))
        visit.page.get_by_text(text).first.wait_for()
        assert visit.fragment() == address(*place)


def test_back_and_forward_lead_where_one_was(example: Visit) -> None:
    example.to("policies")
    example.page.get_by_role("link", name="Commit the merged change").first.click()
    example.settle()
    assert example.fragment() == address("story", "action", "38")
    example.page.go_back()
    example.settle()
    assert example.fragment() == address("policies")
    assert "Commits acknowledge their gaps" in example.text()
    example.page.go_back()
    example.settle()
    assert "What was asked" in example.text()
    example.page.go_forward()
    example.settle()
    assert "Commits acknowledge their gaps" in example.text()


def focused(visit: Visit) -> str:
    """The text, or the label, of what has the focus."""
    return str(
        visit.page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText")
    )


def test_every_view_is_reached_by_a_key(example: Visit) -> None:
    views = example.page.locator("nav[aria-label=Views] a").evaluate_all("links => links.map(link => link.hash)")
    for number, view in enumerate(views, 1):
        example.page.keyboard.press(str(number))
        example.settle()
        assert example.fragment() == view
    example.page.keyboard.press("[")
    example.settle()
    assert example.fragment() == views[-2]


def test_a_search_without_a_mouse_leads_to_what_it_finds(example: Visit) -> None:
    example.page.keyboard.press("/")
    example.page.keyboard.type("overlap lock")
    example.page.keyboard.press("Enter")
    example.settle()
    assert example.fragment() == address("search", "overlap lock")
    example.page.wait_for_timeout(300)
    example.settle()
    example.page.keyboard.press("Tab")
    assert example.page.evaluate("document.activeElement.closest('.results') !== null")
    example.page.keyboard.press("Enter")
    example.settle()
    assert not example.fragment().startswith("#/search")
    example.page.go_back()
    example.settle()
    assert example.page.get_by_label("Words to look for").input_value() == "overlap lock"


def test_the_lineage_is_walked_by_arrow_keys(example: Visit) -> None:
    example.to("lineage", "vr-zero")
    example.page.locator(".lineage-box.seed").focus()
    example.page.keyboard.press("ArrowLeft")
    while not focused(example).startswith("nothing_settled\n"):
        assert focused(example) != ""
        example.page.keyboard.press("ArrowLeft")
    example.page.keyboard.press("Enter")
    example.settle()
    assert example.fragment() == address("lineage", "vg-zero")


def test_the_focus_can_always_be_seen(example: Visit) -> None:
    for view in ("review", "lineage", "policies"):
        example.to(view)
        for _ in range(12):
            example.page.keyboard.press("Tab")
            style = example.page.evaluate(
                "(() => { const s = getComputedStyle(document.activeElement);"
                " return [s.outlineStyle, s.outlineWidth] })()"
            )
            assert style[0] != "none" and style[1] != "0px", focused(example)


def test_a_new_view_begins_at_its_top_with_the_focus_on_it(example: Visit) -> None:
    example.page.evaluate("scrollTo(0, 500)")
    example.to("gaps")
    assert example.page.evaluate("[scrollY, document.activeElement.id]") == [0, "main"]
    assert example.page.title().startswith("Gaps")


def test_an_id_that_is_not_there_is_said_to_be_none(example: Visit) -> None:
    for view, said in (
        ("lineage", "no artifact none-such"),
        ("policies", "no policy none-such"),
        ("changes", "no change of none-such"),
    ):
        example.to(view, "none-such")
        assert said in example.text()


def test_a_chosen_theme_stays(example: Visit) -> None:
    def scheme() -> Any:
        return example.page.evaluate("getComputedStyle(document.documentElement).colorScheme")

    example.page.keyboard.press("t")
    chosen = scheme()
    assert chosen in ("light", "dark")
    example.page.reload()
    example.settle()
    assert scheme() == chosen
