"""§7.1, §11.1 References to objects: contents kept apart from the trace under the SHA-256 of their bytes.

`content_ref`, and the `…_ref` beside a text of a model, may name an object as `sha256:` and 64 hexadecimal digits. What
else stands there, such as a path or an address, is no object and never becomes a path in a store.
"""

import re
from collections.abc import Iterator, Set
from typing import Any, NamedTuple

import msgspec

from tollens.core.diagnostics import pointer
from tollens.core.errors import MisuseError

PREFIX = "sha256:"
_DIGITS = re.compile(r"[0-9a-f]{64}")
_ANY_DIGITS = re.compile(r"(?=([0-9a-f]{64}))")
_SHOWN = 120


class Reference(NamedTuple):
    """A member of a trace that says that its content is in a store.

    Attributes:
        path: JSON pointer to the member.
        text: What it holds.
    """

    path: str
    text: str


class Moved(msgspec.Struct, frozen=True):
    """A text that changed its place: from the trace to a store, or back.

    Attributes:
        path: JSON pointer to the text in the trace.
        reference: The object that holds it, `sha256:` and 64 hexadecimal digits.
        bytes: Its size in UTF-8.
    """

    path: str
    reference: str
    bytes: int


class Kept(msgspec.Struct, frozen=True):
    """A text, or a reference, that stayed where it was, and why."""

    path: str
    why: str


class MoveReport(msgspec.Struct, frozen=True):
    """What moving texts between a trace and a store came to.

    Attributes:
        store: The folder of the store.
        moved: The texts that changed their place, in file order.
        kept: Those that could be meant and stayed, and why.
        content_hash_before: The content hash of the trace as it was; null where it has none.
        content_hash: That of the trace as written. Moving a text changes it.
        unsealed: Members that vouched for the trace as it was, and are dropped: content_hash, signatures.
    """

    store: str
    moved: tuple[Moved, ...]
    kept: tuple[Kept, ...]
    content_hash_before: str | None
    content_hash: str | None
    unsealed: tuple[str, ...] = ()


class StoredObject(msgspec.Struct, frozen=True):
    """An object of a store.

    Attributes:
        reference: Its name, `sha256:` and 64 hexadecimal digits.
        bytes: Its size.
        file: The file that was put, where one was.
    """

    reference: str
    bytes: int
    file: str = ""


class PutReport(msgspec.Struct, frozen=True):
    """What was put into a store."""

    store: str
    objects: tuple[StoredObject, ...]


class CleaningReport(msgspec.Struct, frozen=True):
    """What a store holds that none of the given traces names.

    Attributes:
        store: The folder of the store.
        traces: The files that were looked at.
        kept: Number of objects that one of them names.
        unnamed: Those that none names.
        deleted: Whether they were deleted; otherwise they are only shown.
        foreign: Files in the folder of the store that are no objects. They are never touched.
    """

    store: str
    traces: tuple[str, ...]
    kept: int
    unnamed: tuple[StoredObject, ...]
    deleted: bool
    foreign: tuple[str, ...]


class BadReference(msgspec.Struct, frozen=True):
    """A reference in a trace that leads to no sound object; or a repeated member, of which one is not looked at.

    Attributes:
        file: The trace.
        path: JSON pointer to the reference.
        reference: What it says; empty for a repeated member.
        why: What is wrong.
    """

    file: str
    path: str
    reference: str
    why: str


class StoreReport(msgspec.Struct, frozen=True):
    """What checking a store found.

    Attributes:
        store: The folder of the store.
        sound: Whether nothing is wrong: `damaged` and `bad` are empty.
        objects: Number of its objects.
        bytes: Their size together.
        damaged: Objects whose bytes are not those that their name says, or that cannot be read.
        bad: References of the given traces that lead to no sound object.
        foreign: Files in the folder of the store that are no objects.
    """

    store: str
    sound: bool
    objects: int
    bytes: int
    damaged: tuple[str, ...]
    bad: tuple[BadReference, ...]
    foreign: tuple[str, ...]


def digits_of(reference: str) -> str:
    """The 64 hexadecimal digits of a reference; nothing else is let through, since they become a path.

    Raises:
        MisuseError: It is no reference to an object.

    >>> digits_of("sha256:" + "0" * 64) == "0" * 64
    True
    """
    digits = reference.removeprefix(PREFIX)
    if digits == reference or not _DIGITS.fullmatch(digits):
        shown = reference if len(reference) <= _SHOWN else f"{reference[:_SHOWN]}…"
        raise MisuseError(
            f"{shown!r} names no object", "An object is named by sha256: and 64 lowercase hexadecimal digits."
        )
    return digits


def references(value: dict[str, Any]) -> Iterator[Reference]:
    """The members of a trace that say that a content is in a store, in file order; whether or not they say it well."""
    for name in ("artifacts", "reference_artifacts"):
        elements = value.get(name)
        for at, element in enumerate(elements if isinstance(elements, list) else ()):
            if isinstance(element, dict):
                yield from _of_element(element, name, at)


def _of_element(element: dict[str, Any], *way: str | int) -> Iterator[Reference]:
    for member, held in element.items():
        if member == "content_ref" and _is_meant(held):
            yield Reference(pointer(*way, member), held)
        elif member == "payload" and isinstance(held, dict):
            for inner, text in held.items():
                if inner.endswith("_ref") and _is_meant(text):
                    yield Reference(pointer(*way, member, inner), text)


def _is_meant(held: object) -> bool:
    """Whether something is meant to name an object. A path or an address is not."""
    return isinstance(held, str) and held.startswith(PREFIX)


def named(value: Any, objects: Set[str]) -> set[str]:
    """Those of some objects that a trace names, wherever in it, and in whatever words.

    Deciding what may be deleted, it is better to keep an object for a digest that means something else.

    Args:
        value: The JSON value of the trace.
        objects: The digits of the objects.
    """
    found: set[str] = set()
    waiting: list[Any] = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            waiting.extend(item.keys())
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)
        elif isinstance(item, str) and len(item) >= 64:
            for text in {item, item.replace("/", "").replace("\\", "")}:  # also as the path of its file in the store
                found.update(digits for digits in _ANY_DIGITS.findall(text.lower()) if digits in objects)
    return found
