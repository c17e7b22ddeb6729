"""What each definition of linked Python texts rests on: every way of naming another one is a case."""

import pytest

from tollens.core.graph.closure import Closures
from tollens.plugins.languages.python import PLUGIN


def closures(*texts: str) -> Closures:
    return Closures(PLUGIN.link([PLUGIN.parse(text) for text in texts]), "tollens-python-1")


def checksum(symbol: str, *texts: str) -> str:
    linked = closures(*texts)
    at = linked.find(symbol, 0)
    assert at, f"{symbol} is not found"
    return linked.checksum(at[0])


def shape(symbol: str, *texts: str) -> str:
    linked = closures(*texts)
    return linked.shape(linked.find(symbol, 0)[0])


RESTS_ON = {
    "a function that is called": ("def f(): return g()", "def g(): return {}"),
    "a function that is passed on": ("def f(): return map(g, [1])", "def g(x): return {}"),
    "a constant": ("def f(): return K", "K = {}"),
    "an annotated constant": ("def f(): return K", "K: int = {}"),
    "a constant of several": ("def f(): return K", "J, (K, *L) = 1, (2, {})"),
    "a constant that is added to": ("def f(): return K", "K = 1\nK += {}"),
    "a class": ("def f(): return C()", "class C:\n  x = {}"),
    "a method of a class that is named": ("def f(): return C()", "class C:\n  def m(self): return {}"),
    "a method by its name": ("def f(x): return x.m()", "class C:\n  def m(self): return {}"),
    "a field by its name": ("def f(x): return x.k", "class C:\n  k: int = {}"),
    "a field that is set in a method": ("def f(x): return x.k", "class C:\n  def __init__(self): self.k = {}"),
    "a nested class": ("def f(): return C.D()", "class C:\n  class D:\n    def m(self): return {}"),
    "a base class": ("class f(B): pass", "class B:\n  def m(self): return {}"),
    "a default argument": ("def f(x=g()): return x", "def g(): return {}"),
    "a decorator": ("@g\ndef f(x): return x", "def g(x): return {}"),
    "an annotation": ("def f(x: C): return x", "class C:\n  k: int = {}"),
    "a quoted annotation": ("def f(x: 'list[C]'): return x", "class C:\n  k: int = {}"),
    "a name within a nested function": (
        "def f():\n  def inner(): return lambda: g()\n  return inner",
        "def g(): return {}",
    ),
    "a name within a comprehension": ("def f(xs): return [g(x) for x in xs if g(x)]", "def g(x): return {}"),
    "a name within an f-string": ("def f(x): return f'{x:{g(x)}}'", "def g(x): return {}"),
    "the iterable of a comprehension with the same name": ("def f(): return [g for g in g()]", "def g(): return [{}]"),
    "a class in a pattern": ("def f(x):\n  match x:\n    case C(): return 1", "class C:\n  k = {}"),
    "a field in a pattern": ("def f(x):\n  match x:\n    case int(k=1): return 1", "class C:\n  k = {}"),
    "an exception that is caught": ("def f():\n  try: pass\n  except E: pass", "class E(Exception):\n  k = {}"),
    "an attribute by its text": ("def f(x): return getattr(x, 'm')()", "class C:\n  def m(self): return {}"),
    "any attribute, by a computed text": ("def f(x, n): return getattr(x, n)()", "class C:\n  def m(self): return {}"),
    "any name, through eval": ("def f(n): return eval(n)", "def g(): return {}"),
    "any name, through globals": ("def f(n): return globals()[n]", "def g(): return {}"),
    "any name, through an alias of getattr": ("look = getattr\ndef f(x, n): return look(x, n)", "def g(): return {}"),
    "any name, through builtins": ("import builtins as b\ndef f(n): return b.eval(n)", "def g(): return {}"),
    "calling a global value": (
        "from m import C\nV = C()\ndef f(): return V()",
        "class C:\n  def __call__(self): return {}",
    ),
    "a decorator that is a value": ("V = C()\n@V\ndef f(): return 1", "class C:\n  def __call__(self, g): return {}"),
    "a registry that a value fills as a decorator": (
        "R = []\nclass C:\n  def __call__(self, g): R.append(g)\nV = C()\ndef f(): return R",
        "@V\ndef g(): return {}",
    ),
    "any attribute, through __dict__": ("def f(x): return x.__dict__", "def g(): return {}"),
    "an operator": ("def f(x, y): return x + y", "class C:\n  def __radd__(self, x): return {}"),
    "an assignment with an operator": ("def f(x, y):\n  x -= y", "class C:\n  def __isub__(self, x): return {}"),
    "a comparison": ("def f(x, y): return x < y", "class C:\n  def __gt__(self, x): return {}"),
    "iteration": ("def f(x):\n  for y in x: return y", "class C:\n  def __iter__(self): return {}"),
    "unpacking": ("def f(x):\n  y, z = x", "class C:\n  def __iter__(self): return {}"),
    "truth": ("def f(x): return 1 if x else 2", "class C:\n  def __bool__(self): return {}"),
    "the length": ("def f(x): return len(x)", "class C:\n  def __len__(self): return {}"),
    "formatting": ("def f(x): return f'{x}'", "class C:\n  def __str__(self): return {}"),
    "indexing": ("def f(x): return x[0]", "class C:\n  def __getitem__(self, i): return {}"),
    "a context": ("def f(x):\n  with x: pass", "class C:\n  def __exit__(self, *a): return {}"),
    "calling a value": ("def f(x): return x()", "class C:\n  def __call__(self): return {}"),
    "an attribute that is computed": ("def f(x): return x.y", "class C:\n  def __getattr__(self, n): return {}"),
    "a library function that may call anything": (
        "def f(x): return library(x)",
        "class C:\n  def __hash__(self): return {}",
    ),
    "a global name that another function sets": ("K = 1\ndef f(): return K", "def g():\n  global K\n  K = {}"),
    "a name that is bound by a loop": ("def f(): return K", "for K in [{}]: pass"),
    "a condition around a definition": ("def f(): return K", "if {}:\n  K = 1\nelse:\n  K = 2"),
    "the other branch of a condition": ("", "if J:\n  def f(): return {}\nelse:\n  def f(): return 0"),
    "statements in passing": ("K = [1]\ndef f(): return K", "K.append({})"),
    "what statements in passing call": ("def f(): return 1", "def g(): return {}\ng()"),
    "what a handler of a missing import gives": (
        "def f(): return K",
        "try:\n  from m import K\nexcept ImportError:\n  K = {}",
    ),
    "a registry that a decorator fills": (
        "R = []\ndef register(g):\n  R.append(g)\n  return g\ndef f(): return R",
        "@register\ndef g(): return {}",
    ),
    "a registry that a subclass fills": (
        "R = []\nclass B:\n  def __init_subclass__(cls): R.append(cls)\ndef f(): return R",
        "class D(B):\n  x = {}",
    ),
    "a registry that a method of another object fills": (
        "def f(): return app.run()",
        "@app.route\ndef g(): return {}",
    ),
    "the order of fields": ("", "class f:\n  x: int = {}\n  y: int = 2"),
    "the name of an import": ("def f(): return K", "from m{} import K"),
}


@pytest.mark.parametrize("case", RESTS_ON)
def test_rests_on(case: str) -> None:
    text, other = RESTS_ON[case]
    before, after = (f"{text}\n{other.format(value)}\n" for value in ("7001", "7002"))
    assert checksum("f", before) != checksum("f", after)


IN_ANOTHER_TEXT = {
    "an imported name": ("from m import g\ndef f(): return g()", "def g(): return {}"),
    "an imported name under another": ("from m import g as h\ndef f(): return h()", "def g(): return {}"),
    "a name imported within a function": ("def f():\n  from m import g\n  return g()", "def g(): return {}"),
    "an attribute of a module": ("import m.n\ndef f(): return m.n.g()", "def g(): return {}"),
    "a name that is imported in turn": ("from m import g\ndef f(): return g()", "from n import K as g\nK = {}"),
    "a name that nothing here defines": ("def f(): return g()", "def g(): return {}"),
    "a name that a star imports": ("from m import *\ndef f(): return g()", "def g(): return {}"),
    "a name that a star may replace": ("def g(): return 0\nfrom m import *\ndef f(): return g()", "def g(): return {}"),
    "statements in passing of the text of a name": ("from m import g\ndef f(): return g", "g = []\ng.append({})"),
    "a patched function": ("def g(): return 1\ndef f(): return g()", "import m\nm.g = lambda: {}"),
    "a patched target": ("def f(): return 1", "import m\nm.f = lambda: {}"),
    "a patched method": ("class C:\n  def m(self): return 1\ndef f(): return C().m()", "C.m = lambda self: {}"),
    "a function patched by its name as a text": ("def f(): return 1", "import m\nsetattr(m, 'f', lambda: {})"),
    "a function patched by a computed name": ("def f(): return 1", "import m\nsetattr(m, 'f'[0], lambda: {})"),
    "a registry that is filled from there": (
        "R = []\ndef register(g):\n  R.append(g)\n  return g\ndef f(): return R",
        "from m import register\n@register\ndef g(): return {}",
    ),
    "a text that cannot be read": ("def f(): return g()", "def g( return {}"),
}


@pytest.mark.parametrize("case", IN_ANOTHER_TEXT)
def test_rests_on_another_text(case: str) -> None:
    text, other = IN_ANOTHER_TEXT[case]
    assert checksum("f", text, other.format("7001")) != checksum("f", text, other.format("7002"))


FREE_OF = {
    "a function that is not named": ("def f(): return g()\ndef g(): return 1", "def h(): return {}"),
    "a parameter of that name": ("def f(g): return g()", "def g(): return {}"),
    "a local name": ("def f():\n  g = 1\n  return g", "def g(): return {}"),
    "a loop variable of a comprehension": ("def f(xs): return [g for g in xs]", "def g(): return {}"),
    "a walrus": ("def f(xs): return [g := x for x in xs], g", "def g(): return {}"),
    "a caught exception of that name": (
        "def f():\n  try: pass\n  except Exception as g: return g",
        "def g(): return {}",
    ),
    "a nested function of that name": ("def f():\n  def g(): return 1\n  return g()", "def g(): return {}"),
    "a name of the class around": ("class C:\n  g = 1\n  def f(self): return 1", "def g(): return {}"),
    "another method": (
        "class C:\n  def f(self): return self.m()\n  def m(self): return 1",
        "class D:\n  def n(self): return {}",
    ),
    "what runs only when started": ("def f(): return 1", "if __name__ == '__main__':\n  print({})"),
    "a text as a value": ("def f(): return 'g'", "def g(): return {}"),
    "who calls it": ("def f(): return 1", "def g(): return f() + {}"),
    "a decorated function": ("def f(): return 1", "from functools import cache\n@cache\ndef g(): return {}"),
    "a constant that is made by a call": (
        "def f(): return 1",
        "class P:\n  def __init__(self, x): self.x = x\nP0 = P({})",
    ),
}


@pytest.mark.parametrize("case", FREE_OF)
def test_does_not_rest_on(case: str) -> None:
    text, other = FREE_OF[case]
    before, after = (f"{text}\n{other.format(value)}\n" for value in ("7001", "7002"))
    assert checksum("f", before) == checksum("f", after)
    assert checksum("f", text, other.format("7001")) == checksum("f", text, other.format("7002"))


def test_a_method_is_free_of_its_neighbours_but_not_of_its_class() -> None:
    text = "class C(B{}):\n  k: int = {}\n  def m(self): return self.k\n  def n(self): return {}\n"
    base = checksum("C.m", text.format("", "1", "1"))
    assert checksum("C.m", text.format("", "1", "2")) == base
    assert checksum("C.m", text.format("", "2", "1")) != base
    assert checksum("C.m", text.format("2", "1", "1")) != base
    assert checksum("C", text.format("", "1", "2")) != checksum("C", text.format("", "1", "1"))


def test_a_private_name_is_that_of_its_class() -> None:
    text = (
        "class C:\n  def f(self): return self.__m()\n  def __m(self): return 1\nclass D:\n  def __m(self): return {}\n"
    )
    assert checksum("f", text.format("1")) == checksum("f", text.format("2"))
    outside = "def f(x): return x._D__m()\n"
    assert checksum("f", outside + text.format("1")) != checksum("f", outside + text.format("2"))


def test_of_two_definitions_the_order_counts() -> None:
    first, second, user = "def g(): return 1\n", "def g(): return 2\n", "def f(): return g()\n"
    assert checksum("f", first + second + user) != checksum("f", second + first + user)
    assert checksum("f", first + second + user) == checksum("f", user + first + second)


def test_where_a_constant_is_computed_counts_when_what_it_calls_is_redefined() -> None:
    first, second, constant = "def g(): return 1\n", "def g(): return 2\n", "f = g()\n"
    assert checksum("f", first + constant + second) != checksum("f", first + second + constant)


def test_where_a_constant_is_computed_counts_when_something_is_filled_in_passing() -> None:
    start, step, constant = "R = []\n", "R.append(1)\n", "f = len(R)\n"
    assert checksum("f", start + constant + step) != checksum("f", start + step + constant)


def test_docstrings_count_only_where_they_are_read() -> None:
    text = "def f(): return g\ndef g():\n  '{}'\n  return 1\n"
    assert checksum("f", text.format("a")) == checksum("f", text.format("b"))
    reader = "def h(x): return x.__doc__\n"
    assert checksum("f", text.format("a") + reader) != checksum("f", text.format("b") + reader)


