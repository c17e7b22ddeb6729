"""§17.2 The generated projections of the canonical model, as they are shipped; `tools/generate.py` makes them."""

from importlib import resources

from tollens.core.errors import MisuseError

FILES = {
    "json-schema": "trace.schema.json",
    "pydantic": "pydantic_models.py",
    "ocaml": "trace.ml",
    "typescript": "trace.ts",
}
"""Format to the file that holds it."""


def projection(format: str) -> str:
    """The text of one projection.

    >>> projection("ocaml").splitlines()[3]
    'type json'

    Raises:
        MisuseError: There is no such format.
    """
    if format not in FILES:
        raise MisuseError(f"there is no projection {format!r}", f"Use one of: {', '.join(FILES)}.")
    return resources.files("tollens.projections").joinpath(FILES[format]).read_text(encoding="utf-8")
