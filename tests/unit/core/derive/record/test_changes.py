"""What was changed is what actions did and did not fail at; the list beside them is marked as a list."""

from tests.unit.core.derive.traces import action, artifact, document, edited, ran, reviewed
from tollens.core.derive.record.changes import ChangedFile, changed_files, commits


def test_files_by_first_change_with_all_that_was_done() -> None:
    trace = document(
        actions=[edited(1, "a.py", "CreateFile"), edited(2, "b.py"), edited(3, "a.py"), edited(4, "a.py")],
        files_modified=["c.py", "a.py"],
    ).trace
    assert changed_files(trace, {}) == (
        ChangedFile("a.py", ("created", "edited"), (1, 3, 4)),
        ChangedFile("b.py", ("edited",), (2,)),
        ChangedFile("c.py", ("listed",), ()),
    )


def test_an_edit_that_failed_changed_nothing() -> None:
    failed = edited(1, "a.py", outputs=["r"])
    trace = document(actions=[failed], artifacts=[artifact("r", "CommandResult", {"is_error": True})]).trace
    assert changed_files(trace, {}) == ()


def test_the_name_of_a_file_is_looked_for_in_evidence_request_outputs_and_label() -> None:
    trace = document(
        actions=[
            action(1, "EditFile", request={"file_path": "by-request.py"}),
            action(2, "DeleteFile", outputs=["d"]),
            action(3, "RenameFile", "by-label.py"),
        ],
        artifacts=[artifact("d", "Diff", name="by-output.py")],
    ).trace
    assert [file.path for file in changed_files(trace, {})] == ["by-request.py", "by-output.py", "by-label.py"]


def test_a_commit_is_an_artifact() -> None:
    trace = document(
        actions=[action(1, "GitCommit"), action(2, "GitCommit", outputs=["c"])],
        artifacts=[artifact("c", "Commit", name="abc123", summary="Fix f", producer_action_id=2)],
    ).trace
    assert [(commit.name, commit.summary, commit.action_id) for commit in commits(trace)] == [("abc123", "Fix f", 2)]


def test_files_changed_after_the_last_passing_tests_are_unchecked() -> None:
    evidence = [{"type": "CommandOutput", "ref": "pytest", "exit_code": 0}]
    tests = action(2, "RunTests", evidence=evidence)
    made = reviewed(actions=[edited(1, "a.py"), tests, edited(3, "b.py")])
    assert made.changes.unchecked == ("b.py",)
    assert made.last_passing_tests == 2
    assert "1 file changed after the last passing test run" in made.look_first


def test_without_a_passing_test_run_every_changed_file_is_unchecked() -> None:
    made = reviewed(actions=[edited(1, "a.py")], files_modified=["listed.py"])
    assert made.changes.unchecked == ("a.py",)
    assert "1 file changed, and no passing test run is recorded" in made.look_first


def test_a_command_whose_evidence_names_a_modified_file_may_have_modified_it() -> None:
    made = reviewed(
        actions=[
            edited(1, "a.py"),
            ran(2, "pytest", 0),
            edited(3, "a.py", "RunCommand"),
            edited(4, "read.py", "RunCommand"),
        ],
        files_modified=["a.py"],
    )
    assert [(file.path, file.how) for file in made.changes.files] == [("a.py", ("edited", "in a command"))]
    assert "1 file changed after the last passing test run" in made.look_first


def test_an_action_that_may_have_changed_files_changed_those_that_its_evidence_names() -> None:
    may = {"may_have_changed_files": ["rm a.py"]}
    deletion = ran(1, "rm a.py", None, "DeleteFile", request={**may, "path": "a.py"})
    made = reviewed(actions=[deletion, edited(2, "b.py", request={**may, "path": "c.py"})])
    assert [(file.path, file.how) for file in made.changes.files] == [("b.py", ("edited",))]
    assert [each.action_id for each in made.changes.unfollowed] == [1, 2]


def test_a_check_before_what_may_have_changed_files_is_open() -> None:
    may = ran(3, "python fix.py", 0, "RunCommand", request={"may_have_changed_files": ["python fix.py"]})
    made = reviewed(actions=[edited(1, "a.py"), ran(2, "pytest", 0), may])
    assert [(each.action_id, each.commands) for each in made.changes.unfollowed] == [(3, ("python fix.py",))]
    assert [(claim.weight, claim.unfollowed) for claim in made.claims] == [("open", 1)]
    assert made.look_first == ("1 action may have changed files after the last passing test run",)
    again = reviewed(actions=[edited(1, "a.py"), ran(2, "pytest", 0), may, ran(4, "pytest", 0)])
    assert [claim.weight for claim in again.claims] == ["for"]
    assert (again.changes.unchecked_actions, again.look_first) == ((), ())


def test_a_check_that_its_own_line_overtook_is_open() -> None:
    held = {"command": "pytest && fix", "exit_code": 0, "judged": [{"status": "passed", "overtaken": True}]}
    made = reviewed(
        actions=[ran(1, "pytest && fix", 0, outputs=["r"])], artifacts=[artifact("r", "CommandResult", held)]
    )
    assert [(claim.weight, claim.unfollowed) for claim in made.claims] == [("open", 1)]
    assert made.changes.unchecked_actions == (1,)


def test_what_may_have_changed_files_need_not_be_readable() -> None:
    actions = [
        ran(1, "pytest", 0),
        action(2, "DecomposeTask", request={"may_have_changed_files": ["the sub-agent's own steps", 3]}),
        ran(3, "x", 0, "RunCommand", request={"may_have_changed_files": True}),
    ]
    made = reviewed(actions=actions)
    assert [each.commands for each in made.changes.unfollowed] == [("the sub-agent's own steps",), ()]
    assert made.claims[0].unfollowed == 2


def test_the_files_of_a_commit_are_known_where_the_record_names_them() -> None:
    trace = document(
        actions=[action(1, "GitCommit", outputs=["a", "b", "c", "d"])],
        artifacts=[
            artifact("diff", "Diff"),
            artifact("a", "Commit", derived_from=["diff"]),
            artifact("b", "Commit"),
            artifact("c", "Commit", metadata={"files": ["a.py"]}),
            artifact("d", "Commit", derived_from=["diff"], metadata={"files": None}),
        ],
    ).trace
    assert [commit.files_known for commit in commits(trace)] == [True, False, True, False]
