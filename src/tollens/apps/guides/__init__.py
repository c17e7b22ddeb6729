"""The printed guides: one to record work as a trace, one to review a trace."""

from importlib.resources import files


def guide(name: str) -> bytes:
    """The text of a guide, Markdown.

    Args:
        name: `produce` or `review`.
    """
    return files(__name__).joinpath(f"{name}.md").read_bytes()
