"""§16: YAML read as JSON values and written back, under limits. Only JSON's scalars are known: `no` stays a string.

PyYAML (the extra `yaml`) finds the tokens and events; the value is built here, without recursion, so that tags are
refused, a repeated member is reported and an alias that multiplies itself is stopped.
"""

import math
import re
from collections.abc import Callable, Iterator
from typing import Any

from tollens.core.diagnostics import pointer
from tollens.core.errors import MissingExtraError, MisuseError, UnreadableError
from tollens.core.wire.careful import decode_text
from tollens.core.wire.limits import MAX_DEPTH, MAX_DIGITS
from tollens.core.wire.value import BOM

MAX_REPEATED = 10_000
"""Most values that aliases may repeat in a file; a longer file may repeat as many values as it has bytes."""

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "": None}


def read_yaml(data: bytes) -> tuple[object, tuple[str, ...]]:
    """Read one YAML document.

    Args:
        data: The bytes of the file.

    Returns:
        The JSON value, and a JSON pointer to each member that was given more than once (the last one counts).

    Raises:
        UnreadableError: It is no YAML, has tags or several documents, or passes a limit.
        MissingExtraError: PyYAML is not installed.
    """
    yaml = _library()
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    builder = _Builder(max(MAX_REPEATED, len(data)))
    try:
        for event in yaml.parse(decode_text(data.removeprefix(BOM)), Loader=loader):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise _unreadable(error.problem or "it is no YAML", mark) from None
    except yaml.YAMLError as error:
        raise UnreadableError(f"it is no YAML: {str(error).splitlines()[0]}") from None
    return builder.root, tuple(builder.repeated)


def write_yaml(value: object) -> bytes:
    """Write a JSON value as YAML that `read_yaml` reads back equal, members in the given order.

    Raises:
        MisuseError: It holds NaN, an infinity or half of a surrogate pair, which have no form in YAML here.
        MissingExtraError: PyYAML is not installed.
    """
    yaml = _library()
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    try:
        return bytes(yaml.emit(_events(yaml, value), Dumper=dumper, allow_unicode=True, width=120).encode())
    except UnicodeEncodeError:
        raise MisuseError("half of a surrogate pair cannot be written as UTF-8", "Replace it by U+FFFD.") from None


def _events(yaml: Any, value: object) -> Iterator[Any]:
    """The events of a value, made without recursion."""
    means_text = _plain_texts(yaml)
    yield yaml.StreamStartEvent()
    yield yaml.DocumentStartEvent(explicit=False)
    waiting: list[Any] = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, yaml.Event):
            yield item
        elif isinstance(item, dict):
            yield yaml.MappingStartEvent(None, None, True, flow_style=not item)
            waiting.append(yaml.MappingEndEvent())
            waiting.extend(part for member in reversed(item.items()) for part in reversed(member))
        elif isinstance(item, list):
            yield yaml.SequenceStartEvent(None, None, True, flow_style=not item)
            waiting.append(yaml.SequenceEndEvent())
            waiting.extend(reversed(item))
        elif isinstance(item, str):
            yield yaml.ScalarEvent(None, None, (True, True), item, style=_style(item, means_text))
        else:
            yield yaml.ScalarEvent(None, None, (True, False), _plain(item))
    yield yaml.DocumentEndEvent(explicit=False)
    yield yaml.StreamEndEvent()


def _plain(item: object) -> str:
    """A scalar of JSON that is no string. A float gets a point, without which YAML 1.1 would take it for a string."""
    if item is None or isinstance(item, bool):
        return {None: "null", True: "true", False: "false"}[item]
    if isinstance(item, float) and not math.isfinite(item):
        raise MisuseError(
            "NaN and infinities cannot be written as JSON's values", "Replace them by null or by a string."
        )
    text = repr(item)
    return text.replace("e", ".0e") if isinstance(item, float) and "." not in text else text


def _plain_texts(yaml: Any) -> Callable[[str], bool]:
    """A test whether an unquoted text is a string to readers of YAML 1.1 as well as to this one."""
    resolver = yaml.SafeLoader("")

    def means_text(text: str) -> bool:
        tag = resolver.resolve(yaml.ScalarNode, text, (True, False))
        return tag == "tag:yaml.org,2002:str" and text not in _WORDS and _NUMBER.fullmatch(text) is None

    return means_text


def _style(text: str, means_text: Callable[[str], bool]) -> str | None:
    """Lines as a block, words bare, and double quotes, in which everything can be escaped, for all else."""
    if text.isprintable():
        return None if means_text(text) else '"'
    lines = text.split("\n")
    plain = all(line.isprintable() and line == line.rstrip() for line in lines)
    return "|" if plain and len(lines) > 1 and text[0] not in " \n" else '"'


def _library() -> Any:
    try:
        import yaml
    except ImportError:
        raise MissingExtraError("YAML", "yaml") from None
    return yaml


