"""Traces as branches of one work: each continues the one before it, with ids by count, so that branches clash."""

from typing import Any

from hypothesis import strategies as st

from tollens.core.wire.document import Document

WORDS = ("f", "g", "h")
Value = dict[str, Any]


def begun() -> Value:
    """A trace in which nothing was done."""
    return {
        "trace_id": "base",
        "spec_version": "1.11",
        "assistant": "an agent",
        "model": "a model",
        "timestamp": "2026-01-01T00:00:00Z",
        "trigger": {"type": "TaskReceived"},
        "actions": [],
        "meta_actions": [],
        "outcome": {"type": "ProcessCompleted"},
        "artifacts": [],
        "policies": [],
        "policy_evaluations": [],
        "comments": [],
        "review_items": [],
        "goals": [],
        "x_vendor": {"kept": True},
    }


def made(value: Value, kind: str, derived: list[str], **more: Any) -> str:
    """An artifact that the last action made; gives its id."""
    name = f"a{len(value['artifacts']) + 1}"
    action = value["actions"][-1]
    artifact = {
        "artifact_id": name,
        "artifact_type": kind,
        "producer_action_id": action["id"],
        "derived_from": derived,
        **more,
    }
    action["outputs"].append(name)
    value["artifacts"].append(artifact)
    return name


def act(value: Value, category: str, kind: str, inputs: list[str], **more: Any) -> int:
    """An action after all others; gives its id."""
    number = max((action["id"] for action in value["actions"]), default=0) + 1
    action = {"id": number, "category": category, "type": kind, "label": kind, "rationale": "because"}
    value["actions"].append({**action, "inputs": inputs, "outputs": [], **more})
    return number


def step(value: Value, what: str, word: str, pick: int) -> None:
    """Do one thing in a trace, which is changed."""
    names = [artifact["artifact_id"] for artifact in value["artifacts"]]
    about = names[pick % len(names)] if names else None
    if what == "edit" or about is None:
        before = [name for name in names if name == about]
        act(value, "activity", "EditFile", before)
        made(value, "SourceCode", before, summary=word, **({"supersedes": about} if before else {}))
    elif what == "prove":
        act(value, "reasoning", "Verify", [about], execution={"tool": "t"}, x_note=word)
        asked = {"goal_id": 1, "kind": "verify", "description": word, "src": word, "target_artifact_id": about}
        goal = made(value, "VerificationGoal", [about], payload=asked)
        proof = {"status": "proved", "result": {"proved": {"proof_pp": word, "properties": []}}}
        answer = {"goal_id": 1, "goal_artifact_id": goal, **proof}
        made(value, "VerificationResult", [goal], payload=answer)
    elif what == "doubt":
        act(value, "activity", "AnalyzeCode", [about])
        target = {"target_type": "artifact", "target_id": about}
        payload = {"kind": "defeater", "defeater_kind": "rebuts", "statement": word, "target": target, "status": "open"}
        number = value["actions"][-1]["id"]
        made(value, "Residual", [about], summary=word, payload={**payload, "introduced_by_action_id": number})
    elif what == "observe":
        said = {"observation_id": f"o{len(value['actions'])}", "derived_from": [about], "statement": word}
        act(value, "activity", "ReadFile", [about], observations=[said])
    elif what == "group":
        free = [action["id"] for action in value["actions"] if not action.get("meta_action_id")]
        if free and free[-1] == value["actions"][-1]["id"]:
            name = f"m{len(value['meta_actions']) + 1}"
            value["meta_actions"].append(
                {"id": name, "title": word, "action_ids": free[-1:], "source": "plan_declared"}
            )
            value["actions"][-1] = {**value["actions"][-1], "meta_action_id": name}
    elif what == "go on":
        if value["meta_actions"] and value["actions"][-1].get("meta_action_id") == value["meta_actions"][-1]["id"]:
            group = value["meta_actions"][-1]
            number = act(value, "activity", "ReadFile", [about], meta_action_id=group["id"])
            value["meta_actions"][-1] = {**group, "action_ids": [*group["action_ids"], number]}
    elif what == "say":
        target = {"target_type": "artifact", "target_id": about}
        said = {"author": "a reviewer", "created_at": "2026-01-01T00:00:00Z", "body": word, "target": target}
        value["comments"].append({"comment_id": f"c{len(value['comments']) + 1}", **said})
    elif what == "demand":
        target = {"target_type": "action", "target_id": str(value["actions"][pick % len(value["actions"])]["id"])}
        said = {"author": "a reviewer", "created_at": "2026-01-01T00:00:00Z", "title": word, "target": target}
        name = f"i{len(value['review_items']) + 1}"
        value["review_items"].append({"review_item_id": name, **said, "status": "open"})
    elif what == "settle":
        if value["review_items"]:
            value["review_items"][-1] = {**value["review_items"][-1], "status": "resolved", "resolution_note": word}
    elif what == "aim":
        value["goals"].append(
            {"goal_id": f"g{len(value['goals']) + 1}", "intent": word, "scope": [word], "acceptance": []}
        )
    elif what == "aim again":
        if value["goals"]:
            value["goals"][-1] = {**value["goals"][-1], "intent": f"{value['goals'][-1]['intent']} {word}"}
    elif what == "check":
        if not value["policies"]:
            rule = {"name": word, "severity": "error", "scope": "trace", "kind": "trace_invariant", "formula": word}
            value["policies"].append({"policy_id": "p1", **rule})
        last = value["actions"][-1]["id"]
        verdict = {"policy_id": "p1", "status": "failed" if word == "f" else "passed", "checked_at_action_id": last}
        value["policy_evaluations"].append(verdict)


DOINGS = (
    *("edit", "prove", "doubt", "observe", "group", "go on"),
    *("say", "demand", "settle", "aim", "aim again", "check"),
)

steps = st.lists(st.tuples(st.sampled_from(DOINGS), st.sampled_from(WORDS), st.integers(0, 5)), max_size=6)


def grown(value: Value, name: str, doings: list[tuple[str, str, int]]) -> Value:
    """A trace that continues another one, which stays as it is."""
    after = {key: list(held) if isinstance(held, list) else held for key, held in value.items()} | {"trace_id": name}
    after["actions"] = [{**action, "outputs": list(action["outputs"])} for action in value["actions"]]
    for what, word, pick in doings:
        step(after, what, word, pick)
    return after


@st.composite
def branches(draw: st.DrawFn, *names: str) -> tuple[Document, ...]:
    """A base and traces of those names that continue it."""
    base = grown(begun(), "base", draw(steps))
    return tuple(Document.of(each) for each in (base, *(grown(base, name, draw(steps)) for name in names)))
