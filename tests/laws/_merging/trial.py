"""Merges of generated branches, and what each of them claims of its proofs, held against what the models compute."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple, Protocol

from tests.laws._merging.branches import Branch, Proof, begun, branched, together
from tests.laws._merging.combining import Branch as Changes
from tests.laws._merging.combining import branch as changes_of
from tests.laws._merging.combining import by_identity, by_lines, is_nested
from tests.laws._merging.edits import Grower, edited
from tests.laws._merging.items import File, Item, Model, Target, text_of
from tollens.core.merge.account import Account, Bucket
from tollens.core.merge.classification import classify
from tollens.core.merge.parents import Parents
from tollens.core.merge.views import View, Views
from tollens.core.merge.world import World, both, world_of
from tollens.core.ports import LanguageOf
from tollens.core.wire.document import Document

BRANCHES = 8
"""How many branches one base has; each is merged with each."""

_TARGETS = 3
"""How many things a branch proves at most."""


class Meaning(Protocol):
    """What a model computes."""

    def of(self, target: Target) -> object:
        """What a symbol computes."""

    def targets(self) -> list[Target]:
        """All symbols."""


class Kind(NamedTuple):
    """A language whose models can be generated and computed.

    Attributes:
        language: Its name.
        grower: Makes models.
        meaning: Computes a model.
        no_answers: What a model gives that computes nothing.
        is_no_model: What one gives that says nothing at all, for or against.
    """

    language: str
    grower: Callable[[Random], Grower]
    meaning: Callable[[Model], Meaning]
    no_answers: frozenset[object]
    is_no_model: object


class Violation(NamedTuple):
    """A proof that is carried forward, and false in the merged model."""

    proof: Proof
    account: Account
    merged: Model
    found: object


class _Views(Views):
    """Views of traces, each made once."""

    def __init__(self, language_of: LanguageOf) -> None:
        super().__init__(language_of, {})
        self._known: dict[int, tuple[Document, View]] = {}

    def of(self, document: Document) -> View:
        """The view of a trace."""
        key = id(document)
        if key not in self._known:
            return super().of(document)
        return self._known[key][1]

    def keep(self, document: Document) -> None:
        """Look at a trace once and for all."""
        self._known[id(document)] = document, super().of(document)


class Trial:
    """A base and its branches, each merged with each.

    Args:
        kind: The language of the models.
        seed: What chance begins with.
        language_of: Finds the language.
    """

    def __init__(self, kind: Kind, seed: int, language_of: LanguageOf) -> None:
        self.counts: Counter[str] = Counter()
        self._kind = kind
        self._random = random = Random(seed)
        grower = kind.grower(random)
        self._meanings: dict[tuple[int, ...], Meaning] = {}
        self._texts: dict[int, str] = {}
        self._joined: dict[tuple[str, int, int], File] = {}
        base = grower.model()
        self.base = begun(kind.language, base, self._proofs("base", base, random.choice((0, 0, 1))))
        self.branches: list[Branch] = []
        self._changes: list[Changes] = []
        for number in range(1, BRANCHES + 1):
            after = edited(grower, base)
            while not is_nested(after):
                after = edited(grower, base)
            proofs = self._proofs(f"b{number}", after, _TARGETS)
            self.branches.append(branched(kind.language, self.base, number, after, proofs))
            self._changes.append(changes_of(base, after))
        self._views = _Views(language_of)
        for each in (self.base, *self.branches):
            self._views.keep(each.document)

    def violations(self) -> Iterator[Violation]:
        """Merge each branch with each later one, and look for what is carried and no longer true."""
        for one in range(BRANCHES):
            for other in range(one + 1, BRANCHES):
                yield from self._merge(one, other)

    def _merge(self, one: int, other: int) -> Iterator[Violation]:
        ours, theirs = self.branches[one], self.branches[other]
        world = self.world(one, other)
        accounts = classify(world)
        self.counts["merges"] += 1
        proofs = {each.name: each for branch in (self.base, ours, theirs) for each in branch.proofs}
        assert sorted(proofs) == sorted(account.merged_id for account in accounts)
        carried = [account for account in accounts if account.bucket is Bucket.CarriedForward]
        self.counts.update(account.bucket.value for account in accounts)
        if not carried:
            return
        stated = list(self._stated(one, other, world))
        self.counts["told"] += bool(stated)
        plain = by_lines(self.base.model, self._changes[one], self._changes[other])
        self.counts["clean"] += bool(plain)
        for account in carried:
            proof = proofs[account.merged_id]
            false = next((model for model in stated if not self._holds(proof, model)), None)
            if false is None and not (plain and self._holds(proof, plain[0])):
                possible = [*plain, *by_identity(self.base.model, self._changes[one], self._changes[other])]
                if not any(self._holds(proof, model) for model in possible):
                    false = possible[0]
                else:
                    self.counts["doubtful"] += bool(plain)
            if false is not None:
                yield Violation(proof, account, false, self._meaning(false).of(proof.target))

    def _holds(self, proof: Proof, model: Model) -> bool:
        return self._meaning(model).of(proof.target) in (proof.table, self._kind.is_no_model)

    def world(self, one: int, other: int) -> World:
        """Two branches together, as a merge looks at them."""
        ours, theirs = self.branches[one], self.branches[other]
        parents = Parents(ours.document, theirs.document, self.base.document, "merge")
        union = together(self.base, ours, theirs)
        return world_of(both(parents, self._views), union, {}, self._views, joins=True)

    def _stated(self, one: int, other: int, world: World) -> Iterator[Model]:
        """The merged model in every reading of the merged trace that has one text of each file."""
        turned = () if world.turned is None else (world.turned.merged,)
        for view, _ in (*world.merged, *turned):
            stands: dict[str, list[str]] = {}
            for text in view.judge.sight.states.now.texts:
                held = view.models.texts[text]
                stands.setdefault(held.file or "", []).append(held.text or "")
            if all(len(texts) == 1 for texts in stands.values()):
                yield tuple(self._file(stands[name][0], one, other) for name in sorted(stands))

    def _file(self, text: str, one: int, other: int) -> File:
        """The items that a text consists of: those of one version, or of both branches."""
        known = [*self.branches[other].model, *self.branches[one].model, *self.base.model]
        for file in known:
            if self._text(file) == text:
                return file
        if (text, one, other) not in self._joined:
            self.counts["joined"] += 1
            items = {tuple(item.text.split("\n")): item for file in known for item in file}
            self._joined[text, one, other] = tuple(_apart(text.split("\n")[:-1], items))
        return self._joined[text, one, other]

    def _text(self, file: File) -> str:
        if id(file) not in self._texts:
            self._texts[id(file)] = text_of(file)
        return self._texts[id(file)]

    def _meaning(self, model: Model) -> Meaning:
        key = tuple(id(item) for file in model for item in (*file, None))
        if key not in self._meanings:
            self._meanings[key] = self._kind.meaning(model)
        return self._meanings[key]

    def _proofs(self, name: str, model: Model, most: int) -> list[Proof]:
        """Proofs of what some symbols compute."""
        meaning = self._meaning(model)
        targets = meaning.targets()
        chosen = self._random.sample(targets, min(most, len(targets)))
        tables = ((target, meaning.of(target)) for target in chosen)
        return [
            Proof(f"{name}-{number}", target, table)
            for number, (target, table) in enumerate(tables)
            if table not in self._kind.no_answers
        ]


def _apart(lines: list[str], items: dict[tuple[str, ...], Item]) -> Iterator[Item]:
    """The items that lines are made of."""
    longest = max(map(len, items))
    at = 0
    while at < len(lines):
        for count in range(1, longest + 1):
            found = items.get(tuple(lines[at : at + count]))
            if found is not None:
                yield found
                at += count
                break
        else:
            raise AssertionError(f"the joined text has a line that nobody wrote: {lines[at]!r}")
