"""Only what stands later replaces an artifact."""

from tests.unit.core.derive.traces import document, model
from tollens.core.graph.index import Index
from tollens.core.graph.succession import replacements


def test_the_last_later_artifact_replaces() -> None:
    held = [
        model("early") | {"supersedes": "old"},
        model("old"),
        model("new") | {"supersedes": "old"},
        model("newest") | {"supersedes": "old"},
        model("alone") | {"supersedes": "alone"},
        model("lost") | {"supersedes": "nowhere"},
    ]
    assert Index(document(artifacts=held).trace).replaced == {"old": "newest"}


def test_an_unrecognized_artifact_replaces_only_for_those_who_ask() -> None:
    trace = document(artifacts=[model("old"), model("new") | {"supersedes": "old", "name": 5}]).trace
    index = Index(trace)
    assert index.replaced == {}
    assert replacements(enumerate(trace.artifacts), index.artifact_at) == {"old": "new"}
