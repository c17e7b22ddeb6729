"""§15.3 Three texts made one, line by line: what either side changed of the base.

Where both changed the same lines, or where one changed what the other took away, there is no answer. What both added at
one place stands one behind the other. Whoever takes the answer must check that it says what it should: this knows lines
and no definitions. Near-linear in the length of the texts: lines that stand once in both are held against each other
first, then what stands beside them.
"""

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Sequence
from itertools import pairwise


def merged(base: str | None, ours: str, theirs: str) -> str | None:
    r"""The text that holds the changes of both sides; `None` where their changes meet.

    Args:
        base: What both changed; `None` where that is not known: then nothing of either is left out.
        ours: One side.
        theirs: The other one.

    >>> merged("a\nb\nc", "a\nB\nc", "a\nb\nc\nd")
    'a\nB\nc\nd'
    >>> merged("a\nb\nc", "a\nB\nc", "a\nbb\nc") is None
    True
    >>> merged(None, "a\nb", "a\nc")
    'a\nb\nc'
    """
    one, other = ours.split("\n"), theirs.split("\n")
    old = [one[at] for at, _ in pairs(one, other)] if base is None else base.split("\n")
    first, second = _changes(old, one), _changes(old, other)
    made: list[str] = []
    at = 0
    while first or second:
        change = _next(first, second)
        if change is None:
            return None
        begin, end, lines = change
        made += [*old[at:begin], *lines]
        at = end
    return "\n".join([*made, *old[at:]])


_DEEPEST = 16
"""How often what stands between lines that are the same is looked into again."""

Change = tuple[int, int, list[str]]
"""From which line of the base up to which, and what stands there instead."""


def _next(first: deque[Change], second: deque[Change]) -> Change | None:
    """Take the change that comes next off the changes of both sides; `None` where two of them meet."""
    if not first or not second:
        return (first or second).popleft()
    one, other = first[0], second[0]
    adds = one[0] == one[1] == other[0] == other[1]
    if one == other or adds:
        first.popleft()
        second.popleft()
        return one if one == other else (one[0], one[1], [*one[2], *other[2]])
    if one[1] <= other[0]:
        return first.popleft()
    return second.popleft() if other[1] <= one[0] else None


def _changes(old: Sequence[str], new: Sequence[str]) -> deque[Change]:
    """What stands in the new text instead of what, in order."""
    found: deque[Change] = deque()
    was = now = 0
    for at, there in [*pairs(old, new), (len(old), len(new))]:
        if at > was or there > now:
            found.append((was, at, list(new[now:there])))
        was, now = at + 1, there + 1
    return found


def pairs(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Lines of both texts that are held to be the same, by position, ascending in both.

    >>> pairs(["a", "b", "c"], ["b", "c", "d"])
    [(1, 0), (2, 1)]
    """
    found: list[tuple[int, int]] = []
    work = [(0, len(old), 0, len(new), 0)]
    while work:
        first, end, start, stop, depth = work.pop()
        while first < end and start < stop and old[first] == new[start]:
            found.append((first, start))
            first, start = first + 1, start + 1
        while first < end and start < stop and old[end - 1] == new[stop - 1]:
            end, stop = end - 1, stop - 1
            found.append((end, stop))
        anchors = _once(old, new, first, end, start, stop) if depth < _DEEPEST else []
        if anchors:
            bounds = [(first - 1, start - 1), *anchors, (end, stop)]
            found += anchors
            for (one, other), (later, after) in pairwise(bounds):
                work.append((one + 1, later, other + 1, after, depth + 1))
    return sorted(found)


def _once(old: Sequence[str], new: Sequence[str], first: int, end: int, start: int, stop: int) -> list[tuple[int, int]]:
    """The longest run of lines that stand once in each of two stretches and in the same order in both."""
    counts = Counter(old[first:end]), Counter(new[start:stop])
    place = {line: start + at for at, line in enumerate(new[start:stop]) if counts[1][line] == 1}
    held = [(at, place[old[at]]) for at in range(first, end) if counts[0][old[at]] == 1 and old[at] in place]
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for number, (_, there) in enumerate(held):
        at = bisect_left(ends, there)
        before.append(last[at - 1] if at else -1)
        if at == len(ends):
            ends.append(there)
            last.append(number)
        else:
            ends[at], last[at] = there, number
    found: list[tuple[int, int]] = []
    number = last[-1] if last else -1
    while number >= 0:
        found.append(held[number])
        number = before[number]
    return found[::-1]
