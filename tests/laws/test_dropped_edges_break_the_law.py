"""A dependency that closures overlook is noticed by the law that carried proofs are true, whatever kind it is of.

Each language leaves out one kind of dependency (`_merging/dropping.py`), and the law's own generator makes merges until
a proof is carried that is false. Where to begin is written down, so that this is quick; and where a kind of dependency
is rare, which items are to come more often. What is not noticed is redundant: something else leads to the same, which
is said by name.
"""

from functools import partial
from typing import NamedTuple

import pytest

from tests.laws._merging import dropping, iml_growing, python_growing
from tests.laws._merging.trial import Kind, Trial
from tests.laws.test_carried_proofs_are_true import IML, PYTHON
from tollens.plugins.languages import language_of

SEEDS = 3
"""So many bases are tried, each with all its merges; the first one has been found to do."""

MODULES = ("module", "module", "let", "let", "constant")
PASSAGES = ("module", "let", "let", "alias", "open", "include")
CLASSES = ("class", "class", "def")
FILES = ("def", "from", "import", "constant")
LISTS = ("list", "list", "appended of", "import", "def", "def", "appended")


class Bases(NamedTuple):
    """What generated bases are like: the items that they are made of, the first seed, how many items at most."""

    items: tuple[str, ...] | None = None
    first: int = 0
    most: int = 0


NOTICED: dict[str, dict[str, Bases]] = {
    "iml": {
        "value": Bases(),
        "operator": Bases(("operator", "let")),
        "member of a module": Bases(MODULES),
        "what is opened around an expression": Bases(MODULES, 5),
        "type": Bases(("variant", "variant", "let", "let"), 81),
        "constructor": Bases(("variant", "cases", "let"), 2),
        "field": Bases(("record", "let"), 2),
        "open": Bases((*MODULES, "open"), 68),
        "include": Bases((*MODULES, "include"), 68),
        "what a name is looked up through": Bases(PASSAGES, 32),
        "what one binding gives beside": Bases(("pair", "let")),
        "hint": Bases(("axiom", "let"), 6),
        "definition of the same name": Bases(("let", "let", "constant")),
        "another text": Bases(),
        "what stands later in the text": Bases(),
    },
    "python": {
        "global name": Bases(),
        "decorator": Bases(("decorator", "decorated", "def"), 1),
        "default": Bases(("with default", "def")),
        "name in the body of a class": Bases(("class", "data", "data", "method"), 6),
        "head of a class": Bases(CLASSES, 12),
        "members of a class": Bases(CLASSES, 1),
        "attribute": Bases(CLASSES, 14),
        "hint": Bases(LISTS, 22),
        "imported name": Bases(FILES, 10),
        "what may rest on anything": Bases(("def", "def", "import"), 22),
        "definition of the same name": Bases(("constant", "added to", "added to", "def"), 51),
        "one that stands for many": Bases(("from", "from", "def", "import"), 1, 40),
        "another text": Bases(FILES, 10),
        "what stands later in the text": Bases(("def", "constant"), 1),
    },
}
"""By language and kind of dependency, where it is noticed."""

REDUNDANT: dict[str, dict[str, str]] = {
    "iml": {
        "module": "what is looked up in a module is mentioned itself, and so is what it is looked up through",
        "alias": "the text of an alias names the module, which holds all that is in it",
        "what a module holds": "a name that is looked up in a module is mentioned itself, whatever the module holds",
        "what may rest on anything": "what no text defines computes nothing, so that no proof can be false by it",
        "one that stands for many": "there is none: each meaning of a name is mentioned",
    },
    "python": {
        "base of a class": "what is inherited is reached by the name of the attribute, whatever class has it",
        "special method": "whatever makes a value names its class, and that holds its special methods",
        "attribute that is set from outside": "what sets it runs as its text is loaded, and is a hint, or is called",
    },
}
"""By language and kind: why no merge of generated branches depends on it."""


def kind_of(language: str, bases: Bases) -> Kind:
    kind = {"iml": IML, "python": PYTHON}[language]
    if bases.items is None:
        return kind
    growing = {"iml": iml_growing.Growing, "python": python_growing.Growing}[language]
    more = {"most": bases.most} if bases.most else {}
    return kind._replace(grower=partial(growing, kinds=bases.items, **more))


def is_noticed(language: str, kind: str, bases: Bases, seed: int) -> bool:
    overlooking = dropping.language(language, kind)
    return any(Trial(kind_of(language, bases), seed, lambda name: overlooking).violations())


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("language", "kind"), [(language, kind) for language, kinds in NOTICED.items() for kind in kinds]
)
def test_what_is_overlooked_is_noticed(language: str, kind: str) -> None:
    bases = NOTICED[language][kind]
    seeds = range(bases.first, bases.first + SEEDS)
    found = next((seed for seed in seeds if is_noticed(language, kind, bases, seed)), None)
    assert found is not None, f"no false proof is carried where {kind!r} is overlooked"
    assert not any(Trial(kind_of(language, bases), found, language_of).violations())


@pytest.mark.parametrize("language", ["iml", "python"])
def test_every_kind_is_noticed_or_said_to_be_redundant(language: str) -> None:
    drops = {"iml": dropping.IML_DROPS, "python": dropping.PYTHON_DROPS}[language]
    assert sorted((*NOTICED[language], *REDUNDANT[language])) == sorted(drops)
