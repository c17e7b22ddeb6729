"""Policies as text and as JSON: listed, whole, checked before use, tried on their examples, explained."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from tollens.core.policy.checking import Given
from tollens.core.policy.explain import Said
from tollens.core.policy.level import level
from tollens.core.policy.outline import Located
from tollens.core.policy.printer import printed
from tollens.core.policy.trials import Trial
from tollens.core.policy.verdict import Judgement
from tollens.core.wire.encode import to_value
from tollens.plugins.text.lines import Line, Tone
from tollens.plugins.text.printable import clip, columns, wrap

_SEVERITIES: dict[str, Tone] = {"error": "bad", "warning": "warn", "info": "dim"}
_LABEL = 11
"""Columns of what a line is about."""

_SHOWN = 10
"""Violations that are listed."""

_NAMED = 3
"""Actions that are named by their ids."""

_GAP = 2
"""Columns between a part and where it holds."""

_DEEPEST = 20
"""Steps that an explanation is moved to the right."""


class Explained(NamedTuple):
    """A policy in plain words.

    Attributes:
        given: The policy.
        outline: What it demands.
        trace: The trace that it was looked at in; empty where in none.
        judgement: Its verdict there.
        located: Where each line of the outline holds there.
    """

    given: Given
    outline: tuple[Said, ...]
    trace: str = ""
    judgement: Judgement | None = None
    located: tuple[Located | None, ...] = ()


# ── JSON ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def row(one: Given) -> dict[str, Any]:
    """A policy as an entry of a list."""
    policy = one.published.policy
    return {
        "policy_id": policy.policy_id,
        "name": policy.name,
        "severity": policy.severity.value,
        "level": None if one.rule is None else level(one.rule.formula),
        "category": one.published.category,
        "source": one.published.source,
        "examples": sum(example.trace is not None for example in one.published.examples),
    }


def whole(one: Given) -> dict[str, Any]:
    """A policy with everything that its file says."""
    held = one.published
    return {
        **row(one),
        "policy": to_value(held.policy),
        "rationale": held.rationale,
        "tags": list(held.tags),
        "examples": [
            {"title": each.title, "expected": list(each.expected), "trace": each.trace} for each in held.examples
        ],
        "diagnostics": msgspec.to_builtins(one.diagnostics),
        "fault": one.fault,
    }


def linted(one: Given) -> dict[str, Any]:
    """What the static check says of a policy."""
    return {
        "policy_id": one.published.policy.policy_id,
        "source": one.published.source,
        "level": None if one.rule is None else level(one.rule.formula),
        "fault": one.fault,
        "diagnostics": msgspec.to_builtins(one.diagnostics),
    }


def explanation(told: Explained) -> dict[str, Any]:
    """A policy in plain words."""
    made: dict[str, Any] = {
        "policy_id": told.given.published.policy.policy_id,
        "formula": _formula(told.given),
        "outline": [{"depth": said.depth, "text": said.text} for said in told.outline],
        "diagnostics": msgspec.to_builtins(told.given.diagnostics),
    }
    if told.judgement is None:
        return made
    for line, where in zip(made["outline"], told.located, strict=True):
        line["at"] = None if where is None else where._asdict()
    judged = told.judgement
    return {"file": told.trace, **made, "status": judged.status, "message": judged.message}


# ── text ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def listed(held: Sequence[Given], width: int) -> Iterator[Line]:
    """The policies of each source in a table."""
    source = None
    size = min(44, max((columns(clip(one.published.policy.policy_id, 44)) for one in held), default=0))
    for one in held:
        policy = one.published.policy
        if one.published.source != source:
            if source is not None:
                yield ()
            source = one.published.source
            yield (("head", clip(source, width)),)
        severity = policy.severity.value
        name = clip(policy.policy_id, size)
        gap = " " * (size + 2 - columns(name))
        told = policy.name if one.rule is not None else one.fault
        yield "  ", name, gap, (_SEVERITIES[severity], f"{severity:<9}"), clip(told, width - size - 13)


def shown(one: Given, width: int) -> Iterator[Line]:
    """A policy whole."""
    held = one.published
    policy = held.policy
    yield ("head", clip(policy.policy_id, width)), ("dim", f"  {clip(held.source, max(1, width - 40))}")
    yield from _labelled("name", policy.name, width)
    yield from _labelled("severity", policy.severity.value, width)
    yield from _labelled("demands", policy.description or "", width)
    yield from _labelled("formula", _formula(one), width)
    if one.rule is not None:
        yield from _labelled("level", level(one.rule.formula), width)
    yield from _labelled("fault", one.fault, width)
    yield from _labelled("why", held.rationale, width)
    if policy.applies_when is not None:
        conditions = to_value(policy.applies_when)
        told = ", ".join(f"{name} {value}" for name, value in conditions.items() if value)
        yield from _labelled("applies to", told, width)
    yield from _labelled("tags", ", ".join(held.tags), width)
    yield from _labelled("ignored", ", ".join(held.ignored), width)
    for example in held.examples:
        run = "" if example.trace is not None else " (told in words)"
        yield from _labelled("example", f"{' or '.join(example.expected)}: {example.title}{run}", width)


def _formula(one: Given) -> str:
    if one.rule is not None:
        return printed(one.rule.formula)
    said = one.published.policy.formula.value
    return said if isinstance(said, str) else one.published.policy.formula.text.decode()


def _labelled(label: str, text: str, width: int) -> Iterator[Line]:
    for number, line in enumerate(wrap(text, width - _LABEL - 2) if text else ()):
        yield ("dim", f"  {'' if number else label:<{_LABEL}}"), line


def remarks(held: Sequence[Given], width: int) -> Iterator[Line]:
    """What the static check says of policies, and in a line of how many it says nothing."""
    for one in held:
        name = one.published.policy.policy_id
        if one.rule is None:
            for number, line in enumerate(wrap(f"{name}: {one.fault}", width - 9)):
                yield ("bad", f"{'' if number else 'error':<9}"), line
        for said in one.diagnostics:
            yield (_SEVERITIES[said.severity], f"{said.severity:<9}"), clip(f"{name}: {said.code}", width - 9)
            for line in wrap(f"{said.message}. {said.hint}".rstrip(), width - 9):
                yield (f"{'':<9}{line}",)
    clean = sum(one.rule is not None and not one.diagnostics for one in held)
    yield (("dim", f"{len(held)} checked, {clean} without a remark"),)


def trials(tried: Sequence[tuple[str, Sequence[Trial]]], width: int) -> Iterator[Line]:
    """Each policy with how its examples came out; those that disagree with what was expected."""
    for name, each in tried:
        run = [trial for trial in each if trial.agrees is not None]
        bad = [trial for trial in run if trial.agrees is False]
        words = len(each) - len(run)
        told = f"{len(run) - len(bad)} of {len(run)} examples agree" if run else "no example that can be run"
        aside = f"; {words} told in words only" if words else ""
        tone: Tone = "bad" if bad else "good" if run else "warn"
        word = "FAILED" if bad else "ok" if run else "untested"
        yield (tone, f"{word:<10}"), clip(f"{name}: {told}{aside}", width - 10)
        for trial in bad:
            title = f"{trial.example}: expected {' or '.join(trial.expected)}, and it is {trial.status}"
            for text in (title, trial.message):
                for line in wrap(text, width - 12):
                    yield (f"{'':<12}{line}",)


def explained(told: Explained, width: int) -> Iterator[Line]:
    """A policy in plain words; with a trace, its verdict and where each part holds."""
    yield (("head", clip(f"{told.given.published.policy.policy_id}: {_formula(told.given)}", width)),)
    if told.judgement is not None:
        for line in wrap(f"in {told.trace}: {told.judgement.status}: {told.judgement.message}", width - 2):
            yield (f"  {line}",)
    for number, said in enumerate(told.outline):
        indent = "  " * (min(said.depth, _DEEPEST) + 1)
        where = told.located[number] if told.located else None
        yield from _part(indent, said.text, "" if where is None else _where(where), width)
    violating = told.judgement.violating.action_ids if told.judgement else ()
    for violated in violating[:_SHOWN]:
        yield (("bad", f"  violated at action {violated}"),)
    if len(violating) > _SHOWN:
        yield (("bad", f"  and at {len(violating) - _SHOWN} more"),)
    for remark in told.given.diagnostics:
        if remark.severity != "info":
            for line in wrap(f"{remark.code} {remark.message}. {remark.hint}".rstrip(), width - 2):
                yield (("warn", f"  {line}"),)


def _part(indent: str, text: str, aside: str, width: int) -> Iterator[Line]:
    """A line of an outline, with where it holds at the right, or below it where there is no room."""
    first, *others = wrap(text, max(20, width - len(indent)))
    gap = width - len(indent) - columns(first) - columns(aside)
    beside = bool(aside) and gap >= _GAP and not others
    yield f"{indent}{first}", ("dim", f"{' ' * gap}{aside}" if beside else "")
    for other in others:
        yield (f"{indent}{other}",)
    if aside and not beside:
        yield (("dim", f"{indent}  {clip(aside, max(20, width - len(indent) - 2))}"),)


def _where(where: Located) -> str:
    told = (
        ("holds", where.true, where.true_ids),
        ("fails", where.false, where.false_ids),
        ("unknown", where.unknown, where.unknown_ids),
    )
    return ", ".join(f"{word} at {_few(number, ids)}" for word, number, ids in told if number) or "no action"


def _few(number: int, ids: tuple[int, ...]) -> str:
    """A few actions by their ids, many by their number."""
    if number > _NAMED or len(ids) < number:
        return f"{number} actions"
    return f"action{'' if number == 1 else 's'} {', '.join(map(str, ids))}"
