"""The page that shows a trace, built from `viewer/`: the template that a view document is put into."""

from importlib.resources import files

from tollens.core.errors import WorldError


def template() -> str:
    """The page without a document.

    Raises:
        WorldError: It is not there, as in a source tree from which it was removed.
    """
    try:
        return files(__name__).joinpath("page.html").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise WorldError(
            "the page is not built: src/tollens/apps/viewer/page.html is not there",
            "In viewer/: npm ci, then npm run build.",
        ) from None
