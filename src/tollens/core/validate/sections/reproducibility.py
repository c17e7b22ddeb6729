"""§12.1 to §12.3: what a repeat needs exists, and what matters can be repeated."""

from collections.abc import Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.index import Index
from tollens.core.model.reproducibility import (
    ReproducibilityStatus,
    ReproductionKind,
    ReproductionProcedureKind,
    TraceReproducibility,
)
from tollens.core.validate.consequence import neither_reproducible_nor_validated
from tollens.core.validate.examples import a_model, a_proof, a_reproduction, a_verification_goal, an_action, an_artifact
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted

_ENVIRONMENT = {"environment_id": "e1", "kind": "toolchain", "name": "imandrax"}


@rule(
    "RPR001",
    "error",
    "12.1",
    "What the trace's reproduction needs exists",
    prose="The trace names the artifacts and environments that repeating it requires (§12.1).",
    hint="Add what is missing, or correct the id.",
    good={
        "artifacts": [an_artifact("a1")],
        "reproducibility": {"status": "reproducible", "required_artifact_ids": ["a1"]},
    },
    bad={"reproducibility": {"status": "reproducible", "required_artifact_ids": ["a9"]}},
)
def required_exist(index: Index) -> Iterator[Finding]:
    stated = index.trace.reproducibility
    if not isinstance(stated, TraceReproducibility):
        return
    for place, name in enumerate(stated.required_artifact_ids):
        if not index.resolves(name):
            yield Finding(
                pointer("reproducibility", "required_artifact_ids", place),
                f"repeating the trace needs {quoted(name)}, which is no artifact of this trace",
            )
    for place, name in enumerate(stated.required_environment_ids):
        if name not in index.environment_ids:
            yield Finding(
                pointer("reproducibility", "required_environment_ids", place),
                f"repeating the trace needs the environment {quoted(name)}, which the trace does not describe",
            )


@rule(
    "RPR002",
    "error",
    "12.2",
    "The artifacts of an action's reproduction exist",
    prose="`input_artifact_ids` is what repeating the action needs, `expected_output.artifact_ids` what it should give "
    "(§12.2).",
    hint="Add the missing artifact, or correct the id.",
    good={
        "actions": [an_action(1, reproducibility=a_reproduction(input_artifact_ids=["a1"]))],
        "artifacts": [an_artifact("a1")],
    },
    bad={"actions": [an_action(1, reproducibility=a_reproduction(input_artifact_ids=["a9"]))]},
)
def reproduction_artifacts_exist(index: Index) -> Iterator[Finding]:
    for position, action, stated in index.stating.reproducibility:
        for place, name in enumerate(stated.input_artifact_ids):
            if not index.resolves(name):
                yield Finding(
                    pointer("actions", position, "reproducibility", "input_artifact_ids", place),
                    f"repeating action {quoted(action.id)} needs {quoted(name)}, which is no artifact of this trace",
                )
        for place, name in enumerate(() if stated.expected_output is None else stated.expected_output.artifact_ids):
            if name not in index.artifact_at:
                yield Finding(
                    pointer("actions", position, "reproducibility", "expected_output", "artifact_ids", place),
                    f"repeating action {quoted(action.id)} should give {quoted(name)}, "
                    "which is no artifact of this trace",
                )


@rule(
    "RPR003",
    "error",
    "12.2",
    "The environment of an action's reproduction exists",
    prose="`environment_id` names one of the trace's execution environments (§12.2, §12.3).",
    hint="Describe the environment, or correct the id.",
    good={
        "actions": [an_action(1, reproducibility=a_reproduction(environment_id="e1"))],
        "execution_environments": [_ENVIRONMENT],
    },
    bad={"actions": [an_action(1, reproducibility=a_reproduction(environment_id="e9"))]},
)
def environments_exist(index: Index) -> Iterator[Finding]:
    for position, action, stated in index.stating.reproducibility:
        if stated.environment_id is None or stated.environment_id in index.environment_ids:
            continue
        yield Finding(
            pointer("actions", position, "reproducibility", "environment_id"),
            f"repeating action {quoted(action.id)} needs the environment {quoted(stated.environment_id)}, "
            "which the trace does not describe",
        )


