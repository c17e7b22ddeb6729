"""Little traces for the tests of policies, and what a formula comes to over one."""

from typing import Any

from tollens.core.graph.index import Index
from tollens.core.model.policies import PolicySelector, PolicySeverity
from tollens.core.policy.engine import Shared
from tollens.core.policy.evaluation import Outcome, evaluate
from tollens.core.policy.parser import parse
from tollens.core.policy.record import Derived, Record, Settings
from tollens.core.policy.verdict import Judgement, Rule, judge
from tollens.core.validate.examples import an_action
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document

Value = dict[str, Any]


def steps(*kinds: str | tuple[str, Value]) -> list[Value]:
    """Actions numbered from 1: a type, or a type and further members."""
    pairs = [(kind, {}) if isinstance(kind, str) else kind for kind in kinds]
    return [an_action(number, kind, **more) for number, (kind, more) in enumerate(pairs, 1)]


def ran(code: int | None, **members: Any) -> Value:
    """Members of an action that ran a command."""
    return {"evidence": [{"type": "CommandOutput", "ref": "run", "exit_code": code}], **members}


def on(path: str, **members: Any) -> Value:
    """Members of an action that works on a file."""
    return {"evidence": [{"type": "FileRef", "ref": path}], **members}


def shared(
    *kinds: str | tuple[str, Value], settings: Settings | None = None, derived: Derived | None = None, **members: Any
) -> Shared:
    """A trace of these actions with further members, ready for policies."""
    document = Document.of(MINIMAL | {"actions": steps(*kinds)} | members)
    return Shared(Record(Index(document.trace), derived, settings, document.beside("high_stakes_paths")))


def outcome(formula: str, *kinds: str | tuple[str, Value], **members: Any) -> Outcome:
    """What a formula comes to."""
    return evaluate(parse(formula), shared(*kinds, **members))


def holds(formula: str, *kinds: str | tuple[str, Value], **members: Any) -> bool | None:
    """Whether a formula holds."""
    return outcome(formula, *kinds, **members).holds


def judged(
    formula: str, *kinds: str | tuple[str, Value], applies_when: PolicySelector | None = None, **members: Any
) -> Judgement:
    """The verdict on a policy with that formula."""
    rule = Rule("p", "a policy", PolicySeverity.ErrorSeverity, parse(formula), applies_when)
    return judge(rule, shared(*kinds, **members))
