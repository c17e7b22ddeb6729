"""Older traces to version 1.11, as new Documents. Reading needs none of this; it is for who wants to write 1.11."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.wire import legacy
from tollens.core.wire.document import Document
from tollens.core.wire.kept import put_back
from tollens.core.wire.reading import Spelled
from tollens.core.wire.versions import CURRENT, KNOWN, version_of


class Upgraded(NamedTuple):
    """The new Document, and what the upgrade has to say."""

    document: Document
    remarks: tuple[Diagnostic, ...]


def migrate_residuals(document: Document) -> Upgraded:
    """The `migrate_residuals` step of §13.7: fold the legacy list forward. Idempotent; drops nothing.

    Returns:
        A pair: the new `document`, and as `remarks` what was done and what could not be.

    >>> gap = {"residual_id": "r1", "kind": "assumption", "statement": "input is sorted"}
    >>> migrated = migrate_residuals(Document.of({"residuals": [gap]})).document
    >>> [artifact.payload.statement for artifact in migrated.trace.artifacts]
    ['input is sorted']
    """
    value, remarks = legacy.fold_residuals(document.value)
    if value is document.value:
        return Upgraded(document, remarks)
    return Upgraded(Document.of(value), (*remarks, *_broken_hash(document)))


def upgrade(document: Document) -> Upgraded:
    """Write a trace of any version up to 1.11 as a trace of 1.11. Idempotent; any other version stays as it is.

    The steps: what an export kept aside stands in its place again, payloads on actions become artifacts (1.0), counters
    become metrics (1.0), alternative spellings become the text's own, the residual list becomes artifacts (1.8), the
    version becomes 1.11.

    Returns:
        A pair: the new `document`, and as `remarks` what was done and what could not be.

    >>> upgraded = upgrade(Document.of({"spec_version": "1.4"}))
    >>> upgraded.document.spec_version, [remark.code for remark in upgraded.remarks]
    ('1.11', ['UPG024'])
    """
    if document.data is not None and _is_current(document):
        return Upgraded(document, ())
    stated = document.value.get("spec_version")
    version = version_of(stated)
    if version is None and stated is not None:
        text = "What is stated is no version number, so it is not known which steps apply: nothing was changed"
        hint = 'Write the version as text, such as "1.4", or leave it out for version 1.0.'
        return Upgraded(document, (Diagnostic("UPG012", "warning", pointer("spec_version"), text, "5", hint),))
    if version is not None and version[:2] > KNOWN:
        text = f"Version {document.spec_version} is later than {CURRENT}: nothing was changed"
        return Upgraded(document, (Diagnostic("UPG010", "warning", pointer("spec_version"), text, "5"),))
    restored = put_back(document.value)
    lifted = legacy.lift_inline_payloads(restored.value)
    spelled = document.spelled if lifted is document.value else Document.of(lifted).spelled
    counted = legacy.lift_counters(legacy.respell(lifted, spelled))
    folded = legacy.fold_residuals(counted.value)
    remarks = [
        *restored.remarks,
        *_lifted(restored.value, lifted),
        *_respelled(spelled),
        *counted.remarks,
        *folded.remarks,
    ]
    value = folded.value
    if (version is None or version[:2] != KNOWN) and not _stuck(folded):
        value = {**value, "spec_version": CURRENT}
        text = f"The version was {'not stated' if stated is None else stated} and is {CURRENT} now"
        remarks.append(Diagnostic("UPG024", "info", pointer("spec_version"), text, "5"))
    if value is document.value:
        return Upgraded(document, tuple(remarks))
    return Upgraded(Document.of(value), (*remarks, *_broken_hash(document)))


def _is_current(document: Document) -> bool:
    """Whether there is nothing to do for a trace that holds nothing beside what the model knows."""
    version = version_of(document.spec_version)
    return version is not None and version[:2] == KNOWN and not document.trace.residuals


def _stuck(folded: legacy.Step) -> bool:
    """Whether the fold could not even begin, so that the trace keeps an older shape and its version."""
    return any(remark.code == "UPG007" for remark in folded.remarks)


def _lifted(value: dict[str, Any], lifted: dict[str, Any]) -> list[Diagnostic]:
    if lifted is value:
        return []
    text = f"Payloads on the actions became {len(lifted['artifacts'])} artifacts, which the actions name as outputs"
    return [Diagnostic("UPG020", "info", pointer("artifacts"), text, "7")]


def _respelled(spelled: Sequence[Spelled]) -> list[Diagnostic]:
    if not spelled:
        return []
    text = f"{len(spelled)} alternative spellings became the text's own, the first one here"
    return [Diagnostic("UPG023", "info", pointer(*spelled[0].path), text, "16.1")]


def _broken_hash(document: Document) -> tuple[Diagnostic, ...]:
    """Changing a signed or hashed trace leaves its signatures and hash over the old content."""
    held = [name for name in ("content_hash", "signatures") if document.value.get(name)]
    if not held:
        return ()
    text = "The content changed, so its recorded hash and signatures no longer match it"
    return (
        Diagnostic("UPG011", "warning", pointer(held[0]), text, "12.4", "Keep the original beside it, and sign anew."),
    )
