"""The fields of actions that formulas read (policy companion §10, §16)."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from tollens.core.model.actions import KnownAction
from tollens.core.model.evidence import Evidence
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.policy.fields import fields_of
from tollens.core.policy.plan import type_name
from tollens.core.policy.record import Record
from tollens.core.policy.values import MISSING, Each, Element, Unknown, Value, Word
from tollens.core.policy.vocabulary import ACTION_TYPES

_OF_EXECUTION = ("tool", "version", "method", "determinism", "duration_ms", "cost")
OF_ARTIFACTS = ("target_artifact_id", "derived_from")
"""Fields that are read of what the action produced."""


class Reader(Protocol):
    """What the fields of an action are read with."""

    def valued(self, value: Any) -> Value:
        """A value of the model as a value of the language."""

    def target(self, element: Element) -> Value:
        """The files that an action names."""

    def inputs(self, element: Element) -> Value:
        """What an action lists as inputs."""

    def outputs(self, element: Element) -> Value:
        """What an action produced."""

    def action(self, position: int) -> Element:
        """The action at a position."""

    def artifact(self, place: int) -> Element:
        """The artifact at a place in the list."""

    def field(self, value: Value, name: str) -> Value:
        """A field of a value."""


def action_field(reader: Reader, record: Record, position: int, name: str) -> Value:
    """A field of the action at a position."""
    action = record.trace.actions[position]
    if isinstance(action, Unrecognized):
        said = action.text(name) if name in ("type", "category") else None
        unread = said is None or (name == "type" and type_name(said) in ACTION_TYPES)
        return Unknown("an action could not be read") if unread else Word(str(said))
    special = _SPECIAL.get(name)
    if special is not None:
        return special(reader, record, position, action)
    if name in OF_ARTIFACTS:
        return produced_field(reader, record, position, name)
    if name in _OF_EXECUTION:
        return reader.valued(_execution_member(action, name))
    if name in action.__struct_fields__:
        return reader.valued(getattr(action, name))
    return MISSING if name in fields_of("action") else Unknown(f"no action has a field `{name}`")


_SPECIAL: Mapping[str, Callable[[Reader, Record, int, KnownAction], Value]] = {
    "type": lambda reader, record, position, action: Word(action.type.value),
    "category": lambda reader, record, position, action: Word(str(action.__struct_config__.tag)),
    "target": lambda reader, record, position, action: reader.target(reader.action(position)),
    "target_path": lambda reader, record, position, action: reader.target(reader.action(position)),
    "inputs": lambda reader, record, position, action: reader.inputs(reader.action(position)),
    "outputs": lambda reader, record, position, action: reader.outputs(reader.action(position)),
    "input_count": lambda reader, record, position, action: len(action.inputs),
    "output_count": lambda reader, record, position, action: len(record.made[position]),
    "exit_code": lambda reader, record, position, action: _exit_code(action),
}
"""Fields that are not read as they stand."""


def produced_field(
    reader: Reader, record: Record, position: int, name: str, types: frozenset[str] = frozenset()
) -> Value:
    """A field of everything that an action produced and that has it.

    Args:
        reader: Reads the fields.
        record: What is evaluated.
        position: Of the action.
        name: Of the field.
        types: Only of artifacts of these types; of all where it is empty.
    """
    found: list[Value] = []
    for place in record.made[position]:
        element = reader.artifact(place)
        kind = reader.field(element, "type")
        if types and isinstance(kind, Word) and kind.word not in types:
            continue
        value = reader.field(element, name)
        if value != MISSING:
            found.append(value)
    return Each(tuple(found)) if found else MISSING


def _exit_code(action: KnownAction) -> Value:
    codes = [item.exit_code for item in action.evidence if isinstance(item, Evidence) and item.exit_code is not None]
    return Each(tuple(codes)) if len(codes) > 1 else codes[0] if codes else MISSING


def _execution_member(action: KnownAction, name: str) -> object:
    held = action.execution
    if held is None or isinstance(held, Unrecognized):
        return held
    return getattr(held, "method_" if name == "method" else name)
