"""A transcript as events: records sorted out, calls paired with their results, sub-agents put under their calls."""

from collections import Counter

from tollens.core.derive.account import Damage, Records
from tollens.core.errors import UnreadableError
from tollens.plugins.sessions.agents.claude_code.branches import abandoned
from tollens.plugins.sessions.agents.claude_code.conversation import Conversation
from tollens.plugins.sessions.agents.claude_code.identity import Repeats, check_one_session
from tollens.plugins.sessions.agents.claude_code.rows import FIELDS, SPOKEN, TYPES, Row, string
from tollens.plugins.sessions.agents.claude_code.speech import classify
from tollens.plugins.sessions.agents.claude_code.times import Times
from tollens.plugins.sessions.events import Session
from tollens.plugins.sessions.report import Account, counted, tally
from tollens.plugins.sessions.source import Source


def read(source: Source) -> Session:
    """The session in a source.

    Raises:
        UnreadableError: It holds several sessions, or no conversation.
    """
    rows, damaged = _rows(source)
    check_one_session(rows)
    prompts = frozenset(position for position, row in enumerate(rows) if _is_prompt(row))
    conversation = Conversation()
    skipped: Counter[str] = Counter()
    unknown: Counter[str] = Counter()
    fields: Counter[str] = Counter()
    repeats = Repeats()
    dead = abandoned(rows, prompts)
    times = Times()
    for position, row in enumerate(rows):
        if row.kind in SPOKEN:
            for name in sorted(row.value.keys() - FIELDS):
                tally(fields, name)
        times.see(row)
        reason = "repeat" if repeats.is_copy(row) else _take(conversation, row, position in dead, repeats, unknown)
        if reason:
            tally(skipped, reason)
    if not conversation.has_any:
        raise UnreadableError(
            f"{source.name}: no prompt, answer or tool call is in this transcript",
            "Nothing was captured: a trace of nothing would claim that nothing happened.",
        )
    events = conversation.finish()
    records = Records(
        total=len(source.entries) + len(source.damaged),
        used=len(rows) - skipped.total(),
        skipped=counted(skipped),
        damaged=damaged,
    )
    account = Account(
        records=records,
        found=conversation.found(skipped["repeat"]),
        unknown_records=counted(unknown),
        unknown_tools=counted(conversation.unknown_tools),
        unknown_fields=counted(fields),
        missing=conversation.missing(),
        notes=(*source.notes, *times.notes()),
    )
    return Session(
        format="claude-code",
        assistant="Claude Code",
        session_id=next((row.text("sessionId") for row in rows if row.text("sessionId")), ""),
        events=events,
        account=account,
        models=tuple(conversation.models),
        versions=tuple(dict.fromkeys(row.text("version") for row in rows if row.text("version"))),
        command=conversation.command,
        started=times.first,
        ended=times.last,
        root=next((row.text("cwd") for row in rows if row.text("cwd")), ""),
        branch=next((row.text("gitBranch") for row in rows if row.text("gitBranch")), ""),
    )


def _rows(source: Source) -> tuple[list[Row], tuple[Damage, ...]]:
    """The records, and as damage the values that are no object."""
    rows: list[Row] = []
    damaged = list(source.damaged)
    for entry in source.entries:
        if isinstance(entry.value, dict):
            rows.append(Row(entry.line, entry.value))
        else:
            damaged.append(Damage(entry.line, f"no record: a {_kind(entry.value)} instead of an object"))
    return rows, tuple(sorted(damaged, key=lambda damage: damage.line))


def _kind(value: object) -> str:
    return {list: "list", str: "string", bool: "truth value", type(None): "null"}.get(type(value), "number")


def _is_prompt(row: Row) -> bool:
    """Whether a record has words of a person, and no result."""
    if row.kind != "user" or row.flag("isSidechain"):
        return False
    blocks = row.blocks
    spoken = [string(block, "text") for block in blocks if block.get("type") == "text"]
    return all(block.get("type") != "tool_result" for block in blocks) and any(
        classify(row, text).text for text in spoken
    )


def _take(conversation: Conversation, row: Row, dead: bool, repeats: Repeats, unknown: Counter[str]) -> str:
    """Use a record; gives the type and the reason if there was nothing to use in it."""
    kind = row.kind
    if kind == "assistant":
        return conversation.assistant(row, dead, repeats)
    if kind == "user":
        return conversation.user(row, dead, repeats)
    if kind == "system":
        return conversation.system(row, dead)
    if kind == "progress":
        return conversation.progress(row, repeats)
    if kind == "attachment":
        return conversation.attachment(row, dead)
    if kind not in TYPES:
        tally(unknown, kind or "(no type)")
        return f"unknown type {kind[:60]}" if kind else "no type"
    return kind
