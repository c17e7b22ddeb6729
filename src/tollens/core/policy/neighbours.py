"""What is near an action, as a little trace of its own, so that a monitor need not look at all that happened.

It holds the action, the artifacts that it reads and makes, what these derive from, and the earlier actions that made
them. For all that lies further up there is one artifact of each type and role, so that what may be asked of it (see
`near`) is answered as over the whole trace. The work for an action is that of what it touches, however long it goes on.

Artifacts come with the action that makes them, and not after what refers to them. Where one does, what was said before
was said without it; `belated` tells.
"""

from collections import ChainMap
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from tollens.core.model.actions import Action
from tollens.core.model.artifacts import Artifact
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.policy.damage import untied

MOST = 64
"""Sorts of artifacts, and makers of one, that are kept."""

Sort = tuple[type, object]
"""The class of an artifact and its role."""


class Near(NamedTuple):
    """The little trace of an action.

    Attributes:
        actions: Earlier ones that made what it touches, in order, then the action.
        artifacts: What it touches and what that derives from.
    """

    actions: tuple[Action, ...]
    artifacts: tuple[Artifact, ...]


class Neighbours:
    """The actions and artifacts so far, by what refers to them."""

    def __init__(self) -> None:
        self._actions: list[Action] = []
        self._artifacts: list[Artifact] = []
        self._by_id: dict[str, Artifact] = {}
        self._by_producer: dict[int, list[str]] = {}
        self._makers: dict[str, list[int]] = {}
        self._above: dict[str, Mapping[Sort, str]] = {}
        self._sorts: set[Sort] = set()
        self._acted: set[int] = set()
        self._awaited: set[str] = set()

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions so far."""
        return tuple(self._actions)

    @property
    def artifacts(self) -> tuple[Artifact, ...]:
        """The artifacts so far."""
        return tuple(self._artifacts)

    def has(self, name: str) -> bool:
        """Whether an artifact came."""
        return name in self._by_id

    # ── what cannot be followed ──────────────────────────────────────────────────────────────────────────────────────

    def belated(self, action: Action, new: Sequence[Artifact]) -> str | None:
        """Why what was said so far is not said of these artifacts, too; `None` where it is."""
        loose = untied((action, *new))
        if loose is not None:
            return f"an entry could not be read: {loose[1]}"
        if action.id in self._acted:
            return f"two actions have the id {action.id}"
        coming: set[str] = set()
        for artifact in new:
            name, producer = artifact.artifact_id, producer_of(artifact)
            if producer in self._acted:
                return f"the artifact {name!r} came after action {producer}, which made it"
            if name in self._awaited:
                return f"the artifact {name!r} came after what refers to it"
            if name is not None and (name in self._by_id or name in coming):
                return f"two artifacts have the id {name!r}"
            coming.update(() if name is None else (name,))
        return None

    def unclear(self, action: Action, new: Sequence[Artifact]) -> str | None:
        """Why it cannot be told what is near; `None` where it can."""
        if any(isinstance(entry, Unrecognized) for entry in (action, *new)):
            return "an entry could not be read, and may have to do with any other"
        if any(len(self._makers.get(name, ())) >= MOST for name in names_of(action, "outputs")):
            return f"more than {MOST} actions made one artifact"
        if len(self._sorts.union(map(_sort, new))) > MOST:
            return f"there are artifacts of more than {MOST} types and roles"
        return None if parents_first(new) is not None else "artifacts derive from one another"

    # ── what is near ─────────────────────────────────────────────────────────────────────────────────────────────────

    def made_by(self, action: Action, new: Sequence[Artifact]) -> tuple[Artifact, ...]:
        """What comes with an action, and what came before and is made by it, too."""
        coming = {artifact.artifact_id for artifact in new}
        again = dict.fromkeys([*names_of(action, "outputs"), *self._own(action)])
        return (*new, *(self._by_id[name] for name in again if name in self._by_id and name not in coming))

    def around(self, action: Action, new: Sequence[Artifact]) -> Near:
        """The little trace of an action that is not taken in yet, of which nothing is `belated` or `unclear`."""
        known, above = ChainMap(_by_id(new), self._by_id), ChainMap(self._reached(new), self._above)
        touched = {artifact.artifact_id: artifact for artifact in self.made_by(action, new)}
        touched |= {name: known[name] for name in names_of(action, "inputs") if name in known}
        further: dict[str, Artifact] = {}
        for artifact in touched.values():
            for name in names_of(artifact, "derived_from"):
                if name in known and name not in touched:
                    kept = tuple(above[name].values())
                    further[name] = _deriving(known[name], kept)
                    for one in kept:
                        further.setdefault(one, _deriving(known[one], ()))
        makers = sorted({at for name in touched if name is not None for at in self._makers.get(name, ())})
        others = (artifact for name, artifact in further.items() if name not in touched)
        return Near((*(self._actions[at] for at in makers), action), (*touched.values(), *others))

    def take(self, action: Action, new: Sequence[Artifact]) -> None:
        """Take in an action with what came with it."""
        self._above.update(self._reached(new))
        self._sorts.update(map(_sort, new))
        self._artifacts.extend(new)
        for artifact in new:
            name, producer = artifact.artifact_id, producer_of(artifact)
            if name is not None:
                self._by_id.setdefault(name, artifact)
                if producer is not None:
                    self._by_producer.setdefault(producer, []).append(name)
        for name in dict.fromkeys([*names_of(action, "outputs"), *self._own(action)]):
            self._makers.setdefault(name, []).append(len(self._actions))
        named = [*names_of(action, "inputs"), *names_of(action, "outputs")]
        named += [name for artifact in new for name in names_of(artifact, "derived_from")]
        self._awaited.update(name for name in named if name not in self._by_id)
        self._acted.update(() if action.id is None else (action.id,))
        self._actions.append(action)

    def _own(self, action: Action) -> Sequence[str]:
        """What names an action as its producer."""
        return () if action.id is None else self._by_producer.get(action.id, ())

    def _reached(self, new: Sequence[Artifact]) -> dict[str, Mapping[Sort, str]]:
        """For each new artifact one of every sort that it derives from."""
        known = ChainMap(_by_id(new), self._by_id)
        found: dict[str, Mapping[Sort, str]] = {}
        for artifact in parents_first(new) or ():
            reached: dict[Sort, str] = {}
            for name in names_of(artifact, "derived_from"):
                if name in known:
                    reached |= found.get(name) or self._above.get(name) or {}
                    reached[_sort(known[name])] = name
            found[artifact.artifact_id or ""] = reached
        return found


def _by_id(artifacts: Sequence[Artifact]) -> dict[str, Artifact]:
    return {artifact.artifact_id: artifact for artifact in artifacts if artifact.artifact_id is not None}


def _sort(artifact: Artifact) -> Sort:
    return type(artifact), getattr(artifact, "artifact_role", None)


def _deriving(artifact: Artifact, parents: tuple[str, ...]) -> Artifact:
    """An artifact with other parents: those that stand for all that it derives from."""
    return artifact if isinstance(artifact, Unrecognized) else msgspec.structs.replace(artifact, derived_from=parents)


def parents_first(artifacts: Sequence[Artifact]) -> list[Artifact] | None:
    """Artifacts after those among them that they derive from; `None` where they derive from one another."""
    by_id = _by_id(artifacts)
    waiting: dict[str, int] = {}
    children: dict[str, list[str]] = {}
    for name, each in by_id.items():
        parents = [parent for parent in dict.fromkeys(names_of(each, "derived_from")) if parent in by_id]
        waiting[name] = len(parents)
        for parent in parents:
            children.setdefault(parent, []).append(name)
    ready = [name for name, number in waiting.items() if not number]
    for name in ready:  # grows while it is gone through
        for child in children.get(name, ()):
            waiting[child] -= 1
            if not waiting[child]:
                ready.append(child)
    return [by_id[name] for name in ready] if len(ready) == len(by_id) else None


def producer_of(artifact: Artifact) -> int | None:
    """What an artifact names as its producer."""
    if isinstance(artifact, Unrecognized):
        return artifact.number("producer_action_id")
    return artifact.producer_action_id


def names_of(entry: Action | Artifact, member: str) -> Sequence[str]:
    """The ids that an entry lists in a member."""
    found: Sequence[str] = entry.texts(member) if isinstance(entry, Unrecognized) else getattr(entry, member)
    return found
