"""§3.2, §7.1, §15.3: actions and artifacts form a lineage that only points back."""

from collections.abc import Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.flow import UNKNOWN
from tollens.core.graph.index import Index
from tollens.core.model.actions import KnownAction
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.validate.examples import an_action, an_artifact
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted


@rule(
    "LIN001",
    "error",
    "7.3",
    "Every parent exists",
    prose="`derived_from` names the immediate inputs of an artifact: artifacts of this trace, or reference artifacts "
    "(§11). A name that stands for nothing breaks the chain from an output to what it rests on (§1).",
    hint="Add the missing artifact, or correct the id.",
    good={"artifacts": [an_artifact("a1"), an_artifact("a2", "Diff", derived_from=["a1"])]},
    bad={"artifacts": [an_artifact("a2", "Diff", derived_from=["a9"])]},
)
def parents_exist(index: Index) -> Iterator[Finding]:
    for position, place in index.derivation.missing:
        name, parent = _step(index, position, place)
        yield Finding(
            pointer("artifacts", position, "derived_from", place),
            f"{quoted(name)} derives from {quoted(parent)}, which is no artifact of this trace",
        )


@rule(
    "LIN002",
    "error",
    "3.2",
    "No artifact derives from itself",
    prose="Lineage is a directed acyclic graph (§3.2): an artifact is not among its own inputs, directly or through "
    "others. Of a cycle, each step is reported that leads to the artifact itself or to one further down the list.",
    hint="Remove the step that is wrong; a later version of something is a new artifact (§7.3).",
    good={
        "artifacts": [
            an_artifact("a1"),
            an_artifact("a2", derived_from=["a1"]),
            an_artifact("a3", derived_from=["a2"]),
        ]
    },
    bad={"artifacts": [an_artifact("a1", derived_from=["a2"]), an_artifact("a2", derived_from=["a1"])]},
)
def acyclic(index: Index) -> Iterator[Finding]:
    cycle = index.derivation_cycle
    for position, place in index.derivation.forward:
        name, parent = _step(index, position, place)
        at = index.artifact_at[parent]
        if position in cycle and cycle.get(at) == cycle[position]:
            what = "itself" if at == position else f"{quoted(parent)}, which derives from it"
            yield Finding(pointer("artifacts", position, "derived_from", place), f"{quoted(name)} derives from {what}")


@rule(
    "LIN003",
    "error",
    "15.3",
    "An artifact derives from earlier ones",
    prose="A `derived_from` points only at an earlier artifact (§15.3). An artifact is as old as the action that "
    "made it (`producer_action_id`, or the action that lists it among its outputs; for a residual the latter alone, "
    "since its producer is what gave rise to the gap, §13.1); the order of the actions is their order in the list, "
    "and where their ids run against the list, only what is later by both counts. Nothing is said here of an artifact "
    "whose maker is not known, or of which the record says two things.",
    hint="Correct the parent, or the producer of one of the two.",
    good={
        "actions": [an_action(1, outputs=["a1"]), an_action(2, outputs=["a2"])],
        "artifacts": [an_artifact("a1"), an_artifact("a2", derived_from=["a1"])],
    },
    bad={
        "actions": [an_action(1, outputs=["a1"]), an_action(2, outputs=["a2"])],
        "artifacts": [an_artifact("a2"), an_artifact("a1", derived_from=["a2"])],
    },
)
def parents_are_earlier(index: Index) -> Iterator[Finding]:
    for position, place in index.derivation.late:
        name, parent = _step(index, position, place)
        if index.later(index.recorder(parent), index.recorder(name)) and not _on_one_cycle(index, position, parent):
            yield Finding(
                pointer("artifacts", position, "derived_from", place),
                f"{quoted(name)} derives from {quoted(parent)}, which a later action made",
            )


