"""A page for each agent whose sessions are read: where its files are, which versions are known, what becomes of what.

All of it comes from the session formats themselves. What becomes of a tool is made by the assembly, out of a call of
that kind; what stands below the last mark is written by hand, and kept.
"""

import importlib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tollens.core.derive.record.account import Found, Records
from tollens.core.graph.elements import known
from tollens.core.model.actions import KnownAction
from tollens.plugins.sessions import FORMATS
from tollens.plugins.sessions.assembly.trace import assemble
from tollens.plugins.sessions.events import (
    Approval,
    Asking,
    Call,
    Changes,
    Choice,
    Delegation,
    Edit,
    Fetch,
    FileRead,
    FollowUp,
    Move,
    Operation,
    OtherTool,
    Plan,
    PlanItem,
    Planning,
    Prompt,
    Removal,
    Result,
    Said,
    Search,
    Session,
    Shell,
)
from tollens.plugins.sessions.places import Placed
from tollens.plugins.sessions.report import Account
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.source.redaction import Redactor
from tools.markdown import GENERATED, table

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "docs/reference/sessions"
BY_HAND = "<!-- What follows is written by hand. -->\n"

_EVERY_SESSION = ("UserInstruction", "AnalysisNote", "Residual")
"""Artifacts that are there for the instruction, for the account, and for what is left open, whatever the tool."""

_READ, _EDIT = FileRead("/p/a.py", "x\n"), Edit("/p/a.py", "@@\n-1\n+2\n")
_NEW = Edit("/p/a.py", "@@\n+2\n", after="2", created=None)

DEEDS: Mapping[str, Operation] = {
    "a file is read": _READ,
    "a file is written": _NEW,
    "a file is changed": _EDIT,
    "a file is deleted": Removal("/p/a.py"),
    "files are changed, moved or deleted": Changes((_EDIT, Removal("/p/b.py"), Move("/p/c.py", "/p/d.py"))),
    "a shell line is run": Shell("ls"),
    "a line of PowerShell is run": Shell("ls", posix=False),
    "a running command is looked at or stopped": FollowUp(None, "looked at"),
    "code is searched": Search("code", "x"),
    "folders are searched": Search("folders", "*.py"),
    "the web is searched": Search("web", "x"),
    "a page is fetched": Fetch("https://example.org"),
    "the plan is stated": Plan((PlanItem("a step", "pending"),)),
    "planning is begun": Planning(),
    "approval of a plan is asked for": Approval("the plan"),
    "the person is asked": Asking((Choice("Which?", ("this", "that"), "this"),)),
    "a part of the work is delegated": Delegation("a part", "Do it."),
    "it is kept as it is": OtherTool("tool", {}),
}
"""What a call can be, in words, and one of that kind."""

WORDS: Mapping[str, str] = {
    "a file is made": "a file is written",
    "a file is read, or a folder is listed": "a file is read",
    "files are patched": "files are changed, moved or deleted",
    "a running command goes on": "a running command is looked at or stopped",
    "a folder is listed": "folders are searched",
    "a plan is written": "the plan is stated",
    "the person is asked to choose": "the person is asked",
    "a part of the work is given to a sub-agent": "a part of the work is delegated",
    "as it is": "it is kept as it is",
    **{type(call).__name__: deed for deed, call in reversed(list(DEEDS.items()))},
}
"""Other words of the formats for the same; the name of an operation stands for the first deed of its kind."""


def agents_pages() -> dict[str, Callable[[], str]]:
    """The path of each page, and what makes it."""
    return {f"{FOLDER}/{name}.md": partial(agent_page, name) for name in FORMATS.names()}


def agent_page(name: str) -> str:
    """The page of a session format.

    Raises:
        RuntimeError: The format does not say where its files are, or says of a tool what is not in the table.
    """
    found: Any = FORMATS.get(name)
    if not getattr(found, "where", ()) or not getattr(found, "versions", ""):
        raise RuntimeError(f"the session format {name} does not state `where` and `versions`")
    lines = [
        GENERATED,
        f"# {found.title}\n",
        *_about(found),
        "## Where the files are\n",
        *(f"- {_plain(place)}" for place in found.where),
        "",
        _latest(found),
        "",
        f"Known versions: {_plain(found.versions)}.\n",
        "## What becomes of a call\n",
        *tools_table(name),
        "A call that failed, was refused or has no result makes no artifact and changes no file. What is decided for",
        "all agents alike, of shell lines, meta-actions, gaps and the account, is on [another page](../sessions.md).\n",
        BY_HAND,
    ]
    return "\n".join(lines) + _by_hand(name)