def test_same_names_in_two_texts_are_two_things() -> None:
    text, other = "def f(): return g()\ndef g(): return 1\n", "def g(): return {}\n"
    assert checksum("f", text, other.format(1)) == checksum("f", text, other.format(2))
    imported = "from m import g\ndef f(): return g()\n"
    linked = closures(imported, other.format(1), other.format(2))
    assert linked.names(linked.find("f")[0]).count("g") == 1
    assert len(linked.find("g")) == 2
    assert checksum("f", imported, other.format(1), other.format(2)) != checksum(
        "f", imported, other.format(1), other.format(3)
    )


def test_who_imports_the_same_from_the_same_module_is_not_that_module() -> None:
    text, other = "from enum import Enum\nclass f(Enum):\n  A = 1\n", "from {} import Enum\nprint({})\n"
    assert checksum("f", text, other.format("enum", 1)) == checksum("f", text, other.format("enum", 2))
    assert checksum("f", text, other.format("lib", 1)) != checksum("f", text, other.format("lib", 2))


@pytest.mark.parametrize("taking", ["def f(x=g): return x()", "f = g", "class f(g): pass", "class f:\n  k = g"])
def test_of_two_definitions_the_place_of_what_takes_one_on_loading_counts(taking: str) -> None:
    one, other = "class g: k = 1", "class g: k = 2"
    assert checksum("f", f"{one}\n{taking}\n{other}") != checksum("f", f"{one}\n{other}\n{taking}")
    assert checksum("f", f"h = 1\n{one}\n{taking}") == checksum("f", f"{one}\n{taking}\nh = 1")


def test_the_order_of_texts_counts_for_nothing() -> None:
    texts = [
        "from m import g\ndef f(): return g()\n",
        "def g(): return h()\n",
        "from o import h\nK = h\n",
        "def h(): return 1\n",
    ]
    linked, turned = closures(*texts), closures(*reversed(texts))
    assert linked.checksum(linked.find("f")[0]) == turned.checksum(turned.find("f")[0])


def test_a_name_with_many_meanings_is_one_definition_that_mentions_them() -> None:
    classes = "".join(f"class C{at}:\n  def m(self): return {at}\n" for at in range(50))
    readers = "".join(f"def r{at}(x): return x.m()\n" for at in range(50))
    definitions = PLUGIN.link([PLUGIN.parse(classes + readers)]).definitions
    assert sum(len(each.mentions) for each in definitions) < 10 * 150
    assert checksum("r7", readers + classes) != checksum("r7", readers + classes.replace("return 49", "return 50"))


def test_the_shape_survives_other_names() -> None:
    text = "def f(x, k=1):\n  def step(y): return g(y) + k\n  return [step(z) for z in x]\ndef g(a): return a\n"
    renamed = (
        "def total(rows, k2=1):\n  def one(r): return h(r) + k2\n  return [one(q) for q in rows]\ndef h(b): return b\n"
    )
    assert shape("f", text) == shape("total", renamed)
    assert checksum("f", text) != checksum("total", renamed)
    assert shape("f", text) != shape("f", text.replace("+ k", "- k"))
    assert shape("f", text) != shape("f", text.replace("return a", "return -a"))


def test_what_a_star_may_bring_from_elsewhere_is_open() -> None:
    definitions = PLUGIN.link(
        [PLUGIN.parse("from m import *\ndef f(): return g()\ndef h(): return len([1])\n")]
    ).definitions
    assert {each.name: each.whole for each in definitions} == {"<from m import *>": False, "f": True, "h": False}


def test_many_texts_that_define_and_read_one_name_cost_their_sum() -> None:
    text = "from m import g\nclass C:\n  def g(self): return len(self.g)\ndef f(): return g() + h()\n"
    other = "def h(): return 1\ndef g(): return h(h)\n"
    definitions = PLUGIN.link([PLUGIN.parse(each) for each in (text, other) * 150]).definitions
    assert sum(len(each.mentions) for each in definitions) < 20 * len(definitions)


def test_the_order_of_texts_counts_for_no_whole_text_either() -> None:
    texts = [f"class C:\n  def m(self): return {at}\ndef f(x): return x.m()\n" for at in range(8)]
    linked, turned = closures(*texts), closures(*reversed(texts))
    assert [linked.of_source(at) for at in range(8)] == [turned.of_source(7 - at) for at in range(8)]
    alone = closures(*texts, "def g(): return 1\n")
    assert alone.of_source(8) == closures("def g(): return 1\n").of_source(0)
