"""Cycles of a directed graph, found without recursion and in linear time (§3.2: lineage has none)."""

from collections.abc import Mapping, Sequence


def cycle_of(successors: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Every node that lies on a cycle, with a number that the nodes of one strongly connected part share.

    Args:
        successors: Each node to the nodes that it points at; a node that is no key points at none.

    >>> cycle_of({0: [1], 1: [0], 2: [0], 3: [3]})
    {1: 0, 0: 0, 3: 3}
    """
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    open_nodes: list[int] = []
    is_open: set[int] = set()
    found: dict[int, int] = {}
    for root in successors:
        if root in number:
            continue
        work = [(root, 0)]
        while work:
            node, place = work.pop()
            if place == 0:
                number[node] = low[node] = len(number)
                open_nodes.append(node)
                is_open.add(node)
            targets = successors.get(node, ())
            while place < len(targets):
                target = targets[place]
                place += 1
                if target not in number:
                    work.append((node, place))
                    work.append((target, 0))
                    break
                if target in is_open:
                    low[node] = min(low[node], number[target])
            else:
                if low[node] == number[node]:
                    _close(node, targets, open_nodes, is_open, found)
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
    return found


def _close(root: int, targets: Sequence[int], open_nodes: list[int], is_open: set[int], found: dict[int, int]) -> None:
    """Take the part that `root` was the first node of off the open ones; keep it if it holds a cycle."""
    alone = open_nodes[-1] == root
    while True:
        node = open_nodes.pop()
        is_open.discard(node)
        if not alone or root in targets:
            found[node] = root
        if node == root:
            return
