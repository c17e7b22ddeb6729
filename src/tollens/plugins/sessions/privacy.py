"""What a capture may keep of a session: whether secrets are taken out, with which key, and whether contents stay."""

from typing import Literal, NamedTuple

Content = Literal["full", "digest"]
"""What becomes of texts, outputs, patches and contents of files: kept, or left out with their digests and sizes."""


class Privacy(NamedTuple):
    """The terms of a capture.

    Attributes:
        key: What the tags of the markers are computed with; without one they are numbers.
        also: Kinds of secrets that are taken out on request: `home`, `email`.
        redact: Secrets are taken out.
        content: What becomes of contents.
    """

    key: bytes = b""
    also: frozenset[str] = frozenset()
    redact: bool = True
    content: Content = "full"


PRIVATE = Privacy()
"""As it is done where nothing is said: secrets are taken out, contents stay."""
