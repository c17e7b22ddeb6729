"""What every canonical type is built from (§2.1, §5.1): records, closed words, open words, open JSON.

Nothing here knows the wire beyond the spelling that stands with each type, and nothing here reads or writes bytes
except `Json`, which holds the parts of a trace that the text leaves open (§8.2, §10.5, §10.7, §10.9, §11.1, §12.3).
"""

import enum
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self

import msgspec


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A record of the text: immutable, hashable, compared by value.

    An optional field is `None` when absent, a list is a tuple and is empty when absent (§5.1). Unknown members are
    refused here and kept by the `Document`. `gc=False` is safe because frozen values of frozen values form no cycle.
    """


class Constructors(msgspec.StructMeta):
    """The metaclass of records whose class says what one member holds, such as an artifact's payload (§7.2).

    Building one in code checks that member, since a constructor around another's payload is a value that the text does
    not have. Decoding checks every type by itself and does not come this way, so it pays nothing.
    """

    HELD: tuple[str, tuple[type, ...]] | None = None
    """The member, and the types that it may have; set by each class that has one."""

    def __call__(cls, *args: Any, **members: Any) -> Any:  # noqa: N805 - its instances are classes
        """Build a value.

        Raises:
            TypeError: The member that tells the constructor apart is of another type.
        """
        built = super().__call__(*args, **members)
        if cls.HELD is not None:
            name, kinds = cls.HELD
            given = getattr(built, name)
            if type(given) not in kinds:
                raise TypeError(f"{cls.__name__} holds a {kinds[0].__name__}, not a {type(given).__name__}")
        return built


class Word(enum.Enum):
    """A closed enumeration: member names are the constructors of the text, values are their wire tags (§16.1)."""

    __hash__ = object.__hash__  # each member is one object, and Enum's own hash is a slow call for each look-up

    @property
    def value(self) -> str:
        """The wire tag. Enum's own property takes three times as long, and a long record asks for very many."""
        return self._value_  # type: ignore[no-any-return]


class OpenWord:
    """An enumeration with one constructor that carries any other string (`CustomArtifactRole`, `RefOther`)."""

    KNOWN: ClassVar[Mapping[str, str]] = {}
    """Constructor of the text to wire tag."""
    OTHER: ClassVar[str] = ""
    """The constructor that carries a string."""

    __slots__ = ("_word",)

    def __init__(self, word: str) -> None:
        if not isinstance(word, str):
            raise TypeError(f"expected a string, got {json_type(word)}")
        self._word = word

    @property
    def word(self) -> str:
        """The wire tag."""
        return self._word

    @property
    def constructor(self) -> str:
        """The constructor's name in the text."""
        return next((name for name, word in self.KNOWN.items() if word == self.word), self.OTHER)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.word == other.word

    def __hash__(self) -> int:
        return hash((type(self), self.word))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.word!r})"


sorted_text = msgspec.json.Encoder(order="sorted").encode
"""Compact JSON with the members of every object sorted."""


class Json:
    """A JSON value whose shape the text leaves open, held as compact JSON with sorted members.

    Holding text makes the value immutable, hashable and small, and tells `1`, `1.0` and `true` apart.

    >>> Json.of({"b": 1, "a": [True]})
    Json({"a":[true],"b":1})
    """

    __slots__ = ("_text",)

    def __init__(self, text: bytes) -> None:
        self._text = text

    @property
    def text(self) -> bytes:
        """Compact JSON with members sorted, UTF-8."""
        return self._text

    @classmethod
    def of(cls, value: object) -> Self:
        """Hold `value`, which must be made of JSON's own types.

        Raises:
            TypeError: `value` is not of the kind that this class holds.
            ValueError: It holds NaN or an infinity.
        """
        text = sorted_text(value)
        if b"null" in text:  # which is also what msgspec makes of NaN and infinities
            import json

            json.dumps(value, allow_nan=False)
        return cls(text)

    @property
    def value(self) -> Any:
        """The JSON value, made anew at each call, so that changing it changes nothing here."""
        return msgspec.json.decode(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Json) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._text.decode()})"


class JsonObject(Json):
    """An open JSON object (`artifact_metadata`, `command_result_payload`, …), read like a mapping.

    >>> JsonObject.of({"exit_code": 0}).get("exit_code")
    0
    """

    __slots__ = ()

    @classmethod
    def of(cls, value: object) -> Self:
        """Hold `value`, which must be a JSON object."""
        if not isinstance(value, dict):
            raise TypeError(f"expected an object, got {json_type(value)}")
        return super().of(value)

    def get(self, name: str, default: Any = None) -> Any:
        """The member `name`, or `default` when it is absent."""
        return self.value.get(name, default)

    def __getitem__(self, name: str) -> Any:
        return self.value[name]

    def __contains__(self, name: object) -> bool:
        return name in self.value

    def __iter__(self) -> Iterator[str]:
        return iter(self.value)


_JSON_TYPES = {
    dict: "an object",
    list: "an array",
    str: "a string",
    bool: "a boolean",
    int: "an integer",
    float: "a number",
    type(None): "null",
}


def json_type(value: object) -> str:
    """What a JSON value is, in JSON's words, as messages say it."""
    return _JSON_TYPES.get(type(value), type(value).__name__)


def decode_hook(kind: type, value: object) -> object:
    """Build the types of this module from JSON values; handed to msgspec's decoders."""
    if issubclass(kind, Json):
        return kind.of(value)
    if issubclass(kind, OpenWord):
        return kind(value)  # type: ignore[arg-type]
    raise NotImplementedError(kind)


def encode_hook(value: object) -> object:
    """Give the JSON form of the types of this module; handed to msgspec's encoders."""
    if isinstance(value, Json):
        return msgspec.Raw(value.text)
    if isinstance(value, OpenWord):
        return value.word
    raise NotImplementedError(type(value))
