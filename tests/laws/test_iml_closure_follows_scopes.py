"""Two IML definitions that mean different things never have one checksum, however names are scoped (§10.4a).

Programs of modules, opened and included modules, aliases, signatures and shadowing names are given their meaning by a
small evaluator, which knows nothing of how texts are read: a value means its number with what its names mean put in
their place.
"""

import dataclasses
from collections.abc import Sequence
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("tree_sitter_iml", reason="the extra 'iml' is not installed")

from tollens.core.graph.closure import Closures
from tollens.plugins.languages.iml import PLUGIN

Meaning: TypeAlias = tuple[int, bool]
"""A number that stands for what is meant, and whether all of it is defined before it is used."""


class Meanings:
    """One number for each thing that can be meant."""

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}

    def value(self, name: str, number: int, uses: Sequence[Meaning]) -> Meaning:
        key = (name, number, tuple(uses))
        return self.numbers.setdefault(key, len(self.numbers)), all(defined for _, defined in uses)

    def missing(self, *names: object) -> Meaning:
        return self.numbers.setdefault(names, len(self.numbers)), False


@dataclasses.dataclass
class Module:
    values: dict[str, Meaning] = dataclasses.field(default_factory=dict)
    modules: dict[str, "Module"] = dataclasses.field(default_factory=dict)

    def over(self, other: "Module") -> "Module":
        return Module({**other.values, **self.values}, {**other.modules, **self.modules})


@dataclasses.dataclass(frozen=True)
class Use:
    path: tuple[str, ...]
    name: str
    opens: bool
    """Whether it is written `M.(a)`, which means the `a` around it where `M` has none."""


@dataclasses.dataclass(frozen=True)
class Let:
    name: str
    number: int
    uses: tuple[Use, ...]


@dataclasses.dataclass(frozen=True)
class Struct:
    name: str
    items: tuple["Item", ...]
    sealed: bool
    """Whether its signature shows `a` alone."""


@dataclasses.dataclass(frozen=True)
class Follow:
    word: str
    name: str
    path: tuple[str, ...]


Item: TypeAlias = Let | Struct | Follow

VALUES = st.sampled_from("ab")
MODULES = st.sampled_from("MN")
PATHS = st.lists(MODULES, min_size=1, max_size=2).map(tuple)
USES = st.builds(Use, st.one_of(st.just(()), PATHS), VALUES, st.booleans())
LETS = st.builds(Let, VALUES, st.integers(0, 1), st.lists(USES, max_size=2).map(tuple))
FOLLOWS = st.builds(Follow, st.sampled_from(("open", "include", "module")), MODULES, PATHS)


def _structs(items: st.SearchStrategy[Item]) -> st.SearchStrategy[Struct]:
    return st.builds(Struct, MODULES, st.lists(items, min_size=1, max_size=3).map(tuple), st.booleans())


ITEMS: st.SearchStrategy[Item] = st.one_of(
    LETS, LETS, FOLLOWS, _structs(st.one_of(LETS, LETS, FOLLOWS, _structs(LETS)))
)
PLAIN = (Let("a", 2, ()), Let("b", 3, ()))
FIRST: list[Item] = [
    *PLAIN,
    Struct("M", (Let("a", 4, ()), Struct("N", (Let("b", 5, ()),), False), Let("b", 6, ())), False),
    Struct("N", (Let("a", 7, ()), Let("b", 8, ())), False),
]
"""What programs begin with, so that most names in them have a meaning."""

PROGRAMS = st.lists(ITEMS, min_size=2, max_size=8).map(lambda items: [*FIRST, *items])


def written(item: Item) -> str:
    if isinstance(item, Let):
        uses = [
            f"{'.'.join(use.path)}.({use.name})" if use.opens and use.path else ".".join((*use.path, use.name))
            for use in item.uses
        ]
        return f"let {item.name} = {' + '.join([str(item.number), *uses])}"
    if isinstance(item, Follow):
        name = f" {item.name} =" if item.word == "module" else ""
        return f"{item.word}{name} {'.'.join(item.path)}"
    seal = " : sig val a : int end" if item.sealed else ""
    return f"module {item.name}{seal} = struct {' '.join(map(written, item.items))} end"


