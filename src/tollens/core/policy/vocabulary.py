"""What a formula can speak of: types, categories, predicates, functions, collections.

A name that stands in none of these tables is not refused, since types and predicates are open; `lint` says so.
"""

from typing import Any, Literal, NamedTuple, get_args

from tollens.core.model.actions import (
    ActivityActionType,
    GatewayActionType,
    GovernanceActionType,
    ReasoningActionType,
)
from tollens.core.model.artifacts import KnownArtifact
from tollens.core.policy.syntax import Comprehension, Field, FunctionCall, Name, SetLiteral, Term
from tollens.core.wire import spellings

Element = Literal["action", "artifact", "residual", "goal", "acceptance item", "reference", "value", "any"]
"""What an expression stands for; `any`: an action or an artifact, or what cannot be told."""

CATEGORIES: tuple[str, ...] = ("activity", "gateway", "reasoning", "governance")
"""The categories of actions (§8.1), which are predicates of a position."""

_BY_CATEGORY = zip(
    CATEGORIES,
    (ActivityActionType, GatewayActionType, ReasoningActionType, GovernanceActionType),
    strict=True,
)
ACTION_TYPES: dict[str, str] = {kind.value: category for category, kinds in _BY_CATEGORY for kind in kinds}
"""Action type to its category (§8.1)."""


def tag_of(kind: Any) -> str:
    """The artifact type, or the category of actions, that a class is the constructor of."""
    return str(kind.__struct_config__.tag)


ARTIFACT_TYPES: frozenset[str] = frozenset(map(tag_of, get_args(KnownArtifact)))
"""The artifact types (§7.1)."""

OLDER_TYPES: dict[str, str] = {
    row.alternative: row.canonical
    for where in ("Artifact", "ReasoningActionType")
    for row in spellings.WORDS[where].values()
}
"""Type name of earlier versions to that of the text (§18.2)."""

OPEN_TYPES: frozenset[str] = frozenset(
    {
        "CertificationCase", "CertificationComplete", "CertificationRun", "CertificationSignoff", "Deploy",
        "Deviation", "EnableProduction", "Finding", "HLR", "RegionDecomposition", "Release", "ToolCall",
    }
)  # fmt: skip
"""Type names outside the text that published policies use; they are compared exactly, as any type name is."""


class Predicate(NamedTuple):
    """A named predicate.

    Attributes:
        terms: How many terms it takes; several numbers where it can be said of the current position too.
        structural: It looks at more than the position: at lineage or at other records.
        constant: Its value is the same at every position.
        ids: Its terms are ids, not variables.
    """

    name: str
    terms: tuple[int, ...]
    meaning: str
    structural: bool = False
    constant: bool = False
    ids: bool = False


def _of_results(*names: str) -> list[Predicate]:
    return [Predicate(name, (0,), f"a result that the action produced has the status `{name}`") for name in names]


PREDICATES: dict[str, Predicate] = {
    row.name: row
    for row in [
        Predicate("action", (0,), "true at every position"),
        *(Predicate(name, (0,), f"the action is of the category {name}") for name in CATEGORIES),
        Predicate("completed", (0,), "the action came to its end without a failure, by its exit codes and results"),
        Predicate("failed", (0,), "the action failed, by its exit codes and results"),
        *_of_results("proved", "refuted", "sat", "unknown", "passed", "partial", "matched", "mismatched"),
        Predicate("start_event", (0,), "the trace began with a task or an event", constant=True),
        Predicate("end_event", (0,), "the trace ended: completed, aborted or interrupted", constant=True),
        Predicate("merged", (0,), "the trace is a merge of two (§15.3)", constant=True),
        Predicate("has_rationale", (0, 1), "the rationale of the action is not empty"),
        Predicate("high_stakes_path", (0, 1), "the target of the action lies on a path of high stakes"),
        Predicate("formal_model_artifact", (0, 1), "the artifact is a formal model"),
        Predicate("approved_reference_artifact", (0, 1), "the artifact is a reference or has the approved role"),
        Predicate("state_space_analysis_result", (0, 1), "the artifact is the result of a state-space analysis"),
        Predicate("reasoning_action", (0, 1), "the action is a reasoning action"),
        Predicate("verification_action", (0, 1), "the action verifies"),
        Predicate("state_space_analysis_action", (0, 1), "the action analyses a state space"),
        Predicate("derived_from", (2,), "x is listed among the parents of y", structural=True),
        Predicate("ancestor_of", (2,), "y derives from x in one step or more", structural=True),
        Predicate("upstream_of", (2,), "y derives from x in one step or more", structural=True),
        Predicate("policy_failed", (1,), "the recorded evaluation of the policy failed", constant=True, ids=True),
        Predicate("ref_model", (1,), "the action or its result refers to the reference artifact", ids=True),
    ]
}
"""Name to predicate. Any other lowercase name is looked for as text in the action."""

