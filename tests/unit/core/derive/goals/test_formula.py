"""§18.1 Formulas: the lattice, evidence of all elements, roles, selectors, and what must never be Done."""

import itertools
from typing import Any

import pytest

from tests.unit.core.derive.resolving import PROVED, about, answer, asks, atom, established, item, resolved
from tollens.core.derive.goals import formula as evaluation
from tollens.core.derive.goals.acceptance import Acceptance
from tollens.core.derive.goals.formula import Formulas
from tollens.core.derive.goals.resolution import resolve_goals
from tollens.core.derive.goals.selectors import Selectors, in_module, path_matches
from tollens.core.graph.inventory import Component, Inventory
from tollens.core.model import Freshness
from tollens.core.model.base import Json
from tollens.core.validate.examples import a_model, a_residual, an_artifact
from tollens.core.wire.formulas import read_formula

WORDS = ("Blocked", "Todo", "Doing", "Done")

ATOMS = {
    "Done": atom(symbol="done"),
    "Blocked": atom(symbol="blocked"),
    "Doing": atom(symbol="doing"),
    "Todo": atom(symbol="nowhere"),
}


def proofs(*verdicts: tuple[str, str], target: str = "model") -> list[dict[str, Any]]:
    """Goals about symbols with their results."""
    made = []
    for symbol, verdict in verdicts:
        made += [about(f"vg-{symbol}", symbol, target), answer(f"vr-{symbol}", verdict, f"vg-{symbol}")]
    return made


LATTICE = [a_model(), *proofs(("done", "proved"), ("blocked", "refuted"), ("doing", "unknown"))]


def value(formula: object, **members: Any) -> str:
    return resolved(asks(formula), **{"artifacts": LATTICE, **members}).status.removeprefix("Accept")


def both(left: str, right: str) -> str:
    if "Blocked" in (left, right):
        return "Blocked"
    if left == right == "Done":
        return "Done"
    return "Doing" if {"Done", "Doing"} & {left, right} else "Todo"


def either(left: str, right: str) -> str:
    for word in ("Done", "Doing"):
        if word in (left, right):
            return word
    return "Blocked" if left == right == "Blocked" else "Todo"


NOT = {"Done": "Todo", "Todo": "Done", "Doing": "Doing", "Blocked": "Blocked"}


@pytest.mark.parametrize(("left", "right"), list(itertools.product(WORDS, WORDS)))
def test_the_lattice(left: str, right: str) -> None:
    a, b = ATOMS[left], ATOMS[right]
    assert value({"and": [a, b]}) == both(left, right)
    assert value({"or": [a, b]}) == either(left, right)
    assert value({"implies": [a, b]}) == either(NOT[left], right)
    assert value({"not": a}) == NOT[left]
    assert value({"not": {"not": a}}) == left


def test_done_by_absence_is_marked_and_done_by_a_proof_comes_first() -> None:
    absent = {"not": ATOMS["Todo"]}
    assert resolved(asks(absent), artifacts=LATTICE).basis == "absence"
    assert resolved(asks({"and": [ATOMS["Done"], absent]}), artifacts=LATTICE).basis == "absence"
    made = resolved(asks({"or": [absent, ATOMS["Done"]]}), artifacts=LATTICE)
    assert (made.status, made.basis, made.evidence) == ("AcceptDone", "", ("vr-done",))


def test_a_denied_denial_is_no_absence() -> None:
    made = resolved(asks({"not": {"not": ATOMS["Done"]}}), artifacts=LATTICE)
    assert (made.status, made.basis, made.evidence) == ("AcceptDone", "", ("vr-done",))