def _unreadable(problem: str, mark: Any) -> UnreadableError:
    if mark is None:
        return UnreadableError(problem)
    line, column = mark.line + 1, mark.column + 1
    return UnreadableError(f"{problem} (line {line}, column {column})", line=line, column=column)


class _Open:
    """A mapping or sequence whose end has not been seen yet."""

    __slots__ = ("anchor", "depth", "key", "place", "size", "value")

    def __init__(self, value: dict[str, Any] | list[Any], anchor: str | None, place: str) -> None:
        self.value = value
        self.anchor = anchor
        self.place = place  # its JSON pointer
        self.key: str | None = None
        self.size = 1
        self.depth = 1  # levels of nesting, its own included


class _Builder:
    """Builds the value from PyYAML's events.

    Attributes:
        root: The value, once every event has been taken.
        repeated: Pointers to members given more than once.
    """

    def __init__(self, allowance: int) -> None:
        self.root: Any = None
        self.repeated: list[str] = []
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Any, int, int]] = {}
        self._allowance = allowance  # values that aliases may still repeat
        self._documents = 0

    def take(self, event: Any) -> None:
        """Take the next event."""
        match type(event).__name__:
            case "ScalarEvent":
                value = self._scalar(event)
                if event.anchor is not None:
                    self._anchors[event.anchor] = (value, 1, 0)
                self._place(value, 1, 0, event.start_mark)
            case "MappingStartEvent":
                self._start({}, event)
            case "SequenceStartEvent":
                self._start([], event)
            case "MappingEndEvent" | "SequenceEndEvent":
                self._end(event)
            case "AliasEvent":
                self._alias(event)
            case "DocumentStartEvent":
                self._documents += 1
                if self._documents > 1:
                    raise _unreadable("it holds more than one YAML document", event.start_mark)

    def _start(self, value: dict[str, Any] | list[Any], event: Any) -> None:
        _refuse_tag(event)
        if self._open and isinstance(self._open[-1].value, dict) and self._open[-1].key is None:
            raise _unreadable("the name of a member must be a string", event.start_mark)
        if len(self._open) >= MAX_DEPTH:
            raise _unreadable(f"it is nested deeper than {MAX_DEPTH} levels", event.start_mark)
        self._open.append(_Open(value, event.anchor, self._pointer()))

    def _end(self, event: Any) -> None:
        closed = self._open.pop()
        if closed.anchor is not None:
            self._anchors[closed.anchor] = (closed.value, closed.size, closed.depth)
        self._place(closed.value, closed.size, closed.depth, event.start_mark)

    def _alias(self, event: Any) -> None:
        if event.anchor not in self._anchors:
            raise _unreadable(f"the alias {event.anchor!r} stands for nothing before it", event.start_mark)
        value, size, depth = self._anchors[event.anchor]
        if len(self._open) + depth > MAX_DEPTH:
            raise _unreadable(f"it is nested deeper than {MAX_DEPTH} levels", event.start_mark)
        self._allowance -= size
        if self._allowance < 0:
            raise _unreadable("its aliases repeat far more than the file holds", event.start_mark)
        self._place(value, size, depth, event.start_mark)

    def _place(self, value: Any, size: int, depth: int, mark: Any) -> None:
        if not self._open:
            self.root = value
            return
        holder = self._open[-1]
        holder.size += size
        holder.depth = max(holder.depth, depth + 1)
        if isinstance(holder.value, list):
            holder.value.append(value)
        elif holder.key is None:
            if not isinstance(value, str):
                raise _unreadable("the name of a member must be a string", mark)
            holder.key = value
            if value in holder.value:
                self.repeated.append(holder.place + pointer(value))
        else:
            holder.value[holder.key] = value
            holder.key = None

    def _pointer(self) -> str:
        """To what is about to begin."""
        if not self._open:
            return ""
        holder = self._open[-1]
        last = len(holder.value) if isinstance(holder.value, list) else holder.key
        return holder.place + pointer("" if last is None else last)

    def _scalar(self, event: Any) -> Any:
        _refuse_tag(event)
        text: str = event.value
        name = bool(self._open) and isinstance(self._open[-1].value, dict) and self._open[-1].key is None
        if name or not event.implicit[0]:  # quoted, a block text, or a member's name
            return text
        if text in _WORDS:
            return _WORDS[text]
        number = _NUMBER.fullmatch(text)
        if number is None:
            return text
        if number[1] is None and number[2] is None:
            if len(text.removeprefix("-")) > MAX_DIGITS:
                raise _unreadable(f"an integer has more than {MAX_DIGITS:,} digits", event.start_mark)
            return int(text)
        return float(text)


def _refuse_tag(event: Any) -> None:
    if event.tag is not None and event.tag != "!":
        raise _unreadable(f"the tag {event.tag!r} is refused: only JSON's own types are read", event.start_mark)
