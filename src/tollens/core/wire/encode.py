"""§16 The canonical model to JSON: the normal form.

Every list is written, every option is written as null when absent, as §16.2 and §16.3 show them; an artifact without
a payload has no `payload` member; goals are spelled as §18.6 shows them; an unrecognized element is written as it was
read.
"""

import functools
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from tollens.core.errors import MisuseError
from tollens.core.model import Trace, Unrecognized
from tollens.core.model.base import Json, encode_hook


def _hook(value: object) -> object:
    return msgspec.Raw(value.value.text) if isinstance(value, Unrecognized) else encode_hook(value)


@functools.cache
def _encoder() -> msgspec.json.Encoder:
    return msgspec.json.Encoder(enc_hook=_hook)


def to_json(value: Trace | object) -> bytes:
    """The normal form of a trace, or of any part of one, as compact JSON."""
    return _encoder().encode(value)


def to_value(value: Trace | object) -> Any:
    """The normal form as a JSON value: for a `Trace` a dict.

    Half of a surrogate pair, and an integer too long to be written, stay as they are: reading the value reports them.

    Raises:
        MisuseError: The value is neither of the model nor a JSON value.
    """
    try:
        return msgspec.json.decode(to_json(value))
    except ValueError:  # what has no text as JSON
        return _lists(msgspec.to_builtins(value, enc_hook=_plain))
    except (NotImplementedError, TypeError) as error:
        raise MisuseError(f"no value of the model: {error}", "Give values of the model, or of JSON.") from None
    except RecursionError:
        raise MisuseError("the value is nested too deeply to be written, or holds itself") from None


def _plain(value: object) -> object:
    held = value.value if isinstance(value, Unrecognized) else value
    return held.value if isinstance(held, Json) else encode_hook(held)


def _lists(value: Any) -> Any:
    """The value with lists in place of tuples."""
    root = [value]
    waiting: list[Any] = [root]
    while waiting:
        holder = waiting.pop()
        for at, item in list(holder.items() if isinstance(holder, dict) else enumerate(holder)):
            if isinstance(item, tuple):
                holder[at] = list(item)
            if isinstance(holder[at], dict | list):
                waiting.append(holder[at])
    return root[0]


def pretty(value: Any) -> bytes:
    """A JSON value as people read it: two spaces a level, UTF-8 unescaped, a final newline.

    Raises:
        MisuseError: The value holds NaN or an infinity, which no JSON can, or an integer of more than 4,300 digits.
    """
    try:
        return msgspec.json.format(msgspec.json.encode(_finite(value)), indent=2) + b"\n"
    except UnicodeEncodeError:  # a lone surrogate has no UTF-8 form; its escape reads back as it was
        import json

        return (json.dumps(value, ensure_ascii=True, indent=2, allow_nan=False) + "\n").encode("ascii")
    except ValueError:
        raise MisuseError("an integer of more than 4300 digits cannot be written", "Write it as a string.") from None


def _finite(value: Any) -> Any:
    """The value itself, once it is known that every number in it can be written (msgspec would write null)."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            stack.extend(item.values())
        elif isinstance(item, list):
            stack.extend(item)
        elif isinstance(item, float) and (item != item or item in (float("inf"), float("-inf"))):
            raise MisuseError("NaN and infinities cannot be written as JSON", "Replace them by null or by a string.")
    return value


def pretty_trace(trace: Trace) -> bytes:
    """A trace as `pretty` writes its normal form, which is not made on the way where it has UTF-8."""
    try:
        return msgspec.json.format(to_json(trace), indent=2) + b"\n"
    except ValueError:
        return pretty(to_value(trace))


_BATCH = 1_000
"""How many elements of a list are written at once."""


def pretty_pieces(trace: Trace) -> Iterator[bytes]:
    """As `pretty_trace`, piece by piece: the text of a large trace is never there as a whole."""
    names = zip(trace.__struct_fields__, trace.__struct_encode_fields__, strict=True)
    held = {name: (written, getattr(trace, name)) for name, written in names}
    long = {name: both for name, both in held.items() if isinstance(both[1], tuple) and len(both[1]) > _BATCH}
    rest = pretty_trace(msgspec.structs.replace(trace, **dict.fromkeys(long, ())))
    for written, elements in long.values():
        # No text of JSON has a line break in it: only a member of the trace itself stands so.
        before, rest = rest.split(f'\n  "{written}": []'.encode(), 1)
        yield before + f'\n  "{written}": ['.encode()
        for start in range(0, len(elements), _BATCH):
            yield (b"," if start else b"") + _batch(elements[start : start + _BATCH])
        yield b"\n  ]"
    yield rest


def _batch(elements: Sequence[object]) -> bytes:
    """Elements of a list of the trace, without its brackets."""
    try:
        text = msgspec.json.format(to_json(elements), indent=2)
    except ValueError:
        text = pretty(to_value(elements)).rstrip(b"\n")
    return text[1:-2].replace(b"\n", b"\n  ")