@pytest.mark.parametrize(
    "formula",
    [
        {},
        {"and": {}},
        {"implies": []},
        {"implies": [ATOMS["Todo"]]},
        {"not": None},
        {"nand": []},
        {"not": ATOMS["Todo"], "and": []},
        {"not": ATOMS["Todo"], "note": "x"},
        ATOMS["Done"] | {"role": "Met"},
        {"forall": {"in": {"globs": "**"}, "holds": ATOMS["Done"]}},
        {"forall": {"in": {"scope": False}, "holds": ATOMS["Done"]}},
        {"forall": {"in": {"glob": "**", "tag": "x"}, "holds": ATOMS["Done"]}},
        {"forall": {"in": {"glob": "**"}, "as": 5, "holds": ATOMS["Done"]}},
        {"forall": {"in": {"glob": "**"}}},
        {"forall": {"in": {"glob": "**"}, "where": 1, "holds": ATOMS["Done"]}},
        atom(symbol={"var": "x"}),
        atom(kind="Obligation", symbol="f"),
        atom(kind="Nothing", symbol="f"),
        {"atom": {"kind": "Gap", "binding": {"residual_id": "r1"}, "status": "Fine"}},
        {"atom": {"formula": ATOMS["Done"], "kind": "Gap"}},
    ],
)
def test_what_is_malformed_is_never_done_also_when_it_is_denied(formula: dict[str, Any]) -> None:
    for made in (formula, {"not": formula}, {"or": [ATOMS["Done"], formula]}):
        got = resolved(asks(made, status="AcceptDone"), artifacts=LATTICE)
        assert got.status == "AcceptTodo"
        assert got.reason.startswith("the formula cannot be evaluated")


@pytest.mark.parametrize(
    "void",
    [
        {"and": []},
        {"or": []},
        {"forall": {"in": {"glob": "no/such/*"}, "holds": ATOMS["Done"]}},
        {"exists": {"in": {"tag": "none"}, "holds": ATOMS["Done"]}},
        {"atom": {"kind": "Property", "status": "AcceptDone"}},
        {"atom": {"kind": "Property", "status": "AcceptTodo"}},
        atom(kind="Gap", residual_id="nowhere"),
        {"and": [ATOMS["Todo"], {"and": []}]},
    ],
)
def test_what_says_nothing_about_the_matter_is_not_done_by_denying_it(void: dict[str, Any]) -> None:
    assert value(void) == "Todo"
    assert value({"not": void}) == "Todo"
    assert value({"implies": [void, ATOMS["Todo"]]}) == "Todo"


def test_nor_is_the_denial_of_a_proof_that_is_stale() -> None:
    made = resolved(asks({"not": atom(symbol="f")}), {"vr1": Freshness.Stale}, artifacts=PROVED)
    assert made.status == "AcceptTodo"


def test_a_gap_that_is_open_is_evidence_that_it_is() -> None:
    made = resolved(asks({"not": atom("Gap", residual_id="r1")}), artifacts=[a_residual("r1")])
    assert (made.status, made.evidence) == ("AcceptDone", ("r1",))


def test_a_formula_overrides_binding_and_status_and_null_is_none() -> None:
    asked = item("Property", {"symbol": "done"}, status="AcceptDone")
    assert resolved(asked | {"formula": ATOMS["Blocked"]}, artifacts=LATTICE).status == "AcceptBlocked"
    assert resolved(asked | {"formula": None}, artifacts=LATTICE).status == "AcceptDone"


def test_a_role_holds_below_until_another_is_stated() -> None:
    outdated = {"vr1": Freshness.Stale}
    inner = atom(symbol="f")
    for formula, expected in (
        ({"and": [inner], "role": "met"}, "Done"),
        ({"and": [inner | {"role": "governed"}], "role": "met"}, "Todo"),
        ({"and": [inner | {"role": None}], "role": "met"}, "Todo"),
        ({"and": [inner], "role": "governed"}, "Todo"),
    ):
        assert resolved(asks(formula), outdated, artifacts=PROVED).status == f"Accept{expected}"


def source(name: str, path: str, *symbols: str, **members: Any) -> dict[str, Any]:
    return an_artifact(name, "SourceCode", metadata={"path": path, "symbols": list(symbols)}, **members)


def formal(name: str, of: str, *symbols: str) -> dict[str, Any]:
    made = a_model(name, derived_from=[of])
    made["payload"] |= {"symbols": list(symbols)}
    return made


def every(selector: dict[str, Any], word: str = "forall", holds: dict[str, Any] | None = None) -> dict[str, Any]:
    return {word: {"in": selector, "as": "c", "holds": holds or atom(symbol={"var": "c"})}}


