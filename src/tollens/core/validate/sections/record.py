"""§5, §5.1: what the trace says about its own record as a whole: metrics and the files that were changed."""

from collections.abc import Iterator

from tollens.core.diagnostics import pointer
from tollens.core.graph.index import Index
from tollens.core.model.actions import ActivityAction, ActivityActionType, GatewayAction, GatewayActionType
from tollens.core.model.evidence import Evidence, EvidenceType
from tollens.core.model.trace import Metrics
from tollens.core.validate.examples import an_action
from tollens.core.validate.rule import Finding, rule
from tollens.core.validate.wording import quoted

CHANGING = frozenset(
    {
        ActivityActionType.EditFile,
        ActivityActionType.CreateFile,
        ActivityActionType.DeleteFile,
        ActivityActionType.RenameFile,
    }
)
"""The actions that change files."""


@rule(
    "REC001",
    "warning",
    "5.1",
    "Metrics fit the record",
    prose="Metrics summarize the record (§5.1, §8.4): the actions, the gateways (`decision_points`; a count of the "
    "decisions without splits and loops is accepted too), the parallel splits, the loops and the meta-actions. How "
    "often a loop ran cannot be counted from the record; it is not negative.",
    hint="Count again, or leave the metric out.",
    good={"actions": [an_action(1)], "metrics": {"total_actions": 1, "decision_points": 0}},
    bad={"actions": [an_action(1)], "metrics": {"total_actions": 99}},
)
def metrics_fit(index: Index) -> Iterator[Finding]:
    metrics = index.trace.metrics
    if not isinstance(metrics, Metrics):
        return
    gateways = [gateway.type for _, gateway in index.of(GatewayAction)]
    splits = gateways.count(GatewayActionType.ParallelSplit)
    loops = gateways.count(GatewayActionType.LoopGateway)
    counted = {
        "total_actions": (metrics.total_actions, {len(index.trace.actions)}),
        "decision_points": (metrics.decision_points, {len(gateways), len(gateways) - splits - loops}),
        "parallel_blocks": (metrics.parallel_blocks, {splits}),
        "loops": (metrics.loops, {loops}),
        "meta_action_count": (metrics.meta_action_count, {len(index.trace.meta_actions)}),
    }
    for member, (said, fitting) in counted.items():
        if said is not None and said not in fitting:
            yield Finding(pointer("metrics", member), f"{member} is {quoted(said)}, and the record has {max(fitting)}")
    if metrics.max_loop_iterations is not None and metrics.max_loop_iterations < 0:
        yield Finding("/metrics/max_loop_iterations", "a loop ran a negative number of times")


@rule(
    "REC002",
    "warning",
    "5",
    "The files that were changed are listed",
    prose="`files_modified` lists the files that the work changed (§5). An action that edits, creates, deletes or "
    "renames files and names them as FileRef evidence contradicts a list that holds none of them. Files are compared "
    "by their last name, since one side may be relative to another folder. An empty list says nothing: it is how an "
    "absent one is read (§5.1).",
    hint="Add the file to `files_modified`.",
    good={
        "files_modified": ["src/cap.py"],
        "actions": [an_action(1, "EditFile", evidence=[{"type": "FileRef", "ref": "/home/x/src/cap.py:3"}])],
    },
    bad={
        "files_modified": ["src/cap.py"],
        "actions": [an_action(1, "EditFile", evidence=[{"type": "FileRef", "ref": "src/other.py"}])],
    },
)
def changed_files_are_listed(index: Index) -> Iterator[Finding]:
    if not index.trace.files_modified:
        return
    listed = {_last_name(file) for file in index.trace.files_modified}
    for position, action in index.of(ActivityAction):
        if action.type not in CHANGING:
            continue
        shown = [
            (place, evidence.ref_)
            for place, evidence in enumerate(action.evidence)
            if isinstance(evidence, Evidence) and evidence.typ is EvidenceType.FileRef
        ]
        if shown and not any(_last_name(file) in listed for _, file in shown):
            place, file = shown[0]
            yield Finding(
                pointer("actions", position, "evidence", place, "ref"),
                f"action {quoted(action.id)} ({action.type.value}) changed {quoted(file)}, which `files_modified` "
                "does not list",
            )


def _last_name(file: str) -> str:
    """The last name of a path, without a line (`:3`, `:3-9`, `#L3`) that may follow it."""
    name = file.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1].split("#", 1)[0]
    stem, colon, line = name.partition(":")
    return stem if colon and line[:1].isdigit() else name
