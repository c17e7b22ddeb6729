"""§10.1, §10.2 Texts of models kept apart from the trace: moved to a store of objects, and back.

Only a text that has a `…_ref` beside it can move: the source and the formal text of a model. What commands printed, and
what else stands in metadata, has no such member, and what is derived from it would be lost (decision 0071).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from tollens.core.author.edits import replaced
from tollens.core.diagnostics import pointer
from tollens.core.errors import MisuseError
from tollens.core.integrity.canonical import digest
from tollens.core.integrity.objects import Kept, Moved, digits_of
from tollens.core.wire.document import Document

MOVABLE = {
    "FormalModel": ("formal_code", "iml_code"),
    "IMLModel": ("formal_code", "iml_code"),
    "Formalization": ("src_code", "formal_code", "iml_code"),
}
"""Artifact type to the members of its payload that may stand in a store, older names among them."""


class Relocated(NamedTuple):
    """A trace whose texts changed their place."""

    document: Document
    moved: tuple[Moved, ...]
    kept: tuple[Kept, ...]


_Change = Callable[[dict[str, Any], str, str], tuple[dict[str, Any], Moved] | Kept | None]
"""From a payload, the name of a member and its place to the payload with the text elsewhere; or why not."""


def externalized(document: Document, least: int, put: Callable[[bytes], str]) -> Relocated:
    """Move the texts of models to a store. An empty text with its reference beside it takes their place.

    Args:
        document: The trace.
        least: The fewest bytes that a text must have to be moved.
        put: Stores bytes, and gives the reference to them.
    """

    def move(payload: dict[str, Any], name: str, path: str) -> tuple[dict[str, Any], Moved] | Kept | None:
        text = payload.get(name)
        if not isinstance(text, str) or text == "":
            return None
        beside = f"{name}_ref"
        if beside in payload:
            return Kept(path, f"`{beside}` already stands beside it")
        try:
            data = text.encode()
        except UnicodeEncodeError:
            return Kept(path, "it holds half of a surrogate pair, which no bytes can stand for")
        if len(data) < least:
            return None
        reference = put(data)
        made: dict[str, Any] = {}
        for member, held in payload.items():
            if member == name:
                made |= {name: "", beside: reference}
            else:
                made[member] = held
        return made, Moved(path, reference, len(data))

    return _relocated(document, move)


def inlined(document: Document, get: Callable[[str], bytes]) -> Relocated:
    """Put the texts of models back from a store; also where the text itself is missing, as other programs leave it.

    Args:
        document: The trace.
        get: Gives the bytes of an object.

    Raises:
        MisuseError: A reference names no object, or a text was changed since it was moved.
        WorldError: An object is missing or damaged.
    """

    def bring(payload: dict[str, Any], name: str, path: str) -> tuple[dict[str, Any], Moved] | Kept | None:
        beside = f"{name}_ref"
        reference = payload.get(beside)
        if not isinstance(reference, str):
            return None
        held = payload.get(name)
        if not reference.startswith("sha256:"):
            return Kept(path, f"`{beside}` names no object of a store")
        try:
            digits_of(reference)
        except MisuseError as error:
            raise MisuseError(f"{path}_ref: {error.message}", error.advice) from None
        if held not in (None, ""):
            same = isinstance(held, str) and digest(held.encode("utf-8", "surrogatepass")) == reference
            return Kept(
                path, "it stands in the trace" if same else f"it stands in the trace, and `{beside}` is of another"
            )
        data = get(reference)
        try:
            text = data.decode()
        except UnicodeDecodeError:
            raise MisuseError(
                f"{path}_ref: the object {reference} is no text in UTF-8", "Nothing was written."
            ) from None
        made: dict[str, Any] = {}
        for member, other in payload.items():
            if member == name or (member == beside and name not in payload):
                made[name] = text
            elif member != beside:
                made[member] = other
        return made, Moved(path, reference, len(data))

    return _relocated(document, bring)


def _relocated(document: Document, change: _Change) -> Relocated:
    """Change the payloads of all artifacts that may have texts in a store; the others stay the very same values."""
    artifacts = document.value.get("artifacts")
    if not isinstance(artifacts, list):
        return Relocated(document, (), ())
    made = list(artifacts)
    moved: list[Moved] = []
    kept: list[Kept] = []
    for at, artifact in enumerate(artifacts):
        payload = artifact.get("payload") if isinstance(artifact, dict) else None
        kind = artifact.get("artifact_type") if isinstance(artifact, dict) else None
        if not isinstance(payload, dict) or not isinstance(kind, str):
            continue
        for name in MOVABLE.get(kind, ()):
            done = change(payload, name, pointer("artifacts", at, "payload", name))
            if isinstance(done, Kept):
                kept.append(done)
            elif done is not None:
                payload, where = done
                made[at] = {**artifact, "payload": payload}
                moved.append(where)
    if not moved:
        return Relocated(document, (), tuple(kept))
    return Relocated(replaced(document, "/artifacts", made), tuple(moved), tuple(kept))
