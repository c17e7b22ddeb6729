"""Tollens: read, make, check and review traces of AI agents' work.

>>> import tollens
>>> document = tollens.loads('{"trace_id": "t1"}')
>>> document.trace.trace_id
't1'
>>> tollens.validate(document).valid
False

The names below are the public face; everything else may move. They are loaded when first used, so that importing the
package costs nothing.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tollens.apps.recorder.recorder import Recorder
    from tollens.core import author, model
    from tollens.core.derive.evaluation import Evaluation
    from tollens.core.diagnostics import Diagnostic, Report
    from tollens.core.errors import MissingExtraError, MisuseError, TollensError, UnreadableError, WorldError
    from tollens.core.model.trace import Trace
    from tollens.core.policy.monitor import Monitor
    from tollens.core.wire.document import Document
    from tollens.core.wire.upgrade import migrate_residuals, upgrade
    from tollens.runtime.policy_files import policies
    from tollens.runtime.traces import dump, dumps, evaluate, load, loads, validate

__all__ = [
    "Diagnostic",
    "Document",
    "Evaluation",
    "MissingExtraError",
    "MisuseError",
    "Monitor",
    "Recorder",
    "Report",
    "TollensError",
    "Trace",
    "UnreadableError",
    "WorldError",
    "author",
    "dump",
    "dumps",
    "evaluate",
    "load",
    "loads",
    "migrate_residuals",
    "model",
    "policies",
    "upgrade",
    "validate",
]

_MODULES = frozenset({"author", "model"})
"""Names that are modules themselves."""

_HOMES = {
    "Diagnostic": "core.diagnostics",
    "Document": "core.wire.document",
    "Evaluation": "core.derive.evaluation",
    "MissingExtraError": "core.errors",
    "MisuseError": "core.errors",
    "Monitor": "core.policy.monitor",
    "Recorder": "apps.recorder.recorder",
    "Report": "core.diagnostics",
    "TollensError": "core.errors",
    "Trace": "core.model.trace",
    "UnreadableError": "core.errors",
    "WorldError": "core.errors",
    "author": "core.author",
    "dump": "runtime.traces",
    "dumps": "runtime.traces",
    "evaluate": "runtime.traces",
    "load": "runtime.traces",
    "loads": "runtime.traces",
    "migrate_residuals": "core.wire.upgrade",
    "model": "core.model",
    "policies": "runtime.policy_files",
    "upgrade": "core.wire.upgrade",
    "validate": "runtime.traces",
}
"""The module that each name is in, or is."""


def _shown(value: object) -> str:
    from tollens.runtime.notebooks import html

    return html(value)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'tollens' has no attribute {name!r}")
    from tollens.core.shown import show_by

    show_by(_shown)  # whoever uses the public face may sit at a notebook
    home = importlib.import_module(f"tollens.{_HOMES[name]}")
    value = home if name in _MODULES else getattr(home, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
