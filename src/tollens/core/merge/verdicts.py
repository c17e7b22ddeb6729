"""§5, §15.3 Recorded evaluations of policies in a merged trace: each stands, and none speaks for more than it saw.

An evaluation is of the record that one parent had. Where both parents went on, nobody has evaluated a policy over what
came of it, so that no `passed` may be the last word: an evaluation with the status `unknown` says so. A `failed` stays
the last word, until the policy is evaluated again.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tollens.core.merge.elements import Elements, canonical
from tollens.core.merge.likeness import shape
from tollens.core.merge.naming import Renaming
from tollens.core.model import PolicyEvaluation, PolicyEvaluationStatus
from tollens.core.wire.encode import to_value

_FAILED = PolicyEvaluationStatus.Failed.value
_NOTE = "Evaluated over the parents of the merge alone; what came of both was not evaluated."


def evaluations(ours: Elements, theirs: Elements, renaming: Renaming, grown: bool) -> list[Any]:
    """The evaluations of the merged trace: those of ours, then those that only theirs has.

    Args:
        ours: The trace that keeps its names.
        theirs: The trace that joins it.
        renaming: The names of what theirs has.
        grown: Whether the merged trace holds more than either parent.
    """
    held = list(ours.listed("policy_evaluations"))
    count = Counter(_said(element) for element in held)
    moved = [renaming.moved("policy_evaluations", element) for element in theirs.listed("policy_evaluations")]
    for element in moved:
        said = _said(element)
        if count[said]:
            count[said] -= 1
        else:
            held.append(element)
    return _with_last_words(held, _last(ours.listed("policy_evaluations")), _last(moved)) if grown else held


def _with_last_words(held: list[Any], ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[Any]:
    """For each policy, last what a parent failed last; else, where it would be more than that, that nobody knows."""
    last = [element for name in dict.fromkeys((*ours, *theirs)) for element in (ours.get(name), theirs.get(name))]
    failed = list({_said(each): each for each in last if each is not None and each.get("status") == _FAILED}.values())
    aside = Counter(map(_said, failed))
    kept = []
    for element in reversed(held):  # of equal ones the last are those that move
        if aside[_said(element)]:
            aside[_said(element)] -= 1
        else:
            kept.append(element)
    settled = {element["policy_id"] for element in failed}
    unknown = PolicyEvaluationStatus.UnknownEvaluation
    nobody = [
        to_value(PolicyEvaluation(policy_id=name, status=unknown, note=_NOTE))
        for name, element in _last(held).items()
        if name not in settled and element.get("status") != unknown.value
    ]
    return [*reversed(kept), *failed, *nobody]


def _last(evaluations: Iterable[Any]) -> dict[str, Any]:
    """The last evaluation of each policy in a list."""
    dicts = (element for element in evaluations if isinstance(element, dict))
    return {name: element for element in dicts if isinstance(name := element.get("policy_id"), str)}


def _said(element: Any) -> bytes:
    return canonical(shape(element))