PAYMENTS = {"glob": "payments/**"}


class TestQuantifiers:
    CODE = [
        source("s1", "payments/fees.py", "fee", "tax"),
        formal("m1", "s1", "fee", "tax"),
    ]

    def test_all_elements_keep_their_evidence(self) -> None:
        artifacts = [*self.CODE, *proofs(("fee", "proved"), ("tax", "proved"), target="m1")]
        made = resolved(asks(every(PAYMENTS)), artifacts=artifacts)
        assert (made.status, made.evidence) == ("AcceptDone", ("vr-fee", "vr-tax"))

    @pytest.mark.parametrize("verdict", [Freshness.Stale, Freshness.Detached])
    def test_any_outdated_element_counts(self, verdict: Freshness) -> None:
        artifacts = [*self.CODE, *proofs(("fee", "proved"), ("tax", "proved"), target="m1")]
        for name in ("vr-fee", "vr-tax"):
            made = resolved(asks(every(PAYMENTS)), {name: verdict}, artifacts=artifacts)
            assert made.status == "AcceptDoing"

    def test_what_was_never_formalized_is_an_element(self) -> None:
        artifacts = [self.CODE[0], formal("m1", "s1", "fee"), *proofs(("fee", "proved"), target="m1")]
        made = resolved(asks(every(PAYMENTS)), artifacts=artifacts)
        assert made.status == "AcceptDoing"
        assert made.reason.startswith("tax in payments/fees.py: no verification goal")

    def test_so_is_a_component_that_states_no_symbol_and_a_file_that_states_none(self) -> None:
        artifacts = [*self.CODE, *proofs(("fee", "proved"), ("tax", "proved"), target="m1")]
        bare = an_artifact("d1", "Diff", metadata={"path": "payments/new.py"})
        component = an_artifact("s2", component_id="k1", metadata={"path": "payments/fees.py"})
        for more in (bare, component):
            assert resolved(asks(every(PAYMENTS)), artifacts=[*artifacts, more]).status == "AcceptDoing"

    def test_one_name_in_two_files_is_two_elements(self) -> None:
        artifacts = [
            source("s1", "payments/a.py", "fee"),
            source("s2", "payments/b.py", "fee"),
            formal("m1", "s1", "fee"),
            formal("m2", "s2", "fee"),
            *proofs(("fee", "proved"), target="m1"),
        ]
        made = resolved(asks(every(PAYMENTS)), artifacts=artifacts)
        assert made.status == "AcceptDoing"
        second = [about("vg2", "fee", "m2"), answer("vr2", to="vg2")]
        made = resolved(asks(every(PAYMENTS)), artifacts=[*artifacts, *second])
        assert (made.status, made.evidence) == ("AcceptDone", ("vr-fee", "vr2"))

    def test_exists(self) -> None:
        artifacts = [*self.CODE, *proofs(("fee", "refuted"), ("tax", "proved"), target="m1")]
        made = resolved(asks(every(PAYMENTS, "exists")), artifacts=artifacts)
        assert (made.status, made.evidence) == ("AcceptDone", ("vr-tax",))

    def test_a_refuted_element_blocks_and_is_named(self) -> None:
        artifacts = [*self.CODE, *proofs(("fee", "refuted"), ("tax", "proved"), target="m1")]
        made = resolved(asks(every(PAYMENTS)), artifacts=artifacts)
        assert (made.status, made.counterexample) == ("AcceptBlocked", "x = -1")
        assert made.reason == "fee in payments/fees.py: vr-fee refutes it"

    def test_the_inner_of_two_variables_of_one_name_counts(self) -> None:
        artifacts = [*self.CODE, *proofs(("fee", "proved"), target="m1")]
        inner = every({"scope": True})
        made = resolved(asks(every(PAYMENTS, holds=inner)), scope=["fee"], artifacts=artifacts)
        assert made.status == "AcceptDone"

    def test_two_variables(self) -> None:
        pair = {"or": [atom(symbol={"var": "c"}), atom(symbol={"var": "d"})]}
        inner = {"forall": {"in": {"scope": True}, "as": "d", "holds": pair}}
        artifacts = [*self.CODE, *proofs(("fee", "proved"), target="m1")]
        assert resolved(asks(every(PAYMENTS, holds=inner)), scope=["fee"], artifacts=artifacts).status == "AcceptDone"
        assert resolved(asks(every(PAYMENTS, holds=inner)), scope=["tax"], artifacts=artifacts).status == "AcceptDoing"

    def test_typed_criteria_and_changes_over_components(self) -> None:
        artifacts = [*self.CODE, *proofs(("fee", "proved"), ("tax", "proved"), target="m1")]
        evidence = {"atom": {"component": {"var": "c"}, "evidence": {"artifact": "VerificationResult"}}}
        assert resolved(asks(every(PAYMENTS, holds=evidence)), artifacts=artifacts).status == "AcceptDone"
        edits = [
            an_artifact(f"d-{name}", "Diff", metadata={"symbol": name, "path": "payments/fees.py"})
            for name in ("fee", "tax")
        ]
        changed = every(PAYMENTS, holds=atom("Change", symbol={"var": "c"}))
        assert resolved(asks(changed), artifacts=[*artifacts, *edits]).evidence == ("d-fee", "d-tax")
        assert resolved(asks(changed), artifacts=[self.CODE[0], *edits[:1]]).status == "AcceptDoing"


