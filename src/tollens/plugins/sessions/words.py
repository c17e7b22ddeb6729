"""Sets of names written as plain text, so that long tables stay readable."""


def names(text: str) -> frozenset[str]:
    """The names in a text, separated by white space.

    >>> sorted(names("b a"))
    ['a', 'b']
    """
    return frozenset(text.split())
