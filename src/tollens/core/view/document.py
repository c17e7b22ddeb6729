"""The view document as values: what a page shows of a trace, so that it needs to evaluate nothing (§18.3).

A page opens at once however long the trace is: `manifest` and `review` are its first screen, and every other member is
a block of its own that is opened when somebody looks at it. Actions and artifacts are addressed by their position in
the lists of the trace, which is always unique; their ids need not be.
"""

from typing import Any, Literal

import msgspec

from tollens.core.derive.comparison.report import Comparison
from tollens.core.derive.review.report import Review
from tollens.core.derive.review.worklist import Step

VERSION = 1
"""Of the document. A later one only adds members; what is renamed or removed raises it."""

Outcome = Literal["passed", "failed", "unknown", ""]
"""How an action ended, as far as the record says; empty where it is nothing that ends so."""


class Manifest(msgspec.Struct, frozen=True):
    """What stands at the head of a page.

    Attributes:
        version: Of the document.
        generator: Name and version of the program that made it.
        file: Name of the trace's file; of the newer one where there are two.
        before: Name of the earlier trace's file; null where there is one trace.
        actions, artifacts: How many the trace has.
        per_block: How many of them stand in a block `actions/N` or `artifacts/N`; the last may have fewer.
        blocks: Every block by name, with the size in bytes of its JSON.
    """

    version: int
    generator: str
    file: str
    before: str | None
    trace_id: str
    title: str
    spec_version: str | None
    actions: int
    artifacts: int
    per_block: int
    blocks: dict[str, int]


class StoryUnit(msgspec.Struct, frozen=True):
    """A meta-action (§8.4).

    Attributes:
        intent, outcome: As recorded; empty where they are not.
        status: Likewise; `unrecognized` where it could not be read.
        source: On what the grouping rests, as recorded.
        parent_id: The meta-action that this one is inside; null where none that could be read is known, or it would be
            inside itself.
        abandoned: Whether it, or one that it is inside, was given up.
        actions: Its own actions, those of inner meta-actions left out: runs of a first position and a length.
    """

    id: str
    title: str
    intent: str
    outcome: str
    status: str
    source: str
    parent_id: str | None
    abandoned: bool
    actions: tuple[tuple[int, int], ...]


class StoryAction(msgspec.Struct, frozen=True, array_like=True):
    """One action, as a line of the story.

    Attributes:
        id: Null where it states none.
        category, type: `unrecognized` where it could not be read.
        outcome: Of a command how it ended, as the review tells it; of a reasoning step what its results say, the worst
            of them; empty where nothing of the kind is recorded.
        unit: Position in `units` of the innermost meta-action that it belongs to; -1 where there is none.
    """

    id: int | None
    category: str
    type: str
    label: str
    outcome: Outcome
    unit: int


class Story(msgspec.Struct, frozen=True):
    """What was done.

    Attributes:
        units: The meta-actions, in the order of the trace.
        actions: Every action, in the order of the trace.
    """

    units: tuple[StoryUnit, ...]
    actions: tuple[StoryAction, ...]


class LineageNode(msgspec.Struct, frozen=True, array_like=True):
    """One artifact in the graph of what was made from what (§3.2).

    Attributes:
        type: `unrecognized` where it could not be read.
        status: That of its payload, such as `proved` or `open`.
        maker: Position of the action that made it; -1 where that is not known for sure.
        parents: Positions of the artifacts that it derives from.
        outside: Ids of what it derives from that is no artifact of the trace: references, or nothing at all.
        freshness: `Fresh`, `Stale` or `Detached`, of a reasoning result (§18.3).
        contested_by: The defeater that contests it or what it rests on (§13.2).
        replaced_by: The last later version that says to replace it (§7.3).
    """

    artifact_id: str
    type: str
    name: str
    status: str
    maker: int
    parents: tuple[int, ...]
    outside: tuple[str, ...]
    freshness: str | None
    contested_by: str | None
    replaced_by: str | None


class PlainLine(msgspec.Struct, frozen=True, array_like=True):
    """A line of a formula in plain words, and how far it is inside."""

    depth: int
    text: str


