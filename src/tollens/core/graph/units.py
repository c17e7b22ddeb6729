"""§8.4 Meta-actions as coarse nodes of the lineage, through the artifacts that they say they produced.

A meta-action stands for what it lists and for what the meta-actions inside it list. It adds no step between artifacts:
it is a claim about the structure of the work, and an artifact does not derive from everything that its unit of intent
looked at.
"""

from tollens.core.graph.index import Index


def unit_of(index: Index) -> dict[int, str]:
    """Each artifact that a meta-action lists as produced, by position, with the id of the first that does."""
    found: dict[int, str] = {}
    for _, unit in index.meta_actions:
        for name in unit.produced_artifact_ids:
            at = index.artifact_at.get(name)
            if at is not None:
                found.setdefault(at, unit.id)
    return found


def produced(index: Index, unit: int) -> tuple[int, ...]:
    """Positions of the artifacts that a meta-action and those inside it list as produced, in list order.

    Args:
        index: Of the trace.
        unit: Position of the meta-action.
    """
    spans = index.nesting
    first, last = spans.get(unit, (0, 0))
    names: set[str] = set()
    for position, inner in index.meta_actions:
        if position == unit or (position in spans and first < spans[position][0] < last):
            names.update(inner.produced_artifact_ids)
    return tuple(sorted(index.artifact_at[name] for name in names if name in index.artifact_at))
