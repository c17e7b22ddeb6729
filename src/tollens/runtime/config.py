# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH118, PTH120
"""The file of a project, `tollens.toml`: which policies are checked, how grave they are, which are off and why.

It is found in the folder that one works in, or the nearest one around it. A name in it that means nothing is refused,
since a misspelt setting would loosen a check in silence.
"""

import os
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, NamedTuple

from tollens.core.errors import MisuseError
from tollens.core.model.policies import PolicySeverity
from tollens.runtime import files

NAME = "tollens.toml"

MAX_BYTES = 1 << 20
"""Most bytes of a project's file."""

_MEMBERS = ("sources", "packs", "high_stakes_paths", "types", "text_predicates", "unknown", "severity", "disabled")
_UNKNOWN = {"blocks": True, "reported": False}


class Project(NamedTuple):
    """What a project says of its policies.

    Attributes:
        path: The file; empty where there is none.
        sources: Policy files and folders, as paths from where one works.
        packs: Names of packs that come with the program.
        high_stakes_paths: What makes a path one of high stakes.
        types: Type names beside those of the text that its policies use on purpose.
        text_predicates: Whether names that are no predicates are looked for in the words of actions.
        unknown_blocks: Whether a policy of severity error that cannot be decided blocks.
        severities: Another severity than a policy states, by its id.
        disabled: Why a policy is not checked, by its id.
    """

    path: str = ""
    sources: tuple[str, ...] = ()
    packs: tuple[str, ...] = ()
    high_stakes_paths: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    text_predicates: bool = True
    unknown_blocks: bool = True
    severities: Mapping[str, PolicySeverity] = MappingProxyType({})
    disabled: Mapping[str, str] = MappingProxyType({})


def find() -> str | None:
    """The path of the project's file in this folder or the nearest one around it, from here; `None` if there is none.

    Raises:
        WorldError: This folder is gone.
    """
    folder = files.here()
    while True:
        path = os.path.join(folder, NAME)
        if files.exists(path):
            return files.shown(path)
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def read_project(path: str) -> Project:
    """A project's file.

    Raises:
        WorldError: It cannot be read.
        MisuseError: It is no TOML, or says something that has no meaning.
    """
    try:
        said = tomllib.loads(files.read(path, limit=MAX_BYTES).decode())
    except UnicodeDecodeError:
        raise MisuseError(f"{path}: it is no UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise MisuseError(f"{path}: it is no TOML: {error}") from None
    except RecursionError:
        raise MisuseError(f"{path}: it is nested too deep") from None
    _refuse_others(path, "", said, ("policies",))
    read = _Table(path, said.get("policies", {}))
    unknown = read.text("unknown", "blocks")
    if unknown not in _UNKNOWN:
        raise MisuseError(f"{path}: policies.unknown is {unknown!r}", f"It is one of {', '.join(_UNKNOWN)}.")
    folder = os.path.dirname(path)
    return Project(
        path=path,
        sources=tuple(os.path.join(folder, source) for source in read.texts("sources")),
        packs=read.texts("packs"),
        high_stakes_paths=read.texts("high_stakes_paths"),
        types=read.texts("types"),
        text_predicates=read.flag("text_predicates"),
        unknown_blocks=_UNKNOWN[unknown],
        severities={name: _severity(path, name, word) for name, word in read.words("severity").items()},
        disabled={name: _reason(path, name, why) for name, why in read.words("disabled").items()},
    )


class _Table:
    """The table of the policies, member by member."""

    def __init__(self, path: str, held: Any) -> None:
        if not isinstance(held, dict):
            raise MisuseError(f"{path}: policies is a table", "Begin it with [policies].")
        _refuse_others(path, "policies.", held, _MEMBERS)
        self._path = path
        self._held: dict[str, Any] = held

    def text(self, name: str, usual: str) -> str:
        """Text."""
        said = self._held.get(name, usual)
        if not isinstance(said, str):
            raise MisuseError(f"{self._path}: policies.{name} is text")
        return said

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, none of them blank."""
        said = self._held.get(name, [])
        if not isinstance(said, list) or not all(isinstance(one, str) and one.strip() for one in said):
            raise MisuseError(f"{self._path}: policies.{name} is a list of texts")
        return tuple(said)

    def flag(self, name: str) -> bool:
        """What is so unless it is said not to be."""
        said = self._held.get(name, True)
        if not isinstance(said, bool):
            raise MisuseError(f"{self._path}: policies.{name} is true or false")
        return said

    def words(self, name: str) -> Mapping[str, str]:
        """A text for each id of a policy."""
        said = self._held.get(name, {})
        if not isinstance(said, dict) or not all(isinstance(one, str) for one in said.values()):
            raise MisuseError(f"{self._path}: policies.{name} is a table", f"Begin it with [policies.{name}].")
        return said


def _refuse_others(path: str, table: str, said: Mapping[str, object], known: Iterable[str]) -> None:
    for name in said:
        if name not in known:
            near = get_close_matches(name[:64], list(known), n=1)
            advice = f"Did you mean {table}{near[0]}?" if near else f"It has {', '.join(known)}."
            raise MisuseError(f"{path}: {table}{name} is no setting", advice)


def _severity(path: str, name: str, word: str) -> PolicySeverity:
    for severity in PolicySeverity:
        if severity.value == word:
            return severity
    known = ", ".join(severity.value for severity in PolicySeverity)
    raise MisuseError(f"{path}: {word!r} is no severity, which {name} shall have", f"It is one of {known}.")


def _reason(path: str, name: str, why: str) -> str:
    if not why.strip():
        raise MisuseError(f"{path}: {name} is disabled for no reason", f'Write why: {name} = "…".')
    return why
