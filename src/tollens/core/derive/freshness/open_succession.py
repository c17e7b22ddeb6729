"""§7.3 and §18.3 Models that may have been replaced though the record does not say so.

A later model that defines a name again, and of which nothing says that it is of another line, may be a new version or
may stand beside the old one. Neither is assumed: what rests on the older one is looked at in both readings.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from tollens.core.derive.freshness.models import Models, ModelText

_PAIRS = 48
"""So many texts that define one name are compared each with each; of more all but the last are in doubt."""


def in_doubt(
    models: Models, standing: Sequence[int], defines: Callable[[int], frozenset[str] | None]
) -> dict[int, int]:
    """The texts that stand and that a later one may have replaced, each with that one.

    Args:
        models: Of the trace.
        standing: The current texts, by number.
        defines: The names that a text defines; `None` where they cannot be known.
    """
    found: dict[int, int] = {}
    for line, members in enumerate(models.members):
        if len(members) > 1 and not models.ordered(line):
            together = models.standing(line)
            found.update(dict.fromkeys(together[:-1], together[-1]))
    first: dict[tuple[str, str], int] = {}
    shared: dict[tuple[str, str], list[int]] = {}
    unnamed: list[int] = []
    for text in standing if len(standing) > 1 else ():
        names = defines(text)
        held = models.texts[text]
        if names is None or held.open:
            unnamed.append(text)
        for name in names or ():
            key = held.language, name
            other = first.setdefault(key, text)
            if other != text:
                shared.setdefault(key, [other]).append(text)
    for group in sorted({tuple(group) for group in shared.values()}):
        _compare(models, group, found)
    _compare_unnamed(models, unnamed, standing, found)
    return found


def _compare_unnamed(models: Models, unnamed: Sequence[int], standing: Sequence[int], found: dict[int, int]) -> None:
    """Find what is in doubt because of texts of which nobody knows what they define."""
    if len(unnamed) > _PAIRS:
        _doubt_all(models, standing, found)
        return
    for text in unnamed:
        for other in standing:
            _doubt(models, other, text, found)
            _doubt(models, text, other, found)


def _doubt_all(models: Models, group: Sequence[int], found: dict[int, int]) -> None:
    """Put all texts but the last in doubt."""
    last = max(group, key=models.order)
    for text in group:
        if models.order(text) < models.order(last):
            found[text] = last


def _compare(models: Models, group: Sequence[int], found: dict[int, int]) -> None:
    """Find what is in doubt among the texts that define one name."""
    if len(group) <= _PAIRS:
        for one, two in combinations(group, 2):
            _doubt(models, one, two, found)
            _doubt(models, two, one, found)
    elif not _all_apart([models.texts[text] for text in group]):
        _doubt_all(models, group, found)


def _doubt(models: Models, old: int, new: int, found: dict[int, int]) -> None:
    later = models.order(old) < models.order(new) and models.line_of[old] != models.line_of[new]
    if later and not apart(models.texts[old], models.texts[new]):
        found[old] = max(found.get(old, new), new, key=models.order)


def apart(one: ModelText, two: ModelText) -> bool:
    """Whether two texts are surely not versions of one model."""
    return (
        bool(one.language and two.language and one.language != two.language)
        or (one.file is not None and two.file is not None and one.file != two.file)
        or (one.component is not None and two.component is not None and one.component != two.component)
        or (not one.open and not two.open and bool(one.origins and two.origins and one.origins.isdisjoint(two.origins)))
    )


def _all_apart(texts: Sequence[ModelText]) -> bool:
    """Whether any two of many texts are surely apart, as far as a glance tells."""
    files = {text.file for text in texts}
    components = {text.component for text in texts}
    origins = {origin for text in texts for origin in text.origins}
    return (
        (None not in files and len(files) == len(texts))
        or (None not in components and len(components) == len(texts))
        or (
            all(text.origins and not text.open for text in texts)
            and len(origins) == sum(len(text.origins) for text in texts)
        )
    )
