"""The conversation as it is read, record by record: what was said, called and answered, and which turns were undone."""

from collections import Counter
from functools import partial
from typing import Any

import msgspec

from tollens.core.derive.record.account import Found
from tollens.plugins.sessions.agents.codex.again import Again, once
from tollens.plugins.sessions.agents.codex.calls import CALLS, asked_in, facts_of, output_in, reported_in, told_in
from tollens.plugins.sessions.agents.codex.finishing import Started, finish
from tollens.plugins.sessions.agents.codex.inputs import Told
from tollens.plugins.sessions.agents.codex.outputs import Output, output_of
from tollens.plugins.sessions.agents.codex.pairing import Came, Open, Piece, Reported, Stray
from tollens.plugins.sessions.agents.codex.reports import Report, report_of
from tollens.plugins.sessions.agents.codex.rows import OUTPUTS, Row, kind_of_item, text_of
from tollens.plugins.sessions.agents.codex.speech import Twins, classify, folder_in, shell_in
from tollens.plugins.sessions.agents.codex.tools import Asked, is_known
from tollens.plugins.sessions.events import Command, Compaction, Event, Interrupt, Prompt, Said, Trouble, TurnEnd
from tollens.plugins.sessions.pairing import Waiting
from tollens.plugins.sessions.reminders import parted
from tollens.plugins.sessions.report import tally
from tollens.plugins.sessions.shedding import Shedding, shed
from tollens.plugins.sessions.values import held, number, objects, string

TWIN = "the same in another form"
"""Why a record is skipped whose words another record has already given."""

_ENDS = frozenset({"task_started", "turn_started"})
_COMPACTIONS = frozenset({"compaction", "compaction_summary", "context_compaction", "context_compacted"})


