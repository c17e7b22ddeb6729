"""What one Python text says by itself: units, and for each the names that it reads and gives a meaning to.

Names are not resolved here, because the texts that stand beside this one are not known yet. A *key* says what kind of
name is meant:

| key | meaning |
|---|---|
| `x` | the global name `x` |
| `C.x` | the name `x` of the body of class `C` of this text |
| `.x` | the attribute `x` of something |
| `!x` | the attribute `x` that is set from outside: of a class, or of a module, whose global name it then is |
| `@x`, `@x m` | read only: the name `x` of some module, which may be any text, called `m` |
| `?x`, `?.x` | called: the special methods that it calls if no text defines it |
| `=7` | the seventh unit of this text, counted from zero |
"""

from typing import Literal, NamedTuple

Key = str

Kind = Literal["function", "class", "head", "data", "import", "passing"]
"""What a unit is. A class has a head, and then one that stands for the class with all members."""


class Unit(NamedTuple):
    """A part of a text that has a normal form of its own.

    Attributes:
        name: With the classes that it is in, `C.m`; in angle brackets where nobody refers to it by name.
        kind: What it is.
        normal: The normal form.
        shape: Text and keys in turn, text first: the normal form with local names numbered, cut at each key.
        reads: The keys of all that it mentions, sorted.
        early: Those of them that are read while the text is loaded, before anything is called; of a class those that
            making a value of it runs. Sorted.
        binds: The keys that it gives a meaning to, sorted.
        whole: It reaches names that cannot be known.
        disturbs: Running it may change what is not its own: an outer name, an attribute, the content of a value.
        disturbs_early: Loading it may.
        runs: Loading it evaluates more than names and constants, so that its place among the others may matter.
        place: How many events of its text or class come before it: statements in passing, and definitions of names that
            are defined more than once.
        started: It stands under `if __name__ == "__main__"`.
        docs: Its docstrings, which count only where some text reads docstrings.
    """

    name: str
    kind: Kind
    normal: str
    shape: tuple[str, ...]
    reads: tuple[Key, ...] = ()
    early: tuple[Key, ...] = ()
    binds: tuple[Key, ...] = ()
    whole: bool = False
    disturbs: bool = False
    disturbs_early: bool = False
    runs: bool = False
    place: int = 0
    started: bool = False
    docs: str = ""


class Module(NamedTuple):
    """One text.

    Attributes:
        units: In the order in which they stand.
        common: The text itself where it cannot be read, else nothing.
        star: It imports with a star, so that any global name may come from elsewhere.
        docs: The docstring of the text, which counts only where some text reads docstrings.
    """

    units: tuple[Unit, ...]
    common: str = ""
    star: bool = False
    docs: str = ""
