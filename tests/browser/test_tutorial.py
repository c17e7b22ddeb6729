"""The tutorial on the page: what it says to click leads where it says, and what it quotes is to be read there."""

import re
from pathlib import Path

from tests.browser.visit import Visit

PAGE = "docs/tutorial/first-page.md"

CLICK = re.compile(r"\*\*([^*]+)\*\* \(`(#/[^`]+)`\)")
"""What is clicked, and where it leads."""

QUOTE = re.compile(r"“([^”…]+)”")


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_path_through_the_page_is_as_the_tutorial_tells_it(repository: Path, example: Visit) -> None:
    _, *sections = (repository / PAGE).read_text("utf-8").split("\n## ")
    clicks = quotes = 0
    for section in sections:
        parts = CLICK.split(words(section))  # before the first click, and after each its text, its address, the rest
        for at, said in enumerate(parts):
            if at % 3 == 1:
                example.page.get_by_role("link", name=said, exact=False).locator("visible=true").first.click()
                example.settle()
                clicks += 1
            elif at % 3 == 2:
                assert example.fragment() == said
            else:
                read = words(example.page.locator("body").inner_text())
                for quoted in QUOTE.findall(said):
                    assert quoted in read, quoted
                    quotes += 1
    assert (clicks, quotes) == (7, 31)


def test_the_first_section_quotes_the_first_screen(repository: Path, example: Visit) -> None:
    first = (repository / PAGE).read_text("utf-8").split("\n## ")[1]
    for quoted in QUOTE.findall(words(first)):
        assert quoted in example.seen(), quoted
