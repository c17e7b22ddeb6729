"""What the types rule out: it can neither be built nor decoded (§7.2, §8.1, §10.4, §12.4, §18.1)."""

import json
from typing import Any, assert_never

import msgspec
import pytest

from tollens.core import model
from tollens.core.model import (
    KnownAcceptanceItem,
    KnownAction,
    KnownArtifact,
    ProvedResult,
    RefutedResult,
    SatModel,
    SatModelType,
    SatResult,
    UnknownResult,
    VerificationResultPayload,
    VerificationResultStatus,
    VerificationResultVariant,
)
from tollens.core.model.base import decode_hook
from tollens.core.projections import shapes

UNIONS = {node.name: node for node in shapes.named(shapes.trace()) if isinstance(node, shapes.Union)}
ARTIFACTS, ACTIONS, ITEMS = UNIONS["Artifact"].members, UNIONS["Action"].members, UNIONS["AcceptanceItem"].members


def decoded(value: Any, kind: Any) -> Any:
    return msgspec.json.decode(json.dumps(value), type=kind, dec_hook=decode_hook)


PAYLOADS: dict[str, Any] = {
    "Formalization": {"status": "transparent", "src_lang": "python", "src_code": "", "formal_code": ""},
    "FormalModel": {"model_language": "iml", "formal_code": ""},
    "VerificationGoal": {"goal_id": 1, "kind": "verify", "description": "", "src": "", "target_artifact_id": "m"},
    "VerificationResult": {
        "goal_id": 1,
        "goal_artifact_id": "g",
        "status": "proved",
        "result": {"proved": {"proof_pp": ""}},
    },
    "StateSpaceAnalysisResult": {"target_artifact_id": "m", "analysis_kind": "regions"},
    "ConformanceResult": {"reference_artifact_id": "r", "target_artifact_id": "m", "status": "passed"},
    "CoSimulationResult": {"target_artifact_id": "m", "status": "matched"},
    "GeneratedTests": {"function": "f", "language": "python", "source_analysis_artifact_id": "s"},
    "CommandResult": {"exit_code": 0},
    "ReproductionBundle": {"notes": "run it", "entry_action_ids": [1]},
    "CarriedForward": {"result_id": "v", "basis": "closure_disjoint"},
    "Residual": {"kind": "assumption", "statement": "s"},
}


def test_there_is_a_payload_here_for_each_constructor_that_has_one() -> None:
    assert set(PAYLOADS) == {each.tag for each in ARTIFACTS if any(field.name == "payload" for field in each.fields)}


@pytest.mark.parametrize("tag", [each.tag for each in ARTIFACTS])
def test_an_artifact_takes_its_own_payload_and_no_other(tag: str) -> None:
    bare = {"artifact_type": tag, "artifact_id": "a"}
    if tag not in PAYLOADS:
        assert decoded(bare, KnownArtifact).artifact_id == "a"
    else:
        with pytest.raises(msgspec.ValidationError, match="payload"):
            decoded(bare, KnownArtifact)
    for other, payload in PAYLOADS.items():
        value = {**bare, "payload": payload}
        if other == tag or tag == "CommandResult":  # whose payload is any object (§10.9)
            assert type(decoded(value, KnownArtifact)).__name__ == f"{tag}Artifact"
        else:
            with pytest.raises(msgspec.ValidationError):
                decoded(value, KnownArtifact)


def test_an_artifact_without_payload_cannot_be_built_with_one() -> None:
    payload = model.FormalModelPayload(model_language="iml", formal_code="")
    with pytest.raises(TypeError):
        model.DiffArtifact(artifact_id="a", payload=payload)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        model.FormalModelArtifact(artifact_id="a")  # type: ignore[call-arg]


STEP = {"id": 1, "label": "l", "rationale": "r"}
FAMILIES = {each.tag: next(field.type for field in each.fields if field.name == "type") for each in ACTIONS}


@pytest.mark.parametrize("category", FAMILIES)
def test_an_action_type_stands_in_its_own_category_only(category: str) -> None:
    for other, family in FAMILIES.items():
        assert isinstance(family, shapes.Enumeration)
        for word in family.words:
            value = {**STEP, "category": category, "type": word}
            if other == category:
                assert decoded(value, KnownAction).type.value == word
            else:
                with pytest.raises(msgspec.ValidationError):
                    decoded(value, KnownAction)


