"""A set of policies checked over one trace: a verdict for each, and one answer for all (§13.5, policy companion §7).

The answer is a pass only when something was checked and nothing of consequence is violated or undetermined. A policy
that is switched off is listed with its reason.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from tollens.core.diagnostics import Diagnostic
from tollens.core.errors import MisuseError, PolicySyntaxError
from tollens.core.model.policies import Policy, PolicySeverity
from tollens.core.model.trace import Trace
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.policy.encoded import from_json
from tollens.core.policy.engine import Shared
from tollens.core.policy.gallery import Published, beyond_the_formula, policy_of, severity_of
from tollens.core.policy.lint import examined
from tollens.core.policy.syntax import Atom, Field, FunctionCall, Name, postorder
from tollens.core.policy.verdict import Judgement, Rule, Witnesses, judge
from tollens.core.validate.wording import quoted

Gate = Literal["passed", "blocked", "unchecked"]

THE_TRACE = "the trace"
"""The source of the policies that a trace holds itself."""

_DERIVED = frozenset({"freshness", "acceptance", "open_gaps"})


class Unread(NamedTuple):
    """A policy of a trace that cannot be read.

    Attributes:
        policy_id: As it says; where it stands, if it says none.
        severity: As it says, or the gravest.
        why: What cannot be read.
        source: Where it is from.
    """

    policy_id: str
    severity: PolicySeverity
    why: str
    source: str = THE_TRACE


class Terms(NamedTuple):
    """How a project has policies checked.

    Attributes:
        severities: Another severity than a policy states, by its id.
        disabled: Why a policy is not checked, by its id.
        strict: Policies of every severity block, and so does one that the static check warns of.
        unknown_blocks: A policy that cannot be decided blocks as one that is violated does.
        types: Type names that are used on purpose.
    """

    severities: Mapping[str, PolicySeverity] = {}
    disabled: Mapping[str, str] = {}
    strict: bool = False
    unknown_blocks: bool = True
    types: tuple[str, ...] = ()


class Row(NamedTuple):
    """The verdict on one policy.

    Attributes:
        judgement: The verdict; its severity is the one that the project gives the policy.
        source: Where the policy is from.
        diagnostics: What the static check says of its formula.
        blocking: Whether the gate is shut by it.
    """

    judgement: Judgement
    source: str
    diagnostics: tuple[Diagnostic, ...]
    blocking: bool


class Disabled(NamedTuple):
    """A policy that was not checked, and why."""

    policy_id: str
    reason: str
    source: str


class Checked(NamedTuple):
    """The answer on one trace.

    Attributes:
        gate: `passed`, `blocked`, or `unchecked` where there was nothing to check, or a policy that was asked for
            could not be read.
        message: The same in a sentence.
        rows: A verdict for each policy, in the order in which they were given.
        disabled: The policies that were switched off.
        policies: Those that were checked, but for those that cannot be read.
    """

    gate: Gate
    message: str
    rows: tuple[Row, ...] = ()
    disabled: tuple[Disabled, ...] = ()
    policies: tuple[Policy, ...] = ()


class Given(NamedTuple):
    """A policy, its formula read once for any number of traces.

    Attributes:
        published: The policy.
        rule: Its formula, read; `None` where it is none of the language.
        fault: Why, then.
        diagnostics: What the static check says of it.
    """

    published: Published
    rule: Rule | None
    fault: str
    diagnostics: tuple[Diagnostic, ...]


def given(one: Published, terms: Terms) -> Given:
    """Read the formula of a policy, with the severity that the project gives it."""
    policy = one.policy
    severity = terms.severities.get(policy.policy_id, policy.severity)
    try:
        formula = from_json(policy.formula)
    except PolicySyntaxError as fault:
        advice = f" {fault.advice}" if fault.advice else ""
        return Given(one, None, f"the formula cannot be read: {fault.message}{advice}", ())
    found = examined(formula, "/formula", terms.types)
    rule = Rule(policy.policy_id, policy.name, severity, formula, policy.applies_when, terms.types, found.strangers)
    return Given(one, rule, "", found.remarks)


def of_trace(trace: Trace, written: object = None) -> tuple[Published | Unread, ...]:
    """The policies that a trace holds; one that does not fit the model is read as galleries write them.

    Args:
        trace: The trace.
        written: The JSON value of the list, where it may have members that the model leaves aside.
    """
    values = written if isinstance(written, list) else []
    found: list[Published | Unread] = []
    for place, policy in enumerate(trace.policies):
        if isinstance(policy, Unrecognized):
            found.append(_as_published(policy, place))
        else:
            value = values[place] if place < len(values) else None
            found.append(Published(policy, THE_TRACE, ignored=beyond_the_formula(value)))
    return tuple(found)


def _as_published(policy: Unrecognized, place: int) -> Published | Unread:
    value = policy.value.value
    where = f"policy {place} of the trace"
    try:
        return Published(policy_of(value, where), THE_TRACE, ignored=beyond_the_formula(value))
    except MisuseError as fault:
        name = policy.text("policy_id") or policy.text("id") or f"/policies/{place}"
        return Unread(name, severity_of(value), f"the policy cannot be read: {fault.message}")


def asks_what_was_derived(policies: Iterable[Given]) -> bool:
    """Whether a formula needs the goals resolved, or freshness decided: work that most policies do not need."""
    return any(
        node.name in _DERIVED
        for one in policies
        if one.rule is not None
        for node in postorder(one.rule.formula)
        if isinstance(node, Field | FunctionCall | Name | Atom)
    )


def united(asked: Sequence[Given]) -> tuple[Given, ...]:
    """The policies that were asked for, each once: as grave as the gravest of those that are one, and on if one is on.

    Raises:
        MisuseError: Two of them with one id demand different things.
    """
    kept: dict[str, Given] = {}
    for one in asked:
        name = one.published.policy.policy_id
        first = kept.setdefault(name, one)
        if not same_demand(first.published.policy, one.published.policy):
            raise MisuseError(
                f"{quoted(name)} is one policy in {first.published.source} and another in {one.published.source}",
                "Rename one of them, or leave one out.",
            )
        kept[name] = _as_grave_as(first, one)
        if not one.published.disabled:
            kept[name] = kept[name]._replace(published=kept[name].published._replace(disabled=False))
    return tuple(kept.values())


def _as_grave_as(one: Given, other: Given) -> Given:
    """A policy, as grave as another that demands the same: neither softens the other."""
    if one.rule is None or other.rule is None or _gravity(one) >= _gravity(other):
        return one
    return one._replace(rule=one.rule._replace(severity=other.rule.severity))


def _gravity(one: Given) -> int:
    return -1 if one.rule is None else _SEVERITIES.index(one.rule.severity)


_SEVERITIES = (PolicySeverity.Info, PolicySeverity.Warning, PolicySeverity.ErrorSeverity)
"""The least first."""


def same_demand(one: Policy, other: Policy) -> bool:
    """Whether two policies ask for the same, whatever they are called."""
    return one.formula == other.formula and one.applies_when == other.applies_when


def check(asked: Sequence[Given], held: Sequence[Given | Unread], shared: Shared, terms: Terms) -> Checked:
    """Check policies over a trace.

    Args:
        asked: Those that the caller names, each once.
        held: Those of the trace itself. One that an asked one repeats is checked once; another one under the same id
            is checked, too, since neither may hide the other.
        shared: The trace.
        terms: How they are to be checked.
    """
    by_id = {one.published.policy.policy_id: one for one in asked}
    repeated, held = _repeated(by_id, held)
    rows: list[Row] = []
    policies: list[Policy] = []
    off: list[Disabled] = []
    unread = False
    for one in (*repeated, *held):
        if isinstance(one, Unread):
            rows.append(
                _row(_undecided(one.policy_id, one.policy_id, one.severity, one.why, shared), one.source, (), terms)
            )
            continue
        reason = _why_not(one, terms)
        if reason is not None:
            off.append(Disabled(one.published.policy.policy_id, reason, one.published.source))
            continue
        policies.append(one.published.policy)
        row = _row(_judged(one, shared, terms), one.published.source, one.diagnostics, terms)
        if one.rule is None and one.published.source != THE_TRACE:
            unread, row = True, row._replace(blocking=True)
        rows.append(row)
    answer = _answer(rows, unread)
    if shared.damaged:
        places = " and ".join(f"/{name}" for name in shared.damaged)
        answer = "unchecked", f"the trace cannot be read as a whole: what stands at {places} is no list"
    return Checked(*answer, tuple(rows), tuple(off), tuple(policies))


def _repeated(
    asked: Mapping[str, Given], held: Sequence[Given | Unread]
) -> tuple[Sequence[Given], Sequence[Given | Unread]]:
    """The asked policies, as grave as those of the trace that repeat them, and what the trace holds besides."""
    kept, others = dict(asked), list[Given | Unread]()
    for one in held:
        twin = None if isinstance(one, Unread) else kept.get(one.published.policy.policy_id)
        if isinstance(one, Unread) or twin is None or not same_demand(twin.published.policy, one.published.policy):
            others.append(one)
        else:
            kept[one.published.policy.policy_id] = _as_grave_as(twin, one)
    return tuple(kept.values()), others


def _why_not(one: Given, terms: Terms) -> str | None:
    """Why a policy is not checked. A trace cannot switch off a policy of its own: whoever checks it does that."""
    said = terms.disabled.get(one.published.policy.policy_id)
    if said is None and one.published.disabled and one.published.source != THE_TRACE:
        return "its file says that it is disabled"
    return said


def _judged(one: Given, shared: Shared, terms: Terms) -> Judgement:
    if one.rule is None:
        policy = one.published.policy
        severity = terms.severities.get(policy.policy_id, policy.severity)
        return _undecided(policy.policy_id, policy.name, severity, one.fault, shared)
    judged = judge(one.rule, shared)
    if one.published.ignored:
        left = ", ".join(one.published.ignored)
        note = f"; only its formula was checked, not what it says of its {left}"
        return judged._replace(message=judged.message + note)
    return judged


def _undecided(policy_id: str, name: str, severity: PolicySeverity, why: str, shared: Shared) -> Judgement:
    """The verdict on a policy that cannot be read."""
    nothing, last = Witnesses(shared.record, 0), shared.record.last_id
    return Judgement(policy_id, name, severity, "unknown", None, nothing, nothing, (), why, last)


def _row(judged: Judgement, source: str, diagnostics: tuple[Diagnostic, ...], terms: Terms) -> Row:
    warned = any(remark.severity != "info" for remark in diagnostics)
    grave = terms.strict or judged.severity is PolicySeverity.ErrorSeverity
    unmet = judged.status == "failed" or (judged.status == "unknown" and terms.unknown_blocks)
    return Row(judged, source, diagnostics, (grave and unmet) or (terms.strict and warned))


def _answer(rows: Sequence[Row], unread: bool) -> tuple[Gate, str]:
    if not rows:
        return "unchecked", "no policy was checked, which is no pass"
    if unread:
        return "unchecked", "a policy that was asked for cannot be read"
    blocking = sum(row.blocking for row in rows)
    if len(rows) == 1:
        return ("blocked", "the policy blocks") if blocking else ("passed", "the policy does not block")
    if blocking:
        return "blocked", f"{blocking} of {len(rows)} policies block{'s' if blocking == 1 else ''}"
    return "passed", f"none of the {len(rows)} policies blocks"
