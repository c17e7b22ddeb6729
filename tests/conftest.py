"""What all tests share: how Hypothesis searches, and where material beside the repository is."""

import gc
import os
import sys
from collections.abc import Generator
from functools import wraps
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

settings.register_profile("dev", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, database=None)
settings.register_profile("light", settings.get_profile("ci"))

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev")
"""How much Hypothesis searches. `light` is `ci` with a quarter of the examples, for a second interpreter."""

settings.load_profile(PROFILE)

REPOSITORY = Path(__file__).parents[1]

MEASURED = 10
"""So many examples of a search count for coverage."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Under `light`, divides the examples that each test asks for: to what a test asks for, a profile gives way."""
    if PROFILE != "light":
        return
    tests = [getattr(item, "obj", None) for item in items]
    searches: set[Any] = {getattr(test, "__func__", test) for test in tests if is_hypothesis_test(test)}
    for search in searches:
        full = search._hypothesis_internal_use_settings  # no public way; the plugin of Hypothesis itself does so
        search._hypothesis_internal_use_settings = settings(full, max_examples=max(1, full.max_examples // 4))


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Measures the coverage of the first examples of a search alone: it triples what an example costs."""
    test: Any = getattr(item, "obj", None)
    coverage = sys.modules.get("coverage")
    if coverage is None:
        return (yield)
    stopped: list[Any] = []
    if item.get_closest_marker("no_cover"):
        stopped = _measuring_stopped(coverage)
    if not is_hypothesis_test(test):
        try:
            return (yield)
        finally:
            _measured_again(stopped)
    inner, examples = test.hypothesis.inner_test, count()

    @wraps(inner)
    def first_measured(*arguments: Any, **named: Any) -> None:
        if next(examples) == MEASURED:
            stopped.extend(_measuring_stopped(coverage))
        inner(*arguments, **named)

    test.hypothesis.inner_test = first_measured
    try:
        return (yield)
    finally:
        test.hypothesis.inner_test = inner
        _measured_again(stopped)


def _measuring_stopped(coverage: Any) -> list[Any]:
    """Stops all that measure, for a worker has two: one that its process began with, and that of the plugin."""
    stopped = []
    while (measuring := coverage.Coverage.current()) is not None:
        measuring.stop()
        stopped.append(measuring)
    return stopped


def _measured_again(stopped: list[Any]) -> None:
    for measuring in reversed(stopped):
        measuring.start()


def pytest_collection_finish() -> None:
    """Keeps what was collected, which stays to the end, out of every search for garbage: a sixth of all the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def repository() -> Path:
    """The repository's root."""
    return REPOSITORY


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of specification text, cases and samples that some tests compare with; skips where it is absent."""
    folder = Path(os.environ.get("TOLLENS_SHARED", REPOSITORY.parent / "shared"))
    if not folder.is_dir():
        pytest.skip("TOLLENS_SHARED names no folder, and there is no ../shared")
    return folder
