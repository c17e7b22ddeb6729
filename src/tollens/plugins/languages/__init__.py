"""Model languages: what a text defines, what each definition mentions, and a normal form of each (§10.4a).

One package a language, each with its `PLUGIN`. A language knows nothing of traces.
"""

from collections.abc import Hashable

from tollens.core.errors import MissingExtraError, MisuseError
from tollens.core.ports import Language, Unread
from tollens.plugins.registry import Registry

LANGUAGES: Registry[Language[Hashable]] = Registry(
    "model language", "tollens.plugins.languages", "tollens.languages", extras={"iml": "iml"}
)


def language_of(name: str) -> Language[Hashable] | Unread:
    """The language that a model states, whatever its case, or why it cannot be read.

    >>> language_of("Lean")
    Unread(why="models in 'lean' cannot be read")
    """
    known = name.strip().lower()
    try:
        return LANGUAGES.get(known)
    except MisuseError:
        return Unread(f"models in {known!r} cannot be read")
    except MissingExtraError as error:
        return Unread(f"{error.message}: {error.advice}")
