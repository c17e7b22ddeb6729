"""§15.3 What bringing two traces together leaves open, for the report: what is double, set aside, or may be misread."""

import re
from collections.abc import Iterator
from typing import Any

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.merge.elements import own_name
from tollens.core.merge.places import Kind
from tollens.core.merge.recording import NOUNS
from tollens.core.merge.union import Union
from tollens.core.validate.wording import quoted

_QUOTED = re.compile(r"\"([^\"]+)\"|'([^']+)'")
_FEW = 5
"""So many names stand in a message at most."""


def questions(union: Union) -> Iterator[Diagnostic]:
    """What a person should know, with its place in the merged trace."""
    for difference in union.differences:
        if difference.member in NOUNS:
            noun, name, other = NOUNS[difference.member], quoted(difference.name), quoted(difference.theirs)
            text = f"the {noun} {name} has two definitions: that of theirs is called {other}"
            hint = "Keep one of them; a review item of the merged trace asks for it."
            yield Diagnostic("MRG104", "warning", pointer(difference.member), text, "15.3", hint)
    for one in (union, *union.further):
        for member in one.set_aside:
            text = f"what {quoted(member)} of theirs says does not fit beside ours, and is set aside"
            hint = "It stands, as it was, in the result of the action that records the merge (`merged.set_aside`)."
            yield Diagnostic("MRG105", "warning", pointer(member), text, "15.3", hint)
    yield from _misread(union)


def _misread(union: Union) -> Iterator[Diagnostic]:
    """Policies whose formula names something that has another name now: formulas are text, and stay as they are."""
    policies = union.value.get("policies") or ()
    tables = [union.of_theirs[kind] for kind in (Kind.Artifact, Kind.Policy)] if policies else []
    renamed = {old: new for table in tables for old, new in table.items()}
    renamed = {old: new for old, new in renamed.items() if old != new}
    for place, policy in enumerate(policies) if renamed else ():
        name = own_name(policy, "policy_id", Kind.Policy)
        said = _words(policy.get("formula")) if name is not None else set()
        if found := sorted(old for old in renamed if old in said):
            told = ", ".join(f"{quoted(old)} (of theirs: {quoted(renamed[old])})" for old in found[:_FEW])
            text = f"the policy {quoted(name)} names what has two meanings now: {told}"
            hint = "Read its formula, and correct the names if those of theirs are meant."
            yield Diagnostic("MRG106", "warning", pointer("policies", place, "formula"), text, "15.3", hint)


def _words(formula: Any) -> set[str]:
    """The texts in a formula, whether it is written or a tree."""
    found: set[str] = set()
    waiting = [formula]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            found.add(held)
            found.update(one or other for one, other in _QUOTED.findall(held))
        elif isinstance(held, dict):
            waiting.extend(held.values())
        elif isinstance(held, list):
            waiting.extend(held)
    return found
