"""Quantifiers: the body tried with each element, all positions at once where it can be.

Elements of which the body says the same count as one: of a thousand residuals only those matter that differ in what is
asked of them. What is asked of element and position together is looked at row by row, with the candidates alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, cast

from tollens.core.policy.candidates import candidates, conjuncts, expanded
from tollens.core.policy.engine import MOST_BITS, Engine, Steps, TooLargeError
from tollens.core.policy.frames import Frame, Grid, Rows, full, joined, stretched, stretches, taken
from tollens.core.policy.masks import (
    Masks,
    conjunction,
    exactly_one,
    flags_of,
    implication,
    mask_of,
    positions,
)
from tollens.core.policy.plan import Plan
from tollens.core.policy.syntax import Formula, Quantified, Quantifier
from tollens.core.policy.values import Unknown, Value, members_of


def quantified(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    """Where a quantified formula holds."""
    node = cast(Quantified, plan.node)
    source = plan.parts[0] if node.source is not None else None
    if isinstance(frame, Grid) and (source is None or not source.here):
        alone = _asked_alone(plan.parts[-1], node.variable)
        if alone is not None:
            at_once: Masks = yield _over_grid(engine, plan, frame, alone)
            return at_once
    found: Masks = yield _over_rows(engine, plan, frame, need)
    return found


# ── all positions at once ────────────────────────────────────────────────────────────────────────────────────────────


def _asked_alone(body: Plan, variable: str) -> list[Plan] | None:
    """The largest parts that depend on the variable alone; `None` where something asks of it and of more."""
    found: list[Plan] = []
    pending = [body]
    while pending:
        part = pending.pop()
        if variable not in part.free:
            continue
        if not isinstance(part.node, Formula):
            return None
        if part.free == {variable} and not part.here:
            found.append(part)
        elif part.parts:
            pending.extend(part.parts)
        else:
            return None
    return found


def _over_grid(engine: Engine, plan: Plan, frame: Grid, alone: Sequence[Plan]) -> Steps[Masks]:
    node = cast(Quantified, plan.node)
    groups = yield _groups(engine, plan, frame)
    if len(set(map(id, groups))) == 1:
        groups = [(yield _classes(engine, node.variable, groups[0], alone))] * len(groups)
    assignments: list[Mapping[str, Value]] = []
    sure: list[bool] = []
    for outer, group in zip(frame.assignments, groups, strict=True):
        for element, known in group:
            assignments.append({**outer, node.variable: element})
            sure.append(known)
    if len(assignments) * frame.size > MOST_BITS:
        raise TooLargeError
    if not assignments:
        return _folded(node.quantifier, (), groups, frame.size)
    engine.spend(len(assignments))
    grid = Grid(frame.size, assignments)
    body = yield engine.formula(plan.parts[-1], grid, full(grid))
    inside = stretched(Masks(mask_of(bytes(sure)), 0), len(sure), frame.size)
    counted = _counted(node.quantifier, inside, body)
    count = len(assignments)
    pairs = zip(stretches(counted.true, count, frame.size), stretches(counted.false, count, frame.size), strict=True)
    found = _folded(node.quantifier, [Masks(*pair) for pair in pairs], groups, frame.size)
    if not all(sure):
        engine.lacks(plan, _why(held[node.variable] for held in assignments), frame, found, full(frame))
    return found


def _why(values: Iterable[Value]) -> str:
    """Why it is not known what a variable ranges over."""
    untold = (value.why for value in values if isinstance(value, Unknown))
    return next(untold, "what is in the set is not known")


def _groups(engine: Engine, plan: Plan, frame: Grid) -> Steps[list[Sequence[tuple[Value, bool]]]]:
    """What the variable ranges over under each assignment; one list for all where the source depends on none."""
    node = cast(Quantified, plan.node)
    count = len(frame.assignments)
    if node.source is None:
        return [[(element, True) for element in engine.shared.elements.everything.members]] * count
    source = plan.parts[0]
    if not source.free:
        (value,) = yield engine.term(source, Rows([0], {}))
        return [_members(value)] * count
    columns = {name: [held[name] for held in frame.assignments] for name in source.free if name in frame.variables}
    values = yield engine.term(source, Rows([0] * count, columns))
    return [_members(value) for value in values]


def _members(value: Value) -> Sequence[tuple[Value, bool]]:
    members = members_of(value)
    return [(members, False)] if isinstance(members, Unknown) else list(members)


def _classes(
    engine: Engine, variable: str, members: Sequence[tuple[Value, bool]], alone: Sequence[Plan]
) -> Steps[Sequence[tuple[Value, bool]]]:
    """One or two elements for each different answer to what is asked of them alone; two, so that `∃!` can tell."""
    rows = Rows([0] * len(members), {variable: [element for element, _ in members]})
    engine.spend(len(members) if alone else 1)
    answers: list[Sequence[int]] = [[sure for _, sure in members]]
    for part in alone:
        masks = yield engine.formula(part, rows, full(rows))
        answers += [flags_of(masks.true, len(members)), flags_of(masks.false, len(members))]
    met: dict[tuple[int, ...], int] = {}
    chosen: list[tuple[Value, bool]] = []
    for member, answer in zip(members, zip(*answers, strict=True), strict=True):
        before = met.get(answer, 0)
        if before < 2:
            met[answer] = before + 1
            chosen.append(member)
    return chosen


def _counted(quantifier: Quantifier, inside: Masks, body: Masks) -> Masks:
    """What an element adds: of a `∀` nothing that fails outside of what is ranged over."""
    return implication(inside, body) if quantifier == "∀" else conjunction(inside, body)


def _folded(quantifier: Quantifier, bodies: Sequence[Masks], groups: Sequence[Sequence[object]], size: int) -> Masks:
    """The bodies of each group as one, and the groups after one another."""
    whole = (1 << size) - 1
    true: list[int] = []
    false: list[int] = []
    at = 0
    for group in groups:
        mine = bodies[at : at + len(group)]
        at += len(group)
        if quantifier == "∃!":
            one = exactly_one(list(mine), whole)
            true.append(one.true)
            false.append(one.false)
            continue
        some, every = 0, whole
        for body in mine:
            some |= body.true if quantifier == "∃" else body.false
            every &= body.false if quantifier == "∃" else body.true
        true.append(some if quantifier == "∃" else every)
        false.append(every if quantifier == "∃" else some)
    return Masks(joined(true, size), joined(false, size))


# ── row by row ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Tried(NamedTuple):
    """The body of a quantified formula for every candidate of some rows.

    Attributes:
        asked: The rows.
        counts: How many candidates each has.
        rows: A row for each candidate.
        inside: Where a candidate is in what the variable ranges over.
        adds: What each candidate adds to the verdict of its row.
    """

    asked: Sequence[int]
    counts: Sequence[int]
    rows: Rows
    inside: Masks
    adds: Masks


def tried(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Tried]:
    """Try the candidates of the rows that are needed."""
    node = cast(Quantified, plan.node)
    asked = positions(need)
    engine.spend(len(asked))
    rows = taken(frame, asked, plan.free)
    sources: Sequence[Value] = [None] * len(asked)
    if node.source is not None:
        sources = yield engine.term(plan.parts[0], rows)
    parts = conjuncts(plan.parts[-1], node.quantifier == "∀")
    ranged = yield candidates(engine, node.variable, sources, parts, rows)
    inner = expanded(engine, node.variable, plan.parts[-1].free | plan.free, ranged, rows)
    inside = Masks(mask_of(bytes([known for group in ranged for _, known in group])), 0)
    body = yield engine.formula(plan.parts[-1], inner, full(inner))
    counts = [len(group) for group in ranged]
    return Tried(asked, counts, inner, inside, _counted(node.quantifier, inside, body))


def _over_rows(engine: Engine, plan: Plan, frame: Frame, need: int) -> Steps[Masks]:
    node = cast(Quantified, plan.node)
    held: Tried = yield tried(engine, plan, frame, need)
    true, false = flags_of(held.adds.true, held.rows.rows), flags_of(held.adds.false, held.rows.rows)
    holds, fails = bytearray(frame.rows), bytearray(frame.rows)
    verdict, start = _VERDICTS[node.quantifier], 0
    for row, count in zip(held.asked, held.counts, strict=True):
        if count == 1:  # whatever the quantifier
            holds[row], fails[row] = true[start], false[start]
        else:
            holds[row], fails[row] = verdict(true, false, start, start + count)
        start += count
    found = Masks(mask_of(holds), mask_of(fails))
    if held.inside.true != full(held.rows):
        engine.lacks(plan, _why(held.rows.columns[node.variable]), frame, found, need)
    return found


def _every(true: bytes, false: bytes, start: int, end: int) -> tuple[bool, bool]:
    return true.count(1, start, end) == end - start, false.find(1, start, end) >= 0


def _some(true: bytes, false: bytes, start: int, end: int) -> tuple[bool, bool]:
    return true.find(1, start, end) >= 0, false.count(1, start, end) == end - start


def _only(true: bytes, false: bytes, start: int, end: int) -> tuple[bool, bool]:
    sure, possible = true.count(1, start, end), end - start - false.count(1, start, end)
    return sure == 1 == possible, sure > 1 or possible == 0


_VERDICTS = {"∀": _every, "∃": _some, "∃!": _only}
