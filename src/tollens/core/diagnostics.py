"""How every check speaks: Diagnostics, gathered in a Report. A fault is a value, never an exception."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

import msgspec

from tollens.core.shown import html_of

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")


class Diagnostic(msgspec.Struct, frozen=True, gc=False):
    """One finding about one place of a file.

    Attributes:
        code: Permanent name of the rule, such as `LIN003`.
        severity: `error` makes the file invalid; `warning` and `info` do not.
        path: JSON pointer (RFC 6901) into the file as read; empty for the whole of it.
        message: What is wrong there, in one sentence.
        section: The section of the specification, such as `7.3`; empty where none applies.
        hint: What to do about it; may be empty.
    """

    code: str
    severity: Severity
    path: str
    message: str
    section: str = ""
    hint: str = ""


class Report(msgspec.Struct, frozen=True):
    """All findings about one trace.

    Attributes:
        spec_version: As the file states it, or `None`.
        diagnostics: In the order of the rules, then of the places.
    """

    spec_version: str | None
    diagnostics: tuple[Diagnostic, ...]

    def _repr_html_(self) -> str | None:
        return html_of(self)

    @property
    def valid(self) -> bool:
        """Whether no finding is an error."""
        return not any(d.severity == "error" for d in self.diagnostics)

    @property
    def counts(self) -> dict[str, int]:
        """Number of findings by severity; every severity is present."""
        found = Counter(d.severity for d in self.diagnostics)
        return {severity: found[severity] for severity in SEVERITIES}


def pointer(*parts: str | int) -> str:
    """The JSON pointer to a place.

    >>> pointer("artifacts", 3, "a/b")
    '/artifacts/3/a~1b'
    """
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in parts)


def worst_first(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Errors, then warnings, then information; otherwise in the given order."""
    return sorted(diagnostics, key=lambda d: SEVERITIES.index(d.severity))
