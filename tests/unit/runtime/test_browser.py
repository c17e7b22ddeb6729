"""A page is opened by its address; that no browser starts is an answer and no error."""

import webbrowser
from pathlib import Path

import pytest

from tollens.runtime.browser import open_page


def test_the_address_is_that_of_the_file_with_what_is_odd_in_its_name_encoded(tmp_path: Path) -> None:
    asked: list[str] = []

    def opener(address: str) -> bool:
        asked.append(address)
        return True

    assert open_page(str(tmp_path / "a b#?.html"), opener)
    (address,) = asked
    assert address.startswith("file:///")
    assert address.endswith("/a%20b%23%3F.html")


def test_a_browser_that_cannot_be_started_is_told() -> None:
    def opener(address: str) -> bool:
        raise OSError("no such program")

    assert not open_page("page.html", opener)
    assert not open_page("page.html", lambda address: False)


def test_the_browser_of_the_system_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: not asked.append(address))
    assert open_page("page.html")
    assert asked