class TestScope:
    CODE = [
        source("s1", "a.py", "fee", "tax"),
        formal("m1", "s1", "fee", "tax"),
        *proofs(("fee", "proved"), target="m1"),
    ]

    @pytest.mark.parametrize(
        ("scope", "expected"),
        [
            (["fee"], "Done"),
            (["fee", "tax"], "Doing"),
            (["a.py"], "Doing"),
            (["a.py", "fee"], "Doing"),
            (["fee", "nowhere.py"], "Doing"),
            (["fee", "nowhere"], "Doing"),
            ([], "Todo"),
        ],
    )
    def test_an_entry_is_a_symbol_or_all_of_a_file(self, scope: list[str], expected: str) -> None:
        made = resolved(asks(every({"scope": True})), scope=scope, artifacts=self.CODE)
        assert made.status == f"Accept{expected}"


class TestTag:
    CODE = [source("s1", "pay/a.py", "fee"), formal("m1", "s1", "fee"), *proofs(("fee", "proved"), target="m1")]

    def test_by_the_metadata_of_artifacts(self) -> None:
        tagged = an_artifact("t", metadata={"path": "pay/a.py", "tags": ["money"]})
        made = resolved(asks(every({"tag": "money"})), artifacts=[*self.CODE, tagged])
        assert made.status == "AcceptDone"
        assert resolved(asks(every({"tag": "other"})), artifacts=[*self.CODE, tagged]).status == "AcceptTodo"

    def test_also_of_one_that_is_not_recognized(self) -> None:
        tagged = an_artifact("t", metadata={"path": "pay/b.py", "symbols": ["tax"], "tags": ["money"]})
        known = an_artifact("u", metadata={"path": "pay/a.py", "tags": ["money"]})
        for more in (tagged, tagged | {"name": 5}):
            made = resolved(asks(every({"tag": "money"})), artifacts=[*self.CODE, known, more])
            assert made.status == "AcceptDoing"

    @pytest.mark.parametrize("tag", ["high_stakes", "high-stakes"])
    def test_by_the_high_stakes_paths_of_the_trace(self, tag: str) -> None:
        made = resolved(asks(every({"tag": tag})), artifacts=self.CODE, high_stakes_paths=["pay/"])
        assert made.status == "AcceptDone"


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("payments/**", "payments/fees.py", True),
        ("payments/**", "payments/sub/tax.py", True),
        ("payments/**", "other/payments/x.py", False),
        ("**/*.py", "fees.py", True),
        ("**/fees.py", "a/b/fees.py", True),
        ("a/**/c.py", "a/c.py", True),
        ("a/**/c.py", "a/b/b/c.py", True),
        ("a/*", "a/b/c.py", False),
        ("a/*.py", "a/b.py", True),
        ("*.py", "a/b.py", True),
        ("a/?.py", "a/bc.py", False),
        ("a/f*s.p?", "a/fees.py", True),
        ("./a/*", "a/b", True),
        ("a\\*", "a/b", True),
        ("**", "", True),
        ("*", "", False),
        ("A/*", "a/b", False),
    ],
)
def test_path_patterns(pattern: str, path: str, expected: bool) -> None:
    assert path_matches(pattern, path) is expected


