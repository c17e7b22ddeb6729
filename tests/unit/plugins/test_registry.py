"""One way to find, name and refuse a plugin."""

import sys
from pathlib import Path

import pytest

from tollens.core.errors import MissingExtraError, MisuseError
from tollens.plugins.registry import Registry


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    package = tmp_path / "some_plugins"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "one_kind.py").write_text("PLUGIN = 'one'\n")
    (package / "needs_more.py").write_text("import a_library_that_is_not_there\nPLUGIN = 'more'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "some_plugins"
    for name in [name for name in sys.modules if name.startswith("some_plugins")]:
        del sys.modules[name]


def test_built_in_plugins_are_the_modules_of_the_folder(folder: str) -> None:
    registry = Registry[str]("kind", folder, "no.such.group")
    assert registry.names() == ("needs-more", "one-kind")
    assert registry.get("one-kind") == "one"


def test_an_unknown_name_is_refused_with_the_known_ones(folder: str) -> None:
    with pytest.raises(MisuseError, match="there is no kind 'other'") as refused:
        Registry[str]("kind", folder, "no.such.group").get("other")
    assert "one-kind" in refused.value.advice


def test_installed_ones_are_known_too(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Entry:
        name = "far"

    monkeypatch.setattr("importlib.metadata.entry_points", lambda group, name=None: [] if name else [Entry()])
    with pytest.raises(MisuseError) as refused:
        Registry[str]("kind", folder, "some.group").get("other")
    assert refused.value.advice == "Known ones: far, needs-more, one-kind."


def test_an_absent_extra_names_its_installation(folder: str) -> None:
    with pytest.raises(MissingExtraError) as refused:
        Registry[str]("kind", folder, "no.such.group", {"needs-more": "more"}).get("needs-more")
    assert refused.value.advice == 'pip install "tollens[more]"'


def test_a_missing_module_that_no_extra_explains_is_not_hidden(folder: str) -> None:
    with pytest.raises(ModuleNotFoundError):
        Registry[str]("kind", folder, "no.such.group").get("needs-more")


def test_two_installed_plugins_of_one_name_are_an_error(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group, name: ["a", "b"])
    with pytest.raises(MisuseError, match="2 installed packages offer a kind 'twice'"):
        Registry[str]("kind", folder, "some.group").get("twice")


def test_an_installed_plugin_is_loaded(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Entry:
        def load(self) -> str:
            return "installed"

    monkeypatch.setattr("importlib.metadata.entry_points", lambda group, name: [Entry()])
    assert Registry[str]("kind", folder, "some.group").get("far") == "installed"
