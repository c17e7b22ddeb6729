"""§8.4 Meta-actions: an ordered overlay without overlaps, and a hierarchy, that refer back and forth alike."""

from collections.abc import Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.cycles import cycle_of
from tollens.core.graph.elements import known
from tollens.core.graph.grouping import torn
from tollens.core.graph.index import Index
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.validate.examples import a_member, a_meta_action, a_residual, an_action, an_artifact
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted


@rule(
    "MET001",
    "error",
    "8.4",
    "The members of a meta-action exist",
    prose="A meta-action references its member actions by id (§8.4).",
    hint="Correct the id, or remove it.",
    good={"actions": [a_member(1, "m1"), a_member(2, "m1")], "meta_actions": [a_meta_action("m1", 1, 2)]},
    bad={"actions": [a_member(1, "m1")], "meta_actions": [a_meta_action("m1", 1, 9)]},
)
def members_exist(index: Index) -> Iterator[Finding]:
    for position, place in index.grouping.missing:
        group, number = _member(index, position, place)
        yield Finding(
            pointer("meta_actions", position, "action_ids", place),
            f"{quoted(group)} groups action {quoted(number)}, which does not exist",
        )


def _member(index: Index, position: int, place: int) -> tuple[str, int]:
    """The id of a meta-action and of its member at that place."""
    group = index.trace.meta_actions[position]
    assert not isinstance(group, Unrecognized)
    return group.id, group.action_ids[place]


def _name(index: Index, position: int) -> str:
    group = index.trace.meta_actions[position]
    assert not isinstance(group, Unrecognized)
    return group.id


@rule(
    "MET002",
    "error",
    "8.4",
    "An action belongs to at most one meta-action",
    prose="Meta-actions do not overlap (§8.4). In a hierarchy an action stands in the innermost one alone; that it is "
    "part of the outer ones follows from `parent_id`.",
    hint="List the action once, in the innermost meta-action that it served.",
    good={
        "actions": [a_member(1, "m1"), a_member(2, "m1"), a_member(3, "m2")],
        "meta_actions": [a_meta_action("m1", 1, 2), a_meta_action("m2", 3)],
    },
    bad={
        "actions": [a_member(1, "m1"), a_member(2, "m1")],
        "meta_actions": [a_meta_action("m1", 1, 2), a_meta_action("m2", 2)],
    },
)
def no_overlap(index: Index) -> Iterator[Finding]:
    for position, place in index.grouping.overlapping:
        number = _member(index, position, place)[1]
        first = _name(index, index.grouping.lister[index.action_at[number]])
        yield Finding(
            pointer("meta_actions", position, "action_ids", place),
            f"action {quoted(number)} belongs to {quoted(first)} already",
        )


@rule(
    "MET003",
    "error",
    "8.4",
    "The members of a meta-action are in order",
    prose="`action_ids` is an ordered slice of the timeline (§8.4): by the list of actions, or, where that differs, "
    "by their ids.",
    hint="List the members in the order of the steps.",
    good={"actions": [a_member(1, "m1"), a_member(2, "m1")], "meta_actions": [a_meta_action("m1", 1, 2)]},
    bad={"actions": [a_member(1, "m1"), a_member(2, "m1")], "meta_actions": [a_meta_action("m1", 2, 1)]},
)
def members_in_order(index: Index) -> Iterator[Finding]:
    for position, place in index.grouping.unordered:
        yield Finding(
            pointer("meta_actions", position, "action_ids", place),
            f"the members of {quoted(_name(index, position))} are not in the order of the steps",
        )


@rule(
    "MET004",
    "error",
    "8.4",
    "A meta-action is a contiguous slice",
    prose="`action_ids` is a contiguous slice of the timeline (§8.4). The actions of the meta-actions inside it count "
    "as its own: it may list only what they do not. Actions between two meta-actions may stay ungrouped. An action "
    "that two meta-actions claim (MET002), or that could not be read, is neither a member nor a gap here.",
    hint="Split the meta-action, or give the actions in between to it or to one inside it.",
    good={
        "actions": [a_member(1, "m1"), a_member(2, "m2"), a_member(3, "m1")],
        "meta_actions": [a_meta_action("m1", 1, 3), a_meta_action("m2", 2, parent_id="m1")],
    },
    bad={"actions": [a_member(1, "m1"), an_action(2), a_member(3, "m1")], "meta_actions": [a_meta_action("m1", 1, 3)]},
)
def contiguous(index: Index) -> Iterator[Finding]:
    actions, action_at = index.trace.actions, index.action_at
    for position in torn(index.meta_actions, actions, action_at, index.meta_at, index.grouping):
        yield Finding(
            pointer("meta_actions", position, "action_ids"),
            f"the actions of {quoted(_name(index, position))} are no contiguous slice: others stand between them",
        )


