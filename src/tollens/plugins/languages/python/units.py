"""A text divided into units: functions, classes and their members, constants, imports, and statements in passing.

A class is several units, so that a result about one method does not rest on all others: its head (bases, decorators,
the order of its data, statements in its body), which every member mentions; its members; and the class itself, which
mentions all of these and is what its name means.

Statements that define nothing are one unit that every other of the text mentions, because they run when the text is
loaded. What stands under `if __name__ == "__main__"` runs when the text is started and is mentioned by nothing.
"""

import ast
from collections import Counter
from typing import NamedTuple

from tollens.plugins.languages.python.parsed import Kind, Module, Unit
from tollens.plugins.languages.python.pieces import import_name, import_text, is_empty
from tollens.plugins.languages.python.reading import tree
from tollens.plugins.languages.python.scopes import Scope, Scopes
from tollens.plugins.languages.python.writer import Writer, imported, reaches_unknown

_NAMED = 3
"""Names of an assignment to many that its own name holds."""


class _Part(NamedTuple):
    """A statement that becomes a unit, or runs in passing."""

    kind: Kind
    node: ast.stmt
    names: tuple[str, ...]
    scope: Scope
    started: bool
    is_direct: bool


def parse(text: str) -> Module:
    """What a text says by itself; a text that is no Python is kept whole as what everything in it rests on."""
    module = tree(text)
    return Module((), common=text) if module is None else _Division(module).module()