def test_a_hostile_pattern_costs_no_more_than_its_size_times_that_of_the_path() -> None:
    assert not path_matches("*a" * 500 + "b", "a" * 2000)
    assert not path_matches("**/a/" * 200 + "b", "/".join("a" * 1000))


@pytest.mark.parametrize(
    ("module", "component", "expected"),
    [
        ("payments", Component("f", "src/payments/fees.py"), True),
        ("fees", Component("f", "src/payments/fees.py"), True),
        ("payments.fees", Component("f", "src/payments/fees.py"), True),
        ("pay", Component("f", "src/payments/fees.py"), False),
        ("py", Component("f", "src/payments/fees.py"), False),
        ("Payments", Component("Payments.fee"), True),
        ("fees.payments", Component("f", "src/payments/fees.py"), False),
        ("/", Component("f", "src/payments/fees.py"), False),
    ],
)
def test_modules_are_whole_parts_of_a_path_or_name(module: str, component: Component, expected: bool) -> None:
    assert in_module(module, component) is expected


def test_ten_thousand_levels() -> None:
    inner = b'{"atom":{"binding":{"symbol":"done"},"kind":"Property"}}'
    for opening, closing, expected in ((b'{"and":[', b"]}", "AcceptDone"), (b'{"not":', b"}", "AcceptDone")):
        read = read_formula(Json(opening * 10_000 + inner + closing * 10_000))
        assert not read.faults
        stands = established({"artifacts": LATTICE})
        inventory = Inventory(stands.index)
        made = Formulas(Acceptance(stands, {}, inventory), Selectors(stands.index, inventory)).outcome(read, ())
        assert (made.status.value, [found.name for found in made.evidence]) == (expected, ["vr-done"])


def test_deep_quantifiers_and_alternations() -> None:
    opening, closing = b'{"not":{"forall":{"as":"c","holds":', b',"in":{"scope":true}}}}'
    inner = b'{"atom":{"binding":{"symbol":{"var":"c"}},"kind":"Property"}}'
    read = read_formula(Json(opening * 3_000 + inner + closing * 3_000))
    stands = established({"artifacts": LATTICE})
    inventory = Inventory(stands.index)
    made = Formulas(Acceptance(stands, {}, inventory), Selectors(stands.index, inventory)).outcome(read, ("done",))
    assert made.status.value == "AcceptDone"


def test_what_nobody_waits_for_is_not_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "MOST_STEPS", 1_000)
    body: dict[str, Any] = {"or": [atom(symbol={"var": f"v{level}"}) for level in range(4)]}
    for level in range(4):
        body = {"forall": {"in": {"glob": "**"}, "as": f"v{level}", "holds": body}}
    code = [source("s1", "a.py", *(f"f{number}" for number in range(12)))]
    made = resolved(asks({"not": body}), artifacts=code)
    assert (made.status, made.reason) == ("AcceptTodo", "the formulas need over 1,000 evaluations")


def test_too_many_variables_at_once_are_not_evaluated() -> None:
    body: dict[str, Any] = {"or": [atom(symbol={"var": f"v{level}"}) for level in range(9)]}
    for level in range(9):
        body = {"forall": {"in": {"glob": "**"}, "as": f"v{level}", "holds": body}}
    assert "over 8 variables" in resolved(asks(body), artifacts=[source("s1", "a.py", "f")]).reason


def test_resolving_twice_gives_the_same() -> None:
    members = {"artifacts": LATTICE, "goals": [{"goal_id": "g", "intent": "i", "acceptance": [asks(ATOMS["Done"])]}]}
    assert resolve_goals(established(members)) == resolve_goals(established(members))