@rule(
    "MET005",
    "error",
    "8.4",
    "The parent of a meta-action exists",
    prose="`parent_id` is the enclosing meta-action (§8.4).",
    hint="Add the parent, or correct the id.",
    good={"meta_actions": [a_meta_action("m1"), a_meta_action("m2", parent_id="m1")]},
    bad={"meta_actions": [a_meta_action("m2", parent_id="m9")]},
)
def parents_exist(index: Index) -> Iterator[Finding]:
    for position, group in known(index.trace.meta_actions):
        if group.parent_id is not None and group.parent_id not in index.meta_at:
            yield Finding(
                pointer("meta_actions", position, "parent_id"),
                f"{quoted(group.id)} stands inside {quoted(group.parent_id)}, which is no meta-action",
            )


@rule(
    "MET006",
    "error",
    "8.4",
    "No meta-action encloses itself",
    prose="`parent_id` makes a hierarchy (§8.4), so following it comes to an end.",
    hint="Correct the step that points the wrong way.",
    good={
        "meta_actions": [
            a_meta_action("m1", parent_id="m2"),
            a_meta_action("m2", parent_id="m3"),
            a_meta_action("m3"),
        ]
    },
    bad={"meta_actions": [a_meta_action("m1", parent_id="m2"), a_meta_action("m2", parent_id="m1")]},
)
def hierarchy(index: Index) -> Iterator[Finding]:
    groups = known(index.trace.meta_actions)
    at = index.meta_at
    above = {
        position: [at[group.parent_id]]
        for position, group in groups
        if group.parent_id is not None and group.parent_id in at
    }
    if not any(targets[0] >= position for position, targets in above.items()):
        return
    cycle = cycle_of(above)
    for position, group in groups:
        if position in cycle and above[position][0] >= position:
            yield Finding(
                pointer("meta_actions", position, "parent_id"),
                f"{quoted(group.id)} stands inside {quoted(group.parent_id)}, and that inside it",
            )


@rule(
    "MET007",
    "error",
    "8.4",
    "The meta-action that an action refers back to exists",
    prose="`meta_action_id` of an action is its enclosing meta-action (§8.1, §8.4).",
    hint="Add the meta-action, or correct the id.",
    good={"actions": [a_member(1, "m1")], "meta_actions": [a_meta_action("m1", 1)]},
    bad={"actions": [a_member(1, "m9")]},
)
def back_references_exist(index: Index) -> Iterator[Finding]:
    for position, number, name in _astray(index):
        if name is not None and name not in index.meta_at:
            yield Finding(
                pointer("actions", position, "meta_action_id"),
                f"action {quoted(number)} belongs to {quoted(name)}, which is no meta-action",
            )


def _astray(index: Index) -> Iterator[tuple[int, int, str | None]]:
    """Position, id and back-reference of the actions that name another meta-action than the one that lists them."""
    for position in index.grouping.astray:
        action = index.trace.actions[position]
        if not isinstance(action, Unrecognized):
            yield position, action.id, action.meta_action_id


@rule(
    "MET008",
    "error",
    "8.4",
    "Actions and meta-actions agree on who belongs where",
    prose="Navigation works in both directions (§8.4): the meta-action that an action refers back to lists it. "
    "Nothing is said here of a meta-action that could not be read.",
    hint="List the action in the meta-action that it names, or correct the name.",
    good={"actions": [a_member(1, "m1")], "meta_actions": [a_meta_action("m1", 1), a_meta_action("m2")]},
    bad={"actions": [a_member(1, "m2")], "meta_actions": [a_meta_action("m1", 1), a_meta_action("m2")]},
)
def back_references_agree(index: Index) -> Iterator[Finding]:
    for position, number, name in _astray(index):
        if name is None or name not in index.meta_at:
            continue
        further = index.grouping.also.get(position, ())
        if any(_name(index, lister) == name for lister in further):
            continue  # MET002 says that several list it
        if not isinstance(index.trace.meta_actions[index.meta_at[name]], Unrecognized):
            yield Finding(
                pointer("actions", position, "meta_action_id"),
                f"action {quoted(number)} refers back to {quoted(name)}, which does not list it",
            )


@rule(
    "MET009",
    "warning",
    "8.4",
    "The members of a meta-action refer back to it",
    prose="Each atomic action carries a back-reference to its enclosing meta-action (§8.4); it is optional, but "
    "without it navigation works in one direction only.",
    hint="Set `meta_action_id` of the action.",
    good={"actions": [a_member(1, "m1")], "meta_actions": [a_meta_action("m1", 1)]},
    bad={"actions": [an_action(1)], "meta_actions": [a_meta_action("m1", 1)]},
)
def members_refer_back(index: Index) -> Iterator[Finding]:
    for position, number, name in _astray(index):
        if name is None:
            group = _name(index, index.grouping.lister[position])
            yield Finding(
                pointer("actions", position, "meta_action_id"),
                f"action {quoted(number)} is a member of {quoted(group)} and does not refer back to it",
            )


