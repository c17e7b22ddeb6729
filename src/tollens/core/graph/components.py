"""Strongly connected parts of a directed graph, in the order in which a digest needs them (§10.4a)."""

from collections.abc import Sequence


def components(successors: Sequence[Sequence[int]]) -> list[list[int]]:
    """Every node in one part; a part comes after all parts that it points at.

    Tarjan's algorithm without recursion, linear in nodes and edges.

    Args:
        successors: For each node the nodes that it points at.

    >>> components([[1], [2], [1], [0]])
    [[1, 2], [0], [3]]
    """
    number = [-1] * len(successors)
    low = [0] * len(successors)
    waiting: list[int] = []
    is_waiting = [False] * len(successors)
    found: list[list[int]] = []
    count = 0
    for root in range(len(successors)):
        if number[root] >= 0:
            continue
        work = [(root, 0)]
        while work:
            node, place = work.pop()
            if place == 0:
                number[node] = low[node] = count
                count += 1
                waiting.append(node)
                is_waiting[node] = True
            targets = successors[node]
            while place < len(targets):
                target = targets[place]
                place += 1
                if number[target] < 0:
                    work += [(node, place), (target, 0)]
                    break
                if is_waiting[target]:
                    low[node] = min(low[node], number[target])
            else:
                if low[node] == number[node]:
                    found.append(_taken(node, waiting, is_waiting))
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
    return found


def _taken(root: int, waiting: list[int], is_waiting: list[bool]) -> list[int]:
    """Take the part that `root` was the first node of off the waiting ones."""
    at = len(waiting) - 1
    while waiting[at] != root:
        at -= 1
    part = waiting[at:]
    del waiting[at:]
    for node in part:
        is_waiting[node] = False
    return part
