"""The dialect of the reference implementation, which is stricter than the text in some places (decision 0097).

What the dialect spells otherwise is spelled so; what it cannot say is taken out and kept, whole and with its place, in
a member that it ignores. Everything else stays as it was read.
"""

from typing import Any

from tollens.core.wire.encode import pretty
from tollens.core.wire.upgrade import upgrade
from tollens.plugins.exchange import Asked, Told, Written
from tollens.plugins.exchange.ponens.artifacts import artifacts
from tollens.plugins.exchange.ponens.changes import Changes
from tollens.plugins.exchange.ponens.goals import goals
from tollens.plugins.exchange.ponens.governance import evaluations, policies, references

ASIDE = "tollens_kept"
"""The member of the trace that holds what the dialect cannot say."""

_LISTS = {
    "artifacts": artifacts,
    "goals": goals,
    "policies": policies,
    "policy_evaluations": evaluations,
    "reference_artifacts": references,
}

_SEALS = ("content_hash", "signatures")


class Ponens:
    """JSON that the reference implementation accepts."""

    title = "the dialect of the reference implementation, ponens"
    restrictable = False

    def write(self, asked: Asked) -> Written:
        """Bring the trace to 1.11, then to the dialect."""
        upgraded = upgrade(asked.document)
        changes = Changes()
        value = respelled(upgraded.document.value, changes)
        if value is not asked.document.value:
            value = _unsealed(value, changes)
        if changes.kept:
            before = value.get(ASIDE)
            value = {**value, ASIDE: [*(before if isinstance(before, list) else ()), *changes.kept]}
        remarks = (Told(each.message, 1, each.path) for each in upgraded.remarks if each.code != "UPG011")
        return Written(pretty(value), (*remarks, *changes.told()))


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
        changes.keep("is over the trace as it was, and is kept aside", value[name], name)
    return {name: member for name, member in value.items() if name not in held}


PLUGIN = Ponens()
