"""Whatever a trace says, its page holds all of it once, as data that nothing executes and no markup is made of."""

import json
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.pages import Taken
from tollens.apps import viewer, wiring
from tollens.core.derive.review.reviewing import review
from tollens.core.view.packing import PER_BLOCK
from tollens.core.view.viewing import Made, view
from tollens.core.wire.careful import printable
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins.formats.page import is_page, page
from tollens.testing import mutations, strategies

EXAMPLE: dict[str, Any] = json.loads((Path(__file__).parents[2] / "examples/payments.json").read_bytes())
TEMPLATE = viewer.template()
EMPTY = Taken(TEMPLATE)
HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "--></title><img src=x onerror=alert(1)>",
    "]]>&lt;\"' onload=alert(1) \u2028\u0000",
)


def made_of(document: Document) -> tuple[Made, str]:
    made = view(wiring.judged(document, "a name", {}), "tollens 0")
    data = b"".join(page(TEMPLATE, made.manifest, made.texts))
    assert is_page(data[:4096])
    return made, data.decode()


def check_page(value: dict[str, Any]) -> None:
    document = Document.of(value)
    made, text = made_of(document)
    check_markup(text, len(made.texts))
    taken = Taken(text)
    assert taken.title == made.manifest.title
    check_blocks(taken, made, document)
    check_positions(taken.blocks, document)
    assert text == made_of(Document.of(value))[1]


def check_markup(text: str, blocks: int) -> None:
    """Nothing but the head and the data is added to the built page, and only that may run which stands in it."""
    taken = Taken(text)
    added = [tag for tag, _ in taken.elements]
    for tag, _ in EMPTY.elements:
        added.remove(tag)
    assert sorted(added) == sorted(["meta", "meta", "title", *["script"] * (1 + blocks)])
    policy = taken.policy
    assert policy.pop("default-src") == ["'none'"]
    assert policy.pop("script-src") == taken.hashes("script") == EMPTY.hashes("script")
    assert policy.pop("style-src") == taken.hashes("style") == EMPTY.hashes("style")
    assert policy == {"img-src": ["data:"], "base-uri": ["'none'"], "form-action": ["'none'"]}


def check_blocks(taken: Taken, made: Made, document: Document) -> None:
    """The blocks inflate to what went in, which is what the review says and the file holds."""
    blocks, value = taken.blocks, printable(document.value)
    assert taken.manifest == msgspec.to_builtins(made.manifest)
    assert taken.manifest["blocks"] == {name: len(text) for name, text in made.texts.items()}
    assert blocks == {name: json.loads(text) for name, text in made.texts.items()}
    assert blocks["review"] == json.loads(msgspec.json.encode(review(wiring.evaluated(document, {}))))
    held = {name: [each for key in blocks if key.startswith(f"{name}/") for each in blocks[key]] for name in LISTS}
    lists = {name: each for name, each in held.items() if isinstance(value.get(name), list)}
    assert blocks["rest"] | lists == value
    assert all(len(blocks[name]) <= PER_BLOCK for name in blocks if "/" in name)


LISTS = ("actions", "artifacts")


def check_positions(blocks: dict[str, Any], document: Document) -> None:
    """Every action is told once, and every position that is named is that of something."""
    trace, told = document.trace, blocks["story"]
    units, rows = told["units"], told["actions"]
    assert len(rows) == len(trace.actions)
    grouped = [at for unit in units for first, count in unit["actions"] for at in range(first, first + count)]
    alone = [at for at, row in enumerate(rows) if row[-1] == -1]
    assert sorted(grouped + alone) == list(range(len(rows)))
    assert [row[0] for row in rows] == [action.id for action in trace.actions]
    assert all(at in ranges(units[rows[at][-1]]["actions"]) for at in grouped)
    check_nesting({unit["id"]: unit["parent_id"] for unit in reversed(units)})
    nodes = blocks["lineage"]
    assert len(nodes) == len(trace.artifacts)
    for node in nodes:
        assert -1 <= node[4] < len(rows)
        assert all(0 <= parent < len(nodes) for parent in node[5])
    claims = blocks["review"]["claims"]
    for file in blocks["changes"]:
        assert all(nodes[diff["artifact"]][1] == "Diff" for diff in file["diffs"])
        assert all(number < len(claims) for each in file["evidence"] for number in each["claims"])
    diffs = {at for at, node in enumerate(nodes) if node[1] == "Diff"}
    assert {diff["artifact"] for file in blocks["changes"] for diff in file["diffs"]} == diffs
    for policy in blocks["policies"]:
        assert all(0 <= at < len(rows) for at in (*policy["violating"], *policy["evidence"]))


def check_nesting(parents: dict[str, str | None]) -> None:
    """Whoever goes up from a unit gets to one that is inside none."""
    for name in parents:
        above: str | None = name
        for _ in parents:
            above = None if above is None else parents[above]
        assert above is None


def ranges(runs: list[list[int]]) -> set[int]:
    return {at for first, count in runs for at in range(first, first + count)}


@given(strategies.traces())
@settings(max_examples=20)
def test_of_any_trace(trace: Any) -> None:
    check_page(to_value(trace))


@given(strategies.json_objects())
@settings(max_examples=20)
def test_of_any_object(value: dict[str, Any]) -> None:
    check_page(value)


@given(st.data())
@settings(max_examples=25)
def test_of_a_damaged_trace(data: st.DataObject) -> None:
    value = EXAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        value = data.draw(mutations.mutated(value)).value
    check_page(value)


@given(st.data())
@settings(max_examples=25)
def test_with_hostile_text_in_any_places(data: st.DataObject) -> None:
    value = EXAMPLE
    paths = [path for path in mutations.places(EXAMPLE) if isinstance(mutations.at(EXAMPLE, path), str)]
    for path in data.draw(st.lists(st.sampled_from(paths), min_size=1, max_size=6, unique=True)):
        value = mutations.replaced(value, path, data.draw(st.sampled_from(HOSTILE)))
    check_page(value)


def test_with_hostile_text_in_every_place_at_once() -> None:
    """Names of members and every text that decides nothing of the shape of the trace."""
    for hostile in HOSTILE:
        value = _everywhere(EXAMPLE, hostile)
        check_page(value | {hostile: hostile, "x_vendor": {hostile: [hostile]}})


def _everywhere(value: Any, hostile: str, name: str = "") -> Any:
    if isinstance(value, dict):
        return {each: _everywhere(held, hostile, each) for each, held in value.items()}
    if isinstance(value, list):
        return [_everywhere(each, hostile, name) for each in value]
    kept = name in ("type", "category", "artifact_type", "kind", "status", "spec_version", "algo") or name.endswith(
        ("_id", "_ids", "_at", "_from", "puts")
    )
    return value if kept or not isinstance(value, str) else hostile


def test_of_what_no_encoding_has() -> None:
    text = '{"trace_id": "\\ud800", "actions": [{"id": 1, "label": "\\udfff"}], "x": [1e999, 10000000000000000000000]}'
    document = Document.read(text.encode())
    made, _ = made_of(document)
    assert json.loads(made.texts["actions/0"])[0]["label"] == "\ufffd"
    assert json.loads(made.texts["rest"])["x"] == [None, 10**22]
