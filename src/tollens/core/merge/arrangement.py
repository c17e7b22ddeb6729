"""§10.4a, §15.3 How the definitions of a text are arranged: in what order they stand, and what each mentions by that.

Two texts may define the same in the same words and mean different things, because a name means what was defined before
it. So a text that one side wrote stands for that of the other one only where the order of the other one says nothing.
"""

from collections.abc import Callable, Hashable

from tollens.core.derive.freshness.model_state import Linked
from tollens.core.merge.views import View

Arrangement = tuple[Hashable, ...]


def arrangement(view: View, text: int, number_of: Callable[[int], int]) -> Arrangement | None:
    """The arrangement of a current text; `None` where it cannot be read.

    Args:
        view: Of the trace that has it.
        text: Its number there.
        number_of: The number of the line of a text, which is the same in all traces that are compared.
    """
    for linked in view.judge.sight.states.now.linked:
        if text in linked.texts:
            return _arranged(linked, linked.texts.index(text), number_of)
    return None


def _arranged(linked: Linked, source: int, number_of: Callable[[int], int]) -> Arrangement:
    definitions, order = linked.closures.definitions.definitions, linked.closures.definitions.order
    shown: dict[int, Hashable] = {}

    def mentioned(to: int) -> Hashable:
        """What a definition is to those that mention it."""
        if to not in shown:
            each = definitions[to]
            inner = frozenset(map(mentioned, each.mentions)) if each.joint else number_of(linked.texts[each.source])
            shown[to] = each.name, each.normal, inner
        return shown[to]

    return tuple(
        (each.name, each.normal, each.hint, each.whole, frozenset(map(mentioned, each.mentions)))
        for each in map(definitions.__getitem__, order or range(len(definitions)))
        if each.source == source and not each.joint
    )