class Conversation:
    """Gathers the events of one session.

    Args:
        by_agent: The session is that of a sub-agent: its instructions come from another agent.
        shedding: How contents are left out early; `None` where they stay.

    Attributes:
        models: Every model that a turn was given to, in the order of appearance.
        command: A command that the person started the session with, for one without a prompt.
        root: The folder that the machine's own text names; empty where it names none.
        states_ends: The session records where turns begin, and so where they end.
        unknown_tools: Tools that are not in the table, by name.
        told: What another agent told this one.
    """

    def __init__(self, by_agent: bool, shedding: Shedding | None) -> None:
        self.models: dict[str, None] = {}
        self.command = ""
        self.root = ""
        self.states_ends = False
        self.unknown_tools: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.told: list[Told] = []
        self._by_agent = by_agent
        self._shedding = shedding
        self._pieces: list[Piece] = []
        self._waiting = Waiting[str, Open]()
        self._twins = Twins()
        self._forms: set[str] = set()
        self._live: list[int] = []
        self._undone: list[tuple[int, int]] = []
        self._cwd = ""
        self._shell = ""
        self._reason = ""
        self._turn = 0
        self._troubled = ""

    @property
    def has_any(self) -> bool:
        """Whether anything was said, called or answered."""
        return any(
            not isinstance(piece, Command | Compaction | Interrupt | Trouble | TurnEnd) for piece in self._pieces
        )

    def _add(self, piece: Piece) -> None:
        """Add a piece. An instruction is whole when something follows it."""
        if self._pieces and isinstance(last := self._pieces[-1], Prompt):
            self._pieces[-1] = shed(last, self._shedding)
        self._pieces.append(piece)

    def starts_in(self, cwd: str) -> None:
        """The session, or a turn of it, is in a folder."""
        self._cwd = cwd or self._cwd

    def turn_context(self, row: Row) -> str:
        """Read what a turn is given: its folder and its model."""
        self.starts_in(string(row.payload, "cwd"))
        if model := string(row.payload, "model"):
            self.models.setdefault(model[:200])
        return ""

    def compacted(self, row: Row) -> str:
        """Read a record of a compaction: its boundary, its event and its item are one."""
        if self._pieces and isinstance(self._pieces[-1], Compaction):
            return f"{row.name}: {TWIN}"
        self._add(Compaction(row.line, string(row.payload, "trigger")[:100]))
        self.counts["compactions"] += 1
        return ""

    def item(self, row: Row) -> str:
        """Read what passed between the agent and the model; gives why nothing of it was used, or nothing."""
        payload, what = row.payload, row.what
        if what == "message":
            return self._message(row)
        if what in OUTPUTS:
            return self._output(row)
        if what in CALLS:
            return self._call(row)
        if what in _COMPACTIONS:
            return self.compacted(row)
        if what == "agent_message":
            self._instructed(row, "between agents", text_of(payload.get("content"), named=False).strip())
        return row.name

    def _call(self, row: Row) -> str:
        asking = partial(asked_in, self._cwd, self._shell)
        asked = asking(row)
        if not is_known(asked.tool):
            tally(self.unknown_tools, asked.tool)
        identity = string(row.payload, "call_id") or string(row.payload, "id")
        said = Again(row, asked, asking)
        call = Open(row.line, identity[:200], facts_of(asked), said, self._reason, self._turn)
        self._add(call)
        if row.what == "image_generation_call" and string(row.payload, "result"):
            call.came = Came(once(row, Output("[image]", done=True)), False)  # it stands in the record of the call
        elif call.call_id:
            self._waiting.add(call.call_id, call)
        self._troubled = ""
        return ""

    def _output(self, row: Row) -> str:
        call_id = string(row.payload, "call_id")[:200]
        output = output_in(row)
        came = Came(Again(row, output, output_in), bool(output.running))
        call = self._waiting.take(call_id, lambda call: call.turn == self._turn)
        if call is None:
            self._add(Stray(row.line, call_id, came))
        else:
            call.came = came
            self._reason = ""
        return ""

    def _message(self, row: Row) -> str:
        role = string(row.payload, "role")
        content = row.payload.get("content")
        if role == "assistant":
            return self._say(row, "message", text_of(content, named=False))
        if role != "user":
            self.counts["machine_texts"] += 1
            return f"{row.name}: {role[:40] or 'no role'}"
        blocks = [{"type": "input_text", "text": content}] if isinstance(content, str) else list(objects(content))
        return self._heard(row, "message", blocks, sure=False)

    def _heard(self, row: Row, form: str, blocks: list[dict[str, Any]], sure: bool) -> str:
        """Take a text under the person's name; gives why nothing of it was used, or nothing."""
        words: list[str] = []
        injected: list[str] = []
        machine, images = "", 0
        for block in blocks:
            if "image" in string(block, "type").casefold():
                images += 1
                continue
            text = string(block, "text")
            speech = classify(text, sure)
            if speech.command:
                self._ran(row, speech.command, output_of(speech.output))
                return ""
            if speech.machine not in ("", "image", "empty text"):
                machine = speech.machine
                self._learn(text)
            if speech.text:
                words.append(speech.text)
            injected.append(parted(text)[1])
        self.counts["machine_texts"] += bool(machine)
        if not words and (machine or not images):
            return f"{row.name}: {machine or 'empty text'}"
        return self._prompted(
            row, form, "\n".join(words) or " ".join(["[image]"] * images), sure, "\n".join(filter(None, injected))
        )

    def _learn(self, text: str) -> None:
        """What the machine's own text says of the folder and the shell."""
        self.root = self.root or folder_in(text)
        self._shell = shell_in(text) or self._shell

    def _prompted(self, row: Row, form: str, text: str, sure: bool, injected: str) -> str:
        if self._by_agent:
            return f"{row.name}: {self._instructed(row, form, text)}"
        if self._twins.is_known(f"prompt {form}", f"prompt {text}"):
            self._forms.add(form)
            return f"{row.name}: {TWIN}"
        last = self._pieces[-1] if self._pieces else None
        if isinstance(last, Prompt) and form not in self._forms and _is_within(text, last.text):
            # What the model was told of it may have more in it than the words, such as the text of attached files.
            self._forms.add(form)
            self._pieces[-1] = msgspec.structs.replace(last, text=text) if sure else last
            return f"{row.name}: {TWIN}"
        self._live.append(len(self._pieces))
        self._forms = {form}
        self._add(Prompt(row.line, text, injected=injected))
        self.counts["prompts"] += 1
        self._turn += 1
        self._reason = self._troubled = ""
        return ""

    def _instructed(self, row: Row, form: str, text: str) -> str:
        """Take the words of another agent; gives why nothing else of them is used."""
        self.counts["machine_texts"] += 1
        if text and self._by_agent and not self._twins.is_known(f"prompt {form}", f"prompt {text}"):
            self.told.append(Told(row.line, text))
        return "instruction of another agent"

    def _ran(self, row: Row, command: str, output: Output) -> None:
        """The person ran a shell line."""
        asked = Asked("shell_command", {"command": command}, "", self._cwd, self._shell)
        came = Came(once(row, output), bool(output.running))
        self._add(Open(row.line, "", facts_of(asked), once(row, asked), "", self._turn, True, came))

    def _say(self, row: Row, form: str, text: str) -> str:
        text = text.strip()
        if not text:
            return f"{row.name}: empty text"
        if self._twins.is_known(f"answer {form}", f"answer {text}"):
            return f"{row.name}: {TWIN}"
        said = shed(Said(row.line, text), self._shedding)
        self._add(said)
        self._reason, self._troubled = said.text, ""
        return ""

    def event(self, row: Row) -> str:
        """Read what the agent reported to its surface; gives why nothing of it was used, or nothing."""
        payload, what = row.payload, row.what
        report = report_of(row)
        if report is not None:
            return self._told(row, report)
        if what == "item_completed":
            return self._completed(row)
        if what == "user_message":
            images = [{"type": "image"} for name in ("images", "local_images") for _ in _listed(payload.get(name))]
            blocks = [{"type": "text", "text": string(payload, "message")}, *images]
            return self._heard(row, "event", blocks, sure=True)
        if what == "agent_message":
            return self._say(row, "event", string(payload, "message"))
        if what in _ENDS:
            self.states_ends = True
            return ""
        if what in ("task_complete", "turn_complete"):
            return self._ended(row)
        if what == "turn_aborted":
            return self._aborted(row)
        if what == "thread_rolled_back":
            return self._undo(row)
        if what == "error":
            self._fail(row, string(payload, "message"))
            return ""
        if what in _COMPACTIONS:
            return self.compacted(row)
        if what == "entered_review_mode":
            given = f"/review {string(payload, 'user_facing_hint')}".strip()
            self.command = self.command or given
            self._add(Command(row.line, given))
            self._reason = ""
            return ""
        return row.name

    def _told(self, row: Row, report: Report) -> str:
        asking = partial(told_in, self._cwd, self._shell)
        asked = Asked(report.tool, report.given, "", self._cwd, self._shell)
        told = Again(row, asked, asking), Again(row, report, reported_in)
        known = report.form, report.call_id, report.by_user, facts_of(asked)
        self._add(Reported(row.line, *known, *told, "" if report.by_user else self._reason, self._turn))
        if report.output is not None and not report.by_user:
            self._reason = ""  # as with the record of an output: what the agent said before it was said of this call
        return ""

    def _completed(self, row: Row) -> str:
        """Read an item that is no call."""
        item = held(row.payload, "item")
        kind = kind_of_item(row)
        name = f"item_completed/{kind[:60]}"
        if kind == "UserMessage":
            return self._heard(row, "item", list(objects(item.get("content"))), sure=True)
        if kind == "AgentMessage":
            return self._say(row, "item", text_of(item.get("content"), named=False) or string(item, "text"))
        if kind == "ContextCompaction":
            return self.compacted(row)
        if kind == "HookPrompt":
            self.counts["machine_texts"] += 1
        return name

    def _fail(self, row: Row, text: str) -> None:
        self._troubled = text or "no message"
        self._add(shed(Trouble(row.line, self._troubled), self._shedding))

    def _ended(self, row: Row) -> str:
        """Read the stated end of a turn, with the agent's last words where no other record has them."""
        last, error = string(row.payload, "last_agent_message"), held(row.payload, "error")
        if last.strip():
            self._say(row, "end", last)
        if error:
            self._fail(row, string(error, "message"))
        failed = f"the service behind the agent failed: {' '.join(self._troubled[:300].split())}"
        self._add(TurnEnd(row.line, "aborted", failed) if self._troubled else TurnEnd(row.line))
        self._troubled = ""
        return ""

    def _aborted(self, row: Row) -> str:
        reason = string(row.payload, "reason")[:100]
        if reason in ("", "interrupted"):
            self._add(Interrupt(row.line))
            self.counts["interrupts"] += 1
            self._add(TurnEnd(row.line, "interrupted", "the person interrupted the agent"))
        else:
            self._add(TurnEnd(row.line, "aborted", f"the record states that the turn was aborted: {reason}"))
        return ""

    def _undo(self, row: Row) -> str:
        """The last turns were rolled back: what they hold is kept, marked."""
        turns = number(row.payload, "num_turns", "numTurns") or 0
        if turns < 1 or not self._live:
            return f"{row.name}: no turn to undo"
        first = self._live[-turns] if turns <= len(self._live) else self._live[0]
        del self._live[-turns:]
        self._undone.append((first, len(self._pieces)))
        self._reason = ""
        return ""

    def finish(self, started: Started) -> tuple[Event, ...]:
        """The events in file order; `started` as in `finish`."""
        return finish(self._pieces, self._undone, self.counts, started, self._shedding)

    def found(self, repeats: int) -> Found:
        """How much of each there was; the conversation is finished."""
        names = {field.name for field in msgspec.structs.fields(Found)}
        return Found(repeats=repeats, **{name: count for name, count in self.counts.items() if name in names})

    def missing(self) -> tuple[str, ...]:
        """What the file itself shows to be missing from it."""
        stated = {
            "tool calls without a result": self.counts["calls_without_result"],
            "searches that the service ran, whose results are not in the file": self.counts["searches"],
            "results without a call": self.counts["results_without_call"],
            "outputs that are in the file only in part": self.counts["previews"],
            "commands whose end is not in the file": self.counts["running"],
            "sub-agents whose own records are not in this file": self.counts["elsewhere"],
            "compactions of the history": self.counts["compactions"],
        }
        return tuple(f"{what}: {count}" for what, count in stated.items() if count)


def _is_within(one: str, other: str) -> bool:
    """Whether one of two texts holds the other, white space aside."""
    first, second = "".join(one.split()), "".join(other.split())
    return first in second or second in first


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []
