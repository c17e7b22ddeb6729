"""Tools of Codex by the names of its versions, and patches: one action a file, whatever they came in."""

from typing import Any

import orjson
import pytest

from tollens.core.model import ActivityActionType, DiffArtifact, ResidualArtifact
from tollens.plugins.sessions import capture
from tollens.plugins.sessions.agents.codex import PLUGIN
from tollens.plugins.sessions.agents.codex.patches import reported
from tollens.plugins.sessions.agents.codex.tools import TOOLS, is_known, placed, tool_name
from tollens.plugins.sessions.events import (
    Asking,
    Call,
    Changes,
    Choice,
    Delegation,
    Edit,
    Fetch,
    FileRead,
    Move,
    Operation,
    OtherTool,
    Plan,
    PlanItem,
    Removal,
    Search,
    Session,
    Shell,
)
from tollens.plugins.sessions.patching import parts_of
from tollens.plugins.sessions.source.records import open_source
from tollens.testing.rollouts import Rollout

ROOT = "/home/dev/shop"
PATCH = (
    "*** Begin Patch\n*** Update File: a.rs\n@@ fn main\n a\n-b\n+c\n*** Add File: b.rs\n+x\n+\n*** Delete File: c.rs\n"
    "*** Update File: d.rs\n*** Move to: e.rs\n*** End Patch"
)
PARTS = (
    Edit("a.rs", "@@ fn main\n a\n-b\n+c\n"),
    Edit("b.rs", "@@\n+x\n+\n", after="x\n\n", created=True),
    Removal("c.rs"),
    Move("d.rs", "e.rs"),
)
IN_ROOT = Changes(
    (
        Edit(f"{ROOT}/a.rs", "@@ fn main\n a\n-b\n+c\n"),
        Edit(f"{ROOT}/b.rs", "@@\n+x\n+\n", after="x\n\n", created=True),
        Removal(f"{ROOT}/c.rs"),
        Move(f"{ROOT}/d.rs", f"{ROOT}/e.rs"),
    )
)


def session(rollout: Rollout) -> Session:
    return PLUGIN.read(open_source(rollout.data(), "f"))[0]


def calls(rollout: Rollout) -> list[Call]:
    return [event for event in session(rollout).events if isinstance(event, Call)]


def operation(tool: str, output: str = "", **given: Any) -> Operation:
    rollout = Rollout().prompt("go")
    return calls(rollout.output(rollout.call(tool, **given), output))[0].operation


# Patches


