"""The operators of the policy language in one table: words, fixity, strength, meaning, examples.

The parser and the printer take words and strengths from it, the evaluator is named by it, its examples are tests, and
the reference page is a walk over it. A new operator is a row here and a function in `masks.py`.
"""

from typing import Literal, NamedTuple

Fixity = Literal["prefix", "infix", "quantifier", "comparison"]

OPEN, IFF, IMPLIES, OR, AND, TEMPORAL, PREFIX, COMPARISON = range(8)
"""Binding strengths, loosest first. The body of a quantifier is `OPEN` to the right: it goes on as far as it can."""


class Step(NamedTuple):
    """An action of a little trace.

    Attributes:
        kind: The action type.
        file: The path that it works on.
        uses, makes: Artifact ids.
        exit_code: Of the command that was run, if one was.
    """

    kind: str
    file: str = ""
    uses: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()
    exit_code: int | None = None


class Example(NamedTuple):
    """A formula, a little trace, and whether it holds there, at the first position.

    Attributes:
        residuals: Severities of the open residuals of the trace.
    """

    formula: str
    steps: tuple[Step, ...]
    holds: bool
    residuals: tuple[str, ...] = ()


class Operator(NamedTuple):
    """One operator.

    Attributes:
        name: As the syntax tree has it.
        words: Every spelling: the Unicode one first, the ASCII one second where they differ.
        fixity: Where it stands.
        strength: How tightly it binds.
        associates: To which side a chain of it leans; `none`: a chain is an error; `all`: a chain is one operator.
        meaning: When it holds at a position `i`, in prose.
        function: Its function in `masks.py`; empty where no mask is computed by itself.
        examples: At least one that holds and one that does not.
    """

    name: str
    words: tuple[str, ...]
    fixity: Fixity
    strength: int
    associates: Literal["left", "right", "none", "all"]
    meaning: str
    function: str
    examples: tuple[Example, ...]

    @property
    def unicode(self) -> str:
        """The word that is printed."""
        return self.words[0]

    @property
    def ascii(self) -> str:
        """The word that is printed where only ASCII may stand."""
        return self.words[min(1, len(self.words) - 1)]


READ, EDIT, TESTS, COMMIT = (
    Step("ReadFile"), Step("EditFile"), Step("RunTests"), Step("GitCommit"),
)  # fmt: skip
READ_A, EDIT_A, READ_B, TESTS_A = (
    Step("ReadFile", "a.py"), Step("EditFile", "a.py"), Step("ReadFile", "b.py"), Step("RunTests", "a.py"),
)  # fmt: skip
FORMALIZE = Step("Formalize", makes=("m",))
VERIFY = Step("Verify", uses=("m",), makes=("v",))
PROVED_EDIT = Step("EditFile", uses=("v",), makes=("d",))
PLAIN_EDIT = Step("EditFile", makes=("d",))


def _both(formula: str, yes: tuple[Step, ...], no: tuple[Step, ...]) -> tuple[Example, ...]:
    return Example(formula, yes, True), Example(formula, no, False)


def _graded(formula: str, yes: tuple[str, ...], no: tuple[str, ...]) -> tuple[Example, ...]:
    return Example(formula, (READ,), True, yes), Example(formula, (READ,), False, no)


def _prefix(name: str, meaning: str, function: str, *examples: Example) -> Operator:
    return Operator(name, (name,), "prefix", PREFIX, "none", meaning, function, examples)


def _between(name: str, meaning: str, function: str, *examples: Example) -> Operator:
    return Operator(name, (name,), "infix", TEMPORAL, "left", meaning, function, examples)


def _comparison(words: tuple[str, ...], meaning: str, *examples: Example) -> Operator:
    return Operator(words[0], words, "comparison", COMPARISON, "none", meaning, "", examples)


def _quantifier(words: tuple[str, ...], meaning: str, function: str, *examples: Example) -> Operator:
    return Operator(words[0], words, "quantifier", OPEN, "none", meaning, function, examples)


