"""§5, §7, §8.4, §11 to §15, §18.1: whatever has an identity has one of its own."""

from collections.abc import Iterator, Sequence
from typing import Any

from tollens.core.diagnostics import pointer
from tollens.core.graph.elements import Ids, identities, known
from tollens.core.graph.index import Index
from tollens.core.model.artifacts import ResidualArtifact
from tollens.core.validate.examples import (
    a_comment,
    a_criterion,
    a_goal,
    a_link,
    a_meta_action,
    a_policy,
    a_reference,
    a_review_item,
    an_action,
    an_artifact,
)
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted

NAMED = (
    ("meta_actions", "id"),
    ("reference_artifacts", "reference_artifact_id"),
    ("policies", "policy_id"),
    ("execution_environments", "environment_id"),
    ("comments", "comment_id"),
    ("review_items", "review_item_id"),
    ("residuals", "residual_id"),
    ("goals", "goal_id"),
    ("trace_links", "link_id"),
)
"""The other lists of the trace whose elements have an identity."""


def _repeated(found: Ids, member: str, *place: str | int) -> Iterator[Finding]:
    """The elements whose id an earlier element has."""
    first: dict[str, int] = {}
    for position, name in found:
        earlier = first.setdefault(name, position)
        if earlier != position:
            yield Finding(
                pointer(*place, position, member),
                f"{quoted(name)} is the id of two elements: this one and the one at {pointer(*place, earlier)}",
            )


def _repeated_in(elements: Sequence[Any], name: str, member: str) -> Iterator[Finding]:
    if len(elements) > 1:
        yield from _repeated(identities(elements, member), member, name)


@rule(
    "IDN001",
    "error",
    "5",
    "Identities are not empty",
    prose="A trace, artifact, meta-action and whatever else is referred to by id is told apart by that id alone; an "
    "empty one identifies nothing.",
    hint="Give it an id.",
    good={"artifacts": [an_artifact("a1")]},
    bad={"artifacts": [an_artifact("")]},
)
def not_empty(index: Index) -> Iterator[Finding]:
    if index.trace.trace_id == "" and isinstance(index.value, dict) and index.value.get("trace_id") == "":
        yield Finding("/trace_id", "the trace's id is empty")
    if "" in index.artifact_at:
        yield Finding(pointer("artifacts", index.artifact_at[""], "artifact_id"), "the artifact's id is empty")
    for name, member in NAMED:
        for position, said in identities(getattr(index.trace, name), member):
            if said == "":
                yield Finding(pointer(name, position, member), "the id is empty")


@rule(
    "IDN002",
    "error",
    "7",
    "Artifact ids are unique",
    prose="Actions exchange artifact identities (§7), so two artifacts with one id make every reference to it "
    "ambiguous. A new version of something is a new artifact that supersedes the old one (§7.3).",
    hint="Give one of the two another id; use `supersedes` if it is a later version.",
    good={"artifacts": [an_artifact("a1"), an_artifact("a2")]},
    bad={"artifacts": [an_artifact("a1"), an_artifact("a1")]},
)
def artifact_ids(index: Index) -> Iterator[Finding]:
    if len(index.artifact_at) != len(index.trace.artifacts):
        yield from _repeated(identities(index.trace.artifacts, "artifact_id"), "artifact_id", "artifacts")


@rule(
    "IDN003",
    "error",
    "8.1",
    "Action ids are unique",
    prose="Artifacts, meta-actions, residuals and evaluations name actions by id; two actions with one id make every "
    "such reference ambiguous.",
    hint="Give one of the two another id.",
    good={"actions": [an_action(1), an_action(2)]},
    bad={"actions": [an_action(1), an_action(1)]},
)
def action_ids(index: Index) -> Iterator[Finding]:
    if len(index.action_at) == len(index.trace.actions):
        return
    for position, performed in enumerate(index.trace.actions):
        number = performed.id
        if number is not None and index.action_at[number] != position:
            yield Finding(
                pointer("actions", position, "id"),
                f"{quoted(number)} is the id of two actions: this one and the one at "
                f"{pointer('actions', index.action_at[number])}",
            )


@rule(
    "IDN004",
    "error",
    "8.4",
    "Meta-action ids are unique",
    prose="Actions refer back to their meta-action, and meta-actions to their parent, by id (§8.4).",
    hint="Give one of the two another id.",
    good={"meta_actions": [a_meta_action("m1"), a_meta_action("m2")]},
    bad={"meta_actions": [a_meta_action("m1"), a_meta_action("m1")]},
)
def meta_action_ids(index: Index) -> Iterator[Finding]:
    yield from _repeated_in(index.trace.meta_actions, "meta_actions", "id")


