"""§12.4 The content hash of a file, by one of the schemes, and whether other languages would compute the same."""

from typing import Any, Literal

import msgspec

from tollens.core.diagnostics import Diagnostic
from tollens.core.integrity.canonical import Canonical, an_object, canonical_of, canonical_value
from tollens.core.integrity.portability import remarks
from tollens.core.wire.value import parse
from tollens.runtime.collector import paused
from tollens.runtime.traces import is_json, loads

Scheme = Literal["canonical", "jcs"]
SCHEMES: tuple[Scheme, ...] = ("canonical", "jcs")
"""The schemes, in the order in which verification tries them."""


class Hashed(msgspec.Struct, frozen=True):
    """The content hash of one file.

    Attributes:
        content_hash: `sha256:` and 64 hexadecimal digits; null where there is none.
        scheme: The form that it is taken over: `canonical`, which is in use, or `jcs` (RFC 8785).
        portable: Any language that reads the file computes the same hash.
        diagnostics: What stands in the way of that. Errors also keep the trace from being signed.
    """

    content_hash: str | None
    scheme: Scheme
    portable: bool
    diagnostics: tuple[Diagnostic, ...]


def canonical_file(data: bytes, *, yaml: bool = False) -> Canonical:
    """The canonical bytes of a trace file.

    Args:
        data: JSON, or YAML.
        yaml: Whether text that is no JSON is YAML.

    Raises:
        UnreadableError: It is no JSON or YAML object.
    """
    if yaml and not is_json(data):
        document = loads(data, yaml=True)
        return canonical_value(document.value, document.faults)
    with paused():
        return canonical_of(data)


def value_of(data: bytes, *, yaml: bool = False) -> dict[str, Any]:
    """The JSON value of a trace file; treat it as read-only.

    Raises:
        UnreadableError: It is no JSON or YAML object.
    """
    if yaml and not is_json(data):
        return loads(data, yaml=True).value
    with paused():
        value = parse(data).value
    return an_object(value)


def hashed(data: bytes, scheme: Scheme = "canonical", *, yaml: bool = False) -> Hashed:
    """The content hash of a trace file by a scheme.

    Raises:
        UnreadableError: It is no JSON or YAML object.
        MissingExtraError: The scheme needs an extra that is not installed.
        MisuseError: What it holds has no form in that scheme.

    >>> hashed(b'{"trace_id": "t1"}').content_hash
    'sha256:64b1bd8f72877500dcc53db721b90abf5558b9159d701d085bab6fc5b2bc5586'
    """
    canonical = canonical_file(data, yaml=yaml)
    if scheme == "jcs":
        from tollens.core.integrity.jcs import jcs_hash

        return Hashed(jcs_hash(value_of(data, yaml=yaml)), scheme, not canonical.ambiguous, canonical.ambiguous)
    said = remarks(canonical, lambda: value_of(data, yaml=yaml))
    return Hashed(canonical.digest, scheme, not said, said)
