"""Whether a trace has what a policy applies to: `applies_when` (policy companion §6.1); the formula stays as it is."""

from tollens.core.model.policies import PolicySelector
from tollens.core.model.unrecognized import Unrecognized
from tollens.core.policy.engine import Shared
from tollens.core.policy.masks import conjunction, everywhere
from tollens.core.policy.plan import type_name
from tollens.core.policy.values import Unknown, Word
from tollens.core.policy.words import fold


def selected(selector: PolicySelector, shared: Shared) -> bool | None:
    """Whether one action meets all conditions on actions, and one artifact all those on artifacts.

    Returns:
        `None` where an entry that could not be read may be what is looked for.
    """
    return both(selected_parts(selector, shared))


Parts = tuple[bool | None, bool | None]
"""Whether there is such an action, and such an artifact."""


def selected_parts(selector: PolicySelector, shared: Shared) -> Parts:
    """What there is of the two things that a policy applies to, each by itself."""
    return _action(selector, shared), _artifact(selector, shared)


def both(parts: Parts) -> bool | None:
    """Whether both are there."""
    return False if False in parts else None if None in parts else True


def more(parts: Parts, others: Parts) -> Parts:
    """What is there of each in one trace or another."""
    acted, made = (
        True if True in pair else None if None in pair else False for pair in zip(parts, others, strict=True)
    )
    return acted, made


def _action(selector: PolicySelector, shared: Shared) -> bool | None:
    facts = shared.facts
    paths = (*(() if selector.path_matches is None else (selector.path_matches,)), *selector.path_matches_any)
    if selector.action_type is None and selector.category is None and not paths:
        return True
    masks = everywhere(True, facts.actions)
    if selector.action_type is not None:
        masks = conjunction(masks, facts.type(selector.action_type))
    if selector.category is not None:
        masks = conjunction(masks, facts.category(fold(selector.category)))
    if selector.path_matches is not None:
        masks = conjunction(masks, facts.on_path((selector.path_matches,)))
    if selector.path_matches_any:
        masks = conjunction(masks, facts.on_path(selector.path_matches_any))
    if masks.true:
        return True
    return None if facts.actions & ~masks.false else False


def _artifact(selector: PolicySelector, shared: Shared) -> bool | None:
    if selector.artifact_type is None and selector.artifact_role is None:
        return True
    role = None if selector.artifact_role is None else fold(selector.artifact_role)
    open_ended = False
    for place, artifact in enumerate(shared.record.trace.artifacts):
        kind = shared.elements.field(shared.elements.artifact(place), "type")
        unread = isinstance(artifact, Unrecognized)
        said = None if isinstance(artifact, Unrecognized) else artifact.artifact_role
        fits_role = role is None or (said is not None and fold(said.word) == role)
        if selector.artifact_type is None or (
            isinstance(kind, Word) and kind.word == type_name(selector.artifact_type)
        ):
            if fits_role:
                return True
            open_ended |= unread
        else:
            open_ended |= isinstance(kind, Unknown)
    return None if open_ended else False