@pytest.mark.parametrize(
    ("patch", "parts"),
    [
        (PATCH, PARTS),
        (PATCH.replace("\n", "\r\n"), PARTS),
        (f"some words\n  {PATCH}\n  ", PARTS),
        (PATCH.removesuffix("*** End Patch"), PARTS),
        ("*** Begin Patch\n*** Update File: a\n-1\n+2\n*** End of File\n", (Edit("a", "@@\n-1\n+2\n"),)),
        ("*** Begin Patch\n*** Environment ID: x\n*** Delete File: a\n", (Removal("a"),)),
        (
            "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-1\n+2\n\n",
            (Move("a", "b"), Edit("b", "@@\n-1\n+2\n")),
        ),
        ("*** Begin Patch\n*** Add File: a\n*** End Patch", (Edit("a", "", after="", created=True),)),
        ("*** Begin Patch\n*** Update File: a\n*** End Patch", (Edit("a", "\n"),)),
        ("*** Begin Patch\n*** End Patch", ()),
        ("*** Begin Patch\nwords\n*** Delete File: a\n", ()),
        ("*** Begin Patch\n*** Add File: a\nno plus\n", ()),
        ("*** Begin Patch\n*** Delete File: a\n-x\n", ()),
        ("*** Begin Patch\n*** Update File: a\nwords\n", ()),
        ("*** Update File: a\n-1\n", ()),
        ("", ()),
    ],
)
def test_patches_are_read_file_by_file(patch: str, parts: tuple[object, ...]) -> None:
    assert parts_of(patch) == parts


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"a": {"type": "add", "content": "x\n"}}, (Edit("a", "@@\n+x\n", after="x\n", created=True),)),
        ({"a": {"type": "add"}}, (Edit("a", "", created=True),)),
        ({"a": {"add": {"content": "x"}}}, (Edit("a", "@@\n+x\n", after="x", created=True),)),
        ({"a": {"type": "delete", "content": "x"}}, (Removal("a", "x"),)),
        ({"a": {"type": "delete"}}, (Removal("a"),)),
        ({"a": {"type": "update", "unified_diff": "@@", "move_path": None}}, (Edit("a", "@@"),)),
        (
            {"a": {"type": "update", "unified_diff": "@@", "move_path": "b"}, "c": {"type": "delete"}},
            (Move("a", "b"), Edit("b", "@@"), Removal("c")),
        ),
        ({"a": {"type": "update", "unified_diff": "", "move_path": "b"}}, (Move("a", "b"),)),
        ({"a": {"type": "tomorrow"}, "b": 1}, ()),
        (None, ()),
    ],
)
def test_reported_changes(changes: object, parts: tuple[object, ...]) -> None:
    assert reported(changes) == parts


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("apply_patch", {"patch": PATCH}),
        ("apply_patch", {"input": PATCH}),
        ("shell", {"command": ["apply_patch", PATCH]}),
        ("shell", {"command": ["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}\nEOF\n"]}),
        ("shell_command", {"command": f"apply_patch <<PATCH\n{PATCH}\nPATCH"}),
        ("exec_command", {"cmd": f'cd /home/dev/shop && apply_patch <<-"E"\n{PATCH}\n  E'}),
        ("exec_command", {"cmd": f"applypatch << 'E'\n{PATCH}\nE", "workdir": ROOT}),
    ],
)
def test_a_patch_is_one_whatever_it_comes_in(tool: str, given: dict[str, Any]) -> None:
    assert operation(tool, "Success. Updated the following files:\n", **given) == IN_ROOT


@pytest.mark.parametrize(
    "line",
    [
        f"apply_patch <<'EOF'\n{PATCH}\nEOF\nrm x",
        f"apply_patch <<'EOF'\n{PATCH}\nEOF\nls\nEOF",
        f"cd a; apply_patch <<'EOF'\n{PATCH}\nEOF",
        "apply_patch a.patch",
    ],
)
def test_a_line_that_does_more_than_patch_is_a_shell_line(line: str) -> None:
    assert operation("shell_command", command=line) == Shell(line)


def test_paths_of_a_patch_start_from_where_it_runs() -> None:
    made = operation("shell", command=["apply_patch", "*** Begin Patch\n*** Delete File: a"], workdir="sub")
    assert made == Changes((Removal(f"{ROOT}/sub/a"),))
    assert [placed("/r", path) for path in ("a", "/a", "C:\\a", "~/a", "\\\\h\\a")] == [
        "/r/a",
        "/a",
        "C:\\a",
        "~/a",
        "\\\\h\\a",
    ]
    assert placed("", "a") == "a"


def test_a_patch_that_is_not_understood_may_change_files() -> None:
    assert operation("apply_patch", input="words") == OtherTool("apply_patch", {"input": "words"}, runs=True)
    rollout = Rollout().prompt("go").item("custom_tool_call", name="apply_patch", input="words", call_id="c")
    assert calls(rollout)[0].operation == OtherTool("apply_patch", {"input": "words"}, runs=True)


def test_what_was_applied_is_told_by_the_event_of_its_end() -> None:
    rollout = Rollout().prompt("go").patch("*** Update File: a.py", "@@", "-1", "+2")
    diff = "@@ -3,1 +3,1 @@\n-1\n+2\n"
    change = {f"{ROOT}/a.py": {"type": "update", "unified_diff": diff, "move_path": None}}
    rollout.event("patch_apply_end", call_id="call_1", success=True, changes=change)
    assert calls(rollout)[0].operation == Changes((Edit(f"{ROOT}/a.py", diff),))


def test_a_file_that_was_written_before_is_not_created_again() -> None:
    rollout = Rollout().prompt("go").patch("*** Add File: a", "+1").patch("*** Add File: a", "+2")
    rollout.patch("*** Delete File: a").patch("*** Add File: a", "+3").patch("*** Update File: a", "*** Move to: b")
    rollout.patch("*** Add File: b", "+4").patch("*** Add File: a", "+5")
    parts = [part for call in calls(rollout) if isinstance(call.operation, Changes) for part in call.operation.parts]
    assert [part.created for part in parts if isinstance(part, Edit)] == [True, False, True, False, True]


