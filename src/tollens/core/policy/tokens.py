"""The words and signs of a policy formula: the text cut into tokens, each of them known, none skipped.

A dot is both the access to a field and what ends the head of a quantifier. It is an access exactly when it touches both
of its neighbours and a name follows: `r.severity`; anything else ends a head: `∃ r ∈ residuals . φ`.
"""

import json
import re
from typing import Literal, NamedTuple

from tollens.core.errors import PolicySyntaxError
from tollens.core.policy.operators import BY_WORD, OPERATORS, Fixity
from tollens.core.validate.wording import quoted

LONGEST = 1_000_000
"""Characters of a formula."""
LARGEST = 10**300
"""Numbers are less than this, by their amount."""
_LONGEST_NUMBER = 400
"""Characters of a number, so that reading it takes no time."""

EMPTY = ("∅", "empty", "EMPTY")
"""The empty value, as operators spell themselves."""

Kind = Literal["name", "number", "text", "empty", "field", "dot", "(", ")", "{", "}", ",", "|", "end"] | Fixity


class Token(NamedTuple):
    """A word or sign.

    Attributes:
        text: As written; of an operator its name in the tree, of a text in quotes what it means.
        start, end: In characters from 0, the end not included.
    """

    kind: Kind
    text: str
    start: int
    end: int


MEANT: dict[str, str] = {
    "==": "=", "=>": "→", "<=>": "↔", "<>": "≠", "=<": "≤", "~": "¬", "&": "∧", "⇒": "→", "⟶": "→", "⊃": "→",
    "⇔": "↔", "⟷": "↔", "≡": "↔", "∼": "¬", "□": "G", "◇": "F", "○": "X",
    "and": "∧", "or": "∨", "implies": "→", "iff": "↔", "until": "U", "since": "S", "is": "=",
    "NOT": "¬", "AND": "∧", "OR": "∨", "FORALL": "∀", "EXISTS": "∃", "IN": "∈",
}  # fmt: skip
"""What other notations write, and what it is here; none is read, each is advised on."""


def _is_word(text: str) -> bool:
    return text[0].isalpha() and text.isascii()


def _either(spellings: list[str]) -> str:
    return "|".join(map(re.escape, sorted(spellings, key=len, reverse=True)))


_SIGNS = [word for word in BY_WORD if not _is_word(word)] + ["∅"]
_FOREIGN = [sign for sign in MEANT if not _is_word(sign)]
_TOKEN = re.compile(
    rf"""
    (?P<blank> \s+ )
    | (?P<unique> exists!(?!=) | ∃!(?!=) )
    | (?P<name> [A-Za-z_][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)* )
    | (?P<number> -?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![A-Za-z0-9_]) )
    | (?P<text> "(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{{4}})*" )
    | (?P<sign> {_either(_SIGNS + _FOREIGN)} )
    | (?P<mark> [.(){{}},|] )
    """,
    re.VERBOSE,
)

_RESERVED = frozenset(word for row in OPERATORS for word in row.words if _is_word(word)) | set(EMPTY)
"""Words that are no names."""


def is_name(text: str, hyphens: bool = False) -> bool:
    """Whether a text can be written as a name, or, with `hyphens`, as an id.

    >>> is_name("severity"), is_name("G"), is_name("a-b"), is_name("a-b", hyphens=True)
    (True, False, False, True)
    """
    found = _TOKEN.fullmatch(text)
    return found is not None and found.lastgroup == "name" and text not in _RESERVED and (hyphens or "-" not in text)


def tokens(text: str) -> list[Token]:
    """The tokens of a formula, the last of which is the end.

    Raises:
        PolicySyntaxError: A character that begins none, a number or text that is not whole, or too much of it.
    """
    if len(text) > LONGEST:
        raise PolicySyntaxError(f"the formula has {len(text):,} characters; {LONGEST:,} are read", "", LONGEST)
    found: list[Token] = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise _unknown(text, at)
        at = match.end()
        if match.lastgroup != "blank":
            found.append(_token(match, found))
    found.append(Token("end", "", at, at))
    return found


def _token(match: re.Match[str], before: list[Token]) -> Token:
    word, start, end = match.group(), match.start(), match.end()
    match match.lastgroup:
        case "number":
            return _number(word, start, end)
        case "text":
            return Token("text", json.loads(word), start, end)
        case "mark":
            if word == ".":
                touches = start > 0 and not match.string[start - 1].isspace()
                follows = match.string[end : end + 1]
                access = touches and follows.isascii() and (follows.isalpha() or follows == "_")
                return Token("field" if access else "dot", word, start, end)
            return Token(word, word, start, end)  # type: ignore[arg-type]  # each mark is a kind of its own name
        case "sign" if word in MEANT:
            raise PolicySyntaxError(
                f"character {start + 1}: {quoted(word)} is no sign of the language", _did_you_mean(word), start
            )
    if before and before[-1].kind == "field" and match.lastgroup == "name":
        return Token("name", word, start, end)
    if word in EMPTY:
        return Token("empty", word, start, end)
    row = BY_WORD.get(word)
    return Token(row.fixity, row.name, start, end) if row else Token("name", word, start, end)


def _number(word: str, start: int, end: int) -> Token:
    if len(word) > _LONGEST_NUMBER or abs(float(word)) >= LARGEST:
        raise PolicySyntaxError(f"character {start + 1}: the number is too large to be read", "", start)
    return Token("number", word, start, end)


def _unknown(text: str, at: int) -> PolicySyntaxError:
    """What is wrong where no token begins."""
    sign = text[at]
    where = f"character {at + 1}"
    if sign == '"':
        advice = 'Text goes from " to " on one line; write \\" and \\\\ for these characters inside it.'
        return PolicySyntaxError(f"{where}: the text in quotes is not whole", advice, at, 'a text in "…"')
    if sign.isascii() and sign.isdigit():
        return PolicySyntaxError(f"{where}: a name cannot begin with a digit", "", at, "a number or a name")
    advice = 'Text stands in double quotes: "…".' if sign in "'`‘’“”" else ""
    return PolicySyntaxError(f"{where}: {quoted(sign)} is no sign of the language", advice, at)


def _did_you_mean(word: str) -> str:
    row = BY_WORD[MEANT[word]]
    other = f" (`{row.ascii}`)" if row.ascii != row.unicode else ""
    return f"Did you mean `{row.unicode}`{other}?"


def nearest_operator(word: str) -> str:
    """Advice on a word where an operator is expected; empty when none is like it.

    >>> nearest_operator("implies")
    'Did you mean `→` (`->`)?'
    """
    if word in MEANT:
        return _did_you_mean(word)
    for name in sorted(_RESERVED - set(EMPTY)):
        if word.replace("-", "_").casefold() == name.casefold():
            return f"Did you mean `{name}`?"
    return ""
