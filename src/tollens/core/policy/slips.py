"""Slips of the pen: a name that was surely meant to be another, so that it must not be taken for one of its own."""

from collections.abc import Iterable
from functools import lru_cache

from tollens.core.policy.vocabulary import ACTION_TYPES, ARTIFACT_TYPES, OLDER_TYPES

_SHORT = 4
"""Letters of a name that is too short to tell a slip from a word."""


def slip_of(word: str, known: Iterable[str]) -> str | None:
    """The known name that a word is a slip of the pen away from: a letter inside left out, doubled, or changed places.

    Words that differ at their ends, or by another letter, are words of their own: `passes`, `parsed`.

    >>> slip_of("faild", ["failed"]), slip_of("compelted", ["completed"]), slip_of("parsed", ["passed"])
    ('failed', 'completed', None)
    """
    return next((name for name in known if len(name) > _SHORT and _slipped(word, name)), None)


def _slipped(word: str, name: str) -> bool:
    if word == name or word[:1] != name[:1] or word[-1:] != name[-1:]:
        return False
    differing = (at for at, (one, two) in enumerate(zip(word, name, strict=False)) if one != two)
    at = next(differing, min(len(word), len(name)))
    if len(word) == len(name):
        return word[at : at + 2] == name[at : at + 2][::-1] and word[at + 2 :] == name[at + 2 :]
    if len(word) == len(name) - 1:
        return word[at:] == name[at + 1 :]
    return len(word) == len(name) + 1 and word[at] == word[at - 1] and word[at + 1 :] == name[at:]


_TYPES = {name: OLDER_TYPES.get(name, name) for name in (*ACTION_TYPES, *ARTIFACT_TYPES, *OLDER_TYPES)}
_SQUASHED = {name.casefold(): meant for name, meant in _TYPES.items()}


@lru_cache(maxsize=4096)
def meant_type(said: str) -> str:
    """The type of the text that an entry which cannot be read says, or means in another case or by a slip of the pen.

    >>> meant_type("IMLModel"), meant_type("git_commit"), meant_type("GitComit"), meant_type("Deploy")
    ('FormalModel', 'GitCommit', 'GitCommit', 'Deploy')
    """
    short = said[:64]
    plain = "".join(letter for letter in short if letter.isalnum()).casefold()
    slip = slip_of(short, _TYPES)
    return _TYPES.get(said) or _SQUASHED.get(plain) or (_TYPES[slip] if slip else said)
