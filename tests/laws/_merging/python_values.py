"""What generated Python models compute: their files are loaded, and their functions called.

As texts that stand together are read as one model (§10.4a), a name that a file does not have means the only one of that
name in the other files, and so does one that is asked of a module. A model with a file that cannot be loaded, because
of the order of its statements say, computes nothing: it is `UNLOADABLE`, which says nothing for or against a proof. A
method is tried on objects in any state, not only in one that the methods beside it bring about.
"""

import builtins
from collections.abc import Iterator
from functools import cache, cached_property
from types import CodeType
from typing import Any

from tests.laws._merging.items import File, Item, Model, Target
from tests.laws._merging.python_text import counted

DOMAIN = (0, 1, 3)
BROKEN = "broken"
UNLOADABLE = "unloadable"
_BUILT_IN = ("getattr", "sum", "object", "__build_class__")
_STEPS = 400
_MEMBERS = ("method", "data")
_FUNCTIONS = ("def", "with default", "decorated", "constant")

Table = tuple[Any, ...]


class _TooMuchError(Exception):
    """A model that runs for too long."""


class _Others(dict[str, Any]):
    """The names that a file has without defining them: those of the language, then those of other files."""

    def __init__(self, meaning: "Meaning", file: int) -> None:
        super().__init__({name: getattr(builtins, name) for name in _BUILT_IN})
        self |= {"__import__": meaning.imported, "_step": meaning.step}
        self._meaning, self._file = meaning, file

    def __missing__(self, name: str) -> Any:
        return self._meaning.elsewhere(name, self._file)


class _Module:
    """A file as other files see it."""

    def __init__(self, meaning: "Meaning", file: int) -> None:
        self._meaning, self._file = meaning, file

    def __getattr__(self, name: str) -> Any:
        names = self._meaning.loaded(self._file)
        return names[name] if name in names else self._meaning.elsewhere(name, self._file)


class Meaning:
    """What a model computes.

    Args:
        model: The model.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._names: dict[int, dict[str, Any]] = {}
        self._steps = 0
        self._kinds: dict[tuple[int, str], Item] = {}
        self._defined: list[set[str]] = [set() for _ in model]
        for number, file in enumerate(model):
            path = ""
            for item in file:
                if not path and item.kind not in ("note", "end"):
                    self._defined[number].add(item.said[1])
                if item.kind == "class":
                    path = f"{item.said[1]}."
                elif item.kind == "end":
                    path = ""
                elif item.kind in (_MEMBERS if path else _FUNCTIONS) and item.said[1][0] != "_":
                    self._kinds[number, path + item.said[1]] = item

    def of(self, target: Target) -> Table:
        """What a symbol of a file computes; what the item computes that it once was, where no such symbol is there."""
        if not self._loads:
            return (UNLOADABLE,)
        if (target.file, target.symbol) in self._kinds:
            return self._table(target.file, target.symbol)
        for (file, symbol), item in self._kinds.items():
            if item.uid == target.uid:
                return self._table(file, symbol)
        return (BROKEN,)

    def targets(self) -> list[Target]:
        """All symbols."""
        return [Target(file, symbol, item.uid) for (file, symbol), item in self._kinds.items()]

    def _table(self, file: int, symbol: str) -> Table:
        try:
            names = self.loaded(file)
            self._steps = 0
            name, _, member = symbol.partition(".")
            value = names[name]
            if not member:
                return tuple(self._values(value))
            if self._kinds[file, symbol].kind == "data":
                return tuple(self._values(getattr(value, member)))
            return tuple(
                result for state in DOMAIN[1:] for result in self._values(getattr(_made(value, state), member))
            )
        except Exception:
            return (BROKEN,)

    def _values(self, value: Any) -> Iterator[int]:
        """A number, or what a function gives."""
        for result in map(value, DOMAIN) if callable(value) else (value,):
            if type(result) is not int or abs(result) > 10**12:
                raise _TooMuchError
            yield result

    def step(self) -> int:
        """Count one call."""
        self._steps += 1
        if self._steps > _STEPS:
            raise _TooMuchError
        return 0

    def imported(self, name: str, *_: object) -> _Module:
        """The module of that name."""
        return _Module(self, int(name.removeprefix("file")))

    def elsewhere(self, name: str, file: int) -> Any:
        """What a name means that a file does not have."""
        if name in self._defined[file]:
            raise NameError(name)
        found = [names for at in range(len(self._model)) if at != file and name in (names := self.loaded(at))]
        if len(found) != 1:
            raise NameError(name)
        return found[0][name]

    def loaded(self, number: int) -> dict[str, Any]:
        """The names of a file; as far as they are known, where it is being loaded."""
        if number not in self._names and number < len(self._model):
            names = self._names[number] = {"__builtins__": _Others(self, number), "__name__": f"file{number}"}
            for text in _statements(self._model[number]):
                self._steps = 0
                exec(_compiled(text), names)
        return self._names.get(number, {})

    @cached_property
    def _loads(self) -> bool:
        """Whether all files can be loaded."""
        try:
            for number in range(len(self._model)):
                self.loaded(number)
        except Exception:
            return False
        return True


def _made(of: Any, state: int) -> Any:
    """An object of a class in a state."""
    made = object.__new__(of)
    made.v = state
    return made


def _statements(file: File) -> Iterator[str]:
    """The statements of a file: a class with all that is in it is one."""
    lines: list[str] = []
    for item in file:
        if item.kind == "note" or (item.kind == "end" and not lines):
            continue
        if item.kind == "end":
            yield "\n".join(lines)
            lines = []
        elif lines or item.kind == "class":
            lines.append(counted(item.said))
        else:
            yield counted(item.said)


@cache
def _compiled(text: str) -> CodeType:
    return compile(text, "<model>", "exec", dont_inherit=True)
