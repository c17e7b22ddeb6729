# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH100, PTH103, PTH108, PTH114, PTH118, PTH120, PTH208
"""A store of objects: bytes kept under their SHA-256, as `sha256/ab/cdef…` in one folder.

A name becomes a path only after it was seen to be 64 hexadecimal digits; no link in the store is followed; what is read
is the bytes that the name says, or nothing.
"""

import contextlib
import os
import re
import stat
from collections.abc import Iterator
from typing import NamedTuple

from tollens.core.errors import WorldError
from tollens.core.integrity.canonical import digest
from tollens.core.integrity.objects import PREFIX, digits_of
from tollens.runtime import files
from tollens.runtime.locks import locked
from tollens.runtime.refusals import what_to_do
from tollens.runtime.traces import YAML_NAMES

FOLDER = os.path.join(".tollens", "objects")
"""Where the store of a trace is, beside it, unless told otherwise."""

_FIRST = re.compile(r"[0-9a-f]{2}")
_REST = re.compile(r"[0-9a-f]{62}")
_LEFTOVER = re.compile(r"\..*\.(lock|tmp)")


def beside(trace: str) -> str:
    """The folder of the store that belongs to the file of a trace; from where one works for a standard stream."""
    return FOLDER if trace == files.STANDARD else os.path.join(os.path.dirname(trace), FOLDER)


def around(store: str) -> list[str]:
    """The files that may be traces in the folder that a store lies in, as `beside` has it; none of another store."""
    folder = os.path.abspath(store)
    if not folder.endswith(os.sep + FOLDER):
        return []
    holder = folder.removesuffix(FOLDER)
    with _clear(holder, "read"):
        names = sorted(os.listdir(holder))
    paths = (os.path.join(holder, name) for name in names if name.endswith((".json", *YAML_NAMES)))
    return [path for path in paths if files.exists(path)]


class Listing(NamedTuple):
    """What is in the folder of a store.

    Attributes:
        objects: The digits of each object, to its size; sorted.
        foreign: Paths of all else, sorted.
    """

    objects: dict[str, int]
    foreign: tuple[str, ...]


class Store:
    """The store in a folder. The folder itself is made when something is put there.

    Args:
        folder: Its path, which a person chose.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def put(self, data: bytes) -> str:
        """Keep bytes, and give the reference to them. What is there is left as it is, unless it is damaged.

        Raises:
            WorldError: They cannot be written, or a link stands in the way.
        """
        reference = digest(data)
        path = self._path(digits_of(reference))
        if self._is_file(path) and files.read(path) == data:
            return reference
        with _clear(path, "write"):
            os.makedirs(os.path.dirname(path), exist_ok=True)
        files.write(path, data)
        return reference

    def get(self, reference: str) -> bytes:
        """The bytes that a reference names.

        Raises:
            MisuseError: It names no object.
            WorldError: The object is not there, or its bytes are others.
        """
        path = self._path(digits_of(reference))
        if not self._is_file(path):
            raise WorldError(
                f"the store {self.folder!r} has no object {reference}", "Name the store that has it: --store DIR."
            )
        data = files.read(path)
        if digest(data) != reference:
            raise WorldError(
                f"the object {reference} is damaged: {path!r} holds other bytes", "Put the right content again."
            )
        return data

    def listing(self) -> Listing:
        """What is there; nothing where there is no folder.

        Raises:
            WorldError: It cannot be read.
        """
        objects: dict[str, int] = {}
        foreign: list[str] = []
        if not files.is_folder(self.folder):
            return Listing(objects, ())
        for top in self._entries(self.folder):
            if top.name != "sha256" or not top.is_dir(follow_symlinks=False):
                foreign.append(top.path)
                continue
            for first in self._entries(top.path):
                if not _FIRST.fullmatch(first.name) or not first.is_dir(follow_symlinks=False):
                    foreign.append(first.path)
                    continue
                for rest in self._entries(first.path):
                    if _REST.fullmatch(rest.name) and rest.is_file(follow_symlinks=False):
                        objects[first.name + rest.name] = rest.stat(follow_symlinks=False).st_size
                    else:
                        foreign.append(rest.path)
        return Listing(dict(sorted(objects.items())), tuple(sorted(foreign)))

    def delete(self, digits: str) -> None:
        """Take an object away.

        Raises:
            MisuseError: These are no digits of an object.
            WorldError: It cannot be deleted.
        """
        path = self._path(digits_of(PREFIX + digits))
        with _clear(path, "delete"), contextlib.suppress(FileNotFoundError):
            os.unlink(path)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Hold the store: objects that a trace is about to name are not taken for unnamed meanwhile.

        Raises:
            WorldError: Somebody else holds it for too long, or the folder cannot be made.
        """
        with contextlib.ExitStack() as stack:
            with _clear(self.folder, "write"):
                os.makedirs(self.folder, exist_ok=True)
                stack.enter_context(locked(os.path.join(os.path.realpath(self.folder), "objects")))
            yield

    def _path(self, digits: str) -> str:
        """Where an object is, or would be.

        Raises:
            WorldError: A link stands on the way, which could lead out of the store.
        """
        path = self.folder
        for part in ("sha256", digits[:2], digits[2:]):
            path = os.path.join(path, part)
            if os.path.islink(path):
                raise WorldError(f"{path!r} is a link, and a store has none", "Look who put it there, and remove it.")
        return path

    def _is_file(self, path: str) -> bool:
        try:
            return stat.S_ISREG(os.lstat(path).st_mode)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise WorldError(f"cannot read {path!r}: {error.strerror or error}", what_to_do(error)) from None

    def _entries(self, folder: str) -> list["os.DirEntry[str]"]:
        """What is in a folder, by name, without what an interrupted writer left."""
        with _clear(folder, "read"), os.scandir(folder) as entries:
            return sorted((one for one in entries if not _LEFTOVER.fullmatch(one.name)), key=lambda one: one.name)


@contextlib.contextmanager
def _clear(path: str, doing: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise WorldError(f"cannot {doing} {path!r}: {error.strerror or error}", what_to_do(error)) from None
