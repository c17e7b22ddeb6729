"""§18.1 Goals and their criteria refer to things that exist."""

from collections.abc import Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.elements import known
from tollens.core.graph.index import Index
from tollens.core.model.goals import (
    AcceptanceStatus,
    GapAcceptance,
    GoalStatus,
    ObligationAcceptance,
    PropertyAcceptance,
)
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.validate.examples import a_criterion, a_goal, a_meta_action, a_policy, a_residual
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted

_MANUAL = {"acceptance_id": "c1", "kind": "Change", "label": "it was shown to the team"}


@rule(
    "GOL001",
    "error",
    "18.1",
    "The meta-action that pursues a goal exists",
    prose="A goal may name the meta-action that pursues it (§18.1, §8.4).",
    hint="Add the meta-action, or correct the id.",
    good={"meta_actions": [a_meta_action("m1")], "goals": [a_goal(meta_action_id="m1")]},
    bad={"goals": [a_goal(meta_action_id="m9")]},
)
def pursuers_exist(index: Index) -> Iterator[Finding]:
    for position, goal in known(index.trace.goals):
        if goal.meta_action_id is not None and goal.meta_action_id not in index.meta_at:
            yield Finding(
                pointer("goals", position, "meta_action_id"),
                f"{quoted(goal.goal_id)} is pursued by {quoted(goal.meta_action_id)}, which is no meta-action",
            )


@rule(
    "GOL002",
    "error",
    "18.1",
    "The gap that a criterion closes is declared",
    prose="A Gap criterion is bound to a declared residual (§18.1): a Residual artifact, or an entry of the legacy "
    "list.",
    hint="Declare the residual, or correct the id.",
    good={"artifacts": [a_residual("r1")], "goals": [a_goal(a_criterion("Gap", {"residual_id": "r1"}))]},
    bad={"goals": [a_goal(a_criterion("Gap", {"residual_id": "r9"}))]},
)
def gaps_exist(index: Index) -> Iterator[Finding]:
    for position, goal in known(index.trace.goals):
        for place, item in known(goal.acceptance):
            if isinstance(item, GapAcceptance) and item.binding is not None:
                name = item.binding.residual_id
                if name not in index.residual_ids:
                    yield Finding(
                        pointer("goals", position, "acceptance", place, "binding", "residual_id"),
                        f"{quoted(item.acceptance_id)} closes {quoted(name)}, which is no residual of this trace",
                    )


@rule(
    "GOL003",
    "warning",
    "18.1",
    "The policy that a criterion asks for is in the trace",
    prose="An Obligation resolves from the evaluation of its policy (§18.2). A policy may be kept elsewhere, but then "
    "its evaluation should be inside; with neither, the criterion cannot resolve.",
    hint="Add the policy or its evaluation, or correct the id.",
    good={"policies": [a_policy("p1")], "goals": [a_goal(a_criterion("Obligation", {"policy_id": "p1"}))]},
    bad={"goals": [a_goal(a_criterion("Obligation", {"policy_id": "p9"}))]},
)
def obligations_exist(index: Index) -> Iterator[Finding]:
    for position, goal in known(index.trace.goals):
        for place, item in known(goal.acceptance):
            if isinstance(item, ObligationAcceptance) and item.binding is not None:
                name = item.binding.policy_id
                if name not in index.policy_ids and name not in index.evaluated_policy_ids:
                    yield Finding(
                        pointer("goals", position, "acceptance", place, "binding", "policy_id"),
                        f"{quoted(item.acceptance_id)} asks for {quoted(name)}, of which the trace has neither the "
                        "policy nor an evaluation",
                    )


@rule(
    "GOL004",
    "warning",
    "18.1",
    "A property criterion says which property",
    prose="A PropertyBinding selects by symbol, by property, or by both (§18.1); with neither it selects nothing.",
    hint="State the symbol or the property.",
    good={"goals": [a_goal(a_criterion("Property", {"symbol": "f"}))]},
    bad={"goals": [a_goal(a_criterion("Property", {}))]},
)
def properties_are_named(index: Index) -> Iterator[Finding]:
    for position, goal in known(index.trace.goals):
        for place, item in known(goal.acceptance):
            if not isinstance(item, PropertyAcceptance) or item.binding is None or item.formula is not None:
                continue
            if not item.binding.symbol and not item.binding.property:
                yield Finding(
                    pointer("goals", position, "acceptance", place, "binding"),
                    f"{quoted(item.acceptance_id)} is bound to no symbol and no property",
                )


@rule(
    "GOL005",
    "warning",
    "18.2",
    "A goal that is done has no criterion left",
    prose="A goal is reached when its acceptance items are done (§18.2). An item with neither binding nor formula has "
    "its authored status alone, so a goal that is called done beside such an item that is not contradicts itself. "
    "What the evidence says of the other items is derived (§18.3), not a matter of this rule.",
    hint="Correct the status of the goal or of the criterion.",
    good={"goals": [a_goal(_MANUAL | {"status": "AcceptDone"}, status="GoalDone")]},
    bad={"goals": [a_goal(_MANUAL | {"status": "AcceptTodo"}, status="GoalDone")]},
)
def done_is_done(index: Index) -> Iterator[Finding]:
    for position, goal in known(index.trace.goals):
        if goal.status is not GoalStatus.GoalDone:
            continue
        for place, item in enumerate(goal.acceptance):
            if isinstance(item, Unrecognized) or item.binding is not None or item.formula is not None:
                continue
            if item.status not in (None, AcceptanceStatus.AcceptDone):
                yield Finding(
                    pointer("goals", position, "acceptance", place, "status"),
                    f"{quoted(goal.goal_id)} is done, and its criterion {quoted(item.acceptance_id)} is not",
                )
