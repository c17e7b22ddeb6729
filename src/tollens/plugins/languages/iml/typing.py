"""The types of IML functions, as far as they follow from plain expressions (§15.3).

A result that took a function as uninterpreted holds for every function of its type, so a merge must know whether the
type stayed. Read are numbers, booleans, strings, units, tuples, lists, names, applications, operators of the language,
conditionals, inner `let` and `fun`, and annotations with plain types. A definition with anything else in it, or that
uses one of which the type is not known, has none: nothing is guessed.

Types are inferred by unification, without recursion over the text: each node has a type, and its kind says how that
goes with those of the nodes directly inside it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tollens.plugins.languages.iml.syntax import Syntax, read

_PLAIN = ("int", "bool", "string", "real", "unit")
_OPERATORS: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(("+", "-", "*", "/", "mod"), ("int", "int")),
    **dict.fromkeys(("+.", "-.", "*.", "/."), ("real", "real")),
    **dict.fromkeys(("=", "<>", "<", ">", "<=", ">="), ("", "bool")),
    **dict.fromkeys(("&&", "||"), ("bool", "bool")),
    "^": ("string", "string"),
}
"""Operators of the language: the type of both sides, empty where both are of any one type, and that of the result."""

_WORDS = frozenset({"let", "rec", "in", "fun", "->", "=", "(", ")", ":", ",", ";", "[", "]", "if", "then", "else"})
_SILENT = _WORDS | {"value_pattern", "value_name", "value_definition", "type_constructor"}
"""Nodes that say nothing of a type by themselves."""

_OPERATING = ("infix_expression", "sign_expression")
_ANNOTATIONS = ("type_constructor_path", "constructed_type", "type_variable")
_NUMBER = re.compile(r"[0-9]+(\.[0-9]*)?")
_SIGNS = {"-": "int", "-.": "real"}
_CONSTANTS = {"string": "string", "boolean": "bool", "unit": "unit"}
_MOST = 20_000
"""Nodes of texts beyond which no types are looked for."""

_LARGEST = 512
"""Nodes that a type may have, written out; a larger one counts as unknown."""


class _UnknownError(Exception):
    """The type of a definition cannot be told."""


class _Types:
    """Types as terms: a variable, or a constructor over types. Equal ones are joined."""

    def __init__(self) -> None:
        self._joined: list[int] = []
        self._terms: list[tuple[str, tuple[int, ...]] | None] = []

    def new(self, name: str = "", arguments: tuple[int, ...] = ()) -> int:
        """A variable, or a constructor over types."""
        self._joined.append(len(self._joined))
        self._terms.append((name, arguments) if name else None)
        return len(self._joined) - 1

    def find(self, at: int) -> int:
        """The type that stands for all that it was joined with."""
        while self._joined[at] != at:
            self._joined[at] = self._joined[self._joined[at]]
            at = self._joined[at]
        return at

    def term(self, at: int) -> tuple[str, tuple[int, ...]] | None:
        """The constructor of a type; `None` of a variable."""
        return self._terms[self.find(at)]

    def join(self, one: int, other: int) -> None:
        """Make two types the same."""
        work = [(one, other)]
        while work:
            first, second = map(self.find, work.pop())
            if first == second:
                continue
            held, also = self._terms[first], self._terms[second]
            if held is None or also is None:
                first, second = (first, second) if held is None else (second, first)
            elif held[0] != also[0] or len(held[1]) != len(also[1]):
                raise _UnknownError
            else:
                work += zip(held[1], also[1], strict=True)
            self._joined[first] = second

    def written(self, types: Sequence[int]) -> str:
        """Types as text, with their variables numbered in order."""
        names: dict[int, str] = {}
        parts: list[str] = []
        work: list[int | str] = [*reversed(types)]
        while work:
            item = work.pop()
            if len(parts) > _LARGEST:
                raise _UnknownError
            if isinstance(item, str):
                parts.append(item)
                continue
            root = self.find(item)
            held = self._terms[root]
            if held is None:
                parts.append(names.setdefault(root, f"'{len(names)}"))
                continue
            parts.append(f"{held[0]}(")
            work += [")", *reversed(held[1])]
        return " ".join(parts)


class _Scope(NamedTuple):
    """Where a bound name means something, and its type."""

    start: int
    end: int
    type: int


def typings(texts: Sequence[str]) -> dict[str, str]:
    r"""For each function whose type can be told, its type and those at which it uses others, as text.

    Two that are equal say that the types are the same, up to the names of type variables.

    >>> typings(["let h x = x\nlet f x = h x + 1"])
    {'h': "->( '0 '0 )", 'f': '->( int( ) int( ) ) ->( int( ) int( ) )'}
    """
    found: dict[str, str] = {}
    known: dict[str, tuple[_Types, int] | None] = {}
    read_texts = [read(text) for text in texts]
    if sum(len(syntax.kinds) for syntax in read_texts) > _MOST:
        return {}
    for syntax in read_texts:
        for item in syntax.children(0):
            if syntax.kinds[item] != "value_definition" or syntax.is_faulty(item):
                return {}  # what it brings is not known, nor what it hides
            _define(syntax, item, known, found)
    return found


def _define(syntax: Syntax, item: int, known: dict[str, tuple[_Types, int] | None], found: dict[str, str]) -> None:
    """Take one definition."""
    children = syntax.children(item)
    bindings = [child for child in children if syntax.kinds[child] == "let_binding"]
    names = [syntax.texts[at] for at in range(item, syntax.ends[item]) if syntax.kinds[at] == "value_name"]
    own = syntax.texts[bindings[0] + 1] if bindings and syntax.kinds[bindings[0] + 1] == "value_name" else ""
    plain = all(syntax.kinds[child] in ("let", "rec", "let_binding") for child in children)
    if not own or len(bindings) != 1 or not plain:
        known |= dict.fromkeys(names)
        if not own:
            known |= dict.fromkeys(_OPERATORS) | dict.fromkeys(_SIGNS)
        return
    is_again = own in known
    try:
        types, type_, used = _Reader(syntax, item, bindings[0], known).read()
        written = types.written([type_, *used])
    except _UnknownError:
        known[own] = None
        found.pop(own, None)
        return
    known[own] = None if is_again else (types, type_)
    if is_again:
        found.pop(own, None)
    else:
        found[own] = written


class _Reader:
    """One pass over a definition, from its last node to its first: what is inside comes before what is around it."""

    def __init__(self, syntax: Syntax, item: int, binding: int, known: Mapping[str, tuple[_Types, int] | None]) -> None:
        self._syntax, self._item, self._binding, self._known = syntax, item, binding, known
        self._types = _Types()
        self._of = {at: self._types.new() for at in range(item, syntax.ends[item])}
        self._scopes: dict[str, list[_Scope]] = {}
        self._variables: dict[str, int] = {}
        self._used: list[tuple[int, int]] = []

    def read(self) -> tuple[_Types, int, list[int]]:
        """The types, the one of the definition, and those at which it uses others, in order."""
        syntax = self._syntax
        if syntax.kinds[self._item + 2] == "rec":
            name = syntax.texts[self._binding + 1]
            self._scopes[name] = [_Scope(self._item, syntax.ends[self._item], self._of[self._binding])]
        nodes = range(self._item + 1, syntax.ends[self._item])
        for at in nodes:
            self._bind(at)
        for at in reversed(nodes):
            self._constrain(at)
        return self._types, self._of[self._binding], [use for _, use in sorted(self._used)]

    def _bind(self, at: int) -> None:
        """Note the names that a parameter or an inner `let` gives."""
        syntax = self._syntax
        kind, parent = syntax.kinds[at], syntax.parents[at]
        if kind == "parameter":
            pattern = at + 1
            if syntax.kinds[pattern] == "typed_pattern":
                pattern += 2
            if syntax.kinds[pattern] == "value_pattern" and syntax.texts[pattern] != "_":
                self._give(syntax.texts[pattern], syntax.ends[at], syntax.ends[parent], self._of[pattern])
        elif kind == "let_binding" and at != self._binding:
            if syntax.kinds[at + 1] != "value_name" or syntax.kinds[syntax.parents[parent]] != "let_expression":
                raise _UnknownError
            is_recursive = syntax.kinds[parent + 2] == "rec"
            around = syntax.parents[parent]
            start = parent if is_recursive else syntax.ends[parent]
            self._give(syntax.texts[at + 1], start, syntax.ends[around], self._of[at])

    def _give(self, name: str, start: int, end: int, type_: int) -> None:
        self._scopes.setdefault(name, []).append(_Scope(start, end, type_))

    def _constrain(self, at: int) -> None:
        """Say how the type of a node goes with those inside it."""
        syntax = self._syntax
        kind, parent = syntax.kinds[at], syntax.kinds[syntax.parents[at]]
        if kind in _RULES:
            _RULES[kind](self, at, syntax.children(at))
        elif kind in _CONSTANTS:
            self._types.join(self._of[at], self._types.new(_CONSTANTS[kind]))
        elif not (
            kind in _SILENT or (kind.endswith("_operator") and parent in ("infix_expression", "sign_expression"))
        ):
            raise _UnknownError

    def _use(self, at: int, inside: Sequence[int]) -> None:
        """A name: what is bound around it, else what was defined before."""
        syntax, types = self._syntax, self._types
        if len(inside) != 1 or syntax.kinds[inside[0]] != "value_name":
            raise _UnknownError
        name = syntax.texts[inside[0]]
        scopes = [scope for scope in self._scopes.get(name, ()) if scope.start <= at < scope.end]
        if scopes:
            types.join(self._of[at], scopes[-1].type)
            return
        if name == "not" and name not in self._known:
            types.join(self._of[at], types.new("->", (types.new("bool"), types.new("bool"))))
            return
        held = self._known.get(name)
        if held is None:
            raise _UnknownError
        types.join(self._of[at], _brought(types, *held))
        self._used.append((at, self._of[at]))

    def _same(self, at: int, inside: Sequence[int]) -> None:
        """The type of the only expression inside, with its annotation if it has one."""
        for each in self._expressions(inside):
            self._types.join(self._of[at], self._of[each])

    def _last(self, at: int, inside: Sequence[int]) -> None:
        """The type of what comes last, such as the body behind `in`."""
        self._types.join(self._of[at], self._of[inside[-1]])

    def _number(self, at: int, inside: Sequence[int]) -> None:
        text = self._syntax.texts[at]
        if not _NUMBER.fullmatch(text):
            raise _UnknownError
        self._types.join(self._of[at], self._types.new("real" if "." in text else "int"))

    def _infix(self, at: int, inside: Sequence[int]) -> None:
        """Two operands and an operator of the language."""
        text = self._syntax.texts[inside[1]] if len(inside) == 3 else ""
        if text not in _OPERATORS or text in self._known:
            raise _UnknownError
        side, result = _OPERATORS[text]
        self._types.join(self._of[inside[0]], self._of[inside[2]])
        if side:
            self._types.join(self._of[inside[0]], self._types.new(side))
        self._types.join(self._of[at], self._types.new(result))

    def _sign(self, at: int, inside: Sequence[int]) -> None:
        """A sign and its operand."""
        text = self._syntax.texts[inside[0]]
        if text not in _SIGNS or text in self._known:
            raise _UnknownError
        self._types.join(self._of[at], self._types.new(_SIGNS[text]))
        self._types.join(self._of[at], self._of[inside[-1]])

    def _application(self, at: int, inside: Sequence[int]) -> None:
        """A function and its arguments."""
        self._types.join(self._of[inside[0]], self._arrows(inside[1:], self._of[at]))

    def _conditional(self, at: int, inside: Sequence[int]) -> None:
        """A condition and two branches."""
        expressions = list(self._expressions(inside))
        if len(expressions) != 3:
            raise _UnknownError
        self._types.join(self._of[expressions[0]], self._types.new("bool"))
        for each in expressions[1:]:
            self._types.join(self._of[at], self._of[each])

    def _function(self, at: int, inside: Sequence[int]) -> None:
        """Parameters and a body, with an annotation of the body."""
        kinds = self._syntax.kinds
        body = self._of[inside[-1]]
        for each in inside[:-1]:
            if kinds[each] in _ANNOTATIONS:
                self._types.join(self._of[each], body)
        parameters = [each for each in inside if kinds[each] == "parameter"]
        self._types.join(self._of[at], self._arrows(parameters, body))

    def _tuple(self, at: int, inside: Sequence[int]) -> None:
        """Several expressions side by side."""
        held = tuple(self._of[each] for each in self._expressions(inside))
        self._types.join(self._of[at], self._types.new("*", held))

    def _list(self, at: int, inside: Sequence[int]) -> None:
        """Elements of one type."""
        element = self._types.new()
        for each in self._expressions(inside):
            self._types.join(element, self._of[each])
        self._types.join(self._of[at], self._types.new("list", (element,)))

    def _named(self, at: int, inside: Sequence[int]) -> None:
        """The name of a plain type; that of a list is told by what it is of."""
        syntax = self._syntax
        names = syntax.tokens(at)
        if syntax.kinds[syntax.parents[at]] == "constructed_type" and names == ["list"]:
            return
        if len(names) != 1 or names[0] not in _PLAIN:
            raise _UnknownError
        self._types.join(self._of[at], self._types.new(names[0]))

    def _constructed(self, at: int, inside: Sequence[int]) -> None:
        """A list: the only constructor that is known to take an argument."""
        if len(inside) != 2 or self._syntax.tokens(inside[1]) != ["list"]:
            raise _UnknownError
        self._types.join(self._of[at], self._types.new("list", (self._of[inside[0]],)))

    def _variable(self, at: int, inside: Sequence[int]) -> None:
        """A type variable of an annotation."""
        self._types.join(self._of[at], self._variables.setdefault(self._syntax.texts[at], self._of[at]))

    def _arrows(self, parameters: Sequence[int], result: int) -> int:
        """The type of a function from some nodes to a type."""
        for each in reversed(parameters):
            result = self._types.new("->", (self._of[each], result))
        return result

    def _expressions(self, inside: Sequence[int]) -> Iterator[int]:
        return (at for at in inside if self._syntax.kinds[at] not in _WORDS)


_RULES: Mapping[str, Callable[[_Reader, int, Sequence[int]], None]] = {
    "value_path": _Reader._use,
    "number": _Reader._number,
    "infix_expression": _Reader._infix,
    "sign_expression": _Reader._sign,
    "application_expression": _Reader._application,
    "if_expression": _Reader._conditional,
    "tuple_expression": _Reader._tuple,
    "list_expression": _Reader._list,
    "let_binding": _Reader._function,
    "fun_expression": _Reader._function,
    "let_expression": _Reader._last,
    "then_clause": _Reader._last,
    "else_clause": _Reader._last,
    "parenthesized_expression": _Reader._same,
    "typed_expression": _Reader._same,
    "typed_pattern": _Reader._same,
    "parameter": _Reader._same,
    "type_constructor_path": _Reader._named,
    "constructed_type": _Reader._constructed,
    "type_variable": _Reader._variable,
}
"""What each kind of node says of its type."""


def _brought(types: _Types, others: _Types, at: int) -> int:
    """The type of an earlier definition among other types, with variables of its own."""
    new: dict[int, int] = {}
    work = [(at, False)]
    while work:
        item, is_done = work.pop()
        root = others.find(item)
        held = others.term(root)
        if root in new and not is_done:
            continue
        if held is None:
            new[root] = types.new()
        elif is_done:
            new[root] = types.new(held[0], tuple(new[others.find(each)] for each in held[1]))
        else:
            if len(new) + len(work) > _LARGEST:
                raise _UnknownError
            work.append((item, True))
            work += [(each, False) for each in held[1]]
    return new[others.find(at)]
