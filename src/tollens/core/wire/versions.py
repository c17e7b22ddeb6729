"""Versions of the specification, as files state them (§5): compared as numbers, so that 1.10 is later than 1.9."""

from tollens.core.diagnostics import Diagnostic, pointer

KNOWN = (1, 11)
"""The version that is implemented here."""
CURRENT = ".".join(map(str, KNOWN))
"""The same as text, as new traces state it."""


def version_of(text: object) -> tuple[int, ...] | None:
    """A spec version as numbers, or `None` if it is none.

    >>> version_of("1.10")
    (1, 10)
    """
    if not isinstance(text, str) or len(text) > 40:
        return None
    parts = text.split(".")
    return tuple(map(int, parts)) if all(part.isascii() and part.isdigit() for part in parts) else None


def is_newer(text: object) -> bool:
    """Whether the version is later than the one implemented here."""
    version = version_of(text)
    return version is not None and version[:2] > KNOWN


def version_faults(text: str) -> tuple[Diagnostic, ...]:
    """What is to be said of a spec version."""
    version = version_of(text)
    path = pointer("spec_version")
    if version is None:
        message = f"{text[:40]!r} is no version number, so it is not known which rules apply"
        return (Diagnostic("WIRE031", "error", path, message, "5", 'Write it as text, such as "1.11".'),)
    if version[0] > KNOWN[0]:
        message = f"Version {text} is of a later major version, whose meaning is not known here"
        return (Diagnostic("WIRE031", "error", path, message, "5", "Use a reader of that version."),)
    if version[:2] > KNOWN:
        message = f"Version {text} is later than 1.11: what it added is kept unread and unchecked"
        return (
            Diagnostic("WIRE030", "warning", path, message, "5", "Use a reader of that version to check all of it."),
        )
    return ()
