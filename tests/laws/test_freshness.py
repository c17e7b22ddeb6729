"""Laws of freshness (§18.3): it depends on content alone, formatting never changes it, a revert restores it.

And nothing that is added, damaged or stamped makes a stale result fresh, except the model itself.
"""

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.core.derive import traces
from tests.unit.core.derive.plain import language_of
from tollens.core.author.stamped import stamped
from tollens.core.derive.freshness.stamping import printed, stamps
from tollens.core.derive.freshness.verdicts import Verdict, freshness
from tollens.core.errors import MisuseError
from tollens.core.graph.index import Index
from tollens.core.model import Freshness
from tollens.core.wire.document import Document

NAMES = ("a", "b", "c")
Model = dict[str, tuple[str, ...]]
"""Each name that a text defines, with the words of its definition."""

models: st.SearchStrategy[Model] = st.dictionaries(
    st.sampled_from(NAMES), st.lists(st.sampled_from((*NAMES, "0", "1")), max_size=3).map(tuple), min_size=1
)


@st.composite
def histories(draw: st.DrawFn) -> dict[str, Any]:
    """The JSON value of a trace: versions of two models, proofs, edits and engines in any order."""
    artifacts: list[dict[str, Any]] = []
    actions: list[dict[str, Any]] = []
    last: dict[int, str] = {}
    results = 0
    for number in range(1, draw(st.integers(2, 7)) + 1):
        kind = draw(st.sampled_from(("model", "model", "proof", "proof", "diff", "engine")))
        if kind == "model" or not last:
            line = draw(st.integers(0, 1))
            name = f"m{number}"
            members: dict[str, Any] = {"supersedes": last[line]} if line in last and draw(st.booleans()) else {}
            members |= draw(st.sampled_from(({}, {"derived_from": [f"s{line}"]})))
            artifacts.append(model(name, written(draw(models)), number, **members))
            last[line] = name
        elif kind == "proof":
            target = last[draw(st.sampled_from(sorted(last)))]
            symbol = draw(st.sampled_from(NAMES))
            artifacts.append(traces.goal(f"g{number}", target, target_symbol=symbol))
            made = traces.answer(f"r{number}", goal=f"g{number}", producer_action_id=number)
            stored = fingerprint(draw, artifacts, target, symbol)
            if stored is not None:
                made["payload"]["fingerprint"] = stored
            artifacts.append(made)
            results += 1
        elif kind == "diff":
            artifacts.append(diff(f"d{number}", draw(st.sampled_from(NAMES)), number))
        actions.append(
            traces.action(number, "Verify", "a step", "reasoning", execution={"tool": "engine", "version": "2"})
            if kind == "engine"
            else traces.action(number, "Explain")
        )
    sources = [traces.artifact(f"s{line}", "SourceCode", name=f"s{line}.py") for line in (0, 1)]
    return dict(traces.document(artifacts=[*sources, *artifacts], actions=actions).value)


def fingerprint(draw: st.DrawFn, artifacts: list[dict[str, Any]], target: str, symbol: str) -> dict[str, Any] | None:
    """None, one of ours over the model as it stands, or one of a scheme that nobody can recompute."""
    kind = draw(st.sampled_from(("none", "ours", "foreign")))
    if kind == "none":
        return None
    stored = {"task_checksum": "other:00", "target_symbol": symbol, "engine": "engine", "engine_version": "1"}
    if kind == "ours":
        actions = [traces.action(number, "Explain") for number in range(1, 9)]
        index = Index(traces.document(artifacts=artifacts, actions=actions).trace)
        try:
            stored["task_checksum"] = printed(index, language_of, symbol, target).task_checksum
        except MisuseError:
            return None
    return stored


def model(name: str, text: str, made: int, **members: Any) -> dict[str, Any]:
    payload = {"model_language": "iml", "formal_code": text}
    return traces.artifact(name, "FormalModel", payload, producer_action_id=made, **members)


def diff(name: str, symbol: str, made: int) -> dict[str, Any]:
    return traces.artifact(name, "Diff", producer_action_id=made, metadata={"target_symbol": symbol})


def written(text: Model) -> str:
    return "\n".join(f"let {name} {' '.join(words)}" for name, words in text.items())


def judged(value: dict[str, Any]) -> dict[str, Verdict]:
    return freshness(Index(Document.of(value).trace), language_of)


def words(value: dict[str, Any]) -> dict[str, Freshness]:
    return {name: verdict.verdict for name, verdict in judged(value).items()}


def none_raised(before: dict[str, Freshness], after: dict[str, Freshness]) -> bool:
    """Whether no result is fresh afterwards that was not before."""
    return all(before.get(name) is Freshness.Fresh for name, word in after.items() if word is Freshness.Fresh)


def added(value: dict[str, Any], artifact: dict[str, Any] | None, action: dict[str, Any]) -> dict[str, Any]:
    held = [artifact] if artifact is not None else []
    return {**value, "artifacts": [*value["artifacts"], *held], "actions": [*value["actions"], action]}


def reformatted(text: str) -> str:
    """The same definitions in the opposite order, with comments and other layout."""
    lines = [f"(* now *) \n{line.replace(' ', '   ')}\n" for line in reversed(text.split("\n"))]
    return "\n".join(line.replace("(* now *) \n", "") + "(* so *)" for line in lines)


