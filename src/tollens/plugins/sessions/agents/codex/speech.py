"""Who said it: the words of a person told apart from what Codex writes in the person's name.

The rollout has the person's words up to three times: as a message to the model, as an event and as an item. What only
the model is told (the environment, `AGENTS.md`, skills, notices) stands under the same role and is machine text.
"""

import hashlib
import re

import msgspec

from tollens.plugins.sessions.reminders import without_reminders
from tollens.plugins.sessions.words import names

_TAGS = names(
    "environment_context user_instructions instructions turn_aborted skill skills skills_instructions plugins "
    "plugins_instructions apps_instructions recommended_plugins subagents subagent_notification hook_prompt "
    "collaboration_mode permissions personality_spec model_switch user_action goal_context codex_internal_context "
    "internal_model_context additional_context token_budget rollout_budget context_window context_window_guidance "
    "realtime_conversation memories tools heartbeat proposed_plan developer_instructions untrusted_text "
    "js_repl_instructions skills_section child_agents_instructions multi_agent_mode network_rule system-reminder"
)
"""Tags that open a text which no person wrote."""

_OPENINGS = {
    "# AGENTS.md instructions": "AGENTS.md",
    "Another language model started to solve this problem and produced a summary": "recap",
    "Warning: apply_patch was requested via": "notice",
    "Warning: The maximum number of unified exec processes": "notice",
    "Warning: Your account was flagged": "notice",
}
_TAG = re.compile(r"<([a-zA-Z_-]{3,40})[ >]")
_IMAGE = re.compile(r"</?image\b[^<>]{0,4000}>")
_SETUP = re.compile(r"# [^\n]{3,80}:\n.*?^## My request for Codex:[ \t]*\n?", re.DOTALL | re.MULTILINE)
_EDITOR = "# Context from my IDE setup:"
_SHELL = re.compile(r"\s*<user_shell_command>\s*<command>")
_FOLDER = re.compile(r"<cwd>([^<\n]{1,1000})</cwd>|^Current working directory: ([^\n]{1,1000})$", re.MULTILINE)
_USED_SHELL = re.compile(r"<shell>([^<\n]{1,100})</shell>")


class Speech(msgspec.Struct, frozen=True):
    """What one text is.

    Attributes:
        text: The words of the person; empty when there are none.
        machine: What kind of machine text it is, or was among it; empty when there is none.
        command: A shell line that the person ran.
        output: What came back from it.
    """

    text: str = ""
    machine: str = ""
    command: str = ""
    output: str = ""


def classify(text: str, sure: bool = False) -> Speech:
    """Who said a text.

    Args:
        text: One block of a message of the user.
        sure: The record that it is from is kept for what a person said, so that an unknown tag is the person's.
    """
    if shell := _SHELL.match(text):
        command, _, rest = text[shell.end() :].partition("</command>")
        output = rest.partition("<result>")[2].rpartition("</result>")[0]
        return Speech(command=command.strip("\n"), output=output.strip("\n"))
    typed = without_reminders(text)
    plain = _IMAGE.sub("", typed).strip()
    if not plain:
        return Speech(machine="image" if typed.strip() else "reminder" if typed != text else "empty text")
    for opening, kind in _OPENINGS.items():
        if plain.startswith(opening):
            return Speech(machine=kind)
    if tag := _TAG.match(plain):
        name = tag[1].casefold()
        # A tag that is not known, around all of the text, is a part of the machinery that came later.
        if name in _TAGS or (not sure and "_" in name and plain.endswith(f"</{tag[1]}>")):
            return Speech(machine=name)
    setup = _SETUP.match(plain)
    if setup or plain.startswith(_EDITOR):
        return Speech(plain[setup.end() :].strip() if setup else "", "context of the editor")
    return Speech(plain, "reminder" if typed != text else "")


def folder_in(text: str) -> str:
    """The folder that an environment context names; empty where it names none."""
    found = _FOLDER.search(text[:20_000])
    return (found[1] or found[2]).strip() if found else ""


def shell_in(text: str) -> str:
    """The shell that an environment context names; empty where it names none."""
    found = _USED_SHELL.search(text[:20_000])
    return found[1].strip() if found else ""


class Twins:
    """Tells a text that is in the file in several forms from one that was said several times.

    The n-th occurrence in one form is the same as the n-th in another.
    """

    def __init__(self) -> None:
        self._seen: dict[tuple[bytes, str], int] = {}
        self._said: dict[bytes, int] = {}

    def is_known(self, form: str, text: str) -> bool:
        """Whether this occurrence was there in another form before."""
        key = hashlib.blake2b("".join(text.split()).encode("utf-8", "replace"), digest_size=16).digest()
        number = self._seen.get((key, form), 0) + 1
        self._seen[key, form] = number
        if number <= self._said.get(key, 0):
            return True
        self._said[key] = number
        return False
