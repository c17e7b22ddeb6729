"""Of whatever stands in a journal the trace can be made, every line counted, and nothing is complete by chance."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tollens.core.author.recording import FORMAT, REPORT, Recording
from tollens.core.model import EventType

values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.text(max_size=4),
    lambda held: st.lists(held, max_size=3) | st.dictionaries(st.text(max_size=3), held, max_size=3),
    max_leaves=6,
)
actions = st.fixed_dictionaries(
    {"id": st.integers(0, 4) | values},
    optional={
        "category": st.just("activity"),
        "type": st.sampled_from(("EditFile", "RunTests")) | values,
        "label": st.text(max_size=4) | values,
        "rationale": st.text(max_size=4),
        "evidence": st.lists(st.fixed_dictionaries({"type": st.just("FileRef"), "ref": values}), max_size=2) | values,
        "observations": values,
        "outputs": values,
    },
)
entries = st.one_of(
    values,
    st.builds(lambda action, begun: {"action": action, "open": begun}, actions | values, st.booleans() | values),
    actions.map(lambda action: {"ended": action}),
    (st.fixed_dictionaries({"artifact_id": st.sampled_from(("a", "b", REPORT, "")), "artifact_type": values})).map(
        lambda artifact: {"artifact": artifact}
    ),
    st.fixed_dictionaries({"goal_id": values}).map(lambda goal: {"goal": goal}),
    values.map(lambda held: {"outcome": held}),
    st.just({"journal": FORMAT, "trace": {}}),
    values.map(lambda held: {"goal": {"goal_id": "g"}, "redacted": held}),
)


@given(st.lists(entries, max_size=12), st.booleans())
def test_every_line_is_accounted_for(lines: list[Any], closed: bool) -> None:
    recording = Recording()
    recording.take({"journal": FORMAT, "trace": {"trace_id": "t1"}})
    for line in lines:
        recording.take(line)
    report = recording.report()
    assert report.entries + len(report.broken) == len(lines) + 1
    document = recording.document(closed=closed)
    assert [action["id"] for action in document.value["actions"]] == list(range(1, report.actions + 1))
    said = any(isinstance(line, dict) and isinstance(line.get("outcome"), dict) for line in lines)
    if not said:
        assert document.value["outcome"]["type"] == EventType.ProcessInterrupted.value
    names = [artifact["artifact_id"] for artifact in document.value["artifacts"]]
    assert len(names) == len(set(names))