@given(histories())
@settings(max_examples=60)
def test_it_depends_on_content_alone(value: dict[str, Any]) -> None:
    other = copy.deepcopy(value)
    for artifact in other["artifacts"]:
        artifact["artifact_id"] = f"x{artifact['artifact_id']}"
        artifact["derived_from"] = [f"x{name}" for name in artifact.get("derived_from", [])]
        if "supersedes" in artifact:
            artifact["supersedes"] = f"x{artifact['supersedes']}"
        for member in ("target_artifact_id", "goal_artifact_id"):
            if member in artifact.get("payload", {}):
                artifact["payload"][member] = f"x{artifact['payload'][member]}"
    for action in other["actions"]:
        action |= {"id": 10 * action["id"], "label": "something else", "rationale": "another"}
    for artifact in other["artifacts"]:
        if "producer_action_id" in artifact:
            artifact["producer_action_id"] *= 10
    other |= {"trace_id": "t2", "timestamp": "2030-01-01T00:00:00Z", "assistant": "another"}
    before, after = judged(value), judged(other)
    assert [(v.verdict, v.basis, v.changed) for v in before.values()] == [
        (v.verdict, v.basis, v.changed) for v in after.values()
    ]


@given(histories())
@settings(max_examples=60)
def test_formatting_never_changes_it(value: dict[str, Any]) -> None:
    other = copy.deepcopy(value)
    for artifact in other["artifacts"]:
        if artifact["artifact_type"] == "FormalModel":
            artifact["payload"]["formal_code"] = reformatted(artifact["payload"]["formal_code"])
    assert words(value) == words(other)


@given(histories(), models, models)
@settings(max_examples=60)
def test_a_revert_restores_it(value: dict[str, Any], first: Model, second: Model) -> None:
    value["artifacts"] = [held for held in value["artifacts"] if held["artifact_type"] != "FormalModel"]
    line = {"derived_from": ["s0"]}
    held = model("m", written(first), 1, **line)
    stored = {"task_checksum": "other:00", "target_symbol": next(iter(first))}
    proof = traces.answer("r", goal="g", producer_action_id=2)
    proof["payload"]["fingerprint"] = stored
    goal = traces.goal("g", "m", target_symbol=stored["target_symbol"])
    changed = model("n", written(second), 3, **line)
    back = model("o", written(first), 4, **line)
    actions = [traces.action(number, "Explain") for number in range(1, 5)]
    start = {**value, "artifacts": [value["artifacts"][0], held, goal, proof, changed, back], "actions": actions}
    assert words(start) == {"r": Freshness.Fresh}


@given(histories(), st.sampled_from(NAMES))
@settings(max_examples=60)
def test_no_edit_engine_or_unread_element_makes_a_result_fresh(value: dict[str, Any], symbol: str) -> None:
    before = words(value)
    number = max((action["id"] for action in value["actions"]), default=0) + 1
    step = traces.action(number, "Explain")
    advanced = traces.action(number, "Verify", "v", "reasoning", execution={"tool": "engine", "version": "9"})
    unread = {"artifact_id": "u", "artifact_type": "FormalModel", "payload": 1, "producer_action_id": number}
    last = next((held for held in reversed(value["artifacts"]) if held["artifact_type"] == "FormalModel"), None)
    replaced = unread if last is None else unread | {"supersedes": last["artifact_id"]}
    for artifact, action in (
        (diff("z", symbol, number), step),
        (None, traces.edited(number, "s0.py")),
        (None, advanced),
        (unread, step),
        (replaced, step),
    ):
        assert none_raised(before, words(added(value, artifact, action)))


@given(histories())
@settings(max_examples=40)
def test_no_damage_makes_a_result_fresh(value: dict[str, Any]) -> None:
    before = words(value)
    for list_, name in (("artifacts", "name"), ("actions", "label")):
        for at in range(len(value[list_])):
            damaged = copy.deepcopy(value)
            damaged[list_][at][name] = 7
            assert none_raised(before, words(damaged))


@given(histories())
@settings(max_examples=60)
def test_no_stamp_makes_a_result_fresh(value: dict[str, Any]) -> None:
    document = Document.of(value)
    found = stamps(Index(document.trace), language_of)
    after = stamped(document, found.made, "t2", at="2026-01-02T00:00:00Z", by="someone")
    assert none_raised(words(value), words(after.value))
    kept = {stamp.position for stamp in found.made}
    for at, (old, new) in enumerate(zip(value["artifacts"], after.value["artifacts"], strict=True)):
        payload = {name: held for name, held in new["payload"].items() if name != "fingerprint"} if at in kept else None
        assert (new if at not in kept else {**new, "payload": payload}) == old


@given(histories())
@settings(max_examples=80)
def test_fresh_by_a_fingerprint_means_the_same_closure(value: dict[str, Any]) -> None:
    """Against a plain reading of the texts: what the symbol reaches in the text of its goal, then and now."""
    texts = {held["artifact_id"]: held for held in value["artifacts"] if held["artifact_type"] == "FormalModel"}
    held = {each["artifact_id"]: each for each in value["artifacts"]}
    for name, verdict in judged(value).items():
        result = held[name]["payload"]
        if verdict.verdict is not Freshness.Fresh or "fingerprint" not in result:
            continue
        target = held[result["goal_artifact_id"]]["payload"]["target_artifact_id"]
        line = [target]
        for text in texts.values():
            if text.get("supersedes") in line:
                line.append(text["artifact_id"])
        then, now = (texts[at]["payload"]["formal_code"] for at in (line[0], line[-1]))
        symbol = result["fingerprint"]["target_symbol"]
        assert own_part(then, symbol) == own_part(now, symbol)


def own_part(text: str, symbol: str) -> dict[str, str]:
    """What a symbol reaches within one text."""
    lines = {line.split()[1]: line for line in text.split("\n")}
    reached: dict[str, str] = {}
    waiting = [symbol]
    while waiting:
        name = waiting.pop()
        if name in lines and name not in reached:
            reached[name] = lines[name]
            waiting.extend(lines[name].split()[2:])
    return reached
