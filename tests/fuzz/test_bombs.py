"""Files made to exhaust a reader: deep, long, repeated, self-similar. Each is read, checked or refused, and soon.

The sizes are such that work growing with the square of the file would take minutes.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.fuzz.test_damaged_files import SMALL, read, use

MANY = 20_000
FAULTY = MANY // 5
"""Elements of which each gives a fault, which takes longer than reading it."""
HEAD: dict[str, Any] = {
    name: held for name, held in json.loads(SMALL).items() if name not in ("actions", "artifacts", "goals", "residuals")
}


def trace(**members: Any) -> bytes:
    return json.dumps({**HEAD, **members}).encode()


def chain(member: str, **common: Any) -> list[dict[str, Any]]:
    """Elements, each of which names the one before it by `member`."""
    named = {"derived_from": lambda at: [f"a{at - 1}"] if at else []}
    make: Callable[[int], Any] = named.get(member, lambda at: f"a{at - 1}" if at else None)
    return [{**common, member: make(at)} for at in range(MANY)]


def numbered(elements: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [{name: f"a{at}", **element} for at, element in enumerate(elements)]


def nested(levels: int, open_with: str = "[", close_with: str = "]") -> str:
    return open_with * levels + "1" * (open_with != "[") + close_with * levels


ACTION = {"category": "activity", "type": "ReadFile", "label": "l", "rationale": "r"}
COMMENT = {"author": "a", "created_at": "", "body": "", "target": {"target_type": "trace"}}

REFUSED = {
    "a million open brackets": b"[" * 1_000_000,
    "a million open objects": b'{"a":' * 1_000_000,
    "deep in an unknown member": b'{"x":' + nested(100_000).encode() + b"}",
    "deep and closed objects": nested(50_000, '{"a":', "}").encode(),
    "a million digits": b'{"x":' + b"1" * 1_000_000 + b"}",
    "a string that never ends": b'{"x":"' + b"\\\\" * 1_000_000,
    "a million quotes": b'"' * 1_000_001,
    "a million minus signs": b"[" + b"-" * 1_000_000,
    "a million bytes that are no UTF-8": b'{"x":"' + b"\x80" * 1_000_000 + b'"}',
    "a million blanks": b" " * 1_000_000,
}

READ = {
    "one member again and again": b"{" + b",".join([b'"a":1'] * MANY) + b"}",
    "one deep member twice": b'{"a":' + nested(650).encode() + b',"a":' + nested(650).encode() + b"}",
    "escaped quotes": b'{"x":"' + rb"\u0022" * 200_000 + b'"}',
    "half surrogates": b'{"x":["' + b'","'.join([rb"\ud800"] * MANY) + b'"]}',
    "a number with a huge exponent": b'{"x":1e' + b"9" * 100_000 + b"}",
    "a number with many decimals": b'{"x":0.' + b"1" * 1_000_000 + b"}",
    "unknown members": trace(**{f"x{at}": at for at in range(MANY)}),
    "actions that are none": trace(actions=[1] * FAULTY),
    "actions of unknown types": trace(actions=[{**ACTION, "id": at, "type": "Reed" * 9} for at in range(FAULTY)]),
    "every action with one id": trace(actions=[{**ACTION, "id": 1}] * MANY),
    "every artifact with one id": trace(artifacts=[{"artifact_id": "a", "artifact_type": "Diff"}] * MANY),
    "residuals with one id": trace(residuals=[{"residual_id": "r", "statement": str(at)} for at in range(FAULTY)]),
    "residuals without an id": trace(residuals=[{"statement": str(at)} for at in range(FAULTY)]),
    "a long lineage": trace(artifacts=numbered(chain("derived_from", artifact_type="Diff"), "artifact_id")),
    "a long line of revisions": trace(artifacts=numbered(chain("supersedes", artifact_type="Plan"), "artifact_id")),
    "a long thread": trace(comments=numbered(chain("thread_parent_id", **COMMENT), "comment_id")),
    "a tall hierarchy": trace(meta_actions=numbered(chain("parent_id", title="t"), "id")),
    "a ring of artifacts": trace(
        artifacts=[
            {"artifact_id": f"a{at}", "artifact_type": "Diff", "derived_from": [f"a{(at + 1) % MANY}"]}
            for at in range(MANY)
        ]
    ),
    "everything derives from everything": trace(
        artifacts=[
            {"artifact_id": f"a{at}", "artifact_type": "Diff", "derived_from": [f"a{other}" for other in range(at)]}
            for at in range(250)
        ]
    ),
    "payloads on actions": json.dumps(
        {"actions": [{"id": at, "command_result": {}, "outputs": ["a"]} for at in range(FAULTY)]}
    ).encode(),
    "goals in the other spelling": trace(
        goals=[{"id": str(at), "intent": "", "status": "active"} for at in range(FAULTY)]
    ),
    "a deep formula": trace(
        goals=[{"goal_id": "g", "intent": "", "acceptance": [{"acceptance_id": "c", "kind": "Gap", "label": ""}]}]
    ).replace(b'"label": ""', b'"label":"","formula":' + nested(600, '{"not":', "}").encode()),
    "a deep policy": trace(
        policies=[{"policy_id": "p", "name": "", "severity": "info", "scope": "trace", "kind": "trace_invariant"}]
    ).replace(b'"kind": "trace_invariant"', b'"kind":"trace_invariant","formula":' + nested(600).encode()),
    "a wide element that does not fit": trace(artifacts=[{"artifact_id": 1, "x": "y" * 1_000_000}]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused(name: str) -> None:
    assert read(REFUSED[name]) is None


@pytest.mark.no_cover
@pytest.mark.parametrize("name", READ)
def test_what_can_be_read_is_read_and_checked(name: str) -> None:
    document = read(READ[name])
    assert document is not None
    use(document)
