"""Ids of what is added: free, in order, and the same for the same trace."""

import pytest

from tollens.core.author import identifiers
from tollens.core.wire.document import Document


def test_an_action_comes_after_all_others_read_or_not() -> None:
    document = Document.of({"actions": [{"id": 7}, {"id": 2}, {"nothing": 1}]})
    assert identifiers.next_action_id(document.trace) == 8
    assert identifiers.next_action_id(Document.of({}).trace) == 1


def test_an_artifact_id_is_no_reference_and_no_legacy_residual() -> None:
    value = {
        "artifacts": [{"artifact_id": "r1"}],
        "reference_artifacts": [{"reference_artifact_id": "r2"}],
        "residuals": [{"residual_id": "r3"}],
    }
    assert identifiers.next_artifact_id(Document.of(value).trace, "r") == "r4"


@pytest.mark.parametrize(
    ("taken", "next_"),
    [
        ([], "c1"),
        (["c1", "c12", "c3"], "c13"),
        (["c01", "d9", "cx", "c²"], "c2"),
        (["c" + "9" * 5000], "c1"),
        (["c" + "9" * 15, "c1" + "0" * 15], "c1" + "0" * 14 + "1"),
    ],
)
def test_the_next_id(taken: list[str], next_: str) -> None:
    assert identifiers.next_id(taken, "c") == next_
