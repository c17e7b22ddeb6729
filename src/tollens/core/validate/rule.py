"""What a semantic rule is (§17.3): a permanent code, what it says, examples that are its tests, and the check."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from tollens.core.diagnostics import Severity
from tollens.core.errors import MisuseError
from tollens.core.graph.index import Index


class Finding(NamedTuple):
    """One place where a rule is broken: its JSON pointer, what is wrong there, and what to do if more than usual."""

    path: str
    message: str
    hint: str = ""


Check = Callable[[Index], Iterator[Finding]]

MINIMAL: dict[str, Any] = {
    "trace_id": "t1",
    "spec_version": "1.11",
    "assistant": "an agent",
    "model": "a model",
    "timestamp": "2026-01-01T00:00:00Z",
    "trigger": {"type": "TaskReceived"},
    "actions": [],
    "outcome": {"type": "ProcessCompleted"},
    "artifacts": [],
}
"""The trace that the examples of the rules are laid over: it breaks none."""


class Rule(NamedTuple):
    """A semantic rule.

    Attributes:
        code: Permanent; never reused.
        severity: Of each finding.
        section: Of the specification.
        title: The rule in one line, stated positively ("Artifact ids are unique").
        prose: What it asks, why, and where the text says so.
        hint: What to do about a finding.
        good, bad: Members laid over `MINIMAL`: the first breaks nothing, the second this rule and no other.
        check: Yields the places where it is broken.
    """

    code: str
    severity: Severity
    section: str
    title: str
    prose: str
    hint: str
    good: dict[str, Any]
    bad: dict[str, Any]
    check: Check


_RULES: dict[str, Rule] = {}


def rule(
    code: str,
    severity: Severity,
    section: str,
    title: str,
    *,
    prose: str,
    hint: str,
    good: dict[str, Any],
    bad: dict[str, Any],
) -> Callable[[Check], Check]:
    """Register the decorated check as a rule.

    Raises:
        MisuseError: Two rules have one code.
    """

    def register(check: Check) -> Check:
        if code in _RULES:
            raise MisuseError(f"two rules are called {code}")
        _RULES[code] = Rule(code, severity, section, title, prose, hint, good, bad, check)
        return check

    return register


@cache
def rules() -> tuple[Rule, ...]:
    """Every semantic rule, by code. Found by listing the folder `sections`: a new rule needs no other edit."""
    from tollens.core.validate import sections

    for module in pkgutil.iter_modules(sections.__path__):
        importlib.import_module(f"{sections.__name__}.{module.name}")
    return tuple(_RULES[code] for code in sorted(_RULES))
