"""The conversation as it is read, record by record: what was said, called and answered.

Calls are paired with their results by id and by occurrence, because ids return; a result that no call waits for is
kept as an orphan, a call that no result came for stays without one.
"""

from collections import Counter
from typing import Any

from tollens.core.derive.record.account import Found
from tollens.plugins.sessions.agents.claude_code.asides import Asides, Item, unsaid
from tollens.plugins.sessions.agents.claude_code.background import Background
from tollens.plugins.sessions.agents.claude_code.calls import Open, Stray
from tollens.plugins.sessions.agents.claude_code.identity import Answers, Repeats, Reports
from tollens.plugins.sessions.agents.claude_code.outputs import Outputs
from tollens.plugins.sessions.agents.claude_code.results import result_of
from tollens.plugins.sessions.agents.claude_code.rows import Row, Within, blocks_of, row_of
from tollens.plugins.sessions.agents.claude_code.shedding import shed
from tollens.plugins.sessions.agents.claude_code.speech import (
    INTERRUPTED,
    Speech,
    classify,
    is_failure,
)
from tollens.plugins.sessions.agents.claude_code.threads import Threads
from tollens.plugins.sessions.agents.claude_code.tools import is_known
from tollens.plugins.sessions.events import (
    Command,
    Compaction,
    Event,
    Interrupt,
    Loose,
    Orphan,
    Prompt,
    Queued,
    Said,
    Trouble,
)
from tollens.plugins.sessions.pairing import Waiting
from tollens.plugins.sessions.reminders import parted
from tollens.plugins.sessions.report import tally
from tollens.plugins.sessions.shedding import Shedding
from tollens.plugins.sessions.values import string

PLACEHOLDER = "<synthetic>"
"""The model that Claude Code writes where no model answered."""

_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})
_FINISHED = frozenset({"", "end_turn", "stop_sequence"})
"""Reasons for which an agent ends its message when it has nothing more to say; mostly none is recorded."""

_THOUGHTS = frozenset({"thinking", "redacted_thinking"})


