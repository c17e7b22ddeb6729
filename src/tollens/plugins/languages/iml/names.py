"""What one definition of an IML text says: its tokens, the names that are bound inside it, the names that it uses.

A name that is bound inside (a parameter, a pattern, an inner `let`) means nothing outside; every other use is kept as a
`Name`, to be resolved when texts are linked. Where the scope of a name is unusual it counts as used: a mention too many
makes a closure larger, one too few would make it wrong.
"""

import enum
from collections import defaultdict
from typing import NamedTuple

from tollens.plugins.languages.iml.syntax import PATTERNS, Syntax


class Space(enum.Enum):
    """The kinds of names, each of which is looked up by itself."""

    VALUE = "value"
    CONSTRUCTOR = "constructor"
    FIELD = "field"
    TYPE = "type"
    MODULE = "module"
    MODULE_TYPE = "module type"
    CLASS = "class"


Path = tuple[str, ...]


class Name(NamedTuple):
    """A use of a name.

    Attributes:
        space: What is named.
        path: The modules that are named before it, and the name.
        opens: The modules that are opened around it, innermost first.
        nearer: How many of these are opened inside the scope of the bound name that it is.
        bound: The number of the bound name that it is where no opened module has it; -1 if it is not bound.
        everywhere: Whether it counts as used although it is bound.
    """

    space: Space
    path: Path
    opens: tuple[Path, ...] = ()
    nearer: int = 0
    bound: int = -1
    everywhere: bool = False


class Reading(NamedTuple):
    """One definition as read.

    Attributes:
        tokens: Its text; a use of a name stands as such, a bound name as its number.
        normal: Its text, one token a line.
        own: The names that it gives to the outside, in order.
        modules: The modules that are bound inside it.
        whole: It holds something that may mean anything.
    """

    tokens: tuple[str | Name, ...]
    normal: str
    own: tuple[tuple[Space, str], ...]
    modules: frozenset[str]
    whole: bool


MOST_OPENS = 32
"""How many modules may be open around a name before it counts as one that cannot be resolved."""

_LONGEST_PATH = 200
"""How many nodes a path may have before it counts as one that cannot be resolved."""

_PATHS = {
    "value_path": Space.VALUE,
    "constructor_path": Space.CONSTRUCTOR,
    "field_path": Space.FIELD,
    "type_constructor_path": Space.TYPE,
    "module_path": Space.MODULE,
    "extended_module_path": Space.MODULE,
    "module_type_path": Space.MODULE_TYPE,
    "class_path": Space.CLASS,
    "class_type_path": Space.CLASS,
}

_LEAVES = {
    "value_name": Space.VALUE,
    "constructor_name": Space.CONSTRUCTOR,
    "field_name": Space.FIELD,
    "type_constructor": Space.TYPE,
    "module_name": Space.MODULE,
    "module_type_name": Space.MODULE_TYPE,
    "class_name": Space.CLASS,
    "class_type_name": Space.CLASS,
}

_NAMED = frozenset({*_LEAVES, "value_pattern", "label_name", "ERROR"})
"""Kinds of nodes whose text is a name; a keyword or a sign is its own kind instead."""

_OWN = {
    ("type_constructor", "type_binding"): Space.TYPE,
    ("constructor_name", "constructor_declaration"): Space.CONSTRUCTOR,
    ("field_name", "field_declaration"): Space.FIELD,
    ("module_name", "module_binding"): Space.MODULE,
    ("module_type_name", "module_type_definition"): Space.MODULE_TYPE,
    ("class_name", "class_binding"): Space.CLASS,
    ("class_type_name", "class_type_binding"): Space.CLASS,
}
"""A name that stands directly in such a node is given by it. Values are told by the pattern that they stand in."""

_VALUE_OWNERS = frozenset(
    {
        "axiom_definition",
        "theorem_definition",
        "lemma_definition",
        "rule_spec_definition",
        "external",
        "value_specification",
    }
)

_BINDERS = frozenset({"parameter", "match_case", "let_binding"}) | _VALUE_OWNERS

_IN_PATTERNS = PATTERNS | {"value_name", "parenthesized_operator"}
"""What a pattern consists of: a name in these is bound by what the pattern belongs to."""

_MODULE_BINDERS = frozenset({"module_binding", "module_parameter", "package_pattern"})

_LOCAL_OPENS = frozenset({"local_open_expression", "local_open_pattern", "local_open_type"})

_OPAQUE = frozenset({"quoted_extension", "quoted_item_extension", "item_extension", "indexing_operator_path"})


def read_names(syntax: Syntax, root: int) -> Reading:
    """Read one definition: a binding, a type, a lemma, a statement, or a module that is taken as one thing."""
    return _Reader(syntax, root).read()


