"""One unit of a text in its normal form and its shape, with all the names that it reads and binds."""

import ast
from collections.abc import Collection, Mapping
from typing import NamedTuple

from tollens.plugins.languages.python import special
from tollens.plugins.languages.python.pieces import Child, Level, Member, Named, pieces
from tollens.plugins.languages.python.reading import expression
from tollens.plugins.languages.python.scopes import Scope, Scopes

_STILL = (
    *(ast.Constant, ast.Name, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Lambda, ast.arguments, ast.arg, ast.alias),
    *(ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.AsyncFunctionDef, ast.Import, ast.ImportFrom, ast.Pass),
    *(ast.Expr, ast.Starred, ast.keyword, ast.UnaryOp, ast.unaryop),
)
"""Nodes that run nothing when they are loaded: names, constants, and what only puts them together."""


class _Place(NamedTuple):
    """Where a piece stands.

    Attributes:
        scope: The scope it is in.
        early: It is evaluated when the text is loaded. Annotations are not: when they are differs between versions.
        quoted: It is an annotation, where a string stands for what it says.
    """

    scope: Scope
    early: bool
    quoted: bool


class Writer:
    """Writes one unit, node by node, without recursion.

    Args:
        scopes: Of the text.
        own: The names that the unit defines, which its shape leaves out.
        stubs: Nodes that are units themselves, and what is written in their place.
    """

    def __init__(self, scopes: Scopes, own: Collection[str], stubs: Mapping[ast.AST, str]) -> None:
        self.reads: set[str] = set()
        self.early: set[str] = set()
        self.binds: set[str] = set()
        self.docs: list[str] = []
        self.whole = self.disturbs = self.disturbs_early = self.runs = False
        self._scopes = scopes
        self._own = own
        self._stubs = stubs
        self._normal: list[str] = []
        self._shape: list[str] = []
        self._shaped: list[str] = []
        self._numbers: dict[tuple[int, str], int] = {}
        self._known: set[ast.AST] = set()

    @property
    def normal(self) -> str:
        """The normal form of all that was written."""
        return "".join(self._normal)

    @property
    def shape(self) -> tuple[str, ...]:
        """Text and keys in turn."""
        return (*self._shape, "".join(self._shaped))

    def text(self, text: str) -> None:
        """Writes literal text."""
        self._normal.append(text)
        self._shaped.append(text)

    def node(self, node: ast.AST, scope: Scope) -> None:
        """Writes a node that stands in this scope."""
        work: list[tuple[str | Named | Member | ast.AST, _Place]] = [(node, _Place(scope, True, False))]
        while work:
            item, place = work.pop()
            if isinstance(item, str):
                self.text(item)
            elif isinstance(item, Named):
                self._named(item, place)
            elif isinstance(item, Member):
                self._key(f".{place.scope.private(item.name)}", item.name, place.early)
            elif item in self._stubs and item is not node:
                self.text(self._stubs[item])
            else:
                work.extend(reversed(self._taken_apart(item, place)))

    def _taken_apart(self, node: ast.AST, place: _Place) -> list[tuple[str | Named | Member | ast.AST, _Place]]:
        self._note(node, place)
        levels = self._scopes.of(node, place.scope)
        is_called_later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        parts: list[tuple[str | Named | Member | ast.AST, _Place]] = []
        for piece in pieces(node):
            if isinstance(piece, Child):
                is_later = piece.quoted or (is_called_later and piece.level is Level.INNER)
                at = _Place(levels[piece.level], place.early and not is_later, place.quoted or piece.quoted)
                parts.append((piece.node, at))
            elif isinstance(piece, Named):
                parts.append((piece, place._replace(scope=levels[piece.level])))
            else:
                parts.append((piece, place))
        return parts

    def _named(self, piece: Named, place: _Place) -> None:
        name = piece.name
        home = place.scope.home(name)
        if home is not None and not home.path:
            number = self._numbers.setdefault((id(home), name), len(self._numbers))
            self._normal.append(name)
            self._shaped.append(name if home.kind == "class" else f"%{number}")
            return
        known = place.scope.private(name)
        if piece.binds:
            self._bind(known, home)
            if name in self._own:
                self._normal.append(name)
                return
        is_early = place.early and not piece.binds
        self._key(f"{home.path}.{known}" if home else known, name, is_early)
        if home is not None:
            self._also([known], place)

    def _bind(self, name: str, home: Scope | None) -> None:
        if home is None:
            self.binds.add(name)
        else:
            self.binds.update((f"{home.path}.{name}", f".{name}"))

    def _key(self, key: str, written: str, early: bool) -> None:
        self.reads.add(key)
        if early:
            self.early.add(key)
        self._normal.append(written)
        self._shape.extend(("".join(self._shaped), key))
        self._shaped = []

    def _also(self, keys: Collection[str], place: _Place) -> None:
        self.reads.update(keys)
        if place.early:
            self.early.update(keys)

    def _note(self, node: ast.AST, place: _Place) -> None:
        """What a node says beyond its text."""
        self._also(special.methods(node), place)
        self.disturbs = self.disturbs or isinstance(node, ast.Global)
        if place.early and not isinstance(node, _STILL):
            self.runs = True
        match node:
            case ast.Call():
                self._call(node, place)
            case ast.Attribute():
                self._attribute(node, place)
            case ast.Subscript() if not isinstance(node.ctx, ast.Load):
                self._change(node.value, place)
            case ast.Constant(value=str(text)) if place.quoted:
                self._quoted(text, place)
            case ast.Name():
                self._name(node, place)
            case ast.AugAssign(target=ast.Name() as target):
                self._also(self._keys(target, place), place)
            case ast.Import() | ast.ImportFrom():
                for alias in node.names:
                    self._also(imported(node, alias), place)
                    self.whole = self.whole or reaches_unknown(node, alias)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self._defined(node, place)
            case _:
                pass

    def _call(self, node: ast.Call, place: _Place) -> None:
        called = node.func
        if isinstance(called, ast.Name) and self._home(called, place) is None:
            name = place.scope.private(called.id)
            if name in special.BY_TEXT:
                self._by_text(name, node, place)
        elif isinstance(called, ast.Attribute) and called.attr in special.CHANGING_METHODS:
            self._change(called.value, place)
        self._also([self._called_key(called, place)], place)

    def _called_key(self, called: ast.expr, place: _Place) -> str:
        """The key of what a call reaches beyond the names in it."""
        if isinstance(called, ast.Attribute):
            return f"?.{place.scope.private(called.attr)}"
        if isinstance(called, ast.Name) and self._home(called, place) is None:
            return f"?{place.scope.private(called.id)}"
        return special.CALL

    def _by_text(self, function: str, node: ast.Call, place: _Place) -> None:
        name = node.args[1] if len(node.args) > 1 else None
        if not isinstance(name, ast.Constant) or not isinstance(name.value, str):
            return
        if any(isinstance(each, ast.Starred) for each in node.args[:2]):
            return
        self._known.add(node.func)
        self._also([f".{name.value}"], place)
        if function in special.CHANGING_BY_TEXT:
            self.binds.update((f".{name.value}", f"!{name.value}"))
            self._change(node.args[0], place)

    def _name(self, node: ast.Name, place: _Place) -> None:
        is_by_text = node.id in special.UNKNOWABLE or (node.id in special.BY_TEXT and node not in self._known)
        if is_by_text and self._home(node, place) is None:
            self._unknowable(node.id, place)

    def _attribute(self, node: ast.Attribute, place: _Place) -> None:
        if node.attr in special.UNKNOWABLE_MEMBERS:
            self._unknowable(node.attr, place)
        if isinstance(node.ctx, ast.Load):
            return
        name = place.scope.private(node.attr)
        self.binds.add(f".{name}")
        if not self._is_first_parameter(node.value, place):
            self.binds.add(f"!{name}")
        self._change(node.value, place)

    def _change(self, value: ast.expr, place: _Place) -> None:
        """Something changes the content of a value; unless that was made here, others may see it."""
        if isinstance(value, ast.Name):
            home = self._home(value, place)
            if home is not None and home.kind != "class" and home.fresh.get(value.id) == home.bound[value.id]:
                return
            if self._is_first_parameter(value, place) and not special.CONSTRUCTORS.isdisjoint(self._own):
                return
        self._disturb(place)

    def _disturb(self, place: _Place) -> None:
        self.disturbs = True
        self.disturbs_early = self.disturbs_early or place.early

    def _unknowable(self, name: str, place: _Place) -> None:
        self.whole = True
        if name in special.CHANGING or name in special.CHANGING_BY_TEXT:
            self._disturb(place)

    def _defined(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, place: _Place) -> None:
        self.docs.append(ast.get_docstring(node, clean=False) or "")
        self.runs = self.runs or (place.early and bool(node.decorator_list))
        for decorator in node.decorator_list:
            self._also([self._called_key(decorator, place)], place)
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(called, ast.Attribute) and called.attr not in special.QUIET_DECORATORS:
                self._disturb(place)

    def _quoted(self, text: str, place: _Place) -> None:
        """The names of a quoted annotation."""
        tree = expression(text)
        for node in ast.walk(tree) if tree is not None else ():
            if isinstance(node, ast.Name):
                self.reads.update(self._keys(node, place))
            elif isinstance(node, ast.Attribute):
                self.reads.add(f".{node.attr}")

    def _keys(self, node: ast.Name, place: _Place) -> tuple[str, ...]:
        home = self._home(node, place)
        name = place.scope.private(node.id)
        if home is None:
            return (name,)
        return (f"{home.path}.{name}", name) if home.path else ()

    def _home(self, node: ast.Name, place: _Place) -> Scope | None:
        return place.scope.home(node.id)

    def _is_first_parameter(self, value: ast.expr, place: _Place) -> bool:
        if not isinstance(value, ast.Name):
            return False
        home = self._home(value, place)
        return home is not None and home.first == value.id and bool(home.inside)


def imported(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> tuple[str, ...]:
    """The keys of what an import may mean."""
    if isinstance(node, ast.Import):
        return ()
    return (f"@{alias.name}" if node.level else f"@{alias.name} {node.module}",)


def reaches_unknown(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> bool:
    """Whether what is imported reaches names by their text, under whatever name it is bound."""
    if isinstance(node, ast.ImportFrom) and node.module not in special.UNKNOWABLE_MODULES:
        return alias.name in special.UNKNOWABLE_MEMBERS
    module = node.module if isinstance(node, ast.ImportFrom) else alias.name
    return (module or "").partition(".")[0] in special.UNKNOWABLE_MODULES