@rule(
    "LIN004",
    "warning",
    "15.3",
    "Artifacts without a maker are listed after their parents",
    prose="Where no action is known to have made either of two artifacts, the list is the only sign of which is the "
    "earlier (§15.3). The text does not make it one, so this is a warning.",
    hint="List the parent first, or name the actions that made the two.",
    good={"artifacts": [an_artifact("a1"), an_artifact("a2", derived_from=["a1"])]},
    bad={"artifacts": [an_artifact("a2", derived_from=["a1"]), an_artifact("a1")]},
)
def listed_after_parents(index: Index) -> Iterator[Finding]:
    maker = index.production.maker
    for position, place in index.derivation.forward:
        name, parent = _step(index, position, place)
        if maker[position] == maker[index.artifact_at[parent]] == UNKNOWN and not _on_one_cycle(
            index, position, parent
        ):
            yield Finding(
                pointer("artifacts", position, "derived_from", place),
                f"{quoted(name)} derives from {quoted(parent)}, which is listed after it",
            )


def _step(index: Index, position: int, place: int) -> tuple[str, str]:
    """The ids of an artifact and of the parent at that place."""
    child = index.trace.artifacts[position]
    assert not isinstance(child, Unrecognized)
    return child.artifact_id, child.derived_from[place]


def _on_one_cycle(index: Index, position: int, parent: str) -> bool:
    cycle = index.derivation_cycle
    return position in cycle and cycle.get(index.artifact_at.get(parent, -1)) == cycle[position]


@rule(
    "LIN005",
    "error",
    "7.1",
    "The producer of an artifact exists",
    prose="`producer_action_id` names the action that made the artifact (§7.1).",
    hint="Correct the id, or leave it out for what no action of this trace made.",
    good={"actions": [an_action(1, outputs=["a1"])], "artifacts": [an_artifact("a1", producer_action_id=1)]},
    bad={"artifacts": [an_artifact("a1", producer_action_id=9)]},
)
def producers_exist(index: Index) -> Iterator[Finding]:
    for position in index.production.missing_producers:
        name, producer = _producer(index, position)
        yield Finding(
            pointer("artifacts", position, "producer_action_id"),
            f"{quoted(name)} is said to be made by action {quoted(producer)}, which does not exist",
        )


def _producer(index: Index, position: int) -> tuple[str, int | None]:
    """The id of an artifact and of the action that it names as its producer."""
    made = index.trace.artifacts[position]
    assert not isinstance(made, Unrecognized)
    return made.artifact_id, made.producer_action_id


@rule(
    "LIN006",
    "warning",
    "3.2",
    "Artifacts and actions agree on who made what",
    prose="`producer_action_id` and `outputs` tell the same story from two sides (§3.2, §7.1, §8.1). An action that "
    "an artifact names as its producer lists it, and no other action does. The producer of a residual is the "
    "action that gave rise to the gap (§13.1), whichever action lists it, if any. Which side is right cannot be told "
    "from here.",
    hint="Correct the producer or the outputs.",
    good={
        "actions": [an_action(1, outputs=["a1"]), an_action(2)],
        "artifacts": [an_artifact("a1", producer_action_id=1)],
    },
    bad={
        "actions": [an_action(1, outputs=["a1"]), an_action(2)],
        "artifacts": [an_artifact("a1", producer_action_id=2)],
    },
)
def producers_agree(index: Index) -> Iterator[Finding]:
    for position in index.production.unlisted:
        name, producer = _producer(index, position)
        lister = index.production.lister[position]
        if lister == UNKNOWN:
            other = "that action does not list it as an output"
        else:
            other = f"action {quoted(index.trace.actions[lister].id)} lists it as an output"
        yield Finding(
            pointer("artifacts", position, "producer_action_id"),
            f"{quoted(name)} is said to be made by action {quoted(producer)}, but {other}",
        )


@rule(
    "LIN007",
    "error",
    "7",
    "The inputs of an action exist",
    prose="Actions exchange artifact identities (§7): each input is an artifact of this trace or a reference artifact.",
    hint="Add the missing artifact, or correct the id.",
    good={"actions": [an_action(1, inputs=["a1"])], "artifacts": [an_artifact("a1")]},
    bad={"actions": [an_action(1, inputs=["a9"])]},
)
def inputs_exist(index: Index) -> Iterator[Finding]:
    for position, place in index.consumption.missing:
        action = _action(index, position)
        yield Finding(
            pointer("actions", position, "inputs", place),
            f"action {quoted(action.id)} consumes {quoted(action.inputs[place])}, which is no artifact of this trace",
        )


