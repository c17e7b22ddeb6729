"""§5, §13.5: policies and their recorded evaluations rest on things that exist."""

from collections.abc import Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.elements import known
from tollens.core.graph.index import Index
from tollens.core.model.policies import PolicyEvaluationStatus
from tollens.core.validate.examples import a_policy, a_reference, an_action, an_artifact
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted


@rule(
    "POL001",
    "warning",
    "5",
    "The policy of an evaluation is in the trace",
    prose="The trace records which policies were checked over it (§1, §5). The policy may be kept outside, but then a "
    "reader cannot tell what was checked.",
    hint="Add the policy to the trace, or correct the id.",
    good={"policies": [a_policy("p1")], "policy_evaluations": [{"policy_id": "p1", "status": "passed"}]},
    bad={"policy_evaluations": [{"policy_id": "p9", "status": "passed"}]},
)
def evaluated_policies_exist(index: Index) -> Iterator[Finding]:
    for position, verdict in known(index.trace.policy_evaluations):
        if verdict.policy_id not in index.policy_ids:
            yield Finding(
                pointer("policy_evaluations", position, "policy_id"),
                f"the evaluation is of {quoted(verdict.policy_id)}, which is no policy of this trace",
            )


@rule(
    "POL002",
    "error",
    "5",
    "The actions that an evaluation names exist",
    prose="An evaluation names the actions that it rests on, those that violate the policy, and the last one that the "
    "record held when the check ran.",
    hint="Correct the id; evaluate the policy again if the trace has changed.",
    good={
        "actions": [an_action(1)],
        "policies": [a_policy("p1")],
        "policy_evaluations": [{"policy_id": "p1", "status": "passed", "evidence_action_ids": [1]}],
    },
    bad={
        "policies": [a_policy("p1")],
        "policy_evaluations": [{"policy_id": "p1", "status": "passed", "evidence_action_ids": [9]}],
    },
)
def evaluated_actions_exist(index: Index) -> Iterator[Finding]:
    known_ids = index.action_at
    for position, verdict in known(index.trace.policy_evaluations):
        last = verdict.checked_at_action_id
        if last is not None and last not in known_ids:
            yield Finding(
                pointer("policy_evaluations", position, "checked_at_action_id"),
                f"the check ran at action {quoted(last)}, which does not exist",
            )
        for member, numbers in (
            ("evidence_action_ids", verdict.evidence_action_ids),
            ("violating_action_ids", verdict.violating_action_ids),
        ):
            for place, number in enumerate(numbers):
                if number not in known_ids:
                    yield Finding(
                        pointer("policy_evaluations", position, member, place),
                        f"the evaluation names action {quoted(number)}, which does not exist",
                    )


@rule(
    "POL003",
    "error",
    "5",
    "The artifacts that an evaluation names exist",
    prose="An evaluation names the artifacts that it rests on and those that violate the policy.",
    hint="Correct the id; evaluate the policy again if the trace has changed.",
    good={
        "artifacts": [an_artifact("a1")],
        "policies": [a_policy("p1")],
        "policy_evaluations": [{"policy_id": "p1", "status": "passed", "evidence_artifact_ids": ["a1"]}],
    },
    bad={
        "policies": [a_policy("p1")],
        "policy_evaluations": [{"policy_id": "p1", "status": "passed", "evidence_artifact_ids": ["a9"]}],
    },
)
def evaluated_artifacts_exist(index: Index) -> Iterator[Finding]:
    for position, verdict in known(index.trace.policy_evaluations):
        for member, names in (
            ("evidence_artifact_ids", verdict.evidence_artifact_ids),
            ("violating_artifact_ids", verdict.violating_artifact_ids),
        ):
            for place, name in enumerate(names):
                if not index.resolves(name):
                    yield Finding(
                        pointer("policy_evaluations", position, member, place),
                        f"the evaluation names {quoted(name)}, which is no artifact of this trace",
                    )


@rule(
    "POL004",
    "warning",
    "5",
    "A policy that passed is not violated",
    prose="An evaluation with the status `passed` that lists violating actions or artifacts contradicts itself.",
    hint="Evaluate the policy again.",
    good={
        "actions": [an_action(1)],
        "policies": [a_policy("p1")],
        "policy_evaluations": [{"policy_id": "p1", "status": "failed", "violating_action_ids": [1]}],
    },
    bad={
        "actions": [an_action(1)],
        "policies": [a_policy("p1")],
        "policy_evaluations": [{"policy_id": "p1", "status": "passed", "violating_action_ids": [1]}],
    },
)
def passed_is_not_violated(index: Index) -> Iterator[Finding]:
    for position, verdict in known(index.trace.policy_evaluations):
        if verdict.status is not PolicyEvaluationStatus.Passed:
            continue
        for member, named in (
            ("violating_action_ids", verdict.violating_action_ids),
            ("violating_artifact_ids", verdict.violating_artifact_ids),
        ):
            if named:
                yield Finding(
                    pointer("policy_evaluations", position, member),
                    f"{quoted(verdict.policy_id)} passed, and {len(named)} violations are listed",
                )


@rule(
    "POL005",
    "error",
    "11",
    "The reference of a policy exists",
    prose="A policy may be about an approved reference (§11).",
    hint="Add the reference, or correct the id.",
    good={"policies": [a_policy(reference_artifact_id="ref1")], "reference_artifacts": [a_reference("ref1")]},
    bad={"policies": [a_policy(reference_artifact_id="ref9")]},
)
def policy_references_exist(index: Index) -> Iterator[Finding]:
    for position, asked in known(index.trace.policies):
        name = asked.reference_artifact_id
        if name is not None and not index.resolves(name):
            yield Finding(
                pointer("policies", position, "reference_artifact_id"),
                f"the policy is about {quoted(name)}, which is no reference artifact of this trace",
            )


@rule(
    "POL006",
    "warning",
    "18.2",
    "A policy has one verdict at a time",
    prose="An Obligation resolves from the evaluation of its policy (§18.2). Two evaluations of one policy, made when "
    "the record held the same actions, with different statuses leave open which counts.",
    hint="Keep the verdict that holds, or state at which action each was made.",
    good={
        "policies": [a_policy("p1")],
        "actions": [an_action(1), an_action(2)],
        "policy_evaluations": [
            {"policy_id": "p1", "status": "failed", "checked_at_action_id": 1},
            {"policy_id": "p1", "status": "passed", "checked_at_action_id": 2},
        ],
    },
    bad={
        "policies": [a_policy("p1")],
        "actions": [an_action(1), an_action(2)],
        "policy_evaluations": [
            {"policy_id": "p1", "status": "failed", "checked_at_action_id": 2},
            {"policy_id": "p1", "status": "passed", "checked_at_action_id": 2},
        ],
    },
)
def one_verdict(index: Index) -> Iterator[Finding]:
    first: dict[tuple[str, int | None], PolicyEvaluationStatus] = {}
    for position, verdict in known(index.trace.policy_evaluations):
        status = first.setdefault((verdict.policy_id, verdict.checked_at_action_id), verdict.status)
        if status is not verdict.status:
            yield Finding(
                pointer("policy_evaluations", position, "status"),
                f"{quoted(verdict.policy_id)} is {verdict.status.value}, and an earlier evaluation says {status.value}",
            )
