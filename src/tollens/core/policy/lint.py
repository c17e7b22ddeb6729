"""The static check of a formula: what it names and nobody knows, and what it can never say (POL101 to POL113).

An unknown name is never refused, since types, fields and predicates are open; but a misspelt one would make a policy
pass in silence, so each is told, with the nearest name that is known. An error is told where no trace can decide it.
"""

from collections.abc import Callable, Collection
from functools import partial
from typing import NamedTuple

from tollens.core.diagnostics import Diagnostic
from tollens.core.policy.fields import SEVERITIES, Words, fields_of
from tollens.core.policy.level import level
from tollens.core.policy.remarks import EXPLANATIONS, Remarks, Sort, Stranger, listed
from tollens.core.policy.shapes import check_shapes
from tollens.core.policy.slips import slip_of
from tollens.core.policy.syntax import (
    Atom,
    Compare,
    Comprehension,
    Field,
    Formula,
    FunctionCall,
    Member,
    Name,
    Node,
    PredicateCall,
    Quantified,
    SetLiteral,
    Term,
    TypeCall,
    children,
)
from tollens.core.policy.vocabulary import (
    ACTION_TYPES,
    ARTIFACT_TYPES,
    COLLECTIONS,
    ELEMENT_SETS,
    ELEMENTS,
    FOREIGN_COLLECTIONS,
    FUNCTIONS,
    GOAL_ATOMS,
    OLDER_TYPES,
    OPEN_TYPES,
    PREDICATES,
    Element,
    binder,
    is_type_name,
)
from tollens.core.policy.words import every_word, fold

__all__ = ["EXPLANATIONS", "level", "lint"]

_TYPES = frozenset({*ACTION_TYPES, *ARTIFACT_TYPES})
_WITH_TERMS = frozenset(name for name, row in PREDICATES.items() if any(row.terms))
_ANYTHING: Words = frozenset()
_OF_TYPES = frozenset({"type", "artifact_type"})
"""Fields that hold a type, which may be one that the text does not have."""

_VARIABLES = 100
"""Variables in scope among which a misspelt one is looked for."""


def lint(formula: Formula, path: str = "", types: Collection[str] = ()) -> tuple[Diagnostic, ...]:
    """What is to be said of a formula before any trace is looked at, in the order of its text, each name once.

    Args:
        formula: The tree.
        path: JSON pointer of the formula in its file.
        types: Further type names that are used on purpose, such as those of a project.

    >>> from tollens.core.policy.parser import parse
    >>> [(d.code, d.hint) for d in lint(parse("G(ReadFil → F(GitCommit))"))]
    [('POL101', 'Did you mean `ReadFile`?')]
    """
    return examined(formula, path, types).remarks


class Examined(NamedTuple):
    """What a formula looks like before any trace is looked at.

    Attributes:
        remarks: What is to be said of it.
        strangers: The names in it that nobody knows, at all their places.
    """

    remarks: tuple[Diagnostic, ...]
    strangers: tuple[Stranger, ...]


def strangers_of(formula: Formula, types: Collection[str] = ()) -> tuple[Stranger, ...]:
    """The names in a formula that nobody knows, at all their places."""
    remarks = Remarks("", quiet=True)
    _Names(remarks, frozenset(types)).check(formula)
    return tuple(remarks.strangers)


def examined(formula: Formula, path: str = "", types: Collection[str] = ()) -> Examined:
    """As `lint`, with the names that nobody knows."""
    remarks = Remarks(path)
    _Names(remarks, frozenset(types)).check(formula)
    check_shapes(formula, remarks)
    return Examined(remarks.told(), tuple(remarks.strangers))


class _Binding:
    """A variable in its scope."""

    __slots__ = ("element", "node", "used")

    def __init__(self, node: Quantified | None, element: Element) -> None:
        self.node = node
        self.element = element
        self.used = False


class _Read(NamedTuple):
    """What a term reads: of which kind it is, what its members are if it is a set, which words or types it may be."""

    element: Element
    members: Element = "value"
    words: Words = _ANYTHING
    types: bool = False


