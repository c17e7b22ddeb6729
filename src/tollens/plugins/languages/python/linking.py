"""Texts that stand together: what each key means, in which of them, and what a result may rest on unnamed.

Names of modules are not known here, so an imported name may mean that name of any text. A key with many meanings is a
definition of its own that mentions them, so that many readers and many meanings cost their sum, not their product.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from tollens.core.ports import Definition, Definitions
from tollens.plugins.languages.python import special
from tollens.plugins.languages.python.parsed import Key, Module, Unit

_ANY_SPECIAL = "?*"
"""The key of all special methods of the texts."""

_SHARED = ".!@?"
"""How the keys begin that mean the same in every text."""

_FEW = 4
"""Meanings of one key that its readers mention one by one."""


def link(modules: Sequence[Module]) -> Definitions:
    """The definitions of texts that stand together."""
    return _Link(modules).definitions()


class _Link:
    def __init__(self, modules: Sequence[Module]) -> None:
        self._modules = modules
        self._units = [(source, unit) for source, module in enumerate(modules) for unit in module.units]
        self._starts: list[int] = []
        self._hubs: list[Definition] = []
        self._resolved: dict[tuple[int, Key], tuple[int, ...]] = {}
        self._own: defaultdict[tuple[int, Key], list[int]] = defaultdict(list)
        self._anywhere: defaultdict[Key, list[int]] = defaultdict(list)
        self._special: list[int] = []
        self._is_any_unread = any(module.common for module in modules)
        self._index()

    def definitions(self) -> Definitions:
        mentions = [self._mentions(at, source, unit) for at, (source, unit) in enumerate(self._units)]
        hints = self._hints()
        places = self._places(hints)
        is_documented = any(not special.DOCUMENTED.isdisjoint(unit.reads) for _, unit in self._units)
        found = tuple(
            Definition(
                name=unit.name,
                source=source,
                normal=_normal(unit, places[at], is_documented),
                shape=self._shape(source, unit),
                mentions=mentions[at],
                whole=unit.whole or self._is_unknown(source, unit),
                hint=hints[at],
            )
            for at, (source, unit) in enumerate(self._units)
        )
        common = tuple(
            module.common + (f"doc {module.docs!a}" if is_documented and module.docs else "")
            for module in self._modules
        )
        return Definitions((*found, *self._hubs), common)

    def _index(self) -> None:
        at = 0
        for source, module in enumerate(self._modules):
            self._starts.append(at)
            for unit in module.units:
                for key in unit.binds:
                    if key[0] in ".!":
                        self._anywhere[key].append(at)
                    else:
                        self._own[source, key].append(at)
                        if "." not in key:
                            self._anywhere[f"@{key}"].append(at)
                            self._anywhere[f".{key}"].append(at)
                    if key.startswith(".__") and key.endswith("__"):
                        self._special.append(at)
                at += 1

    def _mentions(self, at: int, source: int, unit: Unit) -> tuple[int, ...]:
        return tuple(sorted({to for key in unit.reads for to in self._meaning(source, key) if to != at}))

    def _shape(self, source: int, unit: Unit) -> tuple[str | int, ...]:
        parts: list[str | int] = []
        for at, part in enumerate(unit.shape):
            meaning = self._meaning(source, part) if at % 2 else ()
            if meaning:
                parts.extend(meaning)
            elif part:
                parts.append(part)
        return tuple(parts)

    def _meaning(self, source: int, key: Key) -> tuple[int, ...]:
        """The positions of what a key may mean in a text, or of the one definition that stands for them."""
        place = (0 if key[0] in _SHARED else source, key)
        if place not in self._resolved:
            self._resolved[place] = self._gathered(key, tuple(dict.fromkeys(self._looked_up(source, key))))
        return self._resolved[place]

    def _gathered(self, key: Key, meanings: tuple[int, ...]) -> tuple[int, ...]:
        if len(meanings) <= _FEW:
            return meanings
        sources = (self._units[at][0] for at in meanings if at < len(self._units))
        stands_in = min(sources, key=lambda source: self._modules[source].docs, default=0)
        self._hubs.append(Definition(f"<{key}>", stands_in, f"<{key}>", (f"<{key[0]}>",), meanings, joint=True))
        return (len(self._units) + len(self._hubs) - 1,)

    def _looked_up(self, source: int, key: Key) -> Iterable[int]:
        if key[0] == "=":
            return (self._starts[source] + int(key[1:]),)
        if key[0] == "@":
            return self._imported(key)
        if key[0] in ".!":
            return self._anywhere[key]
        if key == _ANY_SPECIAL:
            return self._special
        if key[0] == "?":
            return self._called(source, key[1:])
        if "." in key:
            return self._own[source, key]
        own = self._own[source, key]
        others = () if own and not self._modules[source].star else self._meaning(source, f"@{key}")
        return (*own, *others, *self._meaning(source, f"!{key}"))

    def _imported(self, key: Key) -> Iterable[int]:
        """What an imported name may mean. A text that imports the same name from the same module is not that module."""
        name, _, module = key.partition(" ")
        found = self._anywhere[name]
        if not module:
            return found
        return [at for at in found if self._units[at][1].kind != "import" or key not in self._units[at][1].reads]

    def _called(self, source: int, key: Key) -> Iterable[int]:
        """What a call reaches beyond what it names: nothing where texts define it, else special methods."""
        name = key.removeprefix(".")
        kinds = {self._units[at][1].kind for at in self._anywhere[f".{name}"]}
        if "data" in kinds:
            return self._meaning(source, special.CALL)
        if not kinds.isdisjoint(("function", "class")):
            return ()
        known = special.called_by(key)
        if known is None:
            return self._meaning(source, _ANY_SPECIAL)
        return [at for each in sorted(known) for at in self._meaning(source, each)]

    def _is_unknown(self, source: int, unit: Unit) -> bool:
        """Whether it may mean what is not here: some text cannot be read, or a star imports what no text defines."""
        if self._is_any_unread or not self._modules[source].star:
            return self._is_any_unread
        return any(
            key[0] not in ".!@?=" and key not in special.BUILT_IN and not self._meaning(source, key)
            for key in unit.reads
        )

    def _hints(self) -> list[bool]:
        """For each unit whether loading it may change what others mean: it fills a registry, or patches a name.

        A class that does so may hand itself over, with all its members.
        """
        disturbing = self._disturbing()
        hints: list[bool] = []
        for source, unit in self._units:
            if unit.kind == "class":
                hints.append(hints[-1])
            else:
                runs_into = unit.runs and any(disturbing[at] for at in self._run(source, unit.early))
                hints.append(not unit.started and (unit.disturbs_early or runs_into))
        return hints

    def _disturbing(self) -> list[bool]:
        """For each unit, and each definition that stands for a key, whether running it may change what others see."""
        rest: list[list[int]] = [[] for _ in range(len(self._units) + len(self._hubs))]
        for at, (source, unit) in enumerate(self._units):
            keys = unit.early if unit.kind == "class" else [key for key in unit.reads if key[0] != "="]
            for target in self._run(source, keys):
                rest[target].append(at)
        for at, hub in enumerate(self._hubs, len(self._units)):
            for target in hub.mentions:
                rest[target].append(at)
        disturbing = [*(unit.disturbs for _, unit in self._units), *(False for _ in self._hubs)]
        work = [at for at, is_disturbing in enumerate(disturbing) if is_disturbing]
        while work:
            for at in rest[work.pop()]:
                if not disturbing[at]:
                    disturbing[at] = True
                    work.append(at)
        return disturbing

    def _run(self, source: int, keys: Iterable[Key]) -> Iterable[int]:
        """What is run by name. What a library function calls of the values it is given is taken to disturb nothing."""
        return [at for key in keys if key[0] != "?" for at in self._meaning(source, key)]

    def _places(self, hints: Sequence[bool]) -> list[int]:
        """For each unit how many events come before it; nothing where its place is free.

        It is where loading it runs nothing, and takes no name that is given a meaning more than once.
        """
        before = [0] * len(self._modules)
        places: list[int] = []
        for (source, unit), is_hint in zip(self._units, hints, strict=True):
            is_placed = unit.runs or any(len(self._own.get((source, key), ())) > 1 for key in unit.early)
            places.append(unit.place + before[source] if is_placed else 0)
            before[source] += is_hint and unit.kind != "class"
        return places


def _normal(unit: Unit, place: int, is_documented: bool) -> str:
    after = f"after {place}: " if place else ""
    return after + unit.normal + (f" doc {unit.docs!a}" if is_documented and unit.docs else "")
