"""A checksum of an IML definition changes exactly when something that the definition reaches was changed (§10.4a).

Models are made as lists of items whose uses of each other are known, and only then written as text, in one of many
ways. What an item reaches is worked out from the list, never from the text.
"""

import dataclasses
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("tree_sitter_iml", reason="the extra 'iml' is not installed")

from tollens.core.graph.closure import Closures, changed
from tollens.plugins.languages.iml import PLUGIN

Path = tuple[str, ...]

PATHS: tuple[Path, ...] = ((), ("M",), ("M", "N"), ("O",))
KINDS = ("value", "value", "value", "operator", "variant", "record", "axiom", "pair")
TYPES = ("variant", "record")
SEPARATORS = (" ", "\n", "\t ", " (* let v0 = 9 *) ", '\n(* "*)" *)\n')


@dataclasses.dataclass(frozen=True)
class Item:
    kind: str
    path: Path
    number: int
    uses: tuple[tuple[int, int], ...]
    """Which other items it uses, each with the way in which that is written."""
    noise: tuple[tuple[int, int], ...]
    """Which other items have a name that is bound and used inside it, and how."""
    text: int
    """Which text it is in, if it is in no module; modules are in the text of their number."""


@st.composite
def models(draw: st.DrawFn) -> list[Item]:
    count = draw(st.integers(2, 9))
    kinds = [draw(st.sampled_from(KINDS)) for _ in range(count)]
    items = []
    for at, kind in enumerate(kinds):
        usable = [other for other in range(count) if other != at and (kind not in TYPES or kinds[other] in TYPES)]
        uses = draw(st.lists(st.sampled_from(usable), max_size=3, unique=True)) if usable else []
        others = [other for other in range(count) if kinds[other] in ("value", "pair", "axiom")]
        noise = draw(st.lists(st.sampled_from(others), max_size=2)) if others else []
        items.append(
            Item(
                kind,
                draw(st.sampled_from(PATHS)),
                draw(st.integers(0, 3)),
                tuple((use, draw(st.integers(0, 5))) for use in uses),
                tuple((use, draw(st.integers(0, 4))) for use in noise),
                draw(st.integers(0, 1)),
            )
        )
    return items


def reached(items: Sequence[Item], target: int) -> set[int]:
    """All that an item reaches, with all axioms and what they reach."""
    seen: set[int] = set()
    work = [target, *(at for at, item in enumerate(items) if item.kind == "axiom")]
    while work:
        at = work.pop()
        if at not in seen:
            seen.add(at)
            work += [use for use, _ in items[at].uses]
    return seen


def name_of(items: Sequence[Item], at: int) -> str:
    return {"variant": f"t{at}", "record": f"r{at}'", "operator": "+" + "!" * (at + 1), "pair": f"a{at}"}.get(
        items[at].kind, f"v{at}'"
    )


def written_use(items: Sequence[Item], at: int, use: int, way: int) -> str:
    """An expression, or in a type a type, that uses another item."""
    here, there = items[at].path, items[use].path
    above = there if here[: len(there)] != there else ()
    while above and here and above[0] == here[0]:
        above, here = above[1:], here[1:]
    opened = bool(above) and way % 2 == 1 and items[at].kind not in TYPES
    dotted = "" if opened else "".join(f"{module}." for module in above)
    name, kind = name_of(items, use), items[use].kind
    if items[at].kind in TYPES:
        return f"{dotted}{name}"
    if kind == "variant":
        inner = [
            f"( z : {dotted}{name} )",
            f"{dotted}C{use}",
            f"( match z with {dotted}C{use} -> 0 | _ -> 1 )",
        ][way % 3]
    elif kind == "record":
        inner = [f"( z : {dotted}{name} )", f"z.{dotted}f{use}", f"( fun {{ {dotted}f{use} = q ; _ }} -> q )"][way % 3]
    elif kind == "operator":
        inner = f"( {dotted}( {name} ) 1 2 )" if dotted or way % 3 else f"( 1 {name} 2 )"
    elif kind == "pair":
        inner = f"{dotted}{'ab'[way // 2 % 2]}{use}"
    else:
        inner = f"{dotted}{name}"
    if not opened:
        return inner
    path = ".".join(above)
    return f"{path}.( {inner} )" if way % 4 == 1 else f"( let open {path} in {inner} )"


def written_noise(name: str, way: int) -> str:
    return [
        f"( fun {name} -> {name} )",
        f"( let {name} = 1 in {name} )",
        f"( match 0 with {name} -> {name} )",
        f"( let rec {name} q = {name} q in {name} )",
        f"( fun ( q , ( {name} as p ) ) -> {name} + p )",
    ][way]


def written(items: Sequence[Item], at: int) -> str:
    item, name = items[at], name_of(items, at)
    uses = [written_use(items, at, use, way) for use, way in item.uses]
    if item.kind in TYPES:
        body = " * ".join(["int", *uses])
        if item.kind == "variant":
            return f"type {name} = C{at} of {body} | D{at}_{item.number}"
        return f"type {name} = {{ f{at} : {body} ; g{at}_{item.number} : int }}"
    noise = [written_noise(name_of(items, other), way) for other, way in item.noise]
    body = " + ".join([str(item.number), *noise, *uses])
    if item.kind == "axiom":
        return f"axiom {name} x = {body} = x"
    if item.kind == "pair":
        return f"let ( a{at} , b{at} ) = ( {body} , 0 )"
    if item.kind == "operator":
        return f"let ( {name} ) x y = {body}"
    proof = next((use for use, _ in item.uses if items[use].kind == "axiom" and items[use].path == ()), None)
    return f"let {name} x = {body}" + ("" if proof is None else f" [@@by {name_of(items, proof)}]")


