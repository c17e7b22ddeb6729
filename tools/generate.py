"""Write every generated file of the repository, or, with `--check`, say which are out of date.

One function an output: a generator that takes nothing and returns the file's text. `python tools/generate.py` writes
what changed; `python tools/generate.py --check` writes nothing and exits 1 if something would change.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from tollens.core.projections.json_schema import json_schema
from tollens.core.projections.ocaml import ocaml
from tollens.core.projections.pydantic_models import pydantic_models
from tollens.core.projections.typescript import typescript

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that the neighbour is found both as a script and as a module

from tools.agents_pages import agents_pages  # noqa: E402
from tools.completions import completions  # noqa: E402
from tools.document_types import document_types  # noqa: E402
from tools.man_pages import man_pages  # noqa: E402
from tools.pages import PAGES  # noqa: E402
from tools.policy_vectors import operators, packs  # noqa: E402
from tools.readme import readme  # noqa: E402
from tools.sessions_page import sessions_page  # noqa: E402

OUTPUTS: Mapping[str, Callable[[], str]] = {
    "src/tollens/projections/trace.schema.json": json_schema,
    "src/tollens/projections/pydantic_models.py": pydantic_models,
    "src/tollens/projections/trace.ml": ocaml,
    "src/tollens/projections/trace.ts": typescript,
    "viewer/src/document.ts": document_types,
    **PAGES,
    "docs/reference/sessions.md": sessions_page,
    **agents_pages(),
    "README.md": readme,
    **completions(),
    **man_pages(),
    "vectors/policy/operators.json": operators,
    "vectors/policy/packs.json": packs,
}
"""Path from the root of the repository to what makes the file."""


def outdated(root: Path = ROOT) -> dict[str, str]:
    """The files whose text is not what their generator gives now, with the text that they should have."""
    fresh = {path: make() for path, make in OUTPUTS.items()}
    return {
        path: text
        for path, text in fresh.items()
        if not (root / path).is_file() or (root / path).read_bytes() != text.encode()
    }


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Write or check; the exit status."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write("usage: python tools/generate.py [--check]\n")
        return 2
    stale = outdated(root)
    for path, text in stale.items():
        sys.stdout.write(f"{'out of date' if arguments else 'written'}: {path}\n")
        if not arguments:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(text.encode())
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
