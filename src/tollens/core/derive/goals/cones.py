"""§18.3 Which actions produced the evidence of each goal, and which are in no goal's cone.

Evidence is walked back through `derived_from`, nothing by likeness of text. All goals are walked at once: each artifact
carries a bit for every goal that it matters to. Where the record names two actions as the maker of one artifact, both
count: leaving one out would say that it did not matter.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tollens.core.graph.index import Index
from tollens.core.graph.lineage import makers
from tollens.core.model.unrecognized import Unrecognized


class Cones(NamedTuple):
    """Ids of actions, in the order of the trace.

    Attributes:
        of_goals: For each goal those that produced its evidence.
        exploration: Those in no cone.
    """

    of_goals: tuple[tuple[int, ...], ...]
    exploration: tuple[int, ...]


def cones(index: Index, seeds: Sequence[Sequence[int]]) -> Cones:
    """The cone of each goal.

    Args:
        index: Of the trace.
        seeds: For each goal the positions of the artifacts that are its evidence.
    """
    of_action = [0] * len(index.trace.actions)
    maker_of = index.production.maker
    for position, reached in enumerate(_reached(index, seeds)):
        if reached:
            maker = maker_of[position]
            if maker >= 0:
                of_action[maker] |= reached
            else:
                for one in makers(index, position):
                    of_action[one] |= reached
    found: list[list[int]] = [[] for _ in seeds]
    exploration: list[int] = []
    unique = len(index.action_at) == len(of_action)
    ids = index.action_at if unique else [action.id for action in index.trace.actions]
    cones_of: dict[int, list[list[int]]] = {0: [exploration]}  # few sets of goals are reached from very many actions
    for number, reached in zip(ids, of_action, strict=True):
        if number is None:
            continue
        if reached not in cones_of:
            cones_of[reached] = [found[goal] for goal in _goals(reached)]
        for cone in cones_of[reached]:
            cone.append(number)
    if not unique:
        found, exploration = [list(dict.fromkeys(ids)) for ids in found], list(dict.fromkeys(exploration))
    return Cones(tuple(map(tuple, found)), tuple(exploration))


def _goals(bits: int) -> Iterator[int]:
    while bits:
        highest = bits.bit_length() - 1
        yield highest
        bits ^= 1 << highest


def _reached(index: Index, seeds: Sequence[Sequence[int]]) -> list[int]:
    """For each artifact the goals whose evidence it is or was made into, a bit a goal."""
    bits = [0] * len(index.trace.artifacts)
    for number, positions in enumerate(seeds):
        for position in positions:
            bits[position] |= 1 << number
    if not any(bits):
        return bits
    again: list[int] = []
    artifacts, artifact_at = index.trace.artifacts, index.artifact_at
    for position, reached in zip(
        range(len(bits) - 1, -1, -1), reversed(bits), strict=True
    ):  # the bits as they are then
        if not reached:
            continue
        artifact = artifacts[position]
        named = artifact.texts("derived_from") if isinstance(artifact, Unrecognized) else artifact.derived_from
        for name in named:
            parent = artifact_at.get(name, position)  # one that is not in the trace adds nothing to itself
            known = bits[parent]
            if known | reached != known:
                bits[parent] = known | reached
                if parent >= position:  # listed after what was made of it: the sweep does not come there again
                    again.append(parent)
    _settle(index, bits, again)
    return bits


def _settle(index: Index, bits: list[int], waiting: list[int]) -> None:
    """Carry on from what the sweep left behind until nothing changes; a cycle only ever adds bits."""
    while waiting:
        position = waiting.pop()
        for parent in index.parents_of(position):
            if bits[position] & ~bits[parent]:
                bits[parent] |= bits[position]
                waiting.append(parent)
