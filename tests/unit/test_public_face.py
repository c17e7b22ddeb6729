"""The public face: what is promised exists, is sorted, is documented, and costs nothing before it is used."""

import subprocess
import sys
import types

import pytest

import tollens


def test_the_names_are_sorted_and_each_has_a_home() -> None:
    assert tollens.__all__ == sorted(tollens.__all__)
    assert set(tollens.__all__) == set(tollens._HOMES)
    assert set(tollens.__all__) <= set(dir(tollens))


@pytest.mark.parametrize("name", tollens.__all__)
def test_each_name_is_there_and_documented(name: str) -> None:
    value = getattr(tollens, name)
    assert value.__doc__
    assert value.__name__.rpartition(".")[2] == name
    assert isinstance(value, types.ModuleType) is (name in ("author", "model"))
    assert callable(value) is (name not in ("author", "model"))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        tollens.nothing  # noqa: B018


def test_importing_the_package_imports_nothing_else_of_it() -> None:
    code = "import sys, tollens; print(*sorted(m for m in sys.modules if m.startswith(('tollens.', 'msgspec'))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
