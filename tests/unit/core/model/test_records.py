"""Every record of the model is a value: frozen, hashable, compared by value, printable (§2.1)."""

import copy
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tollens.core import model
from tollens.core.model import OpenWord, Record, Trace, Word
from tollens.core.projections import shapes
from tollens.core.wire.decode import decode
from tollens.core.wire.encode import to_json
from tollens.testing import strategies

RECORDS = sorted(
    {
        held
        for name in model.__all__
        if isinstance(held := getattr(model, name), type) and issubclass(held, Record) and held is not Record
    },
    key=lambda cls: cls.__name__,
)
BUILDABLE = [cls for cls in RECORDS if not cls.__name__.endswith("Common")]


def test_every_record_that_a_trace_may_hold_is_public() -> None:
    held = {node.cls for node in shapes.named(shapes.trace()) if isinstance(node, shapes.Record)}
    assert held <= set(RECORDS)


@pytest.mark.parametrize("cls", RECORDS)
def test_a_record_is_declared_as_a_value(cls: type[Record]) -> None:
    config = cls.__struct_config__
    assert config.frozen
    assert config.forbid_unknown_fields
    assert config.eq
    assert not config.gc  # safe only because frozen values of frozen values form no cycle


@pytest.mark.parametrize("cls", BUILDABLE)
@given(st.data())
@settings(max_examples=5)
def test_a_record_is_a_value(cls: type[Record], data: st.DataObject) -> None:
    value: Any = data.draw(strategies.of(cls))
    fields = {name: getattr(value, name) for name in cls.__struct_fields__}
    again = cls(**fields)
    assert again == value
    assert hash(again) == hash(value)
    assert copy.deepcopy(value) == value
    assert repr(value).startswith(cls.__name__ + "(")
    for name, held in fields.items():
        with pytest.raises(AttributeError):
            setattr(value, name, held)
        assert not isinstance(held, list | dict | set)


@given(strategies.traces())
@settings(max_examples=15)
def test_a_whole_trace_is_hashable_and_survives_the_wire(trace: Trace) -> None:
    again = decode(to_json(trace))
    assert again == trace
    assert hash(again) == hash(trace)


def test_different_constructors_with_equal_fields_differ() -> None:
    assert model.DiffArtifact(artifact_id="a") != model.PlanArtifact(artifact_id="a")


@pytest.mark.parametrize("cls", [cls for cls in vars(model).values() if isinstance(cls, type) and cls is not Word])
def test_every_type_says_what_it_is_and_which_section_it_serves(cls: type) -> None:
    assert cls.__doc__


def words() -> list[type[Word]]:
    return [cls for cls in vars(model).values() if isinstance(cls, type) and issubclass(cls, Word) and cls is not Word]


@pytest.mark.parametrize("cls", words())
def test_no_two_constructors_share_a_word(cls: type[Word]) -> None:
    assert len(cls.__members__) == len(list(cls))


@pytest.mark.parametrize("cls", [model.ArtifactRole, model.ReferenceArtifactType])
def test_an_open_word_is_a_value_with_a_constructor(cls: type[OpenWord]) -> None:
    for constructor, word in cls.KNOWN.items():
        assert cls(word).constructor == constructor
    assert cls("of my own").constructor == cls.OTHER
    assert cls("a") == cls("a") != cls("b")
    assert hash(cls("a")) == hash(cls("a"))
    with pytest.raises(TypeError):
        cls(1)  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        cls("a").word = "b"  # type: ignore[misc]


def test_open_words_of_two_types_differ() -> None:
    assert model.ArtifactRole("x") != model.ReferenceArtifactType("x")


def test_open_json_is_a_value_that_tells_numbers_and_booleans_apart() -> None:
    one, float_one, true = (model.Json.of(value) for value in (1, 1.0, True))
    assert len({one, float_one, true, model.Json.of(1)}) == 3
    assert model.Json.of({"b": 1, "a": 2}) == model.Json.of({"a": 2, "b": 1})
    held = model.JsonObject.of({"exit_code": 0})
    held.value["exit_code"] = 1
    assert held["exit_code"] == 0
    assert list(held) == ["exit_code"]
    assert "exit_code" in held
    with pytest.raises(TypeError):
        model.JsonObject.of([1])


def test_a_record_refuses_positional_arguments_and_unknown_fields() -> None:
    with pytest.raises(TypeError):
        model.Event(model.EventType.TaskReceived)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        model.Event(typ=model.EventType.TaskReceived, invented=1)  # type: ignore[call-arg]
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"type":"TaskReceived","invented":1}', type=model.Event)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_open_json_refuses_what_is_no_number_of_json(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        model.Json.of({"a": [number]})
    assert model.Json.of({"a": None}).value == {"a": None}