class _Division:
    def __init__(self, module: ast.Module) -> None:
        self._tree = module
        self._scopes = Scopes(module)
        self._parts = self._divided()
        self._counts = Counter((id(part.scope), name) for part in self._parts for name in part.names)
        self._stubs: dict[ast.AST, str] = {
            part.node: self._stub(part) for part in self._parts if part.kind != "passing"
        }
        self._seen: Counter[tuple[int, str]] = Counter()
        self._events: Counter[int] = Counter()
        self._units: list[Unit] = []
        self._around: dict[int, str] = {}
        self._members: dict[int, list[int]] = {}

    def module(self) -> Module:
        self._passing(False, "<module>")
        if self._units:
            self._around[id(self._scopes.module)] = "=0"
        self._passing(True, "<main>")
        for part in self._parts:
            self._write(part)
        for part in reversed(self._parts):
            if part.kind == "class":
                self._whole_class(part)
        is_star = any(
            alias.name == "*" for part in self._parts if part.kind == "import" for alias in _aliases(part.node)
        )
        return Module(tuple(self._units), star=is_star, docs=ast.get_docstring(self._tree, clean=False) or "")

    def _divided(self) -> list[_Part]:
        parts: list[_Part] = []
        work = [(each, self._scopes.module, False, True) for each in reversed(self._tree.body)]
        while work:
            node, scope, started, is_direct = work.pop()
            kind, names = _kind(node)
            if kind != "passing" or (is_direct and not is_empty(node)):
                parts.append(_Part(kind, node, names, scope, started or _is_start(node), is_direct))
            if isinstance(node, ast.ClassDef):
                inner = self._scopes.inner(node)
                work.extend((each, inner, started, True) for each in reversed(node.body))
            elif kind == "passing":
                started = started or _is_start(node)
                work.extend((each, scope, started, False) for each in reversed(_blocks(node)))
        return parts

    def _stub(self, part: _Part) -> str:
        """What stands for a unit in the statement around it: nothing where its place says nothing."""
        is_method = part.kind in ("function", "class") and part.is_direct
        if is_method and self._counts[id(part.scope), part.names[0]] == 1:
            return ""
        return f"(unit {' '.join(part.names)})"

    def _writer(self, *own: str) -> Writer:
        return Writer(self._scopes, own, self._stubs)

    def _passing(self, started: bool, name: str) -> None:
        """The statements in passing of the text itself, as one unit."""
        writer = self._writer()
        is_any = False
        events = 0
        for part in self._parts:
            if part.scope is not self._scopes.module:
                continue
            if part.kind != "passing":
                events += any(self._counts[id(part.scope), each] > 1 for each in part.names)
            elif part.started == started:
                writer.text(f"after {events}")
                writer.node(part.node, part.scope)
                is_any = True
        if is_any:
            self._add(writer, "passing", name, self._scopes.module, started)

    def _write(self, part: _Part) -> None:
        key = id(part.scope)
        if part.kind == "passing":
            self._events[key] += 1
            return
        if part.kind == "import":
            for alias in _aliases(part.node):
                self._import(part, alias)
        elif part.kind == "class":
            self._head(part)
        elif len(part.names) == 1:
            self._single(part)
        else:
            self._shared(part)
        self._seen.update((key, name) for name in part.names)
        self._events[key] += any(self._counts[key, name] > 1 for name in part.names)

    def _single(self, part: _Part) -> None:
        writer = self._writer(*part.names)
        writer.node(part.node, part.scope)
        self._member(self._add(writer, part.kind, part.names[0], part.scope, part.started), part.scope)

    def _shared(self, part: _Part) -> None:
        """An assignment to several names: one unit with its text, one for each name."""
        writer = self._writer(*part.names)
        writer.node(part.node, part.scope)
        writer.binds.difference_update(_bound(tuple(map(part.scope.private, part.names)), part.scope))
        shown = ", ".join(part.names[:_NAMED]) + (", …" if len(part.names) > _NAMED else "")
        at = self._add(writer, "data", f"<assignment of {shown}>", part.scope, part.started)
        self._member(at, part.scope)
        for place, name in enumerate(part.names):
            single = self._writer(name)
            single.text(f"part {place}")
            single.reads.add(f"={at}")
            single.binds.update(_bound((part.scope.private(name),), part.scope))
            self._member(self._add(single, "data", name, part.scope, part.started), part.scope)

    def _import(self, part: _Part, alias: ast.alias) -> None:
        node = part.node
        assert isinstance(node, ast.Import | ast.ImportFrom)
        writer = self._writer()
        writer.text(import_text(node, alias))
        writer.reads.update(("@__all__",) if alias.name == "*" else imported(node, alias))
        writer.whole = reaches_unknown(node, alias)
        name = import_name(alias)
        if alias.name != "*":
            writer.binds.update(_bound((part.scope.private(name),), part.scope))
        shown = f"<{import_text(node, alias)}>"
        self._member(self._add(writer, "import", shown, part.scope, part.started, bound=name), part.scope)

    def _head(self, part: _Part) -> None:
        (name,) = part.names
        writer = self._writer(name)
        writer.node(part.node, part.scope)
        writer.binds.difference_update(_bound((part.scope.private(name),), part.scope))
        path = self._scopes.inner(part.node).path
        at = self._add(writer, "head", f"<class {path}>", part.scope, part.started, bound=name)
        inner = id(self._scopes.inner(part.node))
        self._around[inner] = f"={at}"
        self._members[inner] = [at]
        self._units.append(Unit(name, "class", "", ()))

    def _whole_class(self, part: _Part) -> None:
        inner = self._scopes.inner(part.node)
        members = self._members[id(inner)]
        at = members[0] + 1
        writer = self._writer()
        writer.text("class")
        writer.reads.update(f"={each}" for each in members)
        writer.early.update(f"={each}" for each in members if each == at - 1 or _is_special(self._units[each].name))
        writer.binds.update(_bound((part.scope.private(part.names[0]),), part.scope))
        self._units[at] = self._unit(writer, "class", part.names[0], part.scope, part.started)
        self._member(at, part.scope)

    def _member(self, at: int, scope: Scope) -> None:
        if id(scope) in self._members:
            self._members[id(scope)].append(at)

    def _add(self, writer: Writer, kind: Kind, name: str, scope: Scope, started: bool, bound: str = "") -> int:
        """Adds what was written as a unit; returns its position."""
        unit = self._unit(writer, kind, name, scope, started)
        ordinal = self._seen[id(scope), bound or name]
        self._units.append(unit._replace(normal=f"again {ordinal}: {unit.normal}") if ordinal else unit)
        return len(self._units) - 1

    def _unit(self, writer: Writer, kind: Kind, name: str, scope: Scope, started: bool) -> Unit:
        is_named = not name.startswith("<")
        around = [self._around[id(scope)]] if id(scope) in self._around else []
        return Unit(
            name=f"{scope.path}.{name}" if is_named and scope.path else name,
            kind=kind,
            normal=writer.normal,
            shape=writer.shape,
            reads=tuple(sorted({*writer.reads, *around, *(_others(name, scope) if is_named else ())})),
            early=tuple(sorted(writer.early)),
            binds=tuple(sorted(writer.binds)),
            whole=writer.whole,
            disturbs=writer.disturbs,
            disturbs_early=writer.disturbs_early,
            runs=writer.runs,
            place=self._events[id(scope)],
            started=started,
            docs="\0".join(writer.docs),
        )