def module_at(path: Sequence[str], scope: Module) -> Module | None:
    here: Module | None = scope
    for name in path:
        here = None if here is None else here.modules.get(name)
    return here


def meaning_of(use: Use, scope: Module, meanings: Meanings) -> Meaning:
    outside = scope.values.get(use.name, meanings.missing(use.name))
    if not use.path:
        return outside
    module = module_at(use.path, scope)
    if module is None:
        return meanings.missing(use.path, use.name)
    return module.values.get(use.name, outside if use.opens else meanings.missing(use.path, use.name))


def run(items: Sequence[Item], scope: Module, meanings: Meanings, found: dict[str, Meaning]) -> Module:
    """What a structure gives to the outside; notes what each value in it means, the last of a name."""
    given_ = Module()
    for item in items:
        if isinstance(item, Let):
            meaning = meanings.value(item.name, item.number, [meaning_of(use, scope, meanings) for use in item.uses])
            found[item.name] = meaning
            added = Module({item.name: meaning})
        elif isinstance(item, Struct):
            inside = run(item.items, scope, meanings, {})
            shown = {name: value for name, value in inside.values.items() if name == "a"}
            added = Module({}, {item.name: Module(shown) if item.sealed else inside})
        else:
            module = module_at(item.path, scope) or Module()
            added = module if item.word != "module" else Module({}, {item.name: module})
        scope = added.over(scope)
        if not (isinstance(item, Follow) and item.word == "open"):
            given_ = added.over(given_)
    return given_


def checksums(items: Sequence[Item]) -> dict[str, str]:
    closures = Closures(PLUGIN.link([PLUGIN.parse("\n".join(map(written, items)))]), "tollens-iml-1")
    assert not any(each.name == "unreadable text" for each in closures.definitions.definitions)
    return {name: closures.checksum(at) for name in "ab" for at in closures.find(name) if _is_top(closures, at)}


def _is_top(closures: Closures, at: int) -> bool:
    return "." not in closures.definitions.definitions[at].name


def lets(items: Sequence[Item]) -> int:
    """How many values there are, those in modules too."""
    return sum(1 if isinstance(item, Let) else lets(item.items) if isinstance(item, Struct) else 0 for item in items)


def renumbered(items: Sequence[Item], which: int) -> list[Item]:
    """The same with another number in one value, counted as `lets` counts."""
    changed: list[Item] = []
    for item in items:
        if isinstance(item, Let):
            changed.append(dataclasses.replace(item, number=9) if which == 0 else item)
            which -= 1
        elif isinstance(item, Struct):
            changed.append(dataclasses.replace(item, items=tuple(renumbered(item.items, which))))
            which -= lets(item.items)
        else:
            changed.append(item)
    return changed


def check(one: Sequence[Item], two: Sequence[Item]) -> None:
    meanings = Meanings()
    old: dict[str, Meaning] = {}
    new: dict[str, Meaning] = {}
    run(one, Module(), meanings, old)
    run(two, Module(), meanings, new)
    before, after = checksums(one), checksums(two)
    assert before.keys() == old.keys()
    for name in before.keys() & after.keys():
        # A name that nothing before it defines may mean what comes after it: the order of definitions does not count.
        if old[name] != new[name] and old[name][1] and new[name][1]:
            assert before[name] != after[name], [written(item) for item in one]


@given(PROGRAMS, PROGRAMS)
@settings(max_examples=20)
def test_in_any_two_programs(one: list[Item], two: list[Item]) -> None:
    check(one, two)


@given(PROGRAMS)
@settings(max_examples=50)
def test_where_one_number_is_another(items: list[Item]) -> None:
    for which in range(lets(items)):
        check(items, renumbered(items, which))


@given(PROGRAMS, st.data())
@settings(max_examples=25)
def test_where_one_item_is_moved_dropped_or_changed(items: list[Item], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(items) - 1))
    without = [*items[:at], *items[at + 1 :]]
    check(items, without)
    to = data.draw(st.integers(0, len(items) - 1))
    check(items, [*without[:to], items[at], *without[to:]])
    check(items, [*items[:at], data.draw(ITEMS), *items[at + 1 :]])
