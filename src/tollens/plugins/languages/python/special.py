"""What syntax and well-known functions call without naming it: special methods; and what reaches names by their text.

An operator names a method as surely as an attribute does: `a + b` may call any `__add__` of the texts. The tables of
functions and methods are those whose calls are common and known; a call of anything else that no text defines may call
every special method.
"""

import ast


def _dunder(words: str) -> frozenset[str]:
    return frozenset(f".__{word}__" for word in words.split())


_TRUTH = _dunder("bool len")
_ITERATION = _dunder("iter next getitem len")
_ORDER = _dunder("lt le gt ge eq ne")
_EQUALITY = _dunder("eq ne")
_HASHING = _dunder("hash eq")
_TEXT = _dunder("format str repr")
_NOTHING: frozenset[str] = frozenset()

_ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.MatMult: "matmul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.BitOr: "or",
    ast.BitXor: "xor",
    ast.BitAnd: "and",
}
_OPERATORS: dict[type[ast.AST], frozenset[str]] = {
    **{operator: _dunder(f"{word} r{word} i{word}") for operator, word in _ARITHMETIC.items()},
    ast.UAdd: _dunder("pos"),
    ast.USub: _dunder("neg"),
    ast.Invert: _dunder("invert"),
    ast.Not: _TRUTH,
    ast.Eq: _EQUALITY,
    ast.NotEq: _EQUALITY,
    ast.Lt: _ORDER,
    ast.LtE: _ORDER,
    ast.Gt: _ORDER,
    ast.GtE: _ORDER,
    ast.Is: _NOTHING,
    ast.IsNot: _NOTHING,
    ast.In: _ITERATION | _dunder("contains eq"),
    ast.NotIn: _ITERATION | _dunder("contains eq"),
}
_ATTRIBUTE: dict[type[ast.expr_context], frozenset[str]] = {
    ast.Load: _dunder("getattr getattribute get"),
    ast.Store: _dunder("setattr set"),
    ast.Del: _dunder("delattr delete"),
}
_SUBSCRIPT: dict[type[ast.expr_context], frozenset[str]] = {
    ast.Load: _dunder("getitem class_getitem missing"),
    ast.Store: _dunder("setitem"),
    ast.Del: _dunder("delitem"),
}
_SYNTAX: dict[type[ast.AST], frozenset[str]] = {
    **_OPERATORS,
    ast.If: _TRUTH,
    ast.IfExp: _TRUTH,
    ast.While: _TRUTH,
    ast.Assert: _TRUTH,
    ast.BoolOp: _TRUTH,
    ast.For: _ITERATION,
    ast.comprehension: _ITERATION | _TRUTH,
    ast.ListComp: _ITERATION | _TRUTH,
    ast.SetComp: _ITERATION | _TRUTH | _HASHING,
    ast.DictComp: _ITERATION | _TRUTH | _HASHING,
    ast.GeneratorExp: _ITERATION | _TRUTH | _dunder("aiter anext"),
    ast.AsyncFor: _dunder("aiter anext await"),
    ast.Starred: _ITERATION,
    ast.YieldFrom: _ITERATION,
    ast.With: _dunder("enter exit"),
    ast.AsyncWith: _dunder("aenter aexit await"),
    ast.Await: _dunder("await"),
    ast.Set: _HASHING,
    ast.Dict: _HASHING | {".keys"} | _SUBSCRIPT[ast.Load],
    ast.FormattedValue: _TEXT,
    ast.Slice: _dunder("index"),
    ast.ClassDef: _dunder("init_subclass set_name mro_entries prepare instancecheck"),
    ast.MatchValue: _EQUALITY,
    ast.MatchClass: _dunder("match_args instancecheck subclasshook") | _ATTRIBUTE[ast.Load],
    ast.MatchSequence: _ITERATION,
    ast.MatchMapping: _ITERATION | _HASHING | {".get", ".keys"},
    ast.match_case: _TRUTH,
}


def methods(node: ast.AST) -> frozenset[str]:
    """The keys of what the syntax of a node may call."""
    if isinstance(node, ast.Attribute):
        return _ATTRIBUTE[type(node.ctx)]
    if isinstance(node, ast.Subscript):
        return _SUBSCRIPT[type(node.ctx)]
    if isinstance(node, ast.Tuple | ast.List):
        return _NOTHING if isinstance(node.ctx, ast.Load) else _ITERATION
    return _SYNTAX.get(type(node), _NOTHING)


