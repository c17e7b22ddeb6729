"""Messages of OpenCode 2, each whole in one record, as messages with parts: the form of the versions before."""

from collections.abc import Iterator
from typing import Any

from tollens.plugins.sessions.values import held, object_of, objects, string
from tollens.plugins.sessions.words import names

TYPES = names("user assistant synthetic system skill shell compaction agent-switched model-switched location-switched")
"""What records of this form call themselves."""

_MACHINE = names("synthetic system skill")
_SWITCHES = names("agent-switched model-switched location-switched")


def is_newer(value: dict[str, Any]) -> bool:
    """Whether a record is a message of this form."""
    return string(value, "type") in TYPES and "role" not in value and "created" in held(value, "time")


def parted(value: dict[str, Any]) -> dict[str, Any] | str:
    """A message with its parts; of a record with nothing to use in it, what it is."""
    kind = string(value, "type")
    if kind in _SWITCHES:
        return kind
    if kind == "compaction" and value.get("status", "completed") != "completed":
        return f"compaction: {string(value, 'status')[:60]}"
    info = {name: value[name] for name in ("id", "sessionID", "time") if name in value}
    if kind == "assistant":
        return {"info": info | _answered(value), "parts": list(_parts(value))}
    if kind == "shell":
        return {"info": info | {"role": "assistant", "byUser": True}, "parts": [_ran(value)]}
    return {"info": info | {"role": "user"}, "parts": list(_heard(kind, value))}


def _heard(kind: str, value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What stands under the person's name."""
    if kind == "compaction":
        yield {"type": "compaction", "auto": value.get("reason") == "auto"}
        return
    yield {"type": "text", "text": string(value, "text"), "synthetic": kind in _MACHINE}
    for file in objects(value.get("files")):
        name = string(file, "name") or string(file, "uri").rpartition("/")[2][:200]
        yield {"type": "file", "filename": name or string(file, "mime")}
    for agent in objects(value.get("agents")):
        yield {"type": "agent", "name": string(agent, "name")}


def _ran(value: dict[str, Any]) -> dict[str, Any]:
    """A shell line that the person ran."""
    output, stopped = value.get("output"), string(value, "status") in ("timeout", "killed")
    printed = held(value, "output")
    done = "completed" in held(value, "time") or string(value, "status") == "exited" or stopped
    facts = {"truncated": printed.get("truncated"), "interrupted": stopped, "exit": value.get("exit")}
    state = {
        "status": "completed" if done else "running",
        "input": {"command": value.get("command")},
        "output": printed.get("output") if printed else output,
        "metadata": facts,
    }
    return {"type": "tool", "tool": "shell", "callID": string(value, "shellID", "callID"), "state": state}


def _answered(value: dict[str, Any]) -> dict[str, Any]:
    """What a message of the agent says of itself."""
    model, error = held(value, "model"), held(value, "error")
    made = {"role": "assistant", "modelID": string(model, "id"), "providerID": string(model, "providerID")}
    made["finish"] = string(value, "finish")
    if not error:
        return made
    name = "MessageAbortedError" if string(error, "type") == "aborted" else string(error, "type")
    return made | {"error": {"name": name, "message": string(error, "message")}}


def _parts(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for part in objects(value.get("content")):
        if string(part, "type") == "tool":
            call = {"tool": string(part, "name"), "callID": string(part, "callID", "id")}
            yield {"type": "tool", **call, "state": _state(part)}
        else:
            yield part
    if retry := held(value, "retry"):
        yield {"type": "retry", "error": held(retry, "error")}
    if files := held(value, "snapshot").get("files"):
        yield {"type": "patch", "files": files}


def _state(part: dict[str, Any]) -> dict[str, Any]:
    """The state of a call: what came back is in pieces, of which the files are named only."""
    state, time = held(part, "state"), held(part, "time")
    facts = held(state, "metadata") or held(state, "structured")
    paths = state.get("outputPaths")
    if isinstance(paths, list) and paths and isinstance(paths[0], str):
        facts = facts | {"outputPath": paths[0]}
    shown = (
        string(each, "text") or f"[{string(each, 'name') or string(each, 'mime') or 'file'}]"
        for each in objects(state.get("content"))
    )
    text = "\n\n".join(shown)
    made = {"status": string(state, "status"), "input": _given(state.get("input")), "metadata": facts}
    made["time"] = {"start": time.get("ran"), "end": time.get("completed")}
    if "error" in state:
        return made | {"error": state["error"], "metadata": facts | ({"output": text} if text else {})}
    return made | {"output": text}


def _given(value: object) -> dict[str, Any]:
    """The input of a call; while it was written it is text, mostly of an object that is not whole."""
    return object_of(value) or ({"input": value} if isinstance(value, str) and value else {})
