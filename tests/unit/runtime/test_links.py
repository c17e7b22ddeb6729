"""The links of a project's folder are found without following any."""

import os
from pathlib import Path

import pytest

from tollens.core.errors import WorldError
from tollens.runtime import links
from tollens.runtime.links import links_in


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "p"
    (folder / "src").mkdir(parents=True)
    (folder / ".git").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "p-like").mkdir()
    for name, lead in (
        ("lib", "src"),
        ("again", "lib"),
        ("src/up", ".."),
        ("away", "../other"),
        ("near", "../p-like"),
        ("gone", "nowhere"),
        (".git/x", "."),
    ):
        (folder / name).symlink_to(lead)
    return folder


def test_each_link_with_where_it_leads(project: Path, tmp_path: Path) -> None:
    found = links_in(str(project))
    real = os.path.realpath(tmp_path)
    assert dict(found.leads) == {
        "lib": "src",
        "again": "src",
        "src/up": ".",
        "away": f"{real}/other",
        "near": f"{real}/p-like",
        "gone": "nowhere",
    }
    assert found.notes == ()


def test_a_folder_that_is_a_link_is_known_by_both_names(project: Path, tmp_path: Path) -> None:
    (tmp_path / "way").symlink_to(project)
    assert links_in(str(tmp_path / "way")).roots == (str(tmp_path / "way"), os.path.realpath(project))


def test_links_in_a_circle_end(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    assert set(links_in(str(tmp_path)).leads) == {"a", "b"}


def test_limits_are_told(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MOST_LOOKED_AT", 3)
    assert links_in(str(project)).notes == ("links beyond the first 0 of the project's folder were not looked at",)


def test_what_cannot_be_listed_has_none(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.scandir

    def scandir(path: str) -> object:
        if path.endswith("src"):
            raise PermissionError
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert "src/up" not in links_in(str(project)).leads


def test_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="is no folder"):
        links_in(str(tmp_path / "none"))