def _about(found: object) -> Iterator[str]:
    """What the format says of itself, without its first line and its lists."""
    text = type(found).__doc__ or ""
    _, _, rest = text.partition("\n\n")
    paragraphs = [" ".join(part.split()) for part in rest.partition("Attributes:")[0].split("\n\n")]
    for paragraph in filter(None, paragraphs):
        yield f"{paragraph}\n"


def _plain(text: str) -> str:
    """A text whose angle brackets and stars are no markup."""
    return re.sub(r"([\\\\<>*_$])", r"\\\1", text)


def _latest(found: Any) -> str:
    if isinstance(found, Placed):
        return f"`tollens capture --latest {found.name}` takes the newest one of the project that one works in."
    return "`tollens capture FILE` takes the file that is named; `--latest` does not look for one."


def tools_of(name: str) -> Mapping[str, str]:
    """The tools that a format knows, each with what a call of it is; several tools may stand in one name."""
    module = importlib.import_module(f"tollens.plugins.sessions.agents.{name.replace('-', '_')}")
    if not hasattr(module, "TOOLS"):
        module = importlib.import_module(f"{module.__name__}.tools")
    tools: Mapping[str, str] = module.TOOLS
    return tools


def tools_table(name: str) -> Iterator[str]:
    """The tools of a format by what becomes of a call.

    Raises:
        RuntimeError: What the format says of a tool is not in the table.
    """
    by_deed: dict[str, list[str]] = {}
    for tools, said in tools_of(name).items():
        deed = WORDS.get(said, said)
        if deed not in DEEDS:
            raise RuntimeError(f"{name}: {said!r}, said of {tools}, is none of the deeds in tools/agents_pages.py")
        by_deed.setdefault(deed, []).extend(part.strip() for part in tools.split(","))
    rows = [
        (", ".join(f"`{tool}`" for tool in by_deed[deed]), deed, *becomes(DEEDS[deed]))
        for deed in DEEDS
        if deed in by_deed
    ]
    rows.append(
        ("any other", "it is kept as it is, its name is counted as unknown", *becomes(DEEDS["it is kept as it is"]))
    )
    return table(("tool", "what happens", "action", "artifacts", "evidence"), rows)


def becomes(operation: Operation) -> tuple[str, str, str]:
    """The actions, artifacts and evidence of a call that succeeded."""
    call = Call(2, "c", "tool", operation, result=Result("ok", status=0 if isinstance(operation, Shell) else None))
    account = Account(Records(), found=Found(prompts=1, calls=1))
    session = Session("x", "x", "s", (Prompt(1, "go"), call, Said(3, "done")), account, root="/p")
    trace = assemble(session, Source("x", "sha256:0", 0, (), (), False, ()), Redactor()).trace
    actions = [action for _, action in known(trace.actions) if isinstance(action, KnownAction)]
    made = [type(artifact).__name__.removesuffix("Artifact") for _, artifact in known(trace.artifacts)]
    seen = [item.typ.value for action in actions for _, item in known(action.evidence)]
    return (
        ", then ".join(action.type.value for action in actions),
        ", ".join(dict.fromkeys(artifact for artifact in made if artifact not in _EVERY_SESSION)),
        ", ".join(dict.fromkeys(seen)),
    )


def _by_hand(name: str) -> str:
    """What is written by hand on the page of a format; nothing where there is no page yet."""
    path = ROOT / FOLDER / f"{name}.md"
    _, _, kept = path.read_text("utf-8").partition(BY_HAND) if path.is_file() else ("", "", "")
    return kept


def agents_table() -> str:
    """The agents whose sessions are read, each with its page."""
    rows = []
    for each in FORMATS.built_in():
        latest = "yes" if isinstance(each, Placed) else "no"
        versions = _plain(str(getattr(each, "versions", "")))
        rows.append((f"[{each.title}](sessions/{each.name}.md)", f"`{each.name}`", versions, latest))
    head = ("sessions", "`--format`", "known versions", "`--latest`")
    return "\n".join(table(head, rows)).rstrip("\n") + "\n"
