"""The generated page of the Python API: every public name with its signature and its documentation."""

import inspect
from collections.abc import Iterator
from types import ModuleType

import tollens
from tools.markdown import page


def python_page() -> str:
    """Every name of `tollens.__all__`, and of the modules among them that are made to be called."""
    introduction = (
        "Everything that is promised to stay: the names of `tollens`, and the functions of `tollens.author`. The types "
        "of a trace, `tollens.model`, are on [their own page](types.md). The examples are run by the tests."
    )
    return page(
        "Python", introduction, *(_entry(f"tollens.{name}", getattr(tollens, name)) for name in tollens.__all__)
    )


def _entry(name: str, value: object) -> Iterator[str]:
    if isinstance(value, ModuleType):
        yield f"## {name}\n"
        yield f"{(value.__doc__ or '').strip()}\n"
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
    yield f"{level} {name}\n"
    if not isinstance(value, property) and callable(value):
        yield f"```python\n{name.rpartition('.')[2]}{_signature(value)}\n```\n"
    yield f"```text\n{inspect.getdoc(value) or ''}\n```\n"


def _signature(value: object) -> str:
    try:
        return str(inspect.signature(value)).replace("tollens.core.", "")  # type: ignore[arg-type]
    except ValueError:
        return "(...)"
