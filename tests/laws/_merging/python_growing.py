"""Generated Python models: every construct that results may rest on, in small."""

from random import Random
from typing import NamedTuple

from tests.laws._merging.items import Item, Model, Said, Writing
from tests.laws._merging.python_text import written

_NAMES = ("f0", "f1", "f2", "g0", "g1")
_CONSTANTS = ("c0", "c1", "c2")
_CLASSES = ("C", "D", "E")
_LISTS = ("r0", "r1")
_METHODS = ("m0", "m1", "m2", "f0")
_DATA = ("k0", "k1", "c0")
_LOCAL = ("x", "y", "f0", "c0", "f1")
_SIGNS = ("+", "-", "*", "+")
_FUNCTIONS = ("def", "with default", "decorated")
_MEMBERS = ("method", "init", "data")

KINDS = (
    *("def", "def", "def", "def", "def", "with default", "decorator", "decorated"),
    *("constant", "constant", "class", "class", "from", "import", "added to"),
    *("list", "appended", "appended of"),
)
MEMBER_KINDS = ("method", "method", "method", "init", "data", "add")


class Known(NamedTuple):
    """Something that is defined: in which file, of which kind, under which name, and of a class its members."""

    file: int
    kind: str
    name: str
    members: tuple[Item, ...] = ()