def _kind(node: ast.stmt) -> tuple[Kind, tuple[str, ...]]:
    """What a statement becomes, and the names that it defines."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return "function", (node.name,)
        case ast.ClassDef():
            return "class", (node.name,)
        case ast.Import() | ast.ImportFrom():
            return "import", tuple(import_name(alias) for alias in node.names)
        case ast.Assign():
            names = tuple(dict.fromkeys(name for target in node.targets for name in _targets(target)))
        case ast.AnnAssign() | ast.AugAssign():
            names = _targets(node.target)
        case _ if type(node).__name__ == "TypeAlias":
            names = _targets(getattr(node, "name", None))
        case _:
            names = ()
    return ("data", names) if names else ("passing", ())


def _targets(target: ast.expr | None) -> tuple[str, ...]:
    """The names that an assignment gives a value to, in their order."""
    names: list[str] = []
    work = [target]
    while work:
        node = work.pop()
        if isinstance(node, ast.Name):
            names.append(node.id)
        elif isinstance(node, ast.Starred):
            work.append(node.value)
        elif isinstance(node, ast.Tuple | ast.List):
            work.extend(reversed(node.elts))
    return tuple(dict.fromkeys(names))


def _blocks(node: ast.stmt) -> list[ast.stmt]:
    """The statements in the blocks of a compound statement."""
    found: list[ast.stmt] = []
    for each in (node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        for field in ("body", "orelse", "finalbody"):
            found.extend(getattr(each, field, ()))
    return found


def _is_start(node: ast.stmt) -> bool:
    """Whether this is `if __name__ == "__main__":` and nothing else."""
    if not isinstance(node, ast.If) or node.orelse or not isinstance(node.test, ast.Compare):
        return False
    sides = [node.test.left, *node.test.comparators]
    return (
        len(sides) == 2
        and isinstance(node.test.ops[0], ast.Eq)
        and any(isinstance(each, ast.Name) and each.id == "__name__" for each in sides)
        and any(isinstance(each, ast.Constant) and each.value == "__main__" for each in sides)
    )


def _aliases(node: ast.stmt) -> list[ast.alias]:
    return node.names if isinstance(node, ast.Import | ast.ImportFrom) else []


def _bound(names: tuple[str, ...], scope: Scope) -> tuple[str, ...]:
    """The keys under which names of a scope are looked up."""
    if not scope.path:
        return names
    return tuple(key for name in names for key in (f"{scope.path}.{name}", f".{name}"))


def _others(name: str, scope: Scope) -> tuple[str, ...]:
    """The keys of whatever else gives a definition's name a meaning: alternatives, later ones, patches."""
    private = scope.private(name)
    return (f"{scope.path}.{private}", f"!{private}") if scope.path else (private,)


def _is_special(name: str) -> bool:
    last = name.rpartition(".")[2]
    return last.startswith("__") and last.endswith("__")
