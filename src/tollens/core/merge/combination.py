"""§15.3 The model that two sides have together: of each line, definition by definition, what either side made of it.

What one side left as it was in the base is as the other side has it; what both changed alike is that; what both changed
differently is a conflict. Without a base, what differs is a conflict, and what one side alone has is there. A line of
which a text cannot be read, or of which several texts stand, is compared as a whole.
"""

import enum
from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

from tollens.core.merge.alignment import Alignment, Which
from tollens.core.merge.arrangement import Arrangement, arrangement
from tollens.core.merge.identity import Body, Identities, Place, declared_ids, plain_names, renamed
from tollens.core.merge.parents import Side
from tollens.core.merge.three_way import merged as merged_text
from tollens.core.merge.views import View


class Kind(enum.Enum):
    """What became of a line."""

    Same = "both sides have the same text"
    Ours = "the text of ours is current"
    Theirs = "the text of theirs is current"
    Joined = "the sides changed different definitions"
    Conflict = "the sides changed the same definition differently"
    Unknown = "the texts cannot be compared"
    Gone = "one side has no model of it any more"
    Added = "one side alone has a model of it"


class How(enum.Enum):
    """In what the component of a side differs from the merged one."""

    Changed = "changed"
    Removed = "removed"
    Renamed = "other names only"
    Conflict = "changed differently on both sides"
    Apart = "not the same on both sides, whose versions of its model both stand"


class Version(NamedTuple):
    """A component as one of the traces has it."""

    place: Place
    body: Body


class Component(NamedTuple):
    """A component of a line whose texts differ.

    Attributes:
        name: Its id.
        base, ours, theirs: As each of the traces has it.
        merged: As both have it together; `None` where it is gone, or in conflict.
        conflict: Whether both sides changed it differently.
    """

    name: str
    base: Version | None
    ours: Version | None
    theirs: Version | None
    merged: Version | None
    conflict: bool

    def of(self, which: Which) -> Version | None:
        """As one of the traces has it."""
        return self.base if which is None else self.ours if which is Side.Ours else self.theirs

    @property
    def versions(self) -> tuple[Version, ...]:
        """As the traces have it, where they do."""
        return tuple(each for each in (self.base, self.ours, self.theirs) if each is not None)