class Growing:
    """Makes models and parts of them.

    Args:
        random: What is left to chance.
        kinds: Of items, and of members of classes, each as often as it is to come.
        most: So many items a model has, about.
    """

    def __init__(self, random: Random, kinds: tuple[str, ...] = KINDS, most: int = 8) -> None:
        self.random = random
        self._kinds = tuple(kind for kind in kinds if kind not in MEMBER_KINDS)
        self._member_kinds = tuple(kind for kind in kinds if kind in MEMBER_KINDS) or MEMBER_KINDS
        self._most = most
        self.writing = Writing(random, written)

    def model(self) -> Model:
        """A model of one file, or of few."""
        count = 1 if self.random.random() < 0.5 else 2
        files: list[list[Item]] = [[] for _ in range(count)]
        size = self.random.randrange(self._most // 2, self._most + 1)
        while sum(map(len, files)) < size:
            at = self.random.randrange(count)
            if at and not files[at] and files[0]:
                files[at] += self._items("import", _known(files), at, None)
            files[at] += self._items(self.random.choice(self._kinds), _known(files), at, self._free(files[at]))
        return tuple(map(tuple, files))

    def addition(self, model: Model, file: int, at: int, name: str | None = None) -> list[Item]:
        """Something new at a place of a file: an item, or a class with all its members.

        Args:
            model: Where it is to stand.
            file: In which file.
            at: Before which item.
            name: Its name, so that it is a function, or a method.
        """
        known = _known(model)
        around = _around(model[file], at)
        if around is not None:
            return [self._member(known, file, around, name)]
        if name is not None:
            return [self.writing.item(("def", name, "x", self.expression(known, file, ("x",))))]
        return self._items(self.random.choice(self._kinds), known, file, None)

    def said_again(self, model: Model, file: int, at: int) -> Said:
        """What an item could say instead, so that it defines the same names."""
        item, known = model[file][at], _known(model)
        around = _around(model[file], at)
        if item.kind == "constant":
            known = [each for each in known if each.name != item.said[1]]
        if item.kind == "class":
            before = [each.said[1] for each in model[file][:at] if each.kind == "class"]
            return (*item.said[:2], self.random.choice(("object", *before)))
        if item.kind in ("note", "from", "import", "end", "list"):
            return item.said
        bound = ("x",) if item.kind in (*_FUNCTIONS, "method", "init", "decorator") else ()
        return (*item.said[:-1], self.expression(known, file, bound, own=around))

    def fits(self, items: list[Item], at: int, item: Item) -> bool:
        """Whether an item can stand at a place: members in classes, and nothing else there."""
        return item.kind == "note" or (item.kind in _MEMBERS) == (_around(items, at) is not None)

    def _free(self, items: list[Item]) -> set[str]:
        return {item.said[1] for item in items if item.kind not in ("note", "end")}

    def _items(self, kind: str, known: list[Known], file: int, taken: set[str] | None) -> list[Item]:
        random, item = self.random, self.writing.item

        def fresh(names: tuple[str, ...]) -> str:
            free = [name for name in names if taken is None or name not in taken]
            return random.choice(free or names)

        here = [each for each in known if each.file == file]
        others = [each for each in known if each.file != file]
        if kind == "class":
            bases = [each.name for each in here if each.kind == "class"]
            base = random.choice(bases) if bases and random.random() < 0.5 else "object"
            inherited: tuple[Item, ...] = next(
                (each.members for each in here if each.kind == "class" and each.name == base), ()
            )
            around: list[Item] = []
            begin = item(("class", fresh(_CLASSES), base))
            if base == "object" or random.random() < 0.3:
                around.append(self._member(known, file, (), "__init__"))
            for _ in range(random.randrange(1, 4)):
                around.append(self._member(known, file, tuple(around), inherited=inherited))
            return [begin, *around, item(("end",))]
        if kind == "from" and others:
            what = random.choice(others)
            also = what.name if random.random() < 0.7 else random.choice(_NAMES)
            return [item(("from", also, what.name, f"file{what.file}"))]
        if kind == "import" and others:
            return [item(("import", "other", f"file{random.choice(others).file}"))]
        if kind in ("constant", "added to"):
            constants = [each.name for each in here if each.kind == "constant"]
            name = random.choice(constants) if kind == "added to" and constants else fresh(_CONSTANTS)
            kind = kind if name in constants else "constant"
            return [item((kind, name, self.expression([each for each in known if each.name != name], file, ())))]
        if kind == "list":
            return [item(("list", fresh(_LISTS)))]
        filled = [each for each in known if each.kind == "list"]
        imported = any(each.kind == "import" for each in here)
        if kind == "appended" and any(each in here for each in filled):
            name = random.choice([each.name for each in filled if each in here])
            return [item(("appended", name, self.expression(known, file, (), 1)))]
        if kind == "appended of" and imported and any(each in others for each in filled):
            name = random.choice([each.name for each in filled if each in others])
            return [item(("appended of", "other", name, self.expression(known, file, (), 1)))]
        functions = [each.name for each in here if each.kind in _FUNCTIONS]
        if kind == "with default" and functions:
            inner = ("infix", "+", ("call", "g", ("name", "x")), self.expression(known, file, ("x",), 1))
            return [item(("with default", fresh(_NAMES), "x", "g", random.choice(functions), inner))]
        if kind == "decorator":
            return [item(("decorator", fresh(("d0", "d1")), self.expression(known, file, (), 1)))]
        decorators = [each.name for each in here if each.kind == "decorator"]
        body = self.expression(known, file, ("x",))
        if kind == "decorated" and decorators:
            return [item(("decorated", fresh(_NAMES), random.choice(decorators), "x", body))]
        return [item(("def", fresh(_NAMES), "x", body))]

    def _member(
        self,
        known: list[Known],
        file: int,
        own: tuple[Item, ...],
        name: str | None = None,
        inherited: tuple[Item, ...] = (),
    ) -> Item:
        """A member of a class that has some already."""
        kind = self.random.choice(self._member_kinds)
        if kind == "data" and name is None:
            said: Said = ("data", self.random.choice(_DATA), self.expression(known, file, (), 1))
            beside = [each.said[1] for each in own if each.kind == "data"]
            if beside and self.random.random() < 0.6:
                said = (*said[:2], ("infix", "+", ("global", self.random.choice(beside)), said[2]))
        elif name == "__init__" or (kind == "init" and name is None):
            said = ("init", "__init__", self.expression(known, file, ("x",), 1))
        else:
            name = name or ("__add__" if kind == "add" else self.random.choice(_METHODS))
            said = ("method", name, "x", self.expression(known, file, ("x",), own=(*inherited, *own)))
        return self.writing.item(said)

    def expression(
        self,
        known: list[Known],
        file: int,
        bound: tuple[str, ...],
        depth: int = 2,
        own: tuple[Item, ...] | None = None,
    ) -> Said:
        """Something that is a number.

        Args:
            known: What may be used.
            file: The file that it stands in.
            bound: The names that are bound around it.
            depth: How deep it may be.
            own: In a method, the members of its class.
        """
        random = self.random
        if depth <= 0 or random.random() < 0.15:
            constants = [each.name for each in known if each.kind == "constant" and each.file == file]
            if constants and random.random() < 0.35:
                return ("global", random.choice(constants))
            if bound and random.random() < 0.75:
                return ("name", random.choice(bound))
            return ("number", random.randrange(6))

        def inner(*more: str) -> Said:
            return self.expression(known, file, (*bound, *more), depth - 1, own)

        if own is not None and "x" in bound and random.random() < 0.5:
            members = [each for each in own if each.kind in _MEMBERS]
            if members:
                return self._of_self(random.choice(members), inner())
        usable = [each for each in known if self._is_usable(each, file, known)]
        if usable and random.random() < 0.75:
            return self._use(random.choice(usable), file, inner(), inner())
        name = random.choice(_LOCAL)
        way = random.randrange(5)
        if way == 0:
            return ("if", inner(), inner(), inner(), inner())
        if way == 1:
            return ("function", name, inner(), inner(name))
        if way == 2:
            return ("comprehension", name, inner(), inner(name))
        return ("infix", random.choice(_SIGNS), inner(), inner())

    def _of_self(self, member: Item, argument: Said) -> Said:
        if member.kind == "method" and member.said[1] != "__add__":
            return ("infix", self.random.choice(_SIGNS), ("own", member.said[1], argument), ("number", 1))
        return ("infix", "+", ("own data", "v" if member.kind == "init" else member.said[1]), argument)

    def _is_usable(self, each: Known, file: int, known: list[Known]) -> bool:
        if each.kind in ("decorator", "import"):
            return False
        imported = any(other.kind == "import" and other.file == file for other in known)
        return each.file == file or (imported and each.kind not in ("class", "list"))

    def _use(self, each: Known, file: int, one: Said, other: Said) -> Said:
        """An expression in which something known is used."""
        random = self.random
        sign = random.choice(_SIGNS)
        if each.file != file and each.kind == "constant":
            return ("infix", sign, ("of file", "other", each.name), other)
        if each.file != file:
            way = "call by text" if random.random() < 0.4 else "call of file"
            return ("infix", sign, (way, "other", each.name, one), other)
        if each.kind == "constant":
            return ("infix", sign, ("global", each.name), other)
        if each.kind == "list":
            return ("infix", sign, ("total", each.name), other)
        if each.kind == "class":
            methods = [member.said[1] for member in each.members if member.kind == "method"]
            data = [member.said[1] for member in each.members if member.kind == "data"]
            if data and random.random() < 0.4:
                return ("infix", sign, ("of class", each.name, random.choice(data)), other)
            if "__add__" in methods and random.random() < 0.5:
                return ("added", each.name, one, other)
            named = [name for name in methods if name != "__add__"]
            if not named:
                return ("infix", sign, one, other)
            kind = "by text" if random.random() < 0.2 else "made"
            return ("infix", sign, (kind, each.name, one, random.choice(named), other), ("number", 2))
        return ("infix", sign, ("call", each.name, one), other)


def _known(model: "Model | list[list[Item]]") -> list[Known]:
    """What a model defines."""
    found: list[Known] = []
    for file, items in enumerate(model):
        for at, item in enumerate(items):
            if item.kind == "class":
                found.append(Known(file, "class", item.said[1], _around(items, at + 1) or ()))
            elif item.kind in (*_FUNCTIONS, "constant", "decorator", "import", "list"):
                found.append(Known(file, item.kind, item.said[1]))
            elif item.kind == "from" and item.said[2] not in _CLASSES:
                found.append(Known(file, "constant" if item.said[2] in _CONSTANTS else "def", item.said[1]))
    return found


def _around(items: "tuple[Item, ...] | list[Item]", at: int) -> tuple[Item, ...] | None:
    """The members of the class around a place; `None` where it is in no class."""
    begin = next((place for place in range(at - 1, -1, -1) if items[place].kind in ("class", "end")), None)
    if begin is None or items[begin].kind == "end":
        return None
    end = next((place for place in range(at, len(items)) if items[place].kind == "end"), len(items))
    return tuple(items[begin + 1 : end])
