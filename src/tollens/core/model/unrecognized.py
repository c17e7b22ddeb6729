"""Elements that do not fit their type, kept as they were read (§2.2, §16.4).

A strict reading refuses them; the lenient reading, and a reading of a newer version of the text, keeps one in the
place of each such element, so that nothing is lost. Nothing derived may take one as evidence for anything.
"""

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, Union

from tollens.core.model.base import Json

T = TypeVar("T")


class Unrecognized:
    """An element kept verbatim; immutable, hashable, compared by the value it keeps.

    No `Struct`, so that no decoder ever makes one by itself and encoding gives back the value.

    Args:
        value: The JSON value as read.
        path: Where it stood, as a JSON pointer.
        faults: Why it does not fit, one sentence a fault.
    """

    __slots__ = ("_faults", "_path", "_value")

    def __init__(self, value: Json, path: str = "", faults: tuple[str, ...] = ()) -> None:
        self._value = value
        self._path = path
        self._faults = faults

    @property
    def value(self) -> Json:
        """The JSON value as read."""
        return self._value

    @property
    def path(self) -> str:
        """Where it stood, as a JSON pointer."""
        return self._path

    @property
    def faults(self) -> tuple[str, ...]:
        """Why it does not fit, one sentence a fault."""
        return self._faults

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Unrecognized) and self._value == other._value

    def __hash__(self) -> int:
        return hash((type(self), self._value))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._value!r})"

    def member(self, name: str) -> Any:
        """The member `name` of the value, or `None` where the value is no object or has no such member."""
        held = self.value.value
        return held.get(name) if isinstance(held, dict) else None

    def text(self, name: str) -> str | None:
        """The member `name` if it is a string."""
        found = self.member(name)
        return found if isinstance(found, str) else None

    def texts(self, name: str) -> tuple[str, ...]:
        """The strings in the list `name`; empty where it is no list."""
        found = self.member(name)
        return tuple(item for item in found if isinstance(item, str)) if isinstance(found, list) else ()

    def number(self, name: str) -> int | None:
        """The member `name` if it is an integer."""
        found = self.member(name)
        return found if type(found) is int else None


class UnrecognizedArtifact(Unrecognized):
    """An entry of `artifacts` that no constructor of §7.1 takes."""

    __slots__ = ()

    @property
    def artifact_id(self) -> str | None:
        """Its identity, if it states one: references to it do not dangle."""
        return self.text("artifact_id")

    @property
    def supersedes(self) -> str | None:
        """The artifact that it says it replaces (§7.3)."""
        return self.text("supersedes")


class UnrecognizedAction(Unrecognized):
    """An entry of `actions` that no constructor of §8.1 takes."""

    __slots__ = ()

    @property
    def id(self) -> int | None:
        """Its identity, if it states one: references to it do not dangle."""
        return self.number("id")


class UnrecognizedEvent(Unrecognized):
    """A trigger or outcome that is no event of §6.1; also the place of a missing one."""

    __slots__ = ()


class UnrecognizedGoal(Unrecognized):
    """An entry of `goals` that is no goal of §18.1."""

    __slots__ = ()

    @property
    def goal_id(self) -> str | None:
        """Its identity, if it states one."""
        return self.text("goal_id")


class UnrecognizedItem(Unrecognized):
    """An entry of a goal's `acceptance` that is no acceptance item of §18.1."""

    __slots__ = ()

    @property
    def acceptance_id(self) -> str | None:
        """Its identity, if it states one."""
        return self.text("acceptance_id")


# A type checker must see that a lenient reading may keep an unrecognized element in a list; msgspec, which decodes
# strictly from the same annotations, must not: for it `Kept[T]` is `T`.
if TYPE_CHECKING:
    Kept: TypeAlias = Union[T, Unrecognized]  # noqa: UP007 - a generic alias needs the subscript form
else:

    class Kept:
        """`Kept[T]`: a `T`, or in a lenient reading what stood in its place."""

        def __class_getitem__(cls, item):
            """Give `T` itself."""
            return item
