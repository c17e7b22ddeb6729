"""Texts shortened for a trace: what is left out is said, with the digest and the size of the whole."""

import hashlib

from tollens.plugins.sessions.shell.testing_output import Seen

LINE = 200
"""Most characters of a shell line that stand in a trace without contents."""

LABEL = 100
"""Most characters of a label."""

RATIONALE = 1_000
"""Most characters of a rationale."""

WORDS = 20_000
"""Most characters of a person's instruction, a plan or a change that stand in a trace."""

OUTPUT = 4_000
"""Most characters of an output that stand in a trace: half from its beginning, half from its end."""


class Left(str):
    """What stands for a text that was left out: a string that says so.

    Attributes:
        characters, digest: Of the text.
        seen: What the text shows, where it is the output of a shell line.
    """

    __slots__ = ("characters", "digest", "seen")
    characters: int
    digest: str
    seen: Seen | None


def left(text: str, seen: Seen | None = None) -> str:
    """What stands for a text; nothing for nothing.

    >>> left("abc")
    '[3 characters left out, sha256:ba7816bf8f01cfea]'
    """
    if not text or isinstance(text, Left):
        return text
    whole = digest(text)
    made = Left(f"[{len(text):,} characters left out, {whole[:23]}]")
    made.characters, made.digest, made.seen = len(text), whole, seen
    return made


def brief(text: str, limit: int = LABEL) -> str:
    r"""A text on one line, cut at its end.

    >>> brief("a\n  b", 10), brief("abcdef", 4)
    ('a b', 'abc…')
    """
    if len(text) <= limit and type(text) is str and text.isprintable() and "  " not in text:
        return text.strip(" ")  # no white space is printable but the space
    line = " ".join(text[: limit * 4].split())
    return line if len(line) <= limit and len(text) <= limit * 4 else line[: limit - 1] + "…"


def one_line(text: str, limit: int = LINE) -> str:
    r"""A text of which only one line may be shown: itself where it is no more than that.

    >>> one_line("ls"), one_line("cat <<E\nx\nE")[:8]
    ('ls', 'cat <<E ')
    """
    if len(text) <= limit and "\n" not in text:
        return text
    return f"{brief(text.strip().partition(chr(10))[0], limit)} {left(text)}"


def shortened(text: str, limit: int) -> str:
    """A text cut in the middle, where a note says how much is left out."""
    if len(text) <= limit:
        return str(text)
    half = limit // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half} characters left out …]\n{text[-half:]}"


def digest(text: str) -> str:
    """`sha256:` and 64 hexadecimal digits over the text in UTF-8."""
    if isinstance(text, Left):
        return text.digest
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()}"


def size(text: str) -> int:
    """The number of characters of a text, also of one that was left out."""
    return text.characters if isinstance(text, Left) else len(text)


def extract(name: str, text: str, limit: int) -> dict[str, object]:
    """A text as members of a JSON object: itself, and where it is cut or left out the digest and size of the whole."""
    if isinstance(text, Left):
        return {f"{name}_left_out": True, f"{name}_characters": text.characters, f"{name}_digest": text.digest}
    held: dict[str, object] = {name: shortened(text, limit)}
    if len(text) > limit:
        held[f"{name}_cut"] = True
        held[f"{name}_characters"] = len(text)
        held[f"{name}_digest"] = digest(text)
    return held
