"""What a session format yields: a session as events that know no agent's file format.

A format reads its records into these values; the assembly turns them into a trace and knows no format. A new agent is
therefore one new reader, and what counts as an edit or a passed test is decided in one place for all agents.
"""

from typing import Literal

import msgspec

from tollens.plugins.sessions.report import Account


class FileRead(msgspec.Struct, frozen=True):
    """A file was read.

    Attributes:
        content: What the record shows of it.
        first: The first line of that, counted from 1.
        exact: It is all of the file, to the last character, where it is not partial.
    """

    path: str
    content: str | None = None
    partial: bool = False
    first: int | None = None
    exact: bool = False


class Edit(msgspec.Struct, frozen=True):
    """A file was changed or written.

    Attributes:
        patch: The change as unified hunks; without line numbers where the record has none.
        before, after: The whole content, where the record proves it.
        created: Whether the file did not exist before; `None` where the record does not say.
        by_user: The person changed the edit before accepting it.
    """

    path: str
    patch: str
    before: str | None = None
    after: str | None = None
    created: bool | None = False
    by_user: bool = False


class Removal(msgspec.Struct, frozen=True):
    """A file was deleted. `before` is its whole content, where the record proves it."""

    path: str
    before: str | None = None


class Move(msgspec.Struct, frozen=True):
    """A file was moved or renamed; a change of its content in passing is an `Edit` of the new path, after this."""

    path: str
    to: str


class Changes(msgspec.Struct, frozen=True):
    """One call that read or changed several files, or moved or deleted one: an action for each part, in order."""

    parts: tuple[FileRead | Edit | Removal | Move, ...]


class Shell(msgspec.Struct, frozen=True):
    """A shell line was run.

    Attributes:
        by_user: The person ran it, not the agent.
        background: It was still running when its result was recorded.
        posix: The shell joins commands as `sh` does; of another one, no status is attributed to any command.
        shown: What of the line a trace may show; empty where that is all.
    """

    command: str
    background: bool = False
    posix: bool = True
    by_user: bool = False
    shown: str = ""

    @property
    def line(self) -> str:
        """The line as a trace shows it."""
        return self.shown or self.command


class Search(msgspec.Struct, frozen=True):
    """Something was looked for: in the code, in folders, or on the web."""

    where: Literal["code", "folders", "web"]
    query: str
    path: str = ""


class Fetch(msgspec.Struct, frozen=True):
    """A page or other document was fetched; `url` is where from."""

    url: str


class PlanItem(msgspec.Struct, frozen=True):
    """One step of a plan; `status` in the agent's own word (`pending`, `in_progress`, `completed`)."""

    title: str
    status: str = ""


class Plan(msgspec.Struct, frozen=True):
    """The plan as it stands after this call: steps, or free text. `left_out` counts steps that are not listed."""

    items: tuple[PlanItem, ...] = ()
    text: str = ""
    left_out: int = 0


class Planning(msgspec.Struct, frozen=True):
    """The agent went into its plan mode: what follows serves making a plan, until one is let pass."""


class Approval(msgspec.Struct, frozen=True):
    """The agent asked for approval of a plan."""

    plan: str


class Choice(msgspec.Struct, frozen=True):
    """A question to the person with the options that were offered, and the answer if one is recorded."""

    question: str
    options: tuple[str, ...]
    answer: str | None = None


class Asking(msgspec.Struct, frozen=True):
    """The person was asked to choose."""

    choices: tuple[Choice, ...]


class Delegation(msgspec.Struct, frozen=True):
    """A part of the work was given to a sub-agent.

    Attributes:
        elsewhere: The sub-agent's record is in a file that is not there.
        together: What the delegations that one message made have in common; empty for one that was made alone.
    """

    title: str
    prompt: str
    elsewhere: bool = False
    together: str = ""


class FollowUp(msgspec.Struct, frozen=True):
    """A look at, or a stop of, a command that an earlier call started.

    Attributes:
        parent: The id of that call.
        what: What was done to the command, as in "it was looked at later".
        typed: What was typed into it: that may change files as any shell line may, and is an action of its own.
    """

    parent: str | None
    what: str
    typed: str = ""


class OtherTool(msgspec.Struct, frozen=True):
    """Any other tool.

    Attributes:
        arguments: A JSON object.
        runs: It runs a script, which may change any file.
        checks: It asks a language server what is wrong with the code.
    """

    tool: str
    arguments: dict[str, object]
    runs: bool = False
    checks: bool = False


Operation = (
    FileRead
    | Edit
    | Removal
    | Move
    | Changes
    | Shell
    | Search
    | Fetch
    | Plan
    | Planning
    | Approval
    | Asking
    | Delegation
    | FollowUp
    | OtherTool
)


