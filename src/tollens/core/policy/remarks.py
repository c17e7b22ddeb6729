"""What is said of a formula: remarks with their place in its text, each said once, with the nearest known name."""

from collections.abc import Collection, Iterable
from difflib import get_close_matches

from tollens.core.diagnostics import Diagnostic, Severity
from tollens.core.policy.syntax import Node
from tollens.core.validate.wording import quoted

COMPARED = 200
"""Different unknown names of one formula for which the nearest known one is looked for, as that is slow."""
_LIKE = 0.75
"""How much alike two names are, of 1, for one to be taken for the other."""


class Remarks:
    """Gathers the remarks on one formula.

    Args:
        path: JSON pointer of the formula in its file.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._told: dict[tuple[str, str], tuple[int, Diagnostic]] = {}
        self._looked_for = 0

    def add(self, code: str, severity: Severity, node: Node, subject: str, message: str, hint: str = "") -> None:
        """Say something of a node, unless it has been said of the same subject.

        Args:
            code: Of the check.
            severity: An error where no trace can decide the formula.
            node: Where.
            subject: What it is about, such as the name.
            message: In one sentence, in which `{}` stands for the subject.
            hint: What to do about it.
        """
        if (code, subject) not in self._told:
            place = f" (character {node.start + 1})" if node.end else ""
            said = message.replace("{}", quoted(subject), 1) + place
            self._told[code, subject] = node.start, Diagnostic(code, severity, self._path, said, "13.5", hint)

    def nearest(self, word: str, known: Collection[str]) -> str | None:
        """The known name most like a word, or `None`."""
        if word in known:
            return word
        if self._looked_for >= COMPARED:
            return None
        self._looked_for += 1
        return next(iter(get_close_matches(word[:64], sorted(known), n=1, cutoff=_LIKE)), None)

    def advice(self, word: str, known: Collection[str], otherwise: str = "") -> str:
        """The hint that names the nearest known name."""
        near = self.nearest(word, known)
        return f"Did you mean `{near}`?" if near else otherwise

    def told(self) -> tuple[Diagnostic, ...]:
        """Everything that was said, in the order of the text."""
        return tuple(remark for _, remark in sorted(self._told.values(), key=lambda said: said[0]))


def listed(words: Iterable[str]) -> str:
    """Words as a hint lists them."""
    return ", ".join(f"`{word}`" for word in words)