class _Names:
    """Checks every name of a formula in its scope, from left to right."""

    def __init__(self, remarks: Remarks, types: frozenset[str]) -> None:
        self._remarks = remarks
        self._types = types
        self._all_types = _TYPES | OPEN_TYPES | types
        self._visible: dict[str, list[_Binding]] = {}
        self._pending: list[Callable[[], None]] = []

    def check(self, formula: Formula) -> None:
        """Check a formula."""
        self._later(formula)
        while self._pending:
            self._pending.pop()()

    def _later(self, *nodes: Node) -> None:
        self._pending.extend(partial(self._visit, node) for node in reversed(nodes))

    def _visit(self, node: Node) -> None:
        match node:
            case Atom():
                self._atom(node)
            case TypeCall(name=name, body=body):
                self._type(node, name)
                self._later(body)
            case PredicateCall():
                self._predicate(node)
            case Quantified():
                self._quantified(node)
            case Comprehension():
                self._comprehension(node)
            case Compare():
                self._compare(node)
            case Member():
                self._member(node)
            case Field() | Name() | FunctionCall():
                self._read(node)
            case _:
                self._later(*children(node))

    # ── atoms and predicates ─────────────────────────────────────────────────────────────────────────────────────

    def _atom(self, node: Atom) -> None:
        name = node.name
        if self._use(name) or name in ELEMENTS or name in GOAL_ATOMS:
            return
        if is_type_name(name):
            self._type(node, name)
        elif name not in PREDICATES:
            self._text_predicate(node, name)
        elif 0 not in PREDICATES[name].terms:
            self._terms(node, name)

    def _text_predicate(self, node: Atom | PredicateCall, name: str) -> None:
        slip = slip_of(name, PREDICATES)
        met = self._remarks.quiet or self._remarks.said("POL112", name)
        near = slip or (None if met else self._remarks.nearest(name, PREDICATES))
        message = "{} is no predicate of the language; it is looked for as text in each action"
        hint = f"Did you mean `{near}`?" if near else ""
        self._remarks.add(
            "POL112", "warning" if near else "info", node, name, message, hint, strange="text" if slip else None
        )

    def _type(self, node: Node, name: str) -> None:
        if name in OLDER_TYPES:
            message = f"{{}} is read as {OLDER_TYPES[name]}"
            self._remarks.add("POL103", "info", node, name, message, f"Write `{OLDER_TYPES[name]}`.")
        elif name in OPEN_TYPES or name in self._types:
            self._remarks.add("POL102", "info", node, name, "{} is no type of the text; it is compared exactly")
        elif name not in _TYPES:
            message, hint = "{} is no action or artifact type of the text", "Name it as a type of the project."
            known = self._all_types.union(GOAL_ATOMS)
            self._remarks.add("POL101", "warning", node, name, message, hint, known, strange="type")

    def _predicate(self, node: PredicateCall) -> None:
        known = PREDICATES.get(node.name)
        if known is None and not node.terms:  # `p()` says the same as `p`
            self._text_predicate(node, node.name)
        elif known is None:
            message = "{} is no predicate of the language"
            self._remarks.add("POL104", "error", node, node.name, message, known=_WITH_TERMS, strange="name")
        elif len(node.terms) not in known.terms:
            self._terms(node, node.name)
        if known is None or not known.ids:
            self._later(*node.terms)

    def _terms(self, node: Node, name: str) -> None:
        wanted = " or ".join("no term" if n == 0 else "one term" if n == 1 else "two" for n in PREDICATES[name].terms)
        self._remarks.add("POL104", "error", node, name, f"{{}} takes {wanted}", strange="name")

    # ── scopes ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _use(self, name: str) -> _Binding | None:
        scopes = self._visible.get(name)
        if scopes is None:
            return None
        scopes[-1].used = True
        return scopes[-1]

    def _quantified(self, node: Quantified) -> None:
        element: Element = "any"
        if node.source is not None:
            element = self._set(node.source)
        binding = _Binding(node, element)
        self._within(node.variable, binding, node.body)

    def _within(self, variable: str, binding: _Binding, *nodes: Node) -> None:
        """Visit nodes with a variable bound."""
        scopes = self._visible.setdefault(variable, [])
        scopes.append(binding)
        self._pending.append(partial(self._release, variable))
        self._later(*nodes)

    def _release(self, variable: str) -> None:
        scopes = self._visible[variable]
        binding = scopes.pop()
        if not scopes:
            del self._visible[variable]
        if not binding.used and binding.node is not None:
            self._remarks.add("POL110", "warning", binding.node, variable, "{} is bound and never used")

    def _comprehension(self, node: Comprehension) -> None:
        variable = binder(node.term)
        if variable is None:
            self._later(node.term, node.guard)
        else:
            self._within(variable, _Binding(None, "any"), node.term, node.guard)

    def _set(self, source: Term) -> Element:
        """Check what is ranged over, or searched, and say what its members are."""
        if isinstance(source, Name) and not self._use(source.name):
            if source.name in COLLECTIONS:
                return COLLECTIONS[source.name]
            if source.name in FOREIGN_COLLECTIONS:
                message = "{} is in no trace of the text, so this is not decided"
                self._remarks.add("POL106", "warning", source, source.name, message)
            elif source.name not in fields_of("any"):
                message, hint = "{} is no set of a trace", f"Sets are {listed(COLLECTIONS)}."
                self._remarks.add("POL106", "error", source, source.name, message, hint, COLLECTIONS, "name")
            return "value"
        if isinstance(source, Field | FunctionCall):
            return self._read(source).members
        self._later(source)
        return "value"

    # ── terms ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _read(self, term: Term) -> _Read:
        """Check a chain of fields and functions from its root on; what it holds beside that is visited later."""
        chain: list[Field | FunctionCall] = []
        while isinstance(term, Field | FunctionCall):
            chain.append(term)
            term = term.term
        read = self._root(term)
        for link in reversed(chain):
            read = self._field(link, read) if isinstance(link, Field) else self._function(link)
        return read

    def _root(self, term: Term) -> _Read:
        if not isinstance(term, Name):
            self._later(term)
            return _Read("value")
        name = term.name
        binding = self._use(name)
        if binding:
            return _Read(binding.element)
        if name in ELEMENTS:
            return _Read(ELEMENTS[name])
        if name in COLLECTIONS:
            return _Read("value", COLLECTIONS[name])
        if name in FOREIGN_COLLECTIONS:
            return _Read("value")
        if name in fields_of("any"):
            return _Read("value", ELEMENT_SETS.get(("any", name), "value"), fields_of("any")[name], name in _OF_TYPES)
        self._word(term)
        return _Read("value")

    def _word(self, term: Name, beside: bool = False) -> None:
        """A name that stands for itself: a type, a word, or, beside `=`, text."""
        name = term.name
        if fold(name) in every_word() or name in _TYPES or name in PREDICATES or name in ("true", "false"):
            return
        if is_type_name(name) and not beside:
            self._type(term, name)
        elif is_type_name(name):
            message = "{} is no word of the text"
            self._remarks.add("POL107", "warning", term, name, message, "Put text in quotes.", _TYPES)
        elif beside or "-" in name:
            self._remarks.add("POL109", "warning", term, name, "{} is bound by no quantifier", "Put text in quotes.")
        else:
            variables = self._visible if len(self._visible) <= _VARIABLES else ()
            known = {*variables, *COLLECTIONS, *fields_of("any")}
            message = "{} is bound by no quantifier"
            self._remarks.add("POL109", "error", term, name, message, known=known, strange="name")

    def _field(self, node: Field, owner: _Read) -> _Read:
        known = fields_of(owner.element)
        if known and node.name not in known:
            kind = "an action or artifact" if owner.element == "any" else f"an element of the kind {owner.element}"
            message = f"{{}} is no field of {kind}"
            self._remarks.add("POL105", "warning", node, node.name, message, known=known, strange="field")
            return _Read("value")
        members = ELEMENT_SETS.get((owner.element, node.name), "value")
        return _Read("value", members, known.get(node.name, _ANYTHING), node.name in _OF_TYPES)

    def _function(self, node: FunctionCall) -> _Read:
        known = FUNCTIONS.get(node.name)
        if known is None:
            message, hint = "{} is no function of the language", f"Functions are {listed(FUNCTIONS)}."
            self._remarks.add("POL104", "error", node, node.name, message, hint, FUNCTIONS, "name")
            return _Read("value")
        return _Read("value", known.result) if known.many else _Read(known.result)

    # ── comparisons ──────────────────────────────────────────────────────────────────────────────────────────────

    def _compare(self, node: Compare) -> None:
        left, right = node.left, node.right
        if self._is_word(right):
            self._beside(left, [right], node.operator not in ("=", "≠"))
        elif self._is_word(left):
            self._beside(right, [left], node.operator not in ("=", "≠"))
        else:
            self._later(left, right)

    def _member(self, node: Member) -> None:
        if isinstance(node.set, SetLiteral):
            words = [item for item in node.set.items if self._is_word(item)]
            self._beside(node.item, words, ordered=False)
            self._later(*(item for item in node.set.items if not self._is_word(item)))
        else:
            self._set(node.set)
            self._later(node.item)

    def _is_word(self, term: Term) -> bool:
        """Whether a term is a bare name that stands for nothing but itself."""
        if not isinstance(term, Name) or term.name in self._visible:
            return False
        elsewhere = (ELEMENTS, COLLECTIONS, FOREIGN_COLLECTIONS)
        lower_field = (
            not is_type_name(term.name) and term.name in fields_of("any") and fold(term.name) not in every_word()
        )
        return not lower_field and not any(term.name in table for table in elsewhere)

    def _beside(self, term: Term, words: list[Term], ordered: bool) -> None:
        """Check words against the term that they are compared with."""
        read = self._read(term)
        for word in words:
            if not isinstance(word, Name):
                continue
            folded = fold(word.name)
            if ordered and folded not in SEVERITIES:
                message, hint = "{} has no order", f"Severities have: {listed(SEVERITIES)}."
                strange: Sort | None = None if folded in every_word() else "name"
                self._remarks.add("POL108", "warning", word, word.name, message, hint, strange=strange)
            elif read.words and folded not in read.words and read.types and is_type_name(word.name):
                self._type(word, word.name)
            elif read.words and folded not in read.words:
                known = {_like(allowed, word.name) for allowed in read.words}
                message, hint = "{} is none of the words that stand there", f"Words are {listed(sorted(known))}."
                self._remarks.add("POL107", "warning", word, word.name, message, hint, known, "name")
            elif not read.words:
                self._word(word, beside=True)


def _like(folded: str, written: str) -> str:
    """A folded word in the case of another that was written."""
    return folded.title().replace("_", "") if is_type_name(written) else folded
