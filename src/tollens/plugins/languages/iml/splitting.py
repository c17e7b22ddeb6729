"""An IML text split into its parts.

Modules that are written out are entered; one that is made by a functor, sealed by a signature inside an expression or
nested too deep is one part.
"""

import re

from tollens.plugins.languages.iml.names import Name, Path, Reading, Space, read_names
from tollens.plugins.languages.iml.parts import Kind, Part, Scope, Text
from tollens.plugins.languages.iml.syntax import Syntax, read

DEEPEST = 32
"""How many modules deep a module is entered; deeper ones are taken as one part."""

_STATEMENTS = {
    "verify_statement": "verify",
    "instance_statement": "instance",
    "eval_statement": "eval",
    "test_statement": "test",
    "qcheck_statement": "qcheck",
}

_HINTS = frozenset({"axiom_definition", "theorem_definition", "lemma_definition", "rule_spec_definition"})

_SINGLE = frozenset({"exception_definition", "external", "value_specification", "module_type_definition"}) | _HINTS

_GROUPS = {
    "value_definition": "let_binding",
    "type_definition": "type_binding",
    "module_definition": "module_binding",
    "class_definition": "class_binding",
    "class_type_definition": "class_type_binding",
}

_ITEMS = frozenset({*_GROUPS, *_STATEMENTS, "open_module", "include_module"}) | _SINGLE
"""What is taken as an item even where what stands around it could not be read."""

_PROVING = frozenset(
    {"rw", "rewrite", "permutative", "fc", "forward_chaining", "elim", "elimination", "gen", "generalization", "auto"}
)
"""Attributes that give a definition to the prover, which then applies it by itself."""

_STEERING = frozenset({"by", "upto", "upto_bound", "timeout", "disable", "enable"})
"""Attributes of a statement that say how it is proved and leave nothing for others."""

_IMPORTING = frozenset({"use", "mod_use", "require", "load", "import"})
"""Directives that bring definitions from elsewhere."""

_RESCUED = re.compile(r"(?:let\nrec|let|and|axiom|theorem|lemma)\n(?!rec\n)([a-z_][\w']*)(?=\n|$)")
"""A name that seems to be defined in what could not be read."""


def parse_text(text: str) -> Text:
    """The parts of a text."""
    return _Splitter(read(text)).split()


