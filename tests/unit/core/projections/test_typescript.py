"""The TypeScript projection: what the viewer reads, in the normal form."""

import re

import pytest

from tollens.core.projections import shapes
from tollens.core.projections.typescript import typescript

SOURCE = typescript()
declared = re.findall(r"^export (?:type|interface) (\w+)", SOURCE, re.MULTILINE)


def test_every_type_of_a_trace_is_declared_once() -> None:
    assert declared == ["Json", "JsonObject", *(node.name for node in shapes.named(shapes.trace()))]


def test_every_name_used_is_declared() -> None:
    code = re.sub(r"/\*\*.*?\*/|//[^\n]*|\"[^\"]*\"", "", SOURCE, flags=re.DOTALL)
    assert set(re.findall(r"\b[A-Z]\w*", code)) == set(declared)


@pytest.mark.parametrize(
    "piece",
    [
        'export interface FormalModelArtifact extends ArtifactCommon {\n  readonly artifact_type: "FormalModel";\n'
        "  readonly payload: FormalModelPayload;\n}",
        "  readonly derived_from: readonly string[];\n  readonly supersedes: string | null;",
        "  readonly formal_code_ref?: string;",
        '  readonly algo: "gpg" | "sigstore" | "ssh";',
        "  readonly type: EventType;",
        "export type VerificationResultVariant =\n  | { readonly proved: ProvedResult }\n",
        '  | "audit_evidence"\n  | (string & {});',
        "  readonly model: Json | null;",
        "  readonly request: JsonObject | null;",
        "export type AcceptanceItem =\n  | ChangeAcceptance\n",
    ],
)
def test_pieces(piece: str) -> None:
    assert piece in SOURCE
