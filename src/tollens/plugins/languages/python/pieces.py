"""A syntax node taken apart: its text in the normal form, its names, and its children with the scope that each is in.

The text is our own, because `ast.dump` and `ast.unparse` differ between versions of Python. Positions, contexts, empty
fields, docstrings and other bare strings are left out; what remains is written so that two trees have one text only if
they are equal. All later passes walk over these pieces and nothing else knows the fields of nodes.
"""

import ast
from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from typing import Any, NamedTuple


class Level(IntEnum):
    """Which scope of a node a piece of it is in."""

    OUTER = 0
    """The scope that the node stands in."""

    TYPE = 1
    """The scope of its type parameters; the outer one where it has none."""

    INNER = 2
    """The scope that the node opens."""


class Named(NamedTuple):
    """A name that scopes resolve.

    Attributes:
        name: As written.
        level: Where it is looked up or bound.
        binds: It is given a meaning here.
        past: It is bound past the scopes of comprehensions (`:=`).
    """

    name: str
    level: Level = Level.OUTER
    binds: bool = False
    past: bool = False


class Member(NamedTuple):
    """The name of an attribute."""

    name: str


class Child(NamedTuple):
    """A node below; `quoted` where a string stands for what it says, as in annotations."""

    node: ast.AST
    level: Level = Level.OUTER
    quoted: bool = False


Piece = str | Named | Member | Child

_SKIPPED = frozenset({"ctx", "kind", "type_comment", "type_ignores"})
_ANNOTATIONS = frozenset({"annotation", "returns"})
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def pieces(node: ast.AST) -> list[Piece]:
    """A node in the order of its normal form."""
    return ["(", type(node).__name__, *_PARTS.get(type(node).__name__, _generic)(node), ")"]


def _constant(node: ast.Constant) -> Iterator[Piece]:
    yield f" {constant(node.value)}"


def _name(node: ast.Name) -> Iterator[Piece]:
    yield " "
    yield Named(node.id, binds=not isinstance(node.ctx, ast.Load))


def _attribute(node: ast.Attribute) -> Iterator[Piece]:
    yield from _field("value", node.value)
    yield " ."
    yield Member(node.attr)


def _walrus(node: ast.NamedExpr) -> Iterator[Piece]:
    yield " "
    yield Named(node.target.id, binds=True, past=True)
    yield from _field("value", node.value)


def _imports(node: ast.Import | ast.ImportFrom) -> Iterator[Piece]:
    for alias in node.names:
        yield f" {import_text(node, alias)} "
        yield Named(import_name(alias), binds=True)


def _declared(node: ast.Global | ast.Nonlocal) -> Iterator[Piece]:
    for name in sorted(set(node.names)):
        yield " "
        yield Named(name)


def _class_pattern(node: ast.MatchClass) -> Iterator[Piece]:
    yield from _field("cls", node.cls)
    yield from _field("patterns", node.patterns)
    for name in node.kwd_attrs:
        yield " ."
        yield Member(name)
    yield from _field("kwd_patterns", node.kwd_patterns)


def _generic(node: ast.AST) -> Iterator[Piece]:
    binding = _BINDING_FIELDS.get(type(node).__name__)
    for field in node._fields:
        value = getattr(node, field, None)
        if field in _SKIPPED or value is None:
            continue
        if field == binding:
            yield f" {field}="
            yield Named(value, binds=True)
        else:
            yield from _field(field, value, quoted=field in _ANNOTATIONS)


_BINDING_FIELDS = {
    "ExceptHandler": "name",
    "MatchAs": "name",
    "MatchStar": "name",
    "MatchMapping": "rest",
    "TypeVar": "name",
    "ParamSpec": "name",
    "TypeVarTuple": "name",
}
"""The fields that bind a name, by node; by name because older Pythons lack some of these nodes."""


def _field(name: str, value: object, level: Level = Level.OUTER, quoted: bool = False) -> Iterator[Piece]:
    if isinstance(value, list):
        items = [item for item in value if not is_empty(item)]
        if items:
            yield f" {name}=["
            for item in items:
                yield from _value(item, level, quoted)
            yield "]"
    else:
        yield f" {name}="
        yield from _value(value, level, quoted)


def _value(value: object, level: Level, quoted: bool) -> Iterator[Piece]:
    if isinstance(value, ast.AST):
        yield Child(value, level, quoted)
    else:
        yield " -" if value is None else f" {constant(value)}"


