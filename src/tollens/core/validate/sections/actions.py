"""§8.1, §8.3, §9: the ordered steps, what a gateway decided, what an action saw, and the tool behind it."""

from collections.abc import Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.elements import known
from tollens.core.graph.index import Index
from tollens.core.model.actions import GatewayAction, GatewayActionType, ReasoningAction
from tollens.core.validate.examples import an_action, an_artifact
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted


@rule(
    "ACT001",
    "warning",
    "8",
    "Actions are listed by ascending id",
    prose="The list is the order of the steps (§8). The text does not say that ids follow it, but where they do not "
    "the record gives two orders, and rules about time hold only where both agree.",
    hint="List the actions in the order in which they were taken, and number them so.",
    good={"actions": [an_action(1), an_action(7)]},
    bad={"actions": [an_action(2), an_action(1)]},
)
def ascending(index: Index) -> Iterator[Finding]:
    if index.in_id_order:
        return
    highest = None
    for position, action in index.actions:
        if highest is not None and action.id < highest and index.action_at[action.id] == position:
            yield Finding(
                pointer("actions", position, "id"),
                f"action {quoted(action.id)} is listed after action {quoted(highest)}",
            )
        highest = action.id if highest is None else max(highest, action.id)


@rule(
    "ACT002",
    "error",
    "8.1",
    "The action that an option leads to exists",
    prose="`next_action_id` of a gateway's option is the action that follows if it is chosen (§8.1). A way not taken "
    "need not name one.",
    hint="Correct the id, or leave it out.",
    good={
        "actions": [
            an_action(1, "ExclusiveDecision", options=[{"label": "keep", "chosen": True, "next_action_id": 2}]),
            an_action(2),
        ]
    },
    bad={
        "actions": [an_action(1, "ExclusiveDecision", options=[{"label": "keep", "chosen": True, "next_action_id": 9}])]
    },
)
def next_actions_exist(index: Index) -> Iterator[Finding]:
    for position, gateway in index.of(GatewayAction):
        for place, option in enumerate(gateway.options):
            number = option.next_action_id
            if number is not None and number not in index.action_at:
                yield Finding(
                    pointer("actions", position, "options", place, "next_action_id"),
                    f"the option {quoted(option.label)} leads to action {quoted(number)}, which does not exist",
                )


@rule(
    "ACT003",
    "warning",
    "8.1",
    "An exclusive decision chooses one option",
    prose="The type does not forbid it, but two chosen options contradict the name of an `ExclusiveDecision` (§8.1).",
    hint="Mark one option as chosen, or use ParallelSplit.",
    good={
        "actions": [
            an_action(
                1,
                "ExclusiveDecision",
                options=[{"label": "keep", "chosen": True}, {"label": "rewrite", "chosen": False}],
            )
        ]
    },
    bad={
        "actions": [
            an_action(
                1,
                "ExclusiveDecision",
                options=[{"label": "keep", "chosen": True}, {"label": "rewrite", "chosen": True}],
            )
        ]
    },
)
def one_choice(index: Index) -> Iterator[Finding]:
    for position, gateway in index.of(GatewayAction):
        if gateway.type is GatewayActionType.ExclusiveDecision:
            chosen = [place for place, option in enumerate(gateway.options) if option.chosen]
            if len(chosen) > 1:
                yield Finding(
                    pointer("actions", position, "options", chosen[1], "chosen"),
                    f"action {quoted(gateway.id)} is an exclusive decision with {len(chosen)} options chosen",
                )


@rule(
    "ACT004",
    "warning",
    "8.1",
    "A chosen option is not rejected",
    prose="`rejected_because` says why an option was not taken (§8.1); a chosen option has no such reason.",
    hint="Remove the reason, or mark the option as not chosen.",
    good={
        "actions": [
            an_action(1, "ExclusiveDecision", options=[{"label": "no", "chosen": False, "rejected_because": "slow"}])
        ]
    },
    bad={
        "actions": [
            an_action(1, "ExclusiveDecision", options=[{"label": "yes", "chosen": True, "rejected_because": "slow"}])
        ]
    },
)
def choice_not_rejected(index: Index) -> Iterator[Finding]:
    for position, gateway in index.of(GatewayAction):
        for place, option in enumerate(gateway.options):
            if option.chosen and option.rejected_because is not None:
                yield Finding(
                    pointer("actions", position, "options", place, "rejected_because"),
                    f"the option {quoted(option.label)} is chosen and says why it was rejected",
                )


@rule(
    "ACT005",
    "warning",
    "8.1",
    "What a decision rests on is in the trace",
    prose="`supporting_inputs` of a gateway says what the decision rests on (§8.1). The text does not say that these "
    "are artifact ids, but actions exchange no free-form names (§7).",
    hint="Name an artifact of the trace or a reference artifact.",
    good={"actions": [an_action(1, "ExclusiveDecision", supporting_inputs=["a1"])], "artifacts": [an_artifact("a1")]},
    bad={"actions": [an_action(1, "ExclusiveDecision", supporting_inputs=["a9"])]},
)
def supporting_inputs_exist(index: Index) -> Iterator[Finding]:
    for position, gateway in index.of(GatewayAction):
        for place, name in enumerate(gateway.supporting_inputs):
            if not index.resolves(name):
                yield Finding(
                    pointer("actions", position, "supporting_inputs", place),
                    f"the decision rests on {quoted(name)}, which is no artifact of this trace",
                )


