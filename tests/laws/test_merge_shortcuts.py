"""§15.3 What a merge does not look at could have changed nothing: without its shortcuts it says the very same.

Records of several small models are generated, with proofs of them, and two sides that change, prove and edit some.
"""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.core.merge.branches import Step, branch, checked, diff, merged, model, proof
from tollens.core.derive.freshness import states
from tollens.core.derive.freshness.sight import Sight
from tollens.core.merge.either_order import EitherOrder
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value

UNITS = 4
MANY = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


def text(unit: int, number: int, other: int | None) -> str:
    body = f"x + {number}" if other is None else f"f{other} x + {number}"
    return f"let f{unit} x = {body}\n"


@st.composite
def steps(draw: st.DrawFn, name: str, versions: dict[int, str]) -> list[Step]:
    """What a side does: it changes and proves what it has, or states it for the first time, or edits."""
    made: list[Step] = []
    for number in range(draw(st.integers(0, 3))):
        unit = draw(st.integers(0, UNITS - 1))
        what = draw(st.sampled_from(["model", "model", "model", "proof", "whole", "diff"]))
        own = f"{name}-{number}"
        if what == "diff":
            made.append(diff(own, metadata=draw(st.sampled_from([None, {"symbol": f"f{unit}"}]))))
        elif what == "model":
            rests_on = draw(st.sampled_from([None, None, None, (unit + 1) % UNITS]))
            before = {"supersedes": versions[unit]} if unit in versions and draw(st.integers(0, 4)) else {}
            made.append(model(own, text(unit, draw(st.integers(0, 2)), rests_on), **before))
            versions = {**versions, unit: own}
        elif unit in versions:
            made.append(proof(own, f"f{unit}" if what == "proof" else None, versions[unit]))
    return made


@st.composite
def traces(draw: st.DrawFn) -> dict[str, bytes]:
    """A base and two sides, as files."""
    versions = {unit: f"m{unit}" for unit in range(draw(st.integers(1, UNITS)))}
    begun = [
        model(name, text(unit, 0, draw(st.sampled_from([None, None, 0])) if unit else None))
        for unit, name in versions.items()
    ]
    begun += [proof(f"p{unit}", f"f{unit}", name) for unit, name in versions.items()]
    begun += draw(steps("base", versions))
    made = {"base": begun} | {name: [*begun, *draw(steps(name, versions))] for name in ("ours", "theirs")}
    if not draw(st.integers(0, 4)):
        del made["base"]
    return {name: branch(name, *held).to_bytes() for name, held in made.items()}


def said(files: dict[str, bytes], *, read: bool) -> tuple[bytes, Any, Any]:
    """All that a merge says, and a check of it."""
    given = {name: Document.read(held) if read else Document.of(json.loads(held)) for name, held in files.items()}
    made = merged(**given)
    return made.document.to_bytes(), to_value(made.report), to_value(checked(made.document, **given))


@MANY
@given(files=traces(), read=st.booleans())
def test_the_other_order_is_only_left_out_where_it_says_the_same(files: dict[str, bytes], read: bool) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(EitherOrder, "is_alike", lambda self, subject: False)
        in_full = said(files, read=read)
    assert said(files, read=read) == in_full


@settings(MANY, max_examples=60)
@given(files=traces())
def test_one_text_is_only_looked_in_alone_where_it_decides(files: dict[str, bytes]) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(states, "_FEW_LINES", 0)  # as with many models
        found = said(files, read=True)
        patched.setattr(Sight, "only_text", lambda self, subject: None)
        assert said(files, read=True) == found


def test_the_other_order_is_left_out_for_what_both_sides_had() -> None:
    asked: Counter[bool] = Counter()
    is_alike = EitherOrder.is_alike

    def counted(self: EitherOrder, subject: Any) -> bool:
        found = is_alike(self, subject)
        asked[found] += 1
        return found

    begun = [model("m0", text(0, 0, None)), model("m1", text(1, 0, None)), proof("p0", "f0", "m0")]
    change = model("ours-m1", text(1, 1, None), supersedes="m1")
    sides = {"base": begun, "ours": [*begun, change], "theirs": [*begun, model("theirs-m", text(2, 0, None))]}
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(EitherOrder, "is_alike", counted)
        said({name: branch(name, *held).to_bytes() for name, held in sides.items()}, read=True)
    assert asked[True]
    assert not asked[False]