@pytest.mark.parametrize("category", FAMILIES)
def test_gateway_fields_stand_on_gateways_only_and_requests_on_the_others(category: str) -> None:
    family = FAMILIES[category]
    assert isinstance(family, shapes.Enumeration)
    step = {**STEP, "category": category, "type": family.words[0]}
    gateway = {"decision_basis": "b", "supporting_inputs": ["a"], "options": [{"label": "o", "chosen": True}]}
    performed = {"request": {}, "result": {}, "result_summary": "s"}
    for member, held in (gateway | performed).items():
        if (member in gateway) == (category == "gateway"):
            assert decoded({**step, member: held}, KnownAction).payload is not None
        else:
            with pytest.raises(msgspec.ValidationError, match=member):
                decoded({**step, member: held}, KnownAction)


def test_an_action_s_flat_members_are_gathered_as_the_text_s_payload() -> None:
    bare = model.ActivityAction(id=1, label="l", rationale="r", type=model.ActivityActionType.EditFile)
    assert bare.payload is None
    held = model.ActivityAction(
        id=1, label="l", rationale="r", type=model.ActivityActionType.EditFile, result_summary="done"
    )
    assert held.payload == model.ActionPayload(result_summary="done")
    option = model.DecisionOption(label="o", chosen=True)
    gateway = model.GatewayAction(
        id=1, label="l", rationale="r", type=model.GatewayActionType.ParallelSplit, options=(option,)
    )
    assert gateway.payload == model.GatewayPayload(options=(option,))


RESULTS = {
    "proved": ProvedResult(proof_pp=""),
    "refuted": RefutedResult(counterexample="x = 0"),
    "sat": SatResult(model=SatModel(m_type=SatModelType.InstanceModel, src="")),
    "unknown": UnknownResult(),
}


@pytest.mark.parametrize("status", VerificationResultStatus)
@pytest.mark.parametrize("tag", RESULTS)
def test_the_status_names_the_result_s_tag(status: VerificationResultStatus, tag: str) -> None:
    variant = VerificationResultVariant.of(RESULTS[tag])
    assert (variant.tag, variant.value) == (tag, RESULTS[tag])
    result = {tag: json.loads(msgspec.json.encode(RESULTS[tag]))}
    value = {"goal_id": 1, "goal_artifact_id": "g", "status": status.value, "result": result}
    if status.value == tag:
        built = VerificationResultPayload(goal_id=1, goal_artifact_id="g", status=status, result=variant)
        assert decoded(value, VerificationResultPayload) == built
        return
    with pytest.raises(ValueError, match="as `status` says"):
        VerificationResultPayload(goal_id=1, goal_artifact_id="g", status=status, result=variant)
    with pytest.raises(msgspec.ValidationError):
        decoded(value, VerificationResultPayload)


@pytest.mark.parametrize("tags", [[], ["proved", "refuted"], ["sat", "unknown"], list(RESULTS)])
def test_a_result_has_exactly_one_tag(tags: list[str]) -> None:
    with pytest.raises(ValueError, match="exactly one"):
        VerificationResultVariant(**{tag: RESULTS[tag] for tag in tags})  # type: ignore[arg-type]
    value = json.loads(msgspec.json.encode({tag: RESULTS[tag] for tag in tags}))
    with pytest.raises(msgspec.ValidationError):
        decoded(value, VerificationResultVariant)


BINDINGS: dict[str, Any] = {
    "Change": {"symbol": "f", "file": "a.py"},
    "Property": {"symbol": "f", "property": "p"},
    "Obligation": {"policy_id": "p"},
    "Gap": {"residual_id": "r"},
}


@pytest.mark.parametrize("kind", BINDINGS)
def test_a_binding_is_of_the_item_s_kind(kind: str) -> None:
    for other, binding in BINDINGS.items():
        value = {"kind": kind, "acceptance_id": "c", "label": "l", "binding": binding}
        if other == kind:
            item = decoded(value, KnownAcceptanceItem)
            assert item.kind is model.AcceptanceKind(kind)
            assert type(item.binding).__name__ == f"{kind}Binding"
        else:
            with pytest.raises(msgspec.ValidationError):
                decoded(value, KnownAcceptanceItem)


STAMP = {"standard": "rfc3161", "tsa": "t", "hash_alg": "sha256", "message_imprint": "00", "token": "AA=="}


def test_a_timestamp_is_rfc3161_over_sha256() -> None:
    assert decoded(STAMP, model.Rfc3161Timestamp).tsa == "t"
    for member in STAMP:
        with pytest.raises(msgspec.ValidationError):
            decoded({name: held for name, held in STAMP.items() if name != member}, model.Rfc3161Timestamp)
    for member, wrong in (("standard", "rfc5544"), ("hash_alg", "sha1")):
        with pytest.raises(msgspec.ValidationError):
            decoded({**STAMP, member: wrong}, model.Rfc3161Timestamp)