BOOLEAN: tuple[Operator, ...] = (
    Operator(
        "¬", ("¬", "not", "!"), "prefix", PREFIX, "none",
        "φ does not hold at i.",
        "negation", _both("G(¬GitCommit)", (READ, EDIT), (READ, COMMIT)),
    ),
    Operator(
        "∧", ("∧", "/\\", "&&"), "infix", AND, "all",
        "Both hold at i.",
        "conjunction", _both("F(ReadFile) ∧ F(EditFile)", (READ, EDIT), (READ, COMMIT)),
    ),
    Operator(
        "∨", ("∨", "\\/", "||"), "infix", OR, "all",
        "One of them, or both, holds at i.",
        "disjunction", _both("G(ReadFile ∨ EditFile)", (READ, EDIT), (READ, COMMIT)),
    ),
    Operator(
        "→", ("→", "->"), "infix", IMPLIES, "right",
        "φ does not hold at i, or ψ does. `a → b → c` is `a → (b → c)`.",
        "implication",
        (
            *_both("G(GitCommit → P(RunTests))", (TESTS, COMMIT), (COMMIT, TESTS)),
            Example("G(EditFile → RunTests → GitCommit)", (READ,), True),
        ),
    ),
    Operator(
        "↔", ("↔", "<->"), "infix", IFF, "left",
        "Both hold at i, or neither does.",
        "equivalence", _both("F(RunTests) ↔ F(GitCommit)", (TESTS, COMMIT), (TESTS,)),
    ),
)  # fmt: skip
"""What joins formulas at one position."""

FUTURE: tuple[Operator, ...] = (
    _prefix(
        "G", "φ holds at every position from i on, i included.", "always",
        *_both("G(ReadFile)", (READ, READ), (READ, EDIT)), Example("G(ReadFile)", (), True),
    ),
    _prefix(
        "F", "φ holds at some position from i on, i included.", "eventually",
        *_both("F(GitCommit)", (READ, COMMIT), (READ, EDIT)), Example("F(GitCommit)", (), False),
    ),
    _prefix(
        "X", "There is a next position, and φ holds there. At the last position it is false; `¬X(¬φ)` is true there.",
        "following", *_both("X(EditFile)", (READ, EDIT), (EDIT,)), Example("¬X(¬EditFile)", (READ,), True),
    ),
    _between(
        "U", "ψ holds at some k from i on, and φ at every position from i up to, but not including, k.",
        "until", *_both("(¬GitCommit) U RunTests", (EDIT, TESTS, COMMIT), (EDIT, COMMIT, TESTS)),
        Example("ReadFile U GitCommit", (READ, READ), False),
    ),
)  # fmt: skip
"""What looks ahead."""

PAST: tuple[Operator, ...] = (
    _prefix(
        "P", "φ held at some position before i; i itself does not count.", "previously",
        *_both("G(GitCommit → P(RunTests))", (TESTS, COMMIT), (COMMIT,)), Example("P(ReadFile)", (READ,), False),
    ),
    _prefix(
        "H", "φ held at every position before i; i itself does not count, and where nothing was before it is true.",
        "historically", *_both("G(GitCommit → H(¬DeleteFile))", (READ, COMMIT), (Step("DeleteFile"), COMMIT)),
        Example("H(GitCommit)", (READ,), True),
    ),
    _between(
        "S", "ψ held at some j before i, and φ at every position after j and before i; i itself does not count.",
        "since", *_both("G(GitCommit → ((¬EditFile) S RunTests))", (EDIT, TESTS, COMMIT), (TESTS, EDIT, COMMIT)),
        Example("G(ReadFile → (RunTests S ReadFile))", (READ,), False),
    ),
    _between(
        "S_last", "φ held at some position after the latest ψ before i and before i; where ψ never held, at some "
        "position before i.",
        "since_last", *_both("G(GitCommit → (RunTests S_last EditFile))", (EDIT, TESTS, COMMIT), (TESTS, EDIT, COMMIT)),
        Example("G(GitCommit → (RunTests S_last DeleteFile))", (TESTS, COMMIT), True),
    ),
)  # fmt: skip
"""What looks back."""