def test_each_file_of_a_patch_is_an_action() -> None:
    rollout = Rollout().prompt("go").patch(*PATCH.split("\n")[1:-1]).say("done")
    trace = capture(rollout.data(), name="f").trace
    act = ActivityActionType
    assert [action.type for action in trace.actions] == [act.EditFile, act.CreateFile, act.DeleteFile, act.RenameFile]
    assert trace.files_modified == ("a.rs", "b.rs", "c.rs", "d.rs", "e.rs")
    assert sum(isinstance(artifact, DiffArtifact) for artifact in trace.artifacts) == 4


@pytest.mark.parametrize(
    "output",
    [
        "Exit code: 1\nWall time: 0 seconds\nOutput:\nFailed to find expected lines in a",
        "apply_patch verification failed: x",
        "patch rejected by user",
        "aborted by user after 1s",
        {"content": "no", "success": False},
    ],
)
def test_a_patch_that_was_not_applied_changes_nothing(output: Any) -> None:
    rollout = Rollout().prompt("go")
    rollout.output(rollout.call("apply_patch", input="*** Begin Patch\n*** Add File: a\n+1"), output).say("done")
    trace = capture(rollout.data(), name="f").trace
    assert trace.files_modified == ()
    assert not any(isinstance(artifact, DiffArtifact) for artifact in trace.artifacts)


@pytest.mark.parametrize(
    ("facts", "failed"),
    [
        ({"success": False, "stderr": "no"}, True),
        ({"status": "failed"}, True),
        ({"status": "declined"}, True),
        ({"success": True}, False),
    ],
)
def test_the_event_of_its_end_says_whether_a_patch_was_applied(facts: dict[str, Any], failed: bool) -> None:
    rollout = Rollout().prompt("go").item("custom_tool_call", name="apply_patch", input=PATCH, call_id="c")
    (made,) = calls(rollout.event("patch_apply_end", call_id="c", **facts))
    assert made.result is not None and made.result.failed is failed


# Shells


@pytest.mark.parametrize(
    ("tool", "given", "shell"),
    [
        ("shell", {"command": ["bash", "-lc", "ls | wc"]}, Shell("ls | wc")),
        ("shell", {"command": ["/bin/zsh", "-c", "ls"]}, Shell("ls")),
        ("container.exec", {"command": ["rg", "a b"]}, Shell("rg 'a b'")),
        ("shell", {"command": ["bash", "run.sh", "x"]}, Shell("bash run.sh x")),
        ("shell", {"command": ["powershell.exe", "-Command", "ls; x"]}, Shell("ls; x", posix=False)),
        ("shell", {"command": ["pwsh", "x.ps1"]}, Shell("pwsh x.ps1", posix=False)),
        ("shell_command", {"command": "ls"}, Shell("ls")),
        ("shell_command", {"command": "ls", "workdir": "C:\\p"}, Shell("ls", posix=False)),
        ("exec_command", {"cmd": "ls", "shell": "/bin/bash"}, Shell("ls")),
        ("exec_command", {"cmd": "ls", "shell": "C:\\bin\\PowerShell.exe"}, Shell("ls", posix=False)),
        ("exec_command", {"cmd": "ls", "shell": "/usr/bin/fish"}, Shell("ls", posix=False)),
    ],
)
def test_shell_lines(tool: str, given: dict[str, Any], shell: Shell) -> None:
    assert operation(tool, **given) == shell


def test_local_shell_calls() -> None:
    action = {"type": "exec", "command": ["bash", "-lc", "ls"], "working_directory": "/tmp/x"}
    rollout = Rollout().prompt("go").item("local_shell_call", call_id="c", status="completed", action=action)
    (made,) = calls(rollout.output("c", "Exit code: 0\nWall time: 1s\nOutput:\n"))
    assert (made.operation, made.cwd) == (Shell("ls"), "/tmp/x")


