"""Generate a long Claude Code session, record by record, deterministically.

    sessions.py SIZE -o session.jsonl [--line BYTES] [--outputs N]

SIZE is in megabytes. A unit is a small piece of work: an instruction, words and thoughts of the agent, searches, reads
of files, an edit with the file before it, shell lines, test runs and commits, with the records that stand around them.
Now and then an output has 300 KB. `--line` puts a record of that size into the middle; `--outputs` puts N outputs of
300 KB into each unit. Standard library only.

The shape is that of real sessions as far as it could be counted. In those of the public branches that were looked at
(710 MB) there are about 60 calls a megabyte, here 57. In three trimmed ones a record has 45 to 70 JSON values and in
the median 1.0 to 1.1 KB, here 56 and 1.0 KB; there are 3 to 6 records a call, here 4.3. About half of the records are
the agent's, a third stand under the person's name, and the others are reports of progress, of the system and of copies
of files. Parts of one message are records of their own with one id. Of the tools, the shell is used most, then reading
and searching.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_TEXT = (
    "the value of each order is checked before it reaches the ledger while a retry keeps its place in the queue and "
    "results are written once per window so that readers never see half of an update when limits change"
)
_WORDS = _TEXT.split()
_CODE = (
    "    def {a}_{b}(self, {c}: int, {d}: str = '') -> bool:\n",
    "        if self.{a}.{b}({c}) and {d} not in self._{c}:\n",
    "            return self.{d}[{c}] + {a}.{b} * {n}\n",
    '        logger.info("{a} {b} %s", {c}, extra={{"{d}": {n}}})\n',
    "        # {a} {b} {c} {d}\n",
    "from {a}.{b} import {c}, {d}\n",
    "\n",
)


class Generator:
    """Makes the records of a session.

    Args:
        seed: Of all that is random.
        outputs: How many large outputs each unit has.
    """

    def __init__(self, seed: int = 7, outputs: int = 0) -> None:
        self._outputs = outputs
        self._random = random.Random(seed)
        self._count = 0
        self._parent: str | None = None
        self._files: dict[str, str] = {}
        self._session = self._uuid()

    def unit(self) -> Iterator[dict[str, Any]]:
        """The records of one piece of work."""
        pick = self._random
        yield from self._begin()
        yield from self._prompt(self._prose(30))
        yield from self._call("Grep", {"pattern": pick.choice(_WORDS), "path": "src"}, self._paths(60), None)
        yield from self._call("Glob", {"pattern": f"src/**/{pick.choice(_WORDS)}*.py"}, self._paths(20), None)
        for path in pick.sample(range(200), 2):
            yield from self._read(f"/home/dev/shop/src/part{path % 20}/module{path}.py")
        yield from self._edit(list(self._files)[-1])
        yield from self._run(f"sed -n 1,80p src/part{pick.randint(0, 19)}/notes.txt | head -60", self._code(60))
        yield from self._run("pytest -q tests", self._tests(), failed=pick.random() < 0.2)
        yield from self._run("git add -A && git commit -m 'step'", "[main 4f2a9c1] step\n 2 files changed\n")
        for _ in range(self._outputs or self._count % 4000 > 3960):
            yield from self._run("cat build/log.txt", self._code(6000))
        yield from self._end(self._prose(80))

    def wide(self, size: int) -> Iterator[dict[str, Any]]:
        """A call whose output makes a record of about `size` bytes."""
        chunk = self._code(2000)
        yield from self._run("cat data/all.csv", chunk * (size // (2 * len(chunk)) + 1))

    def _row(self, kind: str, **members: Any) -> dict[str, Any]:
        uuid, self._count = self._uuid(), self._count + 1
        record = {
            "parentUuid": self._parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": "/home/dev/shop",
            "sessionId": self._session,
            "version": "2.1.42",
            "gitBranch": "main",
            "slug": "quiet-river-of-orders",
            "type": kind,
            **members,
            "uuid": uuid,
            "timestamp": self._time(),
        }
        self._parent = uuid
        return record

    def _time(self) -> str:
        day, hour = 1 + self._count // 86400 % 28, self._count // 3600 % 24
        minute, second = self._count // 60 % 60, self._count % 60
        return f"2026-03-{day:02}T{hour:02}:{minute:02}:{second:02}.{self._count % 1000:03}Z"

    def _says(self, block: dict[str, Any], message_id: str = "") -> dict[str, Any]:
        usage: dict[str, Any] = {
            "input_tokens": 3,
            "cache_creation_input_tokens": 512,
            "cache_read_input_tokens": 41234,
        }
        usage["cache_creation"] = {"ephemeral_5m_input_tokens": 512, "ephemeral_1h_input_tokens": 0}
        message = {
            "model": "claude-opus-4-5-20251101",
            "id": message_id or f"msg_01{self._token(22)}",
            "type": "message",
            "role": "assistant",
            "content": [block],
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {**usage, "output_tokens": 12, "service_tier": "standard"},
        }
        return self._row("assistant", message=message, requestId=f"req_011{self._token(21)}")

    def _call(
        self, tool: str, given: dict[str, Any], text: str, beside: object, error: bool | None = None
    ) -> Iterator[dict[str, Any]]:
        call, message_id = f"toolu_01{self._token(22)}", f"msg_01{self._token(22)}"
        thought = {"type": "thinking", "thinking": self._prose(60), "signature": self._token(344)}
        for part in (thought, {"type": "text", "text": self._prose(30)}):
            if self._random.random() < 0.6:
                yield self._says(part, message_id)
        use = {"type": "tool_use", "id": call, "name": tool, "input": given, "caller": {"type": "direct"}}
        yield self._says(use, message_id)
        source = self._parent
        hook = {
            "type": "hook_progress",
            "hookEvent": "PostToolUse",
            "hookName": f"PostToolUse:{tool}",
            "command": "lint",
        }
        if self._random.random() < 0.5:
            yield self._row("progress", data=hook, parentToolUseID=call, toolUseID=call)
        block: dict[str, Any] = {"type": "tool_result", "tool_use_id": call, "content": text}
        if error is not None:
            block["is_error"] = error
        members = {} if beside is None else {"toolUseResult": beside}
        message: dict[str, Any] = {"role": "user", "content": [block]}
        yield self._row("user", message=message, sourceToolAssistantUUID=source, **members)

    def _read(self, path: str) -> Iterator[dict[str, Any]]:
        content = self._files.pop(path, "") or self._code(self._random.randint(100, 620))
        self._files[path] = content
        lines = content.split("\n")
        shown = "\n".join(f"{number:6}→{line}" for number, line in enumerate(lines, 1))
        file = {"filePath": path, "content": content, "numLines": len(lines), "startLine": 1, "totalLines": len(lines)}
        yield from self._call("Read", {"file_path": path}, shown, {"type": "text", "file": file})

    def _edit(self, path: str) -> Iterator[dict[str, Any]]:
        before = self._files[path]
        lines = before.split("\n")
        at = self._random.randrange(max(1, len(lines) - 4))
        old, new = "\n".join(lines[at : at + 3]), "".join(self._line() for _ in range(3)).rstrip("\n")
        self._files[path] = before.replace(old, new, 1)
        patch = {
            "oldStart": at + 1,
            "oldLines": 3,
            "newStart": at + 1,
            "newLines": 3,
            "lines": [f"-{line}" for line in old.split("\n")] + [f"+{line}" for line in new.split("\n")],
        }
        beside = {
            "filePath": path,
            "oldString": old,
            "newString": new,
            "originalFile": before,
            "structuredPatch": [patch],
            "userModified": False,
            "replaceAll": False,
        }
        given = {"file_path": path, "old_string": old, "new_string": new, "replace_all": False}
        yield from self._call("Edit", given, f"The file {path} has been updated.\n{new}", beside)

    def _run(self, command: str, output: str, failed: bool = False) -> Iterator[dict[str, Any]]:
        given = {"command": command, "description": self._prose(5)}
        if failed:
            text = f"Exit code 1\n{output}"
            yield from self._call("Bash", given, text, f"Error: {text}", error=True)
        else:
            beside = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False, "noOutputExpected": False}
            yield from self._call("Bash", given, output, beside, error=False)

    def _begin(self) -> Iterator[dict[str, Any]]:
        """What stands before an instruction."""
        kept = {"messageId": self._uuid(), "trackedFileBackups": {}, "timestamp": "2026-03-01T10:00:00.000Z"}
        yield {"type": "file-history-snapshot", "messageId": kept["messageId"], "snapshot": kept}

    def _prompt(self, text: str) -> Iterator[dict[str, Any]]:
        """An instruction of the person."""
        yield self._row("user", message={"role": "user", "content": text})

    def _end(self, text: str) -> Iterator[dict[str, Any]]:
        """The agent's last words of a turn, and what stands after them."""
        yield self._says({"type": "text", "text": text})
        for kind in ("stop_hook_summary", "turn_duration"):
            lasted = self._random.randint(1000, 90000)
            yield self._row("system", subtype=kind, isMeta=False, durationMs=lasted, level="info")

    def _tests(self) -> str:
        names = "".join(f"tests/test_part{n}.py {'.' * 40} [{n * 2:3}%]\n" for n in range(self._random.randint(10, 49)))
        return f"{names}\n{self._random.randint(100, 900)} passed, 3 skipped in {self._random.random() * 60:.2f}s\n"

    def _code(self, lines: int) -> str:
        return "".join(self._line() for _ in range(lines))

    def _paths(self, count: int) -> str:
        return "".join(f"src/part{n}/module{n * 7}.py:{n * 13}:{self._line()}" for n in range(count))

    def _line(self) -> str:
        pick = self._random.choice
        names = {"a": pick(_WORDS), "b": pick(_WORDS), "c": pick(_WORDS), "d": pick(_WORDS)}
        return pick(_CODE).format(**names, n=self._random.randint(0, 999))

    def _prose(self, words: int) -> str:
        return " ".join(self._random.choices(_WORDS, k=words)).capitalize() + "."

    def _token(self, size: int) -> str:
        return "".join(self._random.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", k=size))

    def _uuid(self) -> str:
        digits = f"{self._random.getrandbits(128):032x}"
        return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def write(path: Path, size: int, line: int = 0, outputs: int = 0, kind: type[Generator] = Generator) -> None:
    """Write a session of about `size` bytes, with a record of `line` bytes in the middle."""
    made, written = kind(outputs=outputs), 0
    with path.open("wb") as file:

        def put(records: Iterator[dict[str, Any]]) -> int:
            return sum(file.write(json.dumps(record, ensure_ascii=False).encode() + b"\n") for record in records)

        while written < size:
            if line and written > size // 2:
                written, line = written + put(made.wide(line)), 0
            written += put(made.unit())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("size", type=float, help="in megabytes")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--line", type=int, default=0, help="bytes of one long record")
    parser.add_argument("--outputs", type=int, default=0, help="large outputs in each unit")
    said = parser.parse_args()
    write(said.output, int(said.size * 1e6), said.line, said.outputs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