SCOPED: tuple[Operator, ...] = (
    _prefix(
        "P_target", "φ held at some position before i with the same target; false where i has no target.",
        "previously_related", *_both("G(EditFile → P_target(ReadFile))", (READ_A, EDIT_A), (READ_B, EDIT_A)),
    ),
    _prefix(
        "H_target", "φ held at every position before i with the same target; true where there is none.",
        "historically_related", *_both("G(EditFile → H_target(¬RunTests))", (TESTS, EDIT_A), (TESTS_A, EDIT_A)),
    ),
    _prefix(
        "P_chain", "φ held at some position before i whose outputs i reads or makes, or what i reads or makes derives "
        "from them.",
        "previously_related",
        *_both("G(EditFile → P_chain(Formalize))", (FORMALIZE, VERIFY, PROVED_EDIT), (FORMALIZE, VERIFY, PLAIN_EDIT)),
    ),
    _prefix(
        "H_chain", "φ held at every position before i whose outputs i reads or makes, or what i reads or makes derives "
        "from them; true where there is none.",
        "historically_related",
        *_both("G(EditFile → H_chain(¬Formalize))", (FORMALIZE, PLAIN_EDIT), (FORMALIZE, VERIFY, PROVED_EDIT)),
    ),
)  # fmt: skip
"""What looks back only at what is related. The scope restricts where φ is looked for, not what is inside φ."""

QUANTIFIERS: tuple[Operator, ...] = (
    _quantifier(
        ("∀", "forall"), "The body holds of every element; of no element at all it holds.", "conjunction",
        *_graded("∀ r ∈ residuals . r.severity ≤ Medium", ("low",), ("low", "high")),
        Example("∀ r ∈ residuals . r.severity = Critical", (READ,), True),
    ),
    _quantifier(
        ("∃", "exists"), "The body holds of some element.", "disjunction",
        *_graded("∃ r ∈ residuals . r.severity = Critical ∧ r.status = Open", ("low", "critical"), ("low",)),
    ),
    _quantifier(
        ("∃!", "exists!"), "The body holds of exactly one element.", "exactly_one",
        *_graded("∃! r ∈ residuals . r.severity = High", ("high", "low"), ("high", "high")),
    ),
)  # fmt: skip
"""What ranges over elements. The body goes on as far to the right as it can."""

COMPARISONS: tuple[Operator, ...] = (
    _comparison(
        ("=",), "Both sides are the same value. Words are the same however they are spelled: `ResidualOpen`, `Open` "
        "and `open` are one.",
        *_graded("∃ r ∈ residuals . r.severity = Critical", ("critical",), ("high",)),
    ),
    _comparison(
        ("≠", "!="), "The sides are different values; `x ≠ ∅` says that x is there and not empty.",
        *_graded("∀ r ∈ residuals . r.severity ≠ Critical", ("high",), ("critical",)),
    ),
    _comparison(
        ("<",), "The left side is the lesser: of numbers, of severities (Info, Low, Medium, High, Critical), of "
        "actions the one that comes first.",
        *_graded("∀ r ∈ residuals . r.severity < High", ("medium",), ("high",)),
    ),
    _comparison(
        ("≤", "<="), "The left side is the lesser, or both are the same.",
        *_graded("∀ r ∈ residuals . r.severity ≤ High", ("high",), ("critical",)),
    ),
    _comparison(
        (">",), "The left side is the greater.",
        *_graded("∀ r ∈ residuals . r.severity > Low", ("medium",), ("low",)),
    ),
    _comparison(
        ("≥", ">="), "The left side is the greater, or both are the same.",
        *_graded("∀ r ∈ residuals . r.severity ≥ Medium", ("medium",), ("low",)),
    ),
    _comparison(
        ("∈", "in"), "The left side is an element of the set on the right.",
        *_graded("∀ r ∈ residuals . r.severity ∈ {Low, Medium}", ("low",), ("high",)),
    ),
)  # fmt: skip
"""What stands between two terms."""

GROUPS: dict[str, tuple[Operator, ...]] = {
    "Joining formulas": BOOLEAN,
    "Looking ahead": FUTURE,
    "Looking back": PAST,
    "Looking back at what is related": SCOPED,
    "Ranging over elements": QUANTIFIERS,
    "Comparing terms": COMPARISONS,
}
"""Heading to rows, as the reference page shows them."""

OPERATORS: tuple[Operator, ...] = tuple(row for rows in GROUPS.values() for row in rows)
"""The whole table."""

BY_NAME: dict[str, Operator] = {row.name: row for row in OPERATORS}
"""Name in the tree to row."""

BY_WORD: dict[str, Operator] = {word: row for row in OPERATORS for word in row.words}
"""Any spelling to row."""
