"""Older traces to version 1.11, as new Documents. Reading needs none of this; it is for who wants to write 1.11."""

from typing import NamedTuple

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.wire import legacy
from tollens.core.wire.decode import KNOWN_VERSION, version_of
from tollens.core.wire.document import Document

CURRENT = ".".join(map(str, KNOWN_VERSION))


class Upgraded(NamedTuple):
    """The new Document, and what the upgrade has to say."""

    document: Document
    remarks: tuple[Diagnostic, ...]


def migrate_residuals(document: Document) -> Upgraded:
    """The `migrate_residuals` step of §13.7: fold the legacy list forward. Idempotent; drops nothing."""
    value, remarks = legacy.fold_residuals(document.value)
    if value is document.value:
        return Upgraded(document, remarks)
    return Upgraded(Document.of(value), (*remarks, *_broken_hash(document)))


def upgrade(document: Document) -> Upgraded:
    """Write a trace of any version up to 1.11 as a trace of 1.11. Idempotent; any other version stays as it is.

    The steps: payloads on actions become artifacts (1.0), counters become metrics (1.0), alternative spellings become
    the text's own, the residual list becomes artifacts (1.8), the version becomes 1.11.
    """
    stated = document.value.get("spec_version")
    version = version_of(stated)
    if version is None and stated is not None:
        text = "What is stated is no version number, so it is not known which steps apply: nothing was changed"
        hint = 'Write the version as text, such as "1.4", or leave it out for version 1.0.'
        return Upgraded(document, (Diagnostic("UPG012", "warning", pointer("spec_version"), text, "5", hint),))
    if version is not None and version[:2] > KNOWN_VERSION:
        text = f"Version {document.spec_version} is later than {CURRENT}: nothing was changed"
        return Upgraded(document, (Diagnostic("UPG010", "warning", pointer("spec_version"), text, "5"),))
    lifted = legacy.lift_inline_payloads(document.value)
    spelled = document.spelled if lifted is document.value else Document.of(lifted).spelled
    value, remarks = legacy.fold_residuals(legacy.lift_counters(legacy.respell(lifted, spelled)))
    if version is None or version[:2] != KNOWN_VERSION:
        value = {**value, "spec_version": CURRENT}
    if value is document.value:
        return Upgraded(document, remarks)
    return Upgraded(Document.of(value), (*remarks, *_broken_hash(document)))


def _broken_hash(document: Document) -> tuple[Diagnostic, ...]:
    """Changing a signed or hashed trace leaves its signatures and hash over the old content."""
    held = [name for name in ("content_hash", "signatures") if document.value.get(name)]
    if not held:
        return ()
    text = "The content changed, so its recorded hash and signatures no longer match it"
    return (
        Diagnostic("UPG011", "warning", pointer(held[0]), text, "12.4", "Keep the original beside it, and sign anew."),
    )
