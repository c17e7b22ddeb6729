"""§15.3 A proof that is carried forward is never false of the merged model, as far as that can be computed.

Bases and branches are generated in both model languages; what a proof claims is what its symbol computes over a small
domain, and is computed again over the merged model. `TOLLENS_MERGES` asks for more merges than the suite has time for.
"""

import os
from collections import Counter

import pytest

from tests.laws._merging import iml_growing, iml_values, python_growing, python_values
from tests.laws._merging.trial import Kind, Trial
from tollens.plugins.languages import language_of

IML = Kind("iml", iml_growing.Growing, iml_values.Meaning, frozenset({(iml_values.BROKEN,)}), None)
PYTHON = Kind(
    "python",
    python_growing.Growing,
    python_values.Meaning,
    frozenset({(python_values.BROKEN,), (python_values.UNLOADABLE,)}),
    (python_values.UNLOADABLE,),
)

PARTS = 4
"""Of the merges of a language, so that they can be spread over workers."""

MERGES = int(os.environ.get("TOLLENS_MERGES", "20000"))
"""How many merges are tried, both languages together."""

SAID_SOMETHING = 500
"""From how many merges on the shares of both buckets are looked at."""


@pytest.mark.no_cover
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", [IML, PYTHON], ids=lambda kind: kind.language)
def test_what_is_carried_is_true(kind: Kind, part: int) -> None:
    counts: Counter[str] = Counter()
    seed = part
    while counts["merges"] < MERGES // (2 * PARTS):
        trial = Trial(kind, seed, language_of)
        for found in trial.violations():
            pytest.fail(f"seed {seed}: {found.proof} is carried ({found.account.reason}), and false: {found.found}")
        counts += trial.counts
        seed += PARTS
    if counts["merges"] < SAID_SOMETHING:
        return
    accounts = counts["CarriedForward"] + counts["NeedsRereasoning"]
    assert counts["CarriedForward"] > 0.3 * accounts, "hardly anything is carried, which would prove nothing"
    assert counts["NeedsRereasoning"] > 0.2 * accounts, "hardly anything is touched, which would prove nothing"
