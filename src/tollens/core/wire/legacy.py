"""Older shapes to the current one, as pure steps over JSON values (§13.7; the files of versions 1.0 to 1.10).

Each step gives back the very value it was given when there is nothing to do, never changes it, and drops nothing:
what it cannot place stays where it was, and it says so.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.wire.reading import Spelled
from tollens.core.wire.spellings import INLINE_PAYLOADS

_NAME_LENGTH = 48
"""Characters of a statement that the name of a folded residual shows."""


class Step(NamedTuple):
    """What a step made, and what it has to say."""

    value: dict[str, Any]
    remarks: tuple[Diagnostic, ...] = ()


# ── version 1.0: payloads on the actions ─────────────────────────────────────────────────────────────────────────────


def lift_inline_payloads(value: dict[str, Any]) -> dict[str, Any]:
    """Make artifacts of the payloads that version 1.0 kept on its actions; only for a trace without artifacts.

    A later file may carry copies of results on its actions, which are no evidence of their own.
    """
    actions = value.get("actions")
    if value.get("artifacts") or not isinstance(actions, list):
        return value
    if not any(isinstance(action, dict) and not INLINE_PAYLOADS.keys().isdisjoint(action) for action in actions):
        return value
    artifacts: list[dict[str, Any]] = []
    goals: dict[Any, str] = {}
    names = _Names()
    lifted = [_lift(action, artifacts, goals, names) if isinstance(action, dict) else action for action in actions]
    return {**value, "actions": lifted, "artifacts": artifacts}


def _lift(
    action: dict[str, Any], artifacts: list[dict[str, Any]], goals: dict[Any, str], names: "_Names"
) -> dict[str, Any]:
    """Move the inline payloads of one action to `artifacts`; its outputs name them."""
    outputs = _texts(action.get("outputs"))
    unused = iter([name for name in outputs if name not in names.taken])
    made: list[str] = []
    for member, kind in INLINE_PAYLOADS.items():
        payload = action.get(member)
        if not isinstance(payload, dict):
            continue
        parents = [parent for parent in _texts(action.get("inputs")) if parent in names.taken]
        name = names.fresh(next(unused, f"{kind}-{action.get('id')}"))
        made.append(name)
        goal = payload.get("goal_id")
        if isinstance(goal, int | str):
            if member == "vg_defined":
                goals[goal] = name
            if member == "vg_result" and "goal_artifact_id" not in payload and goal in goals:
                payload = {**payload, "goal_artifact_id": goals[goal]}
        artifacts.append(
            {
                "artifact_id": name,
                "artifact_type": kind,
                "producer_action_id": action.get("id"),
                "derived_from": parents,
                "payload": payload,
            }
        )
    if not made:
        return action
    rest = {name: held for name, held in action.items() if name not in INLINE_PAYLOADS or not isinstance(held, dict)}
    return {**rest, "outputs": [*outputs, *(name for name in made if name not in outputs)]}


def lift_counters(value: dict[str, Any]) -> Step:
    """Move the counters that version 1.0 kept at the top level into `metrics` (§5.1); beside a `metrics` they stay."""
    names = [name for name in ("total_actions", "decision_points") if type(value.get(name)) is int]
    if not names:
        return Step(value)
    if value.get("metrics") is not None:
        text = f"`metrics` stands already, so {' and '.join(names)} stay at the top level, where nothing reads them"
        return Step(value, (Diagnostic("UPG022", "warning", pointer(names[0]), text, "5.1", "Compare them by hand."),))
    moved = {name: value[name] for name in names}
    text = f"{' and '.join(names)} of version 1.0 became `metrics`"
    rest = {name: held for name, held in value.items() if name not in names}
    return Step({**rest, "metrics": moved}, (Diagnostic("UPG021", "info", pointer("metrics"), text, "5.1"),))


# ── alternative spellings ────────────────────────────────────────────────────────────────────────────────────────────


def respell(value: dict[str, Any], spelled: Sequence[Spelled]) -> dict[str, Any]:
    """Write the text's own spelling at each place where an alternative was read."""
    copied: dict[int, Any] = {}
    made: Any = value
    # Members last, and deeper ones first, so that no path is renamed before it is walked.
    for path, row in sorted(spelled, key=lambda place: (place.row.kind == "member", -len(place.path))):
        made = _copied(made, copied)
        holder = made
        for part in path[:-1]:
            holder[part] = _copied(holder[part], copied)
            holder = holder[part]
        last = path[-1]
        if row.kind == "word":
            holder[last] = row.canonical
        elif row.kind == "number":
            holder[last] = str(holder[last])
        elif row.kind == "member":
            items = [(row.canonical if name == last else name, held) for name, held in holder.items()]
            holder.clear()
            holder.update(items)
        else:  # `blob` or `implied`: the canonical member is new
            holder.setdefault(row.canonical, row.value)
    return made  # type: ignore[no-any-return]


