"""Without Hypothesis the package says what to install."""

import importlib
import importlib.util
import sys

import pytest

from tollens.core.errors import MissingExtraError


def test_without_hypothesis_it_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.delitem(sys.modules, "tollens.testing", raising=False)
    with pytest.raises(MissingExtraError) as raised:
        importlib.import_module("tollens.testing")
    assert raised.value.advice == 'pip install "tollens[testing]"'