GOAL_ATOMS: tuple[str, ...] = ("GoalScratch", "GoalActive", "GoalDone", "GoalAbandoned")
"""Words that are said of the goal of the trace as atoms (§18.5)."""


class Function(NamedTuple):
    """A function of one term.

    Attributes:
        result: What its value is, or, when `many`, what the members of its value are.
    """

    name: str
    result: Element
    many: bool
    meaning: str


FUNCTIONS: dict[str, Function] = {
    row.name: row
    for row in [
        Function("inputs", "artifact", True, "the artifacts that the action read"),
        Function("outputs", "artifact", True, "the artifacts that the action made"),
        Function("target", "value", False, "the file, module or artifact that the action works on"),
        Function("ancestors", "artifact", True, "what the artifact derives from, in one step or more"),
        Function("actions_before", "action", True, "the actions before that action"),
        Function("open_gaps", "residual", True, "the open residuals in reach of the goal (§18.3)"),
        Function("count", "value", False, "the size of the set"),
    ]
}
"""Name to function."""

COLLECTIONS: dict[str, Element] = {
    "residuals": "residual",
    "actions": "action",
    "artifacts": "artifact",
    "goals": "goal",
    "reference_artifacts": "reference",
    "files_modified": "value",
}
"""The sets that a trace has by itself."""

FOREIGN_COLLECTIONS: frozenset[str] = frozenset({"telemetry"})
"""Sets that published policies use and that no trace of the text has."""

ELEMENTS: dict[str, Element] = {"a": "action", "active_goal": "goal", "goal": "goal"}
"""Names that stand for something where no quantifier binds them: `a` is the action at the position."""

ELEMENT_SETS: dict[tuple[Element, str], Element] = {
    ("goal", "acceptance"): "acceptance item",
    ("action", "inputs"): "artifact",
    ("action", "outputs"): "artifact",
    ("artifact", "derived_from"): "artifact",
    ("any", "derived_from"): "artifact",
    ("any", "acceptance"): "acceptance item",
    ("residual", "related_artifact_ids"): "artifact",
}
"""Element and field to what the members of the field's value are."""


def is_type_name(name: str) -> bool:
    """Whether a name is written as types and words are: with a leading capital."""
    return name[:1].isupper()


def is_set(term: Term) -> bool:
    """Whether a term is a set by its form, so that `count(…)` of it is its size rather than a count of positions."""
    match term:
        case SetLiteral() | Comprehension() | Field():
            return True
        case Name(name=name):
            return name in COLLECTIONS or name in FOREIGN_COLLECTIONS
        case FunctionCall(name=name):
            return name in FUNCTIONS and FUNCTIONS[name].many
        case _:
            return False


def binder(term: Term) -> str | None:
    """The variable that a comprehension of this term binds: the name at its root, unless that names a set.

    >>> binder(FunctionCall("target", Name("a"))), binder(Field(Name("x"), "id"))
    ('a', 'x')
    """
    while isinstance(term, Field | FunctionCall):
        term = term.term
    if isinstance(term, Name) and term.name not in COLLECTIONS and not is_type_name(term.name):
        return term.name
    return None
