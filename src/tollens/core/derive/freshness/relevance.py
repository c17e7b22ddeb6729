"""§10.4a Which lines of models can matter to which, whatever version of each stands: what need not be linked together.

It is read off all versions linked at once. There each name means every definition that it means at any time, so what is
not reached there is reached at no time. A line that rests on something unresolved, or cannot be read, rests on all.
"""

from collections.abc import Iterable, Sequence

from tollens.core.graph.closure import Closures


class Relevance:
    """What each line can rest on.

    Args:
        line_of: The line of each text.
        count: Number of lines.
        linked: For each language the closures of all its texts together, and these texts in the order of the link.
        unread: Lines of which a text cannot be read.
    """

    def __init__(
        self,
        line_of: Sequence[int],
        count: int,
        linked: Iterable[tuple[Closures, Sequence[int]]],
        unread: Iterable[int],
    ) -> None:
        self._count = count
        self._edges: list[set[int]] = [set() for _ in range(count)]
        self._all = frozenset(unread)
        everything: set[int] = set(self._all)
        for closures, texts in linked:
            definitions = closures.definitions.definitions
            hints = len(self._edges)
            self._edges += [set(), set()]
            everything.add(hints + 1)
            lines = [line_of[texts[each.source]] for each in definitions]
            nodes = [*lines, hints, hints + 1]
            for at, targets in enumerate(closures.rests_on[: len(definitions) + 1]):
                self._edges[nodes[at]].update(nodes[to] for to in targets)
        self._all = frozenset(everything)
        self._reached: dict[int, frozenset[int] | None] = {}

    def of(self, line: int) -> tuple[frozenset[int] | None, int]:
        """The lines that a line can rest on, itself among them; `None` for all; and how many steps it took to tell."""
        if line in self._reached:
            return self._reached[line], 0
        seen = {line}
        work = [line]
        steps = 0
        while work:
            node = work.pop()
            if node in self._all:
                self._reached[line] = None
                return None, steps
            steps += 1 + len(self._edges[node])
            for to in self._edges[node]:
                if to not in seen:
                    seen.add(to)
                    work.append(to)
        found = frozenset(node for node in seen if node < self._count)
        self._reached[line] = found
        return found, steps
