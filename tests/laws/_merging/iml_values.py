"""What generated IML models compute: an interpreter of items, which never sees their text.

Scopes are those of the language: a name means what was last defined before it, opened and included modules among that.
As texts that stand together are one model whatever the order in it (§10.4a), a name that nothing before it defines
means the only one of another text, else the only one after it. What has no meaning, or several, is `BROKEN`.

Constructors and fields are told by the type that is expected, where one is; types are compared in the order in which
they list what they are made of. What no text defines is what the axioms of all texts say of it, if they agree.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tests.laws._merging.items import Item, Model, Said, Target

DOMAIN = (0, 1, 3)
"""What functions are tried with."""

BROKEN = "broken"
_STEPS = 2000
_DEEPEST = 60

Table = tuple[Any, ...]
"""What a symbol computes, over the whole domain."""


class BrokenError(Exception):
    """Something that has no meaning."""


class _Scope:
    """A module that is written out, or a file: what it holds, each with its place."""

    def __init__(self, outer: "_Scope | None" = None, place: int = 0) -> None:
        self.outer, self.place = outer, place
        self.entries: list[tuple[tuple[str, Any], Any]] = []


class _Site(NamedTuple):
    """Where names are looked up: in a scope, before a place in it."""

    scope: _Scope
    before: int


class _Global(NamedTuple):
    """A value that an item defines: with the names of its parameters, and of a pair which part it is."""

    item: Item
    site: _Site
    part: int = 0


class _Type(NamedTuple):
    """A type: its constructors, each with the type of its argument, or its fields."""

    item: Item
    site: _Site

    @property
    def names(self) -> list[str]:
        parts = self.item.said[2]
        return [part[0] for part in parts] if self.item.kind == "variant" else list(parts)


class _Made(NamedTuple):
    """A value of a type: of which constructor and with what, or a record."""

    type: _Type
    index: int
    held: tuple[Any, ...]


class _Closure(NamedTuple):
    parameters: tuple[str, ...]
    body: Said
    around: Any
    site: _Site


class Meaning:
    """What a model computes.

    Args:
        model: The model.
        instead: Functions that are to be taken as other ones, by the identity of their items.
    """

    def __init__(self, model: Model, instead: Mapping[int, Callable[[int], int]] | None = None) -> None:
        self._instead = instead or {}
        self._files: list[_Scope] = []
        self._axioms: dict[str, list[tuple[Item, _Site]]] = {}
        self._symbols: dict[tuple[int, str], _Global | None] = {}
        self._by_uid: dict[int, _Global] = {}
        self._found: dict[tuple[tuple[str, str], _Scope, int], list[Any]] = {}
        self._constants: dict[tuple[int, int], Any] = {}  # of the table that is being worked out
        self._depth = self._steps = self._passing = 0
        for number, file in enumerate(model):
            self._read(number, file)

    def of(self, target: Target) -> Table:
        """What a symbol of a file computes; what the item computes that it once was, where no such symbol is there."""
        found = self._symbols.get((target.file, target.symbol), self._by_uid.get(target.uid))
        return (BROKEN,) if found is None else self._table(found)

    def targets(self) -> list[Target]:
        """All symbols."""
        return [Target(file, symbol, each.item.uid) for (file, symbol), each in self._symbols.items() if each]

    # Reading: what each item defines, and where.

    def _read(self, number: int, file: Sequence[Item]) -> None:
        scope = root = _Scope()
        self._files.append(root)
        path: list[str] = []
        for item in file:
            site = _Site(scope, len(scope.entries))
            if item.kind == "module":
                inner = _Scope(scope, len(scope.entries))
                scope.entries.append((("module", item.said[1]), inner))
                scope = inner
                path.append(f"{item.said[1]}.")
            elif item.kind == "end":
                scope = scope.outer or scope
                path[-1:] = []
            elif item.kind == "axiom":
                self._axioms.setdefault(item.said[3], []).append((item, site))
                self._symbols[number, "".join(path) + item.said[1]] = None  # what bears the name now computes nothing
            else:
                for key, meaning in _defined(item, site):
                    scope.entries.append((key, meaning))
                    if isinstance(meaning, _Global):
                        self._symbols[number, "".join(path) + key[1]] = meaning
                        self._by_uid.setdefault(item.uid, meaning)

    # Names.

    def _find(self, key: tuple[str, str], site: _Site) -> list[Any]:
        """All that a name may mean: one thing, if something before it has it."""
        known = (key, *site)
        if known not in self._found:
            self._found[known] = self._look(key, site)
        return self._found[known]

    def _look(self, key: tuple[str, str], site: _Site) -> list[Any]:
        scope: _Scope | None = site.scope
        before = site.before
        around: list[_Scope] = []
        while scope is not None:
            found = self._within(key, scope, before, False)
            if found is not None:
                return [found]
            around.append(scope)
            before, scope = scope.place, scope.outer
        later = [each for scope in around for name, each in scope.entries if name == key and each not in around]
        others = [self._in_file(key, file) for file in self._files if file is not around[-1]]
        return [each for each in others if each is not None] or later

    def _in_file(self, key: tuple[str, str], file: _Scope) -> Any:
        """What a name means that is looked for in another file, where that can be told."""
        try:
            return self._exported(key, file)
        except BrokenError:
            return None

    def _within(self, key: tuple[str, str], scope: _Scope, before: int, outside: bool) -> Any:
        """What a name means among what a scope has before a place, seen from inside or from outside."""
        self._pass()
        found = None
        for place in range(before - 1, -1, -1):
            name, meaning = scope.entries[place]
            if name == key:
                found = meaning
            elif name[0] == "passage" and not (outside and name[1] == "open"):
                inside = [self._exported(key, each) for each in self._modules(meaning, _Site(scope, place))]
                if len(set(map(id, inside))) > 1:
                    raise BrokenError  # it depends on which module is meant
                found = inside[0]
            if found is not None:
                break
        self._passing -= 1
        return found

    def _exported(self, key: tuple[str, str], module: _Scope) -> Any:
        return self._within(key, module, len(module.entries), True)

    def _modules(self, path: tuple[str, ...], site: _Site, around: Any = None) -> list[_Scope]:
        """The modules that a path may mean; at least one."""
        opened = self._opened(("module", path[0]), around)
        found = self._find(("module", path[0]), site) if opened is None else [opened]
        self._pass()
        for name in (*path[1:], None):
            renamed = (self._modules(*each) if isinstance(each, tuple) else [each] for each in found)
            found = [module for modules in renamed for module in modules]
            if name is not None:
                inside = (self._exported(("module", name), module) for module in found)
                found = [each for each in inside if each is not None]
        self._passing -= 1
        if not found:
            raise BrokenError
        return found

    def _opened(self, key: tuple[str, str], around: Any) -> Any:
        """What a name means in the modules that are opened around it."""
        while around is not None:
            name, held, around = around
            if name is None:
                found = self._exported(key, held)
                if found is not None:
                    return found
        return None

    def _meant(self, space: str, path: tuple[str, ...], site: _Site, around: Any = None) -> Any:
        """What a name with modules before it means; `None` where nothing has it."""
        opened = self._opened((space, path[0]), around) if len(path) == 1 else None
        if opened is not None:
            return opened
        if len(path) > 1:
            inside = (self._exported((space, path[-1]), each) for each in self._modules(path[:-1], site, around))
            found = [each for each in inside if each is not None]
        else:
            found = self._find((space, path[0]), site)
        if len({id(each) for each in found}) > 1:
            raise BrokenError
        return found[0] if found else None

    def _pass(self) -> None:
        self._passing += 1
        if self._passing > _DEEPEST:
            raise BrokenError

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise BrokenError

    # Values.

    def _table(self, found: _Global) -> Table:
        self._depth = self._steps = self._passing = 0
        self._constants = {}  # so that what is too much for one table never depends on the tables before it
        kind = found.item.kind
        try:
            if kind in ("let", "let rec"):
                return tuple(self._plain(self._call(found, value)) for value in DOMAIN)
            if kind == "operator":
                return tuple(self._plain(self._operate(found, a, b)) for a in DOMAIN[:2] for b in DOMAIN[1:])
            if kind == "cases":
                type_ = self._type_of_cases(found)
                values = ((name, self._some(type_, at)) for at, name in enumerate(type_.names))
                return tuple((name, self._plain(self._call(found, value))) for name, value in values)
            return (self._plain(self._value(found)),)
        except BrokenError:
            return (BROKEN,)

    def _plain(self, value: Any) -> int:
        if not isinstance(value, int):
            raise BrokenError
        return value

    def _some(self, type_: _Type, index: int) -> _Made:
        """A value of a type by its constructor."""
        argument = type_.item.said[2][index][1]
        if not argument:
            return _Made(type_, index, ())
        if argument == ("int",):
            return _Made(type_, index, (1,))
        self._deeper()
        return _Made(type_, index, (self._some(self._type(argument, type_.site), 0),))

    def _value(self, found: _Global) -> Any:
        """What a global name stands for."""
        if found.item.kind not in ("constant", "pair"):
            return found
        key = found.item.uid, found.part
        if key not in self._constants:
            self._deeper()
            body = found.item.said[2] if found.item.kind == "constant" else found.item.said[3 + found.part]
            self._constants[key] = self._evaluated(body, None, found.site)
            self._depth -= 1
        return self._constants[key]

    def _call(self, function: Any, argument: Any) -> Any:
        self._deeper()
        if isinstance(function, _Closure):
            (parameter,) = function.parameters
            result = self._evaluated(function.body, (parameter, argument, function.around), function.site)
        elif isinstance(function, _Global) and function.item.uid in self._instead and isinstance(argument, int):
            result = self._instead[function.item.uid](argument)
        elif isinstance(function, _Global) and function.item.kind in ("let", "let rec"):
            _, _, parameter, body = function.item.said
            result = self._evaluated(body, (parameter, self._plain(argument), None), function.site)
        elif isinstance(function, _Global) and function.item.kind == "cases":
            if not isinstance(argument, _Made) or argument.type != self._type_of_cases(function):
                raise BrokenError
            _, _, cases, other = function.item.said
            result = self._cases(argument, cases, other, None, function.site)
        else:
            raise BrokenError
        self._depth -= 1
        return result

    def _operate(self, operator: Any, one: Any, other: Any) -> Any:
        if not isinstance(operator, _Global) or operator.item.kind != "operator":
            raise BrokenError
        self._deeper()
        _, _, first, second, body = operator.item.said
        around = (second, self._plain(other), (first, self._plain(one), None))
        result = self._evaluated(body, around, operator.site)
        self._depth -= 1
        return result

    def _outside(self, name: str, argument: Any) -> Any:
        """What the axioms say of something that no text defines."""
        self._deeper()
        said = {
            self._evaluated(item.said[5], (item.said[4], argument, None), site)
            for item, site in self._axioms.get(name, ())
        }
        self._depth -= 1
        if len(said) != 1:
            raise BrokenError
        return said.pop()

    # Types.

    def _type(self, path: tuple[str, ...], site: _Site, around: Any = None) -> _Type:
        found = self._meant("type", path, site, around)
        if found is None:
            raise BrokenError
        assert isinstance(found, _Type)
        return found

    def _type_with(self, space: str, path: tuple[str, ...], site: _Site, around: Any) -> _Type:
        """The type that a constructor, or a field, is of."""
        found = self._meant(space, path, site, around)
        if found is None:
            raise BrokenError
        assert isinstance(found, _Type)
        return found

    def _type_of_cases(self, found: _Global) -> _Type:
        return self._type_with("constructor", found.item.said[2][0][0], found.site, None)

    def _constructed(self, said: Said, around: Any, site: _Site, expected: _Type | None = None) -> _Made:
        _, path, annotation, argument = said
        if annotation:
            type_ = self._type(annotation, site, around)
        elif expected is not None and len(path) == 1:
            type_ = expected
        else:
            type_ = self._type_with("constructor", path, site, around)
        index = _index(type_, path[-1])
        if type_.item.kind != "variant" or (expected is not None and type_ != expected):
            raise BrokenError
        wanted = type_.item.said[2][index][1]
        if bool(wanted) != bool(argument):
            raise BrokenError
        if not argument:
            return _Made(type_, index, ())
        if wanted == ("int",):
            return _Made(type_, index, (self._plain(self._evaluated(argument, around, site)),))
        if argument[0] != "constructed":
            raise BrokenError
        return _Made(type_, index, (self._constructed(argument, around, site, self._type(wanted, type_.site)),))

    def _record(self, said: Said, around: Any, site: _Site) -> _Made:
        _, fields, values = said
        type_ = self._type_with("field", fields[0], site, around)
        held = {path[-1]: self._evaluated(value, around, site) for path, value in zip(fields, values, strict=True)}
        if type_.item.kind != "record" or sorted(held) != sorted(type_.names):
            raise BrokenError
        return _Made(type_, 0, tuple(held[name] for name in type_.names))

    def _cases(self, value: Any, cases: Said, other: Said, around: Any, site: _Site) -> Any:
        if not isinstance(value, _Made):
            raise BrokenError
        for path, name, body in cases:
            if len(path) > 1 and self._type_with("constructor", path, site, around) != value.type:
                raise BrokenError
            index = _index(value.type, path[-1])
            if bool(name) != bool(value.type.item.said[2][index][1]):
                raise BrokenError
            if index == value.index:
                inside = (name, value.held[0], around) if name else around
                return self._evaluated(body, inside, site)
        return self._evaluated(other, around, site)

    # Expressions.

    def _evaluated(self, said: Said, around: Any, site: _Site) -> Any:
        self._steps += 1
        if self._steps > _STEPS:
            raise BrokenError
        return _EVALUATED[said[0]](self, said, around, site)

    def _name(self, said: Said, around: Any, site: _Site) -> Any:
        path = said[1] if said[0] == "global" else (said[1],)
        while len(path) == 1 and around is not None:
            name, held, around = around
            if name == path[0]:
                return held
            if name is None:
                found = self._exported(("value", path[0]), held)
                if found is not None:
                    return self._value(found)
        found = self._meant("value", path, site, around)
        if found is None:
            raise BrokenError
        return self._value(found)

    def _applied(self, said: Said, around: Any, site: _Site) -> Any:
        _, path, argument = said
        value = self._evaluated(argument, around, site)
        if len(path) == 1 and not _is_local(path[0], around) and self._meant("value", path, site, around) is None:
            return self._outside(path[0], value)
        return self._call(self._name(("global", path), around, site), value)

    def _infix(self, said: Said, around: Any, site: _Site) -> Any:
        kind, sign, one, other = said
        path = (sign,) if kind == "infix" else sign
        values = self._evaluated(one, around, site), self._evaluated(other, around, site)
        found = self._meant("value", path, site, around)
        if found is not None:
            return self._operate(found, *values)
        if path[-1] not in _BUILT_IN or len(path) > 1:
            raise BrokenError
        return _BUILT_IN[path[-1]](*map(self._plain, values))

    def _if(self, said: Said, around: Any, site: _Site) -> Any:
        _, a, b, c, d = said
        is_less = self._plain(self._evaluated(a, around, site)) < self._plain(self._evaluated(b, around, site))
        return self._evaluated(c if is_less else d, around, site)

    def _in(self, said: Said, around: Any, site: _Site) -> Any:
        _, name, value, body = said
        return self._evaluated(body, (name, self._evaluated(value, around, site), around), site)

    def _within_let(self, said: Said, around: Any, site: _Site) -> Any:
        _, name, parameter, value, body = said
        return self._evaluated(body, (name, _Closure((parameter,), value, around, site), around), site)

    def _untupled(self, said: Said, around: Any, site: _Site) -> Any:
        _, p, q, a, b, body = said
        one, other = self._evaluated(a, around, site), self._evaluated(b, around, site)
        return self._evaluated(body, (q, other, (p, one, around)), site)

    def _less(self, said: Said, around: Any, site: _Site) -> int:
        one, other = (self._evaluated(each, around, site) for each in said[1:])
        return int(_is_less(one, other))

    def _field(self, said: Said, around: Any, site: _Site) -> Any:
        record = self._record(said[1], around, site)
        return record.held[_index(record.type, said[2][-1])]

    def _unrecorded(self, said: Said, around: Any, site: _Site) -> Any:
        record = self._record(said[1], around, site)
        path, body = said[2], said[-1]
        name = said[3] if said[0] == "unrecorded" else path[-1]
        if self._type_with("field", path, site, around) != record.type:
            raise BrokenError
        return self._evaluated(body, (name, record.held[_index(record.type, path[-1])], around), site)

    def _match(self, said: Said, around: Any, site: _Site) -> Any:
        _, value, cases, other = said
        return self._cases(self._evaluated(value, around, site), cases, other, around, site)

    def _open(self, said: Said, around: Any, site: _Site) -> Any:
        _, path, _, inner = said
        modules = self._modules(path, site, around)
        if len(modules) > 1:
            raise BrokenError
        return self._evaluated(inner, (None, modules[0], around), site)


def _defined(item: Item, site: _Site) -> Iterator[tuple[tuple[str, Any], Any]]:
    """What an item that is no module defines: names, each in its space; or what it opens."""
    kind, said = item.kind, item.said
    scope, place = site
    if kind == "let rec":
        yield ("value", said[1]), _Global(item, _Site(scope, place + 1))
    elif kind in ("let", "constant", "operator", "cases"):
        yield ("value", said[1]), _Global(item, site)
    elif kind == "pair":
        yield from ((("value", name), _Global(item, site, part)) for part, name in enumerate(said[1:3]))
    elif kind in ("variant", "record"):
        made = _Type(item, _Site(scope, place + 1))
        yield ("type", said[1]), made
        space = "constructor" if kind == "variant" else "field"
        yield from (((space, name), made) for name in made.names)
    elif kind == "alias":
        yield ("module", said[1]), (said[2], site)
    elif kind in ("open", "include"):
        yield ("passage", kind), said[1]


def _index(type_: _Type, name: str) -> int:
    if name not in type_.names:
        raise BrokenError
    return type_.names.index(name)


def _is_local(name: str, around: Any) -> bool:
    while around is not None:
        if around[0] == name:
            return True
        around = around[2]
    return False


def _is_less(one: Any, other: Any) -> bool:
    if isinstance(one, int) and isinstance(other, int):
        return one < other
    if not isinstance(one, _Made) or not isinstance(other, _Made) or one.type != other.type:
        raise BrokenError
    if one.index != other.index:
        return one.index < other.index
    for first, second in zip(one.held, other.held, strict=True):
        if first != second:
            return _is_less(first, second)
    return False


_BUILT_IN: dict[str, Callable[[int, int], int]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: (one * other) % 1009,
}

_EVALUATED: dict[str, Callable[[Meaning, Said, Any, _Site], Any]] = {
    "number": lambda meaning, said, around, site: said[1],
    "name": Meaning._name,
    "global": Meaning._name,
    "call": Meaning._applied,
    "infix": Meaning._infix,
    "prefixed": Meaning._infix,
    "if": Meaning._if,
    "in": Meaning._in,
    "within": Meaning._within_let,
    "untupled": Meaning._untupled,
    "applied": Meaning._untupled,
    "function": lambda meaning, said, around, site: meaning._in(("in", said[1], said[2], said[3]), around, site),
    "constructed": lambda meaning, said, around, site: meaning._constructed(said, around, site),
    "less": Meaning._less,
    "record": Meaning._record,
    "field": Meaning._field,
    "unrecorded": Meaning._unrecorded,
    "punned": Meaning._unrecorded,
    "match": Meaning._match,
    "opened": Meaning._open,
}
