"""Cycles of a directed graph, found without recursion and in linear time (§3.2: lineage has none)."""

from collections.abc import Mapping, Sequence

from tollens.core.graph.components import components


def cycle_of(successors: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Every node that lies on a cycle, with a number that the nodes of one strongly connected part share.

    Args:
        successors: Each node to the nodes that it points at; a node that is no key points at none.

    >>> cycle_of({0: [1], 1: [0], 2: [0], 3: [3]})
    {0: 0, 1: 0, 3: 3}
    """
    nodes = list(successors)
    place = {node: at for at, node in enumerate(nodes)}
    targets = [[place[target] for target in successors[node] if target in place] for node in nodes]
    found: dict[int, int] = {}
    for part in components(targets):
        if len(part) > 1 or part[0] in targets[part[0]]:
            found.update((nodes[at], nodes[part[0]]) for at in part)
    return found
