"""§15.3 Whether a merged trace holds what its parents hold beside artifacts: actions, goals, comments, reviews, links.

What must be there is what a merge of the parents has: of what changed in place, the version of whoever changed it. It
may have other names where another program merged; what it names must be the same all the same.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tollens.core.diagnostics import Diagnostic, pointer
from tollens.core.merge.elements import Name, canonical, named_lists, own_name
from tollens.core.merge.likeness import shape
from tollens.core.merge.parents import Side
from tollens.core.merge.places import Kind, Place, Role
from tollens.core.merge.renaming import trees, turned
from tollens.core.merge.union import Union
from tollens.core.model import Trace
from tollens.core.validate.wording import quoted
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value

_NOUNS = {
    "actions": "action",
    "meta_actions": "meta-action",
    "policies": "policy",
    "policy_evaluations": "evaluation",
    "reference_artifacts": "reference",
    "execution_environments": "environment",
    "comments": "comment",
    "review_items": "review item",
    "goals": "goal",
    "trace_links": "link",
    "residuals": "residual",
}
_GROUPED = "meta_action_id"
"""Says of an action how it is grouped, which is said in its group as well."""

_HINT = "A merge holds both histories in full: merge again, and change what was merged in a successor."


def not_beside(merged: Document, union: Union, names: Mapping[tuple[Side, str], str]) -> Iterator[Diagnostic]:
    """What of the parents is not in the merged trace, or not as it was.

    Args:
        merged: The trace.
        union: What a merge of the parents holds.
        names: What artifacts of the parents are called in the merged trace.
    """
    mapped = {new: names[key] for key, new in union.names.items() if key in names and names[key] != new}
    lists = [_List(member, key, kind, merged, union) for member, key, kind in named_lists() if member != "artifacts"]
    lists.append(_List("policy_evaluations", None, None, merged, union))
    loose: set[Kind | None] = {each.kind for each in lists if each.kind is not Kind.Artifact and each.has_other_names}
    for each in lists:
        yield from each.lacking(mapped, loose)


def called_otherwise(merged: Document, union: Union) -> frozenset[Kind]:
    """The kinds of elements of which some are not there under the names that a merge here gives; also observations."""
    lists = (_List(member, key, kind, merged, union) for member, key, kind in named_lists())
    return frozenset({Kind.Observation, *(each.kind for each in lists if each.kind and each.has_other_names)})


class _List:
    """One list of the trace, as it should be and as it is.

    Args:
        member: Its name.
        key: The member of an element that holds its name; elements without one are told by what they say.
        kind: What its elements are.
        merged: The merged trace.
        union: What it should hold.
    """

    def __init__(self, member: str, key: str | None, kind: Kind | None, merged: Document, union: Union) -> None:
        held = merged.value.get(member)
        self._member, self._key, self.kind, self._union = member, key, kind, union
        self._wanted: list[Any] = union.value.get(member) or []
        self._held: list[Any] = held if isinstance(held, list) else []
        self._places: dict[Name, list[int]] = {}
        for at, element in enumerate(self._held):
            if (name := self._name(element)) is not None:
                self._places.setdefault(name, []).append(at)

    @property
    def has_other_names(self) -> bool:
        """Whether something of the parents is called otherwise than it would be here, or is not there."""
        return any(name not in self._places for each in self._wanted if (name := self._name(each)) is not None)

    def lacking(self, mapped: Mapping[str, str], loose: set[Kind | None]) -> Iterator[Diagnostic]:
        """What is not there as it was.

        Args:
            mapped: Artifacts that are called otherwise than they would be here.
            loose: Kinds of elements of which the names do not tell.
        """
        open_ = [each for each in self._wanted if not self._is_there(each)]
        if not open_:
            return
        known = {name for each in self._wanted if (name := self._name(each)) is not None}
        strangers = [each for each in self._held if self._name(each) not in known or self._key is None]
        twins = [each for each in self._held if self._name(each) in known] if self._key else []
        left = Counter(self._said(each, {}, loose) for each in self._normal(strangers))
        same = {(self._name(each), self._said(each, {}, loose)) for each in self._normal(twins)}
        for element, read in zip(open_, self._normal(open_), strict=True):
            said = self._said(read, mapped, loose)
            if (self._name(element), said) in same:
                continue
            if left[said]:
                left[said] -= 1
            else:
                yield self._lack(element)

    def _name(self, element: Any) -> Name | None:
        return None if self._key is None or self.kind is None else own_name(element, self._key, self.kind)

    def _is_there(self, element: Any) -> bool:
        """Whether it is there to the letter."""
        name = self._name(element)
        return name is not None and any(self._held[at] == element for at in self._places.get(name, ()))

    def _normal(self, elements: Sequence[Any]) -> list[Any]:
        """Elements as they are written, whatever the spelling in which they were read."""
        attribute = next(field.name for field in msgspec.structs.fields(Trace) if field.encode_name == self._member)
        return [to_value(each) for each in getattr(Document.of({self._member: list(elements)}).trace, attribute)]

    def _said(self, element: Any, mapped: Mapping[str, str], loose: set[Kind | None]) -> bytes:
        """What an element says, and of what, beside its own name."""

        def turn(place: Place, name: Any) -> Any:
            if place.role is Role.Own or place.kind in loose:
                return None
            return mapped.get(name, name) if Kind.Artifact in (place.kind, place.also) else name

        said = turned(self._member, element, turn) if self._member in trees() else element
        if self._member == "actions" and isinstance(said, dict):
            said = {name: held for name, held in said.items() if name != _GROUPED}
        return canonical(shape(said))

    def _lack(self, element: Any) -> Diagnostic:
        name = self._name(element)
        noun = _NOUNS.get(self._member, self._member)
        called = noun if name is None else f"{noun} {quoted(name) if isinstance(name, str) else name}"
        places = self._places.get(name, ()) if name is not None else ()
        told = "not in the merged trace as it was" if places else "not in the merged trace"
        text = f"the {called} of {self._whose(name)} is {told}"
        path = pointer(self._member, places[0]) if places else pointer(self._member)
        return Diagnostic("MCK014", "error", path, text, "15.3", _HINT)

    def _whose(self, name: Name | None) -> str:
        """The parents that have it."""
        if name is None or self.kind is None:
            return "the parents"
        table: Mapping[tuple[Side, Any], Any] = (
            self._union.names
            if self.kind is Kind.Artifact
            else self._union.actions
            if self.kind is Kind.Action
            else self._union.others[self.kind]
        )
        sides = {side.value for side in Side for (whose, _), new in table.items() if new == name and whose is side}
        return sides.pop() if len(sides) == 1 else "both parents" if sides else "the parents"
