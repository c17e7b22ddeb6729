"""The watch over a page notices what it is there to notice: a watch that sleeps would let every page pass."""

from pathlib import Path

import pytest

from tests.browser.visit import Visits

FORBIDS = "<meta http-equiv=Content-Security-Policy content=\"script-src 'none'\">"


def page(tmp_path: Path, body: str, head: str = "") -> Path:
    file = tmp_path / "page.html"
    file.write_text(f"<!doctype html><html lang=en><head>{head}<title>t</title></head><main>{body}</main>", "utf-8")
    return file


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("<script>alert('a')</script>", "dialog: a"),
        ("<img src='http://127.0.0.1:9/a.png' alt=''>", "request: http://127.0.0.1:9/a.png"),
        ("<script>console.error('a')</script>", "error: a"),
        ("<script>throw new Error('a')</script>", "exception: a"),
        ("<script>open('about:blank')</script>", "window: about:blank"),
    ],
)
def test_what_a_page_must_not_do_is_noticed(visits: Visits, tmp_path: Path, body: str, complaint: str) -> None:
    visit = visits.open(page(tmp_path, body))
    visit.page.wait_for_timeout(100)
    assert complaint in [said.splitlines()[0] for said in visit.complaints]
    visit.complaints.clear()


def test_what_the_policy_of_a_page_forbids_is_noticed(visits: Visits, tmp_path: Path) -> None:
    visit = visits.open(page(tmp_path, "<script>a()</script>", FORBIDS))
    assert "error: policy: script-src-elem inline" in visit.complaints
    visit.complaints.clear()


def test_a_quiet_page_has_no_complaint(visits: Visits, tmp_path: Path) -> None:
    assert visits.open(page(tmp_path, "quiet")).text() == "quiet"