def _copied(item: Any, copied: dict[int, Any]) -> Any:
    """A shallow copy made once, and kept alive by `copied` so that no other object takes its id."""
    if id(item) in copied:
        return item
    made = dict(item) if isinstance(item, dict) else list(item)
    copied[id(made)] = made
    return made


# ── §13.7: the legacy residual list ──────────────────────────────────────────────────────────────────────────────────


def fold_residuals(value: dict[str, Any]) -> Step:
    """Fold the legacy `residuals` list into Residual artifacts (§13.7), one for each entry, in order.

    An entry whose id a Residual artifact already has is the same residual (the surface is deduped by id): the artifact
    stays. An entry that repeats an id of the list, or has none, or the id of another artifact, is folded under a new
    id. What is no object cannot be folded and stays in the list.
    """
    legacy = value.get("residuals")
    artifacts = value.get("artifacts", [])
    if not isinstance(legacy, list) or not legacy:
        return Step(value)
    if not isinstance(artifacts, list):
        text = "`artifacts` is no list, so the residuals cannot be folded into it, and stay"
        return Step(value, (Diagnostic("UPG007", "warning", pointer("residuals"), text, "13.7", "Make it a list."),))
    types = {
        artifact["artifact_id"]: artifact.get("artifact_type")
        for artifact in artifacts
        if isinstance(artifact, dict) and isinstance(artifact.get("artifact_id"), str)
    }
    anchors = types.keys() | _reference_ids(value)
    fold = _Fold(types, frozenset(anchors))
    kept = [entry for position, entry in enumerate(legacy) if not fold.take(position, entry)]
    if not fold.folded and kept == legacy:
        return Step(value, tuple(fold.remarks))
    return Step({**value, "artifacts": [*artifacts, *fold.folded], "residuals": kept}, tuple(fold.remarks))


