"""The further files of a session: what sub-agents wrote down, and outputs too large for the transcript.

They are given by whoever reads files, with names relative to the folder of the session. A name of records (`.jsonl`) or
of one document (`.json`) is taken apart like a session; every other file is text.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from tollens.core.errors import UnreadableError
from tollens.plugins.sessions.source.records import Source, open_source
from tollens.plugins.sessions.source.redaction import Redactor

_RECORDS = re.compile(r"\.jsonl?(?:\.\w{1,5})?\Z")
_LINES = re.compile(r"\.jsonl(?:\.\w{1,5})?\Z")


class Part(NamedTuple):
    """One further file: its name relative to the folder of the session, with `/` between the parts, and its bytes."""

    name: str
    data: bytes


def open_beside(parts: Iterable[Part], redactor: Redactor) -> tuple[Source, ...]:
    """Take the further files of a session apart, in the order given; one that cannot be read says so of itself."""
    return tuple(_opened(Part(redactor.text(as_text(part.name)), part.data), redactor) for part in parts)


def as_text(name: str) -> str:
    r"""A name from a file system as text: bytes that are none, which stand in it as half surrogate pairs, replaced.

    >>> as_text("a\udcff.jsonl") == "a\ufffd.jsonl"
    True
    """
    return name.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def open_folder(parts: Sequence[Part], beside: tuple[Source, ...], name: str) -> Source:
    """A folder that is a session as a whole: nothing but files beside.

    Args:
        parts: All that is in it.
        beside: The same, taken apart.
        name: What the caller calls it.

    Raises:
        UnreadableError: There is no file in it.
    """
    if not parts:
        raise UnreadableError(
            f"{name}: no file is in this folder", "Name a session's file, or the folder that holds it."
        )
    listed = "".join(f"{hashlib.sha256(part.data).hexdigest()} {part.name}\n" for part in parts)
    return Source(
        name=name,
        digest=f"sha256:{hashlib.sha256(listed.encode('utf-8', 'surrogateescape')).hexdigest()}",
        size=sum(len(part.data) for part in parts),
        entries=(),
        damaged=(),
        torn=False,
        notes=("the digest is over the list of the files, each with its SHA-256 and its name",),
        beside=beside,
    )


def _opened(part: Part, redactor: Redactor) -> Source:
    """One further file, its name and its text without secrets."""
    name = redactor.text(part.name)
    digest = f"sha256:{hashlib.sha256(part.data).hexdigest()}"
    text = "" if _LINES.search(part.name) else part.data.decode("utf-8", "replace")
    unread = Source(name, digest, len(part.data), (), (), False, (), text=redactor.text(text))
    if not _RECORDS.search(part.name):
        return unread
    try:
        opened = open_source(part.data, name, redactor)
    except UnreadableError as error:
        return msgspec.structs.replace(unread, notes=(f"it was not read: {error.message}",))
    return msgspec.structs.replace(opened, text=unread.text)
