"""The file of a project: found from where one works, read whole, and refused where it means nothing."""

from pathlib import Path

import pytest

from tollens.core.errors import MisuseError, WorldError
from tollens.core.model.policies import PolicySeverity
from tollens.runtime.config import NAME, Project, find, read_project

WHOLE = """
[policies]
sources = ["policies/", "one.json"]
packs = ["review"]
high_stakes_paths = ["payments/"]
types = ["Deploy"]
text_predicates = false
unknown = "reported"

[policies.severity]
tested = "info"

[policies.disabled]
read_first = "generated files are never read"
"""


def write(folder: Path, text: str) -> str:
    (folder / NAME).write_text(text, "utf-8")
    return str(folder / NAME)


def test_everything_that_can_be_said(tmp_path: Path) -> None:
    path = write(tmp_path, WHOLE)
    assert read_project(path) == Project(
        path,
        (f"{tmp_path}/policies/", f"{tmp_path}/one.json"),
        ("review",),
        ("payments/",),
        ("Deploy",),
        False,
        False,
        {"tested": PolicySeverity.Info},
        {"read_first": "generated files are never read"},
    )


def test_an_empty_file_says_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, "")
    assert read_project(path) == Project(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[polices]", "polices is no setting"),
        ("[policies]\nsource = []", "policies.source is no setting"),
        ("policies = 3", "policies is a table"),
        ('[policies]\nsources = "a"', "policies.sources is a list of texts"),
        ('[policies]\npacks = [""]', "policies.packs is a list of texts"),
        ('[policies]\ntext_predicates = "no"', "policies.text_predicates is true or false"),
        ('[policies]\nunknown = "ignored"', "policies.unknown is 'ignored'"),
        ("[policies]\nunknown = 1", "policies.unknown is text"),
        ('[policies.severity]\ntested = "fatal"', "'fatal' is no severity, which tested shall have"),
        ("[policies]\nseverity = []", "policies.severity is a table"),
        ('[policies.disabled]\ntested = " "', "tested is disabled for no reason"),
        ("[policies.disabled]\ntested = true", "policies.disabled is a table"),
        ("[policies", "it is no TOML"),
    ],
)
def test_what_means_nothing_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(MisuseError) as refused:
        read_project(write(tmp_path, text))
    assert message in refused.value.message


def test_a_misspelt_setting_is_told_its_nearest(tmp_path: Path) -> None:
    with pytest.raises(MisuseError) as refused:
        read_project(write(tmp_path, "[policies]\nsurces = []"))
    assert refused.value.advice == "Did you mean policies.sources?"


def test_no_utf8_and_no_file(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"\xff")
    with pytest.raises(MisuseError, match="no UTF-8"):
        read_project(str(tmp_path / NAME))
    with pytest.raises(WorldError):
        read_project(str(tmp_path / "none.toml"))


def test_nesting_without_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MisuseError):
        read_project(write(tmp_path, f"a = {'[' * 50_000}"))


def test_the_nearest_file_around_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "a/b"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    outer = write(tmp_path, "")
    assert find() == str(Path("../..") / NAME)
    assert Path(find() or "").resolve() == Path(outer).resolve()
    write(inner, "")
    assert find() == NAME


def test_sources_are_found_from_where_one_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "a"
    inner.mkdir()
    monkeypatch.chdir(inner)
    write(tmp_path, '[policies]\nsources = ["policies"]')
    path = find()
    assert path is not None
    assert read_project(path).sources == (str(Path("..") / "policies"),)
