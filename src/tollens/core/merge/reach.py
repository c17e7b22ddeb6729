"""§10.4a, §15.3 What results rest on, as components: the closures of definitions in the current model of one trace."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tollens.core.derive.freshness.model_state import Hit, Linked, State
from tollens.core.derive.freshness.subjects import About
from tollens.core.graph.closure import Closures
from tollens.core.merge.identity import Place, declared_ids
from tollens.core.merge.views import View


class Node(NamedTuple):
    """A definition of a current model.

    Attributes:
        place: The line that it stands in, and its name.
        name: The id of its component.
        text: The number of its text.
    """

    place: Place
    name: str
    text: int


class Target(NamedTuple):
    """What a result is about in a current model.

    Attributes:
        hits: The definition; all definitions of a whole target.
        texts: The texts that were looked in.
        why: Why it cannot be told, if so.
        whole: Of a whole target: the checksum of each text.
    """

    hits: tuple[Hit, ...] = ()
    texts: tuple[int, ...] = ()
    why: str = ""
    whole: frozenset[str] = frozenset()

    def is_same(self, other: "Target") -> bool:
        """Whether the closures are the same: one and the same definition of texts that were linked once, else by their
        checksums.
        """
        if len(self.hits) == len(other.hits) == 1 and not self.whole and not other.whole:
            (one,), (also,) = self.hits, other.hits
            if one.linked.closures is also.linked.closures and one.at == also.at:
                return True
        return self._checksums == other._checksums

    @property
    def _checksums(self) -> frozenset[str]:
        return self.whole or frozenset([hit.checksum for hit in self.hits])


class Reach:
    """The closures of one trace.

    Args:
        view: The trace.
        number_of: The number of the line that a text is of.
        name_of: The id of what stands at a place, given what is declared for it.
    """

    def __init__(
        self, view: View, number_of: Callable[[int], int], name_of: Callable[[Place, str | None], str]
    ) -> None:
        self.view = view
        self._number_of = number_of
        self._name_of = name_of
        self._nodes: dict[int, tuple[Linked, list[Node | None]]] = {}
        self._names: dict[int, list[str]] = {}
        self._declared: dict[int, dict[str, str]] = {}
        self._alone: dict[int, Linked | None] = {}
        self._targets: dict[tuple[str | None, tuple[int, ...], tuple[int, ...]], Target] = {}

    def target(self, subject: About) -> Target:
        """What a result is about, if that is one thing that can be read."""
        asked = subject.symbol, tuple(subject.lines), tuple(subject.aims)  # all that this is told by
        if asked not in self._targets:
            self._targets[asked] = self._target(subject)
        return self._targets[asked]

    def _target(self, subject: About) -> Target:
        sight = self.view.judge.sight
        only = sight.only_text(subject)
        found = None if only is None or subject.symbol is None else self._in(only, subject.symbol)
        if found is not None:
            return found
        state = sight.nearer(subject, sight.states.now)
        texts = sight.texts(subject, state)
        unread = next((text for text in texts if not state.reads(text)), None)
        if unread is not None:
            held = self.view.models.texts[unread]
            return Target(texts=texts, why=f"model {held.artifact_id!r} cannot be read: {self.view.why_unread(unread)}")
        if subject.symbol is None:
            return self._whole(state, texts)
        hits = sight.hits(subject, subject.symbol, state, texts)
        if len(hits) != 1:
            many = f"{subject.symbol!r} names {'several definitions' if hits else 'no definition'} of its model"
            return Target(texts=texts, why=many)
        return Target(hits, texts)

    def _in(self, text: int, symbol: str) -> Target | None:
        """What a symbol names in a text by itself; `None` where that is not one thing."""
        if text not in self._alone:
            closures = self.view.alone(text)
            self._alone[text] = None if closures is None else Linked(closures, (text,))
        linked = self._alone[text]
        found = () if linked is None else linked.closures.find(symbol, 0)
        if linked is None or len(found) != 1:
            return None
        return Target((Hit(linked, found[0]),), (text,))

    def _whole(self, state: State, texts: tuple[int, ...]) -> Target:
        if not texts:
            return Target(why="it names no symbol, and its target is no model")
        hits = tuple(
            Hit(linked, at)
            for linked in state.linked
            for at, each in enumerate(linked.closures.definitions.definitions)
            if linked.texts[each.source] in texts
        )
        return Target(hits, texts, whole=frozenset(state.whole(text)[0] for text in texts))

    def closure(self, target: Target) -> list[tuple[Linked, list[int]]]:
        """What a target rests on, itself among it: of each group of texts the nodes of its closures."""
        by_linked: dict[int, tuple[Linked, list[int]]] = {}
        for linked, at in target.hits:
            by_linked.setdefault(id(linked.closures), (linked, []))[1].append(at)
        return [(linked, reached(linked.closures, starts)) for linked, starts in by_linked.values()]

    def names(self, target: Target) -> tuple[str, ...]:
        """The ids of the components that a target rests on, itself among them, sorted."""
        return self.named(self.closure(target))

    def named(self, closure: Iterable[tuple[Linked, list[int]]]) -> tuple[str, ...]:
        """The ids of the components of a closure, sorted."""
        found: set[str] = set()
        for linked, positions in closure:
            found.update(map(self._ids(linked).__getitem__, positions))
        found.discard("")
        return tuple(sorted(found))

    def _ids(self, linked: Linked) -> list[str]:
        """The id of each node of linked texts; empty where it is no component."""
        key = id(linked)
        if key not in self._names:
            found = ["" if node is None else node.name for node in self.nodes(linked)]
            found += [""] * (len(linked.closures.rests_on) - len(found))
            self._names[key] = found
        return self._names[key]

    def nodes(self, linked: Linked) -> list[Node | None]:
        """What each definition of linked texts is; `None` for one that only stands for others."""
        key = id(linked)
        if key not in self._nodes:
            found: list[Node | None] = []
            for each in linked.closures.definitions.definitions:
                if each.joint:
                    found.append(None)
                    continue
                text = linked.texts[each.source]
                place = self._number_of(text), each.name
                found.append(Node(place, self._name_of(place, self._declared_for(text).get(each.name)), text))
            self._nodes[key] = linked, found  # `linked` is kept, so that no other gets its id
        return self._nodes[key][1]

    def _declared_for(self, text: int) -> dict[str, str]:
        if text not in self._declared:
            names: Iterable[str] = ()
            if self.view.models.texts[text].component is not None:
                names = self.view.judge.sight.states.defines(text) or ()
            self._declared[text] = declared_ids(self.view, text, names)
        return self._declared[text]


def reached(closures: Closures, starts: Iterable[int]) -> list[int]:
    """The nodes that some definitions rest on, themselves among them; linear in their number."""
    rests_on = closures.rests_on
    work = list(starts)
    seen = set(work)
    for at in work:
        further = [target for target in rests_on[at] if target not in seen]
        seen.update(further)
        work += further
    return work