@rule(
    "IDN005",
    "error",
    "11.1",
    "Reference artifact ids are unique",
    prose="Conformance results and policies name approved references by id (§10.6, §11).",
    hint="Give one of the two another id.",
    good={"reference_artifacts": [a_reference("ref1"), a_reference("ref2")]},
    bad={"reference_artifacts": [a_reference("ref1"), a_reference("ref1")]},
)
def reference_ids(index: Index) -> Iterator[Finding]:
    yield from _repeated_in(index.trace.reference_artifacts, "reference_artifacts", "reference_artifact_id")


@rule(
    "IDN006",
    "error",
    "11.1",
    "The goals of a reference have ids of their own",
    prose="A reference may come with verification goals (§11.1); within it, `vg_id` tells them apart.",
    hint="Give one of the two another id.",
    good={
        "reference_artifacts": [
            a_reference(
                verification_goals=[
                    {"vg_id": "v1", "description": "bounded", "kind": "invariant", "src": "f x <= 50"},
                    {"vg_id": "v2", "description": "monotone", "kind": "invariant", "src": "f x >= x"},
                ]
            )
        ]
    },
    bad={
        "reference_artifacts": [
            a_reference(
                verification_goals=[
                    {"vg_id": "v1", "description": "bounded", "kind": "invariant", "src": "f x <= 50"},
                    {"vg_id": "v1", "description": "monotone", "kind": "invariant", "src": "f x >= x"},
                ]
            )
        ]
    },
)
def reference_goal_ids(index: Index) -> Iterator[Finding]:
    for position, approved in known(index.trace.reference_artifacts):
        goals = [(place, asked.vg_id) for place, asked in known(approved.verification_goals)]
        yield from _repeated(tuple(goals), "vg_id", "reference_artifacts", position, "verification_goals")


@rule(
    "IDN007",
    "error",
    "12.3",
    "Environment ids are unique",
    prose="Actions and the trace name the environment that they need by id (§12.1, §12.2).",
    hint="Give one of the two another id.",
    good={
        "execution_environments": [
            {"environment_id": "e1", "kind": "toolchain", "name": "one"},
            {"environment_id": "e2", "kind": "container", "name": "another"},
        ]
    },
    bad={
        "execution_environments": [
            {"environment_id": "e1", "kind": "toolchain", "name": "one"},
            {"environment_id": "e1", "kind": "container", "name": "another"},
        ]
    },
)
def environment_ids(index: Index) -> Iterator[Finding]:
    yield from _repeated_in(index.trace.execution_environments, "execution_environments", "environment_id")


@rule(
    "IDN008",
    "error",
    "14.2",
    "Comment ids are unique",
    prose="Threads are built from comment ids (§14.2).",
    hint="Give one of the two another id.",
    good={"comments": [a_comment("c1"), a_comment("c2")]},
    bad={"comments": [a_comment("c1"), a_comment("c1")]},
)
def comment_ids(index: Index) -> Iterator[Finding]:
    yield from _repeated_in(index.trace.comments, "comments", "comment_id")


@rule(
    "IDN009",
    "error",
    "14.3",
    "Review item ids are unique",
    prose="A review item is acknowledged and resolved by its id (§14.3).",
    hint="Give one of the two another id.",
    good={"review_items": [a_review_item("i1"), a_review_item("i2")]},
    bad={"review_items": [a_review_item("i1"), a_review_item("i1")]},
)
def review_item_ids(index: Index) -> Iterator[Finding]:
    yield from _repeated_in(index.trace.review_items, "review_items", "review_item_id")


@rule(
    "IDN010",
    "error",
    "18.1",
    "Goal ids are unique",
    prose="Progress, cone and gaps are reported by goal (§18.3), and a goal is told apart by its id.",
    hint="Give one of the two another id.",
    good={"goals": [a_goal(), a_goal(goal_id="g2")]},
    bad={"goals": [a_goal(), a_goal()]},
)
def goal_ids(index: Index) -> Iterator[Finding]:
    yield from _repeated_in(index.trace.goals, "goals", "goal_id")


