"""One field of many elements, read as a column: most are of one class, and most say one of few things."""

from collections.abc import Sequence
from functools import cache
from operator import attrgetter
from types import NoneType
from typing import Any

import msgspec

from tollens.core.model.artifacts import ResidualArtifact
from tollens.core.model.residuals import ResidualStatus
from tollens.core.policy.valued import getter, valued
from tollens.core.policy.values import MISSING, Value, Word
from tollens.core.policy.vocabulary import tag_of

LISTS_OF_IDS = ("derived_from", "related_artifact_ids")
"""Fields that name artifacts, which stand for these."""

OPEN = Word(ResidualStatus.ResidualOpen.value)
"""The status of a residual that does not say where it stands: it is outstanding (§13.1)."""

ON_THE_WIRE = {"id": "artifact_id", "type": "artifact_type", "role": "artifact_role"}
"""Short names of members of artifacts."""

_payload = attrgetter("payload")


def absent(name: str) -> Value:
    """What a field of a residual is where none is stated."""
    return OPEN if name == "status" else MISSING


def of_one_class(kind: Any, artifacts: Sequence[Any], name: str) -> Sequence[Value] | None:
    """A field of each of several artifacts of a class; `None` where it is no plain member of them or their payloads."""
    name = ON_THE_WIRE.get(name, name)
    if name in LISTS_OF_IDS or name == "freshness" or not issubclass(kind, msgspec.Struct):
        return None
    if name == "artifact_type":
        return [Word(tag_of(kind))] * len(artifacts)
    get = getter(kind, name)
    if get is not None:
        return _valued(list(map(get, artifacts)), MISSING)
    payloads = list(map(_payload, artifacts)) if "payload" in kind.__struct_fields__ else []
    kinds: set[Any] = set(map(type, payloads))
    payload: Any = kinds.pop() if len(kinds) == 1 else None
    get = getter(payload, name) if payload is not None and issubclass(payload, msgspec.Struct) else None
    if get is None:
        return None
    return _valued(list(map(get, payloads)), absent(name) if kind is ResidualArtifact else MISSING)


def _valued(values: Sequence[Any], nothing: Value) -> Sequence[Value]:
    """Values of the model as values of the language, each once; `nothing` where none is stated."""
    kinds = set(map(type, values))
    if all(map(_stands, kinds)):
        return values
    if all(map(_stands, kinds - {NoneType})):
        return [nothing if value is None else value for value in values]
    met = {id(value): value for value in values}
    told = {key: nothing if value is None else valued(value) for key, value in met.items()}
    return list(map(told.__getitem__, map(id, values)))


@cache
def _stands(kind: type) -> bool:
    """Whether the values of a class are values of the language as they are."""
    return kind in (str, bool, int, float) or issubclass(kind, msgspec.Struct)