@rule(
    "RPR004",
    "warning",
    "12.2",
    "Status and kind of a reproduction agree",
    prose="An action that is not reproducible has the kind `not_reproducible`, and only such an action has it (§12.1, "
    "§12.2).",
    hint="Correct the status or the kind.",
    good={"actions": [an_action(1, reproducibility=a_reproduction())]},
    bad={"actions": [an_action(1, reproducibility=a_reproduction(reproduction_kind="not_reproducible"))]},
)
def kinds_agree(index: Index) -> Iterator[Finding]:
    for position, action, stated in index.stating.reproducibility:
        not_by_status = stated.status is ReproducibilityStatus.NotReproducible
        not_by_kind = stated.reproduction_kind is ReproductionKind.NotReproducibleKind
        if not_by_status != not_by_kind:
            yield Finding(
                pointer("actions", position, "reproducibility", "reproduction_kind"),
                f"action {quoted(action.id)} is {stated.status.value} by {stated.reproduction_kind.value}",
            )


@rule(
    "RPR005",
    "warning",
    "12.2",
    "A procedure holds what its kind says",
    prose="A procedure of the kind `command` states the command, one of the kind `reference` the reference (§12.2); "
    "without it the action that is called reproducible cannot be repeated from the record.",
    hint="State the command or the reference.",
    good={"actions": [an_action(1, reproducibility=a_reproduction())]},
    bad={"actions": [an_action(1, reproducibility=a_reproduction(procedure={"kind": "command"}))]},
)
def procedures_are_stated(index: Index) -> Iterator[Finding]:
    for position, action, stated in index.stating.reproducibility:
        if stated.status is ReproducibilityStatus.NotReproducible:
            continue
        kind, procedure = stated.procedure.kind, stated.procedure
        missing = (kind is ReproductionProcedureKind.CommandProcedure and not procedure.command) or (
            kind is ReproductionProcedureKind.ReferenceProcedure and not procedure.reference
        )
        if missing:
            yield Finding(
                pointer("actions", position, "reproducibility", "procedure", kind.value),
                f"the procedure to repeat action {quoted(action.id)} states no {kind.value}",
            )


@rule(
    "RPR006",
    "warning",
    "12.3",
    "A consequential reasoning result can be repeated or is validated",
    prose="Consequential reasoning outcomes should either be reproducible directly or linked to a reproducible "
    "downstream validation step (§12.3).\n\n"
    "Consequential is here every reasoning result that claims something: a verification that is proved, refuted or "
    "sat, an analysis with regions, a conformance check or co-simulation with a status other than unknown or error, "
    "unless another artifact supersedes it.\n\n"
    "Reproducible directly: the action that made it, or where that says nothing the whole trace, states the status "
    "`reproducible`, or a reproduction bundle replays that action or holds the result.\n\n"
    "A reproducible downstream validation step: an action that runs tests, a command, a type check, a "
    "manual verification or a further verification, conformance check or co-simulation; whose inputs, or whose "
    "outputs by `derived_from`, lead back to the result; and that states a status other than `not_reproducible`, or, "
    "stating none, records the command that ran as CommandOutput evidence.",
    hint="State how the action that made it is repeated, or link a validation that can be repeated to it.",
    good={
        "actions": [an_action(1, "Verify", outputs=["result"], reproducibility=a_reproduction())],
        "artifacts": [a_model(), a_verification_goal(), a_proof()],
    },
    bad={
        "actions": [an_action(1, "Verify", outputs=["result"])],
        "artifacts": [a_model(), a_verification_goal(), a_proof()],
    },
)
def consequences_are_checkable(index: Index) -> Iterator[Finding]:
    for position, name in neither_reproducible_nor_validated(index):
        yield Finding(
            pointer("artifacts", position),
            f"the reasoning result {quoted(name)} is neither reproducible nor linked to a downstream validation",
        )