@pytest.mark.parametrize("given", [{}, {"command": []}, {"command": ["ls", 1]}, {"command": 7}])
def test_a_shell_call_without_a_line_may_have_run_anything(given: dict[str, Any]) -> None:
    assert operation("shell", **given) == OtherTool("shell", given, runs=True)


def test_the_shell_and_the_folder_that_the_environment_names() -> None:
    text = "<environment_context>\n<cwd>/w/p</cwd>\n<shell>powershell</shell>\n</environment_context>"
    rollout = Rollout(bare=True).item("message", role="user", content=text).prompt("go")
    rollout.output(rollout.call("shell_command", command="ls"), "")
    assert session(rollout).root == "/w/p"
    assert calls(rollout)[0].operation == Shell("ls", posix=False)


# Other tools


@pytest.mark.parametrize(
    ("tool", "given", "output", "made"),
    [
        (
            "update_plan",
            {"explanation": "why", "plan": [{"step": "a", "status": "completed"}, 1]},
            "Plan updated",
            Plan((PlanItem("a", "completed"),), "why"),
        ),
        ("view_image", {"path": "a.png"}, "", FileRead(f"{ROOT}/a.png")),
        ("read_file", {"file_path": "/a", "offset": 2}, "L2: x\nL3: y", FileRead("/a", "x\ny", True, 2)),
        ("read_file", {"file_path": "/a"}, "", FileRead("/a")),
        ("view_image", {}, "", OtherTool("view_image", {})),
        ("list_dir", {"dir_path": "/a"}, "", Search("folders", "", "/a")),
        ("grep_files", {"pattern": "x", "path": "/a"}, "", Search("code", "x", "/a")),
        (
            "spawn_agent",
            {"message": "look", "agent_type": "explorer"},
            "{}",
            Delegation("explorer", "look", elsewhere=True),
        ),
        (
            "spawn_agent",
            {"items": [{"type": "text", "text": "look"}]},
            "{}",
            Delegation("look", "look", elsewhere=True),
        ),
        ("spawn_agents_on_csv", {}, "{}", Delegation("sub-agent", "", elsewhere=True)),
        ("mcp__docs__search", {"q": 1}, "", OtherTool("docs/search", {"q": 1})),
        ("js_repl", {"code": "x"}, "", OtherTool("js_repl", {"code": "x"}, runs=True)),
        ("wait_agent", {"ids": []}, "", OtherTool("wait_agent", {"ids": []})),
    ],
)
def test_what_each_tool_does(tool: str, given: dict[str, Any], output: str, made: Operation) -> None:
    assert operation(tool, output, **given) == made


def test_questions_to_the_person() -> None:
    questions = [
        {"id": "a", "question": "Which?", "options": [{"label": "x"}, {"label": "y"}]},
        {"id": "b", "header": "How?", "options": None},
        {"id": "c", "question": "When?"},
    ]
    answers = orjson.dumps({"answers": {"a": {"answers": ["x", "y", 1]}, "b": "so"}}).decode()
    assert operation("request_user_input", answers, questions=questions) == Asking(
        (Choice("Which?", ("x", "y"), "x, y"), Choice("How?", (), "so"), Choice("When?", (), None))
    )


@pytest.mark.parametrize(
    ("action", "made"),
    [
        ({"type": "search", "query": "rust"}, Search("web", "rust")),
        ({"type": "search", "queries": ["a", "b", 1]}, Search("web", "a | b")),
        ({"type": "open_page", "url": "https://x"}, Fetch("https://x")),
        ({"type": "find_in_page", "url": "https://x", "pattern": "p"}, Fetch("https://x")),
        ({"type": "find_in_page", "pattern": "p"}, Search("web", "p")),
        (None, Search("web", "")),
    ],
)
def test_searches_that_the_service_ran(action: object, made: Operation) -> None:
    rollout = Rollout().prompt("go").event("web_search_end", call_id="ws_1", query="", action=action)
    rollout.item("web_search_call", status="completed", action=action).item("web_search_call", action={"query": "y"})
    first, second = calls(rollout)
    assert (first.operation, first.result, second.operation) == (made, None, Search("web", "y"))
    account = session(rollout).account
    assert account.found.calls_without_result == 1
    assert "searches that the service ran, whose results are not in the file: 2" in account.missing


