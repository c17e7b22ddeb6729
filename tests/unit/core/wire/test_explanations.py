"""Every finding of reading and upgrading can be explained to whoever gets it."""

import re
from pathlib import Path

from tollens.core.wire.explanations import EXPLANATIONS


def test_every_code_of_reading_is_explained_and_no_other(repository: Path) -> None:
    sources = (repository / "src/tollens/core/wire").glob("*.py")
    used = {
        code
        for path in sources
        if path.name != "explanations.py"
        for code in re.findall(r'"((?:WIRE|UPG)\d{3})"', path.read_text("utf-8"))
    }
    assert used | {"WIRE001", "FILE001"} == set(EXPLANATIONS)


def test_titles_are_short_and_prose_says_why() -> None:
    for code, (title, prose) in EXPLANATIONS.items():
        assert len(title) <= 60, code
        assert len(prose.split()) >= 8, code
