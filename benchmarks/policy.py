"""Policies, against decoding the same trace; each operator, by position; growth with the trace.

python benchmarks/policy.py [--policies 200] [--rounds 5]
"""

import argparse
import json
import random
import sys
from collections.abc import Iterable
from functools import partial
from itertools import cycle, islice, product

import generate
from harness import Side, Table, measured, ratio

from tollens.core.graph.index import Index
from tollens.core.model.policies import PolicySeverity
from tollens.core.model.trace import Trace
from tollens.core.policy import masks
from tollens.core.policy.engine import Shared
from tollens.core.policy.lint import examined
from tollens.core.policy.masks import Masks
from tollens.core.policy.parser import parse
from tollens.core.policy.record import Record, Settings
from tollens.core.policy.verdict import Rule, judge
from tollens.core.wire.decode import decode

POSITIONS = 100_000
NANOSECONDS = 2.0
"""Of one operator for one position."""
BY_TYPES, LIKE_PUBLISHED = 2.0, 2.0
"""Most times of decoding that 200 policies may take: such as speak of types and their order, and such as are published,
most of which look for words and some of which follow lineage, compare sets or range over residuals."""
EACH_INPUT = 5.0
"""Most times of decoding for one policy that looks at each input of each action and at what made it."""
GROWTH = 14.0
"""Times longer for ten times the actions."""

TYPES = (
    "ReadFile", "AnalyzeCode", "Formalize", "DefineVerificationGoal", "Verify", "StateSpaceAnalysis", "EditFile",
    "GenerateTests", "RunTests", "GitCommit",
)  # fmt: skip
WORDS = ("force", "confirmed", "reviewed", "rollback_plan", "secret_scanned", "agent_id_resolved", "approved", "step")

LINEAGE = (
    "G(EditFile → P_target(ReadFile ∨ SearchCode))",
    "G(EditFile ∧ high_stakes_path → P_chain(VerificationResult(proved ∨ sat) ∨ StateSpaceAnalysisResult))",
    "G(GeneratedTests → StateSpaceAnalysisResult ∈ ancestors(derived_from))",
    "G(VerificationGoal → target_artifact_id ∈ {x.id | formal_model_artifact(x)})",
)
RESIDUALS = (
    "G(Approve → ¬∃ r ∈ residuals . r.severity = Critical ∧ r.status = ResidualOpen)",
    "G(GitCommit → ∀ r ∈ residuals . r.severity ≥ High → r.status ≠ ResidualOpen)",
    "∀ r ∈ residuals . r.kind = Assumption → (r.target ≠ ∅ ∨ r.related_artifact_ids ≠ ∅)",
)
DATA_FLOW = "G(∀ x ∈ inputs(a) . ∃! b ∈ actions_before(a) . x ∈ outputs(b))"
OTHERS = (
    "G(action → rationale ≠ ∅)", "start_event ∧ F end_event", "count(GitCommit) ≤ 100000",
    "G(GitCommit → ((¬EditFile) S (RunTests ∧ completed)))", "G(GitCommit → ((RunTests ∧ completed) S_last EditFile))",
)  # fmt: skip


def rules(formulas: Iterable[str], count: int) -> list[Rule]:
    """Policies with these formulas, again and again up to a number."""
    texts = list(islice(cycle(formulas), count))
    read = [(text, parse(text)) for text in texts]
    return [
        Rule(str(k), text, PolicySeverity.ErrorSeverity, formula, strangers=examined(formula).strangers)
        for k, (text, formula) in enumerate(read)
    ]


def by_types() -> list[str]:
    """What comes before, after, or since what: a formula for each pair of types and operator."""
    shapes = ("G({} → P({}))", "G({} → F({}))", "G({} → ((¬{}) S {}))")
    pairs = [(one, other) for one, other in product(TYPES, TYPES) if one != other]
    return [shape.format(one, other, one) for shape in shapes for one, other in pairs]


def like_published() -> list[str]:
    """In about the proportions of published policies."""
    chains = [f"G({one} → P_chain({other}))" for one, other in zip(TYPES[2:], TYPES, strict=False)]
    worded = [f"G({one} ∧ {word} → P({word}_{k}))" for k, (one, word) in enumerate(product(TYPES, WORDS))]
    return [*LINEAGE, *RESIDUALS, *OTHERS, *chains, *worded, *by_types()]


def trace_bytes(actions: int) -> bytes:
    return json.dumps(generate.units(actions, "epoch", 1, False), ensure_ascii=False, separators=(",", ":")).encode()


def check(trace: Trace, asked: list[Rule]) -> int:
    """Index, facts and verdicts of all policies over a trace."""
    shared = Shared(Record(Index(trace), None, Settings(("payments/",)), None))
    return sum(judge(rule, shared).status == "passed" for rule in asked)


def operators(table: Table, rounds: int) -> None:
    chance = random.Random(1)
    full = (1 << POSITIONS) - 1
    one, other = (Masks(bits, full & ~bits) for bits in (chance.getrandbits(POSITIONS) for _ in range(2)))
    sides: dict[str, Side] = {
        "∧": partial(masks.conjunction, one, other),
        "G": partial(masks.always, one, POSITIONS),
        "F": partial(masks.eventually, one, POSITIONS),
        "X": partial(masks.following, one, POSITIONS),
        "U": partial(masks.until, one, other, POSITIONS),
        "P": partial(masks.previously, one, POSITIONS),
        "H": partial(masks.historically, one, POSITIONS),
        "S": partial(masks.since, one, other, POSITIONS),
        "S_last": partial(masks.since_last, one, other, POSITIONS),
    }
    print(f"\nnanoseconds for a position of {POSITIONS:,}")
    for name, times in measured(sides, rounds, 200).items():
        table.row(f"  {name}", min(times) / POSITIONS * 1e9, NANOSECONDS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--policies", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    said = parser.parse_args()
    table = Table()
    operators(table, said.rounds)
    data = trace_bytes(100_000)
    trace = read(data)
    packs = {name: rules(made(), said.policies) for name, made in (("types", by_types), ("published", like_published))}
    packs["inputs"] = rules([DATA_FLOW], 1)
    sides: dict[str, Side] = {"decode": partial(decode, data)}
    sides |= {name: partial(check, trace, pack) for name, pack in packs.items()}
    times = measured(sides, said.rounds)
    print(f"\n{said.policies} policies, 100,000 actions; decode {min(times['decode']) * 1e3:.0f} ms")
    table.row("  of types: index, facts and verdicts / decode", ratio(times, "types", "decode"), BY_TYPES)
    table.row("  like published ones", ratio(times, "published", "decode"), LIKE_PUBLISHED)
    table.row("  one policy over each input of each action", ratio(times, "inputs", "decode"), EACH_INPUT)
    lineage = rules([*LINEAGE, *(text for text in like_published() if "P_chain" in text)], 20)
    sides = {"small": partial(check, read(trace_bytes(10_000)), lineage), "large": partial(check, trace, lineage)}
    print("\n100,000 actions / 10,000 actions")
    table.row("  operators along targets and lineage", ratio(measured(sides, said.rounds), "large", "small"), GROWTH)
    return int(table.exceeded)


def read(data: bytes) -> Trace:
    trace = decode(data)
    assert trace is not None
    return trace


if __name__ == "__main__":
    sys.exit(main())