def test_a_search_that_only_an_event_has_is_kept() -> None:
    made = calls(Rollout().prompt("go").event("web_search_end", call_id="ws_1", query="rust", action=None))
    assert [call.operation for call in made] == [Search("web", "rust")]


@pytest.mark.parametrize(
    ("payload", "name"),
    [
        ({"name": "mcp__docs__search"}, "docs/search"),
        ({"name": "search", "namespace": "mcp__docs__"}, "docs/search"),
        ({"name": "search", "namespace": "mcp__docs"}, "docs/search"),
        ({"name": "exec_command", "namespace": "functions"}, "exec_command"),
        ({"name": "mcp__docs"}, "mcp__docs"),
        ({}, "(unnamed tool)"),
    ],
)
def test_names_of_tools(payload: dict[str, Any], name: str) -> None:
    assert tool_name(payload) == name


def test_known_tools() -> None:
    assert all(map(is_known, TOOLS))
    assert is_known("docs/search")
    assert not is_known("a_new_tool")


@pytest.mark.parametrize(
    ("kind", "facts", "made", "failed"),
    [
        (
            "mcp_tool_call_end",
            {
                "invocation": {"server": "s", "tool": "t", "arguments": {"a": 1}},
                "result": {"Ok": {"content": [{"type": "text", "text": "x"}], "is_error": True}},
            },
            OtherTool("s/t", {"a": 1}),
            True,
        ),
        (
            "mcp_tool_call_end",
            {"invocation": {"server": "s", "tool": "t"}, "result": {"Err": "x"}, "duration": {"secs": 2}},
            OtherTool("s/t", {}),
            True,
        ),
        (
            "dynamic_tool_call_response",
            {"tool": "t", "arguments": {"a": 1}, "success": True, "content_items": []},
            OtherTool("t", {"a": 1}),
            False,
        ),
        ("dynamic_tool_call_response", {}, OtherTool("(unnamed tool)", {}), None),
        ("view_image_tool_call", {"path": "/a.png"}, FileRead("/a.png"), False),
        (
            "image_generation_end",
            {"saved_path": "/a.png"},
            OtherTool("image_generation", {"saved_path": "/a.png"}),
            False,
        ),
        (
            "collab_agent_spawn_end",
            {"prompt": "look", "new_thread_id": "t"},
            Delegation("look", "look", elsewhere=True),
            False,
        ),
        ("collab_agent_spawn_end", {}, Delegation("sub-agent", "", elsewhere=True), True),
    ],
)
def test_calls_that_only_events_have(kind: str, facts: dict[str, Any], made: Operation, failed: bool | None) -> None:
    (call,) = calls(Rollout().prompt("go").event(kind, call_id="c", **facts))
    assert call.operation == made
    assert (call.result.failed if call.result else None) is failed


@pytest.mark.parametrize(
    ("kind", "facts", "made", "failed"),
    [
        ("McpToolCall", {"server": "s", "tool": "t", "error": {"message": "x"}}, OtherTool("s/t", {}), True),
        ("mcpToolCall", {"server": "s", "tool": "t", "status": "inProgress"}, OtherTool("s/t", {}), None),
        ("WebSearch", {"query": "x", "action": {"type": "search"}}, Search("web", "x"), None),
        ("ImageView", {"path": "/a.png"}, FileRead("/a.png"), False),
        ("ImageView", {"path": "file:///a%20b/c.png"}, FileRead("/a b/c.png"), False),
        (
            "FileChange",
            {"changes": {"file:///a": {"type": "delete"}}, "status": "declined"},
            Changes((Removal("/a"),)),
            True,
        ),
        (
            "CollabAgentToolCall",
            {"tool": "spawnAgent", "status": "completed", "prompt": "look"},
            Delegation("look", "look", elsewhere=True),
            False,
        ),
        ("CollabAgentToolCall", {"tool": "wait", "status": "failed"}, OtherTool("wait_agent", {}), True),
        ("CollabAgentToolCall", {"tool": "new", "status": "inProgress"}, OtherTool("send_message", {}), None),
        ("FileChange", {"changes": {"/a": {"type": "delete"}}}, Changes((Removal("/a"),)), None),
        ("FileChange", {"status": "completed"}, OtherTool("apply_patch", {}, runs=True), False),
        ("Plan", {"text": "so"}, Plan((), "so"), False),
    ],
)
def test_calls_that_only_items_have(kind: str, facts: dict[str, Any], made: Operation, failed: bool | None) -> None:
    (call,) = calls(Rollout().prompt("go").completed(kind, id="i", **facts))
    assert call.operation == made
    assert (call.result.failed if call.result else None) is failed


