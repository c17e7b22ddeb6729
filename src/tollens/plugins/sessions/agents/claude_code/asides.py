"""What a person does beside prompting: shell lines of their own, commands, and messages that wait."""

from tollens.plugins.sessions.agents.claude_code.calls import Open, Stray
from tollens.plugins.sessions.agents.claude_code.rows import Row, blocks_of
from tollens.plugins.sessions.agents.claude_code.speech import (
    classify,
    is_expansion,
    is_output,
    run_by_person,
    shown_to_person,
    started_command,
)
from tollens.plugins.sessions.events import Command, Event, Prompt, Queued, Result, Shell
from tollens.plugins.sessions.values import string

Item = Event | Open | Stray


class Asides:
    """Gathers these among the items of a conversation.

    Args:
        items: The items, in file order; what is found is added.

    Attributes:
        first: The first command that the person gave instead of words.
    """

    def __init__(self, items: list[Item]) -> None:
        self.first = ""
        self._items = items
        self._running: Open | None = None
        self._given: Command | None = None

    def ran(self, row: Row, text: str, turn: int, dead: bool) -> bool:
        """Take the echo of a shell line that the person ran, or its output; whether the text is one of these."""
        command, shown = run_by_person(row, text), shown_to_person(row, text)
        if command:
            self._running = Open(row.line, "", "bash", {}, "", "", "", turn, dead, True, row.text("cwd"))
            self._running.operation = Shell(command, by_user=True)
            self._items.append(self._running)
        elif shown is not None and self._running is not None:
            self._running.answered_on, self._running.result = row.line, Result(shown)
            self._running = None
            return True
        return bool(command)

    def told(self, row: Row, text: str, dead: bool) -> None:
        """Take a text of the machine: the echo of a command, or what the command stands for.

        One that the agent's surface carries out by itself has an output, and the agent is told nothing.
        """
        name = started_command(text)
        self.first = self.first or name
        if name:
            self._given = Command(row.line, name, dead)
        elif is_output(text):
            self._given = None
        elif self._given is not None and is_expansion(row, text):
            self._items.append(self._given)
            self._given = None

    def answered(self) -> None:
        """Somebody spoke: a command that was given before stood for nothing that the agent is told."""
        self._given = None

    def queue(self, row: Row) -> str:
        """Take an operation on the queue of messages: what a person puts there mostly becomes a prompt later."""
        told = f"queue-operation/{row.text('operation')[:60]}" if row.text("operation") else "queue-operation"
        if row.text("operation") != "enqueue":
            return told
        texts = (string(block, "text") for block in blocks_of(row.value.get("content")))
        text = "\n".join(filter(None, (classify(row, each).text for each in texts)))
        if not text:
            return told
        self._items.append(Queued(row.line, text))
        return ""


def unsaid(items: list[Item]) -> tuple[list[Item], int]:
    """The items without the queued messages that are in prompts, and how many are in none."""
    said = {line.strip() for item in items if isinstance(item, Prompt) for line in item.text.split("\n")} | {""}
    kept = [item for item in items if not isinstance(item, Queued) or not _is_in(said, item.text)]
    return kept, sum(isinstance(item, Queued) for item in kept)


def _is_in(said: set[str], text: str) -> bool:
    return all(line.strip() in said for line in text.split("\n"))
