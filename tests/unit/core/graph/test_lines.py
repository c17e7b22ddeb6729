"""Versions replace one another by `supersedes`, or by a higher revision of what they derive from."""

from typing import Any

from tests.unit.core.graph.test_lineage import index_of
from tollens.core.graph.lines import lines
from tollens.core.validate.examples import an_artifact


def currents(*artifacts: dict[str, Any], of: int = 0) -> list[str]:
    index = index_of(artifacts=list(artifacts))
    return [str(index.trace.artifacts[at].artifact_id) for at in lines(index).current(of)]


def test_the_end_of_a_line_is_current_from_every_version() -> None:
    line = [an_artifact("a"), an_artifact("b", supersedes="a"), an_artifact("c", supersedes="b"), an_artifact("x")]
    for version in range(3):
        assert currents(*line, of=version) == ["c"]
    assert currents(*line, of=3) == ["x"]


def test_a_fork_has_two_current_versions() -> None:
    forked = [an_artifact("a"), an_artifact("b", supersedes="a"), an_artifact("c", supersedes="a")]
    assert currents(*forked) == ["b", "c"]
    assert currents(*forked, of=1) == ["b", "c"]


def test_a_higher_revision_of_a_parent_is_its_next_version() -> None:
    first = an_artifact("a", revision=1, component_id="n")
    assert currents(first, an_artifact("b", revision=2, component_id="n", derived_from=["a"])) == ["b"]
    assert currents(first, an_artifact("b", revision=2, component_id="m", derived_from=["a"])) == ["a"]
    assert currents(first, an_artifact("b", revision=1, component_id="n", derived_from=["a"])) == ["a"]
    assert currents(first, an_artifact("b", component_id="n", derived_from=["a"])) == ["a"]
    assert currents(first, an_artifact("b", "Diff", revision=2, component_id="n", derived_from=["a"])) == ["a"]


def test_of_several_lower_revisions_the_highest_is_the_predecessor() -> None:
    made = [
        an_artifact("a", revision=1),
        an_artifact("b", revision=2, derived_from=["a"]),
        an_artifact("c", revision=3, derived_from=["a", "b"]),
    ]
    assert lines(index_of(artifacts=made)).before == {1: 0, 2: 1}


def test_what_a_version_says_that_it_supersedes_decides() -> None:
    made = [
        an_artifact("a", revision=1),
        an_artifact("b"),
        an_artifact("c", revision=2, derived_from=["a"], supersedes="b"),
    ]
    assert currents(*made) == ["a"]
    assert currents(*made, of=1) == ["c"]


def test_only_an_earlier_artifact_is_replaced() -> None:
    ring = [an_artifact("a", supersedes="b"), an_artifact("b", supersedes="a")]
    assert currents(*ring) == ["b"]
    assert currents(an_artifact("a", supersedes="a")) == ["a"]
    assert currents(an_artifact("a", supersedes="nowhere")) == ["a"]


def test_an_unrecognized_version_is_current() -> None:
    assert currents(an_artifact("a"), an_artifact("b", supersedes="a", summary=5)) == ["b"]