class Combination:
    """The lines of two traces and their base as one model.

    Attributes:
        alignment: Of the lines.
        identities: Of the components.
        kinds: What became of each line.
        components: Those of the lines whose texts differ, by id.
        differs: For each side the components that it has otherwise than the merged model, and in what.
        whole: For each side the lines that count as changed as a whole, and why.

    Args:
        views: Of the base, if there is one, then of ours and of theirs.
    """

    def __init__(self, views: Mapping[Which, View]) -> None:
        self.views = views
        self.alignment = Alignment(views)
        self.kinds: list[Kind] = [Kind.Same] * self.alignment.count
        self.whole: dict[Side, dict[int, str]] = {side: {} for side in Side}
        self._contents = {which: self._content_of(which) for which in views}
        self._open: list[int] = [number for number in range(self.alignment.count) if self._glance(number)]
        changed = [number for number in range(self.alignment.count) if self.is_changed(number)]
        self.identities = Identities(self.alignment, changed)
        self.components = self._components()
        self._by_line: dict[int, list[Component]] = {}
        for component in self.components.values():
            for number in sorted({version.place[0] for version in component.versions}):
                self._by_line.setdefault(number, []).append(component)
        self._merged = {
            version.place: component.name
            for component in self.components.values()
            for version in ((component.ours, component.theirs) if component.conflict else (component.merged,))
            if version is not None
        }
        self._names = self._renamings()
        self.differs: dict[Side, dict[str, How]] = {side: dict(self._differing(side)) for side in Side}
        for number in self._open:
            self._settle(number)

    @property
    def sides_differ(self) -> bool:
        """Whether the sides have anything else than the same models."""
        return any(kind is not Kind.Same for kind in self.kinds)

    def merged_name(self, place: Place, declared: str | None) -> str:
        """The id of what stands at a place of the merged model."""
        return self._merged.get(place) or declared or self.identities.default(place)

    def doubt(self, number: int, why: str) -> None:
        """Take a line as changed as a whole, for both sides, as far as the sides have it otherwise."""
        if self.kinds[number] is Kind.Joined:
            self._keep_apart(number)
        else:
            for side in Side:
                self.whole[side][number] = why

    def _keep_apart(self, number: int) -> None:
        """Count as changed whatever the sides have differently in a line of which both versions stand."""
        for component in self.of_line(number):
            if not self.same(component.ours, component.theirs):
                for side in Side:
                    if component.of(side) is not None:
                        self.differs[side].setdefault(component.name, How.Apart)

    def of_line(self, number: int) -> list[Component]:
        """The components of a line, if its texts were compared."""
        return self._by_line.get(number, [])

    def is_changed(self, number: int) -> bool:
        """Whether the traces have not all the same texts in a line."""
        held = [contents.get(number) for contents in self._contents.values()]
        return any(each != held[0] for each in held[1:])

    def text(self, number: int, which: Which) -> int | None:
        """The only text of a trace that stands in a line."""
        standing = self.alignment.standing(number, which)
        return standing[0] if len(standing) == 1 else None

    def same(self, one: Version | None, other: Version | None) -> bool:
        """Whether two versions of a component are written the same, at one place and under one name."""
        if one is None or other is None:
            return one is other
        return one.place == other.place and one.body.normals == other.body.normals

    def reads_the_same(self, which: Which, one: Version, also: Which, other: Version) -> bool:
        """Whether two versions differ in no more than the names of components.

        A word that one text uses for a component that has another name elsewhere must mean the same in the other text;
        where it stands there otherwise, as the name of a parameter say, the two are taken as different.
        """
        texts = ["\n\n".join(f"{hint} {normal}" for normal, hint in each.body.normals) for each in (one, other)]
        if texts[0] == texts[1]:
            return True
        words = [plain_names(text) for text in texts]
        names = [{**self._names[each], version.body.last: "•"} for each, version in ((which, one), (also, other))]
        for first, second in ((0, 1), (1, 0)):
            for word in words[first] & names[first].keys():
                if word in words[second] and names[second].get(word) != names[first][word]:
                    return False
        return renamed(texts[0], names[0]) == renamed(texts[1], names[1])

    def _content_of(self, which: Which) -> dict[int, object]:
        """What a trace has in each line: the current texts, and what is declared of their components."""
        found: dict[int, object] = {}
        view = self.views[which]
        for number in {number for (each, _), number in self.alignment.number.items() if each is which}:
            held = []
            for text in self.alignment.standing(number, which):
                model = view.models.texts[text]
                said = view.judge.sight.states.defines(text) if model.component else None
                declared = declared_ids(view, text, said or ())
                held.append(
                    (
                        model.language,
                        model.text or f"{model.artifact_id} {model.why}",
                        sorted(declared.items()) if declared else [],
                    )
                )
            found[number] = sorted(held) if len(held) > 1 else held
        return found

    def _glance(self, number: int) -> bool:
        """What can be said of a line without looking into its texts; returns whether that is left to do."""
        base, ours, theirs = (self._contents.get(which, {}).get(number) for which in (None, *Side))
        if ours is None or theirs is None:
            side = Side.Theirs if ours is None else Side.Ours
            if ours is theirs or base is None:
                self.kinds[number] = Kind.Added
            else:
                self.kinds[number] = Kind.Gone
                self.whole[side][number] = f"{side.other.value} holds no model of it any more"
        elif ours != theirs:
            return self._is_comparable(number, base, ours, theirs)
        return False

    def _is_comparable(self, number: int, base: object, ours: object, theirs: object) -> bool:
        for side in Side:
            text = self.text(number, side)
            if text is None:
                why = f"several texts of it stand in {side.value}, and the record does not say which one is current"
            else:
                why = self.views[side].why_unread(text) or ""
            if not why:
                continue
            if base is not None and base in (ours, theirs):
                self.kinds[number] = Kind.Theirs if base == ours else Kind.Ours
                changer = Side.Theirs if base == ours else Side.Ours
                self.whole[changer.other][number] = f"{changer.value} changed it, and {why}"
            else:
                self.kinds[number] = Kind.Unknown
                self.whole = {
                    each: {**held, number: f"both sides changed it, and {why}"} for each, held in self.whole.items()
                }
            return False
        return True

    def _components(self) -> dict[str, Component]:
        held: dict[str, dict[Which, Version]] = {}
        for which, table in self.identities.tables.items():
            for place, body in table.items():
                held.setdefault(self.identities.of(which, place), {})[which] = Version(place, body)
        return {name: self._combined(name, versions) for name, versions in held.items()}

    def _combined(self, name: str, versions: Mapping[Which, Version]) -> Component:
        base, ours, theirs = (versions.get(which) for which in (None, *Side))
        numbers = {each.place[0] for each in ([base] if base is not None else versions.values())}
        based = all(self.is_based(number) for number in numbers)
        merged, conflict = ours, False
        if self.same(ours, theirs) or (based and self.same(theirs, base)):
            pass
        elif (based and self.same(ours, base)) or (not based and ours is None):
            merged = theirs
        elif based or theirs is not None:
            merged, conflict = None, True
        return Component(name, base, ours, theirs, merged, conflict)

    def is_based(self, number: int) -> bool:
        """Whether the base has a text in a line that can be compared with those of the sides."""
        if None not in self.views or number not in self._contents[None]:
            return False
        text = self.text(number, None)
        return text is not None and self.views[None].why_unread(text) is None

    def _renamings(self) -> dict[Which, dict[str, str]]:
        """For each trace the names of components that have another name in another one, with the ids."""
        found: dict[Which, dict[str, str]] = {which: {} for which in self.views}
        for component in self.components.values():
            if len({version.body.last for version in component.versions}) > 1:
                for which in self.views:
                    version = component.of(which)
                    if version is not None:
                        found[which][version.body.last] = component.name
        return found

    def _differing(self, side: Side) -> Iterator[tuple[str, How]]:
        for component in self.components.values():
            own, merged = component.of(side), component.merged
            if own is None or (component.conflict is False and self.same(own, merged)):
                continue
            if component.conflict:
                yield component.name, How.Conflict
            elif merged is None:
                yield component.name, How.Removed
            elif self.reads_the_same(side, own, side.other, merged):
                yield component.name, How.Renamed
            else:
                yield component.name, How.Changed

    def _settle(self, number: int) -> None:
        """What became of a line whose texts were compared."""
        held = self.of_line(number)
        common = self.common(number)
        if common is None:
            self.whole = {
                side: {**held, number: "the sides changed differently what stands beside the definitions"}
                for side, held in self.whole.items()
            }
        if common is None or any(component.conflict for component in held):
            self.kinds[number] = Kind.Conflict
            self._keep_apart(number)
            return
        fits = {
            side: all(self.same(component.of(side), component.merged) for component in held)
            and self._common_of(number, side) == common
            for side in Side
        }
        for side in Side:
            if self._common_of(number, side) != common:
                self.whole[side][number] = f"{side.other.value} changed what stands beside the definitions"
        changed = self._text_of(number, Side.Ours) != self._text_of(number, None)
        self.kinds[number] = Kind.Joined
        for side in (Side.Ours, Side.Theirs) if changed else (Side.Theirs, Side.Ours):
            if fits[side] and self._says_all(number, side):
                self.kinds[number] = Kind.Ours if side is Side.Ours else Kind.Theirs
                return

    def _says_all(self, number: int, side: Side) -> bool:
        """Whether the text of a side, which defines what both have together, also has what the other one arranged.

        It has where the other side left the text, or the arrangement, as it was; or arranged it the same; or where
        nothing is left to change in the text of this side.
        """
        own, other, base = (self._text_of(number, which) for which in (side, side.other, None))
        if other in (own, base):
            return True
        arranged = self._arranged(number, side.other)
        if arranged is not None and arranged in (self._arranged(number, None), self._arranged(number, side)):
            return True
        return merged_text(base, own or "", other or "") == own

    def _text_of(self, number: int, which: Which) -> str | None:
        """The only text of a trace that stands in a line, as it is written."""
        text = None if which not in self.views else self.text(number, which)
        return None if text is None else self.views[which].models.texts[text].text

    def _arranged(self, number: int, which: Which) -> Arrangement | None:
        text = None if which not in self.views else self.text(number, which)
        return None if text is None else arrangement(self.views[which], text, partial(self.alignment.of, which))

    def common(self, number: int) -> str | None:
        """What all definitions of a line may rest on, as both sides have it; `None` where they changed it otherwise."""
        ours, theirs = (self._common_of(number, side) for side in Side)
        if ours == theirs:
            return ours
        base = self._common_of(number, None) if self.is_based(number) else None
        if base is None:
            return None
        return theirs if base == ours else ours if base == theirs else None

    def _common_of(self, number: int, which: Which) -> str:
        text = self.text(number, which)
        closures = None if text is None else self.views[which].alone(text)
        return "" if closures is None else closures.definitions.common[0]
