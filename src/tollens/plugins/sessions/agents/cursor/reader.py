"""The records of a transcript of Cursor's agent, one by one, and those of the sub-agents beside it."""

import re
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from tollens.core.derive.record.account import Damage
from tollens.plugins.sessions.agents.cursor.tools import KINDS, given_in, operation_of, steps_in
from tollens.plugins.sessions.events import Call, Delegation, Plan, PlanItem, Result, Trouble, TurnEnd
from tollens.plugins.sessions.reading import Reading
from tollens.plugins.sessions.report import tally
from tollens.plugins.sessions.shedding import Shedding
from tollens.plugins.sessions.source.objects import Rows, objects_in
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.values import held, objects, string

_OPENS, _CLOSES = "<user_query>", "</user_query>"
_TAG = re.compile(r"\s*<[a-z_]{3,40}[ >]")
_TAKEN_OUT = "[REDACTED]"
"""What stands in a transcript for what Cursor took out of a message."""


def is_row(record: object) -> bool:
    """Whether a record has a role, a message with content, and no type."""
    if not isinstance(record, dict) or "type" in record or record.get("role") not in ("user", "assistant"):
        return False
    content = held(record, "message").get("content")
    return isinstance(content, str | list)


def _queries(text: str) -> list[str]:
    """What stands in the tags of the person's words; the search goes over the text once."""
    found: list[str] = []
    at = 0
    while (start := text.find(_OPENS, at)) >= 0 and (end := text.find(_CLOSES, start)) >= 0:
        found.append(text[start + len(_OPENS) : end].strip())
        at = end
    return list(filter(None, found))


def _blocks(row: dict[str, Any]) -> list[dict[str, Any]]:
    content = held(row, "message").get("content")
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(objects(content))


class Workers:
    """The transcripts of sub-agents that lie beside one, each found once by what it was asked for."""

    def __init__(self, beside: Sequence[Source]) -> None:
        self.damaged: list[Damage] = []
        self._waiting: dict[str, tuple[str, Rows]] = {}
        for source in beside:
            rows, damaged = objects_in(source)
            if any(is_row(row) for _, row in rows):
                self.damaged.extend(Damage(each.line, each.reason, source.name) for each in damaged)
                asked = next((row for _, row in rows if row.get("role") == "user"), {})
                words = "\n".join(string(block, "text") for block in _blocks(asked))
                self._waiting[source.name] = ("\n".join(_queries(words)) or words.strip(), rows)

    def asked(self, prompt: str) -> str:
        """The transcript of a sub-agent that was asked for this; empty where there is none, or no telling which."""
        fitting = [name for name, (asked, _) in self._waiting.items() if prompt.strip() and asked == prompt.strip()]
        return fitting[0] if len(fitting) == 1 else ""

    def rows(self, name: str) -> Rows:
        """The records of a transcript, which does not wait any longer."""
        return self._waiting.pop(name)[1]

    def left(self) -> list[str]:
        """The transcripts that no call was found for."""
        return list(self._waiting)