def rendered(items: Sequence[Item], order: Sequence[int], separators: Sequence[str] = (" ",)) -> list[str]:
    """The texts of a model, its items in an order, its tokens apart in any way."""

    def block(path: Path, text: int | None = None) -> list[str]:
        return [written(items, at) for at in order if items[at].path == path and text in (None, items[at].text)]

    nested = ["module N = struct", *block(("M", "N")), "end"]
    inside = [*nested, *block(("M",))] if order[0] % 2 else [*block(("M",)), *nested]
    modules = [["module M = struct", *inside, "end"], ["module O = struct", *block(("O",)), "end"]]
    texts = []
    for number, module in enumerate(modules):
        parts = [*module, *block((), number)] if order[-1] % 2 else [*block((), number), *module]
        words = " ".join(parts).split(" ")
        texts.append("".join(word + separators[at % len(separators)] for at, word in enumerate(words)))
    return texts


def closures_of(texts: Sequence[str]) -> Closures:
    return Closures(PLUGIN.link([PLUGIN.parse(text) for text in texts]), "tollens-iml-1")


def checksums(items: Sequence[Item], texts: Sequence[str]) -> list[str]:
    closures = closures_of(texts)
    assert not any(each.name == "unreadable text" for each in closures.definitions.definitions), texts
    found = []
    for at in range(len(items)):
        (position,) = closures.find(".".join([*items[at].path, name_of(items, at)]))
        found.append(closures.checksum(position))
    return found


@given(models(), st.data())
@settings(max_examples=60)
def test_a_checksum_changes_exactly_when_something_reached_does(items: list[Item], data: st.DataObject) -> None:
    edited = data.draw(st.integers(0, len(items) - 1))
    after = list(items)
    after[edited] = dataclasses.replace(items[edited], number=items[edited].number + 1)
    order = range(len(items))
    old, new = rendered(items, order), rendered(after, order)
    before, behind = checksums(items, old), checksums(after, new)
    for at in range(len(items)):
        assert (before[at] != behind[at]) == (edited in reached(items, at)), (at, edited, old)


@given(models(), st.data())
@settings(max_examples=40)
def test_comments_layout_and_order_never_count(items: list[Item], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(items))))
    separators = data.draw(st.lists(st.sampled_from(SEPARATORS), min_size=1, max_size=7))
    texts = rendered(items, order, separators)
    if data.draw(st.booleans()):
        texts.reverse()
    assert checksums(items, texts) == checksums(items, rendered(items, range(len(items))))


@given(models(), st.data())
@settings(max_examples=25)
def test_what_changed_is_named(items: list[Item], data: st.DataObject) -> None:
    edited = data.draw(st.integers(0, len(items) - 1))
    after = list(items)
    after[edited] = dataclasses.replace(items[edited], number=items[edited].number + 1)
    old, new = (closures_of(rendered(each, range(len(items)))) for each in (items, after))
    expected = ".".join([*items[edited].path, name_of(items, edited)])
    for at in range(len(items)):
        symbol = ".".join([*items[at].path, name_of(items, at)])
        names = changed(old, old.find(symbol)[0], new, new.find(symbol)[0])
        assert names == ((expected,) if edited in reached(items, at) else ())


Line = tuple[str, int, tuple[str, ...]]

programs = st.lists(
    st.tuples(st.sampled_from("abc"), st.integers(0, 1), st.lists(st.sampled_from("abc"), max_size=2).map(tuple)),
    min_size=1,
    max_size=5,
)


def unfolded(lines: Sequence[Line]) -> dict[str, object]:
    """What each name means at the end, with the meanings of the names that it uses put in their place."""
    meaning: dict[str, object] = {}
    for name, number, uses in lines:
        meaning[name] = (name, number, tuple((use, meaning.get(use, "standard")) for use in uses))
    return meaning


def written_lines(lines: Sequence[Line]) -> str:
    names = {name for name, _, _ in lines}
    known: set[str] = set()
    found = []
    for name, number, uses in lines:
        # A name that only a later line defines would mean that one: here it is one of the standard library.
        shown = [use if use in known else f"std_{use}" for use in uses]
        found.append(f"let {name} = {' + '.join([str(number), *shown])}")
        known.add(name)
    assert known == names
    return "\n".join(found)


@given(programs, programs)
@settings(max_examples=120)
def test_where_names_shadow_each_other_a_checksum_is_what_the_name_means(one: list[Line], two: list[Line]) -> None:
    first, second = closures_of([written_lines(one)]), closures_of([written_lines(two)])
    meanings = unfolded(one), unfolded(two)
    for name in meanings[0].keys() & meanings[1].keys():
        same = first.checksum(first.find(name)[0]) == second.checksum(second.find(name)[0])
        assert same == (meanings[0][name] == meanings[1][name])


@given(st.text(alphabet="let()=xM.{};|\"'*[@ ]\n:in fun->+!\\\x00\ud800", max_size=80), st.text(max_size=20))
@settings(max_examples=80)
def test_any_text_is_read_and_no_character_is_left_out(text: str, more: str) -> None:
    closures = closures_of(["let clamp x = x", text])
    again = closures_of(["let clamp x = x", text])
    assert closures.of_source(1) == again.of_source(1)
    kept = "".join(each.normal for each in closures.definitions.definitions if each.source == 1)
    kept += closures.definitions.common[1]
    if "(*" not in text and "\ud800" not in text and ";;" not in text:
        assert set("".join(text.split())) <= set(kept) | set("\x00"), kept
    closures_of([text + more])