class _Fold:
    """The state of one fold: ids in use, artifacts made, remarks."""

    def __init__(self, types: dict[str, Any], anchors: frozenset[str]) -> None:
        self._types = types
        self._anchors = anchors
        self._names = _Names(types)
        self._seen: set[tuple[str, str]] = set()
        self.folded: list[dict[str, Any]] = []
        self.remarks: list[Diagnostic] = []

    def take(self, position: int, entry: Any) -> bool:
        """Fold one entry; whether it may leave the list."""
        if not isinstance(entry, dict):
            self._say(
                "UPG001", position, "An entry that is no object cannot be folded, and stays", "Correct it by hand."
            )
            return False
        stated = entry.get("residual_id")
        name = stated if isinstance(stated, str) and stated else None
        if name is not None and self._types.get(name) == "Residual":
            self._say(
                "UPG002",
                position,
                f"The Residual artifact {name!r} stands for this entry already; the artifact stays, the entry goes",
                f"It said: {_short(entry.get('statement'))}",
            )
            return True
        text = json.dumps(entry, sort_keys=True)  # tells 1, 1.0 and true apart, which comparing values would not
        if name is not None and (name, text) in self._seen:
            self._say(
                "UPG003", position, f"An exact copy of an earlier entry {name!r}", "Nothing is lost by leaving it out."
            )
            return True
        given = self._names.fresh(name or "residual")
        if name is None:
            self._say("UPG004", position, f"An entry without an id was folded as {given!r}", "")
        elif given != name:
            self._say(
                "UPG005",
                position,
                f"The id {name!r} is taken; this entry was folded as {given!r}",
                "Check what refers to it.",
            )
        if name is not None:
            self._seen.add((name, text))
        self.folded.append(self._artifact(given, entry, position, stated if name is None else None))
        return True

    def _artifact(self, name: str, entry: dict[str, Any], position: int, odd_id: Any) -> dict[str, Any]:
        """The Residual artifact of an entry (§13.1): every member but the id is its payload."""
        payload = {member: held for member, held in entry.items() if member != "residual_id" and held is not None}
        if odd_id is not None:
            payload["residual_id"] = odd_id
        made: dict[str, Any] = {"artifact_id": name, "artifact_type": "Residual", "name": _title(entry)}
        derived_from = self._anchor(entry, position)
        if derived_from:
            made["derived_from"] = derived_from
        if isinstance(entry.get("statement"), str):
            made["summary"] = entry["statement"]
        if type(entry.get("introduced_by_action_id")) is int:
            made["producer_action_id"] = entry["introduced_by_action_id"]
        made["payload"] = payload
        return made

    def _anchor(self, entry: dict[str, Any], position: int) -> list[str]:
        """What it hangs off (§13.1): its target when that is an artifact, then the related artifacts, no repeats."""
        target = entry.get("target")
        named = []
        if isinstance(target, dict) and target.get("target_type") == "artifact":
            named = _texts([target.get("target_id")])
        named = list(dict.fromkeys([*named, *_texts(entry.get("related_artifact_ids"))]))
        missing = [parent for parent in named if parent not in self._anchors]
        if missing:
            names = ", ".join(map(_short, missing))
            text = f"No artifact is called {names}: kept in the payload, left out of `derived_from`"
            self._say("UPG006", position, text, "Correct the id.")
        return [parent for parent in named if parent in self._anchors]

    def _say(self, code: str, position: int, message: str, hint: str) -> None:
        self.remarks.append(Diagnostic(code, "warning", pointer("residuals", position), message, "13.7", hint))


def _title(entry: dict[str, Any]) -> str:
    kind, statement = entry.get("kind"), entry.get("statement")
    shown = statement if isinstance(statement, str) else ""
    if len(shown) > _NAME_LENGTH + 1:
        shown = shown[:_NAME_LENGTH] + "…"
    return f"{kind.replace('_', ' ') if isinstance(kind, str) else 'residual'}: {shown}"


def _reference_ids(value: dict[str, Any]) -> set[str]:
    references = value.get("reference_artifacts")
    held = references if isinstance(references, list) else []
    return set(_texts([item.get("reference_artifact_id") for item in held if isinstance(item, dict)]))


def _texts(items: Any) -> list[str]:
    """The strings of a list; of anything else none."""
    return [item for item in items if isinstance(item, str)] if isinstance(items, list) else []


class _Names:
    """Ids in use; each new one is free, and finding it takes no longer for the thousandth of one name."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self.taken = set(taken)
        self._next: dict[str, int] = {}

    def fresh(self, wanted: str) -> str:
        """`wanted`, or the first of `wanted-2`, `wanted-3`, … that is free; it is taken from now on."""
        name, number = wanted, self._next.get(wanted, 2)
        while name in self.taken:
            name = f"{wanted}-{number}"
            number += 1
        self.taken.add(name)
        self._next[wanted] = number
        return name


def _short(text: Any) -> str:
    shown = repr(text)
    return shown if len(shown) <= 80 else shown[:77] + "..."