class _Reader:
    """One pass over the nodes of a definition, in the order of its text."""

    def __init__(self, syntax: Syntax, root: int) -> None:
        self.syntax = syntax
        self.root = root
        self.at = root
        self.end = syntax.ends[root]
        self.tokens: list[str | Name] = []
        self.own: dict[tuple[Space, str], int] = {}
        self.modules: set[str] = set()
        self.whole = False
        self.contexts: dict[int, int] = {}  # a node in a pattern to the node that the pattern belongs to
        self.bound: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        self.binding: defaultdict[int, list[tuple[str, int, int]]] = defaultdict(list)
        self.closing: defaultdict[int, list[str]] = defaultdict(list)
        self.opens: list[Path] = []
        self.opening: defaultdict[int, list[tuple[Path, int]]] = defaultdict(list)
        self.open_ends: defaultdict[int, int] = defaultdict(int)
        self.stops: set[int] = set()
        self.recursive: dict[int, dict[str, int]] = {}
        self.count = 0
        self.unscoped_until = 0
        self.variables: dict[str, int] = {}

    def read(self) -> Reading:
        syntax = self.syntax
        self._find_modules()
        while self.at < self.end:
            if self.at in self.stops:
                self._pass(self.at)
            self.at = self._node(self.at)
        texts = syntax.tokens(self.root)
        normal = "\n".join(texts)
        if normal.count("\n") >= len(texts):
            normal = "\n".join(map(_one_line, texts))
        return Reading(
            tuple(self.tokens),
            normal,
            tuple(self.own),
            frozenset(self.modules),
            self.whole or syntax.is_faulty(self.root),
        )

    def _find_modules(self) -> None:
        kinds, parents = self.syntax.kinds, self.syntax.parents
        if "module_name" not in kinds[self.root : self.end]:
            return
        for at in range(self.root, self.end):
            if kinds[at] == "module_name" and kinds[parents[at]] in _MODULE_BINDERS and parents[at] != self.root:
                self.modules.add(self.syntax.texts[at])

    def _pass(self, at: int) -> None:
        """Begin and end what begins and ends before the node: scopes of names, opened modules."""
        for name in self.closing.pop(at, ()):
            self.bound[name].pop()
        for _ in range(self.open_ends.pop(at, 0)):
            self.opens.pop()
        for name, number, end in self.binding.pop(at, ()):
            self._bind(name, number, end)
        for path, end in self.opening.pop(at, ()):
            if len(self.opens) == MOST_OPENS:
                self.whole = True
            else:
                self.opens.append(path)
                self.open_ends[end] += 1
                self.stops.add(end)

    def _bind(self, name: str, number: int, end: int) -> None:
        self.bound[name].append((number, len(self.opens)))
        self.closing[end].append(name)
        self.stops.add(end)

    def _node(self, at: int) -> int:
        """Take one node; returns the place to go on at."""
        syntax = self.syntax
        kind, text, parent = syntax.kinds[at], syntax.texts[at], syntax.parents[at]
        if kind == text and kind not in _NAMED:
            self.tokens.append(text)
            return at + 1
        if kind in _BINDERS:
            self.contexts[at] = at
        elif kind in _IN_PATTERNS and parent in self.contexts:
            self.contexts[at] = self.contexts[parent]
        if kind in _PATHS:
            return self._path(at, kind, parent)
        if kind in _OPAQUE:
            self.whole = True
        if kind == "attribute_payload":
            self.unscoped_until = max(self.unscoped_until, syntax.ends[at])
        elif kind == "value_definition":
            self._enter_bindings(at, parent)
        elif kind == "parenthesized_operator" and at in self.contexts:
            return self._operator_binding(at)
        if text:
            self._leaf(at, kind, parent, text)
        return at + 1

    def _enter_bindings(self, at: int, parent: int) -> None:
        """The names of an inner `let rec` are bound in all of its bindings."""
        syntax = self.syntax
        children = syntax.children(at)
        if self._scope_of_let(at) < 0 or not any(syntax.kinds[child] == "rec" for child in children):
            return
        names: dict[str, int] = {}
        for binding in children:
            if syntax.kinds[binding] == "let_binding":
                for name in self._pattern_names(binding + 1):
                    if name not in names:
                        names[name] = self._number()
        self.recursive[at] = names
        for name, number in names.items():
            self._bind(name, number, syntax.ends[parent])

    def _pattern_names(self, pattern: int) -> list[str]:
        syntax = self.syntax
        found = []
        for at in range(pattern, syntax.ends[pattern]):
            kind, parent = syntax.kinds[at], syntax.parents[at]
            if kind in ("value_name", "value_pattern") and syntax.kinds[parent] != "value_path":
                found.append(syntax.texts[at])
            elif kind == "field_pattern" and syntax.ends[at + 1] == syntax.ends[at]:
                found.append(syntax.tokens(at)[-1])
            elif kind == "parenthesized_operator":
                found.append(_operator(syntax.tokens(at)))
        return [name for name in found if name != "_"]

    def _scope_of_let(self, definition: int) -> int:
        """The place up to which the names of an inner `let` are bound; -1 where that is not known."""
        parent = self.syntax.parents[definition]
        if self.root < definition and self.syntax.kinds[parent] == "let_expression":
            return self.syntax.ends[parent]
        return -1

    def _number(self) -> int:
        self.count += 1
        return self.count

    def _binds(self, at: int, name: str) -> str:
        """A name that a pattern gives; returns its token."""
        syntax = self.syntax
        context = self.contexts[at]
        if context == self.root:
            number = self.own.setdefault((Space.VALUE, name), len(self.own))
            return f"#{number}"
        kind, owner = syntax.kinds[context], context
        if kind != "let_binding":
            start = syntax.ends[at]
            if kind == "parameter":
                start, owner = syntax.ends[context], syntax.parents[context]
            elif kind == "match_case":
                start = syntax.ends[context + 1]
            return self._binds_from(start, name, syntax.ends[owner])
        definition = syntax.parents[context]
        if name in self.recursive.get(definition, ()):
            return f"%{self.recursive[definition][name]}"
        end = self._scope_of_let(definition)
        return name if end < 0 else self._binds_from(syntax.ends[definition], name, end)

    def _binds_from(self, start: int, name: str, end: int) -> str:
        number = self._number()
        self.binding[start].append((name, number, end))
        self.stops.add(start)
        return f"%{number}"

    def _operator_binding(self, at: int) -> int:
        tokens = self.syntax.tokens(at)
        self.tokens.append(self._binds(at, _operator(tokens)))
        return self.syntax.ends[at]

    def _leaf(self, at: int, kind: str, parent: int, text: str) -> None:
        syntax = self.syntax
        around = syntax.kinds[parent]
        if kind == "type_variable":
            self.tokens.append(f"'{self.variables.setdefault(text, len(self.variables))}")
        elif at in self.contexts and kind in ("value_name", "value_pattern"):
            self.tokens.append("_" if text == "_" else self._binds(at, text))
        elif self._is_own(kind, parent, around):
            number = self.own.setdefault((_OWN[kind, around], text), len(self.own))
            self.tokens.append(f"#{number}")
        elif kind in _LEAVES and not (kind == "module_name" and around in _MODULE_BINDERS):
            self._use(_LEAVES[kind], (text,))
        elif kind.endswith("_operator"):
            self._use(Space.VALUE, (f"~{text}" if kind == "sign_operator" else text,))
        elif kind == "label_name" and around == "labeled_argument" and syntax.ends[parent] == at + 1:
            self.tokens.append(text)
            self._use(Space.VALUE, (text,))
        else:
            self.tokens.append(text)

    def _is_own(self, kind: str, parent: int, around: str) -> bool:
        if (kind, around) not in _OWN:
            return False
        if kind in ("constructor_name", "field_name"):
            return self.syntax.kinds[self.root] in ("type_binding", "exception_definition")
        return parent == self.root

    def _path(self, at: int, kind: str, parent: int) -> int:
        """A use of a name with the modules before it; or, in a pattern or a record, of a field that stands for both."""
        syntax = self.syntax
        end = syntax.ends[at]
        if end - at > _LONGEST_PATH:
            self.whole = True
            return at + 1
        texts = syntax.tokens(at)
        around = syntax.kinds[parent]
        if "(" in texts and kind not in ("value_path", "class_path"):
            return at + 1
        operator = next((each for each in range(at, end) if syntax.kinds[each] == "parenthesized_operator"), -1)
        if operator >= 0:
            names = [text for text in texts[: -len(syntax.tokens(operator))] if text != "."]
            names.append(_operator(syntax.tokens(operator)))
        else:
            names = [text for text in texts if text != "."]
        if around in _LOCAL_OPENS and kind in ("module_path", "extended_module_path"):
            self._opens(tuple(names), end, syntax.ends[parent])
            return end
        if around == "open_module":
            self._opens(tuple(names), syntax.ends[parent], syntax.ends[syntax.parents[parent]])
            return end
        if names:
            self._use(_PATHS[kind], tuple(names))
        if kind == "field_path" and names and syntax.ends[parent] == end and parent == at - 1:
            if around == "field_pattern" and parent in self.contexts:
                self.contexts[at] = self.contexts[parent]
                self.tokens.append(self._binds(at, names[-1]))
            elif around in ("field_expression", "field_pattern"):
                self._use(Space.VALUE, (names[-1],))
        return end

    def _opens(self, path: Path, start: int, end: int) -> None:
        self.tokens.append(".".join(path))
        self.opening[start].append((path, end))
        self.stops.add(start)

    def _use(self, space: Space, path: Path) -> None:
        opens = tuple(reversed(self.opens))
        inner = self.bound.get(path[0]) if space is Space.VALUE and len(path) == 1 else None
        if not inner:
            self.tokens.append(Name(space, path, opens))
            return
        number, depth = inner[-1]
        everywhere = self.at < self.unscoped_until
        if everywhere or len(opens) > depth:
            self.tokens.append(Name(space, path, opens, len(opens) - depth, number, everywhere))
        else:
            self.tokens.append(f"%{number}")


def _operator(tokens: list[str]) -> str:
    """The operator between two parentheses."""
    return "".join(token for token in tokens if token not in ("(", ")"))


def _one_line(token: str) -> str:
    return token.replace("\\", "\\\\").replace("\n", "\\n") if "\n" in token else token
