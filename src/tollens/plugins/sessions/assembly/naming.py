"""Which action of §8.1 an operation is, and what it is called."""

from tollens.core.model import ActionType, ActivityActionType, GovernanceActionType
from tollens.plugins.sessions.assembly.extracts import brief
from tollens.plugins.sessions.assembly.paths import Places
from tollens.plugins.sessions.events import (
    Approval,
    Delegation,
    Edit,
    Fetch,
    FileRead,
    FollowUp,
    Move,
    Operation,
    OtherTool,
    Plan,
    Planning,
    Removal,
    Search,
    Shell,
)

_SEARCHES = {
    "code": ActivityActionType.SearchCode,
    "folders": ActivityActionType.ExploreDirectory,
    "web": ActivityActionType.SearchWeb,
}


def named(operation: Operation, places: Places) -> tuple[ActionType, str]:
    """The action type and the label of an operation.

    Args:
        operation: What was done; no `Changes`, whose parts are named one by one. What a shell line is called is decided
            by the steps that it has.
        places: How paths are shown.
    """
    if isinstance(operation, FileRead | Edit | Removal | Move | Search):
        return _of_files(operation, places)
    act = ActivityActionType
    match operation:
        case Shell(line=line):
            return act.RunCommand, brief(f"Run {line}")
        case Fetch(url=url):
            return act.ReadDocumentation, brief(f"Fetch {url}")
        case Plan(items=items):
            steps = "1 step" if len(items) == 1 else f"{len(items)} steps"
            return act.FormulatePlan, f"Plan {steps}" if items or not operation.text else "Plan in words"
        case Planning():
            return act.FormulatePlan, "Begin to plan"
        case Approval():
            return GovernanceActionType.RequestApproval, "Ask for approval of the plan"
        case Delegation(title=title):
            return act.DecomposeTask, brief(f"Delegate: {title}")
        case FollowUp(what=what, typed=typed):
            return act.RunCommand, brief(f"Type {typed}" if typed else f"A running command was {what}")
        case OtherTool(tool=tool, checks=checks):
            return act.TypeCheck if checks else act.RunCommand, brief(f"Use {tool}")
    return act.AskUser, "Ask the person"


def _of_files(operation: FileRead | Edit | Removal | Move | Search, places: Places) -> tuple[ActionType, str]:
    act = ActivityActionType
    match operation:
        case FileRead(path=path):
            return act.ReadFile, brief(f"Read {places.shown(path)}")
        case Edit(path=path, created=created):
            kind, word = (act.CreateFile, "Create") if created else (act.EditFile, "Edit")
            return kind, brief(f"{word} {places.shown(path)}")
        case Removal(path=path):
            return act.DeleteFile, brief(f"Delete {places.shown(path)}")
        case Move(path=path, to=to):
            return act.RenameFile, brief(f"Move {places.shown(path)} to {places.shown(to)}")
        case Search(where=where, query=query, path=path):
            label = f"Search {where} for {query}" if query else f"List {places.shown(path or '.')}"
            return _SEARCHES[where], brief(label)
