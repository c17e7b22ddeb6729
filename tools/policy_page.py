"""The page of the policy language: a walk over the tables that the parser, the static check and the evaluator use."""

import html
import textwrap
from collections.abc import Iterator

from tollens.core.policy.examples import told
from tollens.core.policy.operators import GROUPS, OPERATORS, Operator
from tollens.core.policy.remarks import EXPLANATIONS
from tollens.core.policy.tokens import EMPTY, LONGEST
from tollens.core.policy.vocabulary import (
    COLLECTIONS,
    FUNCTIONS,
    GOAL_ATOMS,
    OLDER_TYPES,
    OPEN_TYPES,
    PREDICATES,
)
from tools.markdown import page, table

_INTRODUCTION = (
    "A policy is a formula over the actions of a trace, in the order of its list, and over the artifacts, residuals "
    "and goals around them (§13.5, §18.5). A trace satisfies a formula that holds at its first position. In the tables "
    "φ and ψ are formulas, and i is the position at which something is asked. Every spelling of an operator may be "
    "mixed with every other."
)

_STRENGTHS = (
    ("1", "fields and calls: `r.severity`, `inputs(a)`"),
    ("2", "comparisons: `=` `≠` `<` `≤` `>` `≥` `∈`; they do not chain"),
    ("3", "what stands before a formula: `¬` `G` `F` `X` `P` `H` and the scoped ones"),
    ("4", "`U` `S` `S_last`, from the left: `a U b U c` is `(a U b) U c`"),
    ("5", "`∧`"),
    ("6", "`∨`"),
    ("7", "`→`, from the right: `a → b → c` is `a → (b → c)`"),
    ("8", "`↔`, from the left"),
    ("9", "a quantifier: its body goes on to the right as far as it can, to the next `)` or the end"),
)

_FORMS = (
    ("`true`, `false`", "itself"),
    ("`EditFile`", "the action has this type, or made an artifact of it; types are compared exactly"),
    ("`completed`", "the predicate holds of the action; the predicates are below"),
    ("`VerificationResult(proved ∨ sat)`", "the type holds, and so does the formula in the brackets of what is of it"),
    ("`derived_from(x, y)`", "the predicate holds of the terms"),
    ("`count(φ) ≤ 3`", "φ holds at so many positions of the whole trace, wherever this stands"),
    ("`∀ x ∈ S . φ`", "φ holds of every element of S; `→` may stand for the dot"),
    ("`∃ x . φ`", "without a source x ranges over all actions and artifacts"),
)

_TERMS = (
    ("`x`, `a`", "a bound variable; where nothing binds it, `a` is the action at the position"),
    ("`rationale`", "a field of the action at the position, or of what it made"),
    ("`r.severity`", "a field; the dot touches both neighbours, as a dot with a blank ends the head of a quantifier"),
    ("`High`", "a word, in any of its spellings: `ResidualOpen`, `Open` and `open` are one"),
    ("`3`, `-1.5`", "a number"),
    ('`"pytest -q"`', 'text, with `\\"`, `\\\\`, `\\n`, `\\t` and `\\u0041` as in JSON'),
    (" ".join(f"`{word}`" for word in EMPTY), "what is missing, empty text, the empty list"),
    ("`inputs(a)`", "a function; the functions are below"),
    ("`{Low, Medium}`", "a set by its elements"),
    ("<code>{x.id | φ}</code>", "the values of the term for every element of which φ holds"),
    ("`count(S)`", "the size of a set"),
)


def policy_page() -> str:
    """The reference of the policy language."""
    functions = ((f"`{row.name}`", row.meaning) for row in FUNCTIONS.values())
    return page(
        "Policy language",
        _INTRODUCTION,
        ["## How tightly they bind\n", "Tightest first.\n", *table(("", "what"), _STRENGTHS)],
        ["## Formulas\n", *table(("form", "holds when"), _FORMS)],
        ["## Terms\n", *table(("form", "is"), _TERMS)],
        *(_group(heading, rows) for heading, rows in GROUPS.items()),
        ["## Examples\n", "Each formula on a little trace; all of them are tests.\n", *_examples()],
        _predicates(),
        ["## Functions\n", *table(("function", "is"), functions)],
        _collections(),
        _types(),
        _checks(),
        _limits(),
    )


def _said(*sentences: str) -> str:
    """A paragraph."""
    return textwrap.fill(" ".join(sentences), 120, break_on_hyphens=False, break_long_words=False) + "\n"


def _code(text: str) -> str:
    """Code in a cell of a table, where a vertical bar would end the cell."""
    return f"<code>{html.escape(text)}</code>" if "|" in text else f"`{text}`"


def _words(row: Operator) -> str:
    return " ".join(map(_code, row.words))


def _group(heading: str, rows: tuple[Operator, ...]) -> Iterator[str]:
    yield f"## {heading}\n"
    yield from table(("operator", "holds at i when"), ((_words(row), row.meaning) for row in rows))


def _examples() -> Iterator[str]:
    rows = [
        (f"`{example.formula}`", told(example), "holds" if example.holds else "fails")
        for row in OPERATORS
        for example in row.examples
    ]
    yield from table(("formula", "trace", "verdict"), rows)


def _predicates() -> Iterator[str]:
    yield "## Predicates\n"
    yield "Any other lowercase name is looked for as words in what the action says of itself (POL112).\n"
    rows = []
    for row in PREDICATES.values():
        forms = [f"`{row.name}`" if n == 0 else f"`{row.name}({', '.join('xy'[:n])})`" for n in row.terms]
        rows.append((" ".join(forms), row.meaning))
    yield from table(("predicate", "says that"), rows)
    yield f"{', '.join(f'`{name}`' for name in GOAL_ATOMS)} say the status of the goal of the trace (§18.5).\n"


def _collections() -> Iterator[str]:
    yield "## Sets and names\n"
    yield from table(("set", "holds"), ((f"`{name}`", f"{element}s") for name, element in COLLECTIONS.items()))
    functions = ", ".join(f"`{row.name}`" for row in FUNCTIONS.values() if row.many)
    yield _said(
        f"Sets are also what {functions} give, and fields that hold several, such as `active_goal.acceptance`.",
        "Where no quantifier binds them, `a` is the action at the position, and `active_goal` and `goal` are the goal.",
    )


def _types() -> Iterator[str]:
    yield "## Type names\n"
    yield "The types of the text are on [the page of types](types.md). Older names are read as those of the text:\n"
    yield from table(("older", "means"), ((f"`{old}`", f"`{new}`") for old, new in sorted(OLDER_TYPES.items())))
    named = ", ".join(f"`{name}`" for name in sorted(OPEN_TYPES))
    yield _said(f"Published policies also use {named}. They are known, and no type of the text.")


def _checks() -> Iterator[str]:
    yield "## What is checked before any trace\n"
    yield "An error is told where no trace can decide the formula; the others are warnings or information.\n"
    yield from table(("code", "what is asked", "why"), ((code, *said) for code, said in EXPLANATIONS.items()))


def _limits() -> Iterator[str]:
    yield "## Limits\n"
    yield _said(
        f"A formula has at most {LONGEST:,} characters, and nesting is bounded by that alone.",
        "Numbers are below 10³⁰⁰ by their amount.",
        "Trailing input, unknown signs and chained comparisons are refused, never skipped.",
    )
