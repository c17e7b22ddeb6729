"""The evaluator agrees with the definitions at every position, and its operators keep the laws of their logic."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.laws.direct_policy import TYPES, Direct, formulas, quantified, steps, trace_of
from tollens.core.graph.index import Index
from tollens.core.model.trace import Trace
from tollens.core.policy.engine import Shared
from tollens.core.policy.evaluation import evaluate
from tollens.core.policy.masks import Masks
from tollens.core.policy.printer import printed
from tollens.core.policy.record import Record
from tollens.core.policy.syntax import And, Atom, Binary, CountCompare, Formula, Iff, Implies, Not, Or, Truth, Unary

ONLY_TYPES = (*TYPES, "Diff")


def shared(trace: Trace) -> Shared:
    return Shared(Record(Index(trace)))


def masks(formula: Formula, over: Shared) -> Masks:
    return evaluate(formula, over).masks


def same(over: Shared, left: Formula, right: Formula) -> None:
    assert masks(left, over) == masks(right, over), (printed(left), printed(right))


@given(steps(), formulas())
@settings(max_examples=100)
def test_the_definitions_at_every_position(made: list[dict[str, object]], formula: Formula) -> None:
    trace = trace_of(made)
    found, direct = masks(formula, shared(trace)), Direct(trace)
    for position in range(max(direct.size, 1)):
        assert found.at(position) is direct.value(formula, position), (printed(formula), position)
    assert found.true & found.false == 0


@given(steps(), quantified())
@settings(max_examples=100, deadline=None)
def test_quantifiers_at_every_position(made: list[dict[str, object]], formula: Formula) -> None:
    trace = trace_of(made)
    found, direct = masks(formula, shared(trace)), Direct(trace)
    for position in range(max(direct.size, 1)):
        assert found.at(position) is direct.value(formula, position), (printed(formula), position)


@given(steps(), formulas(), formulas(), formulas())
@settings(max_examples=25)
def test_kleene_laws(made: list[dict[str, object]], a: Formula, b: Formula, c: Formula) -> None:
    over = shared(trace_of(made))
    same(over, Not(Not(a)), a)
    same(over, And((a, a)), a)
    same(over, Or((a, a)), a)
    same(over, And((a, b)), And((b, a)))
    same(over, Or((a, Or((b, c)))), Or((Or((a, b)), c)))
    same(over, And((a, Or((b, c)))), Or((And((a, b)), And((a, c)))))
    same(over, Or((a, And((a, b)))), a)
    same(over, And((a, Truth(False))), Truth(False))
    same(over, Or((a, Truth(True))), Truth(True))
    same(over, Implies(a, b), Or((Not(a), b)))
    same(over, Iff(a, b), And((Implies(a, b), Implies(b, a))))


@given(steps(), formulas(), formulas())
@settings(max_examples=25)
def test_de_morgan_and_duality(made: list[dict[str, object]], a: Formula, b: Formula) -> None:
    over = shared(trace_of(made))
    same(over, Not(And((a, b))), Or((Not(a), Not(b))))
    same(over, Not(Or((a, b))), And((Not(a), Not(b))))
    for every, some in (("G", "F"), ("H", "P"), ("H_target", "P_target"), ("H_chain", "P_chain")):
        same(over, Unary(every, a), Not(Unary(some, Not(a))))  # type: ignore[arg-type]


@given(steps(), formulas(), formulas())
@settings(max_examples=25)
def test_idempotence_and_unfolding(made: list[dict[str, object]], a: Formula, b: Formula) -> None:
    over = shared(trace_of(made))
    same(over, Unary("G", Unary("G", a)), Unary("G", a))
    same(over, Unary("F", Unary("F", a)), Unary("F", a))
    if made:
        until, since = Binary("U", a, b), Binary("S", a, b)
        same(over, Unary("F", a), Or((a, Unary("X", Unary("F", a)))))
        same(over, Unary("G", a), And((a, Not(Unary("X", Not(Unary("G", a)))))))
        same(over, until, Or((b, And((a, Unary("X", until))))))
        same(over, Unary("X", since), And((Unary("X", Truth(True)), Or((b, And((a, since)))))))
        same(over, Unary("F", a), Binary("U", Truth(True), a))
        same(over, Unary("P", a), Binary("S", Truth(True), a))


ONE: dict[str, object] = {"code": None, "file": "", "reads": [], "makes": None, "of": [], "listed": False}
FOUR: list[dict[str, object]] = [{"kind": kind, **ONE} for kind in ("ReadFile", "ReadFile", "EditFile", "EditFile")]


@given(steps(), formulas(("F", "X", "G"), ("U",), ONLY_TYPES))
@example(FOUR, CountCompare(Unary("F", Atom("ReadFile")), "≥", 3))
@settings(max_examples=40)
def test_the_past_is_the_future_of_the_reversed_trace(made: list[dict[str, object]], formula: Formula) -> None:
    plain = [{**step, "reads": [], "of": []} for step in made]
    forth, back = shared(trace_of(plain)), shared(trace_of(plain[::-1]))
    for one, other in (
        (Unary("P", formula), Unary("X", Unary("F", _mirrored(formula)))),
        (Unary("H", formula), Not(Unary("X", Unary("F", Not(_mirrored(formula)))))),
        (Binary("S", Atom("Diff"), formula), Unary("X", Binary("U", Atom("Diff"), _mirrored(formula)))),
    ):
        found, turned = masks(one, forth), masks(other, back)
        for position in range(len(made)):
            assert found.at(position) is turned.at(len(made) - 1 - position), printed(one)


def _mirrored(formula: Formula) -> Formula:
    """The same over the reversed trace: what looked ahead, itself included, looks back, itself included."""
    match formula:
        case Unary(operator="F", body=body):
            return Or((_mirrored(body), Unary("P", _mirrored(body))))
        case Unary(operator="G", body=body):
            return And((_mirrored(body), Unary("H", _mirrored(body))))
        case Unary(body=body):
            return Binary("S", Truth(False), _mirrored(body))
        case Binary(left=left, right=right):
            one, two = _mirrored(left), _mirrored(right)
            return Or((two, And((one, Binary("S", one, two)))))
        case CountCompare():
            return CountCompare(_mirrored(formula.body), formula.operator, formula.number)
        case Not(body=body):
            return Not(_mirrored(body))
        case And(parts=parts):
            return And(tuple(map(_mirrored, parts)))
        case Or(parts=parts):
            return Or(tuple(map(_mirrored, parts)))
        case Implies(left=left, right=right):
            return Implies(_mirrored(left), _mirrored(right))
        case Iff(left=left, right=right):
            return Iff(_mirrored(left), _mirrored(right))
        case _:
            return formula


@given(steps(), formulas(), st.lists(st.sampled_from([0, 1]), min_size=7, max_size=7))
@settings(max_examples=40)
def test_what_is_determined_stays_so_when_the_missing_outcomes_are_recorded(
    made: list[dict[str, object]], formula: Formula, codes: list[int]
) -> None:
    told = [
        {**step, "code": code if step["code"] is None and step["makes"] != "VerificationResult" else step["code"]}
        for step, code in zip(made, codes, strict=False)
    ]
    before, after = masks(formula, shared(trace_of(made))), masks(formula, shared(trace_of(told)))
    assert before.true & ~after.true == 0
    assert before.false & ~after.false == 0