class Reader:
    """Reads record by record.

    Args:
        workers: The transcripts of its sub-agents.
        shedding: How contents are left out early.

    Attributes:
        answered: The transcript holds results.
        ends: It marks the ends of turns.
    """

    def __init__(self, workers: Workers, shedding: Shedding | None) -> None:
        self.reading = Reading(shedding)
        self.answered = False
        self.ends = False
        self._workers = workers
        self._open: OrderedDict[str, int] = OrderedDict()  # its first is found at once however many are gone
        self._nameless: OrderedDict[str, None] = OrderedDict()
        self._steps: dict[str, PlanItem] = {}
        self._calls = 0

    def take(self, line: int, row: dict[str, Any]) -> None:
        """Use a record, or count why there was nothing to use in it."""
        self.reading.times.see(row.get("timestamp"))
        if row.get("type") == "turn_ended":
            self._ended(line, row)
            self.reading.use()
        elif not is_row(row):
            self.reading.skip_unknown(string(row, "type") or string(row, "role"))
        else:
            self.reading.model(string(held(row, "message"), "model"))
            reasons = [self._block(line, row["role"], block) for block in _blocks(row)]
            self.reading.take("" if "" in reasons else next(iter(reasons), f"{row['role']}: no content"))

    def take_left(self) -> None:
        """Read the sub-agents that no call was found for."""
        for name in self._workers.left():
            self._worked(name, name)

    def _ended(self, line: int, row: dict[str, Any]) -> None:
        self.ends = True
        error = string(row, "error")
        if row.get("status") != "error":
            self.reading.add(TurnEnd(line))
        elif "abort" in error.casefold():
            self.reading.interrupt(line)
            self.reading.add(TurnEnd(line, "interrupted", "the person stopped the agent"))
        else:
            self.reading.add(Trouble(line, error))
            self.reading.add(TurnEnd(line, "aborted", f"the agent's turn failed: {' '.join(error[:300].split())}"))

    def _block(self, line: int, role: str, block: dict[str, Any]) -> str:
        """Use a block; gives why there was nothing to use in it, or nothing."""
        kind = string(block, "type")
        if kind == "text" and role == "user":
            return self._heard(line, string(block, "text"))
        if kind == "text":
            return self._said(line, string(block, "text").strip())
        if kind == "tool_use":
            self._called(line, block)
        elif kind == "tool_result":
            self._result(line, block)
        else:
            known = kind in ("thinking", "image")
            return f"{role}: {kind[:60] if known else 'unknown block ' + kind[:60]}"
        return ""

    def _heard(self, line: int, text: str) -> str:
        """The words of the person stand in tags of their own, among others that the program adds."""
        queries = _queries(text)
        if queries:
            self.reading.prompt(line, "\n".join(queries))
            return ""
        if _TAG.match(text) or not text.strip():
            if text.strip():
                self.reading.machine_text()
            return "user: machine text" if text.strip() else "user: empty text"
        self.reading.prompt(line, text.strip())
        return ""

    def _said(self, line: int, text: str) -> str:
        told = text.removesuffix(_TAKEN_OUT).rstrip()
        if told:
            self.reading.said(line, told)
        return "" if told else f"assistant: {'text that was taken out' if text else 'text'}"

    def _called(self, line: int, block: dict[str, Any]) -> None:
        tool, given = self._tool(block), given_in(block.get("input"))
        self._calls += 1
        name = string(block, "id") or f"call-{self._calls}"
        self._open[name] = self._open.get(name, 0) + 1
        if not string(block, "id"):
            self._nameless[name] = None
        operation = operation_of(tool, given)
        if isinstance(operation, Plan):
            operation = self._planned(operation, given)
        worker = self._workers.asked(operation.prompt) if isinstance(operation, Delegation) else ""
        if worker and isinstance(operation, Delegation):
            operation = Delegation(operation.title, operation.prompt)
        self.reading.call(line, name, tool, operation)
        if worker:
            self._worked(worker, name)

    def _tool(self, block: dict[str, Any]) -> str:
        tool = string(block, "name")[:200] or "(unnamed tool)"
        if tool not in KINDS:
            tally(self.reading.unknown_tools, tool)
        return tool

    def _planned(self, plan: Plan, given: dict[str, Any]) -> Plan:
        """The plan as it stands after a call, which may state only what is new of it."""
        if given.get("merge") is not True:
            self._steps = {}
        for item, step in zip(objects(given.get("todos")), steps_in(given), strict=True):
            known = self._steps.get(string(item, "id"), PlanItem(""))
            key = string(item, "id") or f"({len(self._steps)})"
            self._steps[key] = PlanItem(step.title or known.title, step.status or known.status)
        return Plan(tuple(self._steps.values()), plan.text)

    def _worked(self, file: str, starter: str) -> None:
        """Take what a sub-agent did: its calls, under the one that started it if that is known."""
        said = ""
        for line, row in self._workers.rows(file):
            made = 0
            for block in _blocks(row) if is_row(row) and row["role"] == "assistant" else ():
                said = string(block, "text").strip() or said
                if string(block, "type") == "tool_use":
                    made += 1
                    tool, name = self._tool(block), string(block, "id") or f"{file}:{line}:{made}"
                    call = Call(line, name, tool, operation_of(tool, given_in(block.get("input"))), said, file=file)
                    self.reading.whole(call, parent=starter)
            self.reading.take("" if made else "sub-agent: no call")

    def _result(self, line: int, block: dict[str, Any]) -> None:
        """A result: for the call that it names, else for the first that waits and has no name of its own."""
        self.answered = True
        name = string(block, "tool_use_id")
        if name not in self._open:
            name = next(iter(self._nameless if name else self._open), name)
        self._nameless.pop(name, None)
        if self._open.get(name, 0) > 1:
            self._open[name] -= 1
        else:
            self._open.pop(name, None)
        content = block.get("content")
        text = content if isinstance(content, str) else "\n".join(string(part, "text") for part in objects(content))
        self.reading.answer(line, name, Result(text, failed=block.get("is_error") is True))
