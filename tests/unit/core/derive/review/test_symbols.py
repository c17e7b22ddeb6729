"""What is established about a symbol: the worst of what is current decides, and what was replaced is history."""

from collections.abc import Hashable
from typing import Any

import pytest

from tests.unit.core.derive.evaluated import no_language
from tests.unit.core.derive.traces import action, answer, artifact, defeater, document, goal, model, residual
from tollens.core.derive.evaluation import evaluate
from tollens.core.derive.review.symbols import SymbolAccount, UnknownSymbol, symbol_account
from tollens.core.ports import Definition, Definitions, Language, Unread


class Letters:
    """A language in which each word of a text is a definition: `name`, or `name=text`."""

    name = "letters"
    version = 1

    def parse(self, text: str) -> tuple[str, ...]:
        return tuple(text.split())

    def outline(self, text: str) -> None:
        return None

    def link(self, texts: Any) -> Definitions:
        found = tuple(
            Definition(word.partition("=")[0], source, word, (word,))
            for source, words in enumerate(texts)
            for word in words
        )
        return Definitions(found, ("",) * len(texts))


def letters(name: str) -> Language[Hashable] | Unread:
    return Letters() if name == "letters" else no_language(name)


def written(name: str, text: str, **members: Any) -> dict[str, Any]:
    return artifact(name, "FormalModel", {"model_language": "letters", "formal_code": text}, **members)


def account(name: str, *artifacts: dict[str, Any], **members: Any) -> SymbolAccount:
    found = asked(name, *artifacts, **members)
    assert isinstance(found, SymbolAccount)
    return found


def asked(name: str, *artifacts: dict[str, Any], **members: Any) -> SymbolAccount | UnknownSymbol:
    steps = [action(number, "Verify", category="reasoning") for number in (1, 2, 3)]
    held = document(**{"actions": steps, "artifacts": list(artifacts)} | members)
    return symbol_account(evaluate(held, letters), letters, name)


MODEL = written("model", "f M.g h", producer_action_id=1)
ASKED = goal(target_symbol="f")


def proof(name: str = "r", verdict: str = "proved", action_id: int = 2, **members: Any) -> dict[str, Any]:
    return answer(name, verdict, producer_action_id=action_id, **members)


def test_a_proof_that_is_fresh_and_uncontested_holds() -> None:
    found = account("f", MODEL, ASKED, proof())
    assert (found.symbol, found.standing, found.defined_in) == ("f", "holds", ("model",))
    (result,) = found.results
    assert (result.verdict, result.question, result.by, result.freshness) == (
        "proved",
        "f is total",
        "an engine",
        "Fresh",
    )


@pytest.mark.parametrize(
    ("verdict", "standing"), [("refuted", "refuted"), ("unknown", "undecided"), ("sat", "undecided")]
)
def test_a_verdict_that_is_no_proof(verdict: str, standing: str) -> None:
    assert account("f", MODEL, ASKED, proof(verdict=verdict)).standing == standing


def test_a_dispute_comes_before_everything() -> None:
    found = account("f", MODEL, ASKED, proof(), defeater("d", "model"))
    assert (found.standing, found.results[0].contested_by) == ("contested", "d")
    assert [gap.residual_id for gap in found.gaps] == []
    assert [gap.residual_id for gap in account("f", MODEL, ASKED, proof(), defeater("d", "r")).gaps] == ["d"]


def test_a_result_over_another_version_is_out_of_date() -> None:
    newer = written("model-2", "f=2 M.g", producer_action_id=3, supersedes="model")
    gone = written("model-2", "h", producer_action_id=3, supersedes="model")
    stated = {"task_checksum": "sha256:0", "target_symbol": "f", "model_artifact_id": "model"}
    result = proof()
    result["payload"]["fingerprint"] = stated
    outdated = account("f", MODEL, ASKED, result, newer)
    assert outdated.standing == "stale"
    assert [gap.residual_id for gap in outdated.derived_residuals] == ["stale-r"]
    assert account("f", MODEL, ASKED, result, gone).standing == "detached"


def test_the_worst_of_what_is_current_decides_and_history_does_not() -> None:
    other = goal("goal-2", target_symbol="f", goal_id=2)
    second = answer("r2", "unknown", goal="goal-2", producer_action_id=2)
    second["payload"]["goal_id"] = 2
    found = account("f", MODEL, ASKED, other, proof(), second)
    assert found.standing == "undecided"
    assert [result.artifact_id for result in found.results] == ["r2", "r"]
    again = account("f", MODEL, ASKED, proof("r", "refuted", 2), proof("r2", "proved", 3))
    assert again.standing == "holds"
    assert [(result.artifact_id, result.standing) for result in again.results] == [("r2", "holds"), ("r", "replaced")]


def test_a_result_that_names_no_symbol_is_about_the_whole_model() -> None:
    found = account("h", MODEL, goal(), proof())
    assert [(result.artifact_id, result.whole) for result in found.results] == [("r", True)]


def test_a_symbol_without_results_is_known_with_its_unanswered_goals() -> None:
    found = account("f", MODEL, ASKED)
    assert (found.standing, found.unanswered) == ("nothing", ("goal",))
    assert account("h", MODEL).standing == "nothing"


def test_the_last_part_of_a_name_is_enough_where_it_is_unique() -> None:
    assert account("g", MODEL).symbol == "M.g"
    both = asked("g", written("model", "M.g N.g"))
    assert isinstance(both, UnknownSymbol)
    assert both.near == ("M.g", "N.g")


def test_an_unknown_name_says_what_is_like_it_and_what_was_not_read() -> None:
    found = asked("capturr", written("m", "capture"), model("other"))
    assert found == UnknownSymbol("capturr", ("capture",), ("other: iml is read by nobody here",))


def test_gaps_about_its_results_are_told() -> None:
    held = MODEL, ASKED, proof(), residual("r1", anchors=("goal",)), residual("r2", anchors=("elsewhere",))
    assert [gap.residual_id for gap in account("f", *held).gaps] == ["r1"]


def test_an_analysis_holds_only_where_it_says_that_it_is_complete() -> None:
    def split(complete: bool | None, regions: int = 1) -> str:
        payload = {
            "target_artifact_id": "model",
            "target_symbol": "f",
            "analysis_kind": "regions",
            "complete": complete,
            "regions": [{"constraints": []}] * regions,
        }
        return account("f", MODEL, artifact("s", "StateSpaceAnalysisResult", payload, producer_action_id=2)).standing

    assert [split(True), split(False), split(None), split(True, 0)] == ["holds", "undecided", "undecided", "undecided"]


def test_a_proof_that_lists_a_refuted_property_is_none() -> None:
    odd = proof()
    odd["payload"]["result"]["proved"]["properties"] = [{"name": "p", "status": "refuted", "src": ""}]
    assert account("f", MODEL, ASKED, odd).standing == "refuted"