@rule(
    "IDN011",
    "error",
    "18.1",
    "The criteria of a goal have ids of their own",
    prose="Each acceptance item resolves by itself and is reported by its id (§18.3), so a goal has no two of one id. "
    "Two goals may use the same one.",
    hint="Give one of the two another id.",
    good={"goals": [a_goal(a_criterion("Change", {"symbol": "f"}), a_criterion("Change", {"symbol": "g"}, "c2"))]},
    bad={"goals": [a_goal(a_criterion("Change", {"symbol": "f"}), a_criterion("Change", {"symbol": "g"}))]},
)
def acceptance_ids(index: Index) -> Iterator[Finding]:
    for position, wanted in known(index.trace.goals):
        found = identities(wanted.acceptance, "acceptance_id")
        yield from _repeated(found, "acceptance_id", "goals", position, "acceptance")


@rule(
    "IDN012",
    "error",
    "15.1",
    "Link ids are unique",
    prose="A trace link has an identity of its own (§15.1).",
    hint="Give one of the two another id.",
    good={"trace_links": [a_link(), a_link(link_id="l2")]},
    bad={"trace_links": [a_link(), a_link()]},
)
def link_ids(index: Index) -> Iterator[Finding]:
    yield from _repeated_in(index.trace.trace_links, "trace_links", "link_id")


@rule(
    "IDN013",
    "error",
    "5",
    "Policy ids are unique",
    prose="Evaluations and acceptance items name policies by id (§18.1).",
    hint="Give one of the two another id.",
    good={"policies": [a_policy("p1"), a_policy("p2")]},
    bad={"policies": [a_policy("p1"), a_policy("p1")]},
)
def policy_ids(index: Index) -> Iterator[Finding]:
    yield from _repeated_in(index.trace.policies, "policies", "policy_id")


@rule(
    "IDN014",
    "warning",
    "9.2",
    "The observations of an action have ids of their own",
    prose="An observation may state an id (§9.2). The text does not say how far it reaches; within one action it "
    "surely should tell two observations apart.",
    hint="Give one of the two another id.",
    good={
        "actions": [
            an_action(
                1,
                observations=[
                    {"observation_id": "o1", "statement": "pure"},
                    {"observation_id": "o2", "statement": "total"},
                ],
            )
        ]
    },
    bad={
        "actions": [
            an_action(
                1,
                observations=[
                    {"observation_id": "o1", "statement": "pure"},
                    {"observation_id": "o1", "statement": "total"},
                ],
            )
        ]
    },
)
def observation_ids(index: Index) -> Iterator[Finding]:
    for position, performed in index.stating.observations:
        if len(performed.observations) > 1:
            found = identities(performed.observations, "observation_id")
            yield from _repeated(found, "observation_id", "actions", position, "observations")


@rule(
    "IDN015",
    "warning",
    "13.7",
    "The legacy residuals have ids of their own",
    prose="The residual surface is the union of Residual artifacts and legacy entries, deduplicated by id (§13.7): of "
    "two legacy entries with one id, or of one with the id of some other artifact, one would be lost.",
    hint="Give one of the two another id, then fold the list into artifacts.",
    good={
        "spec_version": "1.5",
        "residuals": [
            {"residual_id": "r1", "kind": "assumption", "statement": "sorted input"},
            {"residual_id": "r2", "kind": "limitation", "statement": "one thread"},
        ],
    },
    bad={
        "spec_version": "1.5",
        "residuals": [
            {"residual_id": "r1", "kind": "assumption", "statement": "sorted input"},
            {"residual_id": "r1", "kind": "limitation", "statement": "one thread"},
        ],
    },
)
def legacy_residual_ids(index: Index) -> Iterator[Finding]:
    found = identities(index.trace.residuals, "residual_id")
    yield from _repeated(found, "residual_id", "residuals")
    for position, name in found:
        same = index.artifact(name)
        if same is not None and not isinstance(same, ResidualArtifact):
            yield Finding(
                pointer("residuals", position, "residual_id"),
                f"{quoted(name)} is also the id of an artifact that is no residual",
            )


@rule(
    "IDN016",
    "warning",
    "11",
    "No reference artifact has the id of an artifact",
    prose="`derived_from`, inputs and targets may name artifacts of the trace and reference artifacts (§7.3, §11); an "
    "id that is both makes them ambiguous. It is then read as the artifact of the trace.",
    hint="Rename one of the two.",
    good={"artifacts": [an_artifact("a1")], "reference_artifacts": [a_reference("ref1")]},
    bad={"artifacts": [an_artifact("a1")], "reference_artifacts": [a_reference("a1")]},
)
def reference_or_artifact(index: Index) -> Iterator[Finding]:
    for position, name in identities(index.trace.reference_artifacts, "reference_artifact_id"):
        if name in index.artifact_at:
            yield Finding(
                pointer("reference_artifacts", position, "reference_artifact_id"),
                f"{quoted(name)} is also the id of an artifact of the trace",
            )
