"""How a text is divided, and what its definitions are called."""

import subprocess
import sys

import pytest

from tollens.core.graph.closure import Closures
from tollens.plugins.languages import language_of
from tollens.plugins.languages.python import PLUGIN

TEXT = '''
"""About it."""
import a.b
from c import d as e, g
LIMIT: int = 3
X, (Y, *Z) = 1, (2, 3)
X += 1
def f(x):
    def inner(): return x
    return inner
async def h(): ...
class C(Base):
    k: int = 1
    def m(self): return self.k
    class D:
        def m(self): return 1
if LIMIT:
    def f(x): return x
for i in range(LIMIT):
    print(i)
if __name__ == "__main__":
    RESULT = f(1)
    print(RESULT)
'''


def names(text: str) -> list[str]:
    return [each.name for each in PLUGIN.link([PLUGIN.parse(text)]).definitions]


def test_names() -> None:
    assert names(TEXT) == [
        *("<module>", "<main>", "<import a.b>", "<from c import d as e>", "<from c import g>", "LIMIT"),
        *("<assignment of X, Y, Z>", "X", "Y", "Z", "X", "f", "h"),
        *("<class C>", "C", "C.k", "C.m", "<class C.D>", "C.D", "C.D.m", "f", "RESULT"),
    ]


def test_a_long_assignment_has_a_short_name() -> None:
    assert names("a, b, c, d = x")[0] == "<assignment of a, b, c, …>"


@pytest.mark.parametrize("symbol", ["f", "C", "C.m", "C.D", "C.D.m", "LIMIT", "Z", "RESULT", "h"])
def test_what_a_person_names_is_found(symbol: str) -> None:
    closures = Closures(PLUGIN.link([PLUGIN.parse(TEXT)]), "s")
    (at,) = closures.find(symbol)
    assert closures.definitions.definitions[at].name == symbol


@pytest.mark.parametrize("symbol", ["b", "d", "e", "g", "i", "inner", "import", "module"])
def test_what_is_no_definition_is_not_found(symbol: str) -> None:
    assert Closures(PLUGIN.link([PLUGIN.parse(TEXT)]), "s").find(symbol) == ()


def test_the_last_definition_of_a_name_is_found() -> None:
    closures = Closures(PLUGIN.link([PLUGIN.parse("class C:\n  pass\nC = wrap(C)\n")]), "s")
    (at,) = closures.find("C")
    assert closures.definitions.definitions[at].normal.startswith("after 1: again 1: (Assign")
    assert closures.names(at) == ("<class C>", "C")


def test_an_empty_text_defines_nothing() -> None:
    assert names("") == names("# nothing\n") == names("'about'\npass\n") == []


def test_the_language_is_found_by_its_name() -> None:
    assert language_of("Python") is PLUGIN
    assert (PLUGIN.name, PLUGIN.version) == ("python", 1)


def test_parsed_texts_can_be_kept() -> None:
    assert hash(PLUGIN.parse(TEXT)) == hash(PLUGIN.parse(TEXT))
    assert PLUGIN.parse(TEXT) == PLUGIN.parse(TEXT)


def test_reading_does_not_depend_on_hash_seeds() -> None:
    program = (
        "import sys; from tollens.plugins.languages.python import PLUGIN;"
        "print(repr(PLUGIN.link([PLUGIN.parse(sys.argv[1])])))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program, TEXT], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(answers) == 1
