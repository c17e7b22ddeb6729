"""What a side does to a model: every kind of edit that a branch of work may hold, drawn by chance."""

from collections.abc import Callable
from random import Random
from typing import Protocol

from tests.laws._merging.items import Item, Model, Said, Writing, parts, with_names, with_part

BLOCKS = ("module", "class", "end")
"""Kinds of items that begin or end what holds others."""

SIGNS = ("+", "-", "*")

Draft = list[list[Item]]


class Grower(Protocol):
    """What makes models of a language, and parts of them."""

    random: Random
    writing: Writing

    def model(self) -> Model:
        """A model of one text, or of few."""

    def addition(self, model: Model, file: int, at: int, name: str | None = None) -> list[Item]:
        """Something new before an item of a file; with a name, a function of that name."""

    def said_again(self, model: Model, file: int, at: int) -> Said:
        """What an item could say instead, so that it defines the same names."""

    def fits(self, items: list[Item], at: int, item: Item) -> bool:
        """Whether an item can stand at a place."""


def edited(grower: Grower, model: Model) -> Model:
    """A model after few edits."""
    random = grower.random
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        draft = [list(file) for file in model]
        random.choice(_EDITS)(grower, draft)
        model = tuple(tuple(after) if after != list(file) else file for file, after in zip(model, draft, strict=True))
    return model


def _any(random: Random, draft: Draft, wanted: Callable[[Item], bool]) -> tuple[int, int] | None:
    """The place of an item that is wanted."""
    places = [
        (file, at)
        for file, items in enumerate(draft)
        for at, item in enumerate(items)
        if item.kind not in BLOCKS and wanted(item)
    ]
    return random.choice(places) if places else None


def _named(item: Item) -> bool:
    return item.kind != "note" and len(item.said) > 2


def _change_number(grower: Grower, draft: Draft) -> None:
    """A number becomes another one."""
    found = _any(grower.random, draft, lambda item: item.kind != "note" and "number" in str(item.said))
    if found is not None:
        file, at = found
        item = draft[file][at]
        numbers = [place for place, part in parts(item.said) if isinstance(part, int) and not isinstance(part, bool)]
        place = grower.random.choice(numbers)
        value = grower.random.choice(range(7))
        draft[file][at] = grower.writing.changed(item, with_part(item.said, place, value))


def _change_sign(grower: Grower, draft: Draft) -> None:
    """An operator of the language becomes another one."""
    found = _any(grower.random, draft, lambda item: "'infix', " in str(item.said))
    if found is not None:
        file, at = found
        item = draft[file][at]
        signs = [place for place, part in parts(item.said) if isinstance(part, str) and part in SIGNS]
        if signs:
            said = with_part(item.said, grower.random.choice(signs), grower.random.choice(SIGNS))
            draft[file][at] = grower.writing.changed(item, said)


def _change_body(grower: Grower, draft: Draft) -> None:
    """A definition says something else: another body, its parts in another order, one more constructor."""
    found = _any(grower.random, draft, _named)
    if found is not None:
        file, at = found
        said = grower.said_again(_frozen(draft), file, at)
        draft[file][at] = grower.writing.changed(draft[file][at], said)


def _rename(grower: Grower, draft: Draft) -> None:
    """A definition gets another name, most often wherever it is used, too."""
    found = _any(grower.random, draft, lambda item: _named(item) and isinstance(item.said[1], str))
    if found is None:
        return
    file, at = found
    item = draft[file][at]
    name = item.said[1]
    new = f"{name}_{grower.random.randrange(3)}" if name[0].isalpha() else f"{name}!"
    if grower.random.random() < 0.75:
        for items in draft:
            for place, each in enumerate(items):
                said = with_names(each.said, {name: new})
                if said != each.said:
                    items[place] = grower.writing.changed(each, said)
    else:
        draft[file][at] = grower.writing.changed(item, (item.said[0], new, *item.said[2:]))


def _delete(grower: Grower, draft: Draft) -> None:
    """A definition goes."""
    found = _any(grower.random, draft, lambda item: True)
    if found is not None:
        file, at = found
        del draft[file][at]


def _add(grower: Grower, draft: Draft) -> None:
    """Something new comes, under whatever name."""
    file, at = _somewhere(grower.random, draft)
    draft[file][at:at] = grower.addition(_frozen(draft), file, at)


def _shadow(grower: Grower, draft: Draft) -> None:
    """A function comes that has the name of something else."""
    found = _any(grower.random, draft, lambda item: _named(item) and isinstance(item.said[1], str))
    if found is not None:
        file, at = found
        name = draft[file][at].said[1]
        if name[0].islower():
            place = grower.random.randrange(len(draft[file]) + 1)
            draft[file][place:place] = grower.addition(_frozen(draft), file, place, name)


def _move(grower: Grower, draft: Draft) -> None:
    """A definition goes to another place: of its module, another module, or another file."""
    found = _any(grower.random, draft, lambda item: True)
    if found is not None:
        file, at = found
        item = draft[file].pop(at)
        for _ in range(10):
            to, place = _somewhere(grower.random, draft)
            if grower.fits(draft[to], place, item):
                draft[to].insert(place, item)
                return
        draft[file].insert(at, item)


def _lay_out(grower: Grower, draft: Draft) -> None:
    """A definition is laid out otherwise, or a comment comes."""
    file, at = _somewhere(grower.random, draft)
    if at < len(draft[file]) and grower.random.random() < 0.6:
        draft[file][at] = grower.writing.laid_out(draft[file][at])
    else:
        draft[file].insert(at, grower.writing.item(("note", grower.random.randrange(9))))


def _somewhere(random: Random, draft: Draft) -> tuple[int, int]:
    file = random.randrange(len(draft))
    return file, random.randrange(len(draft[file]) + 1)


def _frozen(draft: Draft) -> Model:
    return tuple(map(tuple, draft))


_EDITS: tuple[Callable[[Grower, Draft], None], ...] = (
    *(_change_number, _change_number, _change_sign, _change_body, _change_body, _change_body),
    *(_rename, _delete, _add, _add, _shadow, _shadow, _move, _move, _lay_out),
)
