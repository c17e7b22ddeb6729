"""§12.4 Sealed traces: a content hash or a signature vouches for the content, so a change of it would break the vow."""

from tollens.core.author.edits import removed
from tollens.core.wire.document import Document

_SEALS = ("content_hash", "signatures")


def seals(document: Document) -> tuple[str, ...]:
    """The members by which the trace is sealed; empty where it is not.

    What cannot be read as a hash or signature seals, too: not understanding a seal does not remove it.

    >>> seals(Document.of({"content_hash": "sha256:00", "signatures": []}))
    ('content_hash',)
    """
    return tuple(name for name in _SEALS if document.value.get(name) not in (None, []))


def unsealed(document: Document) -> Document:
    """The trace without its content hash and signatures, for a copy that goes on."""
    for name in seals(document):
        document = removed(document, f"/{name}")
    return document
