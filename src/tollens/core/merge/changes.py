"""§15.3 The change set of a merge: the components that either side changed against the base, whatever rests on them."""

from collections.abc import Iterable, Mapping

import msgspec

from tollens.core.merge.account import Account
from tollens.core.merge.combination import Combination, Component, Kind
from tollens.core.merge.edited import Edited
from tollens.core.merge.parents import Side


class Rename(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """A component that has another name than it had.

    Attributes:
        component: Its id, which stays.
        from_: Its name in the base.
        to: Its name now.
        changed: Whether it reads otherwise, too.
    """

    component: str
    from_: str
    to: str
    changed: bool


class ChangeSet(msgspec.Struct, frozen=True):
    """What either side changed against the base; without a base, what the sides have differently.

    Attributes:
        changed: Ids of components that read otherwise; of a model that could not be compared, that of the model. What
            was only edited, and is in no model, stands under the symbol or the file that the edit states.
        added: Ids of components that the base has not.
        removed: Ids of components that a side has no more.
        renamed: Components under another name.
    """

    changed: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    renamed: tuple[Rename, ...]


def change_set(combination: Combination, edited: Mapping[Side, Edited], accounts: Iterable[Account]) -> ChangeSet:
    """The change set, each list sorted.

    Args:
        combination: Of the models of both sides.
        edited: The edits of each side.
        accounts: What became of the results: what they touched by edits alone counts as changed.
    """
    changed: set[str] = set()
    added: set[str] = set()
    removed: set[str] = set()
    renamed: dict[tuple[str, str], Rename] = {}
    for component in combination.components.values():
        _sort(combination, component, changed, added, removed, renamed)
    for number, kind in enumerate(combination.kinds):
        if any(number in combination.whole[side] for side in Side) and kind is not Kind.Gone:
            changed.add(combination.alignment.where[number])
        elif kind is Kind.Gone and not combination.of_line(number):
            removed.add(combination.alignment.where[number])
    changed |= {name for account in accounts for name in account.touched} - added - removed
    for side, edits in edited.items():
        if edits.any:
            known = combination.views[side].defined | combination.views[side.other].defined
            changed |= edits.edits.symbols - known
            changed |= edits.edits.files
    names = {rename.component for rename in renamed.values()}
    return ChangeSet(
        tuple(sorted(changed - names)),
        tuple(sorted(added)),
        tuple(sorted(removed)),
        tuple(renamed[key] for key in sorted(renamed)),
    )


def _sort(
    combination: Combination,
    component: Component,
    changed: set[str],
    added: set[str],
    removed: set[str],
    renamed: dict[tuple[str, str], Rename],
) -> None:
    """Put one component where it belongs."""
    base, name = component.base, component.name
    if base is None:
        both = component.ours is not None and component.theirs is not None
        if not both or combination.is_based(component.versions[0].place[0]):
            added.add(name)
        elif not combination.same(component.ours, component.theirs):
            changed.add(name)
        return
    for side in Side:
        version = component.of(side)
        if version is None:
            removed.add(name)
        elif version.body.name != base.body.name:
            alike = combination.reads_the_same(side, version, None, base)
            renamed[name, version.body.name] = Rename(name, base.body.name, version.body.name, not alike)
        elif not combination.same(version, base):
            changed.add(name)
