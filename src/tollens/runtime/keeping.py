"""Looking after a store of objects: whether what traces name is there and sound, and what none of them names."""

from collections.abc import Callable, Sequence

from tollens.core.errors import MisuseError, TollensError, WorldError
from tollens.core.integrity.objects import (
    PREFIX,
    BadReference,
    CleaningReport,
    StoredObject,
    StoreReport,
    digits_of,
    named,
    references,
)
from tollens.core.wire.document import Document
from tollens.runtime import files
from tollens.runtime.objects import Listing, Store, around

Read = Sequence[tuple[str, Document]]
"""Traces, by the names of their files."""

_REPEATED = "WIRE002"
"""A member that stands twice: what the first one names is not in the value that was read."""


def checked(store: Store, traces: Read) -> StoreReport:
    """Read every object, and follow every reference of the traces.

    Raises:
        WorldError: The store cannot be read.
    """
    listing = store.listing()
    damaged = tuple(PREFIX + digits for digits in listing.objects if not _is_sound(store, PREFIX + digits))
    bad = []
    for name, document in traces:
        bad += [
            BadReference(name, fault.path, "", "it is repeated, so that not all of what the trace names can be told")
            for fault in document.faults
            if fault.code == _REPEATED
        ]
        for path, text in references(document.value):
            why = _wrong(text, listing, damaged)
            if why:
                bad.append(BadReference(name, path, text, why))
    size = sum(listing.objects.values())
    sound = not damaged and not bad
    return StoreReport(store.folder, sound, len(listing.objects), size, damaged, tuple(bad), listing.foreign)


def cleaned(store: Store, names: Sequence[str], read: Callable[[], Read], *, delete: bool) -> CleaningReport:
    """Find the objects that none of some traces names, and delete them if that is asked for.

    Args:
        store: The store.
        names: The files of the traces.
        read: Reads them, while nobody may add an object.
        delete: Whether to delete.

    Raises:
        WorldError: The store or a trace cannot be read.
        UnreadableError: A file is no trace.
        MisuseError: What a trace names cannot be told, or one that was not given names an object.
    """
    if not files.is_folder(store.folder):
        raise WorldError(f"there is no store {store.folder!r}", "Name it: --store DIR.")
    with store.held():
        traces = read()
        listing = store.listing()
        objects = listing.objects.keys()
        kept: set[str] = set()
        for name, document in traces:
            if any(fault.code == _REPEATED for fault in document.faults):
                raise MisuseError(
                    f"{name} repeats a member, so that what it names cannot be told", "Mend it first: tollens validate."
                )
            kept |= named(document.value, objects)
        unnamed = [digits for digits in listing.objects if digits not in kept]
        _refuse_forgotten(store, names, unnamed)
        if delete:
            for digits in unnamed:
                store.delete(digits)
    shown = tuple(StoredObject(PREFIX + digits, listing.objects[digits]) for digits in unnamed)
    return CleaningReport(store.folder, tuple(names), len(kept), shown, delete, listing.foreign)


def _refuse_forgotten(store: Store, names: Sequence[str], unnamed: Sequence[str]) -> None:
    """Refuse to go on where a trace that lies beside the store, and was not given, names one of the objects.

    Raises:
        MisuseError: Says which.
    """
    wanted = frozenset(unnamed)
    for path in around(store.folder) if wanted else ():
        if any(files.same(path, name) for name in names):
            continue
        found = named(files.read(path).decode("utf-8", "replace"), wanted)
        if found:
            raise MisuseError(
                f"{files.shown(path)} was not given, and names {PREFIX}{min(found)}",
                "Give it, too; or move it away if it needs the object no more.",
            )


def _is_sound(store: Store, reference: str) -> bool:
    try:
        store.get(reference)
    except TollensError:
        return False
    return True


def _wrong(text: str, listing: Listing, damaged: tuple[str, ...]) -> str:
    """What is wrong with a reference; empty where nothing is."""
    try:
        digits = digits_of(text)
    except MisuseError as error:
        return error.message
    if digits not in listing.objects:
        return "the store has no such object"
    return "the object is damaged" if text in damaged else ""