@rule(
    "MET010",
    "error",
    "8.4",
    "What a meta-action produced exists",
    prose="`produced_artifact_ids` makes the meta-action a coarse node in the lineage (§8.4).",
    hint="Add the missing artifact, or correct the id.",
    good={"meta_actions": [a_meta_action("m1", produced_artifact_ids=["a1"])], "artifacts": [an_artifact("a1")]},
    bad={"meta_actions": [a_meta_action("m1", produced_artifact_ids=["a9"])]},
)
def produced_exist(index: Index) -> Iterator[Finding]:
    for position, group in known(index.trace.meta_actions):
        for place, name in enumerate(group.produced_artifact_ids):
            if name not in index.artifact_at:
                yield Finding(
                    pointer("meta_actions", position, "produced_artifact_ids", place),
                    f"{quoted(group.id)} produced {quoted(name)}, which is no artifact of this trace",
                )


@rule(
    "MET011",
    "error",
    "8.4",
    "The residuals of a meta-action exist",
    prose="`residual_ids` names gaps declared at this level (§8.4): Residual artifacts, or entries of the legacy list "
    "(§13.7).",
    hint="Declare the residual, or correct the id.",
    good={"meta_actions": [a_meta_action("m1", residual_ids=["r1"])], "artifacts": [a_residual("r1")]},
    bad={"meta_actions": [a_meta_action("m1", residual_ids=["r9"])]},
)
def residuals_exist(index: Index) -> Iterator[Finding]:
    for position, group in known(index.trace.meta_actions):
        for place, name in enumerate(group.residual_ids):
            if name not in index.residual_ids:
                yield Finding(
                    pointer("meta_actions", position, "residual_ids", place),
                    f"{quoted(group.id)} declares the residual {quoted(name)}, which does not exist",
                )


@rule(
    "MET012",
    "info",
    "8.4",
    "A meta-action says how it was found",
    prose="A producer should record in `source` which signal the grouping rests on (§8.4), so that a consumer knows "
    "whether the agent declared it or tooling inferred it.",
    hint="State `source`.",
    good={"meta_actions": [a_meta_action("m1")]},
    bad={"meta_actions": [a_meta_action("m1", source=None)]},
)
def source_is_stated(index: Index) -> Iterator[Finding]:
    for position, group in known(index.trace.meta_actions):
        if group.source is None:
            yield Finding(
                pointer("meta_actions", position, "source"), f"{quoted(group.id)} does not say how it was grouped"
            )


@rule(
    "MET013",
    "warning",
    "8.4",
    "What a meta-action produced was made by its actions",
    prose="`produced_artifact_ids` are the artifacts that this step produced (§8.4), so where the maker of one is "
    "known it is an action of the meta-action or of one inside it. Who made what is decided as in LIN003.",
    hint="Name the artifact in the meta-action whose action made it.",
    good={
        "actions": [a_member(1, "m1"), an_action(2, outputs=["a1"], meta_action_id="m2")],
        "meta_actions": [
            a_meta_action("m1", 1, produced_artifact_ids=["a1"]),
            a_meta_action("m2", 2, parent_id="m1"),
        ],
        "artifacts": [an_artifact("a1")],
    },
    bad={
        "actions": [a_member(1, "m1"), an_action(2, outputs=["a1"], meta_action_id="m2")],
        "meta_actions": [a_meta_action("m1", 1, produced_artifact_ids=["a1"]), a_meta_action("m2", 2)],
        "artifacts": [an_artifact("a1")],
    },
)
def produced_inside(index: Index) -> Iterator[Finding]:
    for position, group in index.meta_actions:
        for place, name in enumerate(group.produced_artifact_ids):
            made = index.recorder(name)
            if made is not None and not _encloses(index, position, made):
                yield Finding(
                    pointer("meta_actions", position, "produced_artifact_ids", place),
                    f"{quoted(group.id)} produced {quoted(name)}, which action {quoted(index.trace.actions[made].id)} "
                    "outside it made",
                )


def _encloses(index: Index, group: int, action: int) -> bool:
    """Whether the meta-action lists the action, or surrounds one that does."""
    lister = index.grouping.lister[action]
    if lister < 0:
        return False
    if action in index.grouping.also or group not in index.nesting or lister not in index.nesting:
        return True  # MET002 says that several list it, MET006 that the hierarchy has no such place
    first, last = index.nesting[group]
    return first <= index.nesting[lister][0] < last
