"""§10.4a What a result rests on: a definition with all that it reaches, and one checksum over that.

The closure of a definition is the definition itself, all that it mentions, what those mention, every hint of the linked
texts (a result may rest on it without naming it), and for each text that the closure enters what that text holds in
common. A definition that cannot be resolved rests on everything. So a closure may hold too much, never too little.

Checksums are built bottom-up over strongly connected parts: each definition is digested once, whatever the number of
closures that it lies in. Names of files and the order of texts and definitions are no part of them.

Two closures are told apart by the same kind of pass: every definition is given the first few changed names that it
reaches, whatever the number of results that ask.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from functools import cached_property

from tollens.core.graph.components import components
from tollens.core.graph.digests import HINTS, NO_COMMON, by_itself, digest, leaf, utf8
from tollens.core.ports import Definitions

_ROUNDS = 2
"""How often the shapes of definitions that mention each other are told apart by the shapes that they mention."""


class Closures:
    """The closures of all definitions of some linked texts.

    Args:
        definitions: What a language read.
        scheme: `tollens-<language>-<version>`, which every checksum begins with.
    """

    def __init__(self, definitions: Definitions, scheme: str) -> None:
        self.definitions = definitions
        self.scheme = scheme
        self._found: dict[tuple[str, int | None], tuple[int, ...]] = {}
        self._compared: dict[tuple[Closures, int], Comparison] = {}

    def find(self, symbol: str, source: int | None = None) -> tuple[int, ...]:
        """The positions of the definitions that a symbol names, in the order of the texts; empty when none is meant.

        A definition of exactly this name, else of the only name that ends in it (`fee` for `Bank.fee`), else of the
        longest name that it ends in (`bank.fee` for `fee`, as a file is a module of its own). Of several with one name
        in one text the last, which shadows the others.

        Args:
            symbol: As a result states it; qualified or not. An operator may stand in parentheses.
            source: The text that it must stand in; without it any.
        """
        written = symbol.strip()
        if written.startswith("(") and written.endswith(")"):
            written = written[1:-1].strip()
        key = (written, source)
        if key not in self._found:
            self._found[key] = self._search(*key)
        return self._found[key]

    def checksum(self, at: int) -> str:
        """The identity of a definition with its closure: `<scheme>:sha256:` and 64 hexadecimal digits."""
        return self._written(self._digests[at])

    def shape(self, at: int) -> str:
        """The same without the names that are bound in it or in its closure, to find what was moved or renamed."""
        return self._written(self._shapes[at])

    def silhouette(self, at: int) -> int:
        """A number that definitions of one shape share, and few others do: quicker to work out than the shape."""
        return self._silhouettes[at]

    def of_source(self, source: int) -> tuple[str, str]:
        """Checksum and shape of a whole text with all that it reaches, for a result that names no symbol."""
        checksum, shape = (
            digest(
                b"text",
                self._commons[source],
                digests[self._hints],
                *sorted(digests[at] for at in self._in_source.get(source, ())),
            )
            for digests in (self._digests, self._shapes)
        )
        return self._written(checksum), self._written(shape)

    def names(self, at: int) -> tuple[str, ...]:
        """The names of the definitions in a closure, sorted; linear in its size."""
        seen = {at}
        work = [at]
        while work:
            for target in self.rests_on[work.pop()]:
                if target not in seen:
                    seen.add(target)
                    work.append(target)
        definitions = self.definitions.definitions
        return tuple(sorted({definitions[each].name for each in seen if each < len(definitions)}))

    def against(self, new: "Closures", most: int = 8) -> "Comparison":
        """What tells these closures from those of a newer model; worked out once for all questions."""
        if (new, most) not in self._compared:
            self._compared[new, most] = Comparison(self, new, most)
        return self._compared[new, most]

    @cached_property
    def rests_on(self) -> list[tuple[int, ...]]:
        """For each definition what it directly rests on: positions of definitions, or of the two nodes behind them.

        The first node after the definitions rests on all hints, the second one on everything; that is only there where
        a definition cannot be resolved.
        """
        definitions = self.definitions.definitions
        hints, everything = self._hints, self._hints + 1
        edges = [
            tuple(dict.fromkeys((*each.mentions, hints, everything) if each.whole else (*each.mentions, hints)))
            for each in definitions
        ]
        edges.append(tuple([at for at, each in enumerate(definitions) if each.hint]))
        if any(each.whole for each in definitions):
            edges.append((*range(len(definitions)), hints))
        return edges

    @cached_property
    def parts(self) -> list[list[int]]:
        """The strongly connected parts of `rests_on`, each after those that it rests on."""
        if self._in_order:
            return [[self._hints], *[[at] for at in range(self._hints)]]
        return components(self.rests_on)

    @property
    def _in_order(self) -> bool:
        """Whether there are no hints, and each definition rests on earlier ones only, as in most texts."""
        edges = self.rests_on
        if len(edges) > self._hints + 1 or edges[self._hints]:
            return False
        return all(target < at for at, each in enumerate(self.definitions.definitions) for target in each.mentions)

    @cached_property
    def texts(self) -> list[tuple[str, str]]:
        """What each definition reads: its name, and its normal form."""
        return [(each.name, each.normal) for each in self.definitions.definitions]

    @property
    def _hints(self) -> int:
        return len(self.definitions.definitions)

    @cached_property
    def _commons(self) -> list[bytes]:
        return [digest(b"common", utf8(each)) if each else NO_COMMON for each in self.definitions.common]

    @cached_property
    def _in_source(self) -> dict[int, list[int]]:
        found: defaultdict[int, list[int]] = defaultdict(list)
        for at, each in enumerate(self.definitions.definitions):
            if not each.joint:
                found[each.source].append(at)
        return found

    @cached_property
    def _by_last_part(self) -> dict[str, dict[str, dict[int, int]]]:
        """Last dotted part of a name to the full names that end in it, to text and position."""
        found: defaultdict[str, dict[str, dict[int, int]]] = defaultdict(dict)
        for name, places in self._by_name.items():
            found[_last_part(name)][name] = places
        return found

    @cached_property
    def _by_name(self) -> dict[str, dict[int, int]]:
        """Full names to text and position."""
        found: dict[str, dict[int, int]] = {}
        for at, each in enumerate(self.definitions.definitions):
            found.setdefault(each.name, {})[each.source] = at
        return found

    def _search(self, symbol: str, source: int | None) -> tuple[int, ...]:
        exact = self._by_name.get(symbol, {})
        if exact and (source is None or source in exact):
            return tuple(sorted(exact.values())) if source is None else (exact[source],)
        names = {
            name: tuple(sorted(at for text, at in places.items() if source in (None, text)))
            for name, places in self._by_last_part.get(_last_part(symbol), {}).items()
        }
        present = {name: places for name, places in names.items() if places}
        longer = [name for name in present if name.endswith(f".{symbol}")]
        if longer:
            return present[longer[0]] if len(longer) == 1 else ()
        shorter = [name for name in present if symbol.endswith(f".{name}")]
        return present[max(shorter, key=len)] if shorter else ()

    @cached_property
    def _bases(self) -> list[bytes]:
        """What each node is by itself, without what it rests on."""
        commons = self._commons
        bases = [
            digest(b"definition", utf8(each.name), utf8(each.normal), commons[each.source])
            for each in self.definitions.definitions
        ]
        bases.append(HINTS)
        if len(self.rests_on) > len(bases):
            bases.append(digest(b"everything", *sorted(commons)))
        return bases

    @cached_property
    def _digests(self) -> list[bytes]:
        bases, edges = self._bases, self.rests_on
        digests = [b""] * len(bases)
        for part in self.parts:
            if len(part) == 1 and part[0] not in edges[part[0]]:  # as below, for the many that are parts by themselves
                (at,) = part
                below = sorted([digests[each] for each in edges[at]])
                digests[at] = by_itself(bases[at], below) if below else leaf(bases[at])
                continue
            inside = set(part)
            own = {
                at: digest(bases[at], *sorted(digests[each] for each in edges[at] if each not in inside)) for at in part
            }
            joined = digest(
                b"part",
                *sorted(digest(own[at], *sorted(own[each] for each in edges[at] if each in inside)) for at in part),
            )
            for at in part:
                digests[at] = digest(own[at], joined)
        return digests

    @cached_property
    def _shapes(self) -> list[bytes]:
        shapes = [b"mutual"] * len(self.rests_on)
        for part in self.parts:
            for _ in range(_ROUNDS if len(part) > 1 else 1):
                own = [self._shape_of(at, shapes) for at in part]
                for at, shape in zip(part, own, strict=True):
                    shapes[at] = shape
            joined = digest(b"part", *sorted(own))
            for at in part:
                shapes[at] = digest(shapes[at], joined)
        return shapes

    def _shape_of(self, at: int, shapes: Sequence[bytes]) -> bytes:
        """The shape of one node, given the shapes of the other parts and the last ones of its own part."""

        def of(target: int) -> bytes:
            return b"itself" if target == at else shapes[target]

        edges = self.rests_on[at]
        if at >= self._hints:
            return digest(self._bases[at], *sorted(map(of, edges)))
        definition = self.definitions.definitions[at]
        written = definition.shape
        tokens = [b"=" + of(each) if isinstance(each, int) else b"'" + utf8(each) for each in written]
        unwritten = sorted([of(each) for each in edges if each not in written])
        return digest(self._commons[definition.source], digest(*tokens), *unwritten)

    @cached_property
    def _silhouettes(self) -> list[int]:
        sizes = [*[len(each.shape) for each in self.definitions.definitions], -1, -2]
        found = [0] * len(self.rests_on)
        for part in self.parts:
            reached = frozenset([found[target] for at in part for target in self.rests_on[at]])
            joined = hash((reached, tuple(sorted([sizes[at] for at in part]))))
            for at in part:
                found[at] = hash((sizes[at], joined))
        return found

    def _written(self, digest: bytes) -> str:
        return f"{self.scheme}:sha256:{digest.hex()}"


class Comparison:
    """Two models, the closures of one held against those of the other.

    Args:
        old: The model that results were computed over.
        new: The model that they are asked of now.
        most: How many names an answer holds at most.
    """

    def __init__(self, old: Closures, new: Closures, most: int = 8) -> None:
        self._old, self._new, self._most = old, new, most

    def same(self, old_at: int, new_at: int) -> bool:
        """Whether two closures are the same: whether their checksums are equal.

        That is plain, before any checksum is worked out, where one holds a definition in words that the other model has
        nowhere.
        """
        if self._old.scheme != self._new.scheme:
            return False
        (old, new), (old_once, new_once) = self._by_text, self._once
        if (old[old_at] and old_once) or (new[new_at] and new_once):
            return False
        return self._old.checksum(old_at) == self._new.checksum(new_at)

    def alike(self, old_at: int, new_at: int) -> bool:
        """Whether two closures have one shape, so that only names differ."""
        return self._old.silhouette(old_at) == self._new.silhouette(new_at) and (
            self._old.shape(old_at) == self._new.shape(new_at)
        )

    def changed(self, old_at: int, new_at: int) -> tuple[str, ...]:
        """The names of definitions in either closure that the other model has not in the same words, sorted.

        Where every definition reads the same, those whose mentions mean something else now (a later definition of the
        same name came between). Empty where neither holds: then only what stands outside of definitions differs; and
        between two languages, of which nothing can be told apart.
        """
        if self._old.scheme != self._new.scheme:
            return ()
        old, new = self._by_text
        names = sorted({*old[old_at], *new[new_at]})
        if not names:
            old, new = self._by_meaning
            names = sorted({*old[old_at], *new[new_at]})
        return tuple(names[: self._most])

    @cached_property
    def _once(self) -> tuple[bool, bool]:
        """Whether no two definitions of the one and of the other model read the same."""
        old, new = self._old.texts, self._new.texts
        return len(set(old)) == len(old), len(set(new)) == len(new)

    @cached_property
    def _by_text(self) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
        return self._reached(self._old.texts, self._new.texts)

    @cached_property
    def _by_meaning(self) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
        return self._reached(_meanings(self._old), _meanings(self._new))

    def _reached(
        self, old_keys: Sequence[Hashable], new_keys: Sequence[Hashable]
    ) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
        """For each node of both models the first changed names that it reaches."""
        return self._spread(self._old, _more(old_keys, new_keys)), self._spread(self._new, _more(new_keys, old_keys))

    def _spread(self, closures: Closures, is_changed: Sequence[bool]) -> list[tuple[str, ...]]:
        definitions, edges = closures.definitions.definitions, closures.rests_on
        reached: list[tuple[str, ...]] = [()] * len(edges)
        if not any(is_changed):
            return reached
        for part in closures.parts:
            names = {definitions[at].name for at in part if at < len(definitions) and is_changed[at]}
            for at in part:
                for target in edges[at]:
                    names.update(reached[target])
            if names:
                first = tuple(sorted(names)[: self._most])
                for at in part:
                    reached[at] = first
        return reached


def changed(old: Closures, old_at: int, new: Closures, new_at: int, most: int = 8) -> tuple[str, ...]:
    """The names of definitions that tell two closures apart, sorted, at most so many; see `Comparison`."""
    return old.against(new, most).changed(old_at, new_at)


def _last_part(name: str) -> str:
    """What follows the last dot; an operator that ends in a dot is whole."""
    return name.rpartition(".")[2] or name


def _more(mine: Sequence[Hashable], others: Sequence[Hashable]) -> list[bool]:
    """For each key of the one list whether it is there more often than in the other."""
    if len(set(mine)) == len(mine):
        present = set(others)
        return [key not in present for key in mine]
    own, theirs = Counter(mine), Counter(others)
    return [own[key] > theirs[key] for key in mine]


def _meanings(closures: Closures) -> list[Hashable]:
    definitions = closures.definitions.definitions
    texts = closures.texts
    return [
        (
            texts[at],
            each.whole,
            each.hint,
            tuple(sorted((definitions[to].name, definitions[to].normal) for to in each.mentions)),
        )
        for at, each in enumerate(definitions)
    ]
