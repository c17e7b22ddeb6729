"""What a person names as a target: found, or refused with the way to say it."""

import pytest

from tollens.core.author.targets import target
from tollens.core.errors import MisuseError
from tollens.core.graph.index import Index
from tollens.core.validate.examples import a_link, a_policy, a_reference, an_action, an_artifact
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

INDEX = Index(
    Document.of(
        {
            **MINIMAL,
            "actions": [an_action(12)],
            "artifacts": [an_artifact("a3"), an_artifact("both"), an_artifact("action:12"), an_artifact("x:y")],
            "reference_artifacts": [a_reference("ref"), a_reference("both")],
            "policies": [a_policy("p1")],
            "trace_links": [a_link(to_trace_id="t0")],
        }
    ).trace
)


@pytest.mark.parametrize(
    ("said", "kind", "name"),
    [
        ("trace", "trace", "t1"),
        ("trace:t1", "trace", "t1"),
        ("trace:t0", "trace", "t0"),
        ("action:12", "action", "12"),
        ("action:012", "action", "12"),
        ("artifact:a3", "artifact", "a3"),
        ("artifact:action:12", "artifact", "action:12"),
        ("a3", "artifact", "a3"),
        ("x:y", "artifact", "x:y"),
        ("ref", "reference_artifact", "ref"),
        ("reference_artifact:both", "reference_artifact", "both"),
        ("policy:p1", "policy", "p1"),
        ("p1", "policy", "p1"),
    ],
)
def test_what_is_there_is_found(said: str, kind: str, name: str) -> None:
    found = target(INDEX, said)
    assert (found.target_type.value, found.target_id) == (kind, name)


@pytest.mark.parametrize(
    ("said", "message", "advice"),
    [
        ("boht", "'boht' is nothing in this trace", "Did you mean both?"),
        ("12", "'12' is nothing in this trace", "action:12"),
        ("both", "names 2 things", "artifact:both or reference_artifact:both"),
        ("action:13", "the action '13', which does not exist", "A target is"),
        ("action:x", "the action 'x', which does not exist", "A target is"),
        ("policy_evaluation:p1", "the policy evaluation 'p1', which does not exist", "A target is"),
        ("artifact:", "has no id", "A target is"),
        ("trace:t7", "neither this trace nor one that it links to", "Write trace."),
    ],
)
def test_what_is_not_there_is_refused(said: str, message: str, advice: str) -> None:
    with pytest.raises(MisuseError, match=message) as refused:
        target(INDEX, said)
    assert advice in refused.value.advice
