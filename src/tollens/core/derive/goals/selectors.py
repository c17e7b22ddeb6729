"""§18.1 What a quantifier ranges over: components of code by the path of their file, by module, by scope or by tag."""

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeVar

from tollens.core.graph.index import Index
from tollens.core.graph.inventory import Component, Inventory, component_id, looks_like_a_file, normal_path, same_file
from tollens.core.model.artifacts import Artifact
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.wire.formulas import Selector

Token = TypeVar("Token")
Item = TypeVar("Item")

HIGH_STAKES = "high_stakes"
"""The tag of the files that the trace's member `high_stakes_paths` names by parts of their paths."""

_PARTS = re.compile(r"[/\\.]")


class Selectors:
    """Finds the components that a selector means, over one trace."""

    def __init__(self, index: Index, inventory: Inventory) -> None:
        self._index = index
        self._inventory = inventory
        self._found: dict[tuple[Selector, tuple[str, ...]], tuple[Component, ...]] = {}

    def components(self, selector: Selector, scope: tuple[str, ...]) -> tuple[Component, ...]:
        """The components, in the order of the trace, or of the scope.

        Args:
            selector: Of a quantifier.
            scope: Of the goal.
        """
        key = (selector, scope if selector.kind == "scope" else ())
        if key not in self._found:
            self._found[key] = tuple(dict.fromkeys(self._select(selector, scope)))
        return self._found[key]

    def _select(self, selector: Selector, scope: tuple[str, ...]) -> list[Component]:
        known = self._inventory.components
        match selector.kind:
            case "glob":
                return [c for c in known if path_matches(selector.text, c.file)]
            case "module":
                return [c for c in known if in_module(selector.text, c)]
            case "scope":
                return [component for entry in scope for component in self._named(entry)]
        tagged = self._tagged(selector.text)
        return [c for c in known if c.file in tagged or (c.component_id and c.component_id in tagged)]

    def _named(self, entry: str) -> list[Component]:
        """What one entry of a scope names: the components of a file, or those of that symbol or id.

        What the trace does not know is an element, too: nothing is established of it.
        """
        found = self._by_name.get(entry, [])
        if not found and looks_like_a_file(entry):
            found = [component for component in self._inventory.components if same_file(component.file, entry)]
            return found or [Component(file=normal_path(entry))]
        return found or [Component(entry)]

    @cached_property
    def _by_name(self) -> dict[str, list[Component]]:
        found: dict[str, list[Component]] = {}
        for component in self._inventory.components:
            for name in dict.fromkeys(filter(None, component)):
                found.setdefault(name, []).append(component)
        return found

    def _tagged(self, tag: str) -> frozenset[str]:
        """The files and component ids that artifacts with the tag in their metadata are about."""
        found: set[str] = set()
        for position, artifact in enumerate(self._index.trace.artifacts):
            if tag in _tags(artifact):
                found.update(self._inventory.files(position))
                found.add(component_id(artifact))
        if tag.replace("-", "_") == HIGH_STAKES:
            parts = self._high_stakes()
            found.update(c.file for c in self._inventory.components if any(part in c.file for part in parts))
        return frozenset(found - {""})

    def _high_stakes(self) -> list[str]:
        value = self._index.value
        held = value.get("high_stakes_paths") if isinstance(value, dict) else None
        return [part for part in held if isinstance(part, str) and part] if isinstance(held, list) else []


def _tags(artifact: Artifact) -> tuple[object, ...]:
    """The tags in an artifact's metadata; of one that is not recognized, too: ignoring it would narrow the range."""
    if isinstance(artifact, Unrecognized):
        held = artifact.member("metadata")
        tags = held.get("tags") if isinstance(held, dict) else None
    else:
        tags = None if artifact.metadata is None else artifact.metadata.get("tags")
    return tuple(tags) if isinstance(tags, list) else ()


def in_module(module: str, component: Component) -> bool:
    """Whether a component lies in a module: consecutive parts of its path or of its qualified name say so.

    >>> in_module("payments", Component("fee", "src/payments/fees.py")), in_module("pay", Component("fee", "pays.py"))
    (True, False)
    """
    wanted = [part for part in _PARTS.split(module) if part]
    path = component.file.rpartition(".")[0] if looks_like_a_file(component.file) else component.file
    return any(_holds([p for p in _PARTS.split(name) if p], wanted) for name in (path, component.symbol))


def _holds(parts: Sequence[str], wanted: Sequence[str]) -> bool:
    size = len(wanted)
    return size > 0 and any(parts[start : start + size] == wanted for start in range(len(parts) - size + 1))


def path_matches(pattern: str, path: str) -> bool:
    """Whether a path fits a pattern: `*` and `?` within one part of the path, `**` any number of parts.

    A pattern without `/` is about the last part. `**` alone also fits a component whose file is not known.

    >>> path_matches("**/*.py", "fees.py"), path_matches("payments/*", "payments/sub/tax.py")
    (True, False)
    >>> path_matches("*.py", "a/b.py")
    True
    """
    if pattern == "**":
        return True
    if not path:
        return False
    parts = normal_path(path).split("/")
    wanted = normal_path(pattern).split("/")
    if len(wanted) == 1:
        return _fits(wanted[0], parts[-1])
    return _wild(wanted, parts, "**".__eq__, _fits)


def _fits(pattern: str, part: str) -> bool:
    return _wild(pattern, part, "*".__eq__, lambda wanted, one: wanted in ("?", one))


def _wild(
    tokens: Sequence[Token], items: Sequence[Item], many: Callable[[Token], bool], fits: Callable[[Token, Item], bool]
) -> bool:
    """Match items against tokens of which some stand for any number of them; goes back to the last such one only."""
    at = place = 0
    mark, kept = -1, 0
    while place < len(items):
        if at < len(tokens) and many(tokens[at]):
            mark, kept = at, place
            at += 1
        elif at < len(tokens) and fits(tokens[at], items[place]):
            at += 1
            place += 1
        elif mark >= 0:
            kept += 1
            at, place = mark + 1, kept
        else:
            return False
    return all(many(token) for token in tokens[at:])
