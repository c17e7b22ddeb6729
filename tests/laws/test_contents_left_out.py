"""Laws of contents that are left out: none of them is in the trace, and all else is as with contents.

Types, order, lineage, outcomes, counts, paths, gaps and digests are the same; what is left out has its digest and size.
"""

import hashlib
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollens.core.validate.check import validate
from tollens.core.wire.document import Document
from tollens.core.wire.encode import to_value
from tollens.plugins.sessions import Privacy, capture
from tollens.testing.transcripts import Transcript

FULL, DIGEST = Privacy(), Privacy(content="digest")

WORDS = st.lists(st.text("qxzjv", min_size=8, max_size=12), min_size=12, max_size=12, unique=True)
OUTPUTS = st.sampled_from(["2 passed in 0.1s", "1 failed, 3 passed", "ok", "FAIL: x\n1 failed", "no tests ran", ""])
STATUSES = st.sampled_from([0, 1, 2])


def session(words: list[str], output: str, status: int, repeat: int) -> bytes:
    """A session that says each word somewhere, long if it is repeated."""
    w = [f"{word}\n" * repeat for word in words]
    transcript = Transcript().prompt(w[0]).say(w[1])
    transcript.read("/home/dev/shop/a.py", w[2]).edit("/home/dev/shop/a.py", words[2], words[3], w[2])
    transcript.read("/home/dev/shop/a.py", w[2].replace(words[2], words[3], 1))
    transcript.run("pytest -q", f"{w[4]}{output}\n{w[4]}", status)
    transcript.run(f"cat > b.py <<'END'\n{w[5]}END", w[6])
    transcript.run("git add b.py && git commit -m 'a step'", f"[main 4f2a9c1] a step\n{w[6]}")
    transcript.result(transcript.call("Write", file_path="/home/dev/shop/c.py", content=w[7]), "ok", {"type": "create"})
    transcript.result(transcript.call("mcp__mail__send", to=w[8], body={"text": w[8]}, path="x/y", loud=True), w[9])
    transcript.result(transcript.call("ExitPlanMode", plan=w[10]), w[9])
    transcript.result(transcript.call("Grep", pattern="limit", path="src"), w[9])
    transcript.result(transcript.call("Task", description="look", prompt=w[10]), w[9])
    inner = {"type": "tool_use", "id": "q", "name": "Write", "input": {"file_path": "e.py", "content": w[7]}}
    transcript.row("assistant", isSidechain=True, agentId="lost", parentUuid=None, message={"content": [inner]})
    rejected = f"The user doesn't want to proceed with this tool use. the user said: {w[11]}"
    transcript.result(transcript.call("Bash", command="git push"), rejected, error=True)
    transcript.call("Edit", file_path="/home/dev/shop/d.py", old_string=w[11], new_string=w[10])
    return transcript.result("gone", w[9]).say(w[1]).data()


def skeleton(trace: dict[str, Any]) -> dict[str, Any]:
    """What a trace says beside its contents."""
    return {
        "actions": [
            {name: action.get(name) for name in ("id", "type", "inputs", "outputs", "meta_action_id")}
            | {
                "tool": (action.get("execution") or {}).get("tool"),
                "exit": [e["exit_code"] for e in action["evidence"]],
            }
            for action in trace["actions"]
        ],
        "artifacts": [
            {name: artifact.get(name) for name in ("artifact_id", "artifact_type", "derived_from", "supersedes")}
            | {name: held for name, held in facts(artifact).items() if name in KEPT}
            for artifact in trace["artifacts"]
        ],
        "metas": [
            (meta["id"], meta["action_ids"], meta["status"], meta["parent_id"]) for meta in trace["meta_actions"]
        ],
        "outcome": trace["outcome"]["type"],
        "files": trace["files_modified"],
        "metrics": trace["metrics"],
    }


_KEPT = """path content_digest characters before_digest after_digest status exit_code tests_passed tests_failed judged
    result_digest commit branch message may_have_changed_files outside_project partial created kind"""
KEPT = frozenset(_KEPT.split())


def facts(artifact: dict[str, Any]) -> dict[str, Any]:
    """Metadata and payload of an artifact."""
    return {**(artifact.get("metadata") or {}), **(artifact.get("payload") or {})}


def traces(data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """The trace with contents and the one without."""
    full, digest = (to_value(capture(data, name="s.jsonl", privacy=privacy).trace) for privacy in (FULL, DIGEST))
    assert isinstance(full, dict)
    assert isinstance(digest, dict)
    return full, digest


@given(WORDS, OUTPUTS, STATUSES, st.sampled_from([1, 3, 3000]))
def test_no_content_is_left_and_all_else_is(words: list[str], output: str, status: int, repeat: int) -> None:
    full, digest = traces(session(words, output, status, repeat))
    assert words[0] in orjson.dumps(full).decode()
    written = orjson.dumps(digest).decode()
    assert [word for word in words if word in written] == []
    assert [d for d in validate(Document.of(digest)).diagnostics if d.severity == "error"] == []
    assert skeleton(full) == skeleton(digest)


@given(WORDS, st.sampled_from([1, 3]))
def test_what_is_left_out_has_its_digest_and_its_size(words: list[str], repeat: int) -> None:
    full, digest = traces(session(words, "ok", 0, repeat))
    seen = 0
    for with_text, without in zip(full["artifacts"], digest["artifacts"], strict=True):
        for name, text in facts(with_text).items():
            if name in ("text", "output", "patch", "result"):
                held = facts(without)
                assert name not in held
                if text:
                    seen += 1
                    assert held[f"{name}_left_out"] is True
                    assert held[f"{name}_characters"] == len(text)
                    assert held[f"{name}_digest"] == f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
    assert seen >= 8


@pytest.mark.parametrize("content", ["full", "digest"])
def test_the_account_says_whether_contents_were_left_out(content: Any) -> None:
    found = capture(Transcript().prompt("go").say("done").data(), name="s", privacy=Privacy(content=content))
    assert found.report.content == content
    assert ("contents left out" in found.report.sentence) == (content == "digest")
