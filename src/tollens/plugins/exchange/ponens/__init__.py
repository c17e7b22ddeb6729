"""The dialect of the reference implementation, which is stricter than the text in some places (decision 0097).

What the dialect spells otherwise is spelled so; what it cannot say is taken out and kept, whole and with its place, in
a member that it ignores. Everything else stays as it was read.
"""

from typing import Any

from tollens.core.wire.document import Document
from tollens.core.wire.encode import pretty
from tollens.core.wire.kept import ASIDE
from tollens.core.wire.legacy import lift_inline_payloads
from tollens.core.wire.upgrade import upgrade
from tollens.plugins.exchange import Asked, Told, Written
from tollens.plugins.exchange.ponens.artifacts import artifacts
from tollens.plugins.exchange.ponens.changes import Changes
from tollens.plugins.exchange.ponens.goals import goals
from tollens.plugins.exchange.ponens.governance import evaluations, policies, references

_LISTS = {
    "artifacts": artifacts,
    "goals": goals,
    "policies": policies,
    "policy_evaluations": evaluations,
    "reference_artifacts": references,
}

_SEAL = "UPG011"
"""What the upgrade says of a hash and signatures, which do not go along anyhow."""

_SEALS = ("content_hash", "signatures")


class Ponens:
    """JSON that the reference implementation accepts."""

    title = "the dialect of the reference implementation, ponens"
    restrictable = False

    def write(self, asked: Asked) -> Written:
        """Bring the trace to the dialect, and one whose results stand on its actions to 1.11 before."""
        document, told = _with_artifacts(asked.document)
        changes = Changes()
        value = respelled(document.value, changes)
        if value is not asked.document.value:
            value = _unsealed(value, changes)
        if changes.kept:
            before = value.get(ASIDE)
            value = {**value, ASIDE: [*(before if isinstance(before, list) else ()), *changes.kept]}
        return Written(pretty(value), (*told, *changes.told()))


def _with_artifacts(document: Document) -> tuple[Document, tuple[Told, ...]]:
    """The trace, upgraded where nothing but that gives it artifacts; older spellings are read there as well as here."""
    if lift_inline_payloads(document.value) is document.value:
        return document, ()
    upgraded = upgrade(document)
    return upgraded.document, tuple(Told(each.message, 1, each.path) for each in upgraded.remarks if each.code != _SEAL)


def respelled(value: dict[str, Any], changes: Changes) -> dict[str, Any]:
    """The trace in the dialect; the very value where nothing of it differs."""
    made = dict(value)
    for name, change in _LISTS.items():
        held = value.get(name)
        if isinstance(held, list):
            made[name] = change(held, changes)
    for name in ("actions", "artifacts"):
        if name not in value:
            changes.changed("a list that the dialect requires is written, and empty", name)
            made[name] = []
    same = made.keys() == value.keys() and all(made[name] is value[name] for name in made)
    return value if same else made


def _unsealed(value: dict[str, Any], changes: Changes) -> dict[str, Any]:
    """Without the hash and the signatures: they are over the trace as it was."""
    held = [name for name in _SEALS if value.get(name)]
    for name in held:
        changes.keep("what is signed or hashed is the trace as it was, so that is kept aside", value[name], name)
    return {name: member for name, member in value.items() if name not in held}


PLUGIN = Ponens()
