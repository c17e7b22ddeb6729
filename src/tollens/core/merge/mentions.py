"""§15.3 Whether elements of a trace name any of some things: asked of all of a long history, to be told `no` quickly.

What is told may be too much, since neither the kind of what is named counts nor how it is named, but never too little.
That an element has a name of its own is no mention. One member of all elements is looked at after the other, since that
takes a fraction of the time.
"""

from collections.abc import Sequence, Set
from itertools import chain
from typing import Any

from tollens.core.merge.places import Keys, Place, Role
from tollens.core.merge.renaming import Formula, Listed, Tagged, Target, mentioned_in, trees


def name_any(member: str, elements: Sequence[Any], names: Set[Any]) -> bool:
    """Whether any element of a list of the trace names any of some names.

    >>> name_any("actions", [{"id": 2}, {"id": 3, "inputs": ["a", "b"]}], {"b"})
    True
    """
    tree = trees()[member]
    return any(_any(elements[at : at + _BLOCK], tree, names) for at in range(0, len(elements), _BLOCK))


_BLOCK = 500
"""Elements that are looked at together: few enough to be within the caches until the last of their members."""


def _any(values: Sequence[Any], tree: Any, names: Set[Any]) -> bool:
    """Whether any of some values does, each in the place of which the tree says what may be named there."""
    if isinstance(tree, Place):
        return _meet(values, names)
    if isinstance(tree, Listed):
        return _any([item for value in values if type(value) is list for item in value], tree.item, names)
    held = [value for value in values if type(value) is dict]
    if not held:
        return False
    if isinstance(tree, Tagged):
        return any(_any(some, tree.by_tag.get(tag, tree.otherwise), names) for tag, some in _tagged(held, tree.tag))
    if isinstance(tree, Formula | Target | Keys):
        return any(name in names for value in held for _, name in mentioned_in(value, tree))
    return any(
        bool(stated := [said for value in held if (said := value.get(name))]) and _any(stated, below, names)
        for name, below in tree.items()
        if not (isinstance(below, Place) and below.role is Role.Own)
    )


def _tagged(values: Sequence[dict[str, Any]], member: str) -> Sequence[tuple[str, list[Any]]]:
    """The values by what they state as their tag; those that state none together with those of no known one."""
    found: dict[str, list[Any]] = {}
    for value in values:
        stated = value.get(member)
        found.setdefault(stated if type(stated) is str else "", []).append(value)
    return [*found.items()]


def _meet(stated: Sequence[Any], names: Set[Any]) -> bool:
    """Whether any of what is stated, a name or a list of names, is one of some names."""
    try:
        lists = [each for each in stated if type(each) is list]
        if not names.isdisjoint(chain.from_iterable(lists)):
            return True
        return len(lists) < len(stated) and not names.isdisjoint([each for each in stated if type(each) is not list])
    except TypeError:  # an object stands where a name should
        return True
