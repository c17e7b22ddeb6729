"""Changes of a text as unified hunks, where the record has the texts and no line numbers."""


def replacement(old: str, new: str) -> str:
    r"""A replacement as removed and added lines.

    >>> replacement("a", "b")
    '@@\n-a\n+b\n'
    """
    removed = [f"-{line}" for line in old.split("\n")] if old else []
    added = [f"+{line}" for line in new.split("\n")] if new else []
    return "\n".join(["@@", *removed, *added]) + "\n" if removed or added else ""