class PolicyStory(msgspec.Struct, frozen=True):
    """A policy, what it demands, and what it came to.

    Attributes:
        policy_id, name, severity: Of the policy.
        status: `passed`, `failed`, `not_applicable` or `unknown`: over the trace as it is.
        recorded: The status of its last evaluation in the trace; empty where none is recorded.
        message: The verdict in a sentence.
        blocking: It is of severity error, and violated or undecided.
        formula: As it is printed; empty where it cannot be read.
        plain: The formula in plain words; empty where it cannot be read.
        violating, evidence: Positions of the actions where it is violated, and of those that speak for it.
        violating_artifacts, evidence_artifacts: Ids of artifacts, likewise.
        undetermined: What could not be decided, and so may change the verdict.
    """

    policy_id: str
    name: str
    severity: str
    status: str
    recorded: str
    message: str
    blocking: bool
    formula: str
    plain: tuple[PlainLine, ...]
    violating: tuple[int, ...]
    violating_artifacts: tuple[str, ...]
    evidence: tuple[int, ...]
    evidence_artifacts: tuple[str, ...]
    undetermined: tuple[str, ...]


class DiffPlace(msgspec.Struct, frozen=True):
    """A Diff artifact of a file.

    Attributes:
        artifact: Its position.
        action_id: The action that made it; null where that is not known for sure.
        symbols: What it says to change; at most 100.
        more: How many further symbols there are.
    """

    artifact: int
    action_id: int | None
    symbols: tuple[str, ...]
    more: int


class SymbolEvidence(msgspec.Struct, frozen=True):
    """What is claimed about one symbol.

    Attributes:
        claims: Positions in the review's `claims`, and so the most consequential first; at most 20.
        more: How many further ones there are.
    """

    symbol: str
    claims: tuple[int, ...]
    more: int


class FileStory(msgspec.Struct, frozen=True):
    """One file that was changed.

    Attributes:
        path: As the record names it; the name of a Diff that is of no one file, or of more than 50.
        how: What was done, in order, without repetition; empty where only a Diff tells of it.
        abandoned: Every change of it belongs to an abandoned meta-action (§8.4).
        unchecked: It was changed after the last passing test run, or none passed.
        action_ids: The actions that did it, in order.
        diffs: Its Diff artifacts, in the order of the trace.
        evidence: What is claimed about each symbol that these change, which may be nothing, and about others that stand
            in the file. A result about all of a model is about no one symbol, and is not here.
    """

    path: str
    how: tuple[str, ...]
    abandoned: bool
    unchecked: bool
    action_ids: tuple[int, ...]
    diffs: tuple[DiffPlace, ...]
    evidence: tuple[SymbolEvidence, ...]


class Words(msgspec.Struct, frozen=True):
    """In which blocks a word occurs.

    Attributes:
        words: Runs of 2 or more letters, digits and `_`, in lower case, of each the first 40; sorted.
        blocks: For each of them the numbers of the blocks that it occurs in, each as its distance from the one before;
            they count the blocks `actions/N` first, then `artifacts/N`.
        common: Words that are left out because they occur in more than half of the blocks.
    """

    words: tuple[str, ...]
    blocks: tuple[tuple[int, ...], ...]
    common: tuple[str, ...]


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The whole document: the manifest, and what each block holds.

    Attributes:
        rest: The members of the trace as they stand in its file, without actions and artifacts.
        actions, artifacts: As they stand in the file. In a page they are cut into the blocks `actions/N` and
            `artifacts/N`.
        comparison: From the earlier trace to this one; only where two traces are shown.
        before: The review of the earlier trace; likewise.
    """

    manifest: Manifest
    review: Review
    steps: tuple[Step, ...]
    story: Story
    lineage: tuple[LineageNode, ...]
    policies: tuple[PolicyStory, ...]
    changes: tuple[FileStory, ...]
    rest: dict[str, Any]
    words: Words
    actions: tuple[Any, ...]
    artifacts: tuple[Any, ...]
    comparison: Comparison | None = None
    before: Review | None = None
