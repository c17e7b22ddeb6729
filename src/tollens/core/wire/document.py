"""A Document: the JSON value exactly as read, beside the Trace read from it (§2, §16).

Hashing, signing and editing work on the value, so nothing that the model does not know is ever lost. A Document is
never changed: an edit (see `tollens.core.author`) gives a new one.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Self

import msgspec

from tollens.core.diagnostics import Diagnostic
from tollens.core.errors import UnreadableError
from tollens.core.model import Trace
from tollens.core.shown import html_of
from tollens.core.wire.decode import convert, decode
from tollens.core.wire.encode import pretty
from tollens.core.wire.reading import Reading, Spelled
from tollens.core.wire.value import BOM, Fractions, begins_with, nothing_lost, parse, remarks_on, value_beside
from tollens.core.wire.versions import version_faults


class Document:
    """One trace file, read.

    Attributes:
        trace: The lenient reading: all that could be read; the rest stands in it as `Unrecognized…` values.
        faults: What the strict reading says. Errors among them mean that the file is no valid trace.
        spelled: Alternative spellings that were read, with their places.
        plain: The JSON value was read, from `data`, and languages are known to print each fraction in it alike.

    >>> document = Document.of({"trace_id": "t1", "actions": [{"id": 1}], "x_vendor": 1})
    >>> document.trace.trace_id, document.trace.actions
    ('t1', (UnrecognizedAction(Json({"id":1})),))
    >>> document.value["x_vendor"]
    1
    >>> document.faults[0].code
    'WIRE010'
    """

    __slots__ = ("_data", "_members", "_value", "faults", "plain", "spelled", "trace")

    def __init__(self, value: Any, data: bytes | None, reading: Reading) -> None:
        self._value = value
        self._data = data
        self._members: dict[str, msgspec.Raw] | None = None
        self.plain = False
        self.trace: Trace = reading.trace
        self.faults: tuple[Diagnostic, ...] = reading.faults
        self.spelled: tuple[Spelled, ...] = reading.spelled

    def _repr_html_(self) -> str | None:
        return html_of(self)

    @classmethod
    def read(cls, data: bytes) -> Self:
        """Read a trace from JSON bytes.

        Raises:
            UnreadableError: The bytes are no JSON object; says why, and where.
        """
        text = data.removeprefix(BOM)
        trace = decode(text)
        if trace is not None and nothing_lost(text):  # the JSON value, larger than the trace, is read when asked for
            return cls(None, data, Reading(trace, remarks_on(data) + version_faults(trace.spec_version)))
        parsed = parse(data)
        return cls(parsed.value, None, _read(parsed.value, parsed.faults))

    @classmethod
    def of(cls, value: Any, faults: tuple[Diagnostic, ...] = ()) -> Self:
        """Read a trace from a JSON value, which must not be changed afterwards.

        Args:
            value: The JSON value.
            faults: What reading its text found.

        Raises:
            UnreadableError: The value is no JSON object, or passes a limit of `parse`.
            MisuseError: It holds what is of no JSON type.
        """
        from tollens.core.wire.careful import oddities

        faults += oddities(value)
        if not faults and isinstance(value, dict) and (trace := convert(value)) is not None:
            return cls(value, None, Reading(trace, version_faults(trace.spec_version)))
        return cls(value, None, _read(value, faults))

    @classmethod
    def made(cls, value: dict[str, Any]) -> Self:
        """Read a trace from a JSON value that was made of parts of other Documents, in which reading found no fault.

        So it holds nothing that readers read otherwise, and need not be searched for it.

        Args:
            value: The JSON value, which must not be changed afterwards.
        """
        trace = convert(value)
        return cls.of(value) if trace is None else cls(value, None, Reading(trace, version_faults(trace.spec_version)))

    @property
    def value(self) -> dict[str, Any]:
        """The JSON value as read; treat it as read-only."""
        if self._value is None:
            assert self._data is not None
            fractions = Fractions()
            try:
                self._value = fractions.read(self._data.removeprefix(BOM))  # reading proved that nothing is lost
                self.plain = fractions.plain
            except (msgspec.MsgspecError, ValueError, RecursionError):
                self._value = parse(self._data).value
        return self._value  # type: ignore[no-any-return]

    def some(self, names: Iterable[str]) -> dict[str, Any]:
        """Some members of the JSON value, of those that there are; where it is not read yet, no others are read."""
        if self._value is None and self._data is not None:
            with suppress(msgspec.MsgspecError, ValueError, RecursionError):
                members = self._written
                return {name: msgspec.json.decode(members[name]) for name in names if name in members}
        return {name: self.value[name] for name in names if name in self.value}

    def written(self) -> Mapping[str, msgspec.Raw] | None:
        """The members as they are written, of a file that decodes straight; `None` of any other."""
        return None if self._data is None else self._written

    @property
    def data(self) -> bytes | None:
        """The bytes that were read, of a file that decodes straight: it holds what the model knows and nothing else."""
        return self._data

    def read_beside(self, other: "Document") -> None:
        """Read the JSON value, if it is not read yet, so that what is alike in another trace is the very same object.

        An element of a list is alike where it is written as the one in the same place of the other's list.
        """
        if self is not other and self._value is None and self._data is not None and other._data is not None:
            fractions = Fractions()
            with suppress(msgspec.MsgspecError, ValueError, RecursionError):
                self._value = value_beside(self._written, other._written, other.value, fractions)
                self.plain = fractions.plain and other.plain

    def begins_with(self, other: "Document", names: Iterable[str]) -> bool:
        """Whether it is plain that lists of the trace begin with all elements that those of another one have.

        It is where both decode straight, and these elements are written as there.
        """
        if self._data is None or other._data is None:
            return False
        own, others = self._written, other._written
        return all(begins_with(own.get(name), others[name]) for name in names if name in others)

    @property
    def _written(self) -> dict[str, msgspec.Raw]:
        """The members of a trace that decodes straight, as they are written."""
        if self._members is None:
            assert self._data is not None
            self._members = msgspec.json.decode(self._data.removeprefix(BOM), type=dict[str, msgspec.Raw])
        return self._members

    def beside(self, name: str) -> Any:
        """A member of the trace that the model has no place for; `None` where there is none.

        Where nothing is left aside, which most often is so, it is answered without reading the JSON value.
        """
        return None if self._value is None else self._value.get(name)

    @property
    def spec_version(self) -> str | None:
        """The version that the file states, or `None`."""
        return self.trace.spec_version or None

    def to_bytes(self) -> bytes:
        """The value as a file: JSON, two spaces a level, a final newline."""
        return pretty(self.value)


def _read(value: Any, faults: tuple[Diagnostic, ...]) -> Reading:
    if not isinstance(value, dict):
        raise UnreadableError(
            f"a trace is a JSON object, and this is {_ARTICLES.get(type(value), 'something else')}",
            "Give one trace a file.",
        )
    from tollens.core.wire import careful, legacy  # only what does not decode straight needs these
    from tollens.core.wire.reader import read

    safe = careful.printable(value) if any(fault.severity == "error" for fault in faults) else value
    reading = read(safe)
    lifted = legacy.lift_inline_payloads(safe)
    trace = reading.trace if lifted is safe else read(lifted).trace
    return Reading(trace, faults + reading.faults, reading.spelled)


_ARTICLES = {
    list: "an array",
    str: "a string",
    int: "a number",
    float: "a number",
    bool: "a boolean",
    type(None): "null",
}
