"""Fields of many elements at once are those of each by itself."""

import pytest

from tollens.core.graph.index import Index
from tollens.core.policy.members import Members
from tollens.core.policy.record import Record
from tollens.core.policy.values import Several, Value
from tollens.core.validate.examples import a_model, a_residual
from tollens.core.wire.document import Document

NAMES = (
    "id",
    "artifact_id",
    "type",
    "kind",
    "status",
    "severity",
    "statement",
    "target",
    "related_artifact_ids",
    "name",
    "role",
    "symbols",
)


def _residual(number: int, **members: object) -> dict[str, object]:
    made = a_residual(f"r{number}", ("model",))
    return made | {"payload": {**made["payload"], **members}}


RESIDUALS = [
    _residual(1, severity="high", status="open"),
    _residual(2, severity=None, status=None),
    _residual(3, severity="high", status="waived", statement="another"),
]


COMMANDS = [
    {"artifact_id": f"c{number}", "artifact_type": "CommandResult", "payload": {"id": number, "status": "passed"}}
    for number in (1, 2)
]
LISTS = [
    RESIDUALS,
    [*RESIDUALS, a_model()],
    [*RESIDUALS, _residual(4, kind=7)],
    [a_model(), a_model()],
    COMMANDS,
    [*COMMANDS, a_model()],
    [
        {"artifact_id": "d1", "artifact_type": "Diff", "artifact_role": "odd"},
        {"artifact_id": "d2", "artifact_type": "Diff"},
    ],
    [{"artifact_id": "w1", "artifact_type": "Weird"}],
]


@pytest.mark.parametrize("artifacts", LISTS)
@pytest.mark.parametrize("name", [*NAMES, "freshness", "source", "nothing"])
def test_fields_at_once_are_those_of_each(artifacts: list[dict[str, object]], name: str) -> None:
    trace = Document.of({"trace_id": "t1", "spec_version": "1.11", "artifacts": artifacts}).trace
    members = Members(Record(Index(trace)))
    elements = [members.artifact(place) for place in range(len(trace.artifacts))]
    together = members.fields(elements, name)
    assert [_plain(value) for value in together] == [_plain(members.field(element, name)) for element in elements]


@pytest.mark.parametrize("others", [[], [a_model()]])
def test_an_artifact_has_its_own_id_whatever_its_open_payload_says(others: list[dict[str, object]]) -> None:
    trace = Document.of({"trace_id": "t1", "spec_version": "1.11", "artifacts": [*COMMANDS, *others]}).trace
    members = Members(Record(Index(trace)))
    elements = [members.artifact(place) for place in range(len(COMMANDS))]
    assert members.fields(elements, "id") == [members.field(one, "id") for one in elements] == ["c1", "c2"]


def _plain(value: Value) -> object:
    return list(value.members) if isinstance(value, Several) else value
