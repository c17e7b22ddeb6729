"""§15.3 Whether elements of a trace name any of some things: asked of all of a long history, to be told `no` quickly.

What is told may be too much, since neither the kind of what is named counts nor how it is named, but never too little.
"""

from collections.abc import Callable, Mapping, Set
from functools import cache
from typing import Any

from tollens.core.merge.places import Keys, Place
from tollens.core.merge.renaming import Formula, Listed, Tagged, Target, mentioned_in, trees

Scan = Callable[[Any, Set[Any]], bool]
"""Whether a value names any of some names."""


@cache
def scan_of(member: str) -> Scan:
    """What scans the elements of a list of the trace.

    >>> scan_of("actions")({"id": 3, "inputs": ["a", "b"]}, {"b"})
    True
    """
    return _scan(trees()[member])


def _scan(tree: Any) -> Scan:
    if isinstance(tree, Listed):
        return _of_list(_scan(tree.item))
    if isinstance(tree, Tagged):
        return _of_tagged(tree.tag, {tag: _scan(below) for tag, below in tree.by_tag.items()}, _scan(tree.otherwise))
    if isinstance(tree, Formula | Target | Keys):
        return _at_length(tree)
    return _of_members(tree)


def _of_list(item: Scan) -> Scan:
    def scan(value: Any, names: Set[Any]) -> bool:
        return type(value) is list and any(item(each, names) for each in value)

    return scan


def _of_tagged(tag: str, by_tag: Mapping[str, Scan], otherwise: Scan) -> Scan:
    def scan(value: Any, names: Set[Any]) -> bool:
        if type(value) is not dict:
            return False
        stated = value.get(tag)
        return (by_tag.get(stated, otherwise) if type(stated) is str else otherwise)(value, names)

    return scan


def _of_members(tree: Mapping[str, Any]) -> Scan:
    direct = tuple(name for name, below in tree.items() if isinstance(below, Place))
    nested = tuple((name, _scan(below)) for name, below in tree.items() if not isinstance(below, Place))

    def scan(value: Any, names: Set[Any]) -> bool:
        if type(value) is not dict:
            return False
        get = value.get
        try:
            for name in direct:
                held = get(name)
                if held and (not names.isdisjoint(held) if type(held) is list else held in names):
                    return True
        except TypeError:  # an object stands where a name should
            return True
        for name, below in nested:
            held = get(name)
            if held and below(held, names):
                return True
        return False

    return scan


def _at_length(tree: Any) -> Scan:
    def scan(value: Any, names: Set[Any]) -> bool:
        return any(name in names for _, name in mentioned_in(value, tree))

    return scan
