"""The how-to on merging: its commands are run in order by a shell, and do what the page says of them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.core.merge.branches import branch, model, proof

PAGE = "docs/how-to/merge-traces.md"
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TEXT = "let f x = x\n\nlet g x = x * 2"


@pytest.mark.skipif(shutil.which("bash") is None, reason="not installed: bash")
def test_the_commands_of_the_page_run(repository: Path, tmp_path: Path) -> None:
    blocks = BLOCK.findall((repository / PAGE).read_text("utf-8"))
    again = proof("vr3", "g", "m1")[1] | {"supersedes": "vr2"}
    again["payload"]["goal_artifact_id"] = "vr2-goal"
    sides = {
        "base": branch("base", model("m1", TEXT)),
        "ours": branch("ours", model("m1", TEXT), proof("vr1", "f", "m1"), proof("vr2", "g", "m1")),
        "theirs": branch("theirs", model("m1", TEXT.replace("x * 2", "x * 3"))),
        "renewed": branch("more", [again]),
    }
    for name, document in sides.items():
        (tmp_path / f"{name}.json").write_bytes(document.to_bytes())
    script = "set -e\n" + f'tollens() {{ "{sys.executable}" -m tollens "$@"; }}\n' + "\n".join(blocks)
    ended = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    first, *_ = re.findall(r"merged.json: .*", ended.stdout)
    assert first == "merged.json: 1 carried forward, 1 to establish again"
    assert '"merged_id": "vr2"' in ended.stdout  # by which the new result names the old one
    assert "1 carried forward, 1 established again" in ended.stdout
    assert "the account holds" in ended.stdout
    artifacts = json.loads((tmp_path / "merged.json").read_text())["artifacts"]
    assert "vr3" in [artifact["artifact_id"] for artifact in artifacts]
    assert not [artifact for artifact in artifacts if artifact["artifact_id"] == "rereason-vr2"]