class Kept(msgspec.Struct, frozen=True):
    """A file beside the session that holds an output: its name, and the digest and size of its bytes."""

    name: str
    digest: str
    size: int


class Result(msgspec.Struct, frozen=True):
    """What came back from a call.

    Attributes:
        text: As the agent saw it.
        failed: The tool reported an error.
        refused: The call was not carried out: by whom or what; empty if it was.
        said: What was said when refusing: by the person, or in the words of what refused it.
        status: Exit status of the shell line, where the record proves it.
        interrupted: It was stopped before its end.
        preview: Only a part of the output is in the file; where the rest is, if that is said.
        kept_in: The file beside the session that the output was kept in, and that `text` was read from.
    """

    text: str = ""
    failed: bool = False
    refused: str = ""
    said: str = ""
    status: int | None = None
    interrupted: bool = False
    preview: str = ""
    duration_ms: int | None = None
    kept_in: Kept | None = None


class Call(msgspec.Struct, frozen=True):
    """A tool call with its result.

    Attributes:
        line: Of the file, counted from 1.
        tool: As the agent names it.
        rationale: What the agent said before it.
        result: `None` when the file has none.
        abandoned: It stands on a branch of the conversation that was rewound.
        cwd: The folder that the agent was in; empty where it is not recorded.
        children: What a sub-agent did, when that is known; its calls may have children of their own.
        file: The file beside the session that the call stands in; empty for the session's own.
    """

    line: int
    call_id: str
    tool: str
    operation: Operation
    rationale: str = ""
    result: Result | None = None
    abandoned: bool = False
    cwd: str = ""
    children: tuple["Call", ...] = ()
    file: str = ""


class Prompt(msgspec.Struct, frozen=True):
    """What a person asked for; `injected` is what the agent put into the words."""

    line: int
    text: str
    abandoned: bool = False
    injected: str = ""


class Command(msgspec.Struct, frozen=True):
    """A command that the person gave in the place of words, such as `/fix 12`: what follows serves it."""

    line: int
    text: str
    abandoned: bool = False


class Queued(msgspec.Struct, frozen=True):
    """A message that the person put into a queue while the agent was at work, and that is in no prompt."""

    line: int
    text: str


class Said(msgspec.Struct, frozen=True):
    """What the agent told the person. `stopped`: what ended the message before it was finished, or was to follow it."""

    line: int
    text: str
    abandoned: bool = False
    stopped: str = ""


class Orphan(msgspec.Struct, frozen=True):
    """A result whose call is not in the file; `file` as in `Call`."""

    line: int
    call_id: str
    text: str
    failed: bool
    file: str = ""


class Interrupt(msgspec.Struct, frozen=True):
    """The person stopped the agent."""

    line: int
    abandoned: bool = False


class TurnEnd(msgspec.Struct, frozen=True):
    """The record itself says that the agent's turn is over, and how."""

    line: int
    how: Literal["completed", "aborted", "interrupted"] = "completed"
    reason: str = ""
    abandoned: bool = False


class Compaction(msgspec.Struct, frozen=True):
    """The agent's own view of the history was replaced by a summary."""

    line: int
    trigger: str = ""


class Trouble(msgspec.Struct, frozen=True):
    """The service behind the agent failed."""

    line: int
    text: str
    abandoned: bool = False


class Loose(msgspec.Struct, frozen=True):
    """Work of a sub-agent whose starting call is not in the file; `file` as in `Call`."""

    line: int
    agent: str
    calls: tuple[Call, ...]
    file: str = ""


Event = Prompt | Command | Queued | Said | Call | Orphan | Interrupt | TurnEnd | Compaction | Trouble | Loose


class Session(msgspec.Struct, frozen=True):
    """A session as a format read it.

    Attributes:
        events: In file order, which is the truth where clocks jump.
        command: A command that the person started the session with, for a session without a prompt.
        started, ended: First and last time that the file states, as it states them; empty where it has none.
        root: The folder of the project; empty where it is not recorded.
        commit: The commit that the project stood at, or that the session is bound to; empty where it is not recorded.
        records_results: The format records what came back from calls; where it does not, no call is known to be done.
        states_ends: The format records the end of each turn (`TurnEnd`), so that a turn without one is cut off.
        torn: Whether the end of its records is missing; `None` for a session to which the end of the file belongs.
        account: What became of every record.
    """

    format: str
    assistant: str
    session_id: str
    events: tuple[Event, ...]
    account: Account
    models: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    command: str = ""
    started: str = ""
    ended: str = ""
    root: str = ""
    branch: str = ""
    commit: str = ""
    states_ends: bool = False
    torn: bool | None = None
    records_results: bool = True
