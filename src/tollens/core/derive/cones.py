"""§18.3 Which actions produced the evidence of each goal, and which are in no goal's cone.

Evidence is walked back through `derived_from`, nothing by likeness of text. All goals are walked at once: each artifact
carries a bit for every goal that it matters to.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tollens.core.graph.index import Index


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
    bits = _reached(index, seeds)
    makers = index.production.maker
    of_action = [0] * len(index.trace.actions)
    for position, reached in enumerate(bits):
        if reached and makers[position] >= 0:
            of_action[makers[position]] |= reached
    found: list[list[int]] = [[] for _ in seeds]
    exploration = []
    for action, reached in zip(index.trace.actions, of_action, strict=True):
        if action.id is None:
            continue
        if not reached:
            exploration.append(action.id)
        while reached:
            low = reached & -reached
            found[low.bit_length() - 1].append(action.id)
            reached ^= low
    return Cones(tuple(tuple(dict.fromkeys(ids)) for ids in found), tuple(dict.fromkeys(exploration)))


def _reached(index: Index, seeds: Sequence[Sequence[int]]) -> list[int]:
    """For each artifact the goals whose evidence it is or was made into, a bit a goal."""
    bits = [0] * len(index.trace.artifacts)
    for number, positions in enumerate(seeds):
        for position in positions:
            bits[position] |= 1 << number
    if not any(bits):
        return bits
    parents = index.parents
    again: list[int] = []
    for position in range(len(bits) - 1, -1, -1):
        reached = bits[position]
        if reached:
            for parent in parents[position]:
                if reached & ~bits[parent]:
                    bits[parent] |= reached
                    if parent >= position:  # listed after what was made of it: the sweep does not come there again
                        again.append(parent)
    _settle(parents, bits, again)
    return bits


def _settle(parents: Sequence[Sequence[int]], bits: list[int], waiting: list[int]) -> None:
    """Carry on from what the sweep left behind until nothing changes; a cycle only ever adds bits."""
    while waiting:
        position = waiting.pop()
        for parent in parents[position]:
            if bits[position] & ~bits[parent]:
                bits[parent] |= bits[position]
                waiting.append(parent)
