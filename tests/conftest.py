"""What all tests share: how Hypothesis searches, and where material beside the repository is."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("dev", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))

REPOSITORY = Path(__file__).parents[1]


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
