"""The built page is what Python fills in, and the tool that builds it says what is missing where it cannot."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tools import viewer


@pytest.fixture(scope="module")
def page() -> str:
    return viewer.PAGE.read_bytes().decode()


@pytest.mark.parametrize("marker", ["<!--tollens:head-->", "<!--tollens:data-->", "<style>", "<script>", "</style>"])
def test_what_python_looks_for_stands_once(page: str, marker: str) -> None:
    assert page.count(marker) == 1


def test_the_data_stands_before_the_script(page: str) -> None:
    assert page.index("<!--tollens:data-->") < page.index("<script>")


def test_nothing_is_fetched_and_no_byte_changes_the_digests(page: str) -> None:
    template = page[: page.index("<style>")] + page[page.index("</style>") :]
    outside = template[: template.index("<script>")] + template[template.rindex("</script>") :]
    assert "\r" not in page
    assert not re.search(r"<(?:link|script|img|iframe)[^>]+(?:src|href)=", outside)
    assert not re.search(r"\b(?:eval|Function)\(|sourceMappingURL|\bon\w+=\"", page)


def test_each_library_in_the_page_has_its_license_there(page: str) -> None:
    named = json.loads((viewer.SOURCE / "package.json").read_bytes())["dependencies"]
    for name, version in named.items():
        assert f"\n{name} {version} (" in page
    assert len(named) <= page.count("\n\nPermission is hereby granted") + page.count("\n\nMIT License")


def test_versions_are_exact() -> None:
    package = json.loads((viewer.SOURCE / "package.json").read_bytes())
    for version in [*package["dependencies"].values(), *package["devDependencies"].values()]:
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)


@pytest.mark.parametrize(
    ("version", "enough"),
    [("v20.19.0", True), ("v20.18.3", False), ("v22.11.0", False), ("v22.12.0", True), ("v21.9.9", False), ("", False)],
)
def test_node_has_to_be_recent_enough(version: str, enough: bool) -> None:
    assert viewer.recent_enough(version) is enough


def test_a_machine_without_node_and_network_is_told_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(viewer, "SOURCE", tmp_path)
    monkeypatch.setattr(viewer.shutil, "which", lambda *_, **__: None)
    monkeypatch.setattr(viewer.subprocess, "run", lambda command: subprocess.CompletedProcess(command, 1))
    assert viewer.main(["--check"]) == 2
    assert "Node.js 20.19 or newer" in capsys.readouterr().err


def test_other_arguments_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert viewer.main(["--fix"]) == 2
    assert capsys.readouterr().err.startswith("usage: ")
