"""A checksum of Python changes exactly when something that its definition reaches changes (§10.4a).

Modules are generated as plain descriptions: who is called what and names whom in which way. The oracle walks these
descriptions by brute force and never sees the text; the plugin sees nothing but the text.
"""

from dataclasses import dataclass, field, replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tollens.core.graph.closure import Closures
from tollens.plugins.languages.python import PLUGIN

NAMES = [f"n{at}" for at in range(6)]
METHODS = [f"m{at}" for at in range(3)]

BY_NAME = (
    "{name}",
    "{name}(1)",
    "[{name} for each in [2]]",
    "[each for each in {name}]",
    "(lambda: {name})",
    "f'a{{{name}}}b'",
    "{{1: {name}}}",
    "(1 if {name} else 2)",
    "(lambda each={name}: each)",
)
HIDDEN = ("[{name} for {name} in [3]]", "(lambda {name}: {name})", "'{name}'", "(4, # {name}\n 5)")
BY_ATTRIBUTE = ("other.{name}", "other.inner.{name}(1)", "getattr(other, '{name}')")


@dataclass(frozen=True)
class Naming:
    """One mention: a name as written, and the way it is written."""

    name: str
    how: str
    is_attribute: bool = False
    is_hidden: bool = False

    def text(self) -> str:
        return self.how.format(name=self.name)


@dataclass(frozen=True)
class Item:
    """A definition, member, or statement in passing: its own value, and what it mentions."""

    kind: str
    name: str
    value: int
    mentions: tuple[Naming, ...] = ()
    early: tuple[Naming, ...] = ()
    members: tuple["Item", ...] = ()
    sets: str = ""


@dataclass
class Model:
    texts: list[list[Item]] = field(default_factory=list)
    imports: list[list[str]] = field(default_factory=list)


def a_naming(random: Random) -> Naming:
    sort = random.randrange(4)
    if sort == 0:
        return Naming(random.choice(NAMES), random.choice(HIDDEN), is_hidden=True)
    if sort == 1:
        return Naming(random.choice([*NAMES, *METHODS]), random.choice(BY_ATTRIBUTE), is_attribute=True)
    return Naming(random.choice(NAMES), random.choice(BY_NAME))


def namings(random: Random, most: int) -> tuple[Naming, ...]:
    return tuple(a_naming(random) for _ in range(random.randrange(most + 1)))


def plain(random: Random) -> tuple[Naming, ...]:
    return (Naming(random.choice(NAMES), "{name}"),) if random.random() < 0.3 else ()


def a_model(random: Random, with_events: bool) -> Model:
    model = Model()
    for _ in range(random.randrange(1, 4)):
        items: list[Item] = []
        for name in random.sample(NAMES, random.randrange(1, len(NAMES))):
            value = random.randrange(10**6)
            kind = random.choice(["function", "function", "constant", "class"])
            if kind == "class":
                members = tuple(
                    Item(random.choice(["function", "constant"]), each, random.randrange(10**6), namings(random, 2))
                    for each in random.sample(METHODS, random.randrange(len(METHODS) + 1))
                )
                items.append(Item(kind, name, value, early=plain(random), members=members))
            elif kind == "constant":
                items.append(Item(kind, name, value, namings(random, 2)))
            else:
                sets = random.choice(NAMES) if random.random() < 0.05 else ""
                items.append(Item(kind, name, value, namings(random, 3), plain(random), sets=sets))
        if with_events and random.random() < 0.5:
            items.append(Item("passing", "", random.randrange(10**6), namings(random, 1)))
        own = {item.name for item in items}
        model.texts.append(items)
        model.imports.append([name for name in NAMES if name not in own and random.random() < 0.5])
    return model


def lines_of(item: Item, random: Random) -> list[str]:
    """The text of an item, in a layout of chance."""
    space = " " * random.randrange(1, 3)
    noise = [f"# {random.random()}"] if random.random() < 0.3 else [""] * random.randrange(2)
    parts = [str(item.value), *(naming.text() for naming in item.mentions)]
    value = f"({',' + space + ''.join(f'{part},{space}' for part in parts)})".replace("(,", "(")
    if item.kind == "constant":
        return [*noise, f"{item.name}{space}={space}{value}"]
    if item.kind == "passing":
        return [*noise, f"print({value})"]
    if item.kind == "class":
        bases = ", ".join(naming.text() for naming in item.early)
        body = [f"mark{space}= {item.value}"]
        for member in reordered(item.members, random):
            body.extend(lines_of(member, random))
        return [*noise, f"class {item.name}({bases}):", *(f"    {line}" for line in indented(body))]
    defaults = "".join(f", k{at}={naming.text()}" for at, naming in enumerate(item.early))
    body = [f"'''{random.random()}'''"] if random.random() < 0.3 else []
    if item.sets:
        body += [f"global {item.sets}", f"{item.sets} = {item.value}"]
    body += ["def nested():", f"    return {value}", "return nested"]
    return [*noise, f"def {item.name}(other{defaults}):", *(f"  {line}" for line in indented(body))]


def reordered(members: tuple[Item, ...], random: Random) -> list[Item]:
    """Members in another order; those that are data keep theirs, which counts."""
    functions = [each for each in members if each.kind == "function"]
    random.shuffle(functions)
    kept = [each for each in members if each.kind != "function"]
    for each in functions:
        kept.insert(random.randrange(len(kept) + 1), each)
    return kept


def indented(lines: list[str]) -> list[str]:
    return [part for line in lines for part in line.split("\n")]


