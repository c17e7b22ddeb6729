"""§15.3 Whether a merged trace holds what its parents hold, each artifact as it was and resting on what it rested on.

A warrant is worth no more than the record that it is about: a proof that answers another goal than it did, a goal that
says something else, or a defeater that is gone leaves every closure as it was. So all artifacts of the parents must be
there. Their ids may be others; what they name must be the same.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.graph.index import RESULTS, Index
from tollens.core.merge.parents import Side
from tollens.core.merge.places import Kind, Role
from tollens.core.merge.renaming import mentioned
from tollens.core.merge.views import View
from tollens.core.validate.wording import quoted
from tollens.core.wire.encode import to_value

_SECTION = "15.3"
_RESULTS = frozenset(kind.__struct_config__.tag for kind in RESULTS)


def not_kept(
    found: Index,
    sides: Mapping[Side, View],
    names: Mapping[tuple[Side, str], str],
    actions: Mapping[tuple[Side, int], int] | None,
) -> Iterator[Diagnostic]:
    """What of the parents is not in the merged trace as it was; reasoning results that are missing are told elsewhere.

    Args:
        found: Of the merged trace.
        sides: Its parents.
        names: What their artifacts are called there.
        actions: Likewise their actions; `None` where that is not known.
    """
    for side, view in sides.items():
        for name, at in view.index.artifact_at.items():
            artifact, merged = view.index.trace.artifacts[at], names.get((side, name))
            if merged is not None:
                position = found.artifact_at[merged]
                if _named(artifact, side, names) != _named(found.trace.artifacts[position], None, names):
                    text = f"{quoted(merged)} names other artifacts than it does as {quoted(name)} of {side.value}"
                    yield _error("MCK011", ("artifacts", position), text, "Let it name what it named: merge again.")
                elif actions is not None and _makers(artifact, side, actions) != _makers(
                    found.trace.artifacts[position], None, actions
                ):
                    text = f"{quoted(merged)} has another maker than it has as {quoted(name)} of {side.value}"
                    yield _error("MCK011", ("artifacts", position), text, "Let it say who made it: merge again.")
            elif to_value(artifact).get("artifact_type") not in _RESULTS:
                text = f"{quoted(name)} of {side.value} is not in the merged trace, or not as it was"
                yield _error("MCK010", ("artifacts",), text, "A merge holds both histories in full: merge again.")


def _named(artifact: Any, side: Side | None, names: Mapping[tuple[Side, str], str]) -> list[Any]:
    """The artifacts that one rests on, as the merged trace calls them, in the order of the places where it says so."""
    said = mentioned("artifacts", to_value(artifact))
    held = [name for place, name in said if place.kind is Kind.Artifact and place.role is Role.Rests]
    return held if side is None else [names.get((side, name), name) for name in held]


def _makers(artifact: Any, side: Side | None, actions: Mapping[tuple[Side, int], int]) -> list[Any]:
    """The actions that an artifact comes from, as the merged trace calls them."""
    said = mentioned("artifacts", to_value(artifact))
    held = [name for place, name in said if place.kind is Kind.Action and place.role is Role.Maker]
    return held if side is None else [actions.get((side, name), name) for name in held]


def _error(code: str, path: tuple[str | int, ...], text: str, hint: str) -> Diagnostic:
    return Diagnostic(code, "error", pointer(*path), text, _SECTION, hint)
