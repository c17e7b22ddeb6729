"""One way to find, name and refuse a plugin of any kind.

Built-in plugins are the modules of one folder, each with a `PLUGIN`; installed ones are entry points, which are read
only when a name is not built in, because reading them costs more than the whole start-up. Two plugins with one name
are an error, never a silent choice.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast

from tollens.core.errors import MissingExtraError, MisuseError

P = TypeVar("P")


class Registry(Generic[P]):
    """The plugins of one kind.

    Args:
        kind: What they are, as messages say it (`session format`).
        package: The folder of the built-in ones, as a dotted name.
        group: The entry point group of installed ones (`tollens.sessions`).
        extras: The optional dependency group that a built-in plugin needs, by plugin name.
    """

    def __init__(self, kind: str, package: str, group: str, extras: Mapping[str, str] | None = None) -> None:
        self.kind = kind
        self._package = package
        self._group = group
        self._extras = dict(extras or {})
        self._loaded: dict[str, P] = {}

    def names(self) -> tuple[str, ...]:
        """The names of the built-in plugins, sorted."""
        folder = importlib.import_module(self._package).__path__
        return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(folder)))

    def built_in(self) -> tuple[P, ...]:
        """Every built-in plugin, by name."""
        return tuple(self.get(name) for name in self.names())

    def get(self, name: str) -> P:
        """The plugin called `name`.

        Raises:
            MisuseError: There is none, or there are two.
            MissingExtraError: An optional dependency of it is not installed.
        """
        if name not in self._loaded:
            self._loaded[name] = self._built_in(name) if name in self.names() else self._installed(name)
        return self._loaded[name]

    def _built_in(self, name: str) -> P:
        try:
            module = importlib.import_module(f"{self._package}.{name.replace('-', '_')}")
        except ModuleNotFoundError as error:
            if name not in self._extras or (error.name or "").startswith("tollens"):
                raise
            raise MissingExtraError(f"the {self.kind} {name!r}", self._extras[name]) from error
        return cast(P, module.PLUGIN)

    def _installed(self, name: str) -> P:
        from importlib.metadata import entry_points

        found: list[Any] = list(entry_points(group=self._group, name=name))
        if not found:
            known = sorted({*self.names(), *(each.name for each in entry_points(group=self._group))})
            raise MisuseError(f"there is no {self.kind} {name!r}", f"Known ones: {', '.join(known) or 'none'}.")
        if len(found) > 1:
            raise MisuseError(f"{len(found)} installed packages offer a {self.kind} {name!r}", "Uninstall all but one.")
        return cast(P, found[0].load())