class Conversation:
    """Gathers the events of a transcript.

    Attributes:
        models, models_beside: Every model that answered, in the order of appearance: in the session's own file, and in
            those beside it.
        threads: The sub-agents.
        asides: What the person did beside prompting.
        unknown_tools: Tools that are not in the table, by name.
        unknown_fields: Parts of messages that are of no known kind, by name.
    """

    def __init__(self, outputs: Outputs, reports: Reports, shedding: Shedding | None = None) -> None:
        self._shedding = shedding
        self.models: dict[str, None] = {}
        self.models_beside: dict[str, None] = {}
        self.unknown_tools: Counter[str] = Counter()
        self.unknown_fields: Counter[str] = Counter()
        self._items: list[Item] = []
        self.asides = Asides(self._items)
        self._waiting = Waiting[tuple[str, str], Open]()
        self._answers = Answers()
        self._background = Background(shedding)
        self._outputs = outputs
        self._reports = reports
        self.threads = Threads()
        self._reason: dict[str, str] = {}
        self._turn = 0
        self._counts: Counter[str] = Counter()
        self._previews = 0
        self._unanswered_beside = 0
        self._untold = 0
        self._unsaid = 0

    @property
    def has_any(self) -> bool:
        """Whether anything was said, called or answered."""
        return any(not isinstance(item, Compaction | Interrupt | Trouble | Command | Queued) for item in self._items)

    def assistant(self, row: Row, dead: bool, repeats: Repeats, reported: bool = False) -> str:
        """Read a record of the agent; gives why nothing of it was used, or nothing."""
        if not row.sidechain:
            self.asides.answered()
        message = row.held("message")
        model, identity = string(message, "model"), string(message, "id")
        blocks = row.blocks
        if row.flag("isApiErrorMessage") or (model == PLACEHOLDER and not row.sidechain):
            told = "\n".join(string(block, "text") for block in blocks)
            if not is_failure(row, told):
                return "assistant: placeholder"
            if row.file:
                return "assistant: failure of the service"
            self._items.append(Trouble(row.line, told, dead))
            return ""
        if model and model != PLACEHOLDER:
            (self.models_beside if row.file else self.models).setdefault(model[:200])
        thread = self.threads.of(row) if row.sidechain else ""
        reasons: list[str] = []
        for position, block in enumerate(blocks):
            if repeats.is_known_block(row, identity, position, block) or self._reports.is_repeat(row, thread, block):
                reasons.append("repeat")
            else:
                reasons.append(self._spoken(row, position, block, thread, dead, reported))
        self._counts["emptied"] += reasons.count("assistant: empty text") == len(reasons)
        return "" if "" in reasons else next(iter(reasons), "assistant: no content")

    def _spoken(self, row: Row, position: int, block: dict[str, Any], thread: str, dead: bool, reported: bool) -> str:
        kind = string(block, "type")
        if kind == "text":
            text = string(block, "text").strip()
            if not text:
                return "assistant: empty text"
            self._reason[thread] = text
            if not thread:
                stopped = string(row.held("message"), "stop_reason")
                self._items.append(Said(row.line, text, dead, "" if stopped in _FINISHED else stopped[:40]))
            return ""
        if kind in _CALLS:
            self._call(row, block, thread, dead, reported)
            return ""
        if kind.endswith("_tool_result"):  # of a tool that the service ran: it stands in the agent's own message
            return self._result(row, position, block, None, reported)
        return f"assistant: {kind[:60]}" if kind in _THOUGHTS else self._unknown("assistant", kind)

    def _call(self, row: Row, block: dict[str, Any], thread: str, dead: bool, reported: bool) -> None:
        given = block.get("input")
        given = given if isinstance(given, dict) else {}
        tool = string(block, "name")[:200] or "(unnamed tool)"
        if not is_known(tool):
            tally(self.unknown_tools, tool)
        rationale = self._reason.get(thread, "") or string(given, "description")
        call = Open(
            row.line,
            string(block, "id"),
            tool,
            given,
            rationale,
            thread,
            row.uuid,
            self._turn,
            dead,
            reported or bool(row.file),
            row.text("cwd"),
            string(row.held("message"), "id"),
            row.file,
            run=self.threads.run(thread),
        )
        self._items.append(call)
        self._counts["subagent_calls" if call.reported else "calls"] += 1
        self._counts["abandoned"] += dead
        if call.call_id:
            self._waiting.add((row.file, call.call_id), call)

    def user(self, row: Row, dead: bool, repeats: Repeats, reported: bool = False) -> str:
        """Read a record under the person's name; gives why nothing of it was used, or nothing."""
        blocks = row.blocks
        answers = sum(block.get("type") == "tool_result" for block in blocks)
        beside = row.value.get("toolUseResult") if answers == 1 else None
        reasons: list[str] = []
        words: list[str] = []
        for position, block in enumerate(blocks):
            kind = string(block, "type")
            if kind == "tool_result":
                reasons.append(self._result(row, position, block, beside, reported))
            elif kind == "text":
                reasons.extend(self._heard(row, string(block, "text"), words, dead))
            elif kind in ("image", "document"):
                words.append(f"[{kind}]")
            else:
                reasons.append(self._unknown("user", kind))
        if any(word not in ("[image]", "[document]") for word in words) or (words and not reasons):
            reasons.append(self._prompted(row, "\n".join(words), dead, repeats))
        self._counts["emptied"] += reasons.count("user: empty text") == len(reasons)
        return "" if "" in reasons else next(iter(reasons), "user: no content")

    def _unknown(self, role: str, kind: str) -> str:
        """Count a block of a kind that is not known: what else is in its record may be used."""
        tally(self.unknown_fields, f"block {kind[:60] or '(no type)'}")
        return f"{role}: unknown block {kind[:60]}"

    def _heard(self, row: Row, text: str, words: list[str], dead: bool) -> tuple[str, ...]:
        """Take one text; the words of a person are put to the others of the record and have no reason yet."""
        if row.sidechain:
            if text.lstrip().startswith(INTERRUPTED):
                return ("user: interrupt of a sub-agent",)
            self.threads.asked(row, text)
            return ("user: prompt of a sub-agent",)
        if self.asides.ran(row, text, self._turn, dead):
            return ("",)
        speech: Speech = classify(row, text)
        if speech.interrupt:
            self._items.append(Interrupt(row.line, dead))
            self._counts["interrupts"] += 1
            return ("",)
        if speech.machine and speech.machine != "empty text":
            self._counts["machine_texts"] += 1
            self.asides.told(row, text, dead)
            self._background.noticed(text)
        if speech.machine == "recap":
            self._compacted(row.line, "")
        if speech.text:
            words.append(speech.text)
        return () if speech.text else (f"user: {speech.machine}",)

    def _prompted(self, row: Row, text: str, dead: bool, repeats: Repeats) -> str:
        if row.sidechain:
            return "user: prompt of a sub-agent"
        if repeats.is_known_prompt(row, text):
            return "repeat"
        injected = "\n".join(filter(None, (parted(string(block, "text"))[1] for block in row.blocks)))
        self.asides.answered()
        self._items.append(Prompt(row.line, text, dead, injected))
        self._counts["prompts"] += 1
        self._turn += 1
        self._reason.pop("", None)
        return ""

    def _result(self, row: Row, position: int, block: dict[str, Any], beside: object, reported: bool) -> str:
        """Pair a result with the call that waits for it."""
        call_id = string(block, "tool_use_id")
        if row.sidechain and self._reports.is_repeat(row, self.threads.of(row), block):
            return "repeat"
        source = row.text("sourceToolAssistantUUID") or row.text("parentUuid")
        call = self._awaited(row.file, call_id, source)
        if self._answers.is_known(row, call_id, position) and call is None:
            return "repeat"
        if block.get("is_error") is True and not reported and not row.file:
            self._counts["error_results"] += 1
        if call is None:
            self._items.append(Stray(row.line, call_id, block, beside, source, row.file))
            return ""
        self._reason.pop(call.thread, None)
        self._answer(call, row.line, block, beside)
        return ""

    def _awaited(self, file: str, call_id: str, source: str) -> Open | None:
        """The call that a result is for: the one that the record points to, one of this turn, or the first waiting."""
        return self._waiting.take(
            (file, call_id),
            lambda call: bool(call.uuid) and call.uuid == source,
            lambda call: call.turn == self._turn,
        )

    def _answer(self, call: Open, line: int, block: dict[str, Any], beside: object) -> None:
        call.answered_on = line
        call.result = self._outputs.whole(result_of(call.tool, block, beside), beside)
        call.beside = beside
        self._counts["refused"] += bool(call.result.refused)
        self._previews += bool(call.result.preview)
        self._background.see(call)
        if self._shedding is not None:
            shed(call, self._shedding)

    def system(self, row: Row, dead: bool) -> str:
        """Read a record of the system."""
        if row.text("subtype") == "compact_boundary" and not row.file:
            self._compacted(row.line, string(row.held("compactMetadata"), "trigger"))
            return ""
        if row.text("subtype") == "api_error" and not row.file:
            return self._failing(row)
        return f"system/{row.text('subtype')[:60]}"

    def _failing(self, row: Row) -> str:
        """Note that the service failed; each further try until something else happens is one with it."""
        if self._items and isinstance(self._items[-1], Trouble):
            return "system/api_error: tried again"
        error = row.held("error")
        told = string(row.held("cause"), "code", "message") or string(error, "message", "type") or row.text("error")
        self._items.append(Trouble(row.line, told or "the cause is not recorded"))
        return ""

    def _compacted(self, line: int, trigger: str) -> None:
        """Note a compaction: its boundary and its recap are one."""
        if self._items and isinstance(self._items[-1], Compaction):
            return
        self._items.append(Compaction(line, trigger))
        self._counts["compactions"] += 1

    def progress(self, row: Row, repeats: Repeats) -> str:
        """Read a report of progress: a message of a sub-agent, or nothing of use."""
        data = row.held("data")
        kind = string(data, "type")
        inner = data.get("message")
        if kind != "agent_progress" or not isinstance(inner, dict):
            return f"progress/{kind[:60]}"
        agent = string(data, "agentId") or row.text("parentToolUseID")
        again = None if row.stored is None else Within(row.line, row.stored)
        within = row_of(row.line, {**inner, "isSidechain": True, "agentId": agent}, row.file, again)
        self.threads.belongs(within, row.text("parentToolUseID"))
        if within.kind == "assistant":
            return self.assistant(within, False, repeats, reported=True)
        if within.kind == "user":
            return self.user(within, False, repeats, reported=True)
        return f"progress/{kind}"

    def attachment(self, row: Row, dead: bool) -> str:
        """Read an attachment: words that the person typed while the agent was at work, or nothing of use."""
        held = row.held("attachment")
        kind = string(held, "type")
        if row.file or kind != "queued_command" or string(held, "commandMode") not in ("", "prompt"):
            return f"attachment/{kind[:60]}"
        words = [classify(row, string(block, "text")).text for block in blocks_of(held.get("prompt"))]
        text = "\n".join(word for word in words if word)
        if not text:
            self._counts["machine_texts"] += 1
            return f"attachment/{kind}"
        self._items.append(Prompt(row.line, text, dead))
        self._counts["prompts"] += 1
        self._turn += 1
        return ""

    def finish(self) -> tuple[Event, ...]:
        """The events in file order, each sub-agent's calls under the call that started it."""
        self._pair_early_results()
        self._items, self._unsaid = unsaid(self._items)
        self._items.sort(key=lambda item: bool(getattr(item, "file", "")))  # what has no place in the session: last
        opens = [item for item in self._items if isinstance(item, Open)]
        unanswered = [call for call in opens if call.result is None]
        self._counts["calls_without_result"] = sum(not call.reported for call in unanswered)
        self._unanswered_beside = sum(bool(call.file) for call in unanswered)
        blocks = self.threads.blocks(opens)
        del opens, unanswered
        events: list[Event] = []
        items, self._items = self._items[::-1], []
        while items:  # what was read goes as it becomes an event
            item = items.pop()
            if isinstance(item, Stray):
                result = result_of("", item.block, item.beside)
                self._counts["results_without_call"] += 1
                events.append(Orphan(item.line, item.call_id, result.text, result.failed, item.file))
            elif not isinstance(item, Open):
                events.append(item)
            elif not item.thread:
                events.append(blocks.call(item))
            elif (loose := blocks.loose(item)) is not None:
                events.append(Loose(item.line, item.thread, loose, item.file))
        self._counts["elsewhere"] = blocks.elsewhere
        self._untold = blocks.untold
        return tuple(events)

    def _pair_early_results(self) -> None:
        """Pair results that stand before their calls, where the record of the result names that of the call."""
        unanswered = {
            (item.file, item.call_id, item.uuid): item
            for item in self._items
            if isinstance(item, Open) and item.result is None and item.call_id and item.uuid
        }
        kept: list[Item] = []
        for item in self._items:
            call = unanswered.pop((item.file, item.call_id, item.source), None) if isinstance(item, Stray) else None
            if call is None or not isinstance(item, Stray):
                kept.append(item)
            else:
                self._answer(call, item.line, item.block, item.beside)
        self._items = kept

    def found(self, repeats: int) -> Found:
        """How much of each there was."""
        return Found(repeats=repeats, **self._counts)

    def missing(self) -> tuple[str, ...]:
        """What the file itself shows to be missing from it."""
        stated = {
            "tool calls without a result": self._counts["calls_without_result"],
            "results without a call": self._counts["results_without_call"],
            "outputs that are in the file only in part": self._previews,
            "tool calls of sub-agents without a result": self._unanswered_beside,
            "sub-agents whose own records are not here": self._counts["elsewhere"],
            "compactions of the history": self._counts["compactions"],
            "messages that the person queued and no prompt has": self._unsaid,
            "messages without content": self._counts["emptied"],
            "tool calls that sub-agents count and no file shows": self._untold,
        }
        return tuple(f"{what}: {count}" for what, count in stated.items() if count)
