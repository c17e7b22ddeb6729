"""Seals: what counts as one, and a copy without."""

from typing import Any

import pytest

from tollens.core.author.seal import seals, unsealed
from tollens.core.validate.rule import MINIMAL
from tollens.core.wire.document import Document


@pytest.mark.parametrize(
    ("members", "found"),
    [
        ({}, ()),
        ({"content_hash": None, "signatures": []}, ()),
        ({"content_hash": "sha256:00"}, ("content_hash",)),
        ({"content_hash": 5, "signatures": "x"}, ("content_hash", "signatures")),
        ({"content_hash": ""}, ("content_hash",)),
        ({"signatures": [{"algo": "unknown"}]}, ("signatures",)),
    ],
)
def test_what_seals(members: dict[str, Any], found: tuple[str, ...]) -> None:
    document = Document.of({**MINIMAL, **members})
    assert seals(document) == found
    assert seals(unsealed(document)) == ()
    assert unsealed(document).value == {**MINIMAL, **{name: members[name] for name in members if name not in found}}
