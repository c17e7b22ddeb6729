"""Texts shortened for a trace: what is left out is said, with the digest and the size of the whole."""

import hashlib

LABEL = 100
"""Most characters of a label."""

RATIONALE = 1_000
"""Most characters of a rationale."""

WORDS = 20_000
"""Most characters of a person's instruction, a plan or a change that stand in a trace."""

OUTPUT = 4_000
"""Most characters of an output that stand in a trace: half from its beginning, half from its end."""


def brief(text: str, limit: int = LABEL) -> str:
    r"""A text on one line, cut at its end.

    >>> brief("a\n  b", 10), brief("abcdef", 4)
    ('a b', 'abc…')
    """
    line = " ".join(text[: limit * 4].split())
    return line if len(line) <= limit and len(text) <= limit * 4 else line[: limit - 1] + "…"


def shortened(text: str, limit: int) -> str:
    """A text cut in the middle, where a note says how much is left out."""
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half} characters left out …]\n{text[-half:]}"


def digest(text: str) -> str:
    """`sha256:` and 64 hexadecimal digits over the text in UTF-8."""
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()}"


def extract(name: str, text: str, limit: int) -> dict[str, object]:
    """A text as members of a JSON object: itself, and where it is cut the digest and the size of the whole."""
    held: dict[str, object] = {name: shortened(text, limit)}
    if len(text) > limit:
        held[f"{name}_cut"] = True
        held[f"{name}_characters"] = len(text)
        held[f"{name}_digest"] = digest(text)
    return held
