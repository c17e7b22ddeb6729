"""The report as a JSON value, whole."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tollens.core.report.reporting import Reported

VERSION = "1"
"""Of the form. Members are only added under it."""


def value(reports: Sequence[Reported]) -> dict[str, Any]:
    """The report: its version, whether all traces pass, and each trace."""
    return {
        "version": VERSION,
        "passed": all(report.gate.passed for report in reports),
        "traces": msgspec.to_builtins(list(reports)),
    }
