"""Generated IML models: every construct of the language that results may rest on, in small."""

from random import Random
from typing import NamedTuple

from tests.laws._merging.iml_text import written
from tests.laws._merging.items import File, Item, Model, Said, Writing

NAMES = ("f0", "f1", "f2'", "f3", "c0", "c1'", "p0", "p1", "h0'", "k0")
_LOCAL = ("x", "y", "f0", "c0", "f1", "p0")
_CONSTRUCTORS = ("A", "B", "C", "D")
_FIELDS = ("fa", "ga'", "ha")
_TYPES = ("t", "u'", "r", "s")
_SIGNS = ("+!", "-!", "+")
_STANDARD = ("+", "-", "*", "+")
_MODULES = ("M", "N", "O")
_OUTSIDE = ("e0", "e1")

KINDS = (
    *("let", "let", "let", "let", "let", "let rec", "constant", "operator", "pair", "cases"),
    *("variant", "variant", "record", "module", "alias", "open", "include", "axiom"),
)
_OUTER = ("module", "alias", "open", "include", "axiom")


class Known(NamedTuple):
    """Something that is defined: in which modules, in which space, what, and for a type of what it is made."""

    above: tuple[str, ...]
    space: str
    name: str
    parts: Said = ()


class Growing:
    """Makes models and parts of them.

    Args:
        random: What is left to chance.
        kinds: Of items, each as often as it is to come.
    """

    def __init__(self, random: Random, kinds: tuple[str, ...] = KINDS) -> None:
        self.random = random
        self._kinds = kinds
        self._inner_kinds = tuple(kind for kind in kinds if kind not in _OUTER)
        self.writing = Writing(random, written)

    def model(self) -> Model:
        """A model of one text, or of few."""
        known: list[Known] = []
        count = 1 if self.random.random() < 0.65 else 2
        size = self.random.randrange(3, 8)
        return tuple(self._file(known, 1 + size // count) for _ in range(count))

    def addition(self, model: Model, file: int, at: int, name: str | None = None) -> list[Item]:
        """Something new at a place of a file: an item, or the two that a module begins and ends with.

        Args:
            model: Where it is to stand.
            file: In which file.
            at: Before which item.
            name: Its name, so that it is a function.
        """
        known: list[Known] = []
        here: tuple[str, ...] = ()
        for number, items in enumerate(model):
            stop = at if number == file else len(items)
            known += self._known_in(items[:stop])
            if number == file:
                here = above(items[:stop])
        if name is not None:
            return [self.writing.item(("let", name, "x", self.expression(known, here, ("x",))))]
        return self._item(self.random.choice(self._kinds), known, here)

    def said_again(self, model: Model, file: int, at: int) -> Said:
        """What an item could say instead, so that it defines the same names."""
        known = [each for number, items in enumerate(model) if number != file for each in self._known_in(items)]
        items = model[file]
        known += self._known_in(items[:at])
        item, here = items[at], above(items[:at])
        kind, said = item.kind, item.said
        if kind in ("let", "let rec"):
            return (*said[:3], self._body(kind, said[1], known, here))
        if kind == "constant":
            return (*said[:2], self.expression(known, here, ()))
        if kind == "operator":
            return (*said[:4], self.expression(known, here, said[2:4], 1))
        if kind == "axiom":
            return (*said[:5], self.expression(known, here, ("x",)))
        if kind == "variant":
            return (*said[:2], self._shuffled(said[2]))
        if kind == "record":
            return (*said[:2], self._shuffled(said[2]))
        if kind == "cases":
            return (*said[:3], ("number", self.random.randrange(9)))
        return said

    def fits(self, items: list[Item], at: int, item: Item) -> bool:
        """Whether an item can stand at a place: any can anywhere."""
        return True

    def _shuffled(self, parts: Said) -> Said:
        parts = tuple(self.random.sample(parts, len(parts)))
        fresh = [name for name in _CONSTRUCTORS if all(part[0] != name for part in parts)]
        if isinstance(parts[0], tuple) and fresh and self.random.random() < 0.3:
            return (*parts, (self.random.choice(fresh), ()))
        return parts

    def _file(self, known: list[Known], size: int) -> File:
        items: list[Item] = []
        while len(items) < size:
            here = above(items)
            made = self._item(self.random.choice(self._kinds), known, here)
            if made[0].kind == "module":
                known.append(Known(here, "module", made[0].said[1]))
                items.append(made[0])
                for _ in range(self.random.randrange(1, 3)):
                    inner = self._item(self.random.choice(self._inner_kinds), known, above(items))
                    items += inner
                    known += self._known_in(inner, above(items))
                items.append(made[1])
            else:
                items += made
                known += self._known_in(made, here)
        return tuple(items)

    def _known_in(self, items: "File | list[Item]", path: tuple[str, ...] = ()) -> list[Known]:
        found: list[Known] = []
        for item in items:
            kind, said = item.kind, item.said
            if kind == "module":
                found.append(Known(path, "module", said[1]))
                path = (*path, said[1])
            elif kind == "end":
                path = path[:-1]
            elif kind == "pair":
                found += [Known(path, "constant", said[1]), Known(path, "constant", said[2])]
            elif kind in ("variant", "record"):
                found.append(Known(path, kind, said[1], said[2]))
            elif kind == "alias":
                found.append(Known(path, "alias", said[1], said[2]))
            elif kind == "axiom":
                found.append(Known((), "outside", said[3]))
            elif kind in ("open", "include"):
                found.append(Known(path, kind, "", said[1]))
            elif kind != "note":
                found.append(Known(path, "let" if kind == "let rec" else kind, said[1]))
        return found

    def _item(self, kind: str, known: list[Known], here: tuple[str, ...]) -> list[Item]:
        random, item = self.random, self.writing.item
        name = random.choice(NAMES)
        modules = [each for each in known if each.space == "module" and not _is_around(each, here)]
        types = [each for each in known if each.space in ("variant", "record")]
        if kind in ("alias", "open", "include") and modules:
            path = self._path(random.choice(modules), here)
            return [item(("alias", random.choice(_MODULES), path) if kind == "alias" else (kind, path))]
        if kind == "module" and len(here) < 2:
            return [item(("module", random.choice(_MODULES))), item(("end",))]
        if kind == "variant":
            parts = [(each, ()) for each in random.sample(_CONSTRUCTORS, random.randrange(2, 4))]
            if random.random() < 0.4:
                variants = [each for each in types if each.space == "variant"]
                of = self._path(random.choice(variants), here) if variants and random.random() < 0.6 else ("int",)
                at = random.randrange(len(parts))
                parts[at] = (parts[at][0], of)
            return [item(("variant", random.choice(_TYPES), tuple(parts)))]
        if kind == "record":
            return [item(("record", random.choice(_TYPES), tuple(random.sample(_FIELDS, 2))))]
        if kind == "axiom":
            word = random.choice(("axiom", "lemma", "theorem"))
            body = self.expression(known, here, ("x",))
            return [item(("axiom", f"q{random.randrange(3)}", word, random.choice(_OUTSIDE), "x", body))]
        if kind == "cases" and any(each.space == "variant" for each in types):
            return [item(self._cases(name, known, here))]
        if kind == "operator":
            sign = random.choice(_SIGNS)
            return [item(("operator", sign, "x", "y", self.expression(known, here, ("x", "y"), 1)))]
        if kind == "pair":
            one, other = random.sample(NAMES, 2)
            return [item(("pair", one, other, *(self.expression(known, here, (), 1) for _ in range(2))))]
        if kind == "constant":
            return [item(("constant", name, self.expression(known, here, ())))]
        rec = "let rec" if kind == "let rec" else "let"
        return [item((rec, name, "x", self._body(rec, name, known, here)))]

    def _body(self, kind: str, name: str, known: list[Known], here: tuple[str, ...]) -> Said:
        body = self.expression(known, here, ("x",))
        if kind == "let":
            return body
        again = ("call", (name,), ("infix", "-", ("name", "x"), ("number", 1)))
        return ("if", ("name", "x"), ("number", 1), body, ("infix", "+", again, ("number", 1)))

    def _cases(self, name: str, known: list[Known], here: tuple[str, ...]) -> Said:
        type_ = self.random.choice([each for each in known if each.space == "variant"])
        parts = self.random.sample(type_.parts, self.random.randrange(1, len(type_.parts)))
        cases = tuple(
            (self._path(type_._replace(name=each), here), "_" if argument else "", ("number", self.random.randrange(9)))
            for each, argument in parts
        )
        return ("cases", name, cases, ("number", self.random.randrange(9)))

    # Expressions.

    def expression(self, known: list[Known], here: tuple[str, ...], bound: tuple[str, ...], depth: int = 2) -> Said:
        """Something of type int.

        Args:
            known: What may be used.
            here: The modules that it stands in.
            bound: The names that are bound around it.
            depth: How deep it may be.
        """
        random = self.random
        if depth <= 0 or random.random() < 0.15:
            return self._leaf(known, here, bound)
        if known and random.random() < 0.75:
            return self._use(random.choice(known), known, here, bound, depth - 1)
        return self._plain(known, here, bound, depth - 1)

    def _leaf(self, known: list[Known], here: tuple[str, ...], bound: tuple[str, ...]) -> Said:
        constants = [each for each in known if each.space == "constant"]
        if constants and self.random.random() < 0.4:
            return ("global", self._path(self.random.choice(constants), here))
        if bound and self.random.random() < 0.7:
            return ("name", self.random.choice(bound))
        return ("number", self.random.randrange(6))

    def _plain(self, known: list[Known], here: tuple[str, ...], bound: tuple[str, ...], depth: int) -> Said:
        random = self.random
        name, also = random.sample(_LOCAL, 2)

        def inner(*more: str) -> Said:
            return self.expression(known, here, (*bound, *more), depth)

        way = random.randrange(8)
        if way == 0:
            return ("if", inner(), inner(), inner(), inner())
        if way == 1:
            return ("in", name, inner(), inner(name))
        if way == 2:
            body = ("infix", "+", ("call", (name,), self._leaf(known, here, bound)), inner())
            return ("within", name, also, inner(also), body)
        if way in (3, 4):
            return ("untupled" if way == 3 else "applied", name, also, inner(), inner(), inner(name, also))
        if way == 5:
            return ("function", name, inner(), inner(name))
        return ("infix", random.choice(_STANDARD), inner(), inner())

    def _use(self, each: Known, known: list[Known], here: tuple[str, ...], bound: tuple[str, ...], depth: int) -> Said:
        """An expression in which something known is used."""
        random = self.random
        if each.above and random.random() < 0.4 and not _is_around(Known((), "module", each.above[0]), here):
            opened = each.above
            inner = self._use(each._replace(above=()), known, here, bound, depth)
            return ("opened", opened, random.random() < 0.5, inner)
        if any(other.parts == each.above != () for other in known if other.space in ("open", "include")):
            each = each._replace(above=here) if random.random() < 0.6 else each  # as it is called behind the open
        path = self._path(each, here)
        leaf, also = self._leaf(known, here, bound), self.expression(known, here, bound, depth)
        if each.space == "let":
            return ("infix", random.choice(_STANDARD), ("call", path, also), leaf)
        if each.space == "constant":
            return ("infix", random.choice(_STANDARD), ("global", path), also)
        if each.space == "outside":
            return ("infix", random.choice(_STANDARD), ("call", (each.name,), also), leaf)
        if each.space == "operator":
            plain = len(path) == 1 and random.random() < 0.8
            return ("infix", each.name, also, leaf) if plain else ("prefixed", path, also, leaf)
        if each.space == "variant":
            return self._variant(each, known, here, bound)
        if each.space == "record":
            return self._record(each, known, here, bound, also)
        return also

    def _variant(self, each: Known, known: list[Known], here: tuple[str, ...], bound: tuple[str, ...]) -> Said:
        random = self.random

        def one(type_: Known, annotated: bool = False) -> Said:
            name, argument = random.choice(type_.parts)
            held: Said = ()
            if argument == ("int",):
                held = self._leaf(known, here, bound)
            elif argument:
                names = [other for other in known if other.space == "variant" and other.name == argument[-1]]
                held = one(random.choice(names)) if names else ("constructed", ("A",), (), ())
                held = ("constructed", held[1][-1:], (), held[3])
            path = self._path(type_._replace(name=name), here)
            return ("constructed", path, self._path(type_, here) if annotated else (), held)

        way = random.randrange(3)
        if way < 2:
            return ("less", one(each, annotated=way == 0), one(each))
        parts = random.sample(each.parts, random.randrange(1, len(each.parts)))
        cases = tuple(
            (self._path(each._replace(name=name), here), "y" if argument else "", ("number", random.randrange(9)))
            for name, argument in parts
        )
        return ("match", one(each, annotated=random.random() < 0.5), cases, self._leaf(known, here, bound))

    def _record(
        self, each: Known, known: list[Known], here: tuple[str, ...], bound: tuple[str, ...], also: Said
    ) -> Said:
        random = self.random
        fields = tuple(self._path(each._replace(name=name), here) for name in random.sample(each.parts, 2))

        def one() -> Said:
            return ("record", fields, (self._leaf(known, here, bound), also))

        way = random.randrange(4)
        if way == 0:
            return ("less", one(), one())
        field = random.choice(fields)
        if way == 1:
            return ("field", one(), field)
        if way == 2:
            return ("unrecorded", one(), field, "p", ("infix", "+", ("name", "p"), self._leaf(known, here, bound)))
        return ("punned", one(), field, ("infix", "+", ("name", field[-1]), self._leaf(known, here, bound)))

    def _path(self, each: Known, here: tuple[str, ...]) -> tuple[str, ...]:
        """How something is named from within some modules."""
        shared = 0
        while each.above[: shared + 1] == here[: shared + 1] and shared < min(len(each.above), len(here)):
            shared += 1
        return (*each.above[shared:], each.name)


def above(items: "File | list[Item]") -> tuple[str, ...]:
    """The modules that are open behind some items."""
    path: list[str] = []
    for item in items:
        if item.kind == "module":
            path.append(item.said[1])
        elif item.kind == "end":
            path[-1:] = []
    return tuple(path)


def _is_around(module: Known, here: tuple[str, ...]) -> bool:
    path = (*module.above, module.name)
    return here[: len(path)] == path