_KNOWN: dict[str, frozenset[str]] = {
    **dict.fromkeys(("len", ".__len__"), _dunder("len")),
    **dict.fromkeys(("abs", "round", "divmod", "pow"), _dunder("abs round divmod rdivmod pow rpow index")),
    **dict.fromkeys(("int", "float", "complex"), _dunder("int float complex index trunc")),
    **dict.fromkeys(("range", "chr", "hex", "bin", "oct", "slice"), _dunder("index")),
    **dict.fromkeys(("str", "repr", "format", "print", "ascii"), _TEXT),
    **dict.fromkeys(("bool", "all", "any"), _TRUTH | _ITERATION),
    **dict.fromkeys(("list", "tuple", "enumerate", "zip", "map", "iter", "next", "reversed"), _ITERATION),
    **dict.fromkeys(("filter",), _ITERATION | _TRUTH),
    **dict.fromkeys(("set", "frozenset", "dict", "hash"), _ITERATION | _HASHING | {".keys"}),
    **dict.fromkeys(("sum",), _ITERATION | _dunder("add radd")),
    **dict.fromkeys(("sorted", "min", "max", ".sort"), _ITERATION | _ORDER),
    **dict.fromkeys(("isinstance", "issubclass"), _dunder("instancecheck subclasscheck subclasshook")),
    **dict.fromkeys(("id", "type", "super", "callable", "object", "property", "staticmethod", "classmethod"), _NOTHING),
    **dict.fromkeys(("dataclass", "field", "TypeVar", "NewType", "cast", "auto", "lru_cache", "cache"), _NOTHING),
    **dict.fromkeys(("ValueError", "TypeError", "KeyError", "IndexError", "RuntimeError", "Exception"), _NOTHING),
    **dict.fromkeys((".append", ".extend", ".insert", ".pop", ".copy", ".clear", ".reverse"), _ITERATION),
    **dict.fromkeys((".items", ".keys", ".values", ".strip", ".split", ".lower", ".upper"), _NOTHING),
    **dict.fromkeys((".startswith", ".endswith", ".encode", ".decode"), _NOTHING),
    **dict.fromkeys((".get", ".setdefault", ".add", ".discard", ".update"), _ITERATION | _HASHING | {".keys"}),
    **dict.fromkeys((".index", ".count", ".remove"), _EQUALITY | _dunder("index")),
    **dict.fromkeys((".format",), _TEXT | _ITERATION | _ATTRIBUTE[ast.Load]),
    **dict.fromkeys((".join",), _ITERATION),
}


def called_by(key: str) -> frozenset[str] | None:
    """The keys of what a function `f` or method `.m` that no text defines calls; nothing where that is unknown."""
    return _KNOWN.get(key)


CALL = ".__call__"
"""The key of what calling a value runs."""

BY_TEXT = frozenset({"getattr", "hasattr", "setattr", "delattr"})
"""Functions that take the name of an attribute as a text."""

CHANGING_BY_TEXT = frozenset({"setattr", "delattr"})
"""Those of them that change it."""

UNKNOWABLE = frozenset({"eval", "exec", "globals", "locals", "vars", "dir", "__import__", "__builtins__"})
"""Global names behind which any name may be reached."""

UNKNOWABLE_MEMBERS = frozenset(
    {
        *("__dict__", "__subclasses__", "__globals__", "f_globals", "f_locals", "modules", "__import__"),
        *("import_module", "attrgetter", "methodcaller", "get_type_hints", "getmembers", "getattr_static"),
    }
)
"""Attributes and imported names that are the same."""

UNKNOWABLE_MODULES = frozenset({"builtins", "importlib", "inspect", "gc"})
"""Modules that are the same whole."""

CHANGING = frozenset({"eval", "exec", "globals", "locals", "vars", "__import__", "__dict__", "__globals__"})
"""Those of them through which names may be given another meaning."""

CHANGING_METHODS = frozenset(
    {
        *("append", "extend", "insert", "pop", "popitem", "remove", "clear", "reverse", "sort", "add", "discard"),
        *("update", "setdefault", "appendleft", "extendleft", "popleft", "rotate", "subtract", "put", "register"),
        *("__setitem__", "__delitem__", "__setattr__", "__delattr__", "__iadd__", "__ior__", "subscribe", "connect"),
        *("intersection_update", "difference_update", "symmetric_difference_update", "heappush", "heappop", "insort"),
    }
)
"""Methods that change the value that they are called on."""

QUIET_DECORATORS = frozenset(
    {
        *(
            "property",
            "staticmethod",
            "classmethod",
            "setter",
            "getter",
            "deleter",
            "cached_property",
            "abstractmethod",
        ),
        *("dataclass", "dataclasses", "wraps", "lru_cache", "cache", "total_ordering", "contextmanager", "unique"),
        *("override", "final", "overload", "runtime_checkable", "singledispatch", "no_type_check", "deprecated"),
        *("asynccontextmanager", "abstractproperty", "coroutine", "njit", "jit", "vectorize", "dataclass_transform"),
    }
)
"""Attributes that, as decorators, write down nowhere what they are given. Any other one may (`@app.route`)."""

CONSTRUCTORS = frozenset({"__init__", "__new__", "__post_init__", "__setstate__"})
"""Methods whose changes to their first parameter make a value and change none."""

DOCUMENTED = frozenset({".__doc__", "__doc__", ".getdoc", "getdoc", "help"})
"""Keys whose readers read docstrings."""

_BUILT_IN = """
    ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
    BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
    ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception ExceptionGroup
    FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning
    IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError
    ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError OverflowError
    PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning
    RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit
    TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError
    UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError __debug__ __doc__ __file__
    __name__ __package__ abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod
    compile complex copyright credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset
    getattr globals hasattr hash help hex id input int isinstance issubclass iter len license list locals map max
    memoryview min next object oct open ord pow print property quit range repr reversed round set setattr slice sorted
    staticmethod str sum super tuple type vars zip
"""
BUILT_IN = frozenset(_BUILT_IN.split())
"""Names that every text has, written down here because they differ between versions of Python."""
