"""How findings quote what a file says: short, and safe to print."""

LONGEST = 80
"""Characters of the file that one quotation shows."""


def quoted(said: object) -> str:
    """A value of the file as it may stand in a message: control characters escaped, long ones clipped.

    >>> quoted("a1"), quoted("x" * 100)[-5:]
    ("'a1'", "xxx…'")
    """
    if not isinstance(said, str):
        return repr(said) if -(10**30) < said < 10**30 else "a very large number"  # type: ignore[operator]
    if len(said) <= LONGEST:
        return repr(said)
    return repr(said[:LONGEST] + "…")
