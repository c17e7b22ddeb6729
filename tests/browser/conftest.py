"""A browser for the tests of the page: one in a worker, without a network, and every word of complaint kept."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.visit import Visit, Visits
from tests.cli.program import tollens

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FLAGS = (
    "--no-sandbox",  # where the tests run as root, Chromium's own sandbox cannot start
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

NAMES = ("chromium", "chromium-browser", "google-chrome")

PageOf = Callable[..., Path]
"""Makes the page of a trace, or of two: of files, or of values that are written to files first."""


@pytest.fixture(scope="session")
def chromium() -> str:
    """The program; where there is none, the tests are skipped, except where `CI` says that nothing may be."""
    for name in (os.environ.get("TOLLENS_CHROMIUM", ""), *NAMES):
        if name and (found := shutil.which(name)):
            return found
    message = "no Chromium: install Debian's `chromium`, or name one in TOLLENS_CHROMIUM"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator["Browser"]:
    """One browser for the tests of a module; each visit has a profile of its own in it.

    Not for longer: while it is there an event loop runs in this thread, and tests elsewhere that start one would fail.
    """
    driver = pytest.importorskip("playwright.sync_api", reason="the package playwright is not installed")
    with driver.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def visits(browser: "Browser") -> Iterator[Visits]:
    """Opens pages; at the end of the test each of them must have been quiet."""
    made = Visits(browser)
    yield made
    made.close()


@pytest.fixture(scope="session")
def page_of(tmp_path_factory: pytest.TempPathFactory) -> PageOf:
    """Makes the page of files or values; of the same files once."""
    made: dict[tuple[Path, ...], Path] = {}

    def written(trace: Path | dict[str, Any]) -> Path:
        if isinstance(trace, Path):
            return trace
        path = tmp_path_factory.mktemp("trace") / "trace.json"
        path.write_text(json.dumps(trace), "utf-8")
        return path

    def make(*traces: Path | dict[str, Any], valid: bool = True) -> Path:
        files = tuple(map(written, traces))
        if files not in made:
            page = tmp_path_factory.mktemp("page") / "view.html"
            ended = tollens("view", *map(str, files), "--out", str(page))
            assert ended.status == (0 if valid else 1), ended.err
            made[files] = page
        return made[files]

    return make


@pytest.fixture
def payments(repository: Path) -> dict[str, Any]:
    """The example that is shipped, as a value of the test's own."""
    held: dict[str, Any] = json.loads((repository / "examples/payments.json").read_bytes())
    return held


@pytest.fixture
def earlier(payments: dict[str, Any]) -> dict[str, Any]:
    """The example before its proof was contested."""
    (defeater,) = (each for each in payments["artifacts"] if each["artifact_id"] == "r-contested")
    defeater["payload"]["status"] = "addressed"
    return payments


@pytest.fixture
def example(page_of: PageOf, repository: Path, visits: Visits) -> Visit:
    """The page of the example that is shipped, just opened."""
    return visits.open(page_of(repository / "examples/payments.json"))
