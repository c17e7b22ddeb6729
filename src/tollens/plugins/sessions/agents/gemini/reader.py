"""A file of Gemini CLI as sessions: each log with its messages as events, and the account of its records."""

from collections import Counter

from tollens.core.derive.record.account import Records
from tollens.core.errors import UnreadableError
from tollens.plugins.sessions.agents.gemini.agents import Agents
from tollens.plugins.sessions.agents.gemini.conversation import Conversation, spoken_in
from tollens.plugins.sessions.agents.gemini.log import Log, replay
from tollens.plugins.sessions.agents.gemini.root import project_root
from tollens.plugins.sessions.events import Call, Loose, Said, Session
from tollens.plugins.sessions.events import Prompt as Asked
from tollens.plugins.sessions.report import Account, counted, tally
from tollens.plugins.sessions.source.records import Source
from tollens.plugins.sessions.times import Times
from tollens.plugins.sessions.values import objects, string


def read(source: Source) -> tuple[Session, ...]:
    """The sessions in a source.

    Raises:
        UnreadableError: No conversation is in it.
    """
    logs = replay(source)
    sessions = [session for log in logs if (session := _session(log, source, alone=len(logs) == 1)) is not None]
    if not sessions:
        raise UnreadableError(
            f"{source.name}: no prompt, answer or tool call is in this session",
            "Nothing was captured: a trace of nothing would claim that nothing happened.",
        )
    return tuple(sessions)


def _session(log: Log, source: Source, alone: bool) -> Session | None:
    """One session, or nothing where no conversation is in it.

    Args:
        alone: It is the only one of the file: what lies beside the file is of it.
    """
    agents = Agents(source.beside if alone else ())
    calls = (call for message in log.messages for call in objects(message.value.get("toolCalls")))
    root = project_root(string(log.header, "projectHash"), calls, log.header.get("directories"))
    by_person = string(log.header, "kind") != "subagent"
    conversation = Conversation(by_person, agents, "\\" not in root, source.shedding)
    skipped = log.skipped.copy()
    times = Times()
    times.see(log.header.get("startTime"))
    for message in log.messages:
        value = message.value
        times.see(value.get("timestamp"))
        reason = conversation.take(message, value)
        if reason and message.counts:
            tally(skipped, reason)
    if not any(isinstance(event, Asked | Said | Call) for event in conversation.events):
        return None
    for agent, left in agents.loose():
        made = conversation.calls_of(spoken_in(left), left.file)
        if made:
            conversation.events.append(Loose(left.from_line, agent, made, left.file))
    return Session(
        format="gemini",
        assistant="Gemini CLI",
        session_id=log.session_id,
        events=tuple(conversation.events),
        account=_account(log, agents, conversation, skipped, source.notes, times),
        models=tuple(conversation.models),
        started=times.first,
        ended=times.last,
        root=root,
        torn=None if log.ends else False,
    )


def _account(
    log: Log, agents: Agents, conversation: Conversation, skipped: Counter[str], notes: tuple[str, ...], times: Times
) -> Account:
    """What became of every record, those of the sub-agents' files among them."""
    logs = [log, *agents.logs]
    for each in agents.logs:
        skipped.update(each.skipped)
        spoken = sum(message.counts and string(message.value, "type") != "gemini" for message in each.messages)
        if spoken:
            skipped["sub-agent: no call"] += spoken
    damaged = tuple(
        sorted((one for each in logs for one in each.damaged), key=lambda damage: (damage.file, damage.line))
    )
    total = sum(each.total for each in logs)
    fields = sum((each.fields for each in logs), Counter[str]())
    fields.update({f"status {name}": count for name, count in conversation.unknown_statuses.items()})
    lost = f"rewinds to a message that is not in the file: {log.lost_rewinds}; all before them counts as taken back"
    return Account(
        records=Records(
            total=total + len(damaged), used=total - skipped.total(), skipped=counted(skipped), damaged=damaged
        ),
        found=conversation.found(skipped["repeat"]),
        unknown_records=counted(sum((each.unknown for each in logs), Counter[str]())),
        unknown_tools=counted(conversation.unknown_tools),
        unknown_fields=counted(fields),
        missing=conversation.missing(),
        notes=(*notes, *((lost,) if log.lost_rewinds else ()), *times.notes()),
    )
