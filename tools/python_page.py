"""The generated page of the Python API: every public name with its signature and its documentation."""

import inspect
import re
from collections.abc import Iterator
from types import ModuleType

import tollens
from tools import docstrings
from tools.markdown import page

_MADE_OTHERWISE = {
    "Document": "Made by `load`, `loads`, `Document.read` and `Document.of`.",
    "Trace": "Its members, and the types that they are made of, are on [the page of types](types.md#trace).",
}
"""Classes whose constructor is not what a reader looks for."""


def python_page() -> str:
    """Every name of `tollens.__all__`, and of the modules among them that are made to be called."""
    introduction = (
        "Everything that is promised to stay: the names of `tollens`, and the functions of `tollens.author`. The types "
        "of a trace, `tollens.model`, are on [their own page](types.md). The examples are run by the tests."
    )
    names = sorted(tollens.__all__, key=lambda name: (_rank(getattr(tollens, name)), name))
    return page("Python", introduction, *(_entry(f"tollens.{name}", getattr(tollens, name)) for name in names))


def _rank(value: object) -> int:
    """Functions first, then values, modules and errors."""
    if isinstance(value, ModuleType):
        return 2
    if isinstance(value, type):
        return 3 if issubclass(value, Exception) else 1
    return 0


def _entry(name: str, value: object) -> Iterator[str]:
    if isinstance(value, ModuleType):
        yield f"## {name}\n"
        yield from docstrings.markdown(value)
        if name == "tollens.author":
            for member in value.__all__:
                yield from _described(f"{name}.{member}", getattr(value, member), "###")
        return
    yield from _described(name, value, "##")
    if isinstance(value, type):
        for member, held in vars(value).items():
            inner = getattr(held, "__func__", held.fget if isinstance(held, property) else held)
            if not member.startswith("_") and inspect.isfunction(inner):
                yield from _described(f"{name}.{member}", held if isinstance(held, property) else inner, "###")


def _described(name: str, value: object, level: str) -> Iterator[str]:
    last = name.rpartition(".")[2]
    yield f"{level} {name}\n"
    if last in _MADE_OTHERWISE:
        yield f"{_MADE_OTHERWISE[last]}\n"
    elif not isinstance(value, property) and callable(value):
        yield f"```python\n{last}{_signature(value)}\n```\n"
    yield from docstrings.markdown(value)


def _signature(value: object) -> str:
    """How it is called: names of types without their modules, and without what Python passes by itself."""
    written = str(inspect.signature(value))  # type: ignore[arg-type]
    short = re.sub(r"\b(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_])", "", written)
    return re.sub(r"^\((?:self|cls)(?:, )?", "(", short).removesuffix(" -> None")
