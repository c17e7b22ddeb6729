"""A question is answered again by what supersedes the answer or surely came later, and by nothing else."""

from typing import Any

from tests.unit.core.graph.test_lineage import index_of
from tollens.core.graph.answers import answered_again
from tollens.core.validate.examples import (
    a_conformance_check,
    a_model,
    a_verification_goal,
    an_action,
    an_analysis,
    an_artifact,
    an_open_result,
)


def again(*artifacts: dict[str, Any], counting: set[str] | None = None) -> dict[str, str]:
    actions = [an_action(number) for number in (1, 2, 3)]
    index = index_of(actions=actions, artifacts=[a_model(), a_verification_goal(), *artifacts])
    return answered_again(index, lambda name: counting is None or name in counting)


def made(result: dict[str, Any], action: int | None, **members: Any) -> dict[str, Any]:
    return result | {"producer_action_id": action} | members


def test_a_later_action_answers_again() -> None:
    first, second, third = (made(an_open_result(name), at) for at, name in enumerate(("r1", "r2", "r3"), start=1))
    assert again(first, second, third) == {"r1": "r3", "r2": "r3"}
    assert again(third, second, first) == {"r1": "r3", "r2": "r3"}
    assert again(first, second, third, counting={"r2"}) == {"r1": "r2"}
    assert again(first, second, third, counting=set()) == {}


def test_without_makers_only_supersedes_tells() -> None:
    first, second = an_open_result("r1"), an_open_result("r2")
    assert again(first, second) == {}
    assert again(first, second | {"supersedes": "r1"}) == {"r1": "r2"}
    assert again(first, made(second, 2)) == {}


def test_a_chain_reaches_the_end_that_counts() -> None:
    chain = [an_open_result("r1"), an_open_result("r2") | {"supersedes": "r1"}]
    chain.append(an_open_result("r3") | {"supersedes": "r2"})
    assert again(*chain) == {"r1": "r3", "r2": "r3"}
    assert again(*chain, counting={"r2"}) == {"r1": "r2"}


def test_another_question_is_no_answer() -> None:
    other = made(an_open_result("r2", about="other", goal_id=2), 2, supersedes="r1")
    assert again(a_verification_goal("other", goal_id=2), made(an_open_result("r1"), 1), other) == {}
    split, of_another = (
        made(an_analysis(name, target_symbol=symbol), at) for at, name, symbol in ((1, "s1", "f"), (2, "s2", "g"))
    )
    assert again(split, of_another) == {}
    assert again(split, made(an_analysis("s3", target_symbol="f"), 2)) == {"s1": "s3"}


def test_a_version_of_the_goal_or_of_the_target_asks_the_same() -> None:
    newer = a_verification_goal("newer") | {"supersedes": "goal"}
    assert again(newer, made(an_open_result("r1"), 1), made(an_open_result("r2", about="newer"), 2)) == {"r1": "r2"}
    model = a_model("model-2") | {"supersedes": "model"}
    splits = made(an_analysis("s1"), 1), made(an_analysis("s2", target="model-2"), 2)
    assert again(model, *splits) == {"s1": "s2"}


def test_a_conformance_check_is_against_its_reference() -> None:
    def check(name: str, reference: str, action: int) -> dict[str, Any]:
        return made(a_conformance_check(reference=reference), action, artifact_id=name)

    held = an_artifact("ref"), an_artifact("ref-2")
    assert again(*held, check("c1", "ref", 1), check("c2", "ref-2", 2)) == {}
    assert again(*held, check("c1", "ref", 1), check("c2", "ref", 2)) == {"c1": "c2"}