@pytest.mark.parametrize("duration", ["5ms", "1.5s", "soon", None, {"secs": -1}, {"nanos": 5}, {"secs": 1, "nanos": 5}])
def test_durations_of_any_kind_do_no_harm(duration: object) -> None:
    rollout = Rollout().prompt("go").completed("CommandExecution", command="ls", exit_code=0, duration=duration)
    (call,) = calls(rollout)
    stated = {"5ms": 5, "1.5s": 1500}.get(duration) if isinstance(duration, str) else None
    assert call.result is not None
    assert call.result.duration_ms == (1000 if duration == {"secs": 1, "nanos": 5} else stated)


def test_work_of_a_sub_agent_elsewhere_is_a_gap() -> None:
    rollout = Rollout().prompt("go")
    rollout.output(rollout.call("spawn_agent", message="change it"), '{"agent_id":"x"}').say("done")
    found = capture(rollout.data(), name="f")
    gaps = [one.payload.statement for one in found.trace.artifacts if isinstance(one, ResidualArtifact)]
    assert any("the sub-agent's own steps" in gap for gap in gaps)
    assert found.report.found.elsewhere == 1


def test_what_the_agent_said_before_a_call_is_its_reason() -> None:
    rollout = Rollout().prompt("go").say("I list the files.").run("ls").run("pwd").say("And so.")
    one, two = rollout.call("exec_command", cmd="a"), rollout.call("exec_command", cmd="b")
    rollout.output(one, "").output(two, "")
    assert [call.rationale for call in calls(rollout)] == ["I list the files.", "", "And so.", "And so."]


def test_results_of_a_search_that_its_event_has_are_its_result() -> None:
    rollout = Rollout().prompt("go").item("web_search_call", action={"type": "search", "query": "x"})
    found = [{"title": "A page", "url": "https://x"}, {"title": "Another"}]
    rollout.event("web_search_end", call_id="ws", action={"type": "search", "query": "x"}, results=found)
    (call,) = calls(rollout)
    assert call.result is not None and call.result.text == "A page https://x\nAnother"
    assert session(rollout).account.missing == ()


def test_the_tools_that_a_search_for_tools_found_are_its_result() -> None:
    rollout = Rollout().prompt("go").item("tool_search_call", call_id="c", arguments={"query": "x"})
    rollout.item("tool_search_output", call_id="c", tools=[{"type": "function", "name": "one"}, {"type": "function"}])
    (call,) = calls(rollout)
    assert call.operation == OtherTool("tool_search_call", {"arguments": {"query": "x"}})
    assert call.result is not None and call.result.text == "[one]\n[function]"


def test_the_folder_of_a_reported_command_may_be_an_address() -> None:
    rollout = Rollout().prompt("go").completed("CommandExecution", command="ls", cwd="file:///C:/p", exit_code=0)
    (call,) = calls(rollout)
    assert (call.cwd, call.operation) == ("C:/p", Shell("ls", posix=False))


@pytest.mark.parametrize("name", ["input", "patch", "diff", "text", "changes"])
def test_a_patch_is_found_under_any_name(name: str) -> None:
    written = Rollout(cwd=ROOT).prompt("go")
    written.output(written.call("apply_patch", why="as asked", **{name: PATCH}), "Success.")
    assert len(capture(written.data(), name="f").trace.actions) == 4


def test_changes_may_be_a_list() -> None:
    listed = [
        {"path": "a.py", "kind": "add"},
        {"path": "b.py", "kind": "delete"},
        {"path": "c.py", "kind": "update"},
        5,
        {},
    ]
    assert reported(listed) == (Edit("a.py", "", created=True), Removal("b.py"), Edit("c.py", ""))
    assert reported("x") == reported(None) == ()