def _action(index: Index, position: int) -> KnownAction:
    action = index.trace.actions[position]
    assert not isinstance(action, Unrecognized)
    return action


@rule(
    "LIN008",
    "error",
    "7",
    "The outputs of an action exist",
    prose="Actions exchange artifact identities (§7): each output is an artifact of this trace.",
    hint="Add the missing artifact, or correct the id.",
    good={"actions": [an_action(1, outputs=["a1"])], "artifacts": [an_artifact("a1")]},
    bad={"actions": [an_action(1, outputs=["a9"])]},
)
def outputs_exist(index: Index) -> Iterator[Finding]:
    for position, place in index.production.missing_outputs:
        action = _action(index, position)
        yield Finding(
            pointer("actions", position, "outputs", place),
            f"action {quoted(action.id)} produces {quoted(action.outputs[place])}, which is no artifact of this trace",
        )


@rule(
    "LIN009",
    "error",
    "3.2",
    "No action consumes what it produces",
    prose="Producers and consumers form an acyclic graph (§3.2), so nothing is both input and output of one action. A "
    "file that is edited is one artifact before and another after (§7.3).",
    hint="Make the result an artifact of its own that supersedes the input.",
    good={
        "actions": [an_action(1, "EditFile", inputs=["a1"], outputs=["a2"])],
        "artifacts": [an_artifact("a1"), an_artifact("a2", supersedes="a1")],
    },
    bad={"actions": [an_action(1, "EditFile", inputs=["a1"], outputs=["a1"])], "artifacts": [an_artifact("a1")]},
)
def own_output(index: Index) -> Iterator[Finding]:
    for position, place in index.consumption.own:
        action = _action(index, position)
        yield Finding(
            pointer("actions", position, "inputs", place),
            f"action {quoted(action.id)} consumes {quoted(action.inputs[place])}, which it produces itself",
        )


@rule(
    "LIN010",
    "error",
    "3.2",
    "What an action consumes was made before",
    prose="An action consumes artifacts that exist when it runs (§1, §3.2). What is later, and who made what, is "
    "decided as in LIN003.",
    hint="Correct the input, or the producer of the artifact.",
    good={
        "actions": [an_action(1, outputs=["a1"]), an_action(2, inputs=["a1"])],
        "artifacts": [an_artifact("a1")],
    },
    bad={
        "actions": [an_action(1, inputs=["a1"]), an_action(2, outputs=["a1"])],
        "artifacts": [an_artifact("a1")],
    },
)
def inputs_are_earlier(index: Index) -> Iterator[Finding]:
    for position, place in index.consumption.late:
        action = _action(index, position)
        name = action.inputs[place]
        if index.later(index.maker(name), position):
            yield Finding(
                pointer("actions", position, "inputs", place),
                f"action {quoted(action.id)} consumes {quoted(name)}, which a later action makes",
            )


@rule(
    "LIN011",
    "warning",
    "7.3",
    "An artifact is the output of one action",
    prose="Artifacts are immutable once produced (§7.3), so a second action cannot produce the same one.",
    hint="Make the second result an artifact of its own that supersedes the first.",
    good={
        "actions": [an_action(1, outputs=["a1"]), an_action(2, outputs=["a2"])],
        "artifacts": [an_artifact("a1"), an_artifact("a2", supersedes="a1")],
    },
    bad={"actions": [an_action(1, outputs=["a1"]), an_action(2, outputs=["a1"])], "artifacts": [an_artifact("a1")]},
)
def one_producer(index: Index) -> Iterator[Finding]:
    for position, place in index.production.relisted:
        name = _action(index, position).outputs[place]
        first = index.trace.actions[index.production.lister[index.artifact_at[name]]].id
        yield Finding(
            pointer("actions", position, "outputs", place),
            f"{quoted(name)} is an output of action {quoted(first)} already",
        )
