"""Opens a file in the browser that the user has chosen. Nothing is fetched, and nothing is waited for."""

from collections.abc import Callable
from pathlib import Path


def open_page(name: str, opener: Callable[[str], bool] | None = None) -> bool:
    """Show a file in a browser; whether one could be started.

    Args:
        name: Path of the file.
        opener: Starts a browser at an address; by default the one of the standard library, which asks the system and
            the variable `BROWSER`.
    """
    if opener is None:
        import webbrowser

        opener = webbrowser.open
    try:
        return opener(Path(name).resolve().as_uri())
    except OSError:
        return False