class _Splitter:
    """One pass over the items of a text and of the modules in it."""

    def __init__(self, syntax: Syntax) -> None:
        self.syntax = syntax
        self.text = Text()
        self.places = [0]
        self.unread: list[str] = []

    def split(self) -> Text:
        work = [(item, 0, 0) for item in reversed(self.syntax.children(0))]
        if self.syntax.faults[1]:
            self.unread.append("\n".join(self.syntax.tokens(0)))
            work = [each for each in work if self.syntax.kinds[each[0]] in _ITEMS]
        while work:
            item, scope, depth = work.pop()
            work += reversed(self._item(item, scope, depth))
        self._rescue()
        return self.text

    def _item(self, item: int, scope: int, depth: int) -> list[tuple[int, int, int]]:
        """Take one item; returns the items of the modules in it."""
        kind = self.syntax.kinds[item]
        inner: list[tuple[int, int, int]] = []
        if kind != "module_definition":
            self._note_unread(item)
        self.places[scope] += 1
        if kind in _GROUPS:
            inner = self._group(item, scope, depth, _GROUPS[kind])
        elif kind in _SINGLE:
            self._single(item, scope, kind)
        elif kind in _STATEMENTS:
            self._statement(item, scope, _STATEMENTS[kind])
        elif kind in ("open_module", "include_module"):
            self._opening(item, scope, Kind.OPEN if kind == "open_module" else Kind.INCLUDE)
        elif kind == "toplevel_directive" and self._directive(item) in _IMPORTING:
            reading = read_names(self.syntax, item)
            self._add(Kind.INCLUDE, scope, reading, labels=("directive",), whole=True)
        elif kind in ("item_extension", "quoted_item_extension"):
            self._note_unread(item, always=True)
        elif kind == "floating_attribute":
            self._floating(item)
        elif kind not in (";;", "struct", "end", "shebang", "comment", "ERROR"):
            self._common(item)
        return inner

    def _note_unread(self, node: int, *, always: bool = False) -> None:
        if always or self.syntax.is_faulty(node):
            self.unread.append("\n".join(self.syntax.tokens(node)))

    def _add(
        self,
        kind: Kind,
        scope: int,
        reading: Reading,
        *,
        labels: tuple[str, ...],
        header: str = "",
        whole: bool = False,
        recursive: bool = False,
        own: bool = True,
        path: Path = (),
    ) -> None:
        self.text.parts.append(
            Part(
                kind,
                scope,
                self.places[scope],
                reading.own if own else (),
                labels,
                f"{header}\n{reading.normal}",
                (header, *reading.tokens),
                reading.modules,
                whole or reading.whole,
                recursive,
                path=path,
            )
        )

    def _common(self, node: int) -> None:
        self.text.common.append("\n".join(self.syntax.tokens(node)))

    def _directive(self, item: int) -> str:
        return self.syntax.tokens(item)[0].lstrip("#") or "".join(self.syntax.tokens(item)[1:2])

    def _group(self, item: int, scope: int, depth: int, wanted: str) -> list[tuple[int, int, int]]:
        """Bindings that are joined by `and`."""
        syntax = self.syntax
        children = syntax.children(item)
        around = [child for child in children if syntax.kinds[child] not in (wanted, "and", "ERROR")]
        words = [token for child in around for token in syntax.tokens(child)]
        header = "\n".join(words)
        whole = any(syntax.kinds[at] == "attribute_payload" for child in around for at in _within(syntax, child))
        whole = whole or any(syntax.kinds[child] in ("attribute_id", "%") for child in around)
        whole = whole or (syntax.is_faulty(item) and any(syntax.kinds[child] == "ERROR" for child in children))
        recursive = "nonrec" not in words if wanted != "let_binding" else "rec" in words
        inner: list[tuple[int, int, int]] = []
        for binding in children:
            if syntax.kinds[binding] != wanted:
                if wanted == "module_binding":
                    self._note_unread(binding)
                continue
            if wanted == "module_binding":
                inner += self._module(binding, scope, depth, header, recursive=recursive and "rec" in words)
            else:
                self._binding(binding, scope, header, whole, recursive)
        return inner

    def _binding(self, binding: int, scope: int, header: str, whole: bool, recursive: bool) -> None:
        reading = read_names(self.syntax, binding)
        labels = _labels(reading)
        if not labels:
            self._common(binding)
            return
        kind = Kind.HINT if self._attributes(binding) & _PROVING else Kind.DEFINITION
        self._add(kind, scope, reading, labels=labels, header=header, whole=whole, recursive=recursive)

    def _attributes(self, node: int) -> set[str]:
        """The words of the attributes that stand directly at a node."""
        syntax = self.syntax
        return {
            syntax.texts[at]
            for child in syntax.children(node)
            if syntax.kinds[child] == "item_attribute"
            for at in syntax.children(child)
            if syntax.kinds[at] == "attribute_id"
        }

    def _single(self, item: int, scope: int, kind: str) -> None:
        reading = read_names(self.syntax, item)
        labels = _labels(reading)
        self._add(
            Kind.HINT if kind in _HINTS else Kind.DEFINITION,
            scope,
            reading,
            labels=labels or (kind.removesuffix("_definition"),),
            whole=not labels,
        )

    def _statement(self, item: int, scope: int, label: str) -> None:
        reading = read_names(self.syntax, item)
        leaves_nothing = self._attributes(item) <= _STEERING
        self._add(Kind.STATEMENT if leaves_nothing else Kind.HINT, scope, reading, labels=(label,), own=False)

    def _opening(self, item: int, scope: int, kind: Kind) -> None:
        syntax = self.syntax
        modules = [child for child in syntax.children(item) if syntax.kinds[child] == "module_path"]
        path = _plain_path(syntax, modules[0]) if modules else ()
        label = f"{kind.value} {'.'.join(path)}".strip()
        self._add(kind, scope, read_names(syntax, item), labels=(label,), own=False, path=path)

    def _floating(self, item: int) -> None:
        """An attribute of the text itself. One that imports says which modules are in other files."""
        syntax = self.syntax
        self._common(item)
        if any(text.startswith("import") for text in syntax.tokens(item)):
            for at in _within(syntax, item):
                if syntax.kinds[at] == "constructor_name":
                    self.text.foreign.add(syntax.texts[at])
                elif syntax.kinds[at] == "string":
                    base = re.split(r"[/\\]", syntax.texts[at].strip('"'))[-1].partition(".")[0]
                    self.text.foreign.add(base[:1].upper() + base[1:])

    def _module(
        self, binding: int, scope: int, depth: int, header: str, *, recursive: bool
    ) -> list[tuple[int, int, int]]:
        syntax = self.syntax
        children = syntax.children(binding)
        kinds = [syntax.kinds[child] for child in children]
        names = [syntax.texts[child] for child in children if syntax.kinds[child] == "module_name"]
        if not names or "ERROR" in kinds or any(syntax.faults[child + 1] > syntax.faults[child] for child in children):
            self._opaque(binding, scope, header, recursive)
            return []
        body = children[-1] if syntax.kinds[children[-1]] != "item_attribute" else -1
        if body >= 0 and kinds[-1] == "structure" and "module_parameter" not in kinds and depth < DEEPEST:
            return self._structure(names[0], children, scope, depth, header, recursive)
        if body >= 0 and kinds[:-1] == ["module_name", "="] and kinds[-1] == "module_path":
            reading = read_names(syntax, binding)
            path = _plain_path(syntax, body)
            self._add(Kind.ALIAS, scope, reading, labels=(names[0],), header=header, recursive=recursive, path=path)
            return []
        self._opaque(binding, scope, header, recursive)
        return []

    def _opaque(self, binding: int, scope: int, header: str, recursive: bool) -> None:
        self._note_unread(binding)
        reading = read_names(self.syntax, binding)
        labels = _labels(reading) or ("module",)
        self._add(Kind.OPAQUE, scope, reading, labels=labels, header=header, recursive=recursive)

    def _structure(
        self, name: str, children: list[int], scope: int, depth: int, header: str, recursive: bool
    ) -> list[tuple[int, int, int]]:
        """A module that is written out: its items are parts of the scope that it opens."""
        syntax = self.syntax
        outer = self.text.scopes[scope]
        place = self.places[scope]
        seal, sealed = outer.seal, len(children) > 3
        if sealed:
            seal = len(self.text.parts)
            tokens: list[str | Name] = []
            words, modules, whole = [], set[str](), False
            for child in children[1:-2]:
                self._note_unread(child)
                reading = read_names(syntax, child)
                tokens += reading.tokens
                words.append(reading.normal)
                modules |= reading.modules
                whole = whole or reading.whole
            normal = "\n".join([header, *words])
            label = f"{name} : signature"
            self.text.parts.append(
                Part(Kind.SEAL, scope, place, (), (label,), normal, tuple(tokens), frozenset(modules), whole)
            )
        inside = len(self.text.scopes)
        self.text.scopes.append(Scope(scope, place + recursive, f"{outer.prefix}{name}.", seal, sealed))
        self.places.append(0)
        own = ((Space.MODULE, name),)
        self.text.parts.append(
            Part(Kind.STRUCTURE, scope, place, own, (name,), f"{header}\n{name}", (header,), inside=inside)
        )
        return [(child, inside, depth + 1) for child in syntax.children(children[-1])]

    def _rescue(self) -> None:
        """Keep what could not be read, with the names that it seems to define."""
        if not self.unread:
            return
        self.places[0] += 1
        normal = "\n".join(self.unread)
        known = {name for part in self.text.parts for _, name in part.own}
        for name in dict.fromkeys(_RESCUED.findall(normal)):
            if name not in known:
                own = ((Space.VALUE, name),)
                self.text.parts.append(
                    Part(Kind.DEFINITION, 0, self.places[0], own, (name,), f"unreadable\n{name}", whole=True)
                )
        self.text.parts.append(Part(Kind.UNREADABLE, 0, self.places[0], (), ("unreadable text",), normal))


def _labels(reading: Reading) -> tuple[str, ...]:
    """The names under which a reading is known: the type, and not its constructors and fields."""
    for spaces in (
        (Space.VALUE,),
        (Space.TYPE,),
        (Space.MODULE, Space.MODULE_TYPE, Space.CLASS),
        (Space.CONSTRUCTOR,),
    ):
        found = tuple(name for space, name in reading.own if space in spaces)
        if found:
            return found
    return ()


def _plain_path(syntax: Syntax, node: int) -> Path:
    return tuple(text for text in syntax.tokens(node) if text != ".")


def _within(syntax: Syntax, node: int) -> range:
    return range(node, syntax.ends[node])
