"""The normal form: what it forgets, what it keeps, and that it is written the same everywhere."""

import ast

import pytest

from tollens.plugins.languages.python import PLUGIN
from tollens.plugins.languages.python.pieces import constant


def normal(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((each.name, each.normal) for each in PLUGIN.link([PLUGIN.parse(text)]).definitions)


SAME = {
    "comments": ("def f(x): return x", "# a\ndef f(x):  # b\n    return x # c\n"),
    "layout": ("def f(x, y): return (x + y)", "def f(\n  x,\n  y,\n):\n\n  return (\n   x\n   + y)\n"),
    "docstrings": ("def f(x): return x", "'m'\ndef f(x):\n  'd'\n  return x"),
    "a docstring alone": ("def f(x): pass", "def f(x):\n  'd'"),
    "quotes": ("K = 'a\"'", 'K = "a\\""'),
    "the prefix of a text": ("K = 'a'", "K = u'a'"),
    "texts side by side": ("K = 'ab'", "K = 'a' 'b'"),
    "how an f-string is divided": ("K = f'a{b}cd'", "K = 'a' f'{b}' 'c' f'd'"),
    "numbers": ("K = 255", "K = 0xff"),
    "digits in groups": ("K = 1000.0", "K = 1_000.0"),
    "the end of lines": ("K = 1\nJ = 2\n", "K = 1\r\nJ = 2\r\n"),
    "a byte order mark": ("K = 1", "\ufeffK = 1"),
    "a semicolon": ("def f():\n  a = 1\n  return a", "def f():\n  a = 1; return a"),
    "blocks on one line": ("def f(x):\n  if x: return 1", "def f(x):\n  if x:\n    return 1"),
}


@pytest.mark.parametrize("case", SAME)
def test_does_not_count(case: str) -> None:
    first, second = SAME[case]
    assert normal(first) == normal(second)


OTHER = {
    "a value": ("K = 1", "K = 2"),
    "the type of a number": ("K = 1", "K = 1.0"),
    "a truth value": ("K = 1", "K = True"),
    "bytes": ("K = 'a'", "K = b'a'"),
    "grouping": ("K = (a + b) * c", "K = a + b * c"),
    "an operator": ("K = a + b", "K = a - b"),
    "the order of statements": ("def f():\n  a()\n  b()", "def f():\n  b()\n  a()"),
    "a default": ("def f(x=1): pass", "def f(x=2): pass"),
    "the kind of a parameter": ("def f(x, /): pass", "def f(x): pass"),
    "a named parameter": ("def f(*, x): pass", "def f(x): pass"),
    "which parameter has the default": ("def f(*, x=1, y): pass", "def f(*, x, y=1): pass"),
    "an annotation": ("def f(x: int): pass", "def f(x: str): pass"),
    "a keyword": ("K = f(a=b)", "K = f(b=a)"),
    "two stars in a call": ("K = f(*a)", "K = f(**a)"),
    "two stars in a display": ("K = {**a}", "K = {a: a}"),
    "an asynchronous function": ("async def f(): pass", "def f(): pass"),
    "a list": ("K = [a]", "K = {a}"),
    "a comprehension": ("K = [x for x in a]", "K = {x for x in a}"),
    "the order of loops": ("K = [1 for x in a for y in b]", "K = [1 for y in b for x in a]"),
    "a conversion": ("K = f'{a!r}'", "K = f'{a}'"),
    "a format": ("K = f'{a:2}'", "K = f'{a:3}'"),
    "a level of import": ("from . import a", "from .. import a"),
    "an import under its own name": ("import a.b", "import a.b as a"),
    "a branch": ("if a:\n  b()\nelse:\n  c()", "if a:\n  b()\nc()"),
    "a handler's name": ("def f():\n  try: a()\n  except E as e: e()", "def f():\n  try: a()\n  except E: e()"),
    "a pattern": ("def f(x):\n  match x:\n    case [a, *_]: pass", "def f(x):\n  match x:\n    case [a, _]: pass"),
    "a declared name": ("def f():\n  global K\n  K = 1", "def f():\n  K = 1"),
    "a decorator": ("@a\ndef f(): pass", "def f(): pass"),
    "the order of decorators": ("@a\n@b\ndef f(): pass", "@b\n@a\ndef f(): pass"),
    "a base": ("class C(A): pass", "class C(B): pass"),
    "a text that is used": ("def f(): return 'a'", "def f(): return 'b'"),
}


@pytest.mark.parametrize("case", OTHER)
def test_counts(case: str) -> None:
    first, second = OTHER[case]
    assert normal(first) != normal(second)


def test_the_normal_form_is_written_by_us() -> None:
    text = "def f(x, *y, k=1.5):\n  return g(x).m if x else f'a{y!r:>{k}}b'\n"
    assert normal(text) == (
        (
            "f",
            "(FunctionDef f args:x rest:y named:k kw_defaults=[(Constant 1.5)]"
            " body=[(Return value=(IfExp test=(Name x)"
            " body=(Attribute value=(Call func=(Name g) args=[(Name x)]) .m)"
            " orelse=(JoinedStr 'a'(FormattedValue value=(Name y) conversion= 0x72"
            " format_spec=(JoinedStr '>'(FormattedValue value=(Name k) conversion= -0x1))) 'b')))])",
        ),
    )


def test_constants_of_any_size_and_alphabet() -> None:
    assert constant("é\n") == "'\\xe9\\n'"
    assert constant(16**6000 - 1) == "0x" + "f" * 6000
    assert constant(True) == "True"
    assert constant(...) == "Ellipsis"


def test_every_field_of_every_node_is_written_or_known_to_say_nothing() -> None:
    """A new field of a new Python must not be lost: the generic way writes all, the special ones are listed."""
    special = {
        ast.Constant: {"value", "kind"},
        ast.Name: {"id", "ctx"},
        ast.Attribute: {"value", "attr", "ctx"},
        ast.FunctionDef: {"name", "args", "body", "decorator_list", "returns", "type_comment", "type_params"},
        ast.Lambda: {"args", "body"},
        ast.ClassDef: {"name", "bases", "keywords", "body", "decorator_list", "type_params"},
        ast.ListComp: {"elt", "generators"},
        ast.DictComp: {"key", "value", "generators"},
        ast.comprehension: {"target", "iter", "ifs", "is_async"},
        ast.arguments: {"posonlyargs", "args", "vararg", "kwonlyargs", "kw_defaults", "kwarg", "defaults"},
        ast.arg: {"arg", "annotation", "type_comment"},
        ast.JoinedStr: {"values"},
        ast.NamedExpr: {"target", "value"},
        ast.ImportFrom: {"module", "names", "level"},
        ast.alias: {"name", "asname"},
        ast.MatchClass: {"cls", "patterns", "kwd_attrs", "kwd_patterns"},
    }
    assert {
        node.__name__: set(node._fields) - fields for node, fields in special.items() if set(node._fields) - fields
    } == {}
