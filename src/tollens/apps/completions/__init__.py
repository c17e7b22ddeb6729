"""The completion scripts of shells, as they are shipped; `tools/completions.py` makes them from the parsers."""

from importlib.resources import files

SHELLS = ("bash", "zsh", "fish")
"""The shells that there is a script for."""


def script(shell: str) -> bytes:
    """The script of one of `SHELLS`."""
    return files(__name__).joinpath(f"tollens.{shell}").read_bytes()
