"""Artifacts in the dialect: models in IML by their older name, hyphens in what was carried, no empty payload."""

from typing import Any

from tollens.core.wire.spellings import WORDS
from tollens.plugins.exchange.ponens.changes import Changes, each

_BASES = {row.canonical: word for word, row in WORDS["CarriedForwardBasis"].items()}

_SATISFYING = {word: row.canonical for word, row in WORDS["SatModelType"].items()}
"""Words of version 1.0, which are read there no more."""

_TEXTS = {"formal_code": "iml_code", "formal_code_ref": "iml_code_ref"}


def artifacts(held: list[Any], changes: Changes) -> list[Any]:
    """The artifacts of a trace."""

    def change(artifact: dict[str, Any], at: int) -> dict[str, Any]:
        if "payload" in artifact and artifact["payload"] is None:
            changes.changed("a payload of null is left out", "artifacts", at, "payload")
            return {name: member for name, member in artifact.items() if name != "payload"}
        match artifact:
            case {"artifact_type": "FormalModel", "payload": {"model_language": str(language)} as payload}:
                return _model(artifact, payload, at, changes) if language.strip().lower() == "iml" else artifact
            case {"artifact_type": "CarriedForward", "payload": {"basis": str(basis)} as payload} if basis in _BASES:
                changes.changed("the basis of a result that was carried forward has hyphens", "artifacts", at)
                return {**artifact, "payload": {**payload, "basis": _BASES[basis]}}
            case {"payload": {"result": {"sat": {"model": {"m_type": str(word)}}}}} if word in _SATISFYING:
                changes.changed("what a satisfying model is has its newer word", "artifacts", at)
                payload, result = artifact["payload"], artifact["payload"]["result"]
                model = {**result["sat"]["model"], "m_type": _SATISFYING[word]}
                renewed = {**result, "sat": {**result["sat"], "model": model}}
                return {**artifact, "payload": {**payload, "result": renewed}}
        return artifact

    return each(held, change)


def _model(artifact: dict[str, Any], payload: dict[str, Any], at: int, changes: Changes) -> dict[str, Any]:
    """A model in IML: what looks for models there looks for this name."""
    if not payload.keys().isdisjoint(_TEXTS.values()):
        return artifact  # it says two texts, and which one counts is not for a rewriting to decide
    changes.changed("a FormalModel in IML is an IMLModel, with its text in iml_code", "artifacts", at)
    respelled = {_TEXTS.get(name, name): member for name, member in payload.items()}
    return {**artifact, "artifact_type": "IMLModel", "payload": respelled}
