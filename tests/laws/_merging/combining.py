"""What both sides together make of a model: item by item, by the identity that each item keeps.

Where the edits of both touch nothing in common, line by line, there is one answer, the one that a merge of the texts
gives. Else there are several that a person might choose: with either side's version of what both changed, and with the
additions and moves of either side first. Nothing of the program under test is used here.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tests.laws._merging.items import File, Item, Model

Change = tuple[int, int, File]
"""From which item of the base up to which, and what stands there instead."""


class Branch(NamedTuple):
    """What a side made of a base.

    Attributes:
        model: The side.
        changes: For each file, what it changed, in order; and the same where there are two ways to tell it.
        moved: The items that it put elsewhere.
    """

    model: Model
    changes: tuple[tuple[tuple[Change, ...], ...], tuple[tuple[Change, ...], ...]]
    moved: frozenset[int]


def branch(base: Model, side: Model) -> Branch:
    """Say what a side changed."""
    kept: set[int] = set()
    for old, new in zip(base, side, strict=True):
        uids = [(item.uid, 1) for item in old], [(item.uid, 1) for item in new]
        kept.update(uids[0][at][0] for at, _ in _common(*uids))
    there = {item.uid for file in base for item in file} & {item.uid for file in side for item in file}
    changes = tuple(_changes_of(base, side, is_late) for is_late in (False, True))
    return Branch(side, (changes[0], changes[1]), frozenset(there - kept))


def by_lines(base: Model, ours: Branch, theirs: Branch) -> list[Model]:
    """What a merge of the texts gives; nothing where the changes meet.

    Several where what a side changed can be told in two ways, as where two neighbours changed places.
    """
    found: dict[tuple[int, ...], Model] = {}
    for one in dict.fromkeys(ours.changes):
        for other in dict.fromkeys(theirs.changes):
            files = [_merged(old, one[at], other[at]) for at, old in enumerate(base)]
            plain = tuple(file for file in files if file is not None)
            if len(plain) == len(files) and _is_once(plain):
                found.setdefault(tuple(id(item) for file in plain for item in file), plain)
    return list(found.values())


def by_identity(base: Model, ours: Branch, theirs: Branch) -> Iterator[Model]:
    """What a person may come to who goes by what each item was: with either order, and with either version."""
    for first, second in ((ours, theirs), (theirs, ours)):
        for prefers_first in (True, False):
            model = _by_identity(base, first, second, prefers_first)
            if is_nested(model):
                yield model


def is_nested(model: Model) -> bool:
    """Whether every block that begins ends."""
    for file in model:
        depth = 0
        for item in file:
            depth += (item.kind in ("module", "class")) - (item.kind == "end")
            if depth < 0:
                return False
        if depth:
            return False
    return True


def _is_once(model: Model) -> bool:
    """Whether no item stands twice, as one does that both sides moved to different places."""
    uids = [item.uid for file in model for item in file]
    return len(set(uids)) == len(uids)


def _changes_of(base: Model, side: Model, is_late: bool) -> tuple[tuple[Change, ...], ...]:
    """What a side changed in each file, line by line."""
    found: list[tuple[Change, ...]] = []
    for old, new in zip(base, side, strict=True):
        weighed = [[(item.text, item.text.count("\n") + 1) for item in file] for file in (old, new)]
        found.append(tuple(_changes(old, new, _common(*weighed, is_late))) if old is not new else ())
    return tuple(found)


def _common(
    old: Sequence[tuple[object, int]], new: Sequence[tuple[object, int]], is_late: bool = False
) -> list[tuple[int, int]]:
    """A longest common subsequence of things with a length, by places: one of two if there are several."""
    rows = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for at in range(len(old) - 1, -1, -1):
        row, below = rows[at], rows[at + 1]
        thing, length = old[at]
        for there in range(len(new) - 1, -1, -1):
            here = below[there + 1] + length if thing == new[there][0] else 0
            row[there] = max(here, below[there], row[there + 1])
    found: list[tuple[int, int]] = []
    at = there = 0
    while at < len(old) and there < len(new):
        down, right = rows[at + 1][there], rows[at][there + 1]
        if old[at][0] == new[there][0] and rows[at][there] == rows[at + 1][there + 1] + old[at][1]:
            found.append((at, there))
            at, there = at + 1, there + 1
        elif down > right or (down == right and not is_late):
            at += 1
        else:
            there += 1
    return found


def _changes(old: File, new: File, pairs: Sequence[tuple[int, int]]) -> Iterator[Change]:
    was = now = 0
    for at, there in [*pairs, (len(old), len(new))]:
        if at > was or there > now:
            yield was, at, new[now:there]
        was, now = at + 1, there + 1


def _merged(base: File, first: Sequence[Change], second: Sequence[Change]) -> File | None:
    """A file with the changes of both sides; `None` where these meet."""
    if not first or not second:
        first, second = first or second, ()
    made: list[Item] = []
    at = one = two = 0
    while one < len(first) or two < len(second):
        change = first[one] if one < len(first) else None
        other = second[two] if two < len(second) else None
        if change is not None and other is not None:
            if change[:2] == other[:2] and [i.text for i in change[2]] == [i.text for i in other[2]]:
                two += 1
            elif change[0] == other[0] or max(change[0], other[0]) < min(change[1], other[1]):
                return None
            elif other[0] < change[0]:
                change = None
        if change is None:
            assert other is not None
            change, two = other, two + 1
        else:
            one += 1
        made += [*base[at : change[0]], *change[2]]
        at = change[1]
    return (*made, *base[at:])


class _Held(NamedTuple):
    item: Item
    file: int


def _by_identity(base: Model, first: Branch, second: Branch, prefers_first: bool) -> Model:
    """One choice: the order of the first side, with what the second one added or moved put in.

    Args:
        base: What both changed.
        first: The side whose order is kept.
        second: The other side.
        prefers_first: Whose version of an item stands that both changed, or that one took away.
    """
    was, one, two = (_by_uid(model) for model in (base, first.model, second.model))
    moved = second.moved - first.moved
    made: list[list[Item]] = [[] for _ in base]
    placed: dict[int, tuple[int, Item]] = {}

    def settled(uid: int) -> Item | None:
        if uid in (first.moved if prefers_first else second.moved):
            return (one if prefers_first else two).get(uid)  # to no merge of texts it is what the other side changed
        return _settled(was.get(uid), one.get(uid), two.get(uid), prefers_first)

    for number, file in enumerate(first.model):
        for item in file:
            here = settled(item.uid)
            if here is not None and not (item.uid in moved and item.uid in two):
                made[number].append(here)
                placed[item.uid] = (number, here)
    for number, file in enumerate(second.model):
        before: Item | None = None
        for item in file:
            here = settled(item.uid)
            if here is not None and item.uid not in placed:
                at = 0 if before is None else made[number].index(before) + 1
                made[number].insert(at, here)
                placed[item.uid] = (number, here)
            if item.uid in placed and placed[item.uid][0] == number:
                before = placed[item.uid][1]
    return tuple(map(tuple, made))


def _by_uid(model: Model) -> Mapping[int, Item]:
    return {item.uid: item for file in model for item in file}


def _settled(was: Item | None, one: Item | None, two: Item | None, prefers_first: bool) -> Item | None:
    """An item as both sides have it together."""
    if one is two or _same(two, was):
        return one
    if _same(one, was) or _same(one, two):
        return two
    if was is None:
        return one or two
    return one if prefers_first else two


def _same(one: Item | None, other: Item | None) -> bool:
    return one is other or (one is not None and other is not None and one.said == other.said)
