"""Every alternative spelling that reading accepts, in one table (§16.1; older versions of the text and their files).

What only later versions add (a string `goal_id`, the source `curated`, open event types), and what §13.6 rules out
(residual kinds in CamelCase), is no alternative and stands in no row. Writing never uses an alternative.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from tollens.core.model import ArtifactRole

Kind = Literal["word", "member", "number", "blob", "implied"]


class Row(NamedTuple):
    """One accepted alternative.

    Attributes:
        kind: `word`: another value of a closed or open word. `member`: another name of a member. `number`: an integer
            where the text has a string. `blob`: a reference to an object store in place of the text itself.
            `implied`: a payload member that an older artifact type leaves unsaid.
        where: The type of the model that it stands in; for a `word` the enumeration or union whose tag it is.
        alternative: What is accepted; for `implied`, the artifact type.
        canonical: What it is read as, and what writing uses; for `implied`, the member.
        value: For `implied`, the member's value.
        origin: Who writes it, or which sentence allows it.
    """

    kind: Kind
    where: str
    alternative: str
    canonical: str
    origin: str
    value: str = ""


def _lowercase(where: str, prefix: str, *names: str) -> Iterator[Row]:
    for name in names:
        yield Row(
            "word", where, name.lower(), prefix + name, "§16.1 and the reference implementation; §18.6 shows CamelCase"
        )


def _rows() -> Iterator[Row]:
    yield Row("word", "Artifact", "IMLModel", "FormalModel", "§18.2, and traces before 1.4")
    yield Row("word", "Artifact", "Decomposition", "StateSpaceAnalysisResult", "traces before 1.4")
    yield Row("word", "ReasoningActionType", "DefineVG", "DefineVerificationGoal", "traces before 1.4")
    yield Row("word", "ReasoningActionType", "Decompose", "StateSpaceAnalysis", "traces before 1.4")
    yield Row("word", "SatModelType", "Instance", "instance_model", "version 1.0")
    yield Row("word", "SatModelType", "Counterexample", "counterexample_model", "version 1.0")
    yield from _lowercase("GoalStatus", "Goal", "Scratch", "Active", "Done", "Abandoned")
    yield from _lowercase("AcceptanceItem", "", "Change", "Property", "Obligation", "Gap")
    yield from _lowercase("AcceptanceStatus", "Accept", "Todo", "Doing", "Done", "Blocked")
    for basis in ("closure_disjoint", "uninterpreted_opaque"):
        hyphenated = basis.replace("_", "-")
        yield Row("word", "CarriedForwardBasis", hyphenated, basis, "the reference implementation")
    for constructor, word in ArtifactRole.KNOWN.items():
        yield Row("word", "ArtifactRole", constructor, word, "the reference implementation writes constructor names")
    for snake, word in (
        ("formal_model", "RefFormalModel"),
        ("documentation", "RefDocumentation"),
        ("contract_model", "RefContractModel"),
        ("protocol_spec", "RefProtocolSpec"),
    ):
        yield Row("word", "ReferenceArtifactType", snake, word, "§16.1: no example of this discriminator is given")
    yield Row("member", "Goal", "id", "goal_id", "the reference implementation")
    yield Row("member", "AcceptanceItem", "id", "acceptance_id", "the reference implementation")
    for record in ("FormalModelPayload", "FormalizationPayload"):
        yield Row("member", record, "iml_code", "formal_code", "traces before 1.4")
        yield Row("member", record, "iml_code_ref", "formal_code_ref", "traces before 1.4")
    analysis = "source_analysis_artifact_id"
    yield Row("member", "GeneratedTestsPayload", "source_decomposition_artifact_id", analysis, "traces before 1.4")
    for record, text in (
        ("FormalModelPayload", "formal_code"),
        ("FormalizationPayload", "formal_code"),
        ("FormalizationPayload", "src_code"),
    ):
        yield Row("blob", record, f"{text}_ref", text, "files whose large texts were moved to an object store")
    old = "before 1.4 the artifact type said it"
    yield Row("implied", "FormalModelPayload", "IMLModel", "model_language", old, "iml")
    yield Row(
        "implied", "StateSpaceAnalysisResultPayload", "Decomposition", "analysis_kind", old, "region_decomposition"
    )
    yield Row(
        "number", "TargetRef", "target_id", "target_id", "the reference implementation writes action ids as numbers"
    )


ROWS: tuple[Row, ...] = tuple(_rows())


def _by_place(kind: Kind) -> dict[str, dict[str, Row]]:
    table: dict[str, dict[str, Row]] = {}
    for row in ROWS:
        if row.kind == kind:
            table.setdefault(row.where, {})[row.alternative] = row
    return table


WORDS = _by_place("word")
"""Type to alternative word to row."""
MEMBERS = _by_place("member")
"""Record to alternative member to row."""
NUMBERS = _by_place("number")
"""Record to member that may be an integer to row."""
BLOBS = _by_place("blob")
"""Record to member that stands for another to row."""
IMPLIED = {row.alternative: row for row in ROWS if row.kind == "implied"}
"""Older artifact type to the row of the payload member that it implies."""

INLINE_PAYLOADS = {
    "formalization": "Formalization",
    "vg_defined": "VerificationGoal",
    "vg_result": "VerificationResult",
    "decomposition": "StateSpaceAnalysisResult",
    "conformance": "ConformanceResult",
    "cosimulation": "CoSimulationResult",
    "generated_tests": "GeneratedTests",
    "command_result": "CommandResult",
}
"""Members of an action of version 1.0 that hold what later became an artifact of the named type."""