def _lambda(node: ast.Lambda) -> Iterator[Piece]:
    yield from _arguments(node.args)
    yield from _field("body", node.body, Level.INNER)


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Piece]:
    yield " "
    yield Named(node.name, binds=True)
    yield from _field("decorators", node.decorator_list)
    yield from _field("type_params", getattr(node, "type_params", []), Level.TYPE)
    yield from _arguments(node.args)
    if node.returns is not None:
        yield from _field("returns", node.returns, Level.TYPE, quoted=True)
    yield from _field("body", node.body, Level.INNER)


def _arguments(arguments: ast.arguments) -> Iterator[Piece]:
    groups: tuple[tuple[str, Iterable[ast.arg | None]], ...] = (
        ("only", arguments.posonlyargs),
        ("args", arguments.args),
        ("rest", [arguments.vararg]),
        ("named", arguments.kwonlyargs),
        ("others", [arguments.kwarg]),
    )
    for group, members in groups:
        for each in members:
            if each is not None:
                yield f" {group}:"
                yield Named(each.arg, Level.INNER, binds=True)
                if each.annotation is not None:
                    yield from _field("annotation", each.annotation, Level.TYPE, quoted=True)
    yield from _field("defaults", arguments.defaults)
    yield from _field("kw_defaults", arguments.kw_defaults)


def _class(node: ast.ClassDef) -> Iterator[Piece]:
    yield " "
    yield Named(node.name, binds=True)
    yield from _field("decorators", node.decorator_list)
    yield from _field("type_params", getattr(node, "type_params", []), Level.TYPE)
    yield from _field("bases", node.bases, Level.TYPE)
    yield from _field("keywords", node.keywords, Level.TYPE)
    yield " body=["
    for each in node.body:
        if not is_empty(each):
            yield Child(each, Level.INNER)
    yield "]"


def _alias(node: ast.AST) -> Iterator[Piece]:
    """A `type` statement, which the oldest supported Python has no node for."""
    yield from _field("name", getattr(node, "name", None))
    yield from _field("type_params", getattr(node, "type_params", []), Level.TYPE)
    yield from _field("value", getattr(node, "value", None), Level.TYPE, quoted=True)


def _comprehension(node: _Comprehension) -> Iterator[Piece]:
    for at, each in enumerate(node.generators):
        yield " async for" if each.is_async else " for"
        yield from _field("target", each.target, Level.INNER)
        yield from _field("iter", each.iter, Level.INNER if at else Level.OUTER)
        yield from _field("ifs", each.ifs, Level.INNER)
    if isinstance(node, ast.DictComp):
        yield from _field("key", node.key, Level.INNER)
        yield from _field("value", node.value, Level.INNER)
    else:
        yield from _field("elt", node.elt, Level.INNER)


def _joined(node: ast.JoinedStr) -> Iterator[Piece]:
    """An f-string; how its constant text is divided differs between versions, so neighbours are joined."""
    text = ""
    for value in node.values:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            text += value.value
            continue
        if text:
            yield f" {constant(text)}"
            text = ""
        yield Child(value)
    if text:
        yield f" {constant(text)}"


def constant(value: object) -> str:
    """A literal value as text: the same on every version of Python, and equal only for equal values of one type."""
    if isinstance(value, str | bytes):
        return ascii(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return repr(value)
    return hex(value)


def is_empty(node: object) -> bool:
    """Whether a statement says nothing: `pass`, or a string alone, which is a docstring or a comment."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return isinstance(node, ast.Pass)


def import_text(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> str:
    """One imported name as a statement."""
    origin = f"from {'.' * node.level}{node.module or ''} " if isinstance(node, ast.ImportFrom) else ""
    return f"{origin}import {alias.name}{f' as {alias.asname}' if alias.asname else ''}"


def import_name(alias: ast.alias) -> str:
    """The name that an import binds."""
    return alias.asname or alias.name.partition(".")[0]


_PARTS: dict[str, Callable[[Any], Iterator[Piece]]] = {
    "Constant": _constant,
    "Name": _name,
    "Attribute": _attribute,
    "FunctionDef": _function,
    "AsyncFunctionDef": _function,
    "Lambda": _lambda,
    "ClassDef": _class,
    "ListComp": _comprehension,
    "SetComp": _comprehension,
    "DictComp": _comprehension,
    "GeneratorExp": _comprehension,
    "JoinedStr": _joined,
    "NamedExpr": _walrus,
    "Import": _imports,
    "ImportFrom": _imports,
    "Global": _declared,
    "Nonlocal": _declared,
    "TypeAlias": _alias,
    "MatchClass": _class_pattern,
}
"""What is inside each node that is not written field by field; by name, because older Pythons lack some of them."""
