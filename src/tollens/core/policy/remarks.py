"""What is said of a formula: remarks with their place in its text, each said once, with the nearest known name."""

from collections.abc import Collection, Iterable
from difflib import get_close_matches
from typing import Literal, NamedTuple

from tollens.core.diagnostics import Diagnostic, Severity
from tollens.core.policy.syntax import Node
from tollens.core.validate.wording import quoted

Sort = Literal["type", "field", "text", "name"]
"""What a name that nobody knows stands for; but for a `name`, a trace may have what it names all the same."""


class Stranger(NamedTuple):
    """A name that nobody knows, at one of its places.

    Attributes:
        name: The name.
        sort: What it would be.
        node: Where.
        why: What is wrong with it, and what to do.
    """

    name: str
    sort: Sort
    node: Node
    why: str


COMPARED = 200
"""Different unknown names of one formula for which the nearest known one is looked for, as that is slow."""
_LIKE = 0.75
"""How much alike two names are, of 1, for one to be taken for the other."""


EXPLANATIONS: dict[str, tuple[str, str]] = {
    "POL101": (
        "Types are known",
        "A misspelt type is the type of no action, so what it triggers would pass in silence. A policy with a type "
        "that neither the text nor the project nor the trace has is not decided.",
    ),
    "POL102": (
        "Types outside the text are used on purpose",
        "Published policies and projects use types of their own. They are compared exactly; a trace that the strict "
        "reader takes has none of them.",
    ),
    "POL103": (
        "Type names are those of the text",
        "A name of an earlier version means the one of the text.",
    ),
    "POL104": (
        "Predicates and functions with terms are known",
        "Nobody but the language says what they mean, so no trace can decide the formula.",
    ),
    "POL105": (
        "Fields are known",
        "No such element has it, so that a comparison with it would always be the same. A policy with a field that "
        "nobody knows is not decided, unless a result in the trace has a member of that name.",
    ),
    "POL106": (
        "What a variable ranges over is a set of the trace",
        "Over a set that no trace has, `∀` would hold and `∃` would fail, both for no reason. Such a formula is not "
        "decided.",
    ),
    "POL107": (
        "Words are among those that can stand there",
        "A field of a closed list of words never has another one, so a comparison with it would always be the same. "
        "It is not decided.",
    ),
    "POL108": (
        "What is ordered has an order",
        "Severities, numbers and positions have one; other words are equal or not.",
    ),
    "POL109": (
        "Names of terms stand for something",
        "A variable that no quantifier binds has no value, so no trace can decide the formula. A bare word beside `=` "
        "is read as text, which is better written in quotes.",
    ),
    "POL110": (
        "A variable that is bound is used",
        "The body is the same for every element, which is seldom what was meant.",
    ),
    "POL111": (
        "A formula depends on the trace",
        "A part that is the same on every trace demands nothing, or can never be met.",
    ),
    "POL112": (
        "Lowercase names are predicates of the language",
        "Any other lowercase name is looked for as text in what the action says of itself, which proves little and can "
        "be switched off. One that is a slip of the pen away from a predicate is not decided, unless an action of the "
        "trace has it as a word.",
    ),
    "POL113": (
        "A formula speaks of the whole trace",
        "It is judged at the first action. What stands under no operator that carries it elsewhere is asked of that "
        "action alone.",
    ),
}
"""Code of the static check to what is asked and why."""


class Remarks:
    """Gathers the remarks on one formula.

    Args:
        path: JSON pointer of the formula in its file.
        quiet: Gather only the names that nobody knows, which costs less.

    Attributes:
        quiet: Whether only these are gathered.
        strangers: The names that nobody knows, at all their places.
    """

    def __init__(self, path: str, quiet: bool = False) -> None:
        self._path = path
        self.quiet = quiet
        self._told: dict[tuple[str, str], tuple[int, Diagnostic]] = {}
        self._looked_for = 0
        self.strangers: list[Stranger] = []

    def said(self, code: str, subject: str) -> bool:
        """Whether a check has spoken of a subject."""
        return (code, subject) in self._told

    def add(
        self,
        code: str,
        severity: Severity,
        node: Node,
        subject: str,
        message: str,
        hint: str = "",
        known: Collection[str] = (),
        strange: Sort | None = None,
    ) -> None:
        """Say something of a node, unless it has been said of the same subject.

        Args:
            code: Of the check.
            severity: An error where no trace can decide the formula.
            node: Where.
            subject: What it is about, such as the name.
            message: In one sentence, in which `{}` stands for the subject.
            hint: What to do about it, where no known name is like the subject.
            known: Names that the subject may have been meant to be.
            strange: What the subject would be, where nobody knows it and no trace can therefore decide what names it.
        """
        if self.quiet and not strange:
            return
        said = message.replace("{}", quoted(subject), 1)
        if not self.said(code, subject):
            near = self.nearest(subject, known)
            place = f" (character {node.start + 1})" if node.end else ""
            advice = f"Did you mean `{near}`?" if near else hint
            self._told[code, subject] = node.start, Diagnostic(code, severity, self._path, said + place, "13.5", advice)
        if strange:
            hint = self._told[code, subject][1].hint.rstrip(".")
            advice = f"; {hint[0].lower()}{hint[1:]}" if hint else ""
            self.strangers.append(Stranger(subject, strange, node, said + advice))

    def nearest(self, word: str, known: Collection[str]) -> str | None:
        """The known name most like a word, or `None`."""
        if not known or self._looked_for >= COMPARED:
            return None
        self._looked_for += 1
        return next(iter(get_close_matches(word[:64], sorted(known), n=1, cutoff=_LIKE)), None)

    def told(self) -> tuple[Diagnostic, ...]:
        """Everything that was said, in the order of the text."""
        return tuple(remark for _, remark in sorted(self._told.values(), key=lambda said: said[0]))


def listed(words: Iterable[str]) -> str:
    """Words as a hint lists them."""
    return ", ".join(f"`{word}`" for word in words)
