"""A model that a merge joined replaces all that it joins (§15.3, §7.3)."""

from typing import Any

import pytest

from tollens.core.derive.freshness.models import Models
from tollens.core.graph.index import Index
from tollens.core.wire.document import Document


def model(name: str, language: str = "iml", **members: Any) -> dict[str, Any]:
    payload = {"model_language": language, "formal_code": f"let {name} x = x"}
    return {"artifact_id": name, "artifact_type": "FormalModel", "payload": payload, **members}


def standing(*artifacts: dict[str, Any]) -> list[list[str]]:
    models = Models(Index(Document.of({"trace_id": "t", "artifacts": list(artifacts)}).trace))
    lines = [models.standing(line) for line in range(len(models.members))]
    return [[models.texts[text].artifact_id for text in texts] for texts in lines]


def test_it_stands_for_both() -> None:
    assert standing(model("m1"), model("m2")) == [["m1"], ["m2"]]
    assert standing(model("m1"), model("m2"), model("j", metadata={"joins": ["m1", "m2"]})) == [["j"]]
    assert standing(model("m1"), model("m2"), model("j", supersedes="m1", metadata={"joins": ["m2"]})) == [["j"]]


@pytest.mark.parametrize(
    "joins",
    [["m2"], "m1", [1, None], ["elsewhere"], ["j"], {"m1": True}],
    ids=["later", "text", "odd", "gone", "self", "map"],
)
def test_what_names_no_earlier_model_replaces_none(joins: object) -> None:
    assert standing(model("m1"), model("j", metadata={"joins": joins}), model("m2")) == [["m1"], ["j"], ["m2"]]


def test_a_model_of_another_language_stays() -> None:
    assert standing(model("m1"), model("j", "python", metadata={"joins": ["m1"]})) == [["m1"], ["j"]]
