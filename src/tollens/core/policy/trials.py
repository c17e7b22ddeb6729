"""A policy tried on its own examples: the traces that it was written with, and whether its verdicts are theirs.

An example is about a few actions and artifacts. What every trace has besides, and what an action has besides its type,
is filled in, so that an example shows what it is about and nothing else.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tollens.core.policy.checking import Given, Terms, given
from tollens.core.policy.derived import Evaluate, shared_over
from tollens.core.policy.gallery import Example, Published
from tollens.core.policy.record import Settings
from tollens.core.policy.verdict import Rule, judge
from tollens.core.policy.vocabulary import ACTION_TYPES
from tollens.core.wire.document import Document

_TRACE: Mapping[str, Any] = {
    "trace_id": "example",
    "spec_version": "1.11",
    "assistant": "an agent",
    "model": "a model",
    "timestamp": "2026-01-01T00:00:00Z",
    "trigger": {"type": "TaskReceived"},
    "actions": [],
    "outcome": {"type": "ProcessCompleted"},
    "artifacts": [],
}


class Trial(msgspec.Struct, frozen=True):
    """One example of a policy, tried.

    Attributes:
        policy_id: Of the policy.
        example: What happens in it.
        expected: The verdicts that are right.
        status: The verdict; empty where the example is words only, which nobody can run.
        agrees: Whether it is right, and the trace is one; null where nothing was run.
        message: The verdict in a sentence.
        violating_action_ids: Where it is violated.
    """

    policy_id: str
    example: str
    expected: tuple[str, ...]
    status: str
    agrees: bool | None
    message: str
    violating_action_ids: tuple[int, ...] = ()


def tried(one: Published, evaluate: Evaluate, types: tuple[str, ...] = ()) -> tuple[Trial, ...]:
    """A policy on each of its examples.

    Args:
        one: The policy.
        evaluate: Judges a trace, where a formula asks for what was derived from it.
        types: Type names that are used on purpose.
    """
    read = given(one, Terms(types=types))
    return tuple(_trials(one, read, evaluate))


def _trials(one: Published, read: Given, evaluate: Evaluate) -> Iterator[Trial]:
    name = one.policy.policy_id
    for example in one.examples:
        if example.trace is None:
            yield Trial(name, example.title, example.expected, "", None, "it is told in words, and cannot be run")
        elif read.rule is None:
            yield Trial(name, example.title, example.expected, "unknown", False, read.fault)
        else:
            yield _trial(example, read.rule, Document.of(example_trace(example)), (read,), evaluate)


def _trial(example: Example, rule: Rule, document: Document, policies: tuple[Given, ...], evaluate: Evaluate) -> Trial:
    judged = judge(rule, shared_over(document, policies, Settings(example.high_stakes_paths), evaluate))
    fault = next((fault for fault in document.faults if fault.severity == "error"), None)
    return Trial(
        rule.policy_id,
        example.title,
        example.expected,
        judged.status,
        fault is None and judged.status in example.expected,
        judged.message if fault is None else f"its trace is none: {fault.path}: {fault.message}",
        judged.violating.action_ids,
    )


def example_trace(example: Example) -> dict[str, Any]:
    """The whole trace of an example.

    >>> example = Example("", {"actions": [{"type": "RunTests"}]}, ("passed",))
    >>> example_trace(example)["actions"]
    [{'id': 1, 'category': 'activity', 'type': 'RunTests', 'label': 'RunTests', 'rationale': 'the task needs it'}]
    """
    said = example.trace or {}
    made = {**_TRACE, **said}
    actions = said.get("actions", [])
    if isinstance(actions, list):
        made["actions"] = [_action(action, number) for number, action in enumerate(actions, 1)]
    return made


def _action(action: Any, number: int) -> Any:
    if not isinstance(action, dict):
        return action
    kind = action.get("type")
    named = kind if isinstance(kind, str) else ""
    filled: dict[str, Any] = {
        "id": number,
        "category": ACTION_TYPES.get(named, "activity"),
        "type": kind,
        "label": named,
        "rationale": "the task needs it",
    }
    if filled["category"] == "reasoning":
        filled["execution"] = {"tool": "a reasoner"}
    return filled | action
