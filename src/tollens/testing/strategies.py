"""Hypothesis strategies for every type of the model, derived from the model's types, so that none is forgotten.

The values are structurally valid: any of them can be encoded and decoded again. They are not semantically valid: ids
are arbitrary, so references mostly dangle. Lists are short and texts few, to keep the search fast.

>>> from hypothesis import find
>>> find(events(), lambda event: event.reason).reason
'a1'
"""

import functools
from typing import Any, TypeVar

from hypothesis import strategies as st
from msgspec import UNSET

from tollens.core import model
from tollens.core.model import Json, JsonObject, OpenWord, Record, VerificationResultVariant
from tollens.core.projections import shapes
from tollens.core.projections.shapes import Presence

T = TypeVar("T", bound=Record)

VERSIONS = ("1.11", "1.0", "1.4", "1.10")
"""Versions of the text that generated traces state."""

_MAX_ITEMS = 2
"""Elements of a generated list."""

_WHOLE = st.integers(-(2**53), 2**53)
"""Integers that every reader of JSON reads as the same number."""

_TEXT = st.one_of(
    st.sampled_from(["", "a1", "src/payments.py", "é", "x/y~z", "\U0001f600\n", '"', "\\"]),
    st.text(max_size=4),
)


def json_values() -> st.SearchStrategy[Any]:
    """Small JSON values, without NaN and infinities."""
    return _JSON


def json_objects() -> st.SearchStrategy[dict[str, Any]]:
    """Small JSON objects."""
    return st.dictionaries(_TEXT, _JSON, max_size=_MAX_ITEMS)


_JSON: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), _WHOLE, st.floats(allow_nan=False, allow_infinity=False), _TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=_MAX_ITEMS), st.dictionaries(_TEXT, inner, max_size=_MAX_ITEMS)),
    max_leaves=4,
)


def of(kind: type[T]) -> st.SearchStrategy[T]:
    """Values of one record class, or of one constructor of a union.

    >>> from hypothesis import find
    >>> find(of(model.MergeEvent), lambda event: True)
    MergeEvent(parents=(), base=None, kind='')
    """
    return _record(kind)


def _any_of(shape_of: type[Record]) -> st.SearchStrategy[Any]:
    """Any constructor of the union whose common record is given."""
    union = next(
        node for node in shapes.named(shapes.trace()) if isinstance(node, shapes.Union) and node.common.cls is shape_of
    )
    return _value(union)


def traces() -> st.SearchStrategy[model.Trace]:
    """Whole traces (§5)."""
    return of(model.Trace)


def artifacts() -> st.SearchStrategy[model.KnownArtifact]:
    """Artifacts of every type (§7.1)."""
    return _any_of(model.ArtifactCommon)


def actions() -> st.SearchStrategy[model.KnownAction]:
    """Actions of every category (§8.1)."""
    return _any_of(model.ActionCommon)


def acceptance_items() -> st.SearchStrategy[model.KnownAcceptanceItem]:
    """Criteria of every kind (§18.1)."""
    return _any_of(model.AcceptanceCommon)


def goals() -> st.SearchStrategy[model.Goal]:
    """Goals (§18.1)."""
    return of(model.Goal)


def events() -> st.SearchStrategy[model.Event]:
    """Events (§6.1)."""
    return of(model.Event)


def meta_actions() -> st.SearchStrategy[model.MetaAction]:
    """Meta-actions (§8.4)."""
    return of(model.MetaAction)


def residuals() -> st.SearchStrategy[model.Residual]:
    """Entries of the deprecated list of residuals (§13.7)."""
    return of(model.Residual)


def verification_results() -> st.SearchStrategy[model.VerificationResultPayload]:
    """Verification results whose status and tag agree (§10.4)."""
    return of(model.VerificationResultPayload)


@functools.cache
def _record(kind: type[Record]) -> st.SearchStrategy[Any]:
    shape = shapes.record_of(kind)
    if shape.exactly_one:
        return st.one_of([_value(field.type) for field in shape.fields]).map(VerificationResultVariant.of)
    fields = {field.name: _field(field) for field in shape.fields}
    if kind is model.Trace:
        fields["spec_version"] = st.sampled_from(VERSIONS)
    if shape.verdict is None:
        return st.builds(shape.cls, **fields)
    status, result = shape.verdict
    words = next(field.type for field in shape.fields if field.name == status)
    assert isinstance(words, shapes.Enumeration)

    def agreeing(members: dict[str, Any]) -> Any:
        """Build the record with the status that the result's tag demands."""
        return shape.cls(**{**members, status: words.cls(members[result].tag)})

    return st.fixed_dictionaries(fields).map(agreeing)


def _field(field: shapes.Field) -> st.SearchStrategy[Any]:
    value = _value(field.type)
    match field.presence:
        case Presence.Optional if isinstance(field.type, shapes.Open):
            # An open value that is null cannot be told from an absent one on the wire.
            return st.none() | value.map(lambda held: None if held.text == b"null" else held)
        case Presence.Optional:
            return st.none() | value
        case Presence.Omittable:
            return st.just(UNSET) | value
        case Presence.Required | Presence.List:
            return value


def _value(node: shapes.Node) -> st.SearchStrategy[Any]:
    """Values of any type of the tree."""
    match node:
        case shapes.Text():
            return _TEXT
        case shapes.Whole():
            return _WHOLE
        case shapes.Number():
            return st.one_of(_WHOLE, st.floats(allow_nan=False, allow_infinity=False))
        case shapes.Flag():
            return st.booleans()
        case shapes.Fixed(words=words):
            return st.sampled_from(words)
        case shapes.Open(object_only=object_only):
            return json_objects().map(JsonObject.of) if object_only else _JSON.map(Json.of)
        case shapes.Enumeration(cls=cls):
            return _words(cls)
        case shapes.ListOf(item=item):
            return st.lists(_value(item), max_size=_MAX_ITEMS).map(tuple)
        case shapes.Record(cls=cls):
            return _record(cls)
        case shapes.Union(members=members):
            return st.one_of([_record(member.cls) for member in members])
        case _:
            raise TypeError(f"no strategy for {node}")


def _words(cls: Any) -> st.SearchStrategy[Any]:
    """Members of a closed enumeration; of an open one also words of its own."""
    if issubclass(cls, OpenWord):
        return st.one_of(st.sampled_from(sorted(cls.KNOWN.values())), _TEXT).map(cls)
    return st.sampled_from(list(cls))
