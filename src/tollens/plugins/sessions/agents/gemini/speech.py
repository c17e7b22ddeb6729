"""Who said it: the words of a person told apart from what Gemini CLI writes under the person's name."""

import re
from typing import Any

import msgspec

from tollens.plugins.sessions.reminders import parted
from tollens.plugins.sessions.values import objects, string

_REFERENCED = re.compile(r"\n?--- Content from referenced files ---.*\Z", re.DOTALL)
"""What the agent puts behind a prompt that names files with `@`."""

_CONTEXT = re.compile(r"\A\s*<(session_context|hook_context|environment_context)>.*?(?:</\1>|\Z)", re.DOTALL)
_RAN = re.compile(
    r"\AI ran the following shell command:\n```sh\n(.*?)\n```\n\nThis produced the following (.*)\Z", re.DOTALL
)
_PRINTED = re.compile(r"\Aresult:\n```\n(.*?)\n?```\s*\Z", re.DOTALL)
_OPENINGS = {
    "This is the Gemini CLI. We are setting up the context": "injected context",
    "Here is the user's editor context as a JSON": "injected context",
    "Here is a summary of changes in the user's editor context": "injected context",
    "System: ": "injected text",
    "<state_snapshot>": "recap",
    "<subagent_notification>": "task notice",
}


class Ran(msgspec.Struct, frozen=True):
    """A shell line that the person ran in the agent's window, with what it printed."""

    command: str
    output: str


class Speech(msgspec.Struct, frozen=True):
    """What a message under the person's name is: the words of the person, a line the person ran, or machine text.

    `injected` is what the agent put into the words.
    """

    text: str = ""
    injected: str = ""
    machine: str = ""
    ran: Ran | None = None


def words_of(content: object) -> str:
    """The text of a message: a string, or parts of which those with text count that are no thoughts."""
    if isinstance(content, str):
        return content
    parts = [content] if isinstance(content, dict) else content
    if not isinstance(parts, list):
        return ""
    said = (
        part if isinstance(part, str) else string(part, "text")
        for part in parts
        if isinstance(part, str) or (isinstance(part, dict) and part.get("thought") is not True)
    )
    return "\n".join(text for text in said if text)


def attached(content: object) -> list[str]:
    """What a message has beside text, in brackets: images and other files; not the results of tools."""
    found = (part.get("inlineData") or part.get("fileData") for part in objects(content))
    return [f"[{string(each, 'mimeType') or 'file'}]" for each in found if isinstance(each, dict)]


def answers(content: object) -> bool:
    """Whether a message hands results of tools to the model: the calls themselves have them."""
    return any("functionResponse" in part for part in objects(content))


def classify(value: dict[str, Any]) -> Speech:
    """Who said a message of type `user`; what the person typed is kept apart from what was made of it, if it is."""
    shown = words_of(value.get("displayContent"))
    text = words_of(value.get("content"))
    if found := _RAN.match(text):
        printed = _PRINTED.match(found[2])
        return Speech(ran=Ran(found[1], printed[1] if printed else found[2]))
    plain = text.lstrip()
    for opening, kind in _OPENINGS.items():
        if plain.startswith(opening):
            return Speech(machine=kind)
    typed, injected = parted(text)
    bare = _CONTEXT.sub("", _REFERENCED.sub("", typed)).strip()
    added = "injected context" if shown.strip() or len(bare) < len(text.strip()) else ""
    said = shown.strip() or bare
    marks = "\n".join(attached(value.get("content")))
    whole = "\n".join(each for each in (said, marks) if each)
    return Speech(text=whole, machine=added if shown.strip() != text.strip() else "", injected=injected)