def written(model: Model, random: Random) -> list[str]:
    texts = []
    for source, (items, imports) in enumerate(zip(model.texts, model.imports, strict=True)):
        shuffled = list(items)
        if all(item.kind != "passing" for item in items) and not has_setters(model):
            random.shuffle(shuffled)
        lines = [f"from elsewhere{source} import {name}" for name in imports]
        for item in shuffled:
            lines.extend(lines_of(item, random))
        texts.append("\n".join(lines) + "\n")
    return texts


Node = tuple[int, str, str]
"""A text, the name of a definition or class, and the name of a member, `head`, `import`, or nothing."""


class Oracle:
    """Who reaches whom, by names as a person would follow them; quadratic and plain."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.edges: dict[Node, set[Node]] = {}
        for source, items in enumerate(model.texts):
            passing: set[Node] = {(source, "", "") for item in items if item.kind == "passing"}
            for name in model.imports[source]:
                self.edges[source, name, "import"] = passing | self.anywhere(name)
            for item in items:
                node = (source, item.name, "")
                edges = self.edges.setdefault(node, set())
                edges |= passing | self.meant(source, (*item.mentions, *item.early)) | self.setters(source, item.name)
                if item.sets:
                    edges |= self.named(source, item.sets)
                if item.kind == "class":
                    head = (source, item.name, "head")
                    self.edges[head] = passing | self.meant(source, item.early)
                    edges.add(head)
                    for member in item.members:
                        inner = (source, item.name, member.name)
                        self.edges[inner] = {head} | self.meant(source, member.mentions)
                        edges.add(inner)

    def setters(self, source: int, name: str) -> set[Node]:
        return {(source, each.name, "") for each in self.model.texts[source] if each.sets == name and name}

    def named(self, source: int, name: str) -> set[Node]:
        own = {(source, each.name, "") for each in self.model.texts[source] if each.name == name}
        own |= self.setters(source, name)
        return own if own and name not in self.model.imports[source] else self.anywhere(name) | own

    def anywhere(self, name: str) -> set[Node]:
        found = set()
        for source, items in enumerate(self.model.texts):
            found |= {(source, each.name, "") for each in items if each.name == name} | self.setters(source, name)
            found |= {(source, each, "import") for each in self.model.imports[source] if each == name}
        return found

    def meant(self, source: int, mentions: tuple[Naming, ...]) -> set[Node]:
        found: set[Node] = set()
        for each in mentions:
            if each.is_hidden:
                continue
            found |= self.anywhere(each.name) if each.is_attribute else self.named(source, each.name)
            if each.is_attribute:
                for place, items in enumerate(self.model.texts):
                    for item in items:
                        found |= {(place, item.name, m.name) for m in item.members if m.name == each.name}
        return found

    def reached(self, node: Node) -> set[Node]:
        seen = {node}
        work = [node]
        while work:
            for target in self.edges[work.pop()] - seen:
                seen.add(target)
                work.append(target)
        return seen


def edited(model: Model, node: Node) -> Model:
    """The model with another value in one place."""
    source, name, member = node

    def change(item: Item) -> Item:
        if item.name != name:
            return item
        if member in ("", "head"):
            return replace(item, value=item.value + 1)
        members = tuple(replace(m, value=m.value + 1) if m.name == member else m for m in item.members)
        return replace(item, members=members)

    texts = [[change(item) for item in items] if at == source else items for at, items in enumerate(model.texts)]
    return Model(texts, model.imports)


def checksums(model: Model, random: Random) -> dict[Node, str]:
    """The checksum of every definition that has a name."""
    closures = Closures(PLUGIN.link([PLUGIN.parse(text) for text in written(model, random)]), "tollens-python-1")
    found: dict[Node, str] = {}
    for source, items in enumerate(model.texts):
        for item in items:
            if item.name:
                (at,) = closures.find(item.name, source)
                found[source, item.name, ""] = closures.checksum(at)
            for member in item.members:
                (at,) = closures.find(f"{item.name}.{member.name}", source)
                found[source, item.name, member.name] = closures.checksum(at)
    return found


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.booleans())
def test_a_checksum_changes_exactly_with_what_is_reached(random: Random, with_events: bool) -> None:
    model = a_model(random, with_events)
    oracle = Oracle(model)
    before = checksums(model, random)
    for _ in range(3):
        # A class's own value stands in its head: the class reaches it as every member does.
        edit = random.choice(sorted(node for node in oracle.edges if node[2] != "import"))
        after = checksums(edited(model, edit), random)
        heart = (edit[0], edit[1], "mark") if is_class(model, edit) and edit[2] in ("", "head") else edit
        for node, checksum in before.items():
            is_reached = heart in with_marks(oracle, model, node)
            # Where a function sets a global name, all that runs it when a text is loaded belongs to every closure.
            if is_reached or not has_setters(model):
                assert (after[node] != checksum) == is_reached, (node, edit, written(model, Random(0)))


@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.booleans())
def test_layout_comments_docstrings_and_order_change_no_checksum(random: Random, with_events: bool) -> None:
    model = a_model(random, with_events)
    assert checksums(model, random) == checksums(model, random)


def has_setters(model: Model) -> bool:
    return any(item.sets for items in model.texts for item in items)


def is_class(model: Model, node: Node) -> bool:
    return any(item.name == node[1] and item.kind == "class" for item in model.texts[node[0]])


def with_marks(oracle: Oracle, model: Model, node: Node) -> set[Node]:
    """What is reached, with the value that stands in the body of each class whose whole is reached."""
    reached = oracle.reached(node)
    return reached | {(s, name, "mark") for s, name, part in reached if not part and is_class(model, (s, name, ""))}
