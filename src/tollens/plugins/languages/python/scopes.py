"""Which names each scope of a text binds, and what a name means where it is written."""

import ast
from typing import Literal

from tollens.plugins.languages.python.pieces import Child, Level, Named, pieces

Kind = Literal["module", "class", "function", "comprehension", "type"]

_KINDS: dict[type[ast.AST], Kind] = {
    ast.FunctionDef: "function",
    ast.AsyncFunctionDef: "function",
    ast.Lambda: "function",
    ast.ClassDef: "class",
    ast.ListComp: "comprehension",
    ast.SetComp: "comprehension",
    ast.DictComp: "comprehension",
    ast.GeneratorExp: "comprehension",
}

_FRESH_VALUES = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.Constant, ast.JoinedStr)
_FRESH_CALLS = frozenset({"list", "dict", "set", "bytearray", "sorted", "deque", "defaultdict", "Counter"})


class Scope:
    """One scope.

    Attributes:
        kind: What opens it.
        parent: The scope around it.
        path: Of a class that is reached from the module through classes alone, its qualified name.
        inside: The name of the innermost class around, which private names are joined with.
        first: The first parameter of a function, which is `self` in a method.
        bound: How often each name is bound in it.
        fresh: How often of these to a value made on the spot, so that changing that value changes nothing else.
        outer: The names that it declares global.
        between: The names that it declares nonlocal.
    """

    def __init__(self, kind: Kind, parent: "Scope | None" = None) -> None:
        self.kind = kind
        self.parent = parent
        self.path = ""
        self.inside: str = parent.inside if parent else ""
        self.first = ""
        self.bound: dict[str, int] = {}
        self.fresh: dict[str, int] = {}
        self.outer: set[str] = set()
        self.between: set[str] = set()

    def home(self, name: str) -> "Scope | None":
        """The scope whose name this is; nothing where it is a global name that the module does not bind."""
        scope: Scope | None = self
        passed = False
        while scope is not None:
            if name in scope.outer:
                return None
            is_seen = scope.kind != "class" or not passed
            if is_seen and name in scope.bound and name not in scope.between:
                return None if scope.kind == "module" else scope
            passed = passed or scope.kind in ("function", "comprehension")
            scope = scope.parent
        return None

    def private(self, name: str) -> str:
        """The name as the interpreter knows it: in a class, `__x` is `_C__x`."""
        if self.inside and name.startswith("__") and not name.endswith("__"):
            return f"_{self.inside.lstrip('_')}{name}"
        return name


Levels = tuple[Scope, Scope, Scope]
"""The scopes that a node's pieces are in, by `Level`."""


class Scopes:
    """The scopes of a module, found in one pass.

    Attributes:
        module: The outermost one.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.module = Scope("module")
        self._opened: dict[ast.AST, Levels] = {}
        work: list[tuple[ast.AST, Scope]] = [(tree, self.module)]
        while work:
            node, scope = work.pop()
            levels = self._open(node, scope)
            _note(node, scope)
            for piece in pieces(node):
                if isinstance(piece, Child):
                    work.append((piece.node, levels[piece.level]))
                elif isinstance(piece, Named) and piece.binds:
                    _bind(piece, levels[piece.level])

    def of(self, node: ast.AST, scope: Scope) -> Levels:
        """The scopes of a node's pieces, given the one that it stands in."""
        return self._opened.get(node) or (scope, scope, scope)

    def inner(self, node: ast.AST) -> Scope:
        """The scope that a function, class or comprehension opens."""
        return self._opened[node][Level.INNER]

    def _open(self, node: ast.AST, scope: Scope) -> Levels:
        kind = _KINDS.get(type(node))
        if kind is None and not getattr(node, "type_params", None):
            return scope, scope, scope
        between = Scope("type", scope) if getattr(node, "type_params", None) else scope
        inner = Scope(kind, between) if kind else between
        if isinstance(node, ast.ClassDef):
            inner.inside = node.name
            if scope.kind == "module" or scope.path:
                inner.path = f"{scope.path}.{node.name}" if scope.path else node.name
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            parameters = [*node.args.posonlyargs, *node.args.args]
            inner.first = parameters[0].arg if parameters else ""
        self._opened[node] = (scope, between, inner)
        return self._opened[node]


def _bind(piece: Named, scope: Scope) -> None:
    while piece.past and scope.kind == "comprehension" and scope.parent is not None:
        scope = scope.parent
    scope.bound[piece.name] = scope.bound.get(piece.name, 0) + 1


def _note(node: ast.AST, scope: Scope) -> None:
    """What a statement says about the names of its scope, beyond binding them."""
    if isinstance(node, ast.Global):
        scope.outer.update(node.names)
    elif isinstance(node, ast.Nonlocal):
        scope.between.update(node.names)
    elif isinstance(node, ast.Assign):
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and _is_fresh(node.value):
            _freshen(node.targets[0].id, scope)
    elif isinstance(node, ast.AnnAssign):
        if isinstance(node.target, ast.Name) and (node.value is None or _is_fresh(node.value)):
            _freshen(node.target.id, scope)
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        _freshen(node.target.id, scope)


def _freshen(name: str, scope: Scope) -> None:
    scope.fresh[name] = scope.fresh.get(name, 0) + 1


def _is_fresh(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id in _FRESH_CALLS
    return isinstance(value, _FRESH_VALUES)
