"""The cases of `vectors/timestamp/`: a signature, the record of its timestamp, and the authorities that are trusted."""

import json
from pathlib import Path

import pytest

from tollens.core.integrity.timestamps import judge
from tollens.plugins.timestamps import TIMESTAMPS

CASES = sorted((Path(__file__).parents[2] / "vectors/timestamp").iterdir())


@pytest.mark.parametrize("folder", CASES, ids=[folder.name for folder in CASES])
def test_timestamp(folder: Path) -> None:
    pytest.importorskip("rfc3161_client", reason="the extra `timestamps` is not installed")
    case, right = (json.loads((folder / name).read_bytes()) for name in ("input.json", "expected.json"))
    chain = case["authorities"] and [each.encode() for each in case["authorities"]]
    stamp = judge(case["timestamp"], case["signature"], TIMESTAMPS.get("rfc3161"), chain)
    assert stamp.status == right["status"], stamp.detail
    assert right["time"] in (stamp.time, None)
    assert folder.name.endswith("_fail") is (right["status"] == "invalid")
