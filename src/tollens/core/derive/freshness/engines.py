"""§18.3 Whether the engine behind a result has advanced since: which version of it is the current one.

The text does not say where the current version comes from. Here it is stated by the caller, or else by the trace: by
every environment, and by every result and every action that does not surely come before the result that is judged.
A version that cannot be compared and is not the same counts as advanced.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tollens.core.graph.index import Index
from tollens.core.model.actions import ExecutionMetadata
from tollens.core.model.artifacts import (
    ReasoningResult,
    StateSpaceAnalysisResultArtifact,
)
from tollens.core.model.fingerprint import ReasoningFingerprint
from tollens.core.model.reproducibility import ExecutionEnvironment
from tollens.core.model.unrecognized import Unrecognized

_NUMBERED = re.compile(r"[vV]?(\d{1,9}(?:\.\d{1,9}){0,15})(.*)", re.DOTALL)

ALWAYS = 1 << 62
"""When something is stated that has no place in the order of the actions."""


class Version(NamedTuple):
    """A version as stated, read as far as numbers go.

    Attributes:
        numbers: The leading numbers without trailing zeros; `None` where it does not begin with one.
        rest: What follows them, such as `-rc1`.
        stated: The whole text.
    """

    numbers: tuple[int, ...] | None
    rest: str
    stated: str


def version(stated: str) -> Version:
    """Read a version.

    >>> version("v2.10.0-rc1").numbers, version("nightly").numbers
    ((2, 10), None)
    """
    text = stated.strip()
    found = _NUMBERED.fullmatch(text)
    if found is None:
        return Version(None, text, text)
    numbers = [int(part) for part in found[1].split(".")]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return Version(tuple(numbers), found[2], text)


def advanced(current: Version, before: Version) -> bool:
    """Whether one version is newer than the other, or not the same and not to be compared.

    >>> advanced(version("1.10"), version("1.9")), advanced(version("1.9"), version("1.10"))
    (True, False)
    >>> advanced(version("2.0-rc1"), version("2.0")), advanced(version("2.0"), version("v2"))
    (True, False)
    """
    if current.numbers is None or before.numbers is None:
        return (current.numbers, current.rest) != (before.numbers, before.rest)
    if current.numbers != before.numbers:
        return current.numbers > before.numbers
    return current.rest != before.rest


class _Stated:
    """The versions of one engine that a trace states, so sorted that each question takes a search and no walk.

    Attributes:
        only: The version, where there is but one; none is newer than that.

    Args:
        last: Each version with the last place where it is stated.
    """

    def __init__(self, last: Mapping[Version, int]) -> None:
        by_place = sorted(last.items(), key=lambda item: item[1])
        self.only = by_place[0][0] if len(by_place) == 1 else None
        numbered = [(each, at) for each, at in by_place if each.numbers is not None]
        self._places = [at for _, at in numbered]
        self._newest: list[Version] = []
        for each, _ in reversed(numbered):
            best = self._newest[-1] if self._newest else each
            self._newest.append(each if (each.numbers or ()) > (best.numbers or ()) else best)
        self._newest.reverse()
        self._named = _last_two([each for each in by_place if each[0].numbers is None])
        self._all = _last_two(by_place)
        groups: dict[tuple[int, ...] | None, list[tuple[Version, int]]] = {}
        for each, at in by_place:
            groups.setdefault(each.numbers, []).append((each, at))
        self._alike = {numbers: _last_two(group) for numbers, group in groups.items()}

    def newer(self, than: Version, since: int) -> Version | None:
        """A version stated at that place or later that counts as advanced."""
        at = bisect_left(self._places, since)
        candidates = [self._newest[at]] if at < len(self._newest) else []
        others = self._all if than.numbers is None else [*self._named, *self._alike.get(than.numbers, ())]
        candidates += [each for each, place in others if place >= since]
        return next((each for each in candidates if advanced(each, than)), None)


def _last_two(stated: list[tuple[Version, int]]) -> list[tuple[Version, int]]:
    """The two that are stated last: of two that differ, one differs from any third."""
    kept: list[tuple[Version, int]] = []
    for each, at in reversed(stated):
        if all((each.numbers, each.rest) != (other.numbers, other.rest) for other, _ in kept):
            kept.append((each, at))
        if len(kept) == 2:
            break
    return kept


class Engines:
    """The engines of a trace.

    Args:
        index: Of the trace.
        given: The current version by engine, where the caller knows it; it stands above what the trace says.
    """

    def __init__(self, index: Index, given: Mapping[str, str]) -> None:
        self._index = index
        self._given = {_key(name): version(stated) for name, stated in given.items()}
        self._versions: dict[str, Version] = {}
        self._keys: dict[str, str] = {}
        last: dict[tuple[str, str], int] = {}
        for at, execution in zip(index.actions.positions, index.actions.each("execution"), strict=True):
            if execution is not None and execution.tool and execution.version:
                last[execution.tool, execution.version] = at
        for name, stated, at in _statements(index):
            last[name, stated] = max(at, last.get((name, stated), at))
        by_engine: dict[str, dict[Version, int]] = {}
        for (name, stated), at in last.items():
            known = by_engine.setdefault(_key(name), {})
            read = self._read(stated)
            known[read] = max(at, known.get(read, at))
        self._stated = {name: _Stated(known) for name, known in by_engine.items()}

    def advanced_past(self, result: ReasoningResult, fingerprint: ReasoningFingerprint) -> tuple[str, str, str] | None:
        """The engine, its version behind the result and the current one, where it has advanced; otherwise `None`.

        A result whose engine or version is stated nowhere has none that could be passed.
        """
        name, stated = engine_of(self._index, result, fingerprint)
        if name is None or stated is None:
            return None
        own = self._read(stated)
        key = self._keys[name] if name in self._keys else self._keys.setdefault(name, _key(name))
        if key in self._given:
            current = self._given[key]
            newer = current if advanced(current, own) else None
        else:
            known = self._stated.get(key)
            if known is None or own == known.only:
                return None
            newer = known.newer(own, _since(self._index, result.artifact_id))
        return None if newer is None else (name, own.stated, newer.stated)

    def _read(self, stated: str) -> Version:
        if stated not in self._versions:
            self._versions[stated] = version(stated)
        return self._versions[stated]


def engine_of(
    index: Index, result: ReasoningResult, fingerprint: ReasoningFingerprint | None
) -> tuple[str | None, str | None]:
    """The engine behind a result and its version: by its fingerprint, its payload, or the action that made it."""
    if fingerprint is not None and fingerprint.engine and fingerprint.engine_version is not None:
        return fingerprint.engine, fingerprint.engine_version
    made = index.maker(result.artifact_id)
    execution = None if made is None else getattr(index.trace.actions[made], "execution", None)
    stated = None if isinstance(result, StateSpaceAnalysisResultArtifact) else result.payload.engine
    tool = execution.tool if isinstance(execution, ExecutionMetadata) else None
    name = (fingerprint.engine if fingerprint is not None else None) or stated or tool
    own = fingerprint.engine_version if fingerprint is not None else None
    if own is None and isinstance(execution, ExecutionMetadata) and name and tool and _key(tool) == _key(name):
        own = execution.version
    return name, own


def _statements(index: Index) -> Iterator[tuple[str, str, int]]:
    """Every engine and version that the trace states beside its actions, with the place in the order of these."""
    for environment in index.trace.execution_environments:
        if isinstance(environment, ExecutionEnvironment):
            for component in environment.components:
                if component.version:
                    yield component.name, component.version, ALWAYS
    for position, fingerprint in index.fingerprints:
        if not fingerprint.engine_version:
            continue
        result = index.trace.artifacts[position]
        name = fingerprint.engine or getattr(getattr(result, "payload", None), "engine", None)
        if name:
            made = index.production.maker[position]
            yield name, fingerprint.engine_version, made if made >= 0 else ALWAYS
    yield from _unread_statements(index)


def _unread_statements(index: Index) -> Iterator[tuple[str, str, int]]:
    """What elements state that could not be read: ignoring them must not make an old engine current."""
    for environment in index.trace.execution_environments:
        held = environment.member("components") if isinstance(environment, Unrecognized) else None
        for part in held if isinstance(held, list) else ():
            yield from _pair(part, "name", "version", ALWAYS)
    for at, action in index.unread_actions:
        yield from _pair(action.member("execution"), "tool", "version", at)
    for _, artifact in index.unread_artifacts:
        payload = artifact.member("payload")
        if isinstance(payload, dict):
            yield from _pair(payload.get("fingerprint"), "engine", "engine_version", ALWAYS)


def _pair(held: object, name: str, version: str, at: int) -> Iterator[tuple[str, str, int]]:
    """What an object states under two names, if both are texts."""
    if isinstance(held, dict):
        found = held.get(name), held.get(version)
        if isinstance(found[0], str) and isinstance(found[1], str) and all(found):
            yield found[0], found[1], at


def _since(index: Index, result: str) -> int:
    """The place from which on a statement is not surely earlier than the result."""
    made = index.maker(result)
    return made if made is not None and index.in_id_order else -1


def _key(name: str) -> str:
    return name.strip().casefold()
