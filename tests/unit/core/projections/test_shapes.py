"""The tree that the generators walk says what the classes say."""

import pytest

from tollens.core import model
from tollens.core.projections import shapes
from tollens.core.projections.shapes import Presence

TRACE = shapes.trace()


def field(cls: type, name: str) -> shapes.Field:
    return next(each for each in shapes.record_of(cls).fields if each.name == name)


@pytest.mark.parametrize(
    ("cls", "name", "wire", "presence", "kind"),
    [
        (model.Trace, "trace_id", "trace_id", Presence.Required, shapes.Text),
        (model.Trace, "artifacts", "artifacts", Presence.List, shapes.ListOf),
        (model.Trace, "metrics", "metrics", Presence.Optional, shapes.Record),
        (model.Event, "typ", "type", Presence.Required, shapes.Enumeration),
        (model.ExecutionMetadata, "method_", "method", Presence.Optional, shapes.Text),
        (model.ExecutionMetadata, "cost", "cost", Presence.Optional, shapes.Number),
        (model.FormalModelPayload, "formal_code_ref", "formal_code_ref", Presence.Omittable, shapes.Text),
        (model.Signature, "algo", "algo", Presence.Required, shapes.Fixed),
        (model.DecisionOption, "chosen", "chosen", Presence.Required, shapes.Flag),
        (model.Policy, "formula", "formula", Presence.Required, shapes.Open),
    ],
)
def test_fields(cls: type, name: str, wire: str, presence: Presence, kind: type) -> None:
    found = field(cls, name)
    assert (found.wire, found.presence, type(found.type)) == (wire, presence, kind)


def test_unions_have_names_and_tags() -> None:
    unions = {node.name: node for node in shapes.named(TRACE) if isinstance(node, shapes.Union)}
    assert {name: union.tag_field for name, union in unions.items()} == {
        "Artifact": "artifact_type",
        "Action": "category",
        "AcceptanceItem": "kind",
    }
    assert [member.tag for member in unions["Action"].members] == ["activity", "gateway", "reasoning", "governance"]


def test_members_that_only_other_constructors_have() -> None:
    action = next(node for node in shapes.named(TRACE) if isinstance(node, shapes.Union) and node.name == "Action")
    gateway = next(member for member in action.members if member.tag == "gateway")
    assert action.only_elsewhere(gateway) == ("request", "result", "result_summary")


def test_an_opaque_type_keeps_its_name_in_a_list_and_through_inheritance() -> None:
    points = field(model.CosimulationResultPayload, "divergence_points").type
    assert points == shapes.ListOf(shapes.Open("divergence_point", False, model.Json))
    metadata = field(model.DiffArtifact, "metadata").type
    assert metadata == shapes.Open("artifact_metadata", True, model.JsonObject)


def test_an_enumeration_lists_constructors_with_their_words() -> None:
    role = field(model.DiffArtifact, "artifact_role").type
    assert isinstance(role, shapes.Enumeration)
    assert role.other == "CustomArtifactRole"
    assert shapes.Constructor("ProofRole", "proof") in role.constructors


def test_what_is_used_comes_before_what_uses_it() -> None:
    seen: set[str] = set()
    for node in shapes.every():
        for part in shapes.parts(node):
            inner = part.item if isinstance(part, shapes.ListOf) else part
            if isinstance(inner, shapes.Named):
                assert inner.name in seen
        seen.add(node.name)


def test_a_class_that_the_tree_cannot_hold_is_refused() -> None:
    class Odd(model.Record, frozen=True, kw_only=True):
        """A record with bytes, which the text does not have."""

        data: bytes

    with pytest.raises(TypeError, match="no shape"):
        shapes.record_of(Odd)


def test_only_a_plain_type_has_a_word_of_its_own() -> None:
    assert shapes.word(shapes.Number()) == "int or float"
    with pytest.raises(TypeError, match="no word"):
        shapes.word(shapes.ListOf(shapes.Text()))
