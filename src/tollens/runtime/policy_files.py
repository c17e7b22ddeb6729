# pathlib would cost a tenth of the start-up
# ruff: noqa: PTH118, PTH119, PTH120
"""Policies from files, folders and the packs that come with the program: each read whole, or refused with its name.

A file holds one policy, a list of them, or a pack. A folder is read with all that is in it; files that list what the
others hold (`_index.json`, `_catalog.json`) or only describe it (a `pack.json` without policies) are passed over.
"""

import os
from typing import NamedTuple

from tollens.core.errors import MisuseError, UnreadableError
from tollens.core.policy.checking import Terms, given, united
from tollens.core.policy.gallery import Published, published
from tollens.core.policy.verdict import Rule
from tollens.core.wire.value import parse
from tollens.runtime import files
from tollens.runtime.traces import YAML_NAMES

MAX_BYTES = 16 << 20
"""Most bytes of a policy file."""

ENDINGS = (".json", *YAML_NAMES)
_LISTS = ("_index.json", "_catalog.json")
_DESCRIPTION = "pack.json"

_SHIPPED = os.path.join(os.path.dirname(os.path.dirname(__file__)), "packs")


class Pack(NamedTuple):
    """A pack that comes with the program.

    Attributes:
        name: What it is asked for by.
        title: In one line.
        description: What it is for.
        policies: What is in it.
    """

    name: str
    title: str
    description: str
    policies: tuple[Published, ...]


def pack_names() -> list[str]:
    """The packs that come with the program, sorted."""
    return sorted({os.path.basename(os.path.dirname(path)) for path in files.listed(_SHIPPED, (_DESCRIPTION,))})


def pack(name: str) -> Pack:
    """A pack that comes with the program.

    Raises:
        MisuseError: There is none of that name.
    """
    if name not in pack_names():
        raise MisuseError(f"there is no pack {name!r}", f"The packs are {', '.join(pack_names())}.")
    folder = os.path.join(_SHIPPED, name)
    said = _value(os.path.join(folder, _DESCRIPTION))
    assert isinstance(said, dict)
    return Pack(name, str(said["name"]), str(said["description"]), _in_folder(folder, f"the pack {name}"))


def policies_from(source: str) -> tuple[Published, ...]:
    """The policies of a file, of a folder, or of a pack that comes with the program.

    Args:
        source: A path, the name of a pack, or `PACK/ID` for one policy of it.

    Raises:
        WorldError: The file cannot be read.
        MisuseError: There is no such thing, there are two, or there is no policy in it.
    """
    there = files.is_folder(source) or files.exists(source) or source == files.STANDARD
    name, _, one = source.partition("/")
    shipped = name in pack_names() and "/" not in one
    if there and shipped:
        raise MisuseError(
            f"{source!r} is a pack, and there is a file or folder of that name here",
            f"Write {os.curdir}/{source} for it.",
        )
    if shipped:
        held = pack(name).policies
        if not one:
            return held
        chosen = tuple(policy for policy in held if policy.policy.policy_id == one)
        if not chosen:
            known = ", ".join(policy.policy.policy_id for policy in held)
            raise MisuseError(f"the pack {name} has no policy {one!r}", f"It has {known}.")
        return chosen
    if files.is_folder(source):
        return _in_folder(source)
    if not there and os.sep not in source and not source.endswith(ENDINGS):
        raise MisuseError(f"{source!r} is no file, folder or pack", f"The packs are {', '.join(pack_names())}.")
    return published(_value(source), source)


def policies(*sources: str, types: tuple[str, ...] = ()) -> tuple[Rule, ...]:
    """The policies of files, folders and packs, ready to be followed; without those that their files switch off.

    Args:
        sources: Paths, names of packs, or `PACK/ID`.
        types: Type names beside those of the text that they use on purpose.

    Raises:
        WorldError: A file cannot be read.
        MisuseError: There is no such thing, there are two, or a policy in it cannot be read.

    >>> [rule.policy_id for rule in policies("workflow/research_before_edit")]
    ['research_before_edit']
    """
    terms = Terms(types=types)
    found = united([given(one, terms) for source in sources for one in policies_from(source)])
    for one in found:
        if one.rule is None:
            raise MisuseError(f"{one.published.source}: {one.published.policy.policy_id}: {one.fault}")
    return tuple(one.rule for one in found if one.rule is not None and not one.published.disabled)


def _in_folder(folder: str, source: str = "") -> tuple[Published, ...]:
    found: list[Published] = []
    for path in files.listed(folder, ENDINGS):
        value = _value(path)
        if not _only_tells_of_others(os.path.basename(path), value):
            found += published(value, source or path)
    if not found:
        raise MisuseError(f"the folder {folder!r} has no policy", f"Policy files end in {', '.join(ENDINGS)}.")
    return tuple(one._replace(pack=one.pack or os.path.basename(folder)) for one in found) if source else tuple(found)


def _only_tells_of_others(name: str, value: object) -> bool:
    """Whether a file lists or describes policies that stand elsewhere; one that is a policy itself is never that."""
    if isinstance(value, dict) and "formula" in value:
        return False
    return name in _LISTS or (name == _DESCRIPTION and not (isinstance(value, dict) and "policies" in value))


def _value(path: str) -> object:
    """The JSON value of a file, in which nothing is said twice."""
    data = files.read(path, limit=MAX_BYTES)
    try:
        if path.endswith(YAML_NAMES):
            from tollens.runtime.yaml_files import read_yaml

            value, repeated = read_yaml(data)
            odd = [f"{place} stands there twice" for place in repeated]
        else:
            value, faults = parse(data)
            odd = [fault.message for fault in faults if fault.severity == "error"]
    except UnreadableError as error:
        raise MisuseError(f"{path}: {error.message}", error.advice) from None
    if odd:
        raise MisuseError(f"{path}: {odd[0]}")
    return value