@rule(
    "ACT006",
    "error",
    "9.2",
    "What an observation derives from exists",
    prose="An observation names what its statement was drawn from (§9.2): artifacts, reference artifacts, or other "
    "observations by their ids.",
    hint="Add the missing artifact, or correct the id.",
    good={
        "actions": [an_action(1, observations=[{"statement": "pure", "derived_from": ["a1"]}])],
        "artifacts": [an_artifact("a1")],
    },
    bad={"actions": [an_action(1, observations=[{"statement": "pure", "derived_from": ["a9"]}])]},
)
def observations_derive_from_something(index: Index) -> Iterator[Finding]:
    seen: frozenset[str] | None = None
    for position, action in index.stating.observations:
        for place, observation in known(action.observations):
            for at, name in enumerate(observation.derived_from):
                if index.resolves(name):
                    continue
                seen = _observation_ids(index) if seen is None else seen
                if name not in seen:
                    yield Finding(
                        pointer("actions", position, "observations", place, "derived_from", at),
                        f"the observation derives from {quoted(name)}, which is no artifact of this trace",
                    )


def _observation_ids(index: Index) -> frozenset[str]:
    return frozenset(
        observation.observation_id
        for _, action in index.stating.observations
        for _, observation in known(action.observations)
        if observation.observation_id is not None
    )


@rule(
    "ACT007",
    "warning",
    "8.3",
    "A reasoning action names its tool",
    prose="A reasoning action without at least `execution.tool` should be considered underspecified (§8.3): nobody "
    "can tell what reasoned.",
    hint="State `execution.tool`.",
    good={"actions": [an_action(1, "Verify", execution={"tool": "imandrax", "version": "1.0"})]},
    bad={"actions": [an_action(1, "Verify", execution={"version": "1.0"})]},
)
def reasoning_names_its_tool(index: Index) -> Iterator[Finding]:
    for position, action in index.of(ReasoningAction):
        if action.execution is None or not action.execution.tool:
            yield Finding(
                pointer("actions", position, "execution", "tool"),
                f"the reasoning action {quoted(action.id)} ({action.type.value}) names no tool",
            )


@rule(
    "ACT008",
    "warning",
    "8.3",
    "Durations and costs are not negative",
    prose="`duration_ms` and `cost` measure what running the tool took (§8.3).",
    hint="Correct the number, or leave it out.",
    good={"actions": [an_action(1, execution={"tool": "cat", "duration_ms": 0})]},
    bad={"actions": [an_action(1, execution={"tool": "cat", "duration_ms": -1})]},
)
def measures_are_not_negative(index: Index) -> Iterator[Finding]:
    for position, action, execution in index.stating.execution:
        if execution.duration_ms is not None and execution.duration_ms < 0:
            yield Finding(
                pointer("actions", position, "execution", "duration_ms"),
                f"action {quoted(action.id)} took {quoted(execution.duration_ms)} ms",
            )
        if execution.cost is not None and execution.cost < 0:
            yield Finding(
                pointer("actions", position, "execution", "cost"),
                f"action {quoted(action.id)} has a negative cost",
            )


@rule(
    "ACT009",
    "warning",
    "9.2",
    "What was seen and decided rests on what was there",
    prose="An observation is drawn from what exists when the action runs, its own outputs included (§9.2), and so is "
    "the decision of a gateway (§8.1): neither rests on an artifact that a later action makes, and no observation on "
    "itself. What is later, and who made what, is decided as in LIN003.",
    hint="Correct the id, or the producer of the artifact.",
    good={
        "actions": [
            an_action(1, outputs=["a1"]),
            an_action(2, observations=[{"statement": "pure", "derived_from": ["a1"]}]),
        ],
        "artifacts": [an_artifact("a1")],
    },
    bad={
        "actions": [
            an_action(1, observations=[{"statement": "pure", "derived_from": ["a1"]}]),
            an_action(2, outputs=["a1"]),
        ],
        "artifacts": [an_artifact("a1")],
    },
)
def rests_on_what_was_there(index: Index) -> Iterator[Finding]:
    for position, action in index.stating.observations:
        for place, observation in known(action.observations):
            for at, name in enumerate(observation.derived_from):
                path = pointer("actions", position, "observations", place, "derived_from", at)
                if index.later(index.maker(name), position):
                    yield Finding(path, f"the observation derives from {quoted(name)}, which a later action makes")
                elif name == observation.observation_id and not index.resolves(name):
                    yield Finding(path, f"the observation {quoted(name)} derives from itself")
    for position, gateway in index.of(GatewayAction):
        for place, name in enumerate(gateway.supporting_inputs):
            if index.later(index.maker(name), position):
                yield Finding(
                    pointer("actions", position, "supporting_inputs", place),
                    f"the decision rests on {quoted(name)}, which a later action makes",
                )