def test_a_signature_s_algorithm_is_one_of_the_three() -> None:
    signature = {"signer": "s", "content_hash": "h", "signed_at": "t", "signature": "x"}
    for algo in ("ssh", "gpg", "sigstore"):
        assert decoded({**signature, "algo": algo}, model.Signature).algo == algo
    with pytest.raises(msgspec.ValidationError):
        decoded({**signature, "algo": "pgp"}, model.Signature)


def test_a_tag_that_no_constructor_has_is_refused() -> None:
    for kind, value in (
        (KnownArtifact, {"artifact_type": "Invented", "artifact_id": "a"}),
        (KnownAction, {**STEP, "category": "invented", "type": "EditFile"}),
        (KnownAcceptanceItem, {"kind": "Invented", "acceptance_id": "c", "label": "l"}),
    ):
        with pytest.raises(msgspec.ValidationError, match="Invalid value"):
            decoded(value, kind)


def described(action: KnownAction) -> str:
    """A match that a type checker proves to be complete."""
    match action:
        case model.GatewayAction(options=(model.DecisionOption(label=label, chosen=True), *_)):
            return f"decided: {label}"
        case model.GatewayAction(type=kind):
            return f"gateway: {kind.name}"
        case model.ReasoningAction(type=model.ReasoningActionType.Verify, execution=None):
            return "an underspecified proof"
        case model.ReasoningAction() | model.ActivityAction() | model.GovernanceAction():
            return action.type.value
        case _:
            assert_never(action)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (
            {"category": "gateway", "type": "LoopGateway", "options": [{"label": "again", "chosen": True}]},
            "decided: again",
        ),
        ({"category": "gateway", "type": "LoopGateway"}, "gateway: LoopGateway"),
        ({"category": "reasoning", "type": "Verify"}, "an underspecified proof"),
        ({"category": "activity", "type": "EditFile"}, "EditFile"),
    ],
)
def test_pattern_matching_works_down_to_the_leaves(value: dict[str, Any], text: str) -> None:
    assert described(decoded({**STEP, **value}, KnownAction)) == text


@pytest.mark.parametrize("cost", [float("nan"), float("inf")])
def test_a_cost_is_a_number_of_json(cost: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        model.ExecutionMetadata(cost=cost)


def _constructors(union: shapes.Union) -> list[Any]:
    return [getattr(model, member.name) for member in union.members]


@pytest.mark.parametrize(
    "cls", [cls for cls in _constructors(UNIONS["Artifact"]) if "payload" in cls.__struct_fields__]
)
def test_an_artifact_cannot_be_built_around_anothers_payload(cls: Any) -> None:
    foreign = model.TargetRef(target_type=model.TargetType.TraceTarget)
    with pytest.raises(TypeError, match=f"{cls.__name__} holds a"):
        cls(artifact_id="a", payload=foreign)


@pytest.mark.parametrize("cls", _constructors(UNIONS["Action"]))
def test_an_action_cannot_be_built_with_a_type_of_another_category(cls: Any) -> None:
    foreign = model.ReasoningActionType.Verify if cls is model.ActivityAction else model.ActivityActionType.ReadFile
    with pytest.raises(TypeError, match=f"{cls.__name__} holds a"):
        cls(id=1, label="", rationale="", type=foreign)


@pytest.mark.parametrize("cls", _constructors(UNIONS["AcceptanceItem"]))
def test_a_criterion_cannot_be_built_with_a_binding_of_another_kind(cls: Any) -> None:
    foreign = model.ChangeBinding(symbol="f") if cls is model.GapAcceptance else model.GapBinding(residual_id="r")
    with pytest.raises(TypeError, match=f"{cls.__name__} holds a"):
        cls(acceptance_id="c", label="", binding=foreign)
    assert cls(acceptance_id="c", label="").binding is None


def test_a_timestamp_cannot_be_built_of_another_standard() -> None:
    with pytest.raises(ValueError, match="rfc3161"):
        model.Rfc3161Timestamp(standard="rfc3161", tsa="", hash_alg="md5", message_imprint="", token="")  # type: ignore[arg-type]


def test_a_signature_cannot_be_built_with_an_unknown_algorithm() -> None:
    with pytest.raises(ValueError, match="algo"):
        model.Signature(signer="", content_hash="", algo="pgp", signed_at="", signature="")  # type: ignore[arg-type]
