"""Branches of work over generated models as traces, and what is proved in them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from tests.laws._merging.items import Model, Target, text_of
from tests.unit.core.derive import traces
from tests.unit.core.merge.branches import Step, model, proof
from tollens.core.wire.document import Document
from tollens.core.wire.reading import Reading


class Proof(NamedTuple):
    """What a branch proves: that a symbol computes this."""

    name: str
    target: Target
    table: Any


class Branch(NamedTuple):
    """A branch of work.

    Attributes:
        model: Its models.
        proofs: What it proves.
        document: Its trace.
    """

    model: Model
    proofs: tuple[Proof, ...]
    document: Document


def begun(language: str, base: Model, proofs: Sequence[Proof]) -> Branch:
    """The trace that all branches come from."""
    steps = [[made for file in range(len(base)) for made in _model(language, base, file, f"m{file}")]]
    steps += [_proof(each, f"m{each.target.file}") for each in proofs]
    return Branch(base, tuple(proofs), _document("base", _members(1, steps)))


def branched(language: str, base: Branch, number: int, after: Model, proofs: Sequence[Proof]) -> Branch:
    """A branch that changed models, and then proves things.

    Args:
        language: Of the models.
        base: What it comes from.
        number: Tells it from others.
        after: Its models now.
        proofs: What it proves of these.
    """
    changed = [file for file, (old, new) in enumerate(zip(base.model, after, strict=True)) if old is not new]
    steps: list[Step] = []
    if changed:
        steps.append(
            [each for at in changed for each in _model(language, after, at, f"b{number}-m{at}", supersedes=f"m{at}")]
        )
    current = [f"b{number}-m{file}" if file in changed else f"m{file}" for file in range(len(after))]
    steps += [_proof(each, current[each.target.file]) for each in proofs]
    made = _members(100 * number, steps)
    before = base.document.value
    members = {member: [*before[member], *made[member]] for member in made}
    return Branch(after, tuple(proofs), _document(f"branch {number}", members))


def together(base: Branch, ours: Branch, theirs: Branch) -> Document:
    """Both histories as one trace: what a union of the two is where no names collide, at less cost."""
    shared = base.document.trace
    here, there = ours.document, theirs.document
    value: dict[str, Any] = dict(here.value)
    members: dict[str, Any] = {}
    for member in ("actions", "artifacts"):
        count = len(getattr(shared, member))
        members[member] = (*getattr(here.trace, member), *getattr(there.trace, member)[count:])
        value[member] = [*here.value[member], *there.value[member][count:]]
    trace = msgspec.structs.replace(here.trace, trace_id="merged", **members)
    return Document(value, None, Reading(trace))


def _model(language: str, models: Model, file: int, name: str, **members: Any) -> Step:
    return model(name, text_of(models[file]), language, metadata={"path": f"file{file}"}, **members)


def _proof(each: Proof, model_id: str) -> Step:
    return proof(each.name, each.target.symbol, model_id)


def _members(first: int, steps: Sequence[Step]) -> dict[str, Any]:
    """The actions that make the artifacts of each step, and these."""
    actions, artifacts = [], []
    for number, made in enumerate(steps, first):
        outputs = [artifact["artifact_id"] for artifact in made]
        actions.append(traces.action(number, "Verify", f"step {number}", "reasoning", outputs=outputs))
        artifacts += [{"producer_action_id": number, "derived_from": [], **artifact} for artifact in made]
    return {"actions": actions, "artifacts": artifacts}


def _document(name: str, members: dict[str, Any]) -> Document:
    return traces.document(trace_id=name, **members)
